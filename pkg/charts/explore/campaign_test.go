package explore_test

import (
	"os"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/charts/explore"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/solver"
)

// BenchmarkCampaign reads half a million records, groups them, and asks every
// statistic of all and of some. FORMICARY_CAMPAIGN names a file that the test of
// package columns wrote.
func BenchmarkCampaign(b *testing.B) {
	file := os.Getenv("FORMICARY_CAMPAIGN")
	if file == "" {
		b.Skip("FORMICARY_CAMPAIGN names no file")
	}
	packed, err := os.ReadFile(file)
	alltest.OK(b, err)
	var set *columns.Columns
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if set, err = columns.Open(file, packed); err != nil {
				b.Fatal(err)
			}
		}
	})
	if set == nil {
		set, err = columns.Open(file, packed)
	}
	var d *explore.Data
	source := explore.Source{Name: "campaign", Count: len(set.Puzzle)}
	b.Run("group", func(b *testing.B) {
		for b.Loop() {
			if d, err = explore.New(set, source); err != nil {
				b.Fatal(err)
			}
		}
	})
	if d == nil {
		d, _ = explore.New(set, source)
	}
	for _, statistic := range []string{explore.Success, explore.Times, explore.Cost, explore.PAR, explore.HeadToHead} {
		for _, q := range []struct {
			name string
			explore.Question
		}{
			{"all", explore.Question{}},
			{"class", explore.Question{Class: analysis.SizeClasses[1]}},
			{"label", explore.Question{Labels: []string{solver.Label("nurikabe/acs", "scheme 1"), solver.Label("nurikabe/acs", "scheme 2")}}},
			{"cut", explore.Question{Iterations: 500}},
			{"cpu", explore.Question{Measure: "processor time"}},
		} {
			q.Statistic = statistic
			b.Run(strings.Join([]string{statistic, q.name}, "/"), func(b *testing.B) {
				for b.Loop() {
					c, _, err := d.Ask(q.Question)
					alltest.OK(b, err)
					b.ReportMetric(float64(len(c.Option())), "bytes")
				}
			})
		}
	}
}
