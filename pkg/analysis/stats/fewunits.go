package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// leastFreedom is what a coefficient's degrees of freedom have to be for an
// interval: with fewer, two units or one decide it nearly alone. They follow
// from the predictors, never from what was seen.
const leastFreedom = 2

// against is by how much of a unit, at a standard deviation on either side of the
// mean, a logistic coefficient's interval is made worse; bands are by whole.
const against, whole = 0.5, 1.0

// jackknife is a fit as its variances see it: those of HC3, of a cluster's
// jackknife in one step (CR3), with Satterthwaite's degrees of freedom.
type jackknife struct {
	design
	beta  []float64
	bread *mat.SymDense // the inverse of the information; nil where there is no fit
	// weights are the units' information, and off what was seen less what is
	// expected; model says that the model's own variance is the least one.
	weights, off []float64
	model        bool
}

// variance is that of a combination of the coefficients, and its degrees of
// freedom: R. M. Bell and D. F. McCaffrey, "Bias reduction in standard errors
// for linear regression with multi-stage samples", Survey Methodology 28
// (2002), 169–181, of units that the weights describe. Units with much leverage
// leave few of them. It is infinite where a unit alone decides the combination.
func (u jackknife) variance(c []float64) (variance, freedom float64) {
	n, k := u.Dims()
	var to mat.VecDense // the combination's change by a unit's score
	to.MulVec(u.bread, mat.NewVecDense(k, c))
	direction, all := to.RawVector().Data, mat.Dot(&to, mat.NewVecDense(k, c))
	filling := make([]float64, n)
	trace, squares := 0.0, 0.0
	for i := range n {
		row, w := u.RawRowView(i), 1.0
		if u.weights != nil {
			w = u.weights[i]
		}
		change, leverage := 0.0, 0.0
		for a, x := range row {
			change += x * direction[a]
			for b, y := range row {
				leverage += w * x * y * u.bread.At(a, b)
			}
		}
		part, rest := change*change*w, 1-leverage
		if rest < blindness {
			if part > blindness*all {
				return math.Inf(1), 1
			}
			continue // it decides another coefficient alone
		}
		off := change * u.off[i] / rest
		variance += off * off
		trace += part
		part /= rest
		squares += part * part * (1 - 2*leverage)
		filling[i] = part * w
	}
	var both, twice mat.Dense
	both.Mul(u.bread, u.weighted(filling))
	twice.Mul(&both, &both)
	if u.model {
		variance = max(variance, all)
	}
	return variance, max(1, trace*trace/(squares+mat.Trace(&twice)))
}

// side is one end of an interval.
type side struct{ value, err, freedom float64 }

func (u jackknife) side(c []float64) side {
	if u.bread == nil {
		return side{0, math.Inf(1), 1}
	}
	v, freedom := u.variance(c)
	return side{floats.Dot(c, u.beta), math.Sqrt(v), freedom}
}

// reach is how far the interval goes beyond the value.
func (s side) reach(level float64) float64 { return student(s.freedom).Quantile(0.5+level/2) * s.err }

// p is the one-sided p-value against 0 of an end below (sign 1) or above (−1).
func (s side) p(sign float64) float64 {
	if math.IsInf(s.err, 1) {
		return 1
	}
	t := sign * s.value / s.err
	p := aboveF(t*t, 1, s.freedom) / 2 // t² is F
	if t < 0 {
		p = 1 - p
	}
	return chance(p)
}

// ends are what the low ends of intervals are of, and the high ones. Of a linear
// fit both are the fit. To a logistic fit units are added at the places given, of
// so much of a unit each: for low ends those with a positive sign have failed and
// the others succeeded, for high ends the reverse. A kind of unit that few have
// not shown, such as puzzles that nobody solves, is thus in the interval, and
// where all are alike it has a width; among many they weigh little.
func (f Fit) ends(weight float64, places [][]float64, signs ...float64) (out [2]jackknife) {
	if f.logit == nil {
		return [2]jackknife{f.spread, f.spread}
	}
	for at, better := range []float64{-1, 1} {
		g := f.logit.with(weight, better, places, signs)
		copy(g.beta, f.beta)
		if covariance, _ := g.settle(); covariance != nil {
			out[at] = g.spread(covariance)
		}
	}
	return out
}

// with is the same fit, still to be made, with units added (see [Fit.ends]).
func (g *logit) with(weight, better float64, places [][]float64, signs []float64) *logit {
	n, k := g.Dims()
	more := &logit{design: g.design, beta: make([]float64, k)}
	more.Dense = mat.NewDense(n+len(places), k, nil)
	more.Copy(g.Dense)
	more.successes, more.trials = slices.Clone(g.successes), slices.Clone(g.trials)
	more.kinds, more.examples = slices.Clone(g.kinds), slices.Clone(g.examples)
	trials := weight * floats.Sum(g.trials) / float64(n)
	for i, at := range places {
		more.SetRow(n+i, at)
		more.kinds, more.examples = append(more.kinds, len(more.examples)), append(more.examples, n+i)
		more.trials = append(more.trials, trials)
		more.successes = append(more.successes, trials*max(0, signs[i]*better))
	}
	return more
}

// spread is the fit's jackknife.
func (g *logit) spread(covariance *mat.SymDense) jackknife {
	u := jackknife{design: g.design, beta: g.beta, bread: covariance, model: g.firth}
	rates := g.rates(g.beta)
	for i, kind := range g.kinds {
		p := rates[kind]
		u.weights = append(u.weights, g.trials[i]*p*(1-p))
		u.off = append(u.off, g.successes[i]-g.trials[i]*p)
	}
	return u
}

func student(freedom float64) distuv.StudentsT { return distuv.StudentsT{Sigma: 1, Nu: freedom} }
