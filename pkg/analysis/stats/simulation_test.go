package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
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
		alltest.Check(t, size <= c.most && size >= 0.01 && power >= c.least,
			"%s: called %.3f of equal samples different (at most %v), found %.3f (at least %v)", c.name, size, c.most, power, c.least)
	}
}
