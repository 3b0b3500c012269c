package analysis

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/puzzle"
)

// Hardness is what makes puzzles hard for one engine: how success and time
// depend on several features at once.
type Hardness struct {
	Label string
	// Success is the logistic regression of success on the features, with a
	// unit for each puzzle and all its runs.
	Success Regression
	// Time is the linear regression of the logarithm of what a solution took
	// (all that the runs on the puzzle took by its solutions) on the features,
	// over the puzzles that were solved at all. Those that were not are left
	// out, so that it describes the easier ones where they are many.
	Time Regression
}

// Regression is how one thing depends on features of puzzles.
type Regression struct {
	// Label is whose runs they are.
	Label string
	// Response is what depends: "success", or the name of the measure.
	Response string
	// Logistic says that effects are on the logarithm of the odds; otherwise they
	// are on the natural logarithm of the measure.
	Logistic bool
	// Effects are those of the features, the largest first.
	Effects []FeatureEffect
	// Puzzles is the number of units, Explained the share that the features
	// explain, from 0 to 1 (see [stats.Fit]).
	Puzzles   int
	Explained float64
	// Basis says what it rests on: the puzzles, their sizes, and the budget of a
	// run where all had the same.
	Basis string
	// About is what the effects' intervals, together, and the bands, point by
	// point, are about.
	About About
	// Fitted is false where there is nothing to fit: Effects are then empty,
	// and a warning says why.
	Fitted   bool
	Warnings []string

	fit      stats.Fit
	features []string    // in the fit's order
	rows     [][]float64 // the puzzles' values
	response []float64   // what was seen: the share solved, or the logarithm
	keys     []PuzzleKey // the puzzles
}

// FeatureEffect is the effect of one feature with all others held.
type FeatureEffect struct {
	Feature string
	// Mean and Deviation are those of the feature over the puzzles.
	Mean, Deviation float64
	// Effect is what one standard deviation of the feature adds to the
	// logarithm of the odds of success or of the measure; P tests that it is 0.
	// Interval and P are corrected for the number of features (Bonferroni's
	// inequality): those of all effects of a regression hold together with
	// the confidence of About, with 8 puzzles and more, rare and heavy-tailed
	// features, puzzles that nobody solves, and times with the tail of a power
	// (TestEffectsCover). Of times with a longer tail, whose logarithm is lognormal,
	// and three features that one puzzle in ten has, they hold in 88 % at 300 puzzles.
	Effect   float64
	Interval Interval
	P        float64
	// Needed is 0, or about how many puzzles like these an interval takes where
	// these are too few for any: it is without ends then, and P is 1. That
	// hangs on the features' values alone.
	Needed int
	// Factor is e to the Effect: by what a standard deviation of the feature
	// multiplies odds or measure. Within is its interval.
	Factor float64
	Within Interval
	// Inflation is how much wider (in variance) the interval is because other
	// features predict this one; above 10 the effect is hardly its own.
	Inflation float64
}

// HardnessOf fits both regressions for each label. Puzzles without a value of
// some feature are left out; features with one value only are, too, with a
// warning.
func (r *Runs) HardnessOf(m Measure, features ...Feature) []Hardness {
	s := r.settings
	var out []Hardness
	for _, g := range r.groups {
		h := Hardness{Label: g.Label}
		h.Success, _ = s.hardSuccess(g, features)
		h.Time = s.hardTime(g, m, features)
		out = append(out, h)
	}
	return out
}

// rowsOf are the features of the puzzles that have all of them.
func rowsOf(puzzles []instance, features []Feature) (rows [][]float64, kept []instance) {
	for _, in := range puzzles {
		row := make([]float64, 0, len(features))
		for _, f := range features {
			if f.has(in.Puzzle) && !math.IsInf(f.Values[in.Puzzle], 0) {
				row = append(row, f.Values[in.Puzzle])
			}
		}
		if len(row) == len(features) {
			rows, kept = append(rows, row), append(kept, in)
		}
	}
	return rows, kept
}

// prepare chooses puzzles and features.
func (r *Regression) prepare(puzzles []instance, features []Feature) (kept []instance) {
	r.rows, kept = rowsOf(puzzles, features)
	if left := len(puzzles) - len(kept); left > 0 {
		r.Warnings = append(r.Warnings, puzzle.Plural(left, "puzzle is", "puzzles are")+" left out because a feature is missing")
	}
	for j := 0; j < len(features); j++ {
		r.features = append(r.features, features[j].Name)
	}
	for j := len(features) - 1; j >= 0; j-- {
		least, most := math.Inf(1), math.Inf(-1)
		for _, row := range r.rows {
			least, most = min(least, row[j]), max(most, row[j])
		}
		if !(most > least) && len(r.rows) > 0 {
			r.Warnings = append(r.Warnings, r.features[j]+" has only one value and is left out")
			r.features = slices.Delete(r.features, j, j+1)
			for i := range r.rows {
				r.rows[i] = slices.Delete(r.rows[i], j, j+1)
			}
		}
	}
	r.Puzzles = len(kept)
	var all []*instance
	for i := range kept {
		all, r.keys = append(all, &kept[i]), append(r.keys, kept[i].PuzzleKey)
	}
	r.Basis = basisOf(r.Puzzles, r.Puzzles, all...).String()
	return kept
}

// hardSuccess is the logistic regression; ok says that there is one.
func (s Settings) hardSuccess(g group, features []Feature) (r Regression, ok bool) {
	r = Regression{Label: g.Label, Response: "success", Logistic: true, About: About{Level: s.Level}}
	kept := r.prepare(g.instances, features)
	var units []stats.Unit
	for i, in := range kept {
		n := float64(len(in.runs))
		units = append(units, stats.Unit{X: r.rows[i], Successes: float64(in.wins), Trials: n})
		r.response = append(r.response, float64(in.wins)/n)
	}
	if len(r.features) == 0 {
		return r.without("there is no feature to fit"), false
	}
	if !slices.ContainsFunc(r.response, func(v float64) bool { return v > 0 }) || !slices.ContainsFunc(r.response, func(v float64) bool { return v < 1 }) {
		return r.without("all runs solve their puzzle, or none does: nothing of success depends on a feature"), false
	}
	fit, err := stats.Logit(units, s.Level)
	if err != nil {
		return r.without(why(err)), false
	}
	if fit.Separated {
		r.Warnings = append(r.Warnings, "features separate successes from failures completely: effects are Firth's and uncertain")
	}
	if !fit.Converged {
		r.Warnings = append(r.Warnings, "the fit did not converge: do not use it")
	}
	r.take(fit, s)
	return r, true
}

// hardTime is the log-linear regression.
func (s Settings) hardTime(g group, m Measure, features []Feature) (r Regression) {
	r = Regression{Label: g.Label, Response: m.String(), About: About{Level: s.Level}}
	var solved []instance
	instant := 0
	for _, in := range g.instances {
		switch t := in.versus(m); {
		case !t.Solved():
		case t.Mean <= 0:
			instant++
		default:
			solved = append(solved, in)
		}
	}
	if left := len(g.instances) - len(solved) - instant; left > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%d of %s not solved and left out: the result holds for the others", left, puzzle.Plural(len(g.instances), "puzzle")))
	}
	if instant > 0 {
		r.Warnings = append(r.Warnings, puzzle.Plural(instant, "puzzle is", "puzzles are")+" left out: they took nothing, which has no logarithm")
	}
	kept := r.prepare(solved, features)
	var means, ones []float64
	for _, in := range kept {
		means, ones = append(means, in.versus(m).Mean), append(ones, 1)
	}
	r.response = stats.LogRatios(means, ones) // the logarithms, without rounding noise
	if len(r.features) == 0 {
		return r.without("there is no feature to fit")
	}
	fit, err := stats.Linear(r.rows, r.response, s.Level)
	if err != nil {
		return r.without(why(err))
	}
	r.take(fit, s)
	return r
}

// without is a regression that could not be made.
func (r Regression) without(why string) Regression {
	r.Warnings = append(r.Warnings, why)
	return r
}

func why(err error) string {
	switch {
	case errors.Is(err, stats.ErrTooFew):
		return "there are too few puzzles for so many features"
	case errors.Is(err, stats.ErrCollinear):
		return "a feature is a combination of the others: leave one out"
	}
	return err.Error()
}

// take takes a fit over. The effects' intervals and p are made for all of them
// together.
func (r *Regression) take(fit stats.Fit, s Settings) {
	r.fit, r.Fitted, r.Explained = fit, true, fit.Explained
	k := float64(len(fit.Coefficients))
	for j, c := range fit.Coefficients {
		in := c.Within(1 - (1-s.Level)/k)
		r.Effects = append(r.Effects, FeatureEffect{
			Feature: r.features[j], Mean: c.Mean, Deviation: c.Deviation,
			Effect: c.Standardised, Interval: in, P: min(1, k*c.P), Needed: c.Needed,
			Factor: math.Exp(c.Standardised), Within: Interval{Low: math.Exp(in.Low), High: math.Exp(in.High)},
			Inflation: c.Inflation,
		})
		switch {
		case math.IsInf(c.StdErr, 1) && c.Needed == 0:
			r.Warnings = append(r.Warnings, "the puzzles do not tell how uncertain the effect of "+r.features[j]+" is: the fit repeats what was seen")
		case c.Needed > 0:
			r.Warnings = append(r.Warnings, fmt.Sprintf("%s for an interval of the effect of %s: it takes about %d like these", tooFew(r.Puzzles), r.features[j], c.Needed))
		}
		if c.Inflation > 10 {
			r.Warnings = append(r.Warnings, fmt.Sprintf("%s is nearly determined by the other features (variance inflation %.0f)", r.features[j], c.Inflation))
		}
	}
	slices.SortStableFunc(r.Effects, func(a, b FeatureEffect) int {
		switch x, y := math.Abs(a.Effect), math.Abs(b.Effect); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
}

func tooFew(puzzles int) string {
	return puzzle.Plural(puzzles, "puzzle is", "puzzles are") + " too few"
}

// Claims are the associations of one standard deviation as claims of a conclusion about what
// depends, such as "the ants' odds of success". All of them hold together. A unit that
// ends a feature's name in brackets stands behind the deviation. Where the puzzles are too
// few for an interval the claim is a fact that says how many it takes.
func (r Regression) Claims(what string) []Claim {
	var out []Claim
	k, held := len(r.Effects), ""
	if k > 1 {
		held = ", the other features held,"
	}
	for _, e := range r.Effects {
		name, unit, _ := strings.Cut(strings.TrimSuffix(e.Feature, ")"), " (")
		deviation := strings.TrimSpace(short(e.Deviation) + " " + unit)
		effect := Effect{
			Subject: "one standard deviation (" + deviation + ") more of " + name + held, More: "goes with a rise of", Less: "goes with a fall of", What: what,
			Value: e.Factor, Ratio: true, Interval: e.Within, P: e.P,
			Level: r.About.Level, Rule: "Bonferroni", Tests: k, Basis: r.Basis, Puzzles: r.Puzzles,
		}
		switch {
		case e.Needed > 0:
			out = append(out, Fact(fmt.Sprintf("%s to tell %s: it takes about %d like these", tooFew(r.Puzzles), effect.question(), e.Needed)))
		case math.IsInf(e.Interval.High, 1):
			out = append(out, Fact(fmt.Sprintf("%s do not tell %s: the fit repeats what was seen", puzzle.Plural(r.Puzzles, "puzzle"), effect.question())))
		default:
			out = append(out, effect)
		}
	}
	return out
}

// At is what is expected of a puzzle with these features, in the order in which
// they were given, those without effect left out: a rate, or an amount of the
// measure, with its pointwise interval (of the mean, not of single puzzles). It
// panics where there is no fit, or another number of features.
func (r Regression) At(values ...float64) (value float64, band Interval) {
	if !r.Fitted {
		panic("analysis: there is no fit")
	}
	if r.Logistic {
		return r.fit.Rate(values...)
	}
	value, in := r.fit.Predict(values...)
	return math.Exp(value), Interval{Low: math.Exp(in.Low), High: math.Exp(in.High)}
}
