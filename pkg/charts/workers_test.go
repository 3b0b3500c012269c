package charts_test

import (
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts"
	"formicary/pkg/charts/internal/sample"
	"formicary/pkg/experiment/campaign"
	"formicary/pkg/puzzle"
)

// The numbers behind the picture of workers are the attempts, and no run is lost
// where they are counted by the second.
func TestWorkersCountsRuns(t *testing.T) {
	all := sample.Attempts()
	still := campaign.Attempt{Made: 50}
	still.Name, still.Started, still.Seen = "W-8_0-0", all[3].Started, sample.Now
	all[3].Made = 0
	fresh := campaign.Attempt{Made: 3}
	fresh.Name, fresh.Started = "W-8_1-0", all[3].Started
	all = append(all, still, fresh)
	c := charts.Workers(all, sample.Now)
	runs := 0
	for _, a := range all {
		runs += a.Made
		alltest.Has(t, c.CSV(), a.Name, "the table lacks")
	}
	alltest.Check(t, strings.Contains(c.Subtitle, puzzle.Plural(runs, "run")), "%d runs, and the subtitle says %q", runs, c.Subtitle)
	alltest.Check(t, strings.Contains(c.Subtitle, "3 of them killed"), "the picture says %q and %q", c.Subtitle, c.Alt)
	alltest.Check(t, !strings.Contains(string(charts.Workers(nil, sample.Now).Option()), "NaN"),
		"without attempts there are numbers that are none")
}
