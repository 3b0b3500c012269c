package charts_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"formicary/pkg/alltest"
	"formicary/pkg/charts"
	"formicary/pkg/charts/internal/sample"
)

// TestOf: any chart of go-echarts becomes a Chart, without its data lost and
// without its random id.
func TestOf(t *testing.T) {
	make := func() charts.Chart {
		bar := echarts.NewBar()
		bar.SetXAxis([]string{"a", "b"}).AddSeries("n", []opts.BarData{{Value: 3}, {Value: 4}},
			echarts.WithItemStyleOpts(opts.ItemStyle{Color: "#123456"}))
		return charts.Of(bar, charts.Chart{Title: "Two bars"})
	}
	c := make()
	alltest.OK(t, c.Check())
	alltest.Equal(t, c.ID(), make().ID(), "two equal charts have different ids")
	// Its axes follow the theme, its own colours stay.
	for _, want := range []string{`["a","b"]`, `"value":4`, `"axisLabel":{"color":"@theme:muted"`, `"legend":{`, `"itemStyle":{"color":"#123456"}`} {
		alltest.Check(t, strings.Contains(string(c.Option()), want), "the option lacks %s: %s", want, c.Option())
	}
}

// TestOfColours: a palette that the chart brings stays, that of go-echarts does
// not.
func TestOfColours(t *testing.T) {
	bar := echarts.NewBar()
	bar.AddSeries("n", []opts.BarData{{Value: 3}})
	c := charts.Of(bar, charts.Chart{Title: "lab's"})
	alltest.Check(t, strings.Contains(string(c.Option()), `"color":["@theme:ants",`), "not the lab's palette: %s", c.Option())
	bar.SetGlobalOptions(echarts.WithColorsOpts(opts.Colors{"#123456"}), echarts.WithTitleOpts(opts.Title{Title: "its own"}))
	if c := charts.Of(bar, charts.Chart{Title: "own"}); !strings.Contains(string(c.Option()), `"color":["#123456"]`) || strings.Contains(string(c.Option()), "its own") {
		t.Errorf("not its own palette, or with its own title: %s", c.Option())
	}
}

// TestOfRefuses: what a chart cannot hold is refused with the package's name.
func TestOfRefuses(t *testing.T) {
	number := echarts.NewLine()
	number.AddSeries("n", []opts.LineData{{Value: math.NaN()}})
	script := echarts.NewLine()
	script.SetGlobalOptions(echarts.WithTooltipOpts(opts.Tooltip{Formatter: opts.FuncOpts("function (p) { return p.name }")}))
	for name, chart := range map[string]charts.ECharts{"NaN": number, "JavaScript": script} {
		text := alltest.Panics(t, func() { charts.Of(chart, charts.Chart{Title: name}) }, name)
		alltest.Check(t, strings.HasPrefix(text, "charts: "), "%v: panics with %q", name, text)
	}
}

// TestForeignCSV: a chart of go-echarts lists the values of its series,
// whatever form they have.
func TestForeignCSV(t *testing.T) {
	bar := echarts.NewBar()
	bar.SetXAxis([]string{"a", "b"}).
		AddSeries("n", []opts.BarData{{Value: 3}, {Value: "-"}}).
		AddSeries("m", []opts.BarData{{Value: 0.5, Name: "half"}, {Value: true}})
	scatter := echarts.NewScatter()
	scatter.AddSeries("points, two", []opts.ScatterData{{Value: []any{1, 2.5, "x"}}, {Value: []any{-1e-9, nil}}})
	graph := echarts.NewGraph()
	graph.AddSeries("nodes", []opts.GraphNode{{Name: "only"}}, nil)
	for _, c := range []struct {
		chart charts.ECharts
		want  string
	}{
		{bar, "series,item,value 1\nn,a,3\nm,half,0.5\nm,b,true\n"},
		{scatter, "series,item,value 1,value 2,value 3\n\"points, two\",,1,2.5,x\n\"points, two\",,-1e-9,,\n"},
		{graph, ""},
	} {
		alltest.Equal(t, charts.Of(c.chart, charts.Chart{Title: "of"}).CSV(), c.want, "%T", c.chart)
	}
}

// TestAs: a chart of the lab in a chart of go-echarts comes back as it was, and with
// what a cell has changed there: a name of an axis in all layouts, a mark line, a range.
func TestAs(t *testing.T) {
	names, all := sample.Charts()
	for i, c := range all {
		back := charts.Of(charts.As(echarts.NewLine(), c), c)
		var was, is any
		alltest.OK(t, errors.Join(json.Unmarshal(c.Option(), &was), json.Unmarshal(back.Option(), &is)))
		alltest.Equal(t, contains(is, was), "", names[i])
		if back.CSV() != c.CSV() || back.Points != c.Points || back.Height != c.Height {
			t.Errorf("%s: %d of %d points", names[i], back.Points, c.Points)
		}
	}
	if o := optionOf(t, cut()); o.BaseOption.YAxis[0].Max != 10 || o.BaseOption.YAxis[0].AxisLabel.CustomValues != nil {
		t.Errorf("the axis that ends at 10 is %+v", o.BaseOption.YAxis[0])
	}
	c := charts.RunTimes(sample.RunTimes(2))
	line := charts.As(echarts.NewLine(), c)
	line.SetGlobalOptions(echarts.WithYAxisOpts(opts.YAxis{Name: "solved", Max: 0.5}))
	line.MultiSeries[0].ConfigureSeriesOpts(echarts.WithMarkLineNameYAxisItemOpts(opts.MarkLineNameYAxisItem{Name: "a fifth", YAxis: 0.2}))
	text := string(charts.Of(line, c).Option())
	alltest.Equal(t, strings.Count(text, `"name":"solved"`), 4, "the new name is written")
	for _, want := range []string{`"max":0.5`, `"name":"a fifth","yAxis":0.2}],"label":{"color":"@theme:muted"`, `"nameLocation":"end"`, "runs solved"} {
		alltest.Has(t, text, want, "the option lacks")
	}
}

// cut is a chart whose axis of costs ends earlier.
func cut() charts.Chart {
	c := charts.Convergence(sample.Anytime(2))
	line := charts.As(echarts.NewLine(), c)
	line.SetGlobalOptions(echarts.WithYAxisOpts(opts.YAxis{Max: 10}))
	return charts.Of(line, c)
}

// contains says what of a part is not in a whole.
func contains(whole, part any) string {
	switch p := part.(type) {
	case map[string]any:
		w, _ := whole.(map[string]any)
		for key, value := range p {
			if why := contains(w[key], value); why != "" && value != nil {
				return key + " " + why
			}
		}
	case []any:
		w, _ := whole.([]any)
		if len(w) != len(p) {
			return fmt.Sprintf("%d in place of %d", len(w), len(p))
		}
		for i, value := range p {
			if why := contains(w[i], value); why != "" {
				return fmt.Sprint(i, " ", why)
			}
		}
	default:
		if whole != part {
			return fmt.Sprintf("%v in place of %v", whole, part)
		}
	}
	return ""
}
