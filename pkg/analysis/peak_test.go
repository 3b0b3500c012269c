package analysis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// The peak of nine values with three puzzles each is a matter of chance; what
// may be the peak holds the true one in 95 % of experiments, here 400 (±2 %).
func TestPeakIsAmongThoseThatMayBe(t *testing.T) {
	const experiments = 400
	random := rand.New(rand.NewPCG(41, 42))
	for _, height := range []float64{0.3, 1, 3} {
		held, hit, wide := 0, 0, 0.0
		for range experiments {
			f := Feature{Name: "given", Values: map[string]float64{}}
			var records []experiment.Record
			for at := 10.0; at <= 90; at += 10 {
				for k := range 3 {
					id := fmt.Sprint("p", at, k)
					f.Values[id] = at
					seconds := math.Exp(-height*math.Pow((at-40)/20, 2) + 0.7*random.NormFloat64())
					records = append(records, row("a", id, 625, 0, solver.Solved, seconds))
				}
			}
			p := Default.Peaks(records, Seconds, f)[0]
			if p.Between.Contains(40) {
				held++
			}
			if p.At == 40 {
				hit++
			}
			if !p.Between.Contains(p.At) || p.Values != 9 || p.Puzzles != 27 || p.About.Runs {
				t.Fatalf("%+v", p)
			}
			wide += (p.Between.High - p.Between.Low) / experiments
		}
		t.Logf("height %v: held in %d, seen at the peak in %d of %d, %.0f wide on average", height, held, hit, experiments, wide)
		if held < 376 || wide > 75 || height == 3 && wide > 35 {
			t.Errorf("height %v: held in %d of %d, %.0f wide", height, held, experiments, wide)
		}
	}
}

// By hand: at 1 the puzzles take 1 and 4, at 2 they take 100 and 400, at 3 they
// take 50 and 200. Logarithms deviate by 0.98 within values; with 3 degrees of
// freedom and two comparisons Student's quantile is 3.18, and nothing within
// 3.12 below the largest mean is ruled out.
func TestPeakByHand(t *testing.T) {
	f := Feature{Name: "given", Values: map[string]float64{"a": 1, "b": 1, "c": 2, "d": 2, "e": 3, "f": 3}}
	var records []experiment.Record
	for i, seconds := range []float64{1, 4, 100, 400, 50, 200} {
		records = append(records, row("x", string(rune('a'+i)), 9, 0, solver.Solved, seconds), row("x", "other", 9, i, solver.Solved, 1))
	}
	p := Default.Peaks(records, Seconds, f)[0]
	if p.At != 2 || !near(p.Mean, 200, 6) || p.Between != (Interval{Low: 2, High: 3}) || p.Puzzles != 6 {
		t.Errorf("%+v", p)
	}
	one := Default.Peaks([]experiment.Record{records[0], records[4]}, Seconds, f)[0]
	if one.At != 2 || one.Between != (Interval{Low: 1, High: 2}) {
		t.Errorf("one puzzle each rules nothing out: %+v", one)
	}
	if none := Default.Peaks(records, Seconds, Feature{}); none != nil {
		t.Errorf("%+v", none)
	}
}
