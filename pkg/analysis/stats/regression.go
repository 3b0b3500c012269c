package stats

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
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
	// StdErr and Interval belong to Standardised, and P tests that it is 0: it is
	// below 1 less the level just where Interval excludes 0. Divide by Deviation
	// for those of Value; for the intercept that does not hold. StdErr is +Inf, the
	// interval infinite and P 1 where the units do not tell how far the estimate may
	// be off: they do not differ from the fit but by rounding, or it hangs on one.
	StdErr   float64
	Interval Interval
	P        float64
	// Needed is 0, or about how many units like these an interval takes where
	// these give none: it is without ends then, and P is 1.
	Needed int
	// Mean and Deviation are those of the predictor over the units; 0 and 1 for
	// the intercept.
	Mean, Deviation float64
	// Inflation is how much the variance is inflated by what the other
	// predictors say about this one: 1 where nothing, above 10 is much; 1 for the
	// intercept.
	Inflation float64

	ends [2]side // low and high
}

// blindness is how small a residual is, by the spread of the values, that is
// rounding, and the rest of a unit that the fit can only repeat.
const blindness = 1e-9

// Within is the interval of Standardised at its own level.
func (c Coefficient) Within(level float64) Interval {
	if c.Needed > 0 || math.IsInf(c.StdErr, 1) {
		return Interval{math.Inf(-1), math.Inf(1)}
	}
	return Interval{min(c.Standardised, c.ends[0].value-c.ends[0].reach(level)), max(c.Standardised, c.ends[1].value+c.ends[1].reach(level))}
}

// Fit is a regression on several predictors. Its intervals are Student's with the errors of a
// jackknife over units: HC3, and its analogue of a logistic fit, CR3. The degrees of freedom are each
// coefficient's own, those of R. M. Bell and D. F. McCaffrey (2002): few where few units have the
// leverage. That is not enough where nearly all units of a logistic fit are alike. The low end of a
// coefficient's interval is thus that of a fit with half a unit more at a standard deviation on either
// side of the mean. These units speak for a smaller coefficient, and those of the high end for a
// larger one. Bands have a whole unit more at the means, which failed or succeeded. A coefficient that
// has fewer than 2 degrees of freedom by the predictors alone has no interval.
type Fit struct {
	// Intercept and Coefficients are the estimates, in the predictors' order.
	Intercept    Coefficient
	Coefficients []Coefficient
	// Units is the number of units (puzzles).
	Units int
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

	fitted
}

// fitted is what a fit rests on.
type fitted struct {
	beta       []float64 // on the standardised predictors, intercept first
	covariance *mat.SymDense
	level      float64
	repeats    bool      // what was seen, but for rounding
	spread     jackknife // of a linear fit
	logit      *logit    // what a logistic fit is of
	bands      [2]jackknife
}

// Predict is the linear predictor at values of the predictors and its pointwise
// interval. It panics where there are not as many values as predictors.
func (f Fit) Predict(x ...float64) (value float64, band Interval) {
	if len(x) != len(f.Coefficients) {
		panic("stats: wrong number of predictors")
	}
	at := []float64{1}
	for j, c := range f.Coefficients {
		at = append(at, (x[j]-c.Mean)/c.Deviation)
	}
	value = floats.Dot(at, f.beta)
	if f.repeats {
		return value, Interval{math.Inf(-1), math.Inf(1)}
	}
	low, high := f.bands[0].side(at), f.bands[1].side(at)
	return value, Interval{min(value, low.value-low.reach(f.level)), max(value, high.value+high.reach(f.level))}
}

// Rate is the rate that a logistic fit expects at values of the predictors, with
// its pointwise interval. It panics as Predict does.
func (f Fit) Rate(x ...float64) (rate float64, band Interval) {
	value, band := f.Predict(x...)
	return logistic(value), Interval{logistic(band.Low), logistic(band.High)}
}

// design is the standardised predictors with a column of ones before them.
type design struct {
	*mat.Dense
	plain                        *mat.SymDense // the inverse of X'X
	means, deviations, inflation []float64
}

// newDesign standardises. x[i] are the predictors of unit i.
func newDesign(x [][]float64) (d design, err error) {
	n := len(x)
	if n == 0 || n <= len(x[0])+1 {
		return d, ErrTooFew
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
	var ok bool
	if d.plain, ok = inverse(d.weighted(nil)); !ok {
		return design{}, ErrCollinear
	}
	for j := range k {
		d.inflation = append(d.inflation, d.plain.At(j+1, j+1)*float64(n))
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
	f.level = level
	f.Units, _ = d.Dims()
	plain := jackknife{design: d, bread: d.plain, off: make([]float64, f.Units)}
	raw := f.beta[0]
	unit := func(j int, by float64) []float64 {
		at := make([]float64, len(f.beta))
		at[0], at[j] = 1, by
		return at
	}
	f.bands = f.ends(whole, [][]float64{unit(0, 1)}, 1)
	for j, b := range f.beta {
		c := Coefficient{Value: b, Standardised: b, StdErr: math.Sqrt(f.covariance.At(j, j)), Deviation: 1, Inflation: 1}
		ends, only := f.bands, make([]float64, len(f.beta))
		if only[j] = 1; j > 0 {
			ends = f.ends(against, [][]float64{unit(j, 1), unit(j, -1)}, 1, -1)
		}
		c.ends = [2]side{ends[0].side(only), ends[1].side(only)}
		if v, freedom := plain.variance(only); freedom < leastFreedom || math.IsInf(v, 1) {
			c.Needed = max(f.Units+1, int(math.Ceil(float64(f.Units)*leastFreedom/freedom)))
			if math.IsInf(v, 1) {
				c.StdErr = v
			}
		}
		if f.repeats {
			c.StdErr = math.Inf(1)
		}
		if c.Interval, c.P = c.Within(level), 1; !math.IsInf(c.StdErr, 1) && c.Needed == 0 {
			c.P = double(c.ends[0].p(1), c.ends[1].p(-1))
		}
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
// Statistician 54 (2000), 217–224); see [Fit] for the intervals. Units with a missing
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
	n, _ := d.Dims()
	var moments, beta mat.VecDense
	moments.MulVec(d.T(), mat.NewVecDense(n, y))
	beta.MulVec(d.plain, &moments)
	mean, deviation := stat.PopMeanStdDev(y, nil)
	rounding := 4 * resolution * math.Abs(mean)
	if deviation <= rounding { // all values are one
		beta.Zero()
		beta.SetVec(0, mean)
		deviation = 0
	}
	f := Fit{Converged: true, fitted: fitted{beta: beta.RawVector().Data, spread: jackknife{design: d, beta: beta.RawVector().Data, bread: d.plain}}}
	squares, weights := 0.0, make([]float64, n)
	for i, v := range y {
		row := d.RowView(i)
		off := v - mat.Dot(row, &beta)
		squares += off * off
		if rest := 1 - mat.Inner(row, d.plain, row); rest > blindness {
			weights[i] = off * off / (rest * rest)
		}
		f.spread.off = append(f.spread.off, off)
	}
	if deviation > 0 {
		f.Explained = 1 - squares/(float64(n)*deviation*deviation)
	}
	f.repeats = math.Sqrt(squares/float64(n)) <= blindness*deviation+rounding
	f.covariance = sandwich(d.plain, d.weighted(weights))
	f.finish(d, level)
	return f, nil
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
