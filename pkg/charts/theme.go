package charts

import (
	"regexp"
	"slices"
	"strconv"

	"formicary/pkg/lists"
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
// comparison only) and the hues of roles ("ants") and "other".
var (
	Light = coloured(0, Theme{
		"text": "#1f2328", "muted": "#57606a", "line": "#8c959f", "grid": "#e4e7eb",
		"paper": "#6e7781", "surface": "#ffffff", "tip": "#ffffff", "context": "#c3c9d0",
	})
	Dark = coloured(1, Theme{
		"text": "#e6e8eb", "muted": "#a8b0b9", "line": "#7d8590", "grid": "#343a42",
		"paper": "#a8b0b9", "surface": "#111111", "tip": "#22272e", "context": "#4d555f",
	})
)

// hues are the six colours on light and on dark pages that one frame tells apart: one of each role, and one more. Each
// stands out from the page by a contrast of at least 3; all are told apart by readers without red, green or blue, and in
// grey (the tests of this package simulate them). They were searched for near the hues of Okabe and Ito ("Color Universal
// Design", 2008).
var hues = map[string][2]string{
	string(solver.Ants):           {"#1b5a92", "#5e99ef"},
	string(solver.CompleteSolver): {"#b94404", "#ff954d"},
	string(solver.Metaheuristic):  {"#01876b", "#09dbb1"},
	string(solver.Logic):          {"#c560ae", "#cc5498"},
	"other":                       {"#4c153e", "#f4ecff"},
	string(solver.Yours):          {"#9e951d", "#fed45e"},
}

// spare are the hues in the order in which labels take them whose role's own is taken.
var spare = []string{"other", string(solver.Yours), string(solver.Metaheuristic), string(solver.Logic), string(solver.CompleteSolver), string(solver.Ants)}

// coloured adds the hues to a theme.
func coloured(dark int, t Theme) Theme {
	for name, of := range hues {
		t[name] = of[dark]
	}
	return t
}

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

// coloursOf gives the labels of one chart their colours, in the labels' order. A label has the hue of its role
// ([solver.RoleOf]). Of up to six, each has a hue of its own: an engine by itself keeps its role's, and where two would
// share one the label that sorts first keeps it. More share their roles' hues: rows name themselves.
func coloursOf(labels []string) []string {
	sorted := slices.Compact(slices.Sorted(slices.Values(labels)))
	chosen, used := map[string]string{}, map[string]bool{}
	role := func(label string) string { r, _ := solver.RoleOf(label); return string(r) }
	plain := func(label string) bool { _, place := solver.RoleOf(label); return place == 0 }
	for _, pass := range []func(label, hue string) bool{
		func(label, hue string) bool { return plain(label) && hue == role(label) },
		func(label, hue string) bool { return hue == role(label) },
		func(_, hue string) bool {
			return !slices.ContainsFunc(sorted, func(l string) bool { return role(l) == hue })
		},
		func(string, string) bool { return true },
	} {
		for _, label := range sorted {
			for _, hue := range spare {
				if chosen[label] == "" && !used[hue] && pass(label, hue) {
					chosen[label], used[hue] = hue, true
				}
			}
		}
	}
	return lists.Map(labels, func(label string) string {
		if len(sorted) > len(hues) {
			return named(role(label))
		}
		return named(chosen[label])
	})
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

// palette are the colours of charts that name none.
var palette = []string{named("ants"), named("complete"), named("metaheuristic"), named("logic"), named("yours"), named("other")}
