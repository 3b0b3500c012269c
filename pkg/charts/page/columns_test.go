package page_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/charts/page"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/solver"
)

// mixed are records with numbers that are written in every way.
func mixed() columns.Set {
	random := rand.New(rand.NewPCG(1, 2))
	var s columns.Set
	for i := range 64 {
		r := experiment.Record{
			Puzzle: fmt.Sprint("</script><b>", i/8), Kind: "nurikabe", Content: fmt.Sprintf("%016x", i/8), Rows: 5 + i/8, Cols: 6, Engine: "nurikabe/acs",
			Variant: fmt.Sprint("v", i%3), ConfigHash: "0123", Run: i % 8, Seed: random.Uint64(), Budget: solver.Iterations(100), Status: solver.Solved,
			Cost: []float64{-1, 0, 3, 0.1}[i%4], Iterations: random.Int64N(1 << 50), Evaluations: int64(1000 + 3*i), Seconds: float64(random.Int64N(1e10)) / 1e9,
			CPU: math.Exp(40 * random.NormFloat64()), Error: []string{"", "ü\u2028"}[i%2], Host: "h", Code: "c",
		}
		if i%3 > 0 {
			r.Statistics = append(r.Statistics, solver.Statistic{Name: "restarts", Value: float64(i)})
		}
		if i%3 > 1 {
			r.Statistics = append(r.Statistics, solver.Statistic{Name: "share", Value: random.Float64()})
		}
		for p := range i % 4 {
			r.Trace = append(r.Trace, experiment.Point{Iterations: int64(p), Evaluations: int64(10 * p), Seconds: float64(p) / 8, Cost: float64(9 - p)})
		}
		r.Board = []string{"", "##."}[i%2]
		s.Records = append(s.Records, r)
	}
	s.Texts = map[string]string{s.Records[0].Content: "</script>"}
	return s
}

// TestColumns: the page reads from the records that it carries what was put into
// it, to the last digit.
func TestColumns(t *testing.T) {
	b := browser(t)
	set := mixed()
	markup, id := page.Records(set.Pack(columns.Extras{Traces: true, Boards: true}))
	open(t, b, document(markup, page.Script()), 900, 0)
	labtest.Eval[bool](t, b, fmt.Sprintf(`(formicary.columns(document.getElementById(%q)).then(function (set) { window.set = set; }), true)`, id))
	b.Await(t, labtest.Patience, `!!window.set`)
	type read struct {
		Puzzle, Kind, Content, Engine, Variant, Parameters, Seed, Status, Error, Board string
		Rows, Cols, Run                                                                int
		Cost, Iterations, Evaluations, Seconds, CPU                                    float64
		Budget                                                                         solver.Budget
		Statistics                                                                     []solver.Statistic
		Trace                                                                          []experiment.Point
	}
	got := labtest.Eval[[]read](t, b, `Array.from({length: set.length}, function (_, i) { return set.record(i); })`)
	for i, r := range set.Records {
		want := read{
			Puzzle: r.Puzzle, Kind: r.Kind, Content: r.Content, Engine: r.Engine, Variant: r.Variant, Parameters: r.ConfigHash, Seed: fmt.Sprint(r.Seed),
			Status: string(r.Status), Error: r.Error, Board: r.Board, Rows: r.Rows, Cols: r.Cols, Run: r.Run, Cost: r.Cost,
			Iterations: float64(r.Iterations), Evaluations: float64(r.Evaluations), Seconds: r.Seconds, CPU: r.CPU, Budget: r.Budget,
			Statistics: append([]solver.Statistic{}, r.Statistics...), Trace: append([]experiment.Point{}, r.Trace...),
		}
		diff := cmp.Diff(want, got[i])
		alltest.Require(t, diff == "", "record %d: %s", i, diff)
	}
	alltest.Equal(t, labtest.Eval[string](t, b, `set.texts["`+set.Records[0].Content+`"]`), "</script>", "the text of a puzzle")
	damaged, id := page.Records(set.Pack(columns.Extras{Traces: true, Boards: true})[:200])
	open(t, b, document(damaged, page.Script()), 900, 0)
	labtest.Eval[bool](t, b, fmt.Sprintf(`(formicary.columns(document.getElementById(%q)).catch(function (error) { window.failed = String(error); }), true)`, id))
	b.Await(t, labtest.Patience, `!!window.failed`)
}
