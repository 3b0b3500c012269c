package analysis

import "formicary/pkg/analysis/stats"

// Proportion is a share of trials that succeeded.
type Proportion struct {
	Successes, Trials int
	// Rate is Successes/Trials; 0 where there are no trials.
	Rate float64
	// Interval is Wilson's ([stats.Wilson]) where nothing else is said: right for
	// independent trials, which are puzzles with one trial each, or runs on one
	// puzzle. Of several runs on several puzzles it tells of those very puzzles;
	// for others like them there is [Success.Across]. It lies within 0 and 1, holds Rate, and has a width above zero also where none or
	// all succeeded; 0 and 1 where there are no trials.
	Interval
	// Level is that of the interval; 0, of records of other releases, means 0.95.
	Level float64 `json:",omitempty"`
}

// Wilson is the proportion with an interval of the settings' level. It panics
// when successes are below zero or above trials.
func (s Settings) Wilson(successes, trials int) Proportion {
	s = s.complete()
	p := Proportion{Successes: successes, Trials: trials, Interval: stats.Wilson(float64(successes), float64(trials), s.z()), Level: s.Level}
	if trials > 0 {
		p.Rate = float64(successes) / float64(trials)
	}
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
	sum := total(units)
	if sum.whole == float64(len(units)) {
		return stats.Wilson(sum.part, sum.whole, s.z()) // one run each: they are the trials
	}
	return s.clustered(units, sum, sum.whole, sum.whole)
}

// clustered is that interval with at most so many effective trials, and with
// alike where units do not differ at all.
func (s Settings) clustered(units []ratio, sum ratio, most, alike float64) Interval {
	n, rate := float64(len(units)), min(sum.part/sum.whole, 1)
	if n < 2 || rate == 0 || rate == 1 {
		return stats.Wilson(rate*n, n, s.z()) // no spread to judge by
	}
	squares := 0.0
	for _, u := range units {
		off := u.part - rate*u.whole
		squares += off * off
	}
	variance := n / (n - 1) * squares / (sum.whole * sum.whole)
	effective := alike
	if variance > 0 {
		effective = min(max(rate*(1-rate)/variance, n), most)
	}
	return stats.Wilson(rate*effective, effective, s.student(n-1))
}
