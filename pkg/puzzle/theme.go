package puzzle

import (
	"fmt"
	"strings"
)

// canvasClass is the class of every drawing of a board. All rules of a
// drawing's style are scoped to it, so that a page may hold many drawings.
const canvasClass = "formicary-board"

// classPrefix starts the class of every part of a drawing, so that rules of
// the page around it do not hold for it by chance.
const classPrefix = "fb-"

// tone is one named colour of the drawings in both themes.
type tone struct {
	name        string
	light, dark string
}

// tones are the colours that drawings of boards share. Wings use them as
// var(--NAME). The vermilion of broken rules and the blue of changed cells are
// those of Okabe and Ito, "Color universal design", 2008.
var tones = []tone{
	{"paper", "#ffffff", "#d3dae0"},    // a cell known to be empty; the bare puzzle
	{"ink", "#17212b", "#0f161d"},      // text on paper
	{"solid", "#3a4a5a", "#2b3845"},    // a cell known to be filled
	{"chalk", "#f4f7fa", "#f4f7fa"},    // text on solid
	{"open", "#c6ced6", "#a0abb6"},     // a cell that nothing is known of
	{"line", "#9aa6b2", "#6d7b88"},     // between cells
	{"frame", "#3a4a5a", "#8494a3"},    // around the board
	{"note", "#3b4754", "#c6d0da"},     // text beside the board
	{"fault", "#d55e00", "#f0701a"},    // broken rules
	{"changed", "#0072b2", "#0072b2"},  // the last step
	{"halo", "#ffffff", "#ffffff"},     // around the outline of the last step
	{"low", "#17212b", "#f4f7fa"},      // text on low heat
	{"high", "#f4f7fa", "#17212b"},     // text on high heat
	{"dim", "none", "brightness(.88)"}, // of colours that are the same in both themes
}

// theme is the style of every drawing. JupyterLab tells its theme by an
// attribute of the page; where there is none the reader's system decides.
// Paper is always light.
var theme = makeTheme()

// inThemes are declarations for drawings on light and on dark pages.
func inThemes(light, dark string) string {
	board := "." + canvasClass
	return board + "{" + light + "}@media screen{[data-jp-theme-light=\"false\"] " + board + "{" + dark + "}}" +
		"@media screen and (prefers-color-scheme:dark){:root:not(:has([data-jp-theme-light])) " + board + ",:root" + board + "{" + dark + "}}"
}

// heatTheme are the colours of heat, which only drawings with heat carry.
var heatTheme = makeHeatTheme()

func makeHeatTheme() string {
	var both [2]strings.Builder
	for i := range both {
		for level := range HeatLevels {
			fmt.Fprintf(&both[i], "--h%d:%s;", level, levelColour(level, i == 1))
		}
	}
	return inThemes(both[0].String(), both[1].String())
}

func makeTheme() string {
	var light, dark strings.Builder
	for _, t := range tones {
		light.WriteString("--" + t.name + ":" + t.light + ";")
		dark.WriteString("--" + t.name + ":" + t.dark + ";")
	}
	board := "." + canvasClass
	var b strings.Builder
	b.WriteString(inThemes(light.String(), dark.String()))
	b.WriteString(board + "{font-family:system-ui,-apple-system,\"Segoe UI\",Roboto,\"Helvetica Neue\",Arial,sans-serif}")
	for _, rule := range []string{
		".paper{fill:var(--paper)}",
		".solid{fill:var(--solid)}",
		".open{fill:var(--open)}",
		".paper,.solid,.open,.heat{shape-rendering:crispEdges}",
		".grid{fill:none;stroke:var(--line);stroke-width:1;shape-rendering:crispEdges}",
		".border{fill:none;stroke:var(--frame);stroke-width:2;shape-rendering:crispEdges}",
		".label{font-weight:700;text-anchor:middle}",
		".ink{fill:var(--ink)}",
		".chalk{fill:var(--chalk)}",
		".low{fill:var(--low)}",
		".high{fill:var(--high)}",
		".ring{paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round}",
		".chalk.ring{stroke:var(--solid)}",
		".low.ring{stroke:var(--high)}",
		".high.ring{stroke:var(--low)}",
		".note{fill:var(--note);font-size:12px}",
		".halo{fill:none;stroke:var(--halo);stroke-width:calc(var(--mark) + 2px)}",
		".changed{fill:none;stroke:var(--changed);stroke-width:var(--mark)}",
		".hatch{fill:none;stroke:var(--fault);stroke-width:.3}",
		".fault{fill:none;stroke:var(--fault);stroke-width:var(--mark);stroke-linecap:square}",
	} {
		selectors, body, _ := strings.Cut(rule, "{")
		for i, s := range strings.Split(selectors, ",") {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(board + " " + strings.ReplaceAll(s, ".", "."+classPrefix))
		}
		b.WriteString("{" + body)
	}
	return b.String()
}
