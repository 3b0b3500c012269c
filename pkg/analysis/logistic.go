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
	// Both are over single trials, whatever the units are, and over units with
	// separation.
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
	// 2409–2419). Every unit counts as one trial then, whatever its number of
	// trials, since nothing tells how much alike those are; and with only
	// successes or only failures the curve is a constant.
	Separated bool
	Warnings  []string

	scale      scale
	beta       [2]float64 // on the standardised predictor
	covariance [3]float64 // of beta: intercept, both, slope
	quantile   float64    // that the intervals reach to
}

// Coefficient is one estimate of a [Logistic].
type Coefficient struct {
	Value float64
	// StdErr is the standard error where every trial is independent of every
	// other, Robust the one that allows trials of one unit to be alike (the
	// sandwich of Liang and Zeger, Biometrika 73 (1986), 13–22, times
	// units/(units−2)); with fewer than three units, or separation, it is
	// StdErr.
	StdErr, Robust float64
	// Low and High are Wald's interval: with StdErr and the normal quantile
	// where each unit has one trial, else with Robust and Student's.
	Low, High float64
}

// The fit ends when a step changes no coefficient by more than tolerance on
// the scale of the standardised predictor; Newton's steps are quadratic near
// the end, so that this is rounding. Without separation a dozen is plenty.
const (
	tolerance = 1e-10
	maxSteps  = 100
)

// FitLogistic fits by iteratively reweighted least squares. Units without
// trials are left out. A predictor that has one value only is given slope 0
// and a warning.
func (s Settings) FitLogistic(units []Trials) (Logistic, error) {
	s = s.complete()
	units = slices.DeleteFunc(slices.Clone(units), func(t Trials) bool { return t.Trials == 0 })
	if len(units) == 0 {
		return Logistic{}, ErrNoData
	}
	f, successes := newFit(units)
	out := Logistic{Units: len(units), Runs: f.runs, Separated: f.separated()}
	switch {
	case successes == 0 || successes == f.runs:
		f.spread = 0
		out.Warnings = append(out.Warnings, "there are only successes or only failures: there is no slope to see")
	case f.spread == 0:
		out.Warnings = append(out.Warnings, "the predictor has one value only: there is no slope to see")
	case out.Separated:
		out.Warnings = append(out.Warnings, "successes and failures are separated: the curve is Firth's, and its steepness rests on little")
	}
	if f.firth = out.Separated; f.firth {
		for i, u := range f.units {
			f.units[i] = unit{u.x, u.successes / u.trials, 1}
		}
	}
	f.solve(&out)
	if !out.Converged {
		out.Warnings = append(out.Warnings, "the fit has not settled: do not use it")
	}
	out.scale, out.beta = f.scale, f.beta
	f.judge(&out)
	f.errors(&out, s)
	return out, nil
}

// At is the rate at a value of the predictor, with its pointwise interval.
func (l Logistic) At(x float64) (rate float64, band Interval) {
	// On the standardised scale, where the variance is no small difference of
	// large numbers.
	x = l.scale.of(x)
	eta := l.beta[0] + l.beta[1]*x
	variance := l.covariance[0] + 2*x*l.covariance[1] + x*x*l.covariance[2]
	half := l.quantile * math.Sqrt(math.Max(0, variance))
	return logistic(eta), Interval{Low: logistic(eta - half), High: logistic(eta + half)}
}

func logistic(eta float64) float64 { return 1 / (1 + math.Exp(-eta)) }

// scale standardises a predictor, so that the numbers are tame whatever its
// unit. A spread of 0 says that there is no slope.
type scale struct{ middle, spread float64 }

func (s scale) of(x float64) float64 {
	if s.spread == 0 {
		return 0
	}
	return (x - s.middle) / s.spread
}

// fit is a regression in the making.
type fit struct {
	scale
	units []unit
	runs  int
	firth bool
	beta  [2]float64
}

// unit is the trials of a unit as the fit counts them.
type unit struct{ x, successes, trials float64 }

func newFit(units []Trials) (f *fit, successes int) {
	f = &fit{}
	for _, u := range units {
		f.units = append(f.units, unit{u.X, float64(u.Successes), float64(u.Trials)})
		f.runs += u.Trials
		successes += u.Successes
		f.middle += u.X / float64(len(units))
	}
	for _, u := range units {
		f.spread += (u.X - f.middle) * (u.X - f.middle) / float64(len(units))
	}
	f.spread = math.Sqrt(f.spread)
	if f.spread <= 1e-12*math.Abs(f.middle) { // rounding
		f.spread = 0
	}
	return f, successes
}

// separated says whether a threshold parts successes from failures; touching
// at one value counts, since the slope is infinite then, too.
func (f *fit) separated() bool {
	lowS, highS, lowF, highF := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, u := range f.units {
		if u.successes > 0 {
			lowS, highS = min(lowS, u.x), max(highS, u.x)
		}
		if u.successes < u.trials {
			lowF, highF = min(lowF, u.x), max(highF, u.x)
		}
	}
	if highS < lowS || highF < lowF {
		return true // only failures, or only successes
	}
	return f.spread > 0 && (highS <= lowF || highF <= lowS)
}

// information factors the expected information matrix of trials[i] trials in
// the units; nil means their own.
func (f *fit) information(beta [2]float64, trials []float64) (*mat.Cholesky, bool) {
	i := mat.NewSymDense(2, nil)
	for n, u := range f.units {
		x := f.of(u.x)
		p := logistic(beta[0] + beta[1]*x)
		w := u.trials * p * (1 - p)
		if trials != nil {
			w = trials[n] * p * (1 - p)
		}
		i.SetSym(0, 0, i.At(0, 0)+w)
		i.SetSym(0, 1, i.At(0, 1)+w*x)
		i.SetSym(1, 1, i.At(1, 1)+w*x*x)
	}
	if f.spread == 0 {
		i.SetSym(1, 1, 1) // the slope stays 0
	}
	var c mat.Cholesky
	ok := c.Factorize(i)
	return &c, ok
}

// objective is the log-likelihood, with Firth's penalty where it is in use.
func (f *fit) objective(beta [2]float64) float64 {
	sum := f.likelihood(beta)
	if f.firth {
		c, ok := f.information(beta, nil)
		if !ok {
			return math.Inf(-1)
		}
		sum += c.LogDet() / 2
	}
	return sum
}

// likelihood is the log-likelihood without the binomial coefficients: that of
// single trials.
func (f *fit) likelihood(beta [2]float64) (sum float64) {
	for _, u := range f.units {
		eta := beta[0] + beta[1]*f.of(u.x)
		// log p = −log(1+e^−η), log(1−p) = −log(1+e^η), without overflow
		sum -= u.successes*softplus(-eta) + (u.trials-u.successes)*softplus(eta)
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

// score is the gradient, unit by unit, and the numbers of trials that the next
// step weighs the units with. Firth's penalty acts like half a success and half
// a failure, times its leverage, added to each unit (Heinze and Schemper 2002,
// section 2), and as such it is put in.
func (f *fit) score(beta [2]float64, c *mat.Cholesky) (each [][2]float64, trials []float64) {
	var inverse mat.SymDense
	if f.firth {
		// An error tells of a bad condition only; the result is there.
		_ = c.InverseTo(&inverse)
	}
	for _, u := range f.units {
		x := f.of(u.x)
		p := logistic(beta[0] + beta[1]*x)
		successes, n := u.successes, u.trials
		if f.firth {
			leverage := n * p * (1 - p) * (inverse.At(0, 0) + 2*x*inverse.At(0, 1) + x*x*inverse.At(1, 1))
			successes += leverage / 2
			n += leverage
		}
		off := successes - n*p
		each = append(each, [2]float64{off, off * x})
		trials = append(trials, n)
	}
	return each, trials
}

// solve makes Newton's steps, halved while they overshoot.
func (f *fit) solve(out *Logistic) {
	for out.Iterations < maxSteps {
		c, ok := f.information(f.beta, nil)
		if !ok {
			return
		}
		each, trials := f.score(f.beta, c)
		gradient := mat.NewVecDense(2, nil)
		for _, u := range each {
			gradient.AddVec(gradient, mat.NewVecDense(2, u[:]))
		}
		if c, ok = f.information(f.beta, trials); !ok {
			return
		}
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
	out.Deviance = -2 * f.likelihood(f.beta)
	successes, trials, pearson := 0.0, 0.0, 0.0
	for _, u := range f.units {
		successes += u.successes
		trials += u.trials
		p := logistic(f.beta[0] + f.beta[1]*f.of(u.x))
		if v := u.trials * p * (1 - p); v > 0 {
			off := u.successes - u.trials*p
			pearson += off * off / v
		}
	}
	if rate := successes / trials; rate > 0 && rate < 1 {
		out.NullDeviance = -2 * trials * (rate*math.Log(rate) + (1-rate)*math.Log(1-rate))
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
	c, ok := f.information(f.beta, nil)
	var inverse mat.SymDense
	if !ok || c.InverseTo(&inverse) != nil {
		out.Converged = false
		return
	}
	plain, robust := f.elements(&inverse), f.elements(&inverse)
	if out.Units > 2 && !f.firth {
		robust = f.sandwich(&inverse, c)
	}
	out.covariance, out.quantile = plain, s.z()
	if out.Runs > out.Units && out.Units > 2 && !f.firth {
		out.covariance, out.quantile = robust, s.student(f.count()-2)
	}
	// Intercept and slope are a linear map of the standardised ones.
	a, b := 0.0, 0.0
	if f.spread > 0 {
		a, b = f.middle/f.spread, 1/f.spread
	}
	intercept := func(v [3]float64) float64 { return math.Sqrt(max(0, v[0]-2*a*v[1]+a*a*v[2])) }
	slope := func(v [3]float64) float64 { return b * math.Sqrt(v[2]) }
	coefficient := func(value float64, deviation func([3]float64) float64) Coefficient {
		half := out.quantile * deviation(out.covariance)
		return Coefficient{value, deviation(plain), deviation(robust), value - half, value + half}
	}
	out.Intercept = coefficient(f.beta[0]-a*f.beta[1], intercept)
	out.Slope = coefficient(b*f.beta[1], slope)
}

// elements are those of a covariance of the standardised estimates; without a
// spread there is no slope and no error of it.
func (f *fit) elements(v mat.Symmetric) [3]float64 {
	if f.spread == 0 {
		return [3]float64{v.At(0, 0), 0, 0}
	}
	return [3]float64{v.At(0, 0), v.At(0, 1), v.At(1, 1)}
}

// sandwich is the covariance that allows trials of one unit to be alike.
func (f *fit) sandwich(bread *mat.SymDense, c *mat.Cholesky) [3]float64 {
	each, _ := f.score(f.beta, c)
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
	return f.elements(&out)
}
