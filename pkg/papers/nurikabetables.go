package papers

import (
	"fmt"
	"math"
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
	hundred  = "nurikabe-hundred"
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
	fiveRuns    = "in any of 100 runs; ours are five on each puzzle"
	otherSolver = "our complete solver is not Copris, and the machine is another"
	calibrated  = "the iterations that stand for the paper's minute are chosen to make this row the same; with all iterations of a run"
)

// Statements that have several rows.
const (
	anyRun     = "Table 1, scheme 1, solved in any run"
	exchange   = "Table 1, labels of schemes 4 and 5"
	bestScheme = "section 4.2, scheme 1 is the best"
)

// hundredClasses is how many of the size classes have 100 runs of scheme 1, from the
// smallest boards on.
const hundredClasses = 1

// schemeRow is the statement of a scheme's row of table 1. The rows of schemes 4 and 5
// are one, since what differs there is which label stands at which row.
func schemeRow(scheme int) string {
	if scheme >= 4 {
		return exchange
	}
	return "Table 1, " + rowOf(scheme)
}

// nurikabeResults are the conditions, the tables and what is said of them.
func nurikabeResults() []Row {
	rows := []Row{
		{
			Place: "section 4, machine", Kind: Parameter, Paper: "One core of a Xeon E5-2640 v4 at 2.40 GHz, in Java.", Here: "nurikabe/paper.Pace",
			Reading: "Iterations, not time: in each size class as many as scheme 1 (shuffled) needs for the paper's rate.",
		},
		{
			Place: "section 4.1", Kind: Parameter, Paper: "908 of Janko's 911 puzzles, 9 to 2,500 cells, each with one solution.",
			Here: "nurikabe.Known, nurikabe/paper.TestClassesOfTheCollection", Reading: "12 of the 908 have the content of another; shares of runs count all, as in the paper, and intervals count contents once.",
		},
		{
			Place: "section 4.2, parameters", Kind: Parameter,
			Paper: "m = 10, ρ = 0.2, ξ = 0.1, q0 = 0.9, fBVE = 0.001.",
			Here:  "colony.Defaults, colony.TestFlags",
		},
		{
			Place: "section 4.2, runs", Kind: Parameter, Paper: "100 runs of each scheme on each puzzle, a minute on the clock each.",
			Here: "nurikabe/paper.Limit, 01-nurikabe-table-1", Reading: "Five runs of up to 10,000 iterations, of up to 2,000 on boards of 200 cells and more. Below 100 cells scheme 1 has 100 runs on each puzzle that five do not solve.",
		},
	}
	for i, ref := range paper.Table1() {
		row := Row{
			Place: fmt.Sprintf("Table 1, %s, %v", rowOf(i/6), cells(ref.Class)), Kind: Table, Statement: schemeRow(i / 6),
			Paper: fmt.Sprintf("%.3f of runs succeed.", ref.Rate),
			Here:  "nurikabe/paper.Table1, 01-nurikabe-table-1", Ours: rate(ref),
		}
		if ref.Label == best && (ref.Class == (analysis.Class{}) || ref.Class.Least >= 100 && ref.Class.Most > 0) {
			row.Incomparable = calibrated
		}
		rows = append(rows, row)
	}
	for i, ref := range paper.Table1() {
		row := Row{
			Place: fmt.Sprintf("Table 1, %s, %v, any run", rowOf(i/6), cells(ref.Class)), Kind: Table, Statement: anyRun,
			Paper: fmt.Sprintf("In any of 100 runs %d of %d puzzles are solved.", ref.Any, ref.Instances),
			Here:  "nurikabe/paper.AnyOfHundred, 03-nurikabe-table-2",
		}
		switch {
		case ref.Label == best && i%6 < hundredClasses:
			row.Ours = anyOf(i % 6)
		case ref.Label == best:
			row.Incomparable = fiveRuns
		case ref.Class == (analysis.Class{}):
			row.Place, row.Statement, row.Incomparable = "Table 1, "+rowOf(i/6)+", any run", "", fiveRuns
		default:
			continue
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

// onPapers are the runs of a study on the paper's puzzles that keep says yes to.
func onPapers(study string, keep func(experiment.Record) bool) ([]experiment.Record, error) {
	return runs(study, keep, papersPuzzles[study]...)
}

// everything of a study on the paper's puzzles.
func everything(study string) ([]experiment.Record, error) {
	return onPapers(study, func(experiment.Record) bool { return true })
}

// rate is how often a scheme solves the puzzles of a class, at the paper's pace; with
// all iterations for the row that the pace is made of. The paper's runs are on the same
// puzzles. So both shares have the interval of other runs on these puzzles: that of so
// many independent runs, which is no narrower where puzzles differ.
func rate(ref analysis.Reference) func() (Finding, error) {
	return func() (Finding, error) {
		records, err := everything(orders)
		if err != nil {
			return Finding{}, err
		}
		paces := paper.Paces(records)
		records = slices.DeleteFunc(records, func(r experiment.Record) bool {
			return !r.Is(ref.Label) || ref.Class != (analysis.Class{}) && !ref.Class.Contains(r.Cells())
		})
		if len(records) == 0 {
			return Finding{}, fmt.Errorf("study %s has no runs of %s, %v", orders, ref.Label, ref.Class)
		}
		text := basis(orders, records)
		if ref.Label != best {
			records = paper.AtPace(records, paces)
			text += ", " + pace(ref.Class, paces)
		}
		theirs := analysis.Default.Proportion(int(math.Round(ref.Rate*float64(ref.Instances*ref.Runs))), ref.Instances*ref.Runs)
		// The share counts copies as the paper does; its interval does not.
		ours := analysis.Default.Proportion(solutions(records), len(records))
		ours.Interval = analysis.Default.SuccessBySize(records).Totals[0].Runs.Interval
		return Finding{Paper: Figure{puzzle.Share(ref.Rate), ref.Rate, theirs.Interval}, Ours: share(ours), Basis: text}, nil
	}
}

// solutions counts the runs that solved.
func solutions(records []experiment.Record) (n int) {
	for _, r := range records {
		if r.Solved() {
			n++
		}
	}
	return n
}

// pace says with how many iterations the runs of a class are held against the paper's
// minute.
func pace(class analysis.Class, paces []paper.Pace) string {
	for _, p := range paces {
		switch {
		case p.Class != class:
		case !math.IsInf(p.Iterations, 1):
			return puzzle.Plural(int(p.Iterations), "iteration") + " for the paper's minute"
		case class.Most > 0:
			return "with all iterations of a run, in which scheme 1 does not come to the paper's share: less than its minute"
		default:
			return "with all iterations of a run, since the paper's share of scheme 1 is 0"
		}
	}
	return "at the paper's pace; below 100 cells, and from 400 on, with all iterations of a run"
}

// anyOf is how many puzzles scheme 1 solves in any of 100 runs, in a row of a scheme's
// six in table 1.
func anyOf(rows ...int) func() (Finding, error) {
	return func() (Finding, error) {
		five, err := everything(orders)
		if err != nil {
			return Finding{}, err
		}
		more, err := published(hundred)
		if err != nil {
			return Finding{}, err
		}
		ours, theirs := paper.AnyOfHundred(five, more), paper.Table1()[6:12]
		solved, any, puzzles := 0, 0, 0
		for _, row := range rows {
			solved, any, puzzles = solved+ours[row].Solved, any+theirs[row].Any, puzzles+ours[row].Instances
		}
		return Finding{
			Paper: share(analysis.Default.Proportion(any, puzzles)), Ours: share(analysis.Default.Proportion(solved, puzzles)),
			Basis: "100 runs of the iterations for the paper's minute on each puzzle that five do not solve, intervals for other puzzles (studies " + orders + " and " + hundred + ")",
		}, nil
	}
}

// gap is how much more often one scheme solves than another, which the paper
// says it does.
func gap(first, second string) func() (Finding, error) {
	return more(orders, first, second, papersPuzzles[orders]...)
}

// more is how much more often a label solves than another in some plans of a study, with
// the interval for other puzzles like these; the paper says that it does.
func more(study, first, second string, plans ...string) func() (Finding, error) {
	return func() (Finding, error) {
		records, err := runs(study, func(r experiment.Record) bool { return r.Is(first) || r.Is(second) }, plans...)
		if err != nil {
			return Finding{}, err
		}
		x, err := contrast(analysis.Default, records, first, second)
		ours := Figure{fmt.Sprintf("%s of runs more", signed(x.Effect)), x.Effect, x.Interval}
		return Finding{Paper: above(0, "above 0"), Ours: ours, Basis: basis(study, records)}, err
	}
}

// contrast compares two labels.
func contrast(s analysis.Settings, records []experiment.Record, first, second string) (analysis.Contrast, error) {
	contrasts := s.Compare(records, analysis.Question{Labels: []string{first, second}}).Contrasts
	if len(contrasts) != 1 {
		return analysis.Contrast{}, fmt.Errorf("no runs of both %s and %s", first, second)
	}
	return contrasts[0], nil
}

// inEveryClass is the least of the differences between scheme 1 and each other scheme in
// each class below 400 cells; all their intervals hold together.
func inEveryClass() (Finding, error) {
	records, err := everything(orders)
	if err != nil {
		return Finding{}, err
	}
	others, classes := []int{0, 2, 3, 4, 5}, analysis.SizeClasses[:4]
	together := analysis.Settings{Level: 1 - 0.05/float64(len(others)*len(classes))}
	least := Figure{Value: math.Inf(1), Interval: analysis.Interval{Low: math.Inf(1), High: math.Inf(1)}}
	for _, class := range classes {
		for _, other := range others {
			of := slices.DeleteFunc(slices.Clone(records), func(r experiment.Record) bool {
				return !class.Contains(r.Cells()) || !r.Is(best) && !r.Is(orderOf(other))
			})
			x, err := contrast(together, of, best, orderOf(other))
			if err != nil {
				return Finding{}, err
			}
			if x.Effect < least.Value {
				least.Value, least.Text = x.Effect, fmt.Sprintf("at least %s of runs more (%s, %s)", signed(x.Effect), rowOf(other), cells(class))
			}
			least.Low, least.High = min(least.Low, x.Interval.Low), min(least.High, x.Interval.High)
		}
	}
	text := fmt.Sprintf("%d schemes in each of %d classes, with all intervals together; ", len(others), len(classes))
	return Finding{Paper: above(0, "above 0"), Ours: least, Basis: text + basis(orders, records)}, nil
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
func versus(class int, compare func(theirs paper.Versus, ours analysis.HeadToHeadRow) Finding) func() (Finding, error) {
	return func() (Finding, error) {
		records, err := everything(complete)
		if err != nil {
			return Finding{}, err
		}
		theirs := paper.Table2()[class]
		table := analysis.Default.HeadToHead(records, "nurikabe/exact", best, analysis.CPU)
		ours, ok := table.Get(theirs.Class)
		if !ok {
			return Finding{}, fmt.Errorf("study %s has no puzzles of class %d", complete, class)
		}
		return compare(theirs, ours), nil
	}
}

// decided is how many puzzles of a class the complete solver solves.
func decided(class int) func() (Finding, error) {
	return versus(class, func(theirs paper.Versus, ours analysis.HeadToHeadRow) Finding {
		return Finding{
			Paper: share(analysis.Default.Proportion(theirs.Complete, theirs.Instances)), Ours: share(analysis.Default.Proportion(ours.First, ours.Instances)),
			Basis: fmt.Sprintf("up to a minute of processor time; ants solve %d in one run of up to 5,000 iterations, 1,000 from 400 cells on (study %s)", ours.Second, complete),
		}
	})
}

// quicker is on how many of the puzzles that both solve the ants' time is the
// smaller one.
func quicker(class int) func() (Finding, error) {
	return versus(class, func(theirs paper.Versus, ours analysis.HeadToHeadRow) Finding {
		return Finding{
			Paper: share(analysis.Default.Proportion(theirs.FasterAnts, theirs.Both)), Ours: share(analysis.Default.Proportion(ours.FasterSecond, ours.Both)),
			Basis: fmt.Sprintf("ants quicker, of those that both solve (study %s)", complete),
		}
	})
}
