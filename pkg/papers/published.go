package papers

import (
	"fmt"
	"slices"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// published are the records of a study, or of some of its plans; tests put others in.
var published = func(study string, plans ...string) ([]experiment.Record, error) {
	s, err := archive.Open(study)
	if err != nil {
		return nil, err
	}
	return s.Records(plans...)
}

// runs are the records of a study, or of some of its plans, that keep says yes to, at
// least one.
func runs(study string, keep func(experiment.Record) bool, plans ...string) ([]experiment.Record, error) {
	all, err := published(study, plans...)
	if err != nil {
		return nil, err
	}
	var out []experiment.Record
	for _, r := range all {
		if keep(r) {
			out = append(out, r)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("the study %s has no such records", study)
	}
	return out, nil
}

// over is a comparison made of the records of a study, or of some of its plans, that keep says yes to.
func over(study string, keep func(experiment.Record) bool, compare func(records []experiment.Record) (Finding, error), plans ...string) comparison {
	return func() (Finding, error) {
		records, err := runs(study, keep, plans...)
		if err != nil {
			return Finding{}, err
		}
		return compare(records)
	}
}

// labelled keeps the runs of some labels, or of engines of these names.
func labelled(labels ...string) func(experiment.Record) bool {
	return func(r experiment.Record) bool { return slices.ContainsFunc(labels, r.Is) }
}

// solved is the share of a study's runs that solved, with the interval across
// puzzles, or across runs where they are all on one puzzle; and what it rests on.
func solved(study string, keep func(experiment.Record) bool) (Figure, string, error) {
	records, err := runs(study, keep)
	if err != nil {
		return Figure{}, "", err
	}
	for i := range records {
		records[i].Variant = study
	}
	s := analysis.Group(records).By(analysis.Size).Success().Totals[0]
	f := share(s.Runs)
	f.Interval = s.Across
	return f, basis(study, records), nil
}

// basis says what a number rests on: puzzles, runs, budgets and the study.
func basis(study string, records []experiment.Record) string {
	type key struct{ puzzle, content string }
	puzzles := map[key]bool{}
	var budgets []string
	for _, r := range records {
		puzzles[key{r.Puzzle, r.Content}] = true
		if b := budget(r.Budget); b != "" && !slices.Contains(budgets, b) {
			budgets = append(budgets, b)
		}
	}
	text := puzzle.Plural(len(puzzles), "puzzle") + ", " + puzzle.Plural(len(records), "run")
	if len(budgets) > 0 {
		text += " of at most " + strings.Join(budgets, " or ")
	}
	return text + " (study " + study + ")"
}

// budget is a budget in words.
func budget(b solver.Budget) string {
	var parts []string
	add := func(set bool, text string) {
		if set {
			parts = append(parts, text)
		}
	}
	add(b.Iterations > 0, puzzle.Plural(int(b.Iterations), "iteration"))
	add(b.Evaluations > 0, puzzle.Plural(int(b.Evaluations), "evaluation"))
	add(b.CPU > 0, b.CPU.String()+" of processor time")
	add(b.Wall > 0, b.Wall.String())
	return strings.Join(parts, " and ")
}
