package analysis

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// ErrNoData is returned where there is nothing to fit.
var ErrNoData = errors.New("analysis: no trials to fit a curve to")

// Trials are the trials of one unit (a puzzle) at one value of the predictor.
type Trials struct {
	X                 float64
	Successes, Trials int
}

// Logistic is a logistic regression of success on one predictor:
// log(p/(1−p)) = Intercept + Slope·x.
type Logistic struct {
	Intercept, Slope Coefficient
	// Units and Runs are the numbers of puzzles and of trials.
	Units, Runs int
	// Deviance is twice the log-likelihood that is missing from a fit that
	// meets every trial; NullDeviance that of the rate without the predictor.
	// Both are over single trials, whatever the units are.
	Deviance, NullDeviance float64
	// Dispersion is Pearson's χ² over units by its degrees of freedom: about 1
	// where puzzles of one size are alike, larger where they are not. 0 where
	// there are no degrees of freedom.
	Dispersion float64
	// Iterations are the steps made; Converged says that the last one changed
	// nothing that matters.
	Iterations int
	Converged  bool
	// Separated says that one value of the predictor parts all successes from
	// all failures (or that there are only such or only such), so that no
	// finite slope has the largest likelihood. The fit is then Firth's:
	// "Bias reduction of maximum likelihood estimates", Biometrika 80 (1993),
	// 27–38, as Heinze and Schemper recommend ("A solution to the problem of
	// separation in logistic regression", Statistics in Medicine 21 (2002),
	// 2409–2419).
	Separated bool
	Warnings  []string

	covariance [3]float64 // of the estimates in use: intercept, both, slope
	quantile   float64    // that the intervals reach to
}

// Coefficient is one estimate of a [Logistic].
type Coefficient struct {
	Value float64
	// StdErr is the standard error where every trial is independent of every
	// other, Robust the one that allows trials of one unit to be alike (the
	// sandwich of Liang and Zeger, Biometrika 73 (1986), 13–22, times
	// units/(units−2)); with fewer than three units it is StdErr.
	StdErr, Robust float64
	// Low and High are Wald's interval: with StdErr and the normal quantile
	// where each unit has one trial, else with Robust and Student's.
	Low, High float64
}

// FitLogistic fits by iteratively reweighted least squares. Units without
// trials are left out. A predictor that has one value only is given slope 0
// and a warning.
func FitLogistic(units []Trials) (Logistic, error) { return Default.FitLogistic(units) }

// The fit ends when a step changes no coefficient by more than tolerance on
// the scale of the standardised predictor; Newton's steps are quadratic near
// the end, so that this is rounding. Without separation a dozen is plenty.
const (
	tolerance = 1e-10
	maxSteps  = 100
)

// FitLogistic is [FitLogistic] with other settings.
func (s Settings) FitLogistic(units []Trials) (Logistic, error) {
	s = s.complete()
	units = slices.DeleteFunc(slices.Clone(units), func(t Trials) bool { return t.Trials == 0 })
	if len(units) == 0 {
		return Logistic{}, ErrNoData
	}
	f := newFit(units)
	out := Logistic{Units: len(units), Runs: f.runs, Separated: f.separated()}
	if f.spread == 0 {
		out.Warnings = append(out.Warnings, "the predictor has one value only: there is no slope to see")
	}
	if out.Separated {
		out.Warnings = append(out.Warnings, "successes and failures are separated: the curve is Firth's, and its steepness rests on little")
	}
	f.firth = out.Separated
	f.solve(&out)
	if !out.Converged {
		out.Warnings = append(out.Warnings, "the fit has not settled: do not use it")
	}
	f.judge(&out)
	f.errors(&out, s)
	return out, nil
}

// At is the rate at a value of the predictor, with its pointwise interval.
func (l Logistic) At(x float64) (rate float64, band Interval) {
	eta := l.Intercept.Value + l.Slope.Value*x
	variance := l.covariance[0] + 2*x*l.covariance[1] + x*x*l.covariance[2]
	half := l.quantile * math.Sqrt(math.Max(0, variance))
	return logistic(eta), Interval{logistic(eta - half), logistic(eta + half)}
}

func logistic(eta float64) float64 { return 1 / (1 + math.Exp(-eta)) }

// fit is a regression in the making, on the standardised predictor
// (x−middle)/spread, where the numbers are tame whatever the unit of x.
type fit struct {
	units          []Trials
	runs           int
	middle, spread float64
	firth          bool
	beta           [2]float64
}

func newFit(units []Trials) *fit {
	f := &fit{units: units}
	for _, u := range units {
		f.runs += u.Trials
		f.middle += u.X / float64(len(units))
	}
	for _, u := range units {
		f.spread += (u.X - f.middle) * (u.X - f.middle) / float64(len(units))
	}
	f.spread = math.Sqrt(f.spread)
	if f.spread <= 1e-12*math.Abs(f.middle) { // rounding
		f.spread = 0
	}
	return f
}

func (f *fit) scaled(x float64) float64 {
	if f.spread == 0 {
		return 0
	}
	return (x - f.middle) / f.spread
}

// separated says whether a threshold parts successes from failures; touching
// at one value counts, since the slope is infinite then, too.
func (f *fit) separated() bool {
	lowS, highS, lowF, highF := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, u := range f.units {
		if u.Successes > 0 {
			lowS, highS = min(lowS, u.X), max(highS, u.X)
		}
		if u.Successes < u.Trials {
			lowF, highF = min(lowF, u.X), max(highF, u.X)
		}
	}
	if highS < lowS || highF < lowF {
		return true // only failures, or only successes
	}
	return f.spread > 0 && (highS <= lowF || highF <= lowS)
}

// information is the expected information matrix and its factor.
func (f *fit) information(beta [2]float64) (*mat.SymDense, *mat.Cholesky, bool) {
	i := mat.NewSymDense(2, nil)
	for _, u := range f.units {
		x := f.scaled(u.X)
		p := logistic(beta[0] + beta[1]*x)
		w := float64(u.Trials) * p * (1 - p)
		i.SetSym(0, 0, i.At(0, 0)+w)
		i.SetSym(0, 1, i.At(0, 1)+w*x)
		i.SetSym(1, 1, i.At(1, 1)+w*x*x)
	}
	if f.spread == 0 {
		i.SetSym(1, 1, 1) // the slope stays 0
	}
	var c mat.Cholesky
	ok := c.Factorize(i)
	return i, &c, ok
}

// objective is the log-likelihood, with Firth's penalty where it is in use.
func (f *fit) objective(beta [2]float64) float64 {
	sum := 0.0
	for _, u := range f.units {
		eta := beta[0] + beta[1]*f.scaled(u.X)
		// log p = −log(1+e^−η), log(1−p) = −log(1+e^η), without overflow
		sum -= float64(u.Successes)*softplus(-eta) + float64(u.Trials-u.Successes)*softplus(eta)
	}
	if f.firth {
		_, c, ok := f.information(beta)
		if !ok {
			return math.Inf(-1)
		}
		sum += c.LogDet() / 2
	}
	return sum
}

// softplus is log(1+e^x).
func softplus(x float64) float64 {
	if x > 0 {
		return x + math.Log1p(math.Exp(-x))
	}
	return math.Log1p(math.Exp(x))
}

// score is the gradient, unit by unit.
func (f *fit) score(beta [2]float64, c *mat.Cholesky) (sum *mat.VecDense, each [][2]float64) {
	var inverse mat.SymDense
	if f.firth && c.InverseTo(&inverse) != nil {
		return mat.NewVecDense(2, nil), nil
	}
	sum = mat.NewVecDense(2, nil)
	for _, u := range f.units {
		x := f.scaled(u.X)
		p := logistic(beta[0] + beta[1]*x)
		n := float64(u.Trials)
		off := float64(u.Successes) - n*p
		if f.firth {
			leverage := n * p * (1 - p) * (inverse.At(0, 0) + 2*x*inverse.At(0, 1) + x*x*inverse.At(1, 1))
			off += leverage * (0.5 - p)
		}
		each = append(each, [2]float64{off, off * x})
		sum.SetVec(0, sum.AtVec(0)+off)
		sum.SetVec(1, sum.AtVec(1)+off*x)
	}
	return sum, each
}

// solve makes Newton's steps, halved while they overshoot.
func (f *fit) solve(out *Logistic) {
	for out.Iterations < maxSteps {
		_, c, ok := f.information(f.beta)
		if !ok {
			return
		}
		gradient, _ := f.score(f.beta, c)
		var step mat.VecDense
		if c.SolveVecTo(&step, gradient) != nil {
			return
		}
		before := f.objective(f.beta)
		size := 1.0
		next := f.beta
		for range 30 {
			next = [2]float64{f.beta[0] + size*step.AtVec(0), f.beta[1] + size*step.AtVec(1)}
			if f.objective(next) >= before-1e-12*math.Abs(before) {
				break
			}
			size /= 2
		}
		f.beta = next
		out.Iterations++
		if size*max(math.Abs(step.AtVec(0)), math.Abs(step.AtVec(1))) < tolerance {
			out.Converged = true
			return
		}
	}
}

// judge fills in what tells how well the curve fits.
func (f *fit) judge(out *Logistic) {
	penalised := f.firth
	f.firth = false
	out.Deviance = -2 * f.objective(f.beta)
	f.firth = penalised
	successes, pearson := 0, 0.0
	for _, u := range f.units {
		successes += u.Successes
		p := logistic(f.beta[0] + f.beta[1]*f.scaled(u.X))
		n := float64(u.Trials)
		if v := n * p * (1 - p); v > 0 {
			off := float64(u.Successes) - n*p
			pearson += off * off / v
		}
	}
	if rate := float64(successes) / float64(f.runs); rate > 0 && rate < 1 {
		out.NullDeviance = -2 * float64(f.runs) * (rate*math.Log(rate) + (1-rate)*math.Log(1-rate))
	}
	if freedom := f.count() - 2; freedom > 0 {
		out.Dispersion = pearson / freedom
	}
}

// count is the number of units.
func (f *fit) count() float64 { return float64(len(f.units)) }

// errors fills in coefficients, standard errors and intervals on the scale of
// the predictor itself.
func (f *fit) errors(out *Logistic, s Settings) {
	_, c, ok := f.information(f.beta)
	var plain mat.SymDense
	if !ok || c.InverseTo(&plain) != nil {
		out.Converged = false
		return
	}
	robust := plain
	clustered := out.Runs > out.Units && out.Units > 2
	if out.Units > 2 {
		robust = f.sandwich(&plain, c)
	}
	// Intercept and slope are a linear map of the standardised ones.
	toPlain := func(v *mat.SymDense) [3]float64 {
		if f.spread == 0 {
			return [3]float64{v.At(0, 0), 0, 0}
		}
		a, b := f.middle/f.spread, 1/f.spread
		return [3]float64{v.At(0, 0) - 2*a*v.At(0, 1) + a*a*v.At(1, 1), b*v.At(0, 1) - a*b*v.At(1, 1), b * b * v.At(1, 1)}
	}
	intercept, slope := f.beta[0], 0.0
	if f.spread > 0 {
		slope = f.beta[1] / f.spread
		intercept -= slope * f.middle
	}
	model, cluster := toPlain(&plain), toPlain(&robust)
	out.covariance, out.quantile = model, s.z()
	if clustered {
		out.covariance, out.quantile = cluster, s.student(f.count()-2)
	}
	coefficient := func(value float64, at int) Coefficient {
		half := out.quantile * math.Sqrt(out.covariance[at])
		return Coefficient{value, math.Sqrt(model[at]), math.Sqrt(cluster[at]), value - half, value + half}
	}
	out.Intercept, out.Slope = coefficient(intercept, 0), coefficient(slope, 2)
}

// sandwich is the covariance that allows trials of one unit to be alike.
func (f *fit) sandwich(bread *mat.SymDense, c *mat.Cholesky) mat.SymDense {
	_, each := f.score(f.beta, c)
	filling := mat.NewSymDense(2, nil)
	for _, u := range each {
		filling.SymRankOne(filling, 1, mat.NewVecDense(2, u[:]))
	}
	var left, both mat.Dense
	left.Mul(bread, filling)
	both.Mul(&left, bread)
	n := f.count()
	var out mat.SymDense
	out.ScaleSym(n/(n-2), mat.NewSymDense(2, []float64{both.At(0, 0), both.At(0, 1), both.At(0, 1), both.At(1, 1)}))
	return out
}
