package charts

import (
	"encoding/json"

	"github.com/go-echarts/go-echarts/v2/opts"
	"github.com/go-echarts/go-echarts/v2/types"

	"formicary/pkg/lists"
)

// The words of ECharts that options of this package consist of: the types of
// go-echarts, and around them those for which it has no words.

// option is what is drawn, wherever its parts are.
type option struct {
	Animation bool           `json:"animation"`
	TextStyle opts.TextStyle `json:"textStyle"`
	Tooltip   tooltip        `json:"tooltip"`
	Legend    legend         `json:"legend"`
	XAxis     []axisOption   `json:"xAxis"`
	YAxis     []axisOption   `json:"yAxis"`
	Series    []series       `json:"series"`
}

// responsive is an option with the layouts for pages of different widths.
type responsive struct {
	BaseOption option   `json:"baseOption"`
	Media      []medium `json:"media"`
}

// medium is the layout of pages whose width fits the query; of the others, where it
// has none.
type medium struct {
	Query  *query `json:"query,omitempty"`
	Option layout `json:"option"`
}

type query struct {
	MaxWidth int `json:"maxWidth,omitempty"`
	MinWidth int `json:"minWidth,omitempty"`
}

// layout is where the panels are, and the names of their axes.
type layout struct {
	Grid  []grid       `json:"grid"`
	Title []title      `json:"title"`
	XAxis []axisOption `json:"xAxis"`
	YAxis []axisOption `json:"yAxis"`

	height int
}

// grid is the place of a panel: numbers are pixels, texts shares of the width.
type grid struct {
	Left         any  `json:"left,omitempty"`
	Right        int  `json:"right,omitempty"`
	Width        any  `json:"width,omitempty"`
	Top          int  `json:"top"`
	Height       int  `json:"height"`
	ContainLabel bool `json:"containLabel"`
}

// title is a text in a chart.
type title struct {
	Text      string         `json:"text"` // also where it is empty: layouts are merged
	Left      any            `json:"left"`
	Top       int            `json:"top"`
	Padding   int            `json:"padding"`
	TextStyle opts.TextStyle `json:"textStyle"`
}

func titled(text string, left any, top, size int, weight string) title {
	return title{Text: text, Left: left, Top: top, TextStyle: opts.TextStyle{Color: named("text"), FontSize: size, FontWeight: weight}}
}

// tooltip says what a mark is about.
type tooltip struct {
	opts.Tooltip
	Confine      bool           `json:"confine"`
	TextStyle    opts.TextStyle `json:"textStyle"`
	ExtraCSSText string         `json:"extraCssText"`
}

// legend has entries that look as the marks of their series do.
type legend struct {
	opts.Legend
	ItemGap int `json:"itemGap,omitempty"`
}

// legendEntry is a line of it.
type legendEntry struct {
	Name      string `json:"name"`
	Icon      string `json:"icon"`
	ItemStyle struct {
		Color       string `json:"color"`
		BorderColor string `json:"borderColor"`
		BorderWidth int    `json:"borderWidth"` // also where it is 0
		Opacity     int    `json:"opacity"`
	} `json:"itemStyle"`
}

// axisOption is an axis, or in a layout its name and its labels alone.
type axisOption struct {
	opts.XAxis
	ID            string          `json:"id"`
	Name          string          `json:"name"` // also where it is empty: layouts are merged
	NameTextStyle *opts.TextStyle `json:"nameTextStyle,omitempty"`
	Interval      float64         `json:"interval,omitempty"`
	AxisLabel     *axisLabel      `json:"axisLabel,omitempty"`
	AxisTick      *axisTick       `json:"axisTick,omitempty"`
}

// axisLabel and axisTick stand at values of their own. Interval is the number of labels
// between two that are written.
type axisLabel struct {
	opts.AxisLabel
	CustomValues []json.RawMessage `json:"customValues,omitempty"`
	Interval     types.Int         `json:"interval,omitempty"`
}

type axisTick struct {
	opts.AxisTick
	CustomValues []json.RawMessage `json:"customValues,omitempty"`
	Interval     types.Int         `json:"interval,omitempty"`
}

// ticked has the labels and the ticks of an axis at some values.
func (a *axisOption) ticked(values []float64) {
	if a.AxisLabel == nil {
		a.AxisLabel, a.AxisTick = &axisLabel{}, &axisTick{}
	}
	a.AxisLabel.CustomValues = lists.Map(values, num)
	a.AxisTick.CustomValues = a.AxisLabel.CustomValues
}

// series is lines, marks or tiles of one look.
type series struct {
	ID          string            `json:"id"`
	Type        string            `json:"type"`
	Name        string            `json:"name,omitempty"`
	XAxisIndex  int               `json:"xAxisIndex,omitempty"`
	YAxisIndex  int               `json:"yAxisIndex,omitempty"`
	Data        any               `json:"data"`
	Z           int               `json:"z,omitempty"`
	Silent      bool              `json:"silent,omitempty"`
	Clip        types.Bool        `json:"clip,omitempty"`
	Symbol      string            `json:"symbol,omitempty"`
	SymbolSize  float64           `json:"symbolSize,omitempty"`
	ShowSymbol  types.Bool        `json:"showSymbol,omitempty"`
	ItemStyle   *opts.ItemStyle   `json:"itemStyle,omitempty"`
	LineStyle   *opts.LineStyle   `json:"lineStyle,omitempty"`
	AreaStyle   *opts.AreaStyle   `json:"areaStyle,omitempty"`
	Label       *label            `json:"label,omitempty"`
	LabelLine   *opts.LabelLine   `json:"labelLine,omitempty"`
	LabelLayout *opts.LabelLayout `json:"labelLayout,omitempty"`
	MarkLine    *markLine         `json:"markLine,omitempty"`
	Emphasis    *emphasis         `json:"emphasis,omitempty"`
	Tooltip     *opts.Tooltip     `json:"tooltip,omitempty"`
}

// quiet is a series that only accompanies another: nothing happens under the mouse.
func quiet(z int, s series) series {
	s.Z, s.Silent, s.Emphasis, s.Tooltip = z, true, &emphasis{Disabled: true}, &opts.Tooltip{Show: opts.Bool(false)}
	return s
}

// emphasis is how a mark looks under the mouse.
type emphasis struct {
	opts.Emphasis
	Disabled bool       `json:"disabled,omitempty"`
	Scale    types.Bool `json:"scale,omitempty"`
}

// label is a text at a mark or along a line, in parts of different looks.
type label struct {
	opts.Label
	Distance int                       `json:"distance,omitempty"`
	Ground   string                    `json:"backgroundColor,omitempty"` // keeps lines behind it from striking a text through
	Rotate   int                       `json:"rotate,omitempty"`
	Rich     map[string]opts.TextStyle `json:"rich,omitempty"`
}

// markLine is a straight line over a whole panel.
type markLine struct {
	opts.MarkLines
	Silent    bool  `json:"silent"`
	Animation bool  `json:"animation"`
	Label     label `json:"label"`
}
