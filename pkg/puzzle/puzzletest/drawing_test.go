package puzzletest_test

import (
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
)

func TestLook(t *testing.T) {
	d := puzzletest.Look(t, puzzle.SVG(`<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20" class="formicary-board row">
<title>a row</title><g class="fb-label fb-ink"><text>1</text> <text> 2 </text></g><path class="fb-ink"/></svg>`))
	alltest.Check(t, d.Width == 30 && d.Height == 20 && d.Counts["text"] == 2 && d.Counts[".ink"] == 2 && d.Counts[".row"] == 1 && d.Counts[".fb-ink"] == 0,
		"%+v", d)
	alltest.Check(t, slices.Equal(d.Texts["text"], []string{"1", " 2 "}) && d.Texts["title"][0] == "a row" && d.Groups["label ink"] == "12",
		"%q, %q", d.Texts, d.Groups)
}
