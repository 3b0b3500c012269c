package papers

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/lists"
	"formicary/pkg/nurikabe/paper"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// nurikabe are the comparisons of the extended version: table 1 row by row, table 2, and the claims about them.
func nurikabe() map[string]comparison {
	out := map[string]comparison{
		"section 3.3, best-value evaporation": more("nurikabe-bve", "BVE 0.001", "BVE 0"),
		"section 3.3, local update":           more("parameters", "as the paper has it", "ξ = 0", "nurikabe"),
		"Table 1, schemes 4 and 5":            gap(orderOf(4), orderOf(5)),
		"Table 1, labels of schemes 4 and 5":  exchanged,
		"Figure 3":                            largest,
		"section 4.2, scheme 1 in each class": inEveryClass,
	}
	for i, ref := range paper.Table1() {
		place := fmt.Sprintf("Table 1, %s, %v", rowOf(i/6), cells(ref.Class))
		if out[place] = rate(ref); ref.Label == best && i%6 < hundredClasses {
			out[place+", any run"] = anyOf(i % 6)
		}
	}
	for _, other := range []int{0, 2, 3, 4, 5} {
		out[fmt.Sprintf("section 4.2, %s against %s", rowOf(1), rowOf(other))] = gap(best, orderOf(other))
	}
	for i, v := range paper.Table2() {
		place := fmt.Sprintf("Table 2, %v", cells(v.Class))
		if out[place] = decided(i); v.Both > 0 {
			out[place+", times"] = quicker(i)
		}
	}
	return out
}

// gecco are the comparisons of the short version.
func gecco() map[string]comparison {
	return map[string]comparison{"section 3, small boards": quicker(0), "section 3, medium boards": quicker(1)}
}

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

// hundredClasses is how many of the size classes have 100 runs of scheme 1, from the
// smallest boards on.
const hundredClasses = 1

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
func rate(ref analysis.Reference) comparison {
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
		ours.Interval = analysis.Group(records).By(analysis.Size).Success().Totals[0].Runs.Interval
		return Finding{Paper: Figure{puzzle.Share(ref.Rate), ref.Rate, theirs.Interval}, Ours: share(ours), Basis: text}, nil
	}
}

// solutions counts the runs that solved.
func solutions(records []experiment.Record) int {
	return lists.Count(records, experiment.Record.Solved)
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
func anyOf(rows ...int) comparison {
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
func gap(first, second string) comparison {
	return more(orders, first, second, papersPuzzles[orders]...)
}

// more is how much more often a label solves than another in some plans of a study, with
// the interval for other puzzles like these; the paper says that it does.
func more(study, first, second string, plans ...string) comparison {
	return over(study, labelled(first, second), func(records []experiment.Record) (Finding, error) {
		x, err := contrast(analysis.Default, records, first, second)
		ours := Figure{fmt.Sprintf("%s of runs more", signed(x.Effect)), x.Effect, x.Interval}
		return Finding{Paper: above(0, "above 0"), Ours: ours, Basis: basis(study, records)}, err
	}, plans...)
}

// contrast compares two labels.
func contrast(s analysis.Settings, records []experiment.Record, first, second string) (analysis.Contrast, error) {
	contrasts := s.Group(records).Compare(analysis.Question{Labels: []string{first, second}}).Contrasts
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
func versus(class int, compare func(theirs paper.Versus, ours analysis.HeadToHeadRow) Finding) comparison {
	return func() (Finding, error) {
		records, err := everything(complete)
		if err != nil {
			return Finding{}, err
		}
		theirs := paper.Table2()[class]
		table := analysis.Group(records).HeadToHead("nurikabe/exact", best, analysis.CPU)
		ours, ok := table.Get(theirs.Class)
		if !ok {
			return Finding{}, fmt.Errorf("study %s has no puzzles of class %d", complete, class)
		}
		return compare(theirs, ours), nil
	}
}

// decided is how many puzzles of a class the complete solver solves.
func decided(class int) comparison {
	return versus(class, func(theirs paper.Versus, ours analysis.HeadToHeadRow) Finding {
		return Finding{
			Paper: share(analysis.Default.Proportion(theirs.Complete, theirs.Instances)), Ours: share(analysis.Default.Proportion(ours.First, ours.Instances)),
			Basis: fmt.Sprintf("up to a minute of processor time; ants solve %d in one run of up to 5,000 iterations, 1,000 from 400 cells on (study %s)", ours.Second, complete),
		}
	})
}

// quicker is on how many of the puzzles that both solve the ants' time is the
// smaller one.
func quicker(class int) comparison {
	return versus(class, func(theirs paper.Versus, ours analysis.HeadToHeadRow) Finding {
		return Finding{
			Paper: share(analysis.Default.Proportion(theirs.FasterAnts, theirs.Both)), Ours: share(analysis.Default.Proportion(ours.FasterSecond, ours.Both)),
			Basis: fmt.Sprintf("ants quicker, of those that both solve (study %s)", complete),
		}
	})
}

// cells is a size class in words.
func cells(c analysis.Class) string {
	if c == (analysis.Class{}) {
		return "all sizes"
	}
	return fmt.Sprintf("%v cells", c)
}
