package pencil_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/pencil"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
)

// drawings are a board's puzzle, bare and solved.
func drawings(t *testing.T, b board, kind *model.Kind) (bare, solved puzzletest.Drawing, item puzzle.Item) {
	item = b.item(t, kind)
	return puzzletest.Look(t, item.Draw(puzzle.View{})), puzzletest.Look(t, item.Draw(puzzle.View{Board: item.Solution})), item
}

// TestDrawGolden compares the drawings of solved boards with those that somebody has looked at.
func TestDrawGolden(t *testing.T) {
	all := map[string]puzzle.SVG{}
	for _, b := range boards {
		if kind := kindOf(b.kind); kind != nil {
			item := b.item(t, kind)
			all[b.kind] = item.Draw(puzzle.View{Board: item.Solution})
		}
	}
	puzzletest.Golden(t, all)
}

// TestDrawn: what a kind gives and what its boards have is in its drawings.
func TestDrawn(t *testing.T) {
	for name, want := range map[string]struct {
		bare, solved map[string]int // elements and classes
		texts        string         // all of the solved board, in their order
	}{
		"akari":         {map[string]int{".solid": 1, ".bulb": 0, ".lit": 0}, map[string]int{".solid": 1, ".lit": 1, "circle": 2}, "2"},
		"binairo":       {nil, map[string]int{".value": 1}, "1221"},
		"cave":          {map[string]int{"circle": 2, ".loop": 0}, map[string]int{"circle": 2, ".loop": 1, ".solid": 0}, "3"},
		"countryroad":   {map[string]int{".corner": 1, ".region": 1}, map[string]int{".loop": 1}, "2"},
		"creek":         {map[string]int{"circle": 2, ".solid": 0}, map[string]int{"circle": 2, ".solid": 1}, "20"},
		"fillomino":     {map[string]int{".value": 0, ".region": 0}, map[string]int{".value": 1, ".region": 1}, "13" + "33"},
		"galaxies":      {map[string]int{".white": 1, "circle": 1, "text": 0}, map[string]int{"circle": 1, ".region": 0}, ""},
		"gokigennaname": {map[string]int{"circle": 2, ".loop": 0}, map[string]int{".loop": 1}, "04"},
		"hashi":         {map[string]int{"circle": 4, ".loop": 0}, map[string]int{".loop": 1}, "3311"},
		"hitori":        {map[string]int{".solid": 0}, map[string]int{".solid": 1, ".chalk": 1}, "14011"},
		"kakuro":        {map[string]int{".solid": 1, ".split": 1}, map[string]int{".value": 1}, "2113" + "3434"},
		"kenken":        {map[string]int{".corner": 1, ".region": 1}, map[string]int{".value": 1}, "3+3+" + "1221"},
		"killersudoku":  {map[string]int{".cage": 1, ".region": 1, ".corner": 1}, map[string]int{".value": 1}, "37733773" + "1234341221434321"},
		"kurotto":       {map[string]int{"circle": 2, ".solid": 0}, map[string]int{".solid": 1}, "1"},
		"lits":          {map[string]int{".solid": 0}, map[string]int{".solid": 1}, "LLLL"},
		"masyu":         {map[string]int{".white": 1, ".black": 1, "text": 0}, map[string]int{".loop": 1}, ""},
		"numberlink":    {map[string]int{".loop": 0}, map[string]int{".loop": 1}, "1122"},
		"nurimisaki":    {map[string]int{"circle": 2}, map[string]int{".solid": 1}, "3"},
		"shakashaka":    {map[string]int{".solid": 1, ".chalk": 1}, map[string]int{".solid": 1}, "0"},
		"shikaku":       {map[string]int{".region": 0}, map[string]int{".region": 1}, "22"},
		"simpleloop":    {map[string]int{".solid": 1}, map[string]int{".loop": 1}, ""},
		"skyscraper":    {map[string]int{".outside": 1}, map[string]int{".value": 1}, "2112" + "121"},
		"slitherlink":   {map[string]int{".loop": 0}, map[string]int{".loop": 1, ".solid": 0}, "31"},
		"starbattle":    {map[string]int{".ink": 0, ".region": 1}, map[string]int{".ink": 1}, ""},
		"tennergrid":    {map[string]int{".outside": 1}, map[string]int{".value": 1}, "0123456789" + "0123456789"},
		"tent":          {map[string]int{".crown": 1, ".outside": 1}, map[string]int{".ink": 1}, "010100"},
		"yajilin":       {map[string]int{"text": 1}, map[string]int{".loop": 1}, "0"},
		"yinyang":       {map[string]int{"circle": 2}, map[string]int{"circle": 6}, ""},
	} {
		kind := kindOf(name)
		i := slices.IndexFunc(boards, func(b board) bool { return b.kind == name })
		bare, solved, _ := drawings(t, boards[i], kind)
		for what, n := range want.bare {
			alltest.Check(t, bare.Counts[what] == n, "%s, bare: %d %s, want %d", name, bare.Counts[what], what, n)
		}
		for what, n := range want.solved {
			alltest.Check(t, solved.Counts[what] == n, "%s, solved: %d %s, want %d", name, solved.Counts[what], what, n)
		}
		alltest.Equal(t, strings.Join(solved.Texts["text"], ""), want.texts, "%s has the texts", name)
	}
}

// TestDrawViews draws every kind with all that a view can have, on boards that need not make sense.
func TestDrawViews(t *testing.T) {
	for _, b := range boards {
		kind := kindOf(b.kind)
		if kind == nil {
			continue
		}
		bare, _, item := drawings(t, b, kind)
		want := fmt.Sprintf("%s 1, %s", kind.Title, item.Size().Words())
		alltest.Check(t, strings.Join(bare.Texts["title"], "") == want, "%s: the title is %q", b.kind, bare.Texts["title"])
		n := item.Size().Cells()
		heat := make([]float64, n)
		for i := range heat {
			heat[i] = float64(i)
		}
		heat[0] = math.NaN()
		open, wrong := puzzle.NewGrid(item.Size(), puzzle.Unset), puzzle.NewGrid(item.Size(), 1)
		for i, view := range []puzzle.View{
			{Board: open, Coordinates: true},
			{Board: item.Solution, Heat: heat, HeatName: "pheromone"},
			{Board: open, Heat: heat, CellSize: 1},
			{Board: item.Solution, Heat: []float64{1}, Pairs: [][2]int32{{0, int32(n) - 1}}},
			{Board: wrong, Violations: item.Check(wrong), Changed: []puzzle.Cell{{}}, Because: []puzzle.Cell{{}}},
			{Board: puzzle.NewGrid(item.Size(), 254)},
			{Title: "<\x00>"},
		} {
			svg := item.Draw(view)
			d := puzzletest.Look(t, svg)
			alltest.Check(t, d.Counts["svg"] == 1 && d.Counts["title"] == 1 && svg == item.Draw(view),
				"%s, view %d: %v", b.kind, i, slices.Sorted(maps.Keys(d.Counts)))
			alltest.Check(t, !strings.Contains(string(svg), "NaN"), "%s, view %d: a place is no number", b.kind, i)
			if cages, grounds := d.Counts[".cage"], d.Counts[".ground"]; view.Heat != nil && cages != grounds || view.Heat == nil && grounds > 0 {
				t.Errorf("%s, view %d: %d cages on %d light grounds", b.kind, i, cages, grounds)
			}
			if marked := len(view.Violations) > 0; marked != (d.Counts[".hatch"] > 0) || marked != (d.Counts["desc"] > 0) {
				t.Errorf("%s, view %d: %d hatched, %d described", b.kind, i, d.Counts[".hatch"], d.Counts["desc"])
			}
			rows := item.Rows(view.Board)
			alltest.Check(t, len(rows) == view.Board.Rows, "%s, view %d: rows %q", b.kind, i, rows)
		}
	}
	board := puzzle.NewGrid(puzzle.Size{Rows: 1, Cols: 1}, 0)
	alltest.Equal(t, alltest.Panics(t, func() { boards[1].item(t, pencil.Binairo).Draw(puzzle.View{Board: board}) }),
		"model: Draw: a board of 1x1 with 1 values for a puzzle of 2x2")
}

// TestDrawOpenHeat: on heat, a cell that is open looks otherwise than one that is known to have nothing.
func TestDrawOpenHeat(t *testing.T) {
	for _, name := range []string{"akari", "cave", "lits", "slitherlink", "starbattle", "tent"} {
		i := slices.IndexFunc(boards, func(b board) bool { return b.kind == name })
		item := boards[i].item(t, kindOf(name))
		view := puzzle.View{Board: item.Solution.Clone(), Heat: make([]float64, item.Size().Cells())}
		for _, open := range []bool{false, true} {
			if open {
				for cell := range view.Board.Values {
					view.Board.Values[cell] = puzzle.Unset
				}
			}
			texts := puzzletest.Look(t, item.Draw(view)).Texts["text"]
			alltest.Check(t, slices.Contains(texts, "open") == open, "%s, open %v: the texts are %q", name, open, texts)
		}
	}
}

// TestRows: a board in a terminal, one rune a cell.
func TestRows(t *testing.T) {
	for name, want := range map[string]string{
		"akari": "2o. o.■", "binairo": "12 21", "cave": "### ..#", "countryroad": "┌┐ └┘", "creek": "## ..", "fillomino": "13 33", "galaxies": "11 11",
		"gokigennaname": `\/ /\`, "hakyuu": "12 21", "hashi": "3═3 │.│ 1.1", "heyawake": "1#. ...", "hitori": "1# E1",
		"kakuro": "■■■ ■21 ■13", "kenken": "12 21", "killersudoku": "1234 3412 2143 4321", "kuromasu": "3.# ...", "kurotto": "1# .o", "lits": "LLL L..",
		"masyu": "┌─┐ │.│ └─┘", "mosaic": "## ##", "norinori": "## ..", "numberlink": "╶╴ ╶╴", "nurimisaki": "3.? ###", "shakashaka": "0.", "shikaku": "11 22", "simpleloop": "┌─┐ │■│ └─┘",
		"skyscraper": "21 12", "slitherlink": "## .1", "starbattle": ".*.. ...* *... ..*.", "suguru": "12 34", "tennergrid": "0123456789",
		"tent": ".A. .T. ...", "yajilin": "┌─┐ │0│ └─┘", "yinyang": "○● ○●",
	} {
		kind := kindOf(name)
		if kind == nil {
			continue
		}
		i := slices.IndexFunc(boards, func(b board) bool { return b.kind == name })
		item := boards[i].item(t, kind)
		alltest.Equal(t, strings.Join(item.Rows(item.Solution), " "), want, name)
		open := strings.Join(item.Rows(puzzle.NewGrid(item.Size(), puzzle.Unset)), "")
		alltest.Check(t, strings.Contains(open, "?"), "%s: an open board is %s", name, open)
	}
}
