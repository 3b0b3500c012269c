package gathered

import (
	"fmt"
	"reflect"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts/explore"
	"formicary/pkg/experiment"
)

// TestSample: an explorer of too many runs shows about as many as it may, for each puzzle and number of a run those of
// all engines or none, and the same ones again; of fewer runs it shows all.
func TestSample(t *testing.T) {
	sampled := func(most int) []experiment.Record {
		var all []experiment.Record
		for i := range 4000 {
			all = append(all, experiment.Record{Content: fmt.Sprint(i / 2 % 50), Run: i / 100, Engine: []string{"a", "b"}[i%2], Trace: []experiment.Point{{}}})
		}
		g := Set{parts: []part{{"", 0, experiment.Held(all...)}}, Sources: []explore.Source{{Count: len(all)}}}
		err := g.Sample(most)
		alltest.Check(t, err == nil && g.Count() == len(g.Records), "%d records, %d counted, %v", len(g.Records), g.Count(), err)
		return g.Records
	}
	some := sampled(1000)
	alltest.Check(t, len(some) >= 850 && len(some) <= 1150 && reflect.DeepEqual(some, sampled(1000)) && len(sampled(4000)) == 4000,
		"%d of 4000 records where 1000 may be shown", len(some))
	for i := 0; i+1 < len(some); i += 2 {
		a, b := some[i], some[i+1]
		alltest.Require(t, a.Content == b.Content && a.Run == b.Run && a.Engine != b.Engine && a.Trace == nil, "%+v and %+v are shown", a, b)
	}
}
