package analysis

import "formicary/pkg/analysis/stats"

// Interval is where a number is thought to lie.
type Interval = stats.Interval

// ratio is what one unit adds to the two sums of an estimate.
type ratio struct{ part, whole float64 }

func total(units []ratio) (sum ratio) {
	for _, u := range units {
		sum.part += u.part
		sum.whole += u.whole
	}
	return sum
}
