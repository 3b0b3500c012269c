package analysis

import (
	"slices"

	"formicary/pkg/experiment"
)

// Between says of every engine that two sets of records have with the same parameters whether it
// solves more often in one of them. It also says whether it takes more effort there. It takes the
// puzzles of both sets. All claims hold together; what is said of an engine in the sets is said of "A:
// " and "B: " with its label. Effort is what runs of equal budgets took until a solution or the limit
// ([PAR] with factor 1). If budgets differ, or do not limit what the engine counts, it is what a
// solution took ([CostOfSolution]); time is left aside, which machines change. Engines without a
// puzzle in common say nothing.
func (s Settings) Between(first, second []experiment.Record) (claims []Claim, warnings []string) {
	s = s.complete()
	type question struct {
		records []experiment.Record
		Question
	}
	var questions []question
	for _, parameters := range parametersOf(first) {
		records, labels := sideBySide(first, second, parameters)
		if len(records) == 0 {
			continue
		}
		q := Question{Labels: labels, AgainstFirst: true}
		questions = append(questions, question{records, q})
		if score, ok := effort(records); ok {
			q.Score = score
			questions = append(questions, question{records, q})
		}
	}
	each := s
	each.Level = 1 - (1-s.Level)/float64(len(questions))
	var families [][]Claim
	for _, q := range questions {
		c := each.Group(q.records).Compare(q.Question)
		families = append(families, c.Effects())
		for _, w := range c.AllWarnings() {
			if w = q.Labels[0][len("A: "):] + ": " + w; !slices.Contains(warnings, w) {
				warnings = append(warnings, w)
			}
		}
	}
	return Bonferroni(families...), warnings
}

// parametersOf are the engines of records, each once, in their order.
func parametersOf(records []experiment.Record) (all []string) {
	for _, r := range records {
		if !slices.Contains(all, r.ConfigHash) {
			all = append(all, r.ConfigHash)
		}
	}
	return all
}

// sideBySide are the runs of an engine in two sets on the puzzles of both, under a label
// for each set.
func sideBySide(first, second []experiment.Record, parameters string) (records []experiment.Record, labels []string) {
	has, both := map[string]bool{}, map[string]bool{}
	for _, r := range first {
		has[r.Content] = has[r.Content] || r.ConfigHash == parameters
	}
	for _, r := range second {
		if has[r.Content] && r.ConfigHash == parameters {
			both[r.Content] = true
		}
	}
	for i, set := range [][]experiment.Record{first, second} {
		for _, r := range set {
			if r.ConfigHash != parameters || !both[r.Content] {
				continue
			}
			r.Engine, r.Variant = "", []string{"A: ", "B: "}[i]+r.Label()
			if len(labels) == i {
				labels = append(labels, r.Variant)
			}
			records = append(records, r)
		}
	}
	return records, labels
}

// effort is how the effort of runs is told; ok is false where the engine counts nothing.
func effort(records []experiment.Record) (score Score, ok bool) {
	equal := !slices.ContainsFunc(records, func(r experiment.Record) bool { return r.Budget != records[0].Budget })
	for _, m := range []Measure{Evaluations, Iterations} {
		if equal && m.Limit(records[0].Budget) > 0 {
			return PAR(m, 1), true
		}
	}
	for _, m := range []Measure{Evaluations, Iterations} {
		counted := func(r experiment.Record) bool { return m.Of(r) > 0 }
		if slices.ContainsFunc(records, counted) && slices.ContainsFunc(records, experiment.Record.Solved) {
			return CostOfSolution(m), true
		}
	}
	return Score{}, false
}
