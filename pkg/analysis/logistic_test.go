package analysis

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// singles makes a unit of every trial.
func singles(x []float64, y []int) []Trials {
	out := make([]Trials, len(x))
	for i := range x {
		out[i] = Trials{x[i], y[i], 1}
	}
	return out
}

var (
	// Hours of study and passing of 20 students: Wikipedia, "Logistic
	// regression", section "Example", which prints the coefficients −4.0777 and
	// 1.5046 with standard errors 1.7610 and 0.6287.
	hours  = []float64{0.50, 0.75, 1.00, 1.25, 1.50, 1.75, 1.75, 2.00, 2.25, 2.50, 2.75, 3.00, 3.25, 3.50, 4.00, 4.25, 4.50, 4.75, 5.00, 5.50}
	passed = []int{0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1}
	// Temperature (°F) and damaged O-rings on 23 flights before Challenger's
	// last: S. R. Dalal, E. B. Fowlkes and B. Hoadley, "Risk analysis of the
	// space shuttle", Journal of the American Statistical Association 84
	// (1989), 945–957. The fit of damage or none is that of R's glm, as
	// printed in many places: 15.0429 (7.3786) and −0.2322 (0.1082), residual
	// deviance 20.315, null deviance 28.267.
	temperature = []float64{66, 70, 69, 68, 67, 72, 73, 70, 57, 63, 70, 78, 67, 53, 67, 75, 70, 81, 76, 79, 75, 76, 58}
	damaged     = []int{0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1}
)

func TestLogisticAgainstPublishedFits(t *testing.T) {
	for _, c := range []struct {
		name                                   string
		x                                      []float64
		y                                      []int
		intercept, slope, errI, errS, dev, nul float64
	}{
		{"hours of study", hours, passed, -4.0777, 1.5046, 1.7610, 0.6287, 16.060, 27.726},
		{"O-rings", temperature, damaged, 15.0429, -0.2322, 7.3786, 0.1082, 20.315, 28.267},
	} {
		f, err := Default.FitLogistic(singles(c.x, c.y))
		if err != nil || !f.Converged || f.Separated || len(f.Warnings) > 0 || f.Units != len(c.x) || f.Runs != len(c.x) {
			t.Fatalf("%s: %+v, %v", c.name, f, err)
		}
		expect(t, c.name+": intercept", f.Intercept.Value, c.intercept, 4)
		expect(t, c.name+": slope", f.Slope.Value, c.slope, 4)
		expect(t, c.name+": its error", f.Intercept.StdErr, c.errI, 4)
		expect(t, c.name+": its error", f.Slope.StdErr, c.errS, 4)
		expect(t, c.name+": deviance", f.Deviance, c.dev, 3)
		expect(t, c.name+": null deviance", f.NullDeviance, c.nul, 3)
		expect(t, c.name+": Wald's low end", f.Slope.Low, f.Slope.Value-1.959964*f.Slope.StdErr, 5)
	}
	// Wikipedia prints the chances to pass after 1, 2, 3, 4 and 5 hours.
	f, _ := Default.FitLogistic(singles(hours, passed))
	for i, want := range []float64{0.07, 0.26, 0.61, 0.87, 0.97} {
		rate, band := f.At(float64(i + 1))
		expect(t, "chance", rate, want, 2)
		if !(band.Low < rate && rate < band.High) {
			t.Errorf("band %+v of %v", band, rate)
		}
	}
}

// Trials of equal x may be put together: the estimates and the deviance stay.
func TestLogisticGrouping(t *testing.T) {
	byX := map[float64]*Trials{}
	var grouped []Trials
	for i, x := range temperature {
		if byX[x] == nil {
			byX[x] = &Trials{X: x}
		}
		byX[x].Successes += damaged[i]
		byX[x].Trials++
	}
	for _, u := range byX {
		grouped = append(grouped, *u)
	}
	grouped = append(grouped, Trials{X: 1000}) // no trials: left out
	a, _ := Default.FitLogistic(singles(temperature, damaged))
	b, err := Default.FitLogistic(grouped)
	if err != nil || !near(a.Slope.Value, b.Slope.Value, 9) || !near(a.Intercept.StdErr, b.Intercept.StdErr, 8) ||
		!near(a.Deviance, b.Deviance, 9) || !near(a.NullDeviance, b.NullDeviance, 9) || b.Runs != 23 || b.Units != len(byX) {
		t.Errorf("single trials %+v\ngrouped %+v\n%v", a, b, err)
	}
}

// Where runs on a puzzle are copies of one run, more of them add nothing: the
// robust errors must stay, while the others fall with the root of the copies.
func TestRobustErrorsSeeThroughCopies(t *testing.T) {
	units := singles(hours, passed)
	one, _ := Default.FitLogistic(units)
	for i := range units {
		units[i].Successes *= 100
		units[i].Trials *= 100
	}
	many, _ := Default.FitLogistic(units)
	if !near(one.Slope.Value, many.Slope.Value, 8) || !near(one.Slope.Robust, many.Slope.Robust, 8) || !near(one.Slope.StdErr, 10*many.Slope.StdErr, 7) {
		t.Errorf("one run %+v\n100 copies %+v", one.Slope, many.Slope)
	}
	quantile := distuv.StudentsT{Sigma: 1, Nu: 18}.Quantile(0.975)
	expect(t, "low end with copies", many.Slope.Low, many.Slope.Value-quantile*many.Slope.Robust, 8)
	if many.Dispersion < 50 || one.Dispersion > 2 {
		t.Errorf("dispersion %v of single runs, %v of copies", one.Dispersion, many.Dispersion)
	}
}

// For a predictor of two values Firth's estimates are those of Haldane and
// Anscombe: the log odds with half a trial added to every count.
func TestFirthOnATwoByTwoTable(t *testing.T) {
	for _, c := range []struct{ s0, n0, s1, n1 int }{{5, 5, 0, 7}, {0, 4, 2, 9}, {3, 3, 2, 8}, {1, 4, 3, 3}} {
		var units []Trials
		for i := range c.n0 {
			units = append(units, Trials{10, min(1, max(0, c.s0-i)), 1})
		}
		for i := range c.n1 {
			units = append(units, Trials{30, min(1, max(0, c.s1-i)), 1})
		}
		f, err := Default.FitLogistic(units)
		if err != nil || !f.Separated || !f.Converged || len(f.Warnings) != 1 {
			t.Fatalf("%+v: %+v, %v", c, f, err)
		}
		odds := func(s, n int) float64 { return math.Log((float64(s) + 0.5) / (float64(n-s) + 0.5)) }
		slope := (odds(c.s1, c.n1) - odds(c.s0, c.n0)) / 20
		expect(t, "slope", f.Slope.Value, slope, 7)
		expect(t, "intercept", f.Intercept.Value, odds(c.s0, c.n0)-10*slope, 7)
		variance := func(s, n int) float64 { return 1 / (float64(n) * logistic(odds(s, n)) * (1 - logistic(odds(s, n)))) }
		expect(t, "error of the slope", f.Slope.StdErr, math.Sqrt(variance(c.s0, c.n0)+variance(c.s1, c.n1))/20, 7)

		// With separation runs on a puzzle add nothing.
		for i := range units {
			units[i].Successes *= 50
			units[i].Trials *= 50
		}
		if g, err := Default.FitLogistic(units); err != nil || g.Slope != f.Slope || g.Runs != 50*f.Runs {
			t.Errorf("50 copies: %+v, %v", g, err)
		}
	}
	// Failures only: half a success more, and a constant.
	f, err := Default.FitLogistic([]Trials{{10, 0, 7}, {20, 0, 7}, {30, 0, 7}, {40, 0, 7}})
	if err != nil || !f.Separated || !f.Converged || f.Slope.Value != 0 {
		t.Fatalf("%+v, %v", f, err)
	}
	expect(t, "intercept of four puzzles never solved", f.Intercept.Value, math.Log(0.5/4.5), 7)
}

func TestLogisticAtTheEdges(t *testing.T) {
	if _, err := Default.FitLogistic(nil); !errors.Is(err, ErrNoData) {
		t.Errorf("nothing: %v", err)
	}
	if _, err := Default.FitLogistic([]Trials{{X: 1}}); !errors.Is(err, ErrNoData) {
		t.Errorf("no trials: %v", err)
	}
	flat, err := Default.FitLogistic([]Trials{{4, 3, 10}, {4, 5, 10}, {4, 4, 10}})
	if err != nil || !flat.Converged || flat.Slope.Value != 0 || len(flat.Warnings) != 1 {
		t.Fatalf("one value: %+v, %v", flat, err)
	}
	rate, band := flat.At(4)
	expect(t, "rate", rate, 0.4, 9)
	if !(band.Low < 0.4 && 0.4 < band.High) {
		t.Errorf("band %+v", band)
	}
	one, err := Default.FitLogistic([]Trials{{4, 1, 1}})
	if err != nil || !one.Converged || !one.Separated {
		t.Errorf("one trial: %+v, %v", one, err)
	}
	// Complete, quasi-complete and no separation.
	for _, c := range []struct {
		y    []int
		want bool
	}{{[]int{1, 1, 0, 0}, true}, {[]int{0, 0, 1, 1}, true}, {[]int{1, 0, 1, 0}, false}, {[]int{1, 1, 1, 1}, true}} {
		if f, err := Default.FitLogistic(singles([]float64{1, 2, 3, 4}, c.y)); err != nil || f.Separated != c.want || !f.Converged {
			t.Errorf("%v: %+v, %v", c.y, f, err)
		}
	}
	if f, _ := Default.FitLogistic(singles([]float64{1, 2, 2, 3}, []int{1, 1, 0, 0})); !f.Separated || !f.Converged {
		t.Errorf("quasi-complete: %+v", f)
	}
}

// The fit always settles, its band holds the curve, and neither the origin nor
// the unit of the predictor matters.
func TestLogisticProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "units")
		units := make([]Trials, n)
		for i := range units {
			m := rapid.IntRange(1, 30).Draw(t, "trials")
			units[i] = Trials{float64(rapid.IntRange(1, 9).Draw(t, "x")), rapid.IntRange(0, m).Draw(t, "successes"), m}
		}
		f, err := Default.FitLogistic(units)
		if err != nil || !f.Converged {
			t.Fatalf("%+v, %v", f, err)
		}
		moved := make([]Trials, n)
		for i, u := range units {
			moved[i] = Trials{1e4 + 1e-3*u.X, u.Successes, u.Trials}
		}
		g, err := Default.FitLogistic(moved)
		if err != nil {
			t.Fatal(err)
		}
		for x := 1.0; x <= 9; x++ {
			p, band := f.At(x)
			q, other := g.At(1e4 + 1e-3*x)
			if !(0 <= band.Low && band.Low <= p && p <= band.High && band.High <= 1) || math.Abs(p-q) > 1e-5 || math.Abs(band.Low-other.Low) > 1e-4 {
				t.Fatalf("at %v: %v %+v, moved %v %+v", x, p, band, q, other)
			}
		}
	})
}

// With runs that resemble each other within a puzzle the band must hold the
// true curve about as often as it says; the model's errors would not.
func TestCoverageOfTheCurve(t *testing.T) {
	const draws, puzzles, runs = 500, 60, 20
	source := rand.NewPCG(3, 4)
	random := rand.New(source)
	// The truth is what the rates of puzzles of a size average to, not the
	// rate of the average puzzle: it is found by simulation below.
	chance := func(x float64) float64 { return logistic(2 - 1.5*x + random.NormFloat64()) }
	truth := 0.0
	const long = 400_000
	for range long {
		truth += chance(1) / long
	}
	held, naive := 0, 0
	for range draws {
		units := make([]Trials, puzzles)
		for i := range units {
			x := 3 * random.Float64()
			units[i] = Trials{x, int(distuv.Binomial{N: runs, P: chance(x), Src: source}.Rand()), runs}
		}
		f, err := Default.FitLogistic(units)
		if err != nil {
			t.Fatal(err)
		}
		if _, band := f.At(1); band.Low <= truth && truth <= band.High {
			held++
		}
		again, _ := newFit(units)
		again.beta = f.beta
		c, _ := again.information(f.beta, nil)
		var inverse mat.SymDense
		if err := c.InverseTo(&inverse); err != nil {
			t.Fatal(err)
		}
		f.covariance = again.elements(&inverse)
		if _, band := f.At(1); band.Low <= truth && truth <= band.High {
			naive++
		}
	}
	share := float64(held) / draws
	t.Logf("held in %.3f, with the model's errors in %.3f", share, float64(naive)/draws)
	if share < 0.92 || share > 0.99 || naive > held-draws/10 {
		t.Errorf("held in %.3f of %d draws", share, draws)
	}
}

func TestSuccessCurves(t *testing.T) {
	var records []experiment.Record
	random := rand.New(rand.NewPCG(5, 6))
	for _, label := range []string{"steep", "never"} {
		for i := range 300 {
			cells := 25 + random.IntN(400)
			status := solver.Exhausted
			if label == "steep" && random.Float64() < logistic(12-2.4*math.Log(float64(cells))) {
				status = solver.Solved
			}
			records = append(records, row(label, string(rune('A'+i)), cells, 0, status, 1))
		}
	}
	curves := Default.SuccessCurves(records)
	if len(curves) != 2 || curves[0].Label != "steep" || curves[1].Label != "never" {
		t.Fatalf("%d curves", len(curves))
	}
	c := curves[0]
	if i := c.Fit.Slope; i.Low > -2.4 || i.High < -2.4 || i.Value > -1.5 {
		t.Errorf("slope %+v, the truth is −2.4", i)
	}
	if math.Abs(math.Log(c.Half)-5) > 0.2 { // e^5 = 148 cells
		t.Errorf("half at %v cells, the truth is 148", c.Half)
	}
	if n := len(c.Points); n != Default.GridPoints || c.Points[0].Cells >= 30 || c.Points[n-1].Cells <= 400 {
		t.Errorf("%d points from %v to %v", n, c.Points[0].Cells, c.Points[n-1].Cells)
	}
	for i, p := range c.Points {
		if i > 0 && (p.Rate >= c.Points[i-1].Rate || p.Cells <= c.Points[i-1].Cells) {
			t.Fatalf("the curve does not fall at %+v", p)
		}
	}
	if !math.IsInf(curves[1].Half, 1) {
		t.Errorf("a constant curve is at half at %v cells", curves[1].Half)
	}
	if last := curves[1].Points[0]; !curves[1].Fit.Separated || last.Rate > 0.01 || last.Band.High > 0.05 {
		t.Errorf("never solved: %+v at %+v", curves[1].Fit, last)
	}
}
