package charts_test

import (
	"slices"
	"testing"

	"formicary/pkg/alltest"
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
		alltest.Has(t, draw(one).Subtitle, "95 %, for runs on the same puzzle", "%s of one puzzle", name)
		alltest.Has(t, draw(several).Subtitle, "95 %, for puzzles like these", "%s of two puzzles", name)
	}
}
