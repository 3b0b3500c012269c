package charts

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-echarts/go-echarts/v2/opts"

	"formicary/pkg/charts/internal/scale"
	"formicary/pkg/puzzle"
)

// axis is one axis of a figure.
type axis struct {
	name     string
	log      bool
	zero     float64   // of a logarithmic axis: where 0 stands, if it does
	min, max float64   // both zero: ECharts chooses
	rows     []string  // of a y axis: slots from the top, see row
	percent  bool      // numbers between 0 and 1
	integer  bool      // no ticks between whole numbers
	fit      int       // numbers that there is room for; 0 for as many as the only panel has
	time     bool      // of seconds, which are written with the unit that fits
	below    int       // pixels between the numbers of an x axis and its name
	marked   []float64 // its numbers; fewer than two: round ones
}

// few are as many numbers as an axis of a narrow panel has, high as one of a low panel.
const few, high = 4, 7

// timed is the axis with times written as such, where its name says that it is of
// seconds.
func (a axis) timed() axis {
	if name, ok := strings.CutSuffix(a.name, " (s)"); ok {
		a.name, a.time = name, true
	}
	return a
}

// tick is a number of the axis as it is written.
func (a axis) tick(x float64) string {
	switch {
	case !a.time || x == 0:
		return human(x)
	case x >= 1:
		return human(x) + " s"
	}
	return puzzle.Time(x)
}

// of is the axis of a panel in ECharts' words; without ids ECharts would tell axes
// apart by their names. The name of a y axis stands above it, to be read without turning
// the head.
func (a axis) of(panel int, vertical bool) axisOption {
	out := axisOption{ID: fmt.Sprint("x", panel), Name: a.name}
	out.NameTextStyle = &opts.TextStyle{Color: named("text"), FontSize: fontSize}
	out.NameLocation, out.NameGap = "middle", 26+a.below
	if vertical {
		out.ID, out.NameLocation, out.NameGap = fmt.Sprint("y", panel), "end", 13
		out.NameTextStyle.Align, out.NameTextStyle.Padding = "left", []int{0, 0, 0, -8}
	}
	out.GridIndex, out.Type = panel, "value"
	if a.rows != nil { // rowSlots is what is seen
		out.Show, out.Min, out.Max = opts.Bool(false), 0, len(a.rows)
		return out
	}
	ruled := func(colour string) *opts.LineStyle { return &opts.LineStyle{Color: named(colour)} }
	out.AxisLabel = &axisLabel{AxisLabel: opts.AxisLabel{Show: opts.Bool(true), Color: named("muted"), FontSize: fontSize - 1, HideOverlap: opts.Bool(true), Formatter: "@number"}}
	if a.time {
		out.AxisLabel.Formatter = "@time"
	}
	out.AxisLine = &opts.AxisLine{Show: opts.Bool(true), OnZero: opts.Bool(false), LineStyle: ruled("line")}
	out.AxisTick = &axisTick{AxisTick: opts.AxisTick{Show: opts.Bool(true), LineStyle: ruled("line")}}
	out.SplitLine = &opts.SplitLine{Show: opts.Bool(true), LineStyle: ruled("grid")}
	if a.min != 0 || a.max != 0 {
		out.Min, out.Max = num(a.min), num(a.max)
	}
	if a.log {
		out.Type = "log"
	}
	switch round := scale.Fit(a.min, a.max, cmp.Or(a.fit, 9)); {
	case len(a.marked) > 1:
		out.ticked(a.marked)
		out.SplitLine.Show = opts.Bool(false)
	case a.log && len(round) > 0:
		out.ticked(round)
		out.SplitLine.Show = opts.Bool(false)
	case a.percent && a.min == 0:
		out.Interval = 0.25
		if a.fit == few {
			out.Interval = 0.5
		}
	case !a.log && out.Min != nil:
		// ECharts would also write the ends, beside the round number next to them.
		out.ticked(slices.DeleteFunc(scale.Even(a.min, a.max, cmp.Or(a.fit, 7)), func(t float64) bool { return a.integer && t != math.Trunc(t) }))
	}
	return out
}

// legible are the ticks of an axis, logarithmic or marked, whose numbers stand apart if it is so many pixels long.
func (a axis) legible(long int) []float64 {
	at := func(t float64) float64 { return float64(long) * a.part(t) }
	wide := func(t float64) float64 { return float64(textWidth(a.tick(t))) }
	close := func(s, t float64) bool { return at(t)-at(s) < (wide(s)+wide(t))/2+6 }
	if len(a.marked) > 1 {
		shown := a.marked[:1:1]
		for _, t := range a.marked[1:] {
			if !close(shown[len(shown)-1], t) {
				shown = append(shown, t)
			}
		}
		return shown
	}
	for fit := 9; ; fit-- {
		all := scale.Fit(a.min, a.max, fit)
		crowded := false
		for i := 1; i < len(all); i++ {
			crowded = crowded || close(all[i-1], all[i])
		}
		if !crowded || fit == 2 {
			return all
		}
	}
}

// row is where the i-th row of an axis stands: the first is on top.
func (a axis) row(i int) float64 { return float64(len(a.rows)-i) - 0.5 }

// parted is the height of rows above which lines stand between them.
const parted = 30

// rowSlots is the visible axis of a panel whose y axis has rows, with lines
// between them or without.
func (a axis) rowSlots(panel int, lines bool) axisOption {
	labels := slices.Clone(a.rows)
	slices.Reverse(labels)
	a.rows = nil
	out := a.of(panel, true)
	out.ID, out.Type, out.Data, out.Position = fmt.Sprint("rows", panel), "category", labels, "left"
	l := out.AxisLabel
	l.Interval, l.HideOverlap, l.Color, l.Width, l.Overflow = opts.Int(0), opts.Bool(false), named("text"), rowWide(wideWidth), "break"
	out.AxisTick = &axisTick{AxisTick: opts.AxisTick{Show: opts.Bool(false)}}
	out.SplitLine.Show = opts.Bool(lines)
	return out
}

// logarithmic is a logarithmic axis over positive numbers, with a margin as a
// factor on both sides.
func logarithmic(name string, lo, hi, margin float64) axis {
	if !(lo > 0) || !(hi >= lo) || !scale.Finite(hi) {
		lo, hi = 1, 10
	}
	return axis{name: name, log: true, min: scale.Round(lo/margin, 3), max: scale.Round(hi*margin, 3)}
}
