package stats

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"formicary/pkg/alltest"
)

// number is a float whose null is a missing value.
type number float64

func (n *number) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*n = number(math.NaN())
		return nil
	}
	return json.Unmarshal(text, (*float64)(n))
}

// referenceCase is one line of testdata/reference.json, which
// testdata/reference.py writes.
type referenceCase struct {
	Func, Source string
	In           struct {
		X, Y, D, Trials []float64
		Rows            [][]number
		Zeros, B, C, K  int
		Q               float64
	}
	Want struct{ Statistic, P, Value, Interval, Error, Explained []float64 }
}

func (c referenceCase) rows() [][]float64 {
	out := make([][]float64, len(c.In.Rows))
	for i, row := range c.In.Rows {
		for _, v := range row {
			out[i] = append(out[i], float64(v))
		}
	}
	return out
}

// got is what this package makes of a case, in the shape of Want, and how many
// digits of a relative error the other program is good for.
func (c referenceCase) got(t *testing.T) (out struct{ statistic, p, value, interval, errors, explained []float64 }, digits int) {
	test := func(x Test) { out.statistic, out.p = []float64{x.Statistic}, []float64{x.P} }
	interval := func(i Interval) { out.interval = []float64{i.Low, i.High} }
	coefficients := func(f Fit, err error) {
		alltest.OK(t, err)
		out.value, out.explained = []float64{f.Intercept.Value}, []float64{f.Explained}
		for _, k := range f.Coefficients {
			out.value = append(out.value, k.Value)
			out.errors = append(out.errors, k.StdErr/k.Deviation)
		}
	}
	in := c.In
	digits = 10
	switch c.Func {
	case "MannWhitney":
		test(MannWhitney(in.X, in.Y))
	case "SignedRank":
		d := in.D
		if in.Zeros == 1 { // Wilcoxon's way: without them
			d = slices.DeleteFunc(slices.Clone(d), func(v float64) bool { return v == 0 })
		}
		test(SignedRank(d))
	case "McNemar":
		out.p = []float64{McNemar(in.B, in.C).P}
	case "Friedman":
		test(Friedman(c.rows()).Test)
	case "ImanDavenport":
		test(ImanDavenport(c.rows()).Test)
	case "Holm":
		out.value = Holm(in.D)
	case "A12":
		out.value = []float64{A12(in.X, in.Y)}
	case "ClopperPearson":
		interval(ClopperPearson(float64(in.B), float64(in.C), 0.95))
	case "Linear":
		coefficients(Linear(c.rows(), in.D, 0.95))
	case "Inflation":
		f := alltest.Must(Linear(c.rows(), in.D, 0.95))(t)
		for _, k := range f.Coefficients {
			out.value = append(out.value, k.Inflation)
		}
	case "Logit":
		digits = 6
		var units []Unit
		for i, row := range c.rows() {
			units = append(units, Unit{X: row, Successes: in.D[i], Trials: in.Trials[i]})
		}
		coefficients(Logit(units, 0.95))
	default:
		t.Fatalf("no func for %s", c.Func)
	}
	return out, digits
}

// Every statistic against another program's value for the same input.
func TestAgainstOtherPrograms(t *testing.T) {
	text := alltest.Must(os.ReadFile("testdata/reference.json"))(t)
	var cases []referenceCase
	alltest.OK(t, json.Unmarshal(text, &cases))
	funcs := map[string]int{}
	for i, c := range cases {
		funcs[c.Func]++
		t.Run(fmt.Sprintf("%s/%d", c.Func, funcs[c.Func]), func(t *testing.T) {
			got, digits := c.got(t)
			compared := 0
			for _, pair := range []struct {
				name      string
				got, want []float64
			}{
				{"statistic", got.statistic, c.Want.Statistic},
				{"p", got.p, c.Want.P},
				{"value", got.value, c.Want.Value},
				{"interval", got.interval, c.Want.Interval},
				{"error", got.errors, c.Want.Error},
				{"explained", got.explained, c.Want.Explained},
			} {
				if len(pair.want) == 0 {
					continue
				}
				alltest.Require(t, len(pair.got) == len(pair.want),
					"case %d: %s has %d values, want %d", i, pair.name, len(pair.got), len(pair.want))
				for j, w := range pair.want {
					compared++
					least := 1e-3
					if pair.name == "p" { // small ones have their digits, too
						least = 0
					}
					if g := pair.got[j]; !(math.Abs(g-w) <= math.Pow10(-digits)*math.Max(math.Abs(w), least)) {
						t.Errorf("case %d: %s %d is %.12g, %s says %.12g", i, pair.name, j, g, c.Source, w)
					}
				}
			}
			alltest.Check(t, compared != 0, "case %d compares nothing", i)
		})
	}
	alltest.Check(t, len(funcs) >= 11, "%d funcs are compared: some are missing", len(funcs))
}
