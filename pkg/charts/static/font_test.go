package static

import (
	"testing"

	"github.com/go-fonts/liberation/liberationsansregular"

	"formicary/pkg/alltest"
	"formicary/pkg/charts/internal/sample"
)

// TestEveryLetter: the font that figures have by default has all letters of the charts.
func TestEveryLetter(t *testing.T) {
	f := alltest.Must(newFace(liberationsansregular.TTF))(t)
	_, all := sample.Charts()
	for _, c := range all {
		for _, r := range c.Title + c.Subtitle + string(c.Option()) {
			glyph, _, _ := f.letter(r)
			alltest.Check(t, glyph != 0 || strokes[r] != 0 || r <= ' ', "%s: no letter %q", c.Title, r)
		}
	}
	if one, three := f.width("━"), f.width("┅┅┅"); one != strokeWidth || three != 3*one {
		t.Errorf("strokes are %v and %v wide", one, three)
	}
}
