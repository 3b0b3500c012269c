package pencil_test

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/model/acs"
	"formicary/pkg/model/exact"
	"formicary/pkg/model/tabu"
	"formicary/pkg/pencil"
	"formicary/pkg/pencil/pencils"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// envDifferential is the number of random puzzles of each kind that TestDifferential compares, in place of 48 with
// [alltest.Asked].
const envDifferential = "FORMICARY_DIFFERENTIAL"

// every tries boards on a puzzle: all that fits lets through. It ends when yield returns false, or when it would
// take more steps than given, and says how many it took: one more in that case.
func (k plain) every(p text, most int, yield func(s text) bool) (steps int) {
	rows, cols := number(p[0][0]), number(p[0][1])
	s := blank(rows, cols)
	s[0] = p[0]
	board := s.board()
	var signs [][]string
	for _, c := range board.cells() {
		signs = append(signs, k.signs(p, c))
	}
	var fill func(i int) bool
	fill = func(i int) bool {
		if i == rows*cols {
			return yield(s)
		}
		c := cell{i / cols, i % cols}
		for _, sign := range signs[i] {
			board[c.row][c.col] = sign
			if k.fits != nil && !k.fits(p, board, c) {
				continue
			}
			if steps++; steps > most || !fill(i+1) {
				return false
			}
		}
		return true
	}
	fill(0)
	return steps
}

// solutions counts them up to 2, and picks one of all at random where r is not nil. It says in how many steps.
func (k plain) solutions(p text, most int, r *rand.Rand) (n int, one text, steps int) {
	steps = k.every(p, most, func(s text) bool {
		if k.breaks(p, s) == nil {
			if n++; r == nil && n > 1 {
				return false
			}
			if r != nil && r.IntN(n) == 0 {
				one = s.clone()
			}
		}
		return true
	})
	return min(n, 2), one, steps
}

// random is a random puzzle, with as many solutions as wanted (2: several) where that comes out soon. Its clues are
// those of a solution or random ones, or all of a solution but one.
func (k plain) random(r *rand.Rand, steps, want int) (p text) {
	var last text
	spent := 0
	for tries := 0; tries < 300 && spent < 8*steps || last == nil; tries++ {
		if tries == 1000 {
			panic("pencil: no puzzle is small enough")
		}
		rows := 1 + r.IntN(k.most)
		cols := 1 + r.IntN(max(k.most/rows, 1))
		if r.IntN(4) > 0 && k.most >= 4 {
			rows = 2 + r.IntN(k.most/2-1)
			cols = 2 + r.IntN(max(k.most/rows-1, 1))
		}
		p = k.base(r, rows, cols)
		_, solution, took := k.solutions(p, steps, r)
		if spent += took; took > steps {
			continue
		}
		if r.IntN(5) == 0 {
			solution = nil
		}
		places := k.clues(p)
		r.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
		dense := []float64{1, 0.3 + 0.7*r.Float64(), 0.5 * r.Float64()}[want]
		for _, at := range places {
			if !k.full && r.Float64() >= dense {
				continue
			}
			clue := &p[at.line][at.word]
			before := *clue
			if k.full && want == 2 && r.IntN(2) == 0 && slices.Contains(at.signs, "?") {
				*clue = "?"
				continue
			}
			for _, i := range r.Perm(len(at.signs)) {
				if at.signs[i] == "?" && want == 1 && r.IntN(4) > 0 {
					continue
				}
				if *clue = at.signs[i]; solution == nil || k.breaks(p, solution) == nil {
					break
				}
				*clue = before
			}
			if k.full && *clue == before {
				*clue = at.signs[r.IntN(len(at.signs))]
			}
		}
		if len(places) > 0 && (want == 0 || r.IntN(8) == 0) {
			at := places[r.IntN(len(places))]
			p[at.line][at.word] = at.signs[r.IntN(len(at.signs))]
		}
		n, _, took := k.solutions(p, steps, nil)
		if spent += took; took > steps {
			continue
		}
		if last = p; n == want {
			break
		}
	}
	return last
}

// grids turns texts of solutions into boards of a puzzle.
type grids struct {
	p     *model.Puzzle
	codes []map[string]uint8 // of cells by sign
}

func newGrids(p *model.Puzzle) grids {
	g := grids{p, make([]map[string]uint8, p.Size().Cells())}
	decided := map[int]bool{}
	for _, v := range p.Form().Variables() {
		for _, cell := range v.Cells() {
			decided[cell] = true
		}
	}
	for code := p.Form().Codes() - 1; code >= 0; code-- {
		signs := parseText(p.SolutionText(puzzle.NewGrid(p.Size(), uint8(code))))[1:]
		for cell := range g.codes {
			if g.codes[cell] == nil {
				g.codes[cell] = map[string]uint8{}
			}
			if code == 0 || decided[cell] {
				g.codes[cell][signs[cell/p.Size().Cols][cell%p.Size().Cols]] = uint8(code)
			}
		}
	}
	return g
}

// board is a solution as a board; ok is false where pencil has no such board.
func (g grids) board(s text) (board puzzle.Grid, ok bool) {
	size, signs := g.p.Size(), table(s[1:])
	board = puzzle.NewGrid(size, 0)
	if g.p.Declaration().Areas && len(signs.names()) < len(signs.groups(signs.any, signs.equal)) {
		return board, false
	}
	for i, codes := range g.codes {
		c := cell{i / size.Cols, i % size.Cols}
		if g.p.Declaration().Areas {
			for d := range step {
				if signs.equal(c, d) {
					board.Values[i] |= 1 << d
				}
			}
			continue
		}
		if board.Values[i], ok = codes[signs.at(c)]; !ok {
			return board, false
		}
	}
	return board, true
}

// differ compares a plain checker with a declaration.
type differ struct {
	t     *testing.T
	kind  *model.Kind
	plain plain
	// Puzzles by their number of solutions: none, one, several. Refused are those with none that pencil does not read.
	shares          [3]int
	boards, refused int
	thin            int // boards of one row or column
	slashed         int // addresses that editors end in a slash
	faults          int
	rules, said     map[string]int // that were broken, and why there is no address
}

func (d *differ) fault(format string, a ...any) {
	if d.faults++; d.faults <= 3 {
		d.t.Errorf("%s: %s", d.kind.Name, fmt.Sprintf(format, a...))
	}
}

// same compares the verdicts on a board.
func (d *differ) same(p, s text, g grids) (right bool) {
	d.boards++
	broken := d.plain.breaks(p, s)
	for _, rule := range broken {
		d.rules[rule]++
	}
	board, ok := g.board(s)
	bad := []puzzle.Violation{{Text: "pencil has no such board"}}
	if ok {
		bad = g.p.Check(board)
	}
	if (broken == nil) != (len(bad) == 0) {
		d.fault("breaks %q; pencil: %v\n%v\n%v", broken, bad, p, s)
	}
	return broken == nil
}

// compare compares the verdicts on all boards of a puzzle, on some others, and on the number of solutions.
func (d *differ) compare(r *rand.Rand, p text) {
	defer func() {
		if why := recover(); why != nil {
			d.fault("panic: %v\n%v", why, p)
		}
	}()
	q, err := d.kind.New("1", "made", p.String())
	if err != nil {
		if n, s, _ := d.plain.solutions(p, 1<<20, r); n > 0 {
			d.fault("%v, though it has the solution\n%v\n%v", err, p, s)
		}
		d.shares[0]++
		d.refused++
		return
	}
	if q.Size().Rows == 1 || q.Size().Cols == 1 {
		d.thin++
	}
	g, n := newGrids(q), 0
	var some []text
	d.plain.every(p, 1<<20, func(s text) bool {
		if d.same(p, s, g) {
			n++
			some = append(some[:min(len(some), 2)], s.clone())
		} else if len(some) == 0 || r.IntN(50) == 0 {
			some = append(some[:min(len(some), 2)], s.clone())
		}
		return true
	})
	for _, s := range some {
		for _, c := range s.board().cells() {
			signs := d.plain.signs(p, c)
			other := s.clone()
			other[1+c.row][c.col] = signs[r.IntN(len(signs))]
			d.same(p, other, g)
		}
	}
	d.shares[min(n, 2)]++
	if len(pencils.Of(d.kind).Addresses) > 0 {
		d.addressed(q)
	}
	out, err := exact.New(d.kind).Solve(d.t.Context(), q, solver.Run{})
	if want := []solver.Status{solver.Unsolvable, solver.Unique, solver.Multiple}[min(n, 2)]; err != nil || out.Status != want {
		d.fault("%v (%v) by %s/exact; it has %d solutions\n%v", out.Status, err, d.kind.Name, n, p)
	}
	if trace, err := exact.New(d.kind).Explain(d.t.Context(), q); err != nil || trace.Status != out.Status {
		d.fault("%v (%v) explained; it has %d solutions\n%v", trace.Status, err, n, p)
	}
	q.Draw(puzzle.View{Board: out.Best})
	for _, s := range []solver.Solver{acs.New(d.kind), tabu.New(d.kind)} {
		if out, err := s.Solve(d.t.Context(), q, solver.Run{Seed: 1, Budget: solver.Iterations(3)}); err != nil || out.Status == solver.Solved && n == 0 {
			d.fault("%v (%v) by %T; it has %d solutions\n%v", out.Status, err, s, n, p)
		}
	}
}

// addressed writes a puzzle as an address, and reads it as it is and with the slash that editors put behind a last sign that is no
// letter or digit.
func (d *differ) addressed(p *model.Puzzle) {
	format := alltest.Must(pencils.Of(d.kind).Format("url"))(d.t)
	var b strings.Builder
	if err := format.Write(&b, puzzle.Set{Items: []puzzle.Item{{Puzzle: p}}}); err != nil {
		if d.said[err.Error()[strings.Index(err.Error(), "an address"):]]++; d.kind != pencil.Skyscraper && d.kind != pencil.Kakuro && d.kind != pencil.Galaxies {
			d.fault("%v", err)
		}
		return
	}
	address := strings.TrimSpace(b.String())
	if last := address[len(address)-1]; !unicode.IsLetter(rune(last)) && !unicode.IsDigit(rune(last)) {
		d.slashed++
	}
	for _, end := range []string{"", "/"} {
		set, err := pencils.Of(d.kind).Read("address", strings.NewReader(address+end))
		if err != nil {
			d.fault("%v\n%s\n%v", err, address+end, p.Text())
		} else if was, is := normal(d.kind, p.Text()), normal(d.kind, set.Items[0].Text()); was != is || len(set.Warnings) > 0 {
			d.fault("%s is read as\n%s\nnot\n%s\nwith %v", address+end, is, was, set.Warnings)
		}
	}
}

// TestDifferential counts the solutions of random small puzzles by trying every board with a plain checker: every
// board has pencil's verdict, the complete engine finds as many solutions and can explain that, and no engine fails.
func TestDifferential(t *testing.T) {
	puzzles, steps := alltest.Of(18, 48), alltest.Of(4000, 30000)
	if text := os.Getenv(envDifferential); text != "" {
		var err error
		if puzzles, err = strconv.Atoi(text); err != nil || puzzles < 1 {
			t.Fatalf("%s: expected a number of puzzles, found %q", envDifferential, text)
		}
		steps = 30000
	}
	for _, kind := range pencil.Kinds() {
		t.Run(kind.Name, func(t *testing.T) {
			t.Parallel()
			d := differ{t: t, kind: kind, plain: plains[kind.Name], rules: map[string]int{}, said: map[string]int{}}
			name := fnv.New64()
			name.Write([]byte(kind.Name))
			for i := range puzzles {
				r := rand.New(rand.NewPCG(uint64(i), name.Sum64()))
				d.compare(r, d.plain.random(r, steps, i%3))
			}
			t.Logf("%s: %d puzzles without a solution (%d refused), %d with one, %d with several; %d boards", kind.Name, d.shares[0], d.refused, d.shares[1], d.shares[2], d.boards)
			t.Logf("%d of one row or column, %d addresses that end in neither letter nor digit, without address: %v", d.thin, d.slashed, d.said)
			alltest.Check(t, d.faults <= 3, "%d differences in all", d.faults)
			alltest.Check(t, slices.Min(d.shares[:]) >= max(1, puzzles/alltest.Of(18, 8)),
				"%v puzzles without, with one and with several solutions", d.shares)
			for rule := range d.rules {
				alltest.Check(t, slices.ContainsFunc(d.plain.wrongs, func(w wrong) bool { return w.rule == rule }),
					"no board made by hand for %q", rule)
			}
		})
	}
}
