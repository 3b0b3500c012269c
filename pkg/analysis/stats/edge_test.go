package stats

import (
	"math"
	"testing"

	"formicary/pkg/alltest"
)

// Nothing to test is told, and is no evidence.
func TestNothingToTest(t *testing.T) {
	same := []float64{2, 2, 2}
	equal := [][]float64{same, same}
	for name, x := range map[string]Test{
		"MannWhitney": MannWhitney(nil, same), "second empty": MannWhitney(same, nil),
		"equal":      MannWhitney(same, same),
		"SignedRank": SignedRank([]float64{0, 0}), "McNemar": McNemar(0, 0),
		"Friedman": Friedman(nil).Test, "one block": Friedman([][]float64{{1, 2}}).Test,
		"Friedman equal": Friedman(equal).Test, "Iman": ImanDavenport(equal).Test,
	} {
		alltest.Check(t, x.P == 1 && len(x.Warnings) != 0 && x.Method != "" && (name == "equal" || !x.Exact && x.N == 0 && x.Statistic == 0),
			"%s: %+v", name, x)
	}
	alltest.Check(t, math.IsNaN(A12(nil, same)) && math.IsNaN(Quantile(0.5, nil)), "an effect of nothing is a number")
}

func TestMisuse(t *testing.T) {
	for name, f := range map[string]func(){
		"a rank of NaN":      func() { Ranks([]float64{math.NaN()}) },
		"negative counts":    func() { McNemar(-1, 2) },
		"ragged blocks":      func() { Friedman([][]float64{{1, 2}, {1, 2, 3}}) },
		"one treatment":      func() { Friedman([][]float64{{1}, {2}}) },
		"p above 1":          func() { Holm([]float64{1.5}) },
		"p of NaN":           func() { Holm([]float64{math.NaN()}) },
		"p below 0":          func() { Holm([]float64{0.1, -0.1}) },
		"too many successes": func() { ClopperPearson(3, 2, 0.95) },
		"outside of bounds":  func() { BoundedMean([]float64{0.5, 1.5}, 0, 1, 0.95) },
		"more than whole":    func() { BoundedShare([]float64{2}, []float64{1}, 0.95) },
		"more than most":     func() { BoundedRatio([]float64{2}, []float64{1}, 1, 1, 0.95) },
		"fewer than none":    func() { ClopperPearson(-0.5, 2, 0.95) },
		"values to predict":  func() { must(Linear([][]float64{{1}, {2}, {3}, {5}}, []float64{1, 2, 3, 4}, 0.95)).Predict(1, 2) },
		"bootstrap level":    func() { Bootstrap(1, 1, 2, nil, nil) },
		"values for units":   func() { _, _ = Linear([][]float64{{1}, {2}, {3}, {4}}, []float64{1}, 0.95) },
		"ragged predictors":  func() { _, _ = Linear([][]float64{{1}, {2}, {3}, {4, 5}}, []float64{1, 2, 3, 4}, 0.95) },
		"successes of units": func() { _, _ = Logit([]Unit{{X: []float64{1}, Successes: 2, Trials: 1}}, 0.95) },
	} {
		alltest.Panics(t, f, name)
	}
}
