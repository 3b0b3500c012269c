package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
)

// drawn is n blocks of k values.
func drawn(n, k int) [][]float64 {
	r := rand.New(rand.NewPCG(uint64(n), uint64(k)))
	rows := make([][]float64, n)
	for i := range rows {
		for range k {
			rows[i] = append(rows[i], r.Float64())
		}
	}
	return rows
}

// Each warning is given where its reason is, and nowhere else.
func TestWarnings(t *testing.T) {
	const few, missing = "so few blocks", "blocks lack a value"
	tied := drawn(20, 4)
	tied[3][0] = tied[3][2]
	holes := drawn(20, 4)
	holes[3][0], holes[5][1] = math.NaN(), math.NaN()
	for name, c := range map[string]struct {
		got  []string
		want []string
	}{
		"Friedman of 9 and 5":         {Friedman(drawn(9, 5)).Warnings, []string{few}},
		"Friedman of 10 and 5":        {Friedman(drawn(10, 5)).Warnings, nil},
		"Friedman of 10 and 4":        {Friedman(drawn(10, 4)).Warnings, nil},
		"Friedman of 14 and 3":        {Friedman(drawn(14, 3)).Warnings, []string{few}},
		"Friedman of 15 and 3":        {Friedman(drawn(15, 3)).Warnings, nil},
		"Friedman with holes":         {Friedman(holes).Warnings, []string{"2 of 20 " + missing}},
		"Iman and Davenport of 9":     {ImanDavenport(drawn(9, 5)).Warnings, nil},
		"Iman and Davenport, holes":   {ImanDavenport(holes).Warnings, []string{"2 of 20 " + missing}},
		"one complete block of ranks": {Friedman([][]float64{{1, 2}, {math.NaN(), 1}}).Warnings, []string{"fewer than two complete", "1 of 2 " + missing}},
	} {
		alltest.Check(t, slices.EqualFunc(c.got, c.want, strings.Contains), "%s: warns %q, want %q", name, c.got, c.want)
	}
}

// Firth's fit has the largest penalised likelihood: every other place nearby has
// less, by a slow count of it.
func TestFirthIsTheLargest(t *testing.T) {
	// Penalised log-likelihood of a slope and a level, from its definition.
	x, y := []float64{-2, -1, -0.5, 0.5, 1, 2, 30}, []float64{0, 0, 0, 1, 1, 1, 1}
	objective := func(a, b float64) float64 {
		sum, s0, s1, s2 := 0.0, 0.0, 0.0, 0.0
		for i := range x {
			p := 1 / (1 + math.Exp(-a-b*x[i]))
			if y[i] > 0 {
				sum += math.Log(p)
			} else {
				sum += math.Log(1 - p)
			}
			w := p * (1 - p)
			s0, s1, s2 = s0+w, s1+w*x[i], s2+w*x[i]*x[i]
		}
		return sum + math.Log(s0*s2-s1*s1)/2
	}
	var units []Unit
	for i := range x {
		units = append(units, Unit{[]float64{x[i]}, y[i], 1})
	}
	f, err := Logit(units, 0.95)
	alltest.Require(t, err == nil && f.Separated && f.Converged, "%+v, %v", f, err)
	at := func(v float64) float64 {
		value, _ := f.Predict(v)
		return value
	}
	a := at(0)
	b := at(1) - a
	best := objective(a, b)
	for _, d := range [][2]float64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}} {
		for _, size := range []float64{1e-3, 0.1, 1} {
			if other := objective(a+size*d[0], b+size*d[1]); other > best+1e-12 {
				t.Errorf("at %v and %v the penalised likelihood is %v, larger than %v at %v and %v", a+size*d[0], b+size*d[1], other, best, a, b)
			}
		}
	}
}

// A test says which way it took to its p, and how small p can be at all.
func TestMethodsAndLimits(t *testing.T) {
	few := func(n int) []float64 {
		var out []float64
		for i := range n {
			out = append(out, float64(i)+0.5)
		}
		return out
	}
	for _, c := range []struct {
		got            Test
		method, warned string
	}{
		{SignedRank(few(5)), "exact", "5 of the pairs differ: p cannot fall below 0.062"},
		{SignedRank(few(6)), "exact", ""},
		{SignedRank(few(exactPairs)), "exact", ""},
		{SignedRank(few(exactPairs + 1)), "normal limit", ""},
		{McNemar(0, 5), "exact", "5 of the pairs differ: p cannot fall below 0.062"},
		{McNemar(3, 3), "exact", ""},
		{McNemar(0, 0), "McNemar", "no pair differs"},
		{MannWhitney(few(40), few(40)), "exact", ""},
		{MannWhitney(few(40), few(41)), "normal limit", ""},
		{MannWhitney(few(1), few(38)), "exact", "with 1 and 38 values p is never below 0.051"},
		{MannWhitney(few(1), few(39)), "exact", ""},
		{MannWhitney(few(1)[:1:1], []float64{0.5}), "exact", "all values are equal; with 1 and 1 values p is never below 1"},
		{MannWhitney(few(3), []float64{9, 10, 11, 12}), "exact", "with 3 and 4 values p is never below 0.057"},
		{MannWhitney(few(1), []float64{9}), "exact", "with 1 and 1 values p is never below 1"},
		{MannWhitney(few(4), []float64{9, 10, 11, 12}), "exact", ""},
		{ImanDavenport(drawn(21, 4)).Test, "Iman and Davenport's F", ""},
		{ImanDavenport(drawn(20, 4)).Test, "F, 9999 drawn tables", ""},
		{ImanDavenport(drawn(21, 3)).Test, "F, exact", ""},
		{ImanDavenport(drawn(8, 4)).Test, "F, exact", ""},
		{ImanDavenport(drawn(3, 7)).Test, "F, 9999 drawn tables", ""},
		{ImanDavenport([][]float64{{1, 1}, {2, 2}}).Test, "Iman–Davenport", "all values are equal within blocks"},
		{Friedman(drawn(20, 4)).Test, "Friedman", ""},
	} {
		warned := strings.Join(c.got.Warnings, "; ")
		alltest.Check(t, strings.HasSuffix(c.got.Method, c.method) && warned == c.warned,
			"%s warns %q, want …%s and %q", c.got.Method, warned, c.method, c.warned)
	}
}

// What a test tells beside p.
func TestWhatTestsTell(t *testing.T) {
	rows := drawn(15, 4)
	for name, got := range map[string][]float64{
		"Friedman": Friedman(rows).Freedom,
	} {
		alltest.Check(t, slices.Equal(got, []float64{3}), "%s: degrees of freedom %v", name, got)
	}
	got := ImanDavenport(rows).Freedom
	alltest.Check(t, slices.Equal(got, []float64{3, 42}), "degrees of freedom %v", got)
	if got := McNemar(3, 4); !got.Exact || got.Statistic != 3 || got.N != 7 {
		t.Errorf("%+v", got)
	}
	alltest.Equal(t, ClopperPearson(0, 0, 0.95), Interval{0, 1}, "a rate of nothing")
	next := 0.0
	if got := Bootstrap(1, 999, 0.95, rand.NewPCG(1, 1), func([]int) float64 { next++; return next }); got != (Interval{25, 975}) {
		t.Errorf("percentiles of 1 to 999: %v", got)
	}
}

// The limits at their middle: samples that lie alike have p 1, and nothing less.
func TestAlikeSamples(t *testing.T) {
	var x, d []float64
	for i := range 150 {
		x, d = append(x, float64(i)), append(d, float64(i+1), -float64(i+1))
	}
	for _, got := range []Test{MannWhitney(x, x), SignedRank(d)} {
		alltest.Check(t, near(got.P, 1) && got.N != 0, "%+v", got)
	}
	// Half a step of continuity: U one off its middle counts as a half.
	y := append([]float64{-0.5}, x[1:]...)
	sd := math.Sqrt(150 * 150 / 12.0 * (301 - cubes(twos(149))/(300*299)))
	got := MannWhitney(y, x)
	alltest.Check(t, near(got.P, 1) && got.Statistic == 150*75-0.5, "%+v", got)
	y[0] = 3.5
	if got, want := MannWhitney(y, x), math.Erfc((offMiddle(y, x)-0.5)/sd/math.Sqrt2); !near(got.P, want) {
		t.Errorf("%+v, want %v", got, want)
	}
}

func twos(n int) (out []int) {
	for range n {
		out = append(out, 2)
	}
	return out
}

// offMiddle is how far U lies from its middle.
func offMiddle(x, y []float64) float64 { return math.Abs(slowU(x, y) - float64(len(x)*len(y))/2) }

// An interval of no successes begins at 0, and one of nothing else ends at 1, to
// the last bit.
func TestEndsOfClopperPearson(t *testing.T) {
	for n := 1; n < 300; n++ {
		for _, level := range []float64{0.68, 0.9, 0.95, 0.997} {
			none, all := ClopperPearson(0, float64(n), level), ClopperPearson(float64(n), float64(n), level)
			if none.Low != 0 || all.High != 1 || math.Abs(none.High-(1-math.Pow(0.5-level/2, 1/float64(n)))) > 1e-12 || math.Abs(none.High-(1-all.Low)) > 1e-12 {
				t.Fatalf("of %d: %+v and %+v", n, none, all)
			}
		}
	}
}

// Infinite values have places of their own, on both sides.
func TestInfiniteRanks(t *testing.T) {
	low, high := math.Inf(-1), math.Inf(1)
	for _, c := range []struct{ values, want []float64 }{
		{[]float64{low, 1, 2}, []float64{1, 2, 3}},
		{[]float64{1, 2, high}, []float64{1, 2, 3}},
		{[]float64{low, high}, []float64{1, 2}},
		{[]float64{low, low, 5}, []float64{1.5, 1.5, 3}},
		{[]float64{high, 5, high}, []float64{2.5, 1, 2.5}},
		{[]float64{-1e308, low}, []float64{2, 1}},
		{[]float64{1e308, high}, []float64{1, 2}},
	} {
		got, _ := Ranks(c.values)
		alltest.Check(t, slices.Equal(got, c.want), "%v: ranks %v, want %v", c.values, got, c.want)
	}
}
