package analysis

import "formicary/pkg/analysis/stats"

// Proportion is a share of trials that succeeded.
type Proportion struct {
	Successes, Trials int
	// Rate is Successes/Trials; 0 where there are no trials.
	Rate float64
	// Interval is that of Clopper and Pearson ([stats.ClopperPearson]): right for
	// independent trials, which are puzzles with one trial each, or runs on one
	// puzzle. Of several runs on several puzzles it tells of those very puzzles;
	// for others like them there is [Success.Across]. It lies within 0 and 1, holds
	// Rate, and has a width above zero also where none or all succeeded; 0 and 1
	// where there are no trials.
	Interval
	// Level is that of the interval; 0, of records of other releases, means 0.95.
	Level float64 `json:",omitempty"`
}

// Proportion is the share with an interval of the settings' level. It panics when
// successes are below zero or above trials.
func (s Settings) Proportion(successes, trials int) Proportion {
	s = s.complete()
	p := Proportion{Successes: successes, Trials: trials, Interval: stats.ClopperPearson(float64(successes), float64(trials), s.Level), Level: s.Level}
	if trials > 0 {
		p.Rate = float64(successes) / float64(trials)
	}
	return p
}

// across is the interval of a share of runs across units (puzzles) of several runs
// each ([stats.BoundedShare]).
func (s Settings) across(units []ratio) Interval {
	parts, wholes := make([]float64, len(units)), make([]float64, len(units))
	for i, u := range units {
		parts[i], wholes[i] = u.part, u.whole
	}
	return stats.BoundedShare(parts, wholes, s.Level)
}

// mean is the interval of the mean of units that lie from low to high, whatever was
// seen ([stats.BoundedMean]).
func (s Settings) mean(units []float64, low, high float64) Interval {
	return stats.BoundedMean(units, low, high, s.Level)
}
