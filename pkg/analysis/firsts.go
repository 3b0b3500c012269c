package analysis

import (
	"fmt"

	"formicary/pkg/analysis/stats"
)

// Firsts say for each table which of the two engines has a solution first on more
// puzzles, in the table's measure ([HeadToHeadTime.Mean]): of the puzzles on which one
// does, the share of its first engine less that of its second. A puzzle that only one
// of them solves is that one's. The test is the sign test, and the
// interval that of Clopper and Pearson ([stats.ClopperPearson]); both are exact at any
// number of puzzles, and corrected for the number of tables by Bonferroni. Firsts panics for records of a race
// or a tuner, as [Settings.Compare] does.
func (s Settings) Firsts(tables ...HeadToHeadTable) []Claim {
	s = s.complete()
	k := float64(len(tables))
	var out []Claim
	for _, t := range tables {
		mustBeFixed("Firsts", t.design)
		row := t.count(Class{})
		first, second := row.FasterFirst+row.OnlyFirst, row.FasterSecond+row.OnlySecond
		e := Effect{
			Subject: "“" + t.First + "”", Than: "“" + t.Second + "”", More: "has a solution first on more puzzles", Less: "has a solution first on fewer puzzles",
			Interval: Interval{Low: -1, High: 1}, P: 1, Level: s.Level, Rule: "Bonferroni", Tests: len(tables),
			Basis: fmt.Sprintf("%s with a first, by %v", counted(first+second, row.Instances), t.Measure), Puzzles: row.Instances,
		}
		if n := float64(first + second); n > 0 {
			a, b := float64(first), float64(second)
			in := stats.ClopperPearson(a, n, 1-(1-s.Level)/k)
			e.Interval = Interval{Low: 2*in.Low - 1, High: 2*in.High - 1}
			e.Each, e.Unit, e.Value = []float64{a / n, b / n}, "of puzzles", (a-b)/n
			e.P = min(1, k*stats.McNemar(first, second).P)
		}
		out = append(out, e)
	}
	return out
}
