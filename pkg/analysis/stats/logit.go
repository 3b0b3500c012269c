package stats

import (
	"encoding/binary"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
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
// predictors. Intervals allow trials of one unit to be alike, and hold with few
// units (see [Fit]). Standard errors are, where units have several trials, the
// sandwich of K.-Y. Liang and S. L. Zeger, Biometrika 73 (1986), 13–22, times
// n/(n−k) for n units and k coefficients; otherwise the model's own.
// Where predictors separate successes from failures, the fit is that of
// D. Firth, "Bias reduction of maximum likelihood estimates", Biometrika 80
// (1993), 27–38, with every unit as one trial. Units without trials, or with a
// missing predictor, are left out.
func Logit(units []Unit, level float64) (Fit, error) {
	var x [][]float64
	g := &logit{}
	several := false
	for _, u := range units {
		if !(u.Successes >= 0 && u.Successes <= u.Trials) {
			panic("stats: more successes than trials, or fewer than none")
		}
		if u.Trials == 0 || slices.ContainsFunc(u.X, math.IsNaN) {
			continue
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
	g.alike()
	n, k := g.Dims()
	g.beta = make([]float64, k)
	f := Fit{fitted: fitted{logit: g.with(0, 0, nil, nil)}}
	if f.covariance, f.Converged = g.settle(); f.covariance == nil {
		return Fit{}, ErrCollinear
	}
	f.beta, f.Separated = g.beta, g.firth
	if several && !f.Separated {
		if p := g.successes[0] / g.trials[0]; g.allAt(p) {
			clear(g.beta)
			g.beta[0] = math.Log(p / (1 - p))
		}
		squares, most := g.spread(f.covariance).off, 0.0
		for i, off := range squares {
			most = max(most, math.Abs(off)/g.trials[i])
		}
		f.repeats = most <= blindness
		floats.Mul(squares, squares)
		f.covariance = sandwich(f.covariance, g.weighted(squares))
		f.covariance.ScaleSym(float64(n)/float64(n-k), f.covariance)
	}
	if null := g.null(); null < 0 {
		f.Explained = 1 - g.likelihood(g.beta)/null
	}
	f.finish(g.design, level)
	return f, nil
}

// settle makes the fit, Firth's where there is no other.
func (g *logit) settle() (covariance *mat.SymDense, converged bool) {
	covariance, converged = g.solve()
	if converged && !g.wild(covariance) {
		return covariance, true
	}
	shares, ones := slices.Clone(g.successes), slices.Clone(g.trials)
	for i, n := range g.trials {
		shares[i], ones[i] = g.successes[i]/n, 1
	}
	g.successes, g.trials, g.firth = shares, ones, true
	clear(g.beta)
	return g.solve()
}

func logistic(eta float64) float64 { return 1 / (1 + math.Exp(-eta)) }

// logit is a fit in the making.
type logit struct {
	design
	successes, trials []float64
	firth             bool
	beta              []float64
	// kinds are the different values of the predictors, by unit; examples has a unit
	// of each. What depends on them alone is computed once for all units of a kind:
	// puzzles are many, and their sizes few.
	kinds, examples []int
}

// alike finds the units whose predictors are the same.
func (g *logit) alike() {
	n, k := g.Dims()
	places := map[string]int{}
	var key []byte
	for i := range n {
		key = key[:0]
		for _, x := range g.RawRowView(i)[:k] {
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(x))
		}
		at, ok := places[string(key)]
		if !ok {
			at = len(g.examples)
			places[string(key)] = at
			g.examples = append(g.examples, i)
		}
		g.kinds = append(g.kinds, at)
	}
}

func (g *logit) of(beta []float64, what func(eta float64) float64) []float64 {
	out := make([]float64, len(g.examples))
	for kind, i := range g.examples {
		out[kind] = what(floats.Dot(g.RawRowView(i), beta))
	}
	return out
}

func (g *logit) rates(beta []float64) []float64 { return g.of(beta, logistic) }

// likelihood is the log-likelihood of single trials.
func (g *logit) likelihood(beta []float64) (sum float64) {
	// log p = −log(1+e^−η), log(1−p) = −log(1+e^η), without overflow
	lost, found := g.of(beta, func(eta float64) float64 { return softplus(-eta) }), g.of(beta, softplus)
	for i, kind := range g.kinds {
		sum -= g.successes[i]*lost[kind] + (g.trials[i]-g.successes[i])*found[kind]
	}
	return sum
}

func softplus(x float64) float64 { return math.Max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }

// allAt says whether all units have one rate, but for rounding.
func (g *logit) allAt(rate float64) bool {
	for i, s := range g.successes {
		if !equal(s/g.trials[i], rate) {
			return false
		}
	}
	return true
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
	weights, rates := make([]float64, len(trials)), g.rates(beta)
	for i, n := range trials {
		p := rates[g.kinds[i]]
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

// solve makes Newton's steps from beta, halved while they overshoot, and returns
// the inverse of the information at the end; nil where there is none.
func (g *logit) solve() (covariance *mat.SymDense, converged bool) {
	n, k := g.Dims()
	for range logitSteps {
		inner, ok := inverse(g.information(g.beta, g.trials))
		if !ok {
			return nil, false
		}
		gradient, rates := make([]float64, k), g.rates(g.beta)
		trials := append([]float64(nil), g.trials...)
		for i := range n {
			p := rates[g.kinds[i]]
			successes := g.successes[i]
			if g.firth {
				row := g.RowView(i)
				// The penalty acts like half a success and half a failure, times
				// the unit's leverage, added to it (Heinze and Schemper 2002).
				leverage := g.trials[i] * p * (1 - p) * mat.Inner(row, inner, row)
				successes += leverage / 2
				trials[i] += leverage
			}
			off := successes - trials[i]*p
			for j, x := range g.RawRowView(i) {
				gradient[j] += off * x
			}
		}
		stepping := inner
		if g.firth {
			if stepping, ok = inverse(g.information(g.beta, trials)); !ok {
				return nil, false
			}
		}
		var step mat.VecDense
		step.MulVec(stepping, mat.NewVecDense(k, gradient))
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
