package pencil_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/model/acs"
	"formicary/pkg/model/exact"
	"formicary/pkg/model/modeltest"
	"formicary/pkg/model/tabu"
	"formicary/pkg/pencil"
	"formicary/pkg/pencil/pencils"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// verdicts are the statuses of a puzzle with no solution, one, and several.
var verdicts = []solver.Status{solver.Unsolvable, solver.Unique, solver.Multiple}

// tried is the number of solutions of a small puzzle by trying every board, two at most; -1 of a larger one.
func tried(form *model.Form) int {
	all := 1
	for _, v := range form.Variables() {
		if all *= v.Values(); all > 50_000 {
			return -1
		}
	}
	return min(modeltest.Solutions(form), 2)
}

// TestEdges are puzzles at the edge of the rules, with the number of their solutions, 2 for more, by hand: sums, clues and regions
// that are not there or that say nothing, and clues without a number.
func TestEdges(t *testing.T) {
	for _, c := range []struct {
		kind, text string
		want       int
		solution   string // "" is any
	}{
		// Runs without a sum have different digits: 2 = 1+1 would be the only way. Each clue alone leaves nine digits, or eight.
		{"kakuro", "3 3\n- 2, 2,\n- 0 0\n- - -", 0, ""},
		{"kakuro", "3 3\n- 1, 2,\n- 0 0\n- - -", 1, "3 3\n- - -\n- 1 2\n- - -"},
		{"kakuro", "3 2\n- -\n,1 0\n,1 0", 0, ""},
		{"kakuro", "1 2\n0 0", 2, ""}, // no head at all
		{"kakuro", "2 1\n0\n0", 2, ""},
		{"kakuro", "1 10" + "\n0" + strings.Repeat(" 0", 9), 0, ""}, // ten cells, nine digits
		// A sum that faces no white cell, and a sum of nothing.
		{"kakuro", "2 2\n- 8,\n- -", 1, ""},
		{"kakuro", "2 2\n- 8,8\n,3 0", 0, ""},
		{"kakuro", "2 2\n- 3,8\n,3 0", 1, ""},
		{"kakuro", "1 2\n7,0 0", 2, ""},
		// A cage without a sum: here rows, columns and boxes leave the cage 1 2 / 3 1 alone with a digit twice.
		{"killersudoku", "4 4\n3 - 7 -\n7 - 3 -\n3 - 7 -\n7 - 3 -\na a b b\nc c d d\ne e f f\ng g h h", 2, ""},
		{"killersudoku", "4 4\n1 - - -\n- - - -\n- - - -\n- - - -\na b b b\nb b b b\nb b b b\nb b b b", 0, ""},
		{"kenken", "2 2\n. -\n- -\na a\na a", 2, ""}, // cages may repeat digits
		{"kenken", "2 2\n1 -\n- -\na b\nb b", 1, ""},
		// Cells without a number.
		{"hitori", "1 2\n- -", 2, ""},
		{"hitori", "2 2\n1 -\n? 1", 2, ""},
		{"hitori", "1 2\n0 0", 2, ""}, // 0 is a number: either is shaded
		{"hitori", "1 3\n0 0 0", 1, ""},
		{"hitori", "1 3\n- 0 ?", 2, ""},
		// Islands side by side, and none.
		{"hashi", "1 2\n1 1", 1, "1 2\n1 -"},
		{"hashi", "2 1\n2\n2", 1, "2 1\nb\n-"},
		{"hashi", "1 2\n1 2", 0, ""},
		{"hashi", "2 2\n2 2\n2 2", 1, "2 2\n1a a\n1 -"},
		{"hashi", "2 2\n3 2\n2 1", 2, ""},
		{"hashi", "2 2\n4 3\n3 2", 1, "2 2\n2b a\n1 -"},
		{"hashi", "2 3\n4 4 1\n2 1 -", 1, "2 3\n2b 1a -\n- - -"},
		{"hashi", "3 3\n1 4 1\n- 3 1\n- 1 1", 0, ""},
		{"hashi", "1 4\n1 3 - 2", 1, "1 4\n1 - 2 -"},
		{"hashi", "1 1\n-", 1, ""},
		{"hashi", "2 2\n- -\n- -", 1, ""},
		{"hashi", "1 1\n1", 0, ""},
		{"hashi", "1 1\n?", 0, ""}, // some bridge
		{"hashi", "1 3\n? - 1", 1, "1 3\n- 1 -"},
		{"hashi", "1 3\n? - ?", 2, ""},
		// One region: the loop is within it.
		{"countryroad", "2 2\n- -\n- -\na a\na a", 1, ""},
		{"countryroad", "2 3\n? - -\n- - -\na a a\na a a", 2, ""}, // left, right, or around all
		{"countryroad", "2 3\n4 - -\n- - -\na a a\na a a", 2, ""},
		{"countryroad", "2 3\n6 - -\n- - -\na a a\na a a", 1, ""},
		{"countryroad", "1 2\n- -\na b", 0, ""},
		{"countryroad", "2 2\n? -\n- -\na a\nb b", 1, ""},
		// As many of each in every line.
		{"binairo", "1 1\n-", 0, ""},
		{"binairo", "1 1\n1", 0, ""},
		{"binairo", "3 3\n- - -\n- - -\n- - -", 0, ""},
		{"binairo", "2 3\n1 2 -\n- - -", 0, ""},
		{"starbattle", "1 1 1\na", 1, ""},
		{"starbattle", "1 2 1\na a", 0, ""},
		{"starbattle", "2 2 1\na a\nb b", 0, ""},
		{"skyscraper", "1 1 1\n1\n-\n?\n-\n?", 1, ""},
		{"skyscraper", "2 2 2\n1 ?\n- -\n- -\n- -\n- -\n- -", 1, ""},
		{"skyscraper", "2 2 2\n? ?\n- -\n- -\n- -\n- ?\n- -", 2, ""},
		// Clues without a number: what they leave open, and what not.
		{"kuromasu", "1 2\n? -", 2, ""},
		{"kuromasu", "1 2\n1 -", 1, "1 2\n- x"},
		{"kuromasu", "1 2\n1 ?", 0, ""},
		{"cave", "1 1\n?", 1, ""},
		{"shikaku", "2 2\n? -\n- -", 1, "2 2\n1 1\n1 1"},
		{"shikaku", "2 2\n? -\n- ?", 2, ""},
		{"shikaku", "1 3\n? 2 -", 1, "1 3\n1 2 2"},
		{"shikaku", "1 2\n- -", 0, ""}, // no rectangle has a number
		{"fillomino", "1 2\n? 1", 0, ""},
		{"fillomino", "1 2\n? 2", 1, ""},
		{"hakyuu", "1 2\n? -\na a", 2, ""},
		{"hakyuu", "1 2\n? 1\na a", 1, ""},
		{"suguru", "1 2\n? 1\na a", 1, ""},
		{"heyawake", "1 1\n?\na", 2, ""},
		{"heyawake", "1 3\n? - -\na b c", 2, ""},
		{"tent", "1 2\n? ?\n?\nx -", 1, ""},
		{"tent", "1 3\n? ? ?\n?\n- x -", 2, ""},
		{"creek", "1 1\n? -\n- ?", 2, ""},
		{"gokigennaname", "1 1\n? -\n- -", 2, ""},
		{"slitherlink", "1 1\n?", 1, ""},
		{"nurimisaki", "1 2\n? -", 0, ""}, // the other cell would need a circle, too
		{"nurimisaki", "1 2\n? ?", 1, ""},
		{"numberlink", "2 2\n? ?\n? ?", 2, ""},
		{"numberlink", "2 2\n? 1\n? 1", 1, ""},
		{"numberlink", "1 4\n1 ? ? 1", 0, ""},
		{"numberlink", "1 6\n? ? ? ? 1 1", 1, "1 6\ne w e w e w"},
	} {
		kind := kindOf(c.kind)
		p, err := kind.New("1", "typed", c.text)
		if err != nil {
			t.Errorf("%s: %v", c.kind, err)
			continue
		}
		out := solvertest.Solve(t, exact.New(kind), p, solver.Run{})
		alltest.Check(t, out.Status == verdicts[c.want], "%s %q: %v, want %v", c.kind, c.text, out.Status, verdicts[c.want])
		n := tried(p.Form())
		alltest.Check(t, n < 0 || n == c.want, "%s %q: every board was tried, and %d are solutions", c.kind, c.text, n)
		if c.solution == "" || !out.Status.HasSolution() {
			continue
		}
		alltest.Equal(t, p.SolutionText(out.Best), c.solution, "%s %q: solved by", c.kind, c.text)
		set, err := pencils.Of(kind).Read("made", strings.NewReader(board{problem: c.text, solution: c.solution}.set(kind)))
		alltest.Check(t, err == nil && set.Items[0].Solution.Equal(out.Best), "%s %q: the solution is read as %v, %v", c.kind, c.text, set.Items, err)
	}
}

// TestRefusedShapes: what no board of a kind can be is refused, with its place.
func TestRefusedShapes(t *testing.T) {
	for _, c := range []struct{ kind, text, want string }{
		{"starbattle", "1 1 0\na", `typed:1:5: expected a number from 1 to 100, found "1 1 0"`},
		{"starbattle", "1 1\na", `typed:1:4: expected a number from 1 to 100, found "1 1"`},
		{"numberlink", "2 2\n1 1\n1 1", `typed:2:1: expected a number that two cells have, found "1"`},
		{"numberlink", "1 2\n- 1", `typed:2:3: expected a number that two cells have, found "1"`},
		{"numberlink", "1 3\n1 1 1", `typed:2:1: expected a number that two cells have, found "1"`},
		{"numberlink", "1 3\n? ? ?", `typed:2:1: expected an even number of ?, found "?"`},
		{"numberlink", "1 2\na a", `typed:2:1: expected a number, ? or -, found "a"`},
		{"tennergrid", "2 9\n- - - - - - - - -\n- - - - - - - - -", `typed:1:1: expected 10 columns, found "2 9"`},
		{"tennergrid", "2 11\n- - - - - - - - - - -\n- - - - - - - - - - -", `typed:1:1: expected 10 columns, found "2 11"`},
		{"kenken", "1 2\n- -\na a", `typed:1:1: expected as many columns as rows, found "1 2"`},
		{"kenken", "2 2\n+3 .\n. .\na a\nb b", `typed:2:1: expected a number with +, -, * or / behind it, . or -, found "+3"`},
		{"kenken", "2 2\n. 03+\n. .\na a\nb b", `typed:2:3: expected a number with +, -, * or / behind it, . or -, found "03+"`},
		{"kenken", "2 2\n. -3\n. .\na a\nb b", `typed:2:3: expected a number with +, -, * or / behind it, . or -, found "-3"`},
		{"yajilin", "1 2\n- 01w", `typed:2:3: expected a number and a direction, such as 2e, x or -, found "01w"`},
		{"yajilin", "1 2\n- +1w", `typed:2:3: expected a number and a direction, such as 2e, x or -, found "+1w"`},
		{"starbattle", "1 1 01\na", `typed:1:5: expected a number from 1 to 100, found "1 1 01"`},
		{"skyscraper", "1 1 1 X\n-\n-\n-\n-\n-", `typed:1:7: expected D for diagonals, found "X"`},
		{"skyscraper", "1 2 1\n- -\n- -\n-\n-\n- -", `typed:1:1: expected as many columns as rows, found "1 2 1"`},
		{"killersudoku", "9 8" + strings.Repeat("\n- - - - - - - -", 18), `typed:1:1: expected a board of 4×4, 6×6 or 9×9, found "9 8"`},
		{"shikaku", "1 1\n0", `typed:2:1: expected an area above 0, found "0"`},
		{"kakuro", "1 2\n03,4 0", `typed:2:1: expected sums such as 16,23 or 0 or -, found "03,4"`},
		{"tent", "1 2\n- -\n-\nx o", `typed:4:3: expected x for a tree, or -, found "o"`},
		// One name for two regions.
		{"countryroad", "1 3\n- - -\na b a", `typed:3:5: expected a region in one piece, found "a"`},
		{"heyawake", "2 2\n- -\n- -\na b\nb a", `typed:5:1: expected a region in one piece, found "b"`},
		{"lits", "1 3\n1 2 1", `typed:2:5: expected a region in one piece, found "1"`},
	} {
		_, err := kindOf(c.kind).New("1", "typed", c.text)
		var parse *puzzle.ParseError
		alltest.Check(t, errors.As(err, &parse) && err.Error() == c.want, "%s %q: %v, want %s", c.kind, c.text, err, c.want)
	}
}

// TestNumbersAsWritten: a number with a sign or with zeros before it is refused wherever a kind reads one. Hitori's are any signs, and
// so are the names of regions.
func TestNumbersAsWritten(t *testing.T) {
	number := regexp.MustCompile(`[0-9]+`)
	for _, b := range boards {
		kind := kindOf(b.kind)
		if kind == nil || kind == pencil.Hitori {
			continue
		}
		lines, tried := strings.Split(b.problem, "\n"), 0
		if kind.Parts[len(kind.Parts)-1] == model.Regions {
			lines = lines[:len(lines)-(len(lines)-1)/len(kind.Parts)]
		}
		for i, line := range lines {
			for j, at := range number.FindAllStringIndex(line, -1) {
				if i == 0 && j < 2 {
					continue // the size
				}
				for _, before := range []string{"+", "-", "0", "00"} {
					text := slices.Clone(strings.Split(b.problem, "\n"))
					text[i] = line[:at[0]] + before + line[at[0]:]
					tried++
					_, err := kind.New("1", "typed", strings.Join(text, "\n"))
					alltest.Check(t, err != nil, "%s reads %q", kind.Name, text[i])
				}
			}
		}
		alltest.Check(t, tried != 0 || slices.Contains([]*model.Kind{pencil.LITS, pencil.Masyu, pencil.Norinori, pencil.SimpleLoop, pencil.YinYang}, kind),
			"%s: no number in\n%s", kind.Name, b.problem)
	}
}

// TestBareBoards tries every kind on small boards with nothing on them, in one region: no engine fails, and the complete one
// finds as many solutions as there are.
func TestBareBoards(t *testing.T) {
	for _, kind := range pencil.Kinds() {
		read, compared := 0, 0
		for _, size := range []puzzle.Size{{Rows: 1, Cols: 1}, {Rows: 1, Cols: 2}, {Rows: 2, Cols: 1}, {Rows: 1, Cols: 5}, {Rows: 5, Cols: 1}, {Rows: 2, Cols: 2}, {Rows: 2, Cols: 3}, {Rows: 4, Cols: 4}, {Rows: 2, Cols: 10}} {
			var header []string
			if kind.Header > 0 {
				header = []string{"1"}
			}
			in, err := kind.Blank(size, header...)
			if err != nil {
				continue
			}
			p, err := kind.New(fmt.Sprint(size), "bare", in.Text())
			if err != nil {
				continue
			}
			read++
			out := solvertest.Solve(t, exact.New(kind), p, solver.Run{})
			if n := tried(p.Form()); n >= 0 {
				compared++
				alltest.Check(t, out.Status == verdicts[n],
					"%s %v: %v, but every board was tried, and %d are solutions", kind.Name, size, out.Status, n)
			}
			for _, s := range []solver.Solver{acs.New(kind), tabu.New(kind)} {
				got := solvertest.Solve(t, s, p, solver.Run{Seed: 1, Budget: solver.Iterations(20)})
				alltest.Check(t, got.Status != solver.Solved || out.Status != solver.Unsolvable, "%s %v: solved, but %v", kind.Name, size, out.Status)
			}
		}
		alltest.Check(t, read != 0 && (compared != 0 || kind.Name == "tennergrid" || kind.Name == "killersudoku"),
			"%s: %d bare boards, %d compared", kind.Name, read, compared)
	}
}

// TestTooLarge: a puzzle for which memory would not suffice is left undecided at once.
func TestTooLarge(t *testing.T) {
	in := alltest.Must(pencil.Fillomino.Blank(puzzle.Size{Rows: 100, Cols: 100}))(t)
	p := alltest.Must(pencil.Fillomino.New("large", "typed", in.Text()))(t)
	for _, s := range []solver.Solver{exact.New(pencil.Fillomino), acs.New(pencil.Fillomino), tabu.New(pencil.Fillomino)} {
		out := solvertest.Solve(t, s, p, solver.Run{})
		alltest.Check(t, out.Status == solver.Exhausted && out.Cost == -1 && out.Iterations == 0, "%T: %v", s, out)
	}
	trace, err := exact.New(pencil.Fillomino).Explain(t.Context(), p)
	alltest.Check(t, err == nil && trace.Status == solver.Exhausted && trace.Grade == exact.Ungraded, "explained: %v, %v", trace.Status, err)
}

// TestAdjacentBridges: bridges between islands side by side are written, drawn and told.
func TestAdjacentBridges(t *testing.T) {
	p := alltest.Must(pencil.Hashi.New("1", "typed", "2 3\n4 - 2\n3 1 -"))(t)
	out := solvertest.Solve(t, exact.New(pencil.Hashi), p, solver.Run{})
	rows := strings.Join(p.Rows(out.Best), " ")
	alltest.Check(t, rows == "║═2 ─1." && p.SolutionText(out.Best) == "2 3\nb 2 -\n1 - -", "rows %s, text %q", rows, p.SolutionText(out.Best))
	// The first cell's middle is at 13, 13: two bridges down from it, two across the second cell, one from the fourth.
	svg := string(p.Draw(puzzle.View{Board: out.Best, CellSize: 20}))
	want := "M13 31.4h40M13 34.6h40"
	alltest.Check(t, !strings.Contains(svg, want), "%s in %s", want, svg)
	for _, want := range []string{"M11.4 13v20M14.6 13v20", "M13 11.4h40M13 14.6h40", "M13 33h20"} {
		alltest.Check(t, strings.Contains(svg, want), "no %s in %s", want, svg)
	}
	for _, v := range p.Form().Variables() {
		want := map[int]string{0: "r1c1 has 2 bridges to r2c1", 1: "r1c2 has 2 bridges across", 3: "r2c1 has 2 bridges to r2c2"}[v.Cells()[0]]
		alltest.Check(t, p.Says(v.Is(2)) == want, "%s, want %s", p.Says(v.Is(2)), want)
	}
}

// TestEmptyAnswers: no verdict on a puzzle of our sets, and of those of others where they are there, hangs on whether a board with
// nothing on it is an answer: it breaks a rule of each of them anyway, and so does the board that is full. data/README.md says what
// holds by default. Without the switch these are the ten kinds of which an editor of puzzles demands a shaded cell or a line.
func TestEmptyAnswers(t *testing.T) {
	puzzles, names := 0, []string{"open"}
	kinds := []*model.Kind{
		pencil.Cave, pencil.Creek, pencil.Hashi, pencil.Heyawake, pencil.Hitori, pencil.Kuromasu, pencil.Kurotto, pencil.NumberLink, pencil.Nurimisaki, pencil.Shakashaka,
	}
	if alltest.Asked() { // all that take long to read
		kinds, names = pencil.Kinds(), append(names, "janko")
	}
	for _, kind := range kinds {
		for _, name := range names {
			set, err := pencils.Of(kind).Open(name)
			if name == "janko" && errors.Is(err, fs.ErrNotExist) {
				continue
			}
			alltest.OK(t, err)
			puzzles += set.Len()
			for _, item := range set.Items {
				for value := range uint8(2) {
					alltest.Check(t, item.Check(puzzle.NewGrid(item.Size(), value)) != nil, "%s %s: %d in every cell is an answer", kind.Name, item.ID(), value)
				}
			}
		}
	}
	t.Logf("of %d puzzles", puzzles)
}

// TestLongLines: a line of so many cells that all see each other is refused before the memory for its rules is gone.
func TestLongLines(t *testing.T) {
	alltest.Only(t, "it takes up to 2 GB")
	for kind, sign := range map[*model.Kind]string{pencil.Akari: " -", pencil.Hitori: " 5"} {
		_, err := kind.New("1", "typed", "1 20000\n"+strings.Repeat(sign, 20000))
		want := `typed:1:1: expected a smaller board, on which the rules of ` + kind.Title + ` take at most 1 GB, found "1 20000"`
		alltest.Check(t, err != nil && err.Error() == want, "%v, want %s", err, want)
	}
}

// TestContradicted: ants that see that no board is right report none, though their last board has a value everywhere.
func TestContradicted(t *testing.T) {
	for _, c := range []struct{ kind, text string }{
		{"skyscraper", "2 2 2\n2 2\n2 ?\n1 ?\n? ?\n? ?\n? ?"},
		{"masyu", "5 3\n- - -\n- w -\nb w b\nw - w\nb w b"},
		{"masyu", "7 2\n- -\nw w\n- -\n- -\nw -\nw w\n- -"},
	} {
		kind := kindOf(c.kind)
		p := alltest.Must(kind.New("1", "typed", c.text))(t)
		for seed := range uint64(20) {
			out, err := acs.New(kind).Solve(t.Context(), p, solver.Run{Seed: seed, Budget: solver.Iterations(5)})
			alltest.Check(t, err == nil && out.Status != solver.Solved, "%s, seed %d: %v, %v", c.kind, seed, out.Status, err)
		}
	}
}

// TestNoAddress: a board of one row or column has no cells behind the walls that an address of Kakuro does not count.
func TestNoAddress(t *testing.T) {
	format := alltest.Must(pencils.Of(pencil.Kakuro).Format("url"))(t)
	for _, text := range []string{"2 1\n-\n17,11", "1 8\n- 0 0 - - 0 - 0", "1 1\n-"} {
		p := alltest.Must(pencil.Kakuro.New("1", "typed", text))(t)
		alltest.Fails(t, format.Write(io.Discard, puzzle.Set{Items: []puzzle.Item{{Puzzle: p}}}), "an address cannot say a board of", text)
	}
}
