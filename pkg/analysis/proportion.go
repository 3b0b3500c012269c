package analysis

import "formicary/pkg/analysis/stats"

// Proportion is a share of trials that succeeded.
type Proportion struct {
	Successes, Trials int
	// Rate is Successes/Trials; 0 where there are no trials.
	Rate float64
	// Low and High bound the interval of Wilson ([stats.Wilson]) where nothing
	// else is said. It lies within 0 and 1, holds Rate, and has a width above
	// zero also where none or all succeeded; 0 and 1 where there are no trials.
	Low, High float64
}

// Wilson is the proportion with an interval of the settings' level. It panics
// when successes are below zero or above trials.
func (s Settings) Wilson(successes, trials int) Proportion {
	if successes < 0 || successes > trials {
		panic("analysis: more successes than trials, or fewer than none")
	}
	p := Proportion{Successes: successes, Trials: trials, High: 1}
	if trials == 0 {
		return p
	}
	k, n := float64(successes), float64(trials)
	p.Rate = k / n
	i := stats.WilsonScore(k, n, s.complete().z())
	p.Low, p.High = i.Low, i.High
	return p
}

// across is the interval of a share of runs across units (puzzles) of several
// runs each: Wilson's with the effective number of trials, the number of
// independent runs that would leave the rate as uncertain as it is
// (Dean and Pagano, "Evaluating confidence interval methods for binomial
// proportions in clustered surveys", Journal of Survey Statistics and
// Methodology 3 (2015), 484–503), and with Student's quantile, for the spread
// between units is itself estimated from them. The effective number is that of
// the units at least (all runs on one puzzle alike) and that of the runs at
// most (no two more alike than others).
func (s Settings) across(units []ratio) Interval {
	var sum ratio
	for _, u := range units {
		sum.part += u.part
		sum.whole += u.whole
	}
	n, rate := float64(len(units)), sum.part/sum.whole
	if n < 2 || rate == 0 || rate == 1 {
		return stats.WilsonScore(rate*n, n, s.z()) // no spread to judge by
	}
	if sum.whole == n {
		return stats.WilsonScore(sum.part, n, s.z()) // one run each: they are the trials
	}
	squares := 0.0
	for _, u := range units {
		off := u.part - rate*u.whole
		squares += off * off
	}
	variance := n / (n - 1) * squares / (sum.whole * sum.whole)
	effective := sum.whole
	if variance > 0 {
		effective = min(max(rate*(1-rate)/variance, n), sum.whole)
	}
	return stats.WilsonScore(rate*effective, effective, s.student(n-1))
}
