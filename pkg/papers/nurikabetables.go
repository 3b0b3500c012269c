package papers

import (
	"fmt"
	"slices"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe/paper"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// The studies of this paper.
const (
	orders   = "nurikabe-table-1"
	complete = "nurikabe-table-2"
)

// papersPuzzles are the plans of these studies on the paper's puzzles.
var papersPuzzles = map[string][]string{
	orders:   {"nurikabe table 1, janko-911, below 200 cells", "nurikabe table 1, janko-911, 200 cells and more"},
	complete: {"nurikabe table 2, complete", "nurikabe table 2, ants", "nurikabe table 2, ants, large"},
}

// best is the label of the paper's best scheme, number 1.
var best = orderOf(1)

// orderOf is the label of a scheme.
func orderOf(scheme int) string {
	return solver.Label("nurikabe/acs", fmt.Sprintf("scheme %d", scheme))
}

// rowOf names a scheme's row in the paper: its number, and what it does.
func rowOf(scheme int) string {
	_, order, _ := strings.Cut(orderOf(scheme), ", ")
	return fmt.Sprintf("scheme %d (“%s”)", scheme, order)
}

const (
	otherSolver = "our complete solver is not Copris, and the machine is another"
	calibrated  = "as many iterations stand for the paper's minute as make this row the same, where the runs have as many; without that limit"
)

// nurikabeResults are the conditions, the tables and what is said of them.
func nurikabeResults() []Row {
	rows := []Row{
		{
			Place: "section 4, machine", Kind: Parameter, Paper: "One core of a Xeon E5-2640 v4 at 2.40 GHz, in Java.", Here: "nurikabe/paper.Pace",
			Reading: "Iterations, not time: in each size class as many as scheme 1 (shuffled) needs for the paper's rate.",
		},
		{
			Place: "section 4.1", Kind: Parameter, Paper: "908 of Janko's 911 puzzles, 9 to 2,500 cells, each with one solution.",
			Here: "nurikabe.Known, nurikabe/paper.TestClassesOfTheCollection", Reading: "12 of the 908 have the content of another; all count, as in the paper.",
		},
		{
			Place: "section 4.2, parameters", Kind: Parameter,
			Paper: "m = 10, ρ = 0.2, ξ = 0.1, q0 = 0.9, fBVE = 0.001.",
			Here:  "colony.Defaults, colony.TestFlags",
		},
		{
			Place: "section 4.2, runs", Kind: Parameter, Paper: "100 runs of each scheme on each puzzle, a minute on the clock each.",
			Here: "nurikabe/paper.Limit, 01-nurikabe-table-1", Reading: "Five runs of up to 10,000 iterations, of up to 2,000 on boards of 200 cells and more.",
		},
	}
	for i, ref := range paper.Table1() {
		row := Row{
			Place: fmt.Sprintf("Table 1, %s, %v", rowOf(i/6), cells(ref.Class)), Kind: Table,
			Paper: fmt.Sprintf("%.3f of runs succeed; in some of 100 runs %d of %d puzzles are solved.", ref.Rate, ref.Any, ref.Instances),
			Here:  "nurikabe/paper.Table1, 01-nurikabe-table-1", Ours: rate(ref),
		}
		if ref.Label == best && ref.Class.Least < 400 {
			row.Incomparable = calibrated
		}
		rows = append(rows, row)
	}
	rows = append(rows, nurikabeClaims()...)
	for i, v := range paper.Table2() {
		rows = append(rows, Row{
			Place: fmt.Sprintf("Table 2, %v", cells(v.Class)), Kind: Table,
			Paper: fmt.Sprintf("Copris solves %d of %d puzzles, ants %d, both %d; Copris alone %d, ants alone %d.", v.Complete, v.Instances, v.Ants, v.Both, v.OnlyComplete, v.OnlyAnts),
			Here:  "nurikabe/paper.Table2, 03-nurikabe-table-2", Ours: decided(i), Incomparable: otherSolver,
		})
		if v.Both > 0 {
			rows = append(rows, Row{
				Place: fmt.Sprintf("Table 2, %v, times", cells(v.Class)), Kind: Table,
				Paper: fmt.Sprintf("Of those that both solve, Copris is quicker on %d, ants on %d.", v.FasterComplete, v.FasterAnts),
				Here:  "nurikabe/paper.Table2, 03-nurikabe-table-2", Ours: quicker(i), Incomparable: otherSolver,
			})
		}
	}
	return append(rows, nurikabeLast()...)
}

// nurikabeClaims are the claims about table 1, and Figure 3.
func nurikabeClaims() []Row {
	const here = "01-nurikabe-table-1"
	rows := []Row{
		{
			Place: "section 4.2, all runs", Kind: Claim, Paper: "Scheme 1 succeeds in 69.9 % of the runs; the table has 0.700.",
			Here: here, Incomparable: "the row of table 1 for all sizes",
		},
		{
			Place: "section 4.2, solved at least once", Kind: Claim, Paper: "88.2 % of the puzzles; 97.7 % of those below 200 cells and 42.6 % of the others.",
			Here: here, Incomparable: "in some of 100 runs; ours are five",
		},
		{
			Place: "section 4.2, large boards", Kind: Claim, Paper: "None of the 21 puzzles of 400 cells and more is solved.",
			Here: here, Ours: rate(paper.Table1()[10]), Reading: "Ours had 2,000 iterations a run, not a minute.",
		},
		{
			Place: "Table 1, schemes 4 and 5", Kind: Claim, Paper: "The furthest island next is better than the nearest: 0.606 against 0.489 of runs, and in each class but one.",
			Here: here, Reading: "From clue to clue; so it comes out in none of six other readings of the distance, either.", Ours: gap(orderOf(4), orderOf(5)),
		},
		{
			Place: "Table 1, labels of schemes 4 and 5", Kind: Claim, Paper: "Row 4 is the furthest, row 5 the nearest.",
			Here: "nurikabe/paper.Exchanged, " + here, Ours: exchanged,
		},
		{
			Place: "section 4.2, why scheme 1", Kind: Claim, Paper: "A random order gives ants better chances of a favourable one.",
			Untried: "an explanation; no experiment separates it from others",
		},
		{
			Place: "Figure 3", Kind: Drawing, Paper: "The largest solution that ants found, of 336 cells.",
			Here: "03-nurikabe-table-2", Reading: "The largest board that our runs solved.", Ours: largest,
		},
	}
	for _, other := range []int{0, 2, 3, 4, 5} {
		rows = append(rows, Row{
			Place: fmt.Sprintf("section 4.2, %s against %s", rowOf(1), rowOf(other)), Kind: Claim, Paper: "Scheme 1 succeeds most, in all classes.",
			Here: here, Ours: gap(best, orderOf(other)),
		})
	}
	return rows
}

// nurikabeLast are Figure 4 and the claims about table 2 and in the conclusions.
func nurikabeLast() []Row {
	const here = "03-nurikabe-table-2"
	return []Row{
		{
			Place: "section 4.3, time", Kind: Parameter, Paper: "The ants' time is that of all runs by the number of successes; Copris runs once.",
			Here: "analysis.VersusTime, " + here,
		},
		{Place: "Figure 4, left", Kind: Drawing, Paper: "Time against time, a mark a puzzle.", Here: here, Reading: "Our complete solver for Copris."},
		{Place: "Figure 4, right", Kind: Drawing, Paper: "Success against size.", Here: here + ", 01-nurikabe-table-1", Reading: "Our complete solver for Copris."},
		{
			Place: "section 4.3, milliseconds", Kind: Claim, Paper: "Copris takes a second or longer, ants often milliseconds on small boards.",
			Here: here, Incomparable: otherSolver,
		},
		{
			Place: "section 4.3, Sudoku", Kind: Claim, Paper: "On Sudoku ants do better than complete solvers on hard boards (by others), on Nurikabe not.",
			Here: here + ", 62-sudoku-ants-at-scale", Incomparable: "other complete solvers; 62 has ants and a complete solver on large Sudokus",
		},
		{
			Place: "section 5, no heuristic", Kind: Claim, Paper: "The ants know the rules only.",
			Here: "nurikabe/acs.Solver, 00-tour", Incomparable: "a property of the algorithm; ours has it, too",
		},
	}
}

// cells is a size class in words.
func cells(c analysis.Class) string {
	if c == (analysis.Class{}) {
		return "all sizes"
	}
	return fmt.Sprintf("%v cells", c)
}

// onPapers are the runs of a study on the paper's puzzles that keep says yes to.
func onPapers(study string, keep func(experiment.Record) bool) ([]experiment.Record, error) {
	return runs(study, keep, papersPuzzles[study]...)
}

// everything of a study on the paper's puzzles.
func everything(study string) ([]experiment.Record, error) {
	return onPapers(study, func(experiment.Record) bool { return true })
}

// rate is how often a scheme solves the puzzles of a class, at the paper's pace;
// without a limit for the row that the pace is made of.
func rate(ref analysis.Reference) func() (Finding, error) {
	return func() (Finding, error) {
		records, err := everything(orders)
		if err != nil {
			return Finding{}, err
		}
		text := basis(orders, slices.DeleteFunc(slices.Clone(records), func(r experiment.Record) bool {
			return !r.Is(ref.Label) || ref.Class != (analysis.Class{}) && !ref.Class.Contains(r.Cells())
		}))
		if ref.Label != best {
			records = paper.AtPace(records, paper.Paces(records))
			text += ", at the paper's pace"
		}
		table := analysis.Default.SuccessBySize(records)
		ours, ok := table.Get(ref.Label, ref.Class)
		if !ok {
			return Finding{}, fmt.Errorf("study %s has no runs of %s, %v", orders, ref.Label, ref.Class)
		}
		f := share(ours.Runs)
		f.Interval = ours.Across
		return Finding{Paper: number(ref.Rate, puzzle.Share(ref.Rate)), Ours: f, Basis: text}, nil
	}
}

// gap is how much more often one scheme solves than another, which the paper
// says it does.
func gap(first, second string) func() (Finding, error) {
	return func() (Finding, error) {
		records, err := onPapers(orders, func(r experiment.Record) bool { return r.Is(first) || r.Is(second) })
		if err != nil {
			return Finding{}, err
		}
		contrasts := analysis.Default.Compare(records, analysis.Question{Labels: []string{first, second}}).Contrasts
		if len(contrasts) != 1 {
			return Finding{}, fmt.Errorf("study %s does not have both %s and %s", orders, first, second)
		}
		x := contrasts[0]
		ours := Figure{fmt.Sprintf("%s of runs more", signed(x.Effect)), x.Effect, x.Interval}
		return Finding{Paper: above(0, "above 0"), Ours: ours, Basis: basis(orders, records)}, nil
	}
}

// exchanged is how much further from the printed table our schemes 4 and 5 are
// than from the table with these two rows exchanged.
func exchanged() (Finding, error) {
	records, err := everything(orders)
	if err != nil {
		return Finding{}, err
	}
	x := paper.Exchanged(records, analysis.Default.Level)
	d := x.Printed - x.Exchanged
	ours := Figure{fmt.Sprintf("%s in squared distance, printed less exchanged", signed(d)), d, x.Difference}
	return Finding{Paper: below(0, "below 0"), Ours: ours, Basis: basis(orders, records) + ", at the paper's pace"}, nil
}

// largest is the largest board that some run solved.
func largest() (Finding, error) {
	records, err := onPapers(orders, experiment.Record.Solved)
	if err != nil {
		return Finding{}, err
	}
	most := 0
	for _, r := range records {
		most = max(most, r.Cells())
	}
	return Finding{
		Paper: number(336, "336 cells"), Ours: number(float64(most), puzzle.Plural(most, "cell")), Ratio: true, Basis: "all schemes, study " + orders,
	}, nil
}

// versus compares the complete solver beside ants with scheme 1, on the puzzles
// of a class, with the paper's row.
func versus(class int, compare func(theirs paper.Versus, ours analysis.VersusRow) Finding) func() (Finding, error) {
	return func() (Finding, error) {
		records, err := everything(complete)
		if err != nil {
			return Finding{}, err
		}
		theirs := paper.Table2()[class]
		table := analysis.Default.Versus(records, "nurikabe/exact", best, analysis.CPU)
		ours, ok := table.Get(theirs.Class)
		if !ok {
			return Finding{}, fmt.Errorf("study %s has no puzzles of class %d", complete, class)
		}
		return compare(theirs, ours), nil
	}
}

// decided is how many puzzles of a class the complete solver solves.
func decided(class int) func() (Finding, error) {
	return versus(class, func(theirs paper.Versus, ours analysis.VersusRow) Finding {
		return Finding{
			Paper: share(analysis.Default.Wilson(theirs.Complete, theirs.Instances)), Ours: share(analysis.Default.Wilson(ours.First, ours.Instances)),
			Basis: fmt.Sprintf("up to a minute of processor time; ants solve %d in one run of up to 5,000 iterations, 1,000 from 400 cells on (study %s)", ours.Second, complete),
		}
	})
}

// quicker is on how many of the puzzles that both solve the ants' time is the
// smaller one.
func quicker(class int) func() (Finding, error) {
	return versus(class, func(theirs paper.Versus, ours analysis.VersusRow) Finding {
		return Finding{
			Paper: share(analysis.Default.Wilson(theirs.FasterAnts, theirs.Both)), Ours: share(analysis.Default.Wilson(ours.FasterSecond, ours.Both)),
			Basis: fmt.Sprintf("ants quicker, of those that both solve (study %s)", complete),
		}
	})
}
