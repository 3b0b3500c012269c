package stats

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Unit is the trials of one puzzle, the runs of an engine on it, in a logistic
// regression.
type Unit struct {
	// X are the predictors, the same number for all units.
	X                 []float64
	Successes, Trials float64
}

// A logistic fit ends when a step moves no standardised coefficient by more
// than logitTolerance: steps are quadratic near the end, so that it is rounding.
// An error above separatedError on that scale says that the likelihood has no
// largest value: from the odds of e^20 on data say nothing.
const (
	logitTolerance = 1e-9
	logitSteps     = 60
	separatedError = 20
)

// Logit fits a logistic regression of successes in trials on several
// predictors. Where units have several trials, errors allow those of one unit
// to be alike (the sandwich of K.-Y. Liang and S. L. Zeger, Biometrika 73
// (1986), 13–22, times n/(n−k) for n units and k coefficients) and quantiles are
// Student's; where each has one trial they are the model's own and normal.
// Where predictors separate successes from failures, the fit is that of
// D. Firth, "Bias reduction of maximum likelihood estimates", Biometrika 80
// (1993), 27–38, with every unit as one trial. Units without trials are left
// out.
func Logit(units []Unit, level float64) (Fit, error) {
	var x [][]float64
	g := logit{}
	several := false
	for _, u := range units {
		if u.Trials == 0 {
			continue
		}
		if !(u.Successes >= 0 && u.Successes <= u.Trials) {
			panic("stats: more successes than trials, or fewer than none")
		}
		x = append(x, u.X)
		g.successes = append(g.successes, u.Successes)
		g.trials = append(g.trials, u.Trials)
		several = several || u.Trials > 1
	}
	var err error
	if g.design, err = newDesign(x); err != nil {
		return Fit{}, err
	}
	n, k := g.Dims()
	f := Fit{Freedom: math.Inf(1)}
	covariance, ok := g.solve()
	if !ok || g.wild(covariance) {
		f.Separated = true
		for i := range g.trials {
			g.successes[i], g.trials[i] = g.successes[i]/g.trials[i], 1
		}
		g.firth, several = true, false
		if covariance, ok = g.solve(); covariance == nil {
			return Fit{}, ErrCollinear
		}
	}
	f.Converged = ok
	f.beta, f.covariance = g.beta, covariance
	if several {
		squares := make([]float64, n)
		for i := range n {
			off := g.successes[i] - g.trials[i]*logistic(g.eta(g.beta, i))
			squares[i] = off * off
		}
		f.covariance = sandwich(covariance, g.weighted(squares))
		f.covariance.ScaleSym(float64(n)/float64(n-k), f.covariance)
		f.Freedom = float64(n - k)
	}
	if null := g.null(); null < 0 {
		f.Explained = 1 - g.likelihood(g.beta)/null
	}
	f.finish(g.design, level)
	return f, nil
}

func logistic(eta float64) float64 { return 1 / (1 + math.Exp(-eta)) }

// logit is a fit in the making.
type logit struct {
	design
	successes, trials []float64
	firth             bool
	beta              []float64
}

func (g *logit) eta(beta []float64, i int) float64 {
	return mat.Dot(g.RowView(i), mat.NewVecDense(len(beta), beta))
}

// likelihood is the log-likelihood of single trials.
func (g *logit) likelihood(beta []float64) (sum float64) {
	for i := range g.trials {
		eta := g.eta(beta, i)
		// log p = −log(1+e^−η), log(1−p) = −log(1+e^η), without overflow
		sum -= g.successes[i]*softplus(-eta) + (g.trials[i]-g.successes[i])*softplus(eta)
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

// null is the log-likelihood of one rate for all.
func (g *logit) null() float64 {
	k, n := 0.0, 0.0
	for i := range g.trials {
		k += g.successes[i]
		n += g.trials[i]
	}
	if k == 0 || k == n {
		return 0
	}
	return k*math.Log(k/n) + (n-k)*math.Log(1-k/n)
}

// information is the expected information of trials[i] trials in the units.
func (g *logit) information(beta, trials []float64) *mat.SymDense {
	weights := make([]float64, len(trials))
	for i, n := range trials {
		p := logistic(g.eta(beta, i))
		weights[i] = n * p * (1 - p)
	}
	return g.weighted(weights)
}

// objective is the log-likelihood, with Firth's penalty where it is in use.
func (g *logit) objective(beta []float64) float64 {
	sum := g.likelihood(beta)
	if g.firth {
		var c mat.Cholesky
		if !c.Factorize(g.information(beta, g.trials)) {
			return math.Inf(-1)
		}
		sum += c.LogDet() / 2
	}
	return sum
}

// solve makes Newton's steps, halved while they overshoot, and returns the
// inverse of the information at the end; nil where there is none.
func (g *logit) solve() (covariance *mat.SymDense, converged bool) {
	n, k := g.Dims()
	g.beta = make([]float64, k)
	for range logitSteps {
		inner, ok := inverse(g.information(g.beta, g.trials))
		if !ok {
			return nil, false
		}
		gradient := mat.NewVecDense(k, nil)
		trials := append([]float64(nil), g.trials...)
		for i := range n {
			row := g.RowView(i)
			p := logistic(g.eta(g.beta, i))
			successes := g.successes[i]
			if g.firth {
				// The penalty acts like half a success and half a failure, times
				// the unit's leverage, added to it (Heinze and Schemper 2002).
				leverage := g.trials[i] * p * (1 - p) * mat.Inner(row, inner, row)
				successes += leverage / 2
				trials[i] += leverage
			}
			gradient.AddScaledVec(gradient, successes-trials[i]*p, row)
		}
		stepping := inner
		if g.firth {
			if stepping, ok = inverse(g.information(g.beta, trials)); !ok {
				return nil, false
			}
		}
		var step mat.VecDense
		step.MulVec(stepping, gradient)
		before, size := g.objective(g.beta), 1.0
		next := make([]float64, k)
		for range 30 {
			for j := range next {
				next[j] = g.beta[j] + size*step.AtVec(j)
			}
			if g.objective(next) >= before-1e-12*math.Abs(before) {
				break
			}
			size /= 2
		}
		g.beta = next
		if size*mat.Norm(&step, math.Inf(1)) < logitTolerance {
			out, ok := inverse(g.information(g.beta, g.trials))
			return out, ok
		}
	}
	out, _ := inverse(g.information(g.beta, g.trials))
	return out, false
}

// wild says that an error is beyond what data can tell.
func (g *logit) wild(covariance *mat.SymDense) bool {
	for j := range covariance.SymmetricDim() {
		if covariance.At(j, j) > separatedError*separatedError {
			return true
		}
	}
	return false
}
