package puzzle

import (
	"regexp"
	"strings"
	"testing"

	"formicary/pkg/alltest"
)

// TestCanvasSpeaks: a drawing is a picture with a text alternative before
// anything that is drawn, and says which rules are broken.
func TestCanvasSpeaks(t *testing.T) {
	size := Size{2, 2}
	for name, c := range map[string]struct {
		view View
		desc []string
	}{
		"bare":   {View{}, nil},
		"heat":   {View{Heat: []float64{1, 2, 3, 4}, HeatName: "pheromone"}, nil},
		"broken": {View{Violations: []Violation{{Rule: "wall-2x2", Text: "all is wall", Cells: []Cell{{0, 0}}}}}, []string{"wall-2x2: all is wall"}},
	} {
		canvas := NewCanvas(size, c.view, Margin{})
		canvas.Heat(c.view)
		canvas.Marks(c.view)
		svg := canvas.SVG("nurikabe", "nurikabe 7, 2x2")
		alltest.Check(t, regexp.MustCompile(`^<svg [^>]*\brole="img"[^>]*><title>nurikabe 7, 2x2</title>(<desc>|<style>)`).MatchString(string(svg)),
			"%s: the drawing begins with %.200s", name, svg)
		got := wellFormed(t, svg, "desc")
		alltest.Check(t, strings.Join(got, "|") == strings.Join(c.desc, "|"), "%s: described as %q, want %q", name, got, c.desc)
	}
}

// TestPrintsLight: the dark tones are for screens only, so that paper gets the
// light ones.
func TestPrintsLight(t *testing.T) {
	rest := makeTheme()
	blocks := 0
	for {
		at := strings.Index(rest, "@media screen")
		if at < 0 {
			break
		}
		blocks++
		var end, depth int
		for end = at; ; end++ {
			if rest[end] == '{' {
				depth++
			}
			if rest[end] == '}' {
				if depth--; depth == 0 {
					break
				}
			}
		}
		rest = rest[:at] + rest[end+1:]
	}
	alltest.Check(t, blocks == 2 && !strings.Contains(rest, "prefers-color-scheme") && !strings.Contains(rest, "data-jp-theme"),
		"%d blocks for screens, and beside them %s", blocks, rest)
	for _, tone := range tones {
		alltest.Check(t, strings.Contains(rest, "--"+tone.name+":"+tone.light+";"), "%s is not light where there is no screen", tone.name)
		alltest.Check(t, tone.dark == tone.light || !strings.Contains(rest, "--"+tone.name+":"+tone.dark+";"), "%s is dark on paper", tone.name)
	}
}
