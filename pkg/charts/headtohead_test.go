package charts_test

import (
	"math"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/charts"
	"formicary/pkg/charts/internal/sample"
)

// TestVersus: each puzzle is one mark, of the kind that its outcome asks for,
// on the side of the diagonal where the faster one wins.
func TestVersus(t *testing.T) {
	v := sample.HeadToHead()
	c := charts.HeadToHead(v)
	all := v.Rows[0]
	want := map[string]int{
		"complete solver faster": all.FasterFirst, "ants, shuffled faster": all.FasterSecond, "only complete solver solved": all.OnlyFirst, "only ants, shuffled solved": all.OnlySecond,
		"neither solved": all.Instances - all.Both - all.OnlyFirst - all.OnlySecond,
	}
	marks := 0
	for _, s := range series(t, c) {
		if s.Type != "scatter" {
			continue
		}
		alltest.Check(t, len(s.Data) == want[s.Name] && want[s.Name] != 0, "%s: %d marks, want %d", s.Name, len(s.Data), want[s.Name])
		marks += len(s.Data)
		for _, m := range s.Data {
			x, y := m.Value[0], m.Value[1]
			switch s.Name {
			case "complete solver faster", "only complete solver solved":
				alltest.Check(t, x < y, "%s: %s at %v, %v", s.Name, m.Name, x, y)
			case "neither solved":
				alltest.Check(t, x == y, "%s: %s at %v, %v", s.Name, m.Name, x, y)
			default:
				alltest.Check(t, y < x, "%s: %s at %v, %v", s.Name, m.Name, x, y)
			}
		}
	}
	alltest.Check(t, marks == len(v.Points) && c.Points == marks, "%d marks, %d points, want %d", marks, c.Points, len(v.Points))
	alltest.Equal(t, strings.Count(c.CSV(), "\n"), len(v.Points)+1, "rows in the table")
	for _, say := range []string{"30 puzzles", "solved by one alone: complete solver 2; ants, shuffled 1"} {
		alltest.Has(t, c.Subtitle, say, "the subtitle")
	}
}

// Percentages stand on an axis from 0 to 100, other features on a logarithmic
// one.
func TestFeaturesOfPercentages(t *testing.T) {
	for name, want := range map[string]string{"given (%)": "value", "given": "log"} {
		f := sample.Features()
		for i := range f.Bins {
			if f.Bins[i].Feature == f.Features[0] {
				f.Bins[i].Feature = name
			}
		}
		f.Features[0] = name
		x := optionOf(t, charts.Features(f)).BaseOption.XAxis[0]
		alltest.Check(t, x.Type == want && (x.Min == 0 && x.Max == 100) == (want == "value"), "the axis of %q is %+v", name, x)
	}
}

// Shares that are all high begin near the lowest of their intervals; an interval that is unknown moves nothing.
func TestFeaturesOfHighShares(t *testing.T) {
	f := sample.Features()
	for i := range f.Bins {
		f.Bins[i].Any = analysis.Proportion{Successes: 9, Trials: 10, Rate: 0.9, Interval: analysis.Interval{Low: 0.83 + float64(i)/1000, High: 0.97}}
	}
	f.Bins[1].Any.Low = math.NaN()
	y := optionOf(t, charts.Features(f)).BaseOption.YAxis[0]
	alltest.Check(t, y.Min == 0.8 && y.Max == 1, "shares from 0.83 on stand on an axis from %v to %v", y.Min, y.Max)
}
