package page_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts/page"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/markup"
	"formicary/pkg/puzzle"
)

// TestWordsAreThoseOfGo: numbers, times and counts are written in pages as package
// puzzle writes them.
func TestWordsAreThoseOfGo(t *testing.T) {
	values := []float64{
		0, 1, 9.994, 9.995, 9.996, 99.95, 999.4, 999.5, 999.9, 1e-4, 0.00099949, 9.99e-5, 9.996e-5, 1e5, 999499, 999500, 1e6, 1.5e25, 5e-324, math.MaxFloat64,
		2.125, 2.375, 12.25, 12.75, 1125, 1135, 100.5, 101.5, 0.5, 0.625, 1234567, 59.96, 119.5, 119.9, 120, 7199, 7200, 86400, 63115200, 63115201, 1e9, 1e-3, 9.9999e-4, 1e-6, 4.2e-9, 1.0 / 3,
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		values = append(values, math.Pow(10, 40*random.Float64()-20), float64(random.IntN(200000))/16)
	}
	for _, v := range slices.Clone(values) {
		values = append(values, -v)
	}
	text := alltest.Must(json.Marshal(values))(t)
	b := browser(t)
	open(t, b, document(page.Script()), 800, 0)
	const said = `(w => %s.map(x => [w.number(x), w.time(x), Number.isSafeInteger(x) ? w.count(x) : "", w.value(x)]))(formicary.words)`
	want := func(x float64) []string {
		out := []string{puzzle.Number(x), puzzle.Time(x), "", puzzle.Number(x)}
		if x == math.Trunc(x) && math.Abs(x) < 1<<53 {
			out[2] = puzzle.Thousands(int(x))
			out[3] = out[2]
		}
		return out
	}
	wrong := 0
	for i, got := range labtest.Eval[[][]string](t, b, fmt.Sprintf(said, text)) {
		if want := want(values[i]); !slices.Equal(got, want) {
			if wrong++; wrong < 10 {
				t.Errorf("%v is %q in a page, %q in Go", values[i], got, want)
			}
		}
	}
	odd := []float64{math.NaN(), math.Inf(1), math.Inf(-1)}
	for i, got := range labtest.Eval[[][]string](t, b, fmt.Sprintf(said, "[NaN, Infinity, -Infinity]")) {
		if want := want(odd[i])[:2]; !slices.Equal(got[:2], want) {
			t.Errorf("%v is %q in a page, %q in Go", odd[i], got, want)
		}
	}
	alltest.Equal(t, labtest.Eval[string](t, b, "formicary.words.number(null)"), "–", "nothing")
}

// TestElements: listeners, attributes without a value, what is left out, and text that
// looks like markup.
func TestElements(t *testing.T) {
	alltest.Only(t, "it looks at pages in a browser")
	b := browser(t)
	open(t, b, document(page.Script()), 800, 0)
	got := labtest.Eval[string](t, b, `(({el, svg}) => {
		const e = el("p", {id: "a", hidden: true, title: "", lang: false, dir: null, onclick: () => e.append("!")}, "<b>", null, false, [el("i", {}, 0), "x"], svg("path", {d: "M0 0"}));
		e.click();
		return e.outerHTML + e.lastElementChild.namespaceURI;
	})(formicary.words)`)
	alltest.Equal(t, got, `<p id="a" hidden="" title="">&lt;b&gt;<i>0</i>x<path d="M0 0"></path>!</p>http://www.w3.org/2000/svg`)
}

// TestCSV: the page writes tables as the lab's Go code does.
func TestCSV(t *testing.T) {
	b := drawings(t)
	cells := []string{"", "ants", "=1+1", "+cmd", "-2", "2e-5", "-x", "@a", "\tx", "\rx", `a"b`, "a,b", "a\nb", "-1,5"}
	var want strings.Builder
	w := csv.NewWriter(&want)
	escaped := make([]string, len(cells))
	for i, c := range cells {
		escaped[i] = markup.Cell(c)
	}
	alltest.OK(t, w.Write(escaped))
	w.Flush()
	text, err := json.Marshal([][]string{cells})
	alltest.OK(t, err)
	got := labtest.Eval[string](t, b, fmt.Sprintf(`formicary.words.csv(%s)`, text))
	back, err := csv.NewReader(strings.NewReader(got)).Read()
	alltest.Check(t, err == nil && slices.Equal(back, escaped), "the page writes %q, %v; Go %q", got, err, want.String())
}
