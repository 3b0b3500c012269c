package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The simulations draw with fixed seeds: they come out alike everywhere. With
// 2,000 draws a rate of 0.05 has a standard error of 0.005.
const simulated = 2000

// A test at 5 % calls at most so many of samples significant in which nothing
// differs, and a good part of those in which something does.
func TestSizeAndPower(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	normal := func(n int, shift float64) []float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = random.NormFloat64() + shift
		}
		return out
	}
	rounded := func(v []float64) []float64 {
		for i := range v {
			v[i] = math.Round(v[i])
		}
		return v
	}
	blocked := func(n, k int, shift float64) [][]float64 {
		rows := make([][]float64, n)
		for i := range rows {
			rows[i] = normal(k, 3*random.NormFloat64())
			rows[i][0] += shift
		}
		return rows
	}
	for i, c := range []struct {
		name string
		// most is the largest size allowed: what an exact test promises, or what
		// a limit is known to come to at such n; least the smallest power.
		most, least float64
		p           func(shift float64) float64
	}{
		{"MannWhitney exact", 0.055, 0.4, func(s float64) float64 { return MannWhitney(normal(9, s), normal(10, 0)).P }},
		{"MannWhitney exact, ties", 0.055, 0.4, func(s float64) float64 { return MannWhitney(rounded(normal(12, s)), rounded(normal(9, 0))).P }},
		{"MannWhitney limit, ties", 0.06, 0.95, func(s float64) float64 { return MannWhitney(rounded(normal(45, s)), rounded(normal(45, 0))).P }},
		{"SignedRank exact, ties", 0.055, 0.7, func(s float64) float64 { return SignedRank(rounded(normal(12, s))).P }},
		{"SignedRank limit, ties", 0.06, 0.95, func(s float64) float64 { return SignedRank(rounded(normal(210, s))).P }},
		{"Friedman", 0.06, 0.5, func(s float64) float64 { return Friedman(blocked(15, 4, s)).P }},
		{"ImanDavenport", 0.065, 0.5, func(s float64) float64 { return ImanDavenport(blocked(25, 4, s)).P }},
	} {
		random = rand.New(rand.NewPCG(1, uint64(i))) // cases do not change each other
		called, found := 0, 0
		draws := simulated
		if c.name == "SignedRank limit, ties" {
			draws /= 4 // dear
			c.most += 0.01
		}
		for range draws {
			if c.p(0) <= 0.05 {
				called++
			}
		}
		for range draws / 5 {
			if c.p(1) <= 0.05 {
				found++
			}
		}
		size, power := float64(called)/float64(draws), float64(found)/float64(draws/5)
		t.Logf("%s: size %.3f, power %.2f", c.name, size, power)
		if size > c.most || size < 0.01 || power < c.least {
			t.Errorf("%s: called %.3f of equal samples different (at most %v), found %.3f (at least %v)", c.name, size, c.most, power, c.least)
		}
	}
}

// Intervals of 95 % hold the truth about as often.
func TestCoverage(t *testing.T) {
	random := rand.New(rand.NewPCG(41, 42))
	toss := func(p float64) int {
		if random.Float64() < p {
			return 1
		}
		return 0
	}
	for _, c := range []struct {
		name        string
		truth       float64
		least, most float64
		interval    func() Interval
	}{
		{"Linear, unequal spread", 1, 0.93, 0.975, func() Interval {
			var x [][]float64
			var y []float64
			for range 40 {
				v := random.NormFloat64()
				x, y = append(x, []float64{v}), append(y, v+random.NormFloat64()*(0.5+math.Abs(v)))
			}
			f, err := Linear(x, y, 0.95)
			if err != nil {
				t.Fatal(err)
			}
			c := f.Coefficients[0]
			return Interval{c.Interval.Low / c.Deviation, c.Interval.High / c.Deviation}
		}},
		{"Logit, puzzles unlike", 0.8, 0.95, 0.99, func() Interval {
			var units []Unit
			for range 50 {
				v := random.NormFloat64()
				// The effect on puzzles on average is smaller than on each: by
				// √(1+σ²·0.346) (S. L. Zeger, K.-Y. Liang and P. S. Albert 1988).
				eta := (0.8*v - 0.3) * math.Sqrt(1+0.346)
				eta += random.NormFloat64()
				u := Unit{X: []float64{v}, Trials: 6}
				for range 6 {
					u.Successes += float64(toss(logistic(eta)))
				}
				units = append(units, u)
			}
			f, err := Logit(units, 0.95)
			if err != nil {
				t.Fatal(err)
			}
			c := f.Coefficients[0]
			return Interval{c.Interval.Low / c.Deviation, c.Interval.High / c.Deviation}
		}},
	} {
		held := 0
		for range simulated / 2 {
			if c.interval().Contains(c.truth) {
				held++
			}
		}
		share := float64(held) / (simulated / 2)
		t.Logf("%s: %.3f", c.name, share)
		if share < c.least || share > c.most {
			t.Errorf("%s: held in %.3f of draws", c.name, share)
		}
	}
}
