package charts

import (
	"hash/fnv"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Theme is the set of colours that depend on the page around a chart, by
// name.
type Theme map[string]string

// named is how an option refers to a colour of the theme.
func named(colour string) string { return "@theme:" + colour }

// The themes. Their names: text, muted (axis labels), line (axis lines), grid
// (split lines), paper (published values), surface (what is behind the chart;
// the filling of hollow marks), tip (tooltips), context (what is drawn for
// comparison only).
var (
	Light = Theme{
		"text": "#1f2328", "muted": "#57606a", "line": "#8c959f", "grid": "#e4e7eb",
		"paper": "#6e7781", "surface": "#ffffff", "tip": "#ffffff", "context": "#c3c9d0",
	}
	Dark = Theme{
		"text": "#e6e8eb", "muted": "#a8b0b9", "line": "#7d8590", "grid": "#343a42",
		"paper": "#a8b0b9", "surface": "#111111", "tip": "#22272e", "context": "#4d555f",
	}
)

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

// The colours of Okabe and Ito ("Color Universal Design", 2008) that stand out
// on light and on dark pages: all but black and yellow.
const (
	blue      = "#0072B2"
	vermilion = "#D55E00"
	green     = "#009E73"
	purple    = "#CC79A7"
	orange    = "#E69F00"
	skyBlue   = "#56B4E9"
)

// palette in the order in which labels get them: the first two are the easiest
// to tell apart.
var palette = []string{blue, vermilion, green, purple, orange, skyBlue}

// known gives the lab's own engines and the usual pair of variants their
// colours; the schemes of an engine take them by number.
var known = map[string]string{
	"nurikabe/acs":       blue,
	"nurikabe/exact":     vermilion,
	"nurikabe/portfolio": green,
	"sudoku/acs":         blue,
	"sudoku/cuckoo":      green,
	"nonogram/logic":     vermilion,
	"with BVE":           blue,
	"without BVE":        vermilion,
}

// colourOf is the colour of a label in every chart. A label that ends in a word
// of digits ("scheme 3") takes the colour of that number, so that a family
// keeps its order; the lab's engines have fixed colours; any other label has
// one by its text. Labels of one chart that would share a colour are told apart
// there, see [coloursOf].
func colourOf(label string) string {
	if c, ok := known[label]; ok {
		return c
	}
	if i := strings.LastIndexByte(label, ' '); i >= 0 {
		if n, err := strconv.ParseUint(label[i+1:], 10, 32); err == nil {
			return palette[n%uint64(len(palette))]
		}
	}
	h := fnv.New32a()
	h.Write([]byte(label))
	return palette[h.Sum32()%uint32(len(palette))]
}

// coloursOf gives the labels of one chart their colours, in the labels' order.
// Where two have the same [colourOf], the one that sorts first keeps it and the
// other takes the next one free; with more labels than colours, colours
// repeat.
func coloursOf(labels []string) []string {
	sorted := slices.Compact(slices.Sorted(slices.Values(labels)))
	chosen := map[string]string{}
	used := map[string]int{}
	for _, label := range sorted {
		if c := colourOf(label); used[c] == 0 {
			chosen[label] = c
			used[c]++
		}
	}
	for _, label := range sorted {
		if _, ok := chosen[label]; ok {
			continue
		}
		best := palette[0]
		for _, c := range palette {
			if used[c] < used[best] {
				best = c
			}
		}
		chosen[label] = best
		used[best]++
	}
	out := make([]string, len(labels))
	for i, label := range labels {
		out[i] = chosen[label]
	}
	return out
}
