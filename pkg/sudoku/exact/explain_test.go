package exact

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/sudokus"
	"formicary/pkg/sudoku/sudokutest"
)

// minimal makes a puzzle with one solution from which no given can be taken.
func minimal(t *testing.T, r *rand.Rand, box puzzle.Size) (*sudoku.Puzzle, []uint8) {
	t.Helper()
	solution := sudokutest.Solution(r, box)
	cells := slices.Clone(solution)
	var p *sudoku.Puzzle
	for _, c := range append(r.Perm(len(cells)), 0) {
		was := cells[c]
		cells[c] = puzzle.Unset
		q := alltest.Must(sudoku.New("made", box, cells))(t)
		if n, err := Count(t.Context(), q, 2); n != 1 || err != nil {
			cells[c] = was
			continue
		}
		p = q
	}
	return p, solution
}

// audit checks every step of a trace against the solution.
func audit(t *testing.T, p *sudoku.Puzzle, solution []uint8, trace Trace) {
	t.Helper()
	size := p.Size()
	alltest.Require(t, trace.Status == solver.Unique && string(trace.Board.Values) == string(solution),
		"%s: %s, at the end\n%s", p.Rows(p.Board()), trace.Status, p.Rows(trace.Board))
	for i, s := range trace.Steps {
		c := s.Placed
		alltest.Require(t, c.Digit <= 0 || solution[size.Index(c.Cell)] == c.Digit, "%s: step %d is wrong: %s", p.Rows(p.Board()), i, s.Text)
		for _, c := range s.Struck {
			alltest.Require(t, solution[size.Index(c.Cell)] != c.Digit, "%s: step %d is wrong: %s", p.Rows(p.Board()), i, s.Text)
		}
		alltest.Require(t, (s.Placed.Digit > 0) != (len(s.Struck) > 0) && len(s.Cells) != 0 && len(s.Digits) != 0 && strings.HasPrefix(s.Text, s.Technique.String()+": "),
			"%s: step %d: %+v", p.Rows(p.Board()), i, s)
	}
	if views := trace.Views(); len(views) != len(trace.Steps)+1 || !views[len(views)-1].Board.Equal(trace.Board) {
		t.Fatalf("%s: %d views of %d steps", p.Rows(p.Board()), len(views), len(trace.Steps))
	}
}

// TestExplainSound: no step of an explanation is wrong, on puzzles of several
// sizes, and it ends with the solution.
func TestExplainSound(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	used := map[Technique]int{}
	for _, tt := range []struct{ rows, cols, count int }{{2, 2, 30}, {2, 3, 60}, {3, 2, 20}, {3, 3, 150}, {3, 4, 6}} {
		for range tt.count {
			p, solution := minimal(t, r, puzzle.Size{Rows: tt.rows, Cols: tt.cols})
			trace := alltest.Must(Explain(t.Context(), p))(t)
			audit(t, p, solution, trace)
			for technique, n := range trace.Count() {
				used[technique] += n
			}
		}
	}
	for _, technique := range []Technique{fullHouse, hiddenSingle, nakedSingle, pointing, claiming, nakedPair, hiddenPair, Trial} {
		alltest.Check(t, used[technique] != 0, "%v was never used", technique)
	}
}

// TestExplainSets explains every tenth puzzle of the hard benchmark sets, and
// expects every technique to be of use somewhere, but for the two rarest.
func TestExplainSets(t *testing.T) {
	if os.Getenv(sets.DataEnv) == "" {
		t.Skipf("%s does not name the benchmarks", sets.DataEnv)
	}
	used := map[Technique]int{}
	grades := map[string]map[Grade]int{}
	for name, every := range map[string]int{"17-clue-5000": 10, "magictour-top1465": 10, "forum-hardest-1905-3000": 100, "mantere-koljonen": 1} {
		grades[name] = map[Grade]int{}
		for i, item := range sudokus.Kind.MustOpen(name).Items {
			if i%every != 0 {
				continue
			}
			p := item.Puzzle.(*sudoku.Puzzle)
			trace := alltest.Must(Explain(t.Context(), p))(t)
			out := alltest.Must(New().Solve(t.Context(), p, solver.Run{}))(t)
			audit(t, p, out.Best.Values, trace)
			grades[name][trace.Grade()]++
			for technique, n := range trace.Count() {
				used[technique] += n
			}
		}
	}
	for _, technique := range Techniques() {
		alltest.Check(t, used[technique] != 0 || technique == jellyfish || technique == hiddenQuad, "%v was never used", technique)
	}
	// Puzzles of the forum's hardest list need more than any technique here.
	hard := grades["forum-hardest-1905-3000"]
	alltest.Check(t, len(hard) == 1 && hard[Extreme] == 30, "the hardest puzzles have the grades %v", hard)
}

// cells writes cells as people do.
func cells(list []puzzle.Cell) string {
	var parts []string
	for _, c := range list {
		parts = append(parts, c.String())
	}
	return strings.Join(parts, " ")
}

// TestTechniques: each technique on the smallest pattern that shows it. On a
// sheet of 9×9 where every digit is possible everywhere, some digits are
// struck off as the pattern needs it; the technique must find it, and must
// conclude what its definition says and no more.
func TestTechniques(t *testing.T) {
	nine := sudoku.LayoutOf(puzzle.Size{Rows: 3, Cols: 3})
	type only struct {
		cell   string // such as "r1c2"
		digits []int
	}
	// off strikes a digit off the cells of a unit, except some.
	type off struct {
		unit, digit int
		but         string
	}
	row := func(k int) int { return k - 1 }
	column := func(k int) int { return 9 + k - 1 }
	box := func(k int) int { return 18 + k - 1 }
	tests := []struct {
		technique     Technique
		only          []only
		off           []off
		cells, struck string
	}{
		{pointing, nil, []off{{box(1), 5, "r1c1 r1c3"}}, "r1c1 r1c3", "5: r1c4 r1c5 r1c6 r1c7 r1c8 r1c9"},
		{claiming, nil, []off{{column(2), 7, "r4c2 r5c2"}}, "r4c2 r5c2", "7: r4c1 r4c3 r5c1 r5c3 r6c1 r6c3"},
		{nakedPair, []only{{"r9c1", []int{3, 8}}, {"r9c9", []int{3, 8}}}, nil, "r9c1 r9c9", "3: r9c2 r9c3 r9c4 r9c5 r9c6 r9c7 r9c8 8: r9c2 r9c3 r9c4 r9c5 r9c6 r9c7 r9c8"},
		{nakedTriple, []only{{"r1c1", []int{1, 2}}, {"r5c1", []int{2, 3}}, {"r9c1", []int{1, 3}}}, nil, "r1c1 r5c1 r9c1", "1: r2c1 r3c1 r4c1 r6c1 r7c1 r8c1 2: r2c1 r3c1 r4c1 r6c1 r7c1 r8c1 3: r2c1 r3c1 r4c1 r6c1 r7c1 r8c1"},
		{nakedQuad, []only{{"r1c1", []int{1, 2}}, {"r2c2", []int{2, 3}}, {"r3c3", []int{3, 4}}, {"r1c3", []int{1, 4}}}, nil, "r1c1 r1c3 r2c2 r3c3", "1: r1c2 r2c1 r2c3 r3c1 r3c2 2: r1c2 r2c1 r2c3 r3c1 r3c2 3: r1c2 r2c1 r2c3 r3c1 r3c2 4: r1c2 r2c1 r2c3 r3c1 r3c2"},
		{hiddenPair, nil, []off{{row(4), 1, "r4c4 r4c8"}, {row(4), 9, "r4c4 r4c8"}}, "r4c4 r4c8", "2: r4c4 r4c8 3: r4c4 r4c8 4: r4c4 r4c8 5: r4c4 r4c8 6: r4c4 r4c8 7: r4c4 r4c8 8: r4c4 r4c8"},
		{hiddenTriple, []only{{"r4c8", []int{2, 3, 4, 9}}}, []off{{row(4), 1, "r4c4 r4c8"}, {row(4), 9, "r4c8 r4c9"}, {row(4), 5, "r4c4 r4c9"}}, "r4c4 r4c8 r4c9", "2: r4c4 r4c8 r4c9 3: r4c4 r4c8 r4c9 4: r4c4 r4c8 r4c9 6: r4c4 r4c9 7: r4c4 r4c9 8: r4c4 r4c9"},
		{hiddenQuad, nil, []off{{box(9), 1, "r7c7 r7c8"}, {box(9), 2, "r7c8 r7c9"}, {box(9), 3, "r7c9 r8c7"}, {box(9), 4, "r8c7 r7c7"}}, "r7c7 r7c8 r7c9 r8c7", "5: r7c7 r7c8 r7c9 r8c7 6: r7c7 r7c8 r7c9 r8c7 7: r7c7 r7c8 r7c9 r8c7 8: r7c7 r7c8 r7c9 r8c7 9: r7c7 r7c8 r7c9 r8c7"},
		{xWing, nil, []off{{row(1), 4, "r1c2 r1c7"}, {row(6), 4, "r6c2 r6c7"}}, "r1c2 r1c7 r6c2 r6c7", "4: r2c2 r2c7 r3c2 r3c7 r4c2 r4c7 r5c2 r5c7 r7c2 r7c7 r8c2 r8c7 r9c2 r9c7"},
		{xWing, nil, []off{{column(1), 4, "r2c1 r8c1"}, {column(5), 4, "r2c5 r8c5"}}, "r2c1 r8c1 r2c5 r8c5", "4: r2c2 r2c3 r2c4 r2c6 r2c7 r2c8 r2c9 r8c2 r8c3 r8c4 r8c6 r8c7 r8c8 r8c9"},
		{swordfish, nil, []off{{row(1), 4, "r1c1 r1c4"}, {row(4), 4, "r4c4 r4c7"}, {row(7), 4, "r7c1 r7c7"}}, "r1c1 r1c4 r4c4 r4c7 r7c1 r7c7", "4: r2c1 r2c4 r2c7 r3c1 r3c4 r3c7 r5c1 r5c4 r5c7 r6c1 r6c4 r6c7 r8c1 r8c4 r8c7 r9c1 r9c4 r9c7"},
		{jellyfish, nil, []off{{row(1), 4, "r1c1 r1c4"}, {row(4), 4, "r4c4 r4c7"}, {row(7), 4, "r7c7 r7c9"}, {row(8), 4, "r8c1 r8c9"}}, "r1c1 r1c4 r4c4 r4c7 r7c7 r7c9 r8c1 r8c9", "4: r2c1 r2c4 r2c7 r2c9 r3c1 r3c4 r3c7 r3c9 r5c1 r5c4 r5c7 r5c9 r6c1 r6c4 r6c7 r6c9 r9c1 r9c4 r9c7 r9c9"},
		{xyWing, []only{{"r1c1", []int{1, 2}}, {"r1c9", []int{1, 3}}, {"r9c1", []int{2, 3}}}, nil, "r1c1 r1c9 r9c1", "3: r9c9"},
		{xyWing, []only{{"r2c2", []int{1, 2}}, {"r2c9", []int{1, 3}}, {"r3c1", []int{2, 3}}}, nil, "r2c2 r2c9 r3c1", "3: r2c1 r2c3 r3c7 r3c8 r3c9"},
		{xyzWing, []only{{"r2c2", []int{1, 2, 3}}, {"r2c9", []int{1, 3}}, {"r3c1", []int{2, 3}}}, nil, "r2c2 r2c9 r3c1", "3: r2c1 r2c3"},
		// In turns at r1c1, r1c9, r3c8, r8c8; r8c1 sees the first and the last.
		{simpleColouring, nil, []off{{row(1), 6, "r1c1 r1c9"}, {box(3), 6, "r1c9 r3c8"}, {column(8), 6, "r3c8 r8c8"}}, "r1c1 r3c8 r1c9 r8c8", "6: r8c1"},
		// The ends of such a chain see each other: their colour is wrong.
		{simpleColouring, nil, []off{{row(1), 6, "r1c1 r1c9"}, {column(9), 6, "r1c9 r9c9"}, {row(9), 6, "r9c9 r9c2"}, {column(2), 6, "r9c2 r2c2"}}, "r1c1 r9c9 r2c2 r1c9 r9c2", "6: r1c1 r2c2 r9c9"},
	}
	for _, tt := range tests {
		t.Run(tt.technique.String(), func(t *testing.T) {
			s := newSheet(nine)
			s.start(nil)
			for _, o := range tt.only {
				var row, col int
				fmt.Sscanf(o.cell, "r%dc%d", &row, &col)
				s.can[row*9+col-10] = 0
				for _, d := range o.digits {
					s.can[row*9+col-10] |= 1 << (d - 1)
				}
			}
			for _, o := range tt.off {
				for _, c := range nine.Units[o.unit] {
					if !strings.Contains(o.but, nine.Size().At(int(c)).String()) {
						s.can[c] &^= 1 << (o.digit - 1)
					}
				}
			}
			step, ok := s.find(tt.technique)
			alltest.Require(t, ok && step.Technique == tt.technique, "found %+v", step)
			byDigit := map[uint8][]puzzle.Cell{}
			for _, c := range step.Struck {
				byDigit[c.Digit] = append(byDigit[c.Digit], c.Cell)
			}
			var struck []string
			for d := uint8(1); d <= 9; d++ {
				if len(byDigit[d]) > 0 {
					struck = append(struck, fmt.Sprintf("%d: %s", d, cells(byDigit[d])))
				}
			}
			if got := strings.Join(struck, " "); cells(step.Cells) != tt.cells || got != tt.struck {
				t.Errorf("cells %s\nstruck %s\nwant %s\n%s", cells(step.Cells), got, tt.cells, tt.struck)
			}
		})
	}
}

// TestExplainEnds: puzzles without one solution.
func TestExplainEnds(t *testing.T) {
	for _, tt := range []struct {
		line string
		want solver.Status
	}{
		{"11..............", solver.Unsolvable},
		{"12....3.........", solver.Unsolvable},
		{"1234............", solver.Multiple},
		{"12..34......4321", solver.Multiple},
		{"................", solver.Multiple},
		{"1234341221434321", solver.Unique},
		{"123.341221434321", solver.Unique},
	} {
		p := sudokutest.Read(t, tt.line)
		trace, err := Explain(t.Context(), p)
		alltest.Check(t, err == nil && trace.Status == tt.want && (trace.Grade() == Easy) == (tt.want == solver.Unique),
			"%s: %s, %v, grade %v", tt.line, trace.Status, err, trace.Grade())
	}
	hard := sudokutest.Read(t, hardest)
	if trace, err := ExplainUpTo(t.Context(), hard, hiddenQuad); err != nil || trace.Status != solver.Exhausted || trace.Hardest() > hiddenQuad || trace.Grade() != Ungraded {
		t.Errorf("without trials: %s, %v, grade %v", trace.Status, err, trace.Grade())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := sudokutest.Read(t, "1234............")
	trace, err := Explain(ctx, p)
	alltest.Check(t, errors.Is(err, context.Canceled) && trace.Status == solver.Cancelled, "cancelled: %v, %v", trace.Status, err)
}

func TestParseGrade(t *testing.T) {
	for g := Easy; g <= Extreme; g++ {
		again, err := ParseGrade(g.String())
		alltest.Check(t, again == g && err == nil, "%v: %v, %v", g, again, err)
	}
	_, err := ParseGrade("")
	alltest.Check(t, err != nil, "no grade is read")
	for _, technique := range Techniques() {
		alltest.Check(t, technique.String() != "" && technique.Grade() != Ungraded, "technique %d has no name or grade", technique)
	}
}
