package charts

import (
	"fmt"
	"hash/fnv"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"formicary/pkg/solver"
)

// Theme is the set of colours that depend on the page around a chart, by
// name.
type Theme map[string]string

// named is how an option refers to a colour of the theme.
func named(colour string) string { return "@theme:" + colour }

// The themes. Their names: text, muted (axis labels), line (axis lines), grid
// (split lines), paper (published values), surface (what is behind the chart;
// the filling of hollow marks), tip (tooltips), context (what is drawn for
// comparison only) and a role with the number of a shade ("ants0").
var (
	Light = shaded(0, Theme{
		"text": "#1f2328", "muted": "#57606a", "line": "#8c959f", "grid": "#e4e7eb",
		"paper": "#6e7781", "surface": "#ffffff", "tip": "#ffffff", "context": "#c3c9d0",
	})
	Dark = shaded(1, Theme{
		"text": "#e6e8eb", "muted": "#a8b0b9", "line": "#7d8590", "grid": "#343a42",
		"paper": "#a8b0b9", "surface": "#111111", "tip": "#22272e", "context": "#4d555f",
	})
)

// shades are the colours of each role on light and on dark pages, the role's own
// first. Each stands out from the page by a contrast of at least 3, and the roles'
// own are told apart by readers without red, green or blue (the tests of this
// package simulate them). They were searched for in the hues of Okabe and Ito
// ("Color Universal Design", 2008).
var shades = map[solver.Role][2][4]string{
	solver.CompleteSolver: {{"#b84500", "#621901", "#e06505", "#8a3614"}, {"#ff944d", "#965a1c", "#fecebe", "#c8743f"}},
	solver.Ants:           {{"#00629f", "#003c4c", "#1f93e0", "#4540a8"}, {"#5e9af0", "#e3f0fe", "#237592", "#7fcbf4"}},
	solver.Metaheuristic:  {{"#08886c", "#0b4a00", "#719e63", "#066559"}, {"#00dbb0", "#39824f", "#b5ffee", "#4eaf48"}},
	solver.Logic:          {{"#ca60ae", "#5e123e", "#852394", "#d43262"}, {"#cc5397", "#fde2ff", "#f3a3dc", "#973fb5"}},
	solver.Yours:          {{"#968805", "#473202", "#584d03", "#816a05"}, {"#fed45f", "#736f02", "#a08d03", "#b0ae68"}},
}

// places is the number of looks within a role: where there are more than shades,
// lines of one shade differ in their dashes.
const places = 8

// shaded adds the roles' shades to a theme, each under all its places.
func shaded(dark int, t Theme) Theme {
	for role, of := range shades {
		for place := range places {
			t[shadeName(role, place)] = of[dark][place%len(of[dark])]
		}
	}
	return t
}

func shadeName(role solver.Role, place int) string { return fmt.Sprint(role, place) }

// dashes are those of lines, shade by shade, shifted by one where the shades begin
// again.
var dashes = [3]string{"", "dashed", "dotted"}

// dashOf is the dash of lines in a colour: that of its place within its role.
func dashOf(colour string) string {
	digit := colour[max(len(colour)-1, 0):]
	place, err := strconv.Atoi(digit)
	if err != nil || !strings.HasPrefix(colour, named("")) {
		return ""
	}
	return dashes[(place+place/4)%len(dashes)]
}

// strokes are a piece of a line with each dash.
var strokes = map[string]string{"": "━", "dashed": "╍", "dotted": "┅"}

var reference = regexp.MustCompile(`"@theme:(\w+)"`)

// Resolve replaces the names of colours in an option by the theme's colours.
func (t Theme) Resolve(option []byte) []byte {
	return reference.ReplaceAllFunc(option, func(name []byte) []byte {
		colour, ok := t[string(name[len(`"@theme:`):len(name)-1])]
		if !ok {
			return name
		}
		return []byte(strconv.Quote(colour))
	})
}

// The ends of scales around zero, which are of no role: what is less and what is
// more.
const (
	less = "#D55E00"
	more = "#0072B2"
)

// coloursOf gives the labels of one chart their colours, in the labels' order. A
// label has the colour of its role ([solver.RoleOf]). Within the role an engine by
// itself and the schemes of the ants have shades of their own, any other variant
// one by its text; where two would share one, the label that sorts first keeps it
// and the other takes the next one free.
func coloursOf(labels []string) []string {
	sorted := slices.Compact(slices.Sorted(slices.Values(labels)))
	chosen := map[string]string{}
	used := map[string]bool{}
	try := func(label string, fixed bool) {
		role, place := solver.RoleOf(label)
		if fixed != (place >= 0) {
			return
		}
		if place < 0 {
			h := fnv.New32a()
			h.Write([]byte(label))
			place = 1 + int(h.Sum32()%3)
		}
		colour := named(shadeName(role, place%places))
		for n := 1; n < places && used[colour]; n++ {
			colour = named(shadeName(role, (place+n)%places))
		}
		chosen[label], used[colour] = colour, true
	}
	for _, fixed := range []bool{true, false} {
		for _, label := range sorted {
			try(label, fixed)
		}
	}
	return column(labels, func(label string) string { return chosen[label] })
}

// coloursOfSeries are the colours of what tells numbers of one row apart: those of
// the roles where there are engines, and greys where all are something else, such as
// limits.
func coloursOfSeries(series []string) []string {
	for _, s := range series {
		if role, _ := solver.RoleOf(s); role != solver.Yours {
			return coloursOf(series)
		}
	}
	greys := []string{named("text"), named("paper"), named("line")}
	out := make([]string, len(series))
	for i := range series {
		out[i] = greys[i%len(greys)]
	}
	return out
}

// colourOf is the colour of a label that stands alone.
func colourOf(label string) string { return coloursOf([]string{label})[0] }

// palette are the colours of charts that name none: the roles' own.
var palette = []string{
	named("ants0"), named("complete0"), named("metaheuristic0"), named("logic0"), named("yours0"), named("ants2"),
}
