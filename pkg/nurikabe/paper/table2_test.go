package paper_test

import (
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/nurikabe/paper"
)

// The table's own sums: classes add up to the totals, both and one alone to
// each engine's count, the faster ones to both; the ants' counts are those of
// scheme 1 in table 1.
func TestTable2AddsUp(t *testing.T) {
	table := paper.Table2()
	alltest.Require(t, len(table) == 6 && table[5].Class == (analysis.Class{}), "%d rows", len(table))
	var sum paper.Versus
	for i, r := range table {
		alltest.Check(t, r.Both+r.OnlyComplete == r.Complete && r.Both+r.OnlyAnts == r.Ants && r.Both == r.FasterComplete+r.FasterAnts,
			"row %v does not add up: %+v", r.Class, r)
		for _, one := range paper.Table1() {
			alltest.Check(t, one.Label != "ants, shuffled" || one.Class != r.Class || one.Any == r.Ants && one.Instances == r.Instances,
				"row %v has %d of %d solved by ants, table 1 %d of %d", r.Class, r.Ants, r.Instances, one.Any, one.Instances)
		}
		if i == 5 {
			break
		}
		sum.Instances += r.Instances
		sum.Complete += r.Complete
		sum.Ants += r.Ants
		sum.Both += r.Both
		sum.OnlyComplete += r.OnlyComplete
		sum.OnlyAnts += r.OnlyAnts
		sum.FasterComplete += r.FasterComplete
		sum.FasterAnts += r.FasterAnts
	}
	alltest.Check(t, sum == table[5], "the classes add up to %+v, the table has %+v", sum, table[5])
}
