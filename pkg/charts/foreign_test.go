package charts_test

import (
	"math"
	"strings"
	"testing"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"formicary/pkg/charts"
)

// TestOf: any chart of go-echarts becomes a Chart, without its data lost and
// without its random id.
func TestOf(t *testing.T) {
	make := func() charts.Chart {
		bar := echarts.NewBar()
		bar.SetXAxis([]string{"a", "b"}).AddSeries("n", []opts.BarData{{Value: 3}, {Value: 4}},
			echarts.WithItemStyleOpts(opts.ItemStyle{Color: "#123456"}))
		return charts.Of("Two bars", "made up", 2, bar)
	}
	c := make()
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	if c.ID() != make().ID() {
		t.Error("two equal charts have different ids")
	}
	// Its axes follow the theme, its own colours stay.
	for _, want := range []string{`["a","b"]`, `"value":4`, `"axisLabel":{"color":"@theme:muted"`, `"legend":{`, `"itemStyle":{"color":"#123456"}`} {
		if !strings.Contains(string(c.Option()), want) {
			t.Errorf("the option lacks %s: %s", want, c.Option())
		}
	}
}

// TestOfColours: a palette that the chart brings stays, that of go-echarts does
// not.
func TestOfColours(t *testing.T) {
	bar := echarts.NewBar()
	bar.AddSeries("n", []opts.BarData{{Value: 3}})
	if c := charts.Of("lab's", "", 1, bar); !strings.Contains(string(c.Option()), `"color":["@theme:ants0",`) {
		t.Errorf("not the lab's palette: %s", c.Option())
	}
	bar.SetGlobalOptions(echarts.WithColorsOpts(opts.Colors{"#123456"}), echarts.WithTitleOpts(opts.Title{Title: "its own"}))
	if c := charts.Of("own", "", 1, bar); !strings.Contains(string(c.Option()), `"color":["#123456"]`) || strings.Contains(string(c.Option()), "its own") {
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
		func() {
			defer func() {
				if why, _ := recover().(string); !strings.HasPrefix(why, "charts: ") {
					t.Errorf("%s: panic %q", name, why)
				}
			}()
			charts.Of(name, "", 1, chart)
		}()
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
		if got := charts.Of("of", "made up", 1, c.chart).CSV(); got != c.want {
			t.Errorf("%T: %q, want %q", c.chart, got, c.want)
		}
	}
}
