package paper_test

import (
	"fmt"
	"math"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe/paper"
	"formicary/pkg/solver"
)

// of is how many puzzles each class has in runs made up, tolerance what rounding
// to so many does to a rate.
const (
	of        = 200
	tolerance = 1.0/of + 1e-9
)

// made are runs whose shares of solutions, all within 100 iterations, are those
// of table 1, scheme by scheme, under the labels that name gives them.
func made(name func(scheme int) int) []experiment.Record {
	rows := []int{9, 12, 15, 18}
	var out []experiment.Record
	for i, ref := range paper.Table1() {
		class := i % 6
		if class >= len(rows) {
			continue
		}
		for puzzle := range of {
			r := experiment.Record{
				Puzzle: fmt.Sprintf("%d-%d", class, puzzle), Engine: "nurikabe/acs", Variant: fmt.Sprintf("scheme %d", name(i/6)),
				Rows: rows[class], Cols: rows[class], Status: solver.Exhausted, Iterations: 900,
			}
			if puzzle < int(math.Ceil(of*ref.Rate)) {
				r.Status, r.Iterations = solver.Solved, 100
			}
			out = append(out, r)
		}
	}
	return out
}

func TestPaceIsThatOfScheme1(t *testing.T) {
	records := made(func(scheme int) int { return scheme })
	paces := paper.Paces(records)
	alltest.Check(t, len(paces) == 4, "paces of %d classes, want 4", len(paces))
	for i, p := range paces {
		alltest.Check(t, p.Iterations == 100 && p.Class == analysis.SizeClasses[i], "%v: %v iterations, want 100", p.Class, p.Iterations)
	}
	table := analysis.Group(paper.AtPace(records, paces)).By(analysis.Size).Success()
	for _, ref := range paper.Table1() {
		if ours, ok := table.Get(ref.Label, ref.Class); ok && ref.Class != (analysis.Class{}) && math.Abs(ours.Runs.Rate-ref.Rate) > tolerance {
			t.Errorf("%s, %v: %v at the paper's pace, the paper has %v", ref.Label, ref.Class, ours.Runs.Rate, ref.Rate)
		}
	}
	for i := range records {
		if records[i].Is("scheme 1") {
			records[i].Status = solver.Exhausted
		}
	}
	p := paper.Paces(records)[1]
	alltest.Check(t, math.IsInf(p.Iterations, 1), "scheme 1 solves nothing, and its pace is %v", p.Iterations)
}

// Runs with the paper's rates agree with the table as printed; the same runs with
// the labels of schemes 4 and 5 exchanged agree with the table exchanged.
func TestExchanged(t *testing.T) {
	same := paper.Exchanged(made(func(scheme int) int { return scheme }), 0.95)
	swapped := paper.Exchanged(made(func(scheme int) int { return []int{0, 1, 2, 3, 5, 4}[scheme] }), 0.95)
	// 2·(0.058² + 0.149² + 0.096² + 0.002²), from the table's own differences.
	const apart = 0.0696
	for _, c := range []struct {
		x                  paper.Exchange
		printed, exchanged float64
	}{{same, 0, apart}, {swapped, apart, 0}} {
		alltest.Check(t, math.Abs(c.x.Printed-c.printed) <= 0.01 && math.Abs(c.x.Exchanged-c.exchanged) <= 0.01 && c.x.Puzzles == 4*of,
			"%+v, want %v and %v", c.x, c.printed, c.exchanged)
		e := c.x.Effect()
		alltest.Check(t, e.Settled() && (e.Value > 0) == (c.printed > 0) && e.Interval.Low <= e.Value && e.Interval.High >= e.Value, "%v", e)
	}
}
