package papers

import (
	"fmt"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe/paper"
	"formicary/pkg/solver"
)

// colony are five runs of a scheme on each of some puzzles of a class, of which the first
// so many solve.
func colony(scheme, class, puzzles, solved int) (out []experiment.Record) {
	rows := []int{9, 10, 20, 30, 40}[class]
	for i := range 5 * puzzles {
		name := fmt.Sprintf("%d-%d", class, i/5)
		r := experiment.Record{
			Puzzle: name, Content: name, Engine: "nurikabe/acs", Variant: fmt.Sprintf("scheme %d", scheme), Run: i % 5,
			Rows: rows, Cols: 10, Status: solver.Exhausted, Iterations: 10_000,
		}
		if i < solved { // puzzles differ as much as they can
			r.Status, r.Iterations = solver.Solved, 10
		}
		out = append(out, r)
	}
	return out
}

// have puts records in for those of studies.
func have(t *testing.T, studies map[string][]experiment.Record) {
	before := published
	published = func(name string, _ ...string) ([]experiment.Record, error) {
		if studies[name] == nil {
			return nil, fmt.Errorf("no study %s", name)
		}
		return slices.Clone(studies[name]), nil
	}
	t.Cleanup(func() { published = before })
}

// The paper's runs and ours are on the same puzzles: 680 runs tell a share that is
// lower by 0.04, which other puzzles would not.
func TestRateIsRunToRun(t *testing.T) {
	ref := paper.Table1()[0] // scheme 0, below 100 cells: 0.857 of runs
	for solved, want := range map[int]Verdict{583: Reproduced, 550: CloseLower, 340: Lower, 625: CloseHigher} {
		have(t, map[string][]experiment.Record{orders: append(colony(0, 0, 136, solved), colony(1, 0, 136, 600)...)})
		f, err := rate(ref)()
		alltest.Check(t, err == nil && f.Verdict() == want, "%d of 680: %v, %v, want %q", solved, f, err, want)
	}
}

// Scheme 1 must be ahead of each other scheme in each class, not in the pool only.
func TestInEveryClass(t *testing.T) {
	for behind, want := range map[bool]Verdict{false: Reproduced, true: Lower} {
		var all []experiment.Record
		for class := range 4 {
			for scheme := range 6 {
				solved := 100
				if scheme == 1 {
					solved = 400
				} else if behind && scheme == 4 && class == 3 {
					solved = 500
				}
				all = append(all, colony(scheme, class, 100, solved)...)
			}
		}
		have(t, map[string][]experiment.Record{orders: all})
		pool, err := gap(best, orderOf(4))()
		alltest.Check(t, err == nil && pool.Verdict() == Reproduced, "the pool: %v, %v", pool, err)
		f, err := inEveryClass()
		alltest.Check(t, (want != Lower || f.Verdict() != Reproduced) && (want != Reproduced || f.Verdict() == want) && err == nil, "behind %v: %v, %v", behind, f, err)
	}
}

func TestAnyOf(t *testing.T) {
	five, more := append(colony(1, 2, 64, 0), colony(1, 0, 136, 680)...), colony(1, 2, 39, 195)
	have(t, map[string][]experiment.Record{orders: five, hundred: more})
	f, err := anyOf(2)()
	alltest.Check(t, err == nil && f.Ours.Text == "39 of 64" && f.Paper.Text == "39 of 64", "%v, %v", f, err)
	if f, err = anyOf(0, 2)(); err != nil || f.Ours.Text != "175 of 200" || f.Paper.Text != "174 of 200" {
		t.Errorf("%v, %v", f, err)
	}
}

// The rows of the classes with 100 runs are compared, and no others.
func TestHundredClasses(t *testing.T) {
	five := alltest.Must(everything(orders))(t)
	more := alltest.Must(published(hundred))(t)
	for i, a := range paper.AnyOfHundred(five, more)[:5] {
		alltest.Equal(t, (a.Runs == 100), (i < hundredClasses), "%v: %d runs", a.Class, a.Runs)
	}
}

// The text's 42.6 % of the larger boards is Table 1's 67 of 157, cut and not rounded.
func TestPrintedShares(t *testing.T) {
	any, puzzles := 0, 0
	for _, r := range paper.Table1()[8:11] {
		any, puzzles = any+r.Any, puzzles+r.Instances
	}
	share := 1000 * any / puzzles
	alltest.Check(t, any == 67 && puzzles == 157 && share == 426, "%d of %d", any, puzzles)
}

// Of six other readings of schemes 4 and 5 four settle the opposite of the paper's
// order, with all comparisons of the notebook together, and two settle nothing.
func TestReadingsOfTheDistance(t *testing.T) {
	records := alltest.Must(published("nurikabe-furthest-nearest"))(t)
	opposite, open := 0, 0
	for _, reading := range []string{"from the nearest cell grown", "from the last cell grown", "from the first island", "Euclidean", "random ties", "without clues 1"} {
		x, err := contrast(analysis.Settings{Level: 1 - 0.05/12}, records, "nearest, "+reading, "furthest, "+reading)
		switch {
		case err != nil:
			t.Fatal(err)
		case x.Interval.Low > 0:
			opposite++
		case x.Interval.High > 0:
			open++
		}
	}
	alltest.Check(t, opposite == 4 && open == 2, "%d settle the opposite, %d nothing", opposite, open)
}
