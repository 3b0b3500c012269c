package charts_test

import (
	"slices"
	"strings"
	"testing"

	"formicary/pkg/analysis"
	"formicary/pkg/charts"
	"formicary/pkg/experiment"
)

// A chart says under its title what its intervals are about: puzzles like
// these where runs are on several, runs on the same puzzle where there is one.
func TestSubtitlesSayWhatIntervalsAreAbout(t *testing.T) {
	one := runsOf("p", 10, 20, 40, 80)
	several := slices.Concat(one, runsOf("q", 15, 30, 60, 90))
	for name, draw := range map[string]func([]experiment.Record) charts.Chart{
		"RunTimes": func(r []experiment.Record) charts.Chart {
			return charts.RunTimes(analysis.Group(r).RunTimes(analysis.Iterations))
		},
		"Tails": func(r []experiment.Record) charts.Chart {
			return charts.Tails(analysis.Group(r).RunTimes(analysis.Iterations))
		},
		"Targets": func(r []experiment.Record) charts.Chart {
			return charts.Targets(analysis.Group(r).TargetCurves(analysis.Iterations))
		},
		"SuccessByClass": func(r []experiment.Record) charts.Chart {
			return charts.SuccessByClass(analysis.Group(r).By(analysis.Size).Success())
		},
		"Success": func(r []experiment.Record) charts.Chart { return charts.SuccessBySize(r).Chart() },
	} {
		if got := draw(one).Subtitle; !strings.Contains(got, "95 %, for runs on the same puzzle") {
			t.Errorf("%s of one puzzle: %q", name, got)
		}
		if got := draw(several).Subtitle; !strings.Contains(got, "95 %, for puzzles like these") {
			t.Errorf("%s of two puzzles: %q", name, got)
		}
	}
}
