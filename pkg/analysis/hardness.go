package analysis

import (
	"cmp"
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
	// Scope is what the effects' intervals, together, and the bands, point by
	// point, are about.
	Scope Scope
	// Fitted is false where there is nothing to fit: Effects are then empty,
	// and a warning says why.
	Fitted   bool
	Warnings []string
}

// FeatureEffect is the effect of one feature with all others held.
type FeatureEffect struct {
	Feature string
	// Mean and Deviation are those of the feature over the puzzles.
	Mean, Deviation float64
	// Effect is what one standard deviation of the feature adds to the logarithm of the odds of success or
	// of the measure; P tests that it is 0. Interval and P are corrected for the number of features
	// (Bonferroni's inequality): those of all effects of a regression hold together with the confidence of
	// Scope. TestEffectsCover has 8 puzzles and more, rare and heavy-tailed features, puzzles that nobody
	// solves, and times with the tail of a power. They hold in 88 % at 300 puzzles of times with a longer
	// tail, whose logarithm is lognormal, and three features that one puzzle in ten has.
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
		out = append(out, Hardness{g.Label, s.hardSuccess(g, features), s.hardTime(g, m, features)})
	}
	return out
}

// regressors are the features of the puzzles of a regression that have all of them.
type regressors struct {
	*Regression
	puzzles  []instance
	features []string
	rows     [][]float64
}

// over chooses puzzles and features.
func (r *Regression) over(puzzles []instance, features []Feature) regressors {
	of := regressors{Regression: r}
	for _, in := range puzzles {
		var row []float64
		for _, f := range features {
			if f.has(in.Puzzle) && !math.IsInf(f.Values[in.Puzzle], 0) {
				row = append(row, f.Values[in.Puzzle])
			}
		}
		if len(row) == len(features) {
			of.rows, of.puzzles = append(of.rows, row), append(of.puzzles, in)
		}
	}
	if left := len(puzzles) - len(of.puzzles); left > 0 {
		r.warn(puzzle.Plural(left, "puzzle is", "puzzles are") + " left out because a feature is missing")
	}
	for _, f := range features {
		of.features = append(of.features, f.Name)
	}
	for j := len(features) - 1; j >= 0; j-- {
		of.drop(j)
	}
	r.Puzzles = len(of.puzzles)
	r.Basis = basisOf(r.Puzzles, r.Puzzles, group{instances: of.puzzles}.bySize()...).String()
	return of
}

// drop leaves a feature out that has one value only.
func (r *regressors) drop(j int) {
	if len(r.rows) == 0 || slices.ContainsFunc(r.rows, func(row []float64) bool { return row[j] != r.rows[0][j] }) {
		return
	}
	r.warn(r.features[j] + " has only one value and is left out")
	r.features = slices.Delete(r.features, j, j+1)
	for i := range r.rows {
		r.rows[i] = slices.Delete(r.rows[i], j, j+1)
	}
}

func (r *Regression) warn(text string) { r.Warnings = append(r.Warnings, text) }

func (s Settings) hardSuccess(g group, features []Feature) (r Regression) {
	r = Regression{Label: g.Label, Response: "success", Logistic: true, Scope: Scope{Level: s.Level}}
	of := r.over(g.instances, features)
	var units []stats.Unit
	solved, failed := false, false
	for i, in := range of.puzzles {
		units = append(units, stats.Unit{X: of.rows[i], Successes: float64(in.wins), Trials: float64(in.count)})
		solved, failed = solved || in.wins > 0, failed || in.wins < in.count
	}
	if len(of.features) > 0 && !(solved && failed) {
		r.warn("all runs solve their puzzle, or none does: nothing of success depends on a feature")
		return r
	}
	of.fit(s, func() (stats.Fit, error) { return stats.Logit(units, s.Level) })
	return r
}

func (s Settings) hardTime(g group, m Measure, features []Feature) (r Regression) {
	r = Regression{Label: g.Label, Response: m.String(), Scope: Scope{Level: s.Level}}
	var solved []instance
	instant := 0
	for _, in := range g.instances {
		switch t := versus(in.runs(), m); {
		case !t.Solved():
		case t.Mean <= 0:
			instant++
		default:
			solved = append(solved, in)
		}
	}
	if left := len(g.instances) - len(solved) - instant; left > 0 {
		r.warn(fmt.Sprintf("%d of %s not solved and left out: the result holds for the others", left, puzzle.Plural(len(g.instances), "puzzle")))
	}
	if instant > 0 {
		r.warn(puzzle.Plural(instant, "puzzle is", "puzzles are") + " left out: they took nothing, which has no logarithm")
	}
	of := r.over(solved, features)
	var means, ones []float64
	for _, in := range of.puzzles {
		means, ones = append(means, versus(in.runs(), m).Mean), append(ones, 1)
	}
	// The logarithms, without rounding noise.
	of.fit(s, func() (stats.Fit, error) { return stats.Linear(of.rows, stats.LogRatios(means, ones), s.Level) })
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

// fit makes the fit, where there is one. The effects' intervals and p are made for all of
// them together.
func (r regressors) fit(s Settings, make func() (stats.Fit, error)) {
	if len(r.features) == 0 {
		r.warn("there is no feature to fit")
		return
	}
	fit, err := make()
	if err != nil {
		r.warn(why(err))
		return
	}
	if fit.Separated {
		r.warn("features separate successes from failures completely: effects are Firth's and uncertain")
	}
	if !fit.Converged {
		r.warn("the fit did not converge: do not use it")
	}
	r.Fitted, r.Explained = true, fit.Explained
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
			r.warn("the puzzles do not tell how uncertain the effect of " + r.features[j] + " is: the fit repeats what was seen")
		case c.Needed > 0:
			r.warn(fmt.Sprintf("%s for an interval of the effect of %s: it takes about %d like these", tooFew(r.Puzzles), r.features[j], c.Needed))
		}
		if c.Inflation > 10 {
			r.warn(fmt.Sprintf("%s is nearly determined by the other features (variance inflation %.0f)", r.features[j], c.Inflation))
		}
	}
	slices.SortStableFunc(r.Effects, func(a, b FeatureEffect) int { return cmp.Compare(math.Abs(b.Effect), math.Abs(a.Effect)) })
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
			Wording:    Wording{Subject: "one standard deviation (" + deviation + ") more of " + name + held, More: "goes with a rise of", Less: "goes with a fall of", What: what},
			Difference: Difference{Value: e.Factor, Ratio: true, Interval: e.Within}, Evidence: Evidence{P: e.P, Level: r.Scope.Level, Rule: "Bonferroni", Tests: k}, Basis: r.Basis, Puzzles: r.Puzzles,
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
