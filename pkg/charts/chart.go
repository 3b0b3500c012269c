// Package charts turns statistics into charts: options of ECharts, composed of
// go-echarts' option types, with a title, a subtitle, a text alternative and the
// drawn numbers as a table. Any chart of go-echarts becomes one by [Of].
//
// Its opinion: a chart answers one question and shows how sure the answer is. Uncertainty is always drawn, as a
// band or as whiskers; the number of runs is in the tooltip; an axis names its unit; a published value is hollow
// and grey beside a filled, coloured one of ours; a frame has six hues at most, and more labels are grey curves
// with their names, or rows. A chart is a value made of plain data: the same statistics give the same bytes. The
// option has no script, so that a browser and the renderer of package static draw the same picture.
//
// The option holds colours that depend on the reader's theme as the names of
// [Theme]; package page resolves them in the browser, [Theme.Resolve] in Go.
//
// Its limits: rectangular axes and boards, no maps or graphs but by [Of]. What
// go-echarts has no words for (bands, silent series) is a map.
package charts

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Chart is one picture and what is said about it.
type Chart struct {
	// Title says what is seen, Subtitle on how many instances and runs and
	// with which budget. They are written above the picture, not in it.
	Title, Subtitle string
	// Alt is the text alternative: what a reader who cannot see the picture
	// should learn from it.
	Alt string
	// Height is the natural height in pixels, Narrow the one on pages of less
	// than [NarrowWidth] pixels; zero means the same as Height.
	Height, Narrow int
	// Notes are what the statistics say against a hasty reading, such as what
	// they left out. They are written below the picture.
	Notes []string
	// Points is how many data points are drawn; 0 means an empty chart.
	Points int

	option  []byte
	numbers *table
	of      []string // the contents of the puzzles that marks stand for
}

// NarrowWidth is the width of a page in pixels below which charts of several
// panels put fewer of them side by side.
const NarrowWidth = 700

// Drawable is what can be shown: a Chart, or statistics that know theirs.
type Drawable interface{ Chart() Chart }

// Chart makes a Chart a [Drawable].
func (c Chart) Chart() Chart { return c }

// notes are the warnings of all results, each once, with its label where it has
// one.
func notes[T any](all []T, of func(T) (label string, warnings []string)) []string {
	var out []string
	for _, one := range all {
		label, said := of(one)
		for _, w := range said {
			if label != "" {
				w = label + ": " + w
			}
			out = append(out, w)
		}
	}
	return distinct(out)
}

// Restore adds an option that [Chart.Option] returned, and a table that [Chart.CSV] did, to a chart whose fields were kept
// as text. The error is that of [Chart.Check], or of a table that is none.
func (c Chart) Restore(option json.RawMessage, numbers string) (Chart, error) {
	c.option = bytes.Clone(option)
	rows, err := csv.NewReader(strings.NewReader(numbers)).ReadAll()
	if err != nil {
		return c, fmt.Errorf("chart %q: %w", c.Title, err)
	}
	c.numbers = &table{Rows: rows}
	return c, c.Check()
}

// Option is the ECharts option as JSON, with theme colours by name.
func (c Chart) Option() json.RawMessage { return bytes.Clone(c.option) }

// ID is derived from the content: equal charts have equal IDs.
func (c Chart) ID() string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%s\n%d %d %d\n", c.Title, c.Subtitle, c.Alt, c.Height, c.Narrow, c.Points)
	h.Write(c.option)
	return "formicary-" + hex.EncodeToString(h.Sum(nil)[:6])
}

// Subjects are the puzzles that marks of the chart stand for, or whose runs they do:
// the starts of their content hashes, each once, in order. There are none after [Chart.Restore].
func (c Chart) Subjects() []string { return slices.Clone(c.of) }

// CSV is the table of the numbers drawn, with a header; of a chart made by [Of],
// the values of its series. Texts are those of [markup.Cell].
func (c Chart) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.WriteAll(c.numbers.All()) // a strings.Builder takes everything
	return b.String()
}

// Check returns an error that lists what a chart lacks to be shown: data
// points, a title, a text alternative, a height or an option.
func (c Chart) Check() error {
	var missing []error
	lacks := func(is bool, what string) {
		if is {
			missing = append(missing, errors.New("it has no "+what))
		}
	}
	lacks(c.Points == 0, "data points")
	lacks(c.Title == "", "title")
	lacks(c.Alt == "", "text alternative")
	lacks(c.Height <= 0, "height")
	lacks(!json.Valid(c.option), "option")
	if len(missing) > 0 {
		return fmt.Errorf("chart %q: %w", c.Title, errors.Join(missing...))
	}
	return nil
}

// Titled returns the chart with another title.
func (c Chart) Titled(title string) Chart {
	c.Title = title
	return c
}

// String writes the text alternative, for terminals.
func (c Chart) String() string {
	return strings.Join(compact(c.Title, c.Subtitle, c.Alt), "\n")
}

// compact drops what is empty or was said before.
func compact(texts ...string) []string {
	return slices.DeleteFunc(distinct(texts), func(t string) bool { return t == "" })
}

// encode writes an option that this package composed. Members come in the
// order of their names.
func encode(option any) []byte {
	text, err := json.Marshal(option)
	if err != nil {
		panic("charts: " + err.Error())
	}
	return text
}
