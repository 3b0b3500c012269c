package puzzletest

import (
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
)

var update = flag.Bool("update", false, "write the golden drawings anew")

// Drawing is what a drawing consists of. Classes are without the prefix "fb-".
type Drawing struct {
	// Counts are the numbers of elements by name, and by class with a dot
	// before it.
	Counts map[string]int
	// Texts are the texts of the elements of a name, in their order.
	Texts map[string][]string
	// Groups are all texts put together that follow an element other than a
	// text, such as those in a group, by its classes, or by its name where it
	// has none.
	Groups map[string]string
	// Width and Height are those of the drawing, in pixels; 0 where it has
	// none.
	Width, Height int
}

// Look takes a drawing apart. One that is not well-formed ends the test, and one
// with ids, which may stand on a page twice, fails it.
func Look(t testing.TB, svg puzzle.SVG) Drawing {
	t.Helper()
	out := Drawing{Counts: map[string]int{}, Texts: map[string][]string{}, Groups: map[string]string{}}
	name, group, d := "", "", xml.NewDecoder(strings.NewReader(string(svg)))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return out
		}
		alltest.Require(t, err == nil, "%v in %.200s", err, svg)
		switch x := token.(type) {
		case xml.StartElement:
			name = x.Name.Local
			out.Counts[name]++
			classes := name
			for _, a := range x.Attr {
				switch {
				case a.Name.Local == "class":
					classes = strings.ReplaceAll(a.Value, "fb-", "")
					for class := range strings.FieldsSeq(classes) {
						out.Counts["."+class]++
					}
				case a.Name.Local == "id" || a.Name.Local == "href":
					t.Errorf("a drawing refers to ids, which may be on a page twice: %v", a)
				case name == "svg" && a.Name.Local == "width":
					out.Width, _ = strconv.Atoi(a.Value)
				case name == "svg" && a.Name.Local == "height":
					out.Height, _ = strconv.Atoi(a.Value)
				}
			}
			if name != "text" {
				group = classes
			}
		case xml.CharData:
			out.Texts[name] = append(out.Texts[name], string(x))
			out.Groups[group] += strings.TrimSpace(string(x))
		case xml.EndElement:
			name = ""
		}
	}
}

// Golden compares drawings with testdata/NAME.svg, which somebody has looked at.
// After a change of the look run the test with -update and look at them again.
func Golden(t *testing.T, drawings map[string]puzzle.SVG) {
	t.Helper()
	for name, svg := range drawings {
		path := filepath.Join("testdata", name+".svg")
		if *update {
			alltest.OK(t, os.WriteFile(path, []byte(svg), 0o644))
		}
		want := alltest.Must(os.ReadFile(path))(t)
		alltest.Check(t, string(svg) == string(want), "%s has changed:\n%s", path, svg)
	}
}
