package charts

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
)

func TestNum(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", math.Copysign(0, -1): "0", 1: "1", 0.1 + 0.2: "0.3", 1234567: "1.23457e+06", -2.5e-9: "-2.5e-09",
		math.Inf(1): `"-"`, math.Inf(-1): `"-"`,
	} {
		alltest.Equal(t, string(num(x)), want, "num(%v)", x)
	}
	alltest.Equal(t, string(num(math.NaN())), `"-"`, "num(NaN)")
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64().Draw(t, "x")
		var back float64
		err := json.Unmarshal(num(x), &back)
		alltest.Require(t, err == nil, "num(%v) = %s: %v", x, num(x), err)
		alltest.Require(t, x == 0 || math.Abs(back/x-1) <= 1e-5, "num(%v) = %s", x, num(x))
	})
}

// TestLimit: the name of a limit stands in the widest gap between the ends of lines.
func TestLimit(t *testing.T) {
	for _, c := range []struct{ ends, want []float64 }{
		{nil, []float64{100, 1}},
		{[]float64{0.1, 0.5}, []float64{100, 1.5}},
		{[]float64{0.9, 0.5}, []float64{100, 0.5}},
		{[]float64{0.9, 0.3, 0}, []float64{100, 1.2}},
	} {
		f := newFigure(axis{log: true, min: 1, max: 100}, axis{min: 0, max: 2})
		var all []ending
		for _, y := range c.ends {
			all = append(all, ending{y: 2 * y})
		}
		f.limit(100, "limit 100", all)
		var option struct{ Data []struct{ Value []float64 } }
		text := alltest.Must(json.Marshal(f.series[1]))(t)
		if err := json.Unmarshal(text, &option); err != nil || !slices.EqualFunc(option.Data[0].Value, c.want, func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }) {
			t.Errorf("lines that end at %v: the name of the limit is at %v, want %v (%v)", c.ends, option.Data, c.want, err)
		}
	}
}

// TestBrokenRows: no line of a long name begins with the comma of the one before.
func TestBrokenRows(t *testing.T) {
	a := axis{rows: []string{"cuckoo search, no mutation − cuckoo search, one row, own nest, 200 nests", "short"}}
	for _, width := range []int{wideWidth, NarrowWidth - 1} {
		rows := a.brokenRows(width)
		alltest.Check(t, len(rows) == 2 && rows[0] == "short" && strings.Contains(rows[1], "\n") && !strings.Contains(rows[1], "\n,"),
			"on a page of %d pixels: %q", width, rows)
		for line := range strings.Lines(rows[1]) {
			alltest.Check(t, textWidth(strings.TrimSpace(line)) <= rowWide(width)*fontSize/(fontSize-1),
				"on a page of %d pixels %q is too long", width, line)
		}
	}
}

// TestMeasured: the unit is at the end of a name, where it is seen to be of time.
func TestMeasured(t *testing.T) {
	a := (axis{name: measured(analysis.CPU, "expected %s of a solution")}).timed()
	alltest.Check(t, a.time && a.name == "expected processor time of a solution", "%+v", a)
	alltest.Equal(t, measured(analysis.Iterations, "cutoff: %s"), "cutoff: iterations")
}

// TestResolve: every colour that figures name is in both themes.
func TestResolve(t *testing.T) {
	alltest.Equal(t, len(Light), len(Dark), "colours by day")
	for name := range Light {
		_, ok := Dark[name]
		alltest.Check(t, ok, "no %q by night", name)
	}
	got := string(Theme{"text": "#123456"}.Resolve([]byte(`{"a":"@theme:text","b":"@theme:nothing","c":"x @theme:text"}`)))
	alltest.Check(t, got == `{"a":"#123456","b":"@theme:nothing","c":"x @theme:text"}`, "resolved to %s", got)
}
