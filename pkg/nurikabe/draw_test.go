package nurikabe

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/puzzle"
)

var update = flag.Bool("update", false, "write the golden drawings anew")

// elements counts the elements of a drawing by name, and by class, and
// collects the text of titles and descriptions. A drawing that is not
// well-formed is an error.
func elements(t *testing.T, svg puzzle.SVG) (counts map[string]int, texts map[string]string) {
	t.Helper()
	counts, texts = map[string]int{}, map[string]string{}
	d := xml.NewDecoder(strings.NewReader(string(svg)))
	in := ""
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return counts, texts
		}
		if err != nil {
			t.Fatalf("%v in %s", err, svg)
		}
		switch x := token.(type) {
		case xml.StartElement:
			in = x.Name.Local
			counts[in]++
			for _, a := range x.Attr {
				switch a.Name.Local {
				case "class":
					for _, class := range strings.Fields(a.Value) {
						counts["."+class]++
					}
				case "id", "href":
					t.Errorf("a drawing refers to ids, which may be on a page twice: %v", a)
				}
			}
		case xml.CharData:
			texts[in] += string(x)
		case xml.EndElement:
			in = ""
		}
	}
}

// drawings are the views that the golden files and the structural tests look
// at. Board and heat are made by hand, so that nothing but the drawing can
// change them.
func drawings(t *testing.T) map[string]puzzle.SVG {
	p := parse(t, small)
	wrong := board("..##\n.###\n##.?\n.###\n")
	heat := make([]float64, 16)
	for i := range heat {
		heat[i] = float64(i) / 10
	}
	return map[string]puzzle.SVG{
		"bare":     p.Draw(puzzle.View{}),
		"solution": p.Draw(puzzle.View{Board: board(solved), Title: "solved & <done>"}),
		"broken":   p.Draw(puzzle.View{Board: wrong, Violations: p.Check(wrong), Changed: []puzzle.Cell{{Row: 0, Col: 1}, {Row: 3, Col: 3}}}),
		"heat":     p.Draw(puzzle.View{Board: board(solved), Heat: heat, HeatMax: 2, HeatName: "pheromone"}),
	}
}

// TestDrawGolden compares drawings with those that somebody has looked at. Run
// it with -update after a change of the look, and look at testdata/*.svg.
func TestDrawGolden(t *testing.T) {
	for name, svg := range drawings(t) {
		path := filepath.Join("testdata", name+".svg")
		if *update {
			if err := os.WriteFile(path, []byte(svg), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(svg) != string(want) {
			t.Errorf("%s has changed:\n%s", path, svg)
		}
	}
}

func TestDrawStructure(t *testing.T) {
	want := map[string]struct {
		title  string
		counts map[string]int
	}{
		"bare":     {"nurikabe 1, 4x4", map[string]int{".fb-paper": 1, ".fb-solid": 0, ".fb-open": 0, ".fb-heat": 0, "text": 3, "desc": 0}},
		"solution": {"solved & <done>", map[string]int{".fb-solid": 1, ".fb-open": 0, ".fb-ink": 1, ".fb-chalk": 0, ".fb-hatch": 0}},
		"broken":   {"nurikabe 1, 4x4", map[string]int{".fb-solid": 1, ".fb-open": 1, ".fb-hatch": 1, ".fb-fault": 3, ".fb-changed": 1, ".fb-halo": 1, ".fb-ring": 1, "desc": 1}},
		"heat":     {"nurikabe 1, 4x4", map[string]int{".fb-solid": 1, ".fb-heat": 2, ".fb-note": 1, "text": 6}},
	}
	for name, svg := range drawings(t) {
		counts, texts := elements(t, svg)
		if counts["svg"] != 1 || counts["title"] != 1 || counts["style"] != 1 {
			t.Errorf("%s: %v", name, counts)
		}
		if texts["title"] != want[name].title {
			t.Errorf("%s: title %q", name, texts["title"])
		}
		for what, n := range want[name].counts {
			if counts[what] != n {
				t.Errorf("%s has %d %s, want %d", name, counts[what], what, n)
			}
		}
		if !strings.HasPrefix(string(svg), `<svg xmlns="http://www.w3.org/2000/svg" class="formicary-board nurikabe" role="img" viewBox="0 0 `) {
			t.Errorf("%s starts with %.120s", name, svg)
		}
	}
	_, texts := elements(t, drawings(t)["broken"])
	if want := "cell-unset: the cell r3c4 is neither wall nor island; wall-2x2: the 2x2 block from r1c3 to r2c4 is all wall; island-size: the island at r1c1 has 3 cells, its clue says 2"; texts["desc"] != want {
		t.Errorf("the description is %q", texts["desc"])
	}
	_, texts = elements(t, drawings(t)["heat"])
	if want := "0" + "2" + "pheromone"; !strings.HasPrefix(texts["text"], want) {
		t.Errorf("the scale says %q", texts["text"])
	}
}

// TestDrawSmall: a board of 50×50 cells with heat stays below 80 kB, and its
// text fits a notebook 900 pixels wide.
func TestDrawSmall(t *testing.T) {
	const side = 50
	r := rand.New(rand.NewPCG(1, 2))
	clues := make([]int, side*side)
	heat := make([]float64, len(clues))
	b := puzzle.NewGrid(puzzle.Size{Rows: side, Cols: side}, Wall)
	for i := range clues {
		if r.IntN(6) == 0 {
			clues[i] = 1 + r.IntN(30)
		}
		heat[i] = r.Float64()
		b.Values[i] = uint8(r.IntN(2))
	}
	p, err := New("large", b.Size, clues)
	if err != nil {
		t.Fatal(err)
	}
	plain, hot := p.Draw(puzzle.View{Board: b}), p.Draw(puzzle.View{Board: b, Heat: heat})
	if len(plain) > 40_000 || len(hot) > 80_000 {
		t.Errorf("%d and %d bytes", len(plain), len(hot))
	}
	for _, svg := range []puzzle.SVG{plain, hot} {
		var width, height int
		if _, err := fmt.Sscanf(string(svg[strings.Index(string(svg), "viewBox"):]), `viewBox="0 0 %d %d"`, &width, &height); err != nil || width > 900 || width < 400 {
			t.Errorf("%d pixels wide, %v", width, err)
		}
		elements(t, svg)
	}
}

// TestDrawAgain: one view gives one drawing, and drawing changes no input.
func TestDrawAgain(t *testing.T) {
	once, twice := drawings(t), drawings(t)
	for name := range once {
		if once[name] != twice[name] {
			t.Errorf("%s is drawn in two ways", name)
		}
	}
}

// TestDrawOdd: what is on a board need not make sense to be drawn.
func TestDrawOdd(t *testing.T) {
	p := parse(t, ". 123\n4567 ?\n")
	nan := []float64{0, 1, 2, 3}
	for i := range nan {
		nan[i] /= nan[0] // NaN and infinities
	}
	wall := puzzle.NewGrid(p.Size(), Wall)
	views := []puzzle.View{
		{Board: wall, Violations: p.Check(wall)},
		{Board: puzzle.NewGrid(p.Size(), 9)},
		{Heat: nan},
		{Heat: []float64{1, 1, 1, 1}},
		{Heat: nan, Board: wall, CellSize: 1},
		{CellSize: -5},
		{Heat: make([]float64, 4), HeatMin: 3, HeatMax: 1},
		{Violations: p.Check(puzzle.Grid{})},
		{Title: "\x00\xff"},
	}
	for i, view := range views {
		counts, _ := elements(t, p.Draw(view))
		if counts["title"] != 1 {
			t.Errorf("view %d: %v", i, counts)
		}
	}
	defer func() {
		if got, want := recover(), "nurikabe: Draw: a board of 1x2 with 2 values for a puzzle of 2x2"; got != want {
			t.Errorf("panic %v, want %s", got, want)
		}
	}()
	p.Draw(puzzle.View{Board: board("..\n")})
}
