package stats

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Errors of regressions.
var (
	// ErrTooFew is returned where there are not more units than coefficients.
	ErrTooFew = errors.New("stats: too few units for so many predictors")
	// ErrCollinear is returned where a predictor is constant, or determined by the
	// others.
	ErrCollinear = errors.New("stats: a predictor is constant or a combination of the others")
)

// Coefficient is one estimate of a regression.
type Coefficient struct {
	// Value is per unit of the predictor, Standardised per standard deviation
	// (divisor n) of it over the units; for the intercept they are the value
	// where all predictors are 0, and where all have their means.
	Value, Standardised float64
	// StdErr and Interval belong to Standardised, and P tests that it is 0
	// (Wald's test). Divide by Deviation for those of Value; for the intercept
	// that does not hold.
	// StdErr is +Inf, the interval infinite and P 1 where the units do not tell
	// how far the estimate may be off: they do not differ from the fit but by
	// rounding, or it hangs on a single one of them.
	StdErr   float64
	Interval Interval
	P        float64
	// Mean and Deviation are those of the predictor over the units; 0 and 1 for
	// the intercept.
	Mean, Deviation float64
	// Inflation is how much the variance is inflated by what the other
	// predictors say about this one: 1 where nothing, above 10 is much; 1 for the
	// intercept.
	Inflation float64
}

// Fit is a regression on several predictors.
type Fit struct {
	// Intercept and Coefficients are the estimates, in the predictors' order.
	Intercept    Coefficient
	Coefficients []Coefficient
	// Units is the number of units (puzzles), Freedom the degrees of freedom of
	// the intervals; +Inf for those of the normal distribution.
	Units   int
	Freedom float64
	// Explained is R² of a linear fit; of a logistic one the share of the
	// deviance that the predictors take away (D. McFadden, "Conditional logit
	// analysis of qualitative choice behavior", 1974).
	Explained float64
	// Converged is false where the steps of a logistic fit have not settled.
	Converged bool
	// Separated says that predictors part successes from failures, so that the
	// largest likelihood has no finite coefficients. The estimates are then
	// Firth's (see [Logit]).
	Separated bool

	beta       []float64 // on the standardised predictors, intercept first
	covariance *mat.SymDense
	quantile   float64
	// blind are what units add to the coefficients, per unit of their value, whose
	// own spread nobody can know (see [Coefficient.StdErr]).
	blind []*mat.VecDense
}

// Predict is the linear predictor at values of the predictors and the half
// width of its pointwise interval, +Inf as [Coefficient.StdErr]. It panics where there are not as many values
// as predictors.
func (f Fit) Predict(x ...float64) (value, half float64) {
	if len(x) != len(f.Coefficients) {
		panic("stats: wrong number of predictors")
	}
	at := mat.NewVecDense(len(x)+1, nil)
	at.SetVec(0, 1)
	for j, c := range f.Coefficients {
		at.SetVec(j+1, (x[j]-c.Mean)/c.Deviation)
	}
	value = mat.Dot(at, mat.NewVecDense(len(f.beta), f.beta))
	return value, f.quantile * f.deviation(at)
}

// blindness is how small a residual is, by the spread of the values, that is
// rounding, and the rest of a unit that the fit can only repeat. So small a share
// of a unit's weight in a coefficient is rounding, too.
const blindness = 1e-9

// deviation is the standard error of a sum of the coefficients, each so often.
func (f Fit) deviation(at *mat.VecDense) float64 {
	for _, unit := range f.blind {
		if math.Abs(mat.Dot(at, unit)) > blindness*mat.Norm(at, 1)*mat.Norm(unit, math.Inf(1)) {
			return math.Inf(1)
		}
	}
	return math.Sqrt(math.Max(0, mat.Inner(at, f.covariance, at)))
}

// Rate is the rate that a logistic fit expects at values of the predictors, with
// its pointwise interval. It panics as Predict does.
func (f Fit) Rate(x ...float64) (rate float64, band Interval) {
	value, half := f.Predict(x...)
	return logistic(value), Interval{logistic(value - half), logistic(value + half)}
}

// design is the standardised predictors with a column of ones before them.
type design struct {
	*mat.Dense
	means, deviations, inflation []float64
}

// newDesign standardises. x[i] are the predictors of unit i.
func newDesign(x [][]float64) (d design, err error) {
	n := len(x)
	if n == 0 || n <= len(x[0])+1 {
		return design{}, ErrTooFew
	}
	k := len(x[0])
	d.Dense = mat.NewDense(n, k+1, nil)
	for i, row := range x {
		if len(row) != k {
			panic("stats: units with different numbers of predictors")
		}
		d.Set(i, 0, 1)
	}
	for j := range k {
		values := make([]float64, n)
		for i, row := range x {
			values[i] = row[j]
		}
		mean, deviation := stat.PopMeanStdDev(values, nil)
		if !(deviation > 1e-12*math.Abs(mean)) || math.IsInf(deviation, 0) {
			return design{}, ErrCollinear
		}
		d.means, d.deviations = append(d.means, mean), append(d.deviations, deviation)
		for i, v := range values {
			d.Set(i, j+1, (v-mean)/deviation)
		}
	}
	correlation, ok := inverse(d.weighted(nil))
	if !ok {
		return design{}, ErrCollinear
	}
	for j := range k {
		d.inflation = append(d.inflation, correlation.At(j+1, j+1)*float64(n))
	}
	return d, nil
}

// weighted is X'WX; nil weights are ones.
func (d design) weighted(weights []float64) *mat.SymDense {
	n, k := d.Dims()
	sums := make([]float64, k*k) // above the diagonal, and on it
	for i := range n {
		w, row := 1.0, d.RawRowView(i)
		if weights != nil {
			w = weights[i]
		}
		for a, x := range row {
			part := x * w
			for b := a; b < k; b++ {
				sums[a*k+b] += row[b] * part
			}
		}
	}
	return mat.NewSymDense(k, sums)
}

// inverse inverts a positive definite matrix that is not near singular.
func inverse(m *mat.SymDense) (*mat.SymDense, bool) {
	var c mat.Cholesky
	var out mat.SymDense
	if !c.Factorize(m) || c.Cond() > 1e10 || c.InverseTo(&out) != nil {
		return nil, false
	}
	return &out, true
}

// finish fills in what all fits share.
func (f *Fit) finish(d design, level float64) {
	f.quantile = distuv.UnitNormal.Quantile(0.5 + level/2)
	tails := beyond
	if !math.IsInf(f.Freedom, 1) {
		t := distuv.StudentsT{Sigma: 1, Nu: f.Freedom}
		f.quantile = t.Quantile(0.5 + level/2)
		tails = func(z float64) float64 { return aboveF(z*z, 1, f.Freedom) } // t² is F
	}
	f.Units, _ = d.Dims()
	raw := f.beta[0]
	for j, b := range f.beta {
		one := mat.NewVecDense(len(f.beta), nil)
		one.SetVec(j, 1)
		e := f.deviation(one)
		c := Coefficient{Value: b, Standardised: b, StdErr: e, Deviation: 1, Inflation: 1, Interval: Interval{b - f.quantile*e, b + f.quantile*e}}
		c.P = tails(b / e)
		if j == 0 {
			f.Intercept = c
			continue
		}
		c.Mean, c.Deviation, c.Inflation = d.means[j-1], d.deviations[j-1], d.inflation[j-1]
		c.Value = b / c.Deviation
		raw -= c.Value * c.Mean
		f.Coefficients = append(f.Coefficients, c)
	}
	f.Intercept.Value = raw
}

// Linear fits a linear regression by least squares; x[i] are the predictors of
// unit i, y[i] its value. Errors do not take the spread for equal everywhere:
// they are HC3 (J. S. Long and L. H. Ervin, "Using heteroscedasticity
// consistent standard errors in the linear regression model", The American
// Statistician 54 (2000), 217–224), with Student's quantile. Units with a missing
// number are left out. It panics where a value is infinite.
func Linear(x [][]float64, y []float64, level float64) (Fit, error) {
	if len(x) != len(y) {
		panic("stats: a value is missing for some unit")
	}
	var rows [][]float64
	var values []float64
	for i, v := range y {
		if math.IsInf(v, 0) {
			panic("stats: a regression of infinite values")
		}
		if v == v && !slices.ContainsFunc(x[i], math.IsNaN) {
			rows, values = append(rows, x[i]), append(values, v)
		}
	}
	x, y = rows, values
	d, err := newDesign(x)
	if err != nil {
		return Fit{}, err
	}
	n, k := d.Dims()
	bread, _ := inverse(d.weighted(nil)) // newDesign has inverted the same
	var moments, beta mat.VecDense
	moments.MulVec(d.T(), mat.NewVecDense(n, y))
	beta.MulVec(bread, &moments)
	f := Fit{Freedom: float64(n - k), Converged: true, beta: beta.RawVector().Data}
	mean, deviation := stat.PopMeanStdDev(y, nil)
	rounding := 4 * resolution * math.Abs(mean)
	if deviation <= rounding { // all values are one
		f.beta, deviation = make([]float64, k), 0
		f.beta[0] = mean
	}
	squares := 0.0
	offs, rests := make([]float64, n), make([]float64, n)
	for i, v := range y {
		row := d.RowView(i)
		offs[i] = v - mat.Dot(row, mat.NewVecDense(k, f.beta))
		squares += offs[i] * offs[i]
		rests[i] = 1 - mat.Inner(row, bread, row)
	}
	if deviation > 0 {
		f.Explained = 1 - squares/(float64(n)*deviation*deviation)
	}
	f.robust(d, bread, offs, rests, math.Sqrt(squares/float64(n)) <= blindness*deviation+rounding)
	f.finish(d, level)
	return f, nil
}

// robust sets the covariance of coefficients by the units' residuals, each divided
// by the rest that the fit does not owe to the unit itself. Where all residuals are
// rounding, and of units that leave no rest, it is blind.
func (f *Fit) robust(d design, bread *mat.SymDense, offs, rests []float64, rounding bool) {
	weights := make([]float64, len(offs))
	for i, off := range offs {
		if rounding || rests[i] <= blindness {
			var pull mat.VecDense
			pull.MulVec(bread, d.RowView(i))
			f.blind = append(f.blind, &pull)
			continue
		}
		weights[i] = off * off / (rests[i] * rests[i])
	}
	f.covariance = sandwich(bread, d.weighted(weights))
}

// sandwich is B·M·B.
func sandwich(bread, filling *mat.SymDense) *mat.SymDense {
	k := bread.SymmetricDim()
	var left, both mat.Dense
	left.Mul(bread, filling)
	both.Mul(&left, bread)
	out := mat.NewSymDense(k, nil)
	for i := range k {
		for j := i; j < k; j++ {
			out.SetSym(i, j, (both.At(i, j)+both.At(j, i))/2)
		}
	}
	return out
}
