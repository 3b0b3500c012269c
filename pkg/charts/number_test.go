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
		if got := string(num(x)); got != want {
			t.Errorf("num(%v) = %s, want %s", x, got, want)
		}
	}
	if got := string(num(math.NaN())); got != `"-"` {
		t.Errorf("num(NaN) = %s", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64().Draw(t, "x")
		var back float64
		if err := json.Unmarshal(num(x), &back); err != nil {
			t.Fatalf("num(%v) = %s: %v", x, num(x), err)
		}
		if x != 0 && math.Abs(back/x-1) > 1e-5 {
			t.Fatalf("num(%v) = %s", x, num(x))
		}
	})
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		few    bool
		want   []float64
	}{
		{20, 900, false, []float64{20, 50, 100, 200, 500}},
		{20, 900, true, []float64{50, 100, 500}},
		{40, 130, false, []float64{40, 50, 60, 80, 100}},
		{87, 115, false, []float64{90, 95, 100, 105, 110, 115}},
		{225, 256, true, []float64{230, 240, 250}},
		{8, 2000, false, []float64{10, 20, 50, 100, 200, 500, 1000, 2000}},
		{1, 1e6, false, []float64{1, 10, 100, 1000, 1e4, 1e5, 1e6}},
		{1, 1e6, true, []float64{1, 100, 1e4, 1e6}},
		{0, 10, false, nil},
		{10, 10, false, nil},
		{1, math.Inf(1), false, nil},
	} {
		if got := ticks(c.lo, c.hi, c.few); !near(got, c.want) {
			t.Errorf("ticks(%v, %v, %v) = %v, want %v", c.lo, c.hi, c.few, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Float64Range(1e-12, 1e9).Draw(t, "lo")
		hi := lo * rapid.Float64Range(1.01, 1e12).Draw(t, "ratio")
		few := rapid.Bool().Draw(t, "few")
		got := ticks(lo, hi, few)
		if !slices.IsSorted(got) || len(got) > 9 || few && len(got) > 4 {
			t.Fatalf("ticks %v", got)
		}
		if len(got) == 0 {
			t.Fatalf("no ticks from %v to %v", lo, hi)
		}
		for _, x := range got {
			if x < lo*0.999 || x > hi*1.001 {
				t.Fatalf("tick %v outside of %v to %v", x, lo, hi)
			}
		}
	})
}

func near(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) <= 1e-9*math.Abs(y) })
}

func TestNice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(0, 1e12).Draw(t, "x")
		if got := nice(x); got < x || x >= 1 && got > 1.6*x {
			t.Fatalf("nice(%v) = %v", x, got)
		}
	})
}

// TestLimit: the name of a limit stands where no line ends, as far as there is such a place.
func TestLimit(t *testing.T) {
	for _, c := range []struct {
		ends []float64
		want string
	}{
		{nil, "insideEndTop"},
		{[]float64{0.1, 0.5}, "insideEndTop"},
		{[]float64{0.9, 0.5}, "insideStartTop"},
		{[]float64{0.9, 0.95, 0}, "insideMiddleTop"},
		{[]float64{0.9, 0.95, 0.5, 0.1}, "insideStartTop"},
	} {
		f := newFigure(axis{log: true, min: 1, max: 100}, axis{min: 0, max: 2})
		var all []ending
		for _, y := range c.ends {
			all = append(all, ending{y: 2 * y})
		}
		f.limit(100, "limit 100", all)
		text := alltest.Must(json.Marshal(f.series[0]))(t)
		var option struct {
			MarkLine struct{ Label struct{ Position string } }
		}
		if err := json.Unmarshal(text, &option); err != nil || option.MarkLine.Label.Position != c.want {
			t.Errorf("lines that end at %v: the name of the limit is at %q, want %q (%v)", c.ends, option.MarkLine.Label.Position, c.want, err)
		}
	}
}

// TestBrokenRows: no line of a long name begins with the comma of the one before.
func TestBrokenRows(t *testing.T) {
	a := axis{rows: []string{"cuckoo search, no mutation − cuckoo search, one row, own nest, 200 nests", "short"}}
	for _, width := range []int{wideWidth, NarrowWidth - 1} {
		rows := a.brokenRows(width)
		if len(rows) != 2 || rows[0] != "short" || !strings.Contains(rows[1], "\n") || strings.Contains(rows[1], "\n,") {
			t.Errorf("on a page of %d pixels: %q", width, rows)
		}
		for line := range strings.Lines(rows[1]) {
			if textWidth(strings.TrimSpace(line)) > rowWide(width)*fontSize/(fontSize-1) {
				t.Errorf("on a page of %d pixels %q is too long", width, line)
			}
		}
	}
}

// TestMeasured: the unit is at the end of a name, where it is seen to be of time.
func TestMeasured(t *testing.T) {
	if a := (axis{name: measured(analysis.CPU, "expected %s of a solution")}).timed(); !a.time || a.name != "expected processor time of a solution" {
		t.Errorf("%+v", a)
	}
	if name := measured(analysis.Iterations, "cutoff: %s"); name != "cutoff: iterations" {
		t.Error(name)
	}
}

// TestEndings: names of lines keep their distance and stay in the panel,
// wherever the lines end.
func TestEndings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := newFigure(axis{max: 1}, axis{min: 0, max: rapid.SampledFrom([]float64{1, 30, 8000}).Draw(t, "max")})
		var all []ending
		for i, y := range rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 6).Draw(t, "ends") {
			all = append(all, ending{text: string(rune('a' + i)), y: y * f.y.max})
		}
		all = append(all, ending{text: "never", y: math.Inf(1)})
		f.endings(all)
		var at []float64
		for _, s := range f.series {
			var option struct{ Data []struct{ Value [2]float64 } }
			text, _ := json.Marshal(s)
			if err := json.Unmarshal(text, &option); err != nil {
				t.Fatal(err)
			}
			at = append(at, option.Data[0].Value[1]/f.y.max*onlyHigh)
		}
		if len(at) != len(all)-1 {
			t.Fatalf("%d names for %d lines that end somewhere", len(at), len(all)-1)
		}
		slices.Sort(at)
		for i, y := range at {
			if y < -0.01 || y > onlyHigh+0.01 || i > 0 && y-at[i-1] < fontSize {
				t.Fatalf("names at %v pixels", at)
			}
		}
	})
}

// TestResolve: every colour that figures name is in both themes.
func TestResolve(t *testing.T) {
	if len(Light) != len(Dark) {
		t.Errorf("%d colours by day, %d by night", len(Light), len(Dark))
	}
	for name := range Light {
		if _, ok := Dark[name]; !ok {
			t.Errorf("no %q by night", name)
		}
	}
	got := string(Theme{"text": "#123456"}.Resolve([]byte(`{"a":"@theme:text","b":"@theme:nothing","c":"x @theme:text"}`)))
	if want := `{"a":"#123456","b":"@theme:nothing","c":"x @theme:text"}`; got != want {
		t.Errorf("resolved to %s", got)
	}
}

func TestRoomy(t *testing.T) {
	for _, c := range []struct{ lo, hi, least, most float64 }{
		{-0.05, 0.42, -0.1, 0.5}, {0, 1, -0.2, 1.2}, {3, 3, 2, 4}, {0, 480, -100, 500},
	} {
		if least, most := roomy(c.lo, c.hi); math.Abs(least-c.least) > 1e-9 || math.Abs(most-c.most) > 1e-9 {
			t.Errorf("roomy(%v, %v) = %v, %v; want %v, %v", c.lo, c.hi, least, most, c.least, c.most)
		}
	}
}
