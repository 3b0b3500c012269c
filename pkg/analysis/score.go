package analysis

import (
	"fmt"
	"math"
	"slices"

	"formicary/pkg/experiment"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Score is what the runs of one engine on one puzzle come to: the number that
// engines are compared by. It serves any number of runs from one on.
type Score struct {
	// Name is what an axis is called, Unit the unit, "" for none.
	Name, Unit string
	// Larger says that a larger score is better.
	Larger bool
	// Ratio says that scores are compared by their quotient, such as times, and
	// not by their difference, such as rates. Their mean over puzzles is then
	// the geometric one, where all are above 0.
	Ratio bool
	// Share says that scores are shares of the runs, from 0 to 1.
	Share bool
	// Low and High are what a score can be, known before runs are seen: the interval
	// of a mean difference stands on them. Where they are equal they are 0 and 1 for a
	// Share, and otherwise not known: scores without a Ratio are then compared run by
	// run ([Contrast.ByRuns]).
	Low, High float64
	// Of is the score of runs, of which there is at least one; NaN where it is
	// unknown.
	Of func(runs []experiment.Record) float64

	// reach is Low and High where they depend on what the runs were allowed.
	reach func(runs []run) (low, high float64)
	// of is the same for runs, of which no records need to be made; nil for scores of
	// one's own.
	of func(runs []run) float64
}

func (s Score) ofRuns(of func(runs []run) float64) Score {
	s.of = of
	s.Of = func(records []experiment.Record) float64 { return of(runsOf(records)) }
	return s
}

func (s Score) on(runs []run) float64 {
	if s.of != nil {
		return s.of(runs)
	}
	return s.Of(recordsOf(runs))
}

// bounds are what scores of some runs can be; infinite where that is not known.
func (s Score) bounds(all ...*instance) (low, high float64) {
	switch {
	case s.reach != nil:
		low, high = math.Inf(1), math.Inf(-1)
		for _, in := range all {
			l, h := s.reach(in.runs())
			low, high = min(low, l), max(high, h)
		}
		return low, high
	case s.Low < s.High:
		return s.Low, s.High
	case s.Share:
		return 0, 1
	}
	return math.Inf(-1), math.Inf(1)
}

// SuccessRate is the share of runs that found a solution.
func SuccessRate() Score {
	return Score{Name: "success rate", Larger: true, Share: true}.ofRuns(func(runs []run) float64 {
		solved := 0
		for i := range runs {
			if runs[i].solved {
				solved++
			}
		}
		return float64(solved) / float64(len(runs))
	})
}

// PAR is the mean of what runs took, where each that found no solution counts
// as so many times its budget ("penalised average runtime": F. Hutter et al.,
// "ParamILS: an automatic algorithm configuration framework", Journal of
// Artificial Intelligence Research 36 (2009), 267–306). The usual factors are 2
// and 10. Runs that found none and whose budget does not limit the measure have
// no penalty to count: the score is NaN then. It is the mean of the runs on a
// puzzle; over puzzles [Runs.PortfolioOf] takes the arithmetic mean, as the
// field does, and [Runs.Compare] the geometric one, under a name that says
// so. A quotient of two is mostly penalty where few runs are solved: how many
// times as fast an engine is tells factor 1, the time spent until a solution or
// the limit.
func PAR(m Measure, factor float64) Score {
	name := fmt.Sprintf("PAR-%g of %v", factor, m)
	reach := func(runs []run) (float64, float64) {
		limit, longest := allowed(runs, m)
		return 0, max(factor*limit, longest)
	}
	return Score{Name: name, Unit: m.Unit(), Ratio: true, reach: reach}.ofRuns(func(runs []run) float64 {
		sum := 0.0
		for i := range runs {
			r := &runs[i]
			sum += penalised(r.spent[m], r.limits[m], r.solved, factor)
		}
		return sum / float64(len(runs))
	})
}

// allowed is the most that runs may take, +Inf where one has no limit of the measure,
// and what the longest took: that can be somewhat more, for a limit ends a run at the
// end of a round.
func allowed(runs []run, m Measure) (limit, longest float64) {
	for i := range runs {
		longest = max(longest, runs[i].spent[m])
		if limit = max(limit, runs[i].limits[m]); runs[i].limits[m] == 0 {
			limit = math.Inf(1)
		}
	}
	return limit, longest
}

// penalised is what a run counts in PAR.
func penalised(took, limit float64, solved bool, factor float64) float64 {
	switch {
	case solved:
		return took
	case limit > 0:
		return factor * limit
	}
	return math.NaN()
}

// CostOfSolution is all that runs took by the number of solutions found, +Inf
// where there are none: [HeadToHeadTime.Mean].
func CostOfSolution(m Measure) Score {
	reach := func(runs []run) (float64, float64) {
		limit, longest := allowed(runs, m)
		return 0, float64(len(runs)) * max(limit, longest)
	}
	return Score{Name: m.String() + " of a solution", Unit: m.Unit(), Ratio: true, reach: reach}.ofRuns(func(runs []run) float64 {
		return versus(runs, m).Mean
	})
}

// Spent is the mean of what runs took, whether they found a solution or not.
func Spent(m Measure) Score {
	return Score{Name: m.String() + " of a run", Unit: m.Unit(), Ratio: true}.ofRuns(func(runs []run) (mean float64) {
		for i := range runs {
			mean += runs[i].spent[m] / float64(len(runs))
		}
		return mean
	})
}

// ScoreTable is a score by puzzle and label.
type ScoreTable struct {
	Score Score
	// Labels are the columns, in the order asked for.
	Labels []string
	// Puzzles are the rows, ordered by cells, ID and content.
	Puzzles []PuzzleKey
	// Values are the scores, by puzzle and label; NaN where the label did not
	// run on the puzzle, or the score is not known. Nothing is filled in.
	Values [][]float64
	// Runs are the numbers of runs.
	Runs     [][]int
	Warnings []string

	instances [][]*instance // by puzzle and label
	geometric bool          // see averaged
}

// averaged settles how means over puzzles are made, and says so in the name of
// the score: the field's PAR-10 is an arithmetic mean over instances, and
// must not share its name with a geometric one.
func (t *ScoreTable) averaged() {
	t.geometric = t.Score.Ratio
	for _, row := range t.Values {
		t.geometric = t.geometric && !slices.ContainsFunc(row, func(v float64) bool { return v <= 0 })
	}
	t.Score.Ratio = t.geometric
	if t.geometric {
		t.Score.Name += " (geometric mean over puzzles)"
	}
}

// mean of scores that are known, geometric where they are compared by their
// quotient.
func (s Score) mean(values []float64) float64 {
	sum, n := 0.0, 0.0
	for _, v := range values {
		switch {
		case math.IsNaN(v):
			continue
		case s.Ratio:
			sum += math.Log(v)
		default:
			sum += v
		}
		n++
	}
	if s.Ratio {
		return math.Exp(sum / n)
	}
	return sum / n
}

// Scores is the score of each label on each puzzle that any of them ran on;
// no labels mean all, in the records' order. Variants and engines as they were given
// stand for their labels. A label without records has a
// column without values, and a warning.
// For such a score records are made of the runs,
// one puzzle at a time; it panics where the runs are of columns that have not all of
// them.
func (r *Runs) Scores(score Score, labels ...string) ScoreTable {
	groups := slices.Clone(r.groups)
	labels = labelled(groups, labels...)
	if len(labels) == 0 {
		for _, g := range groups {
			labels = append(labels, g.Label)
		}
	}
	t := ScoreTable{Score: score, Labels: labels}
	rows := map[PuzzleKey]int{}
	groups = slices.DeleteFunc(groups, func(g group) bool { return !slices.Contains(labels, g.Label) })
	slices.SortStableFunc(groups, func(a, b group) int { return slices.Index(labels, a.Label) - slices.Index(labels, b.Label) })
	for _, g := range groups {
		for _, in := range g.instances {
			if _, ok := rows[in.PuzzleKey]; !ok {
				rows[in.PuzzleKey] = 0
				t.Puzzles = append(t.Puzzles, in.PuzzleKey)
			}
		}
	}
	slices.SortFunc(t.Puzzles, bySize)
	for i, k := range t.Puzzles {
		rows[k] = i
		values := slices.Repeat([]float64{math.NaN()}, len(labels))
		t.Values = append(t.Values, values)
		t.Runs = append(t.Runs, make([]int, len(labels)))
		t.instances = append(t.instances, make([]*instance, len(labels)))
	}
	for j, label := range labels {
		at := slices.IndexFunc(groups, func(g group) bool { return g.Label == label })
		if at < 0 {
			t.Warnings = append(t.Warnings, label+" has no runs")
			continue
		}
		unknown := 0
		for k := range groups[at].instances {
			in := &groups[at].instances[k]
			i := rows[in.PuzzleKey]
			t.Values[i][j], t.Runs[i][j], t.instances[i][j] = score.on(in.runs()), in.count, in
			if math.IsNaN(t.Values[i][j]) {
				unknown++
			}
		}
		if unknown > 0 {
			t.Warnings = append(t.Warnings, fmt.Sprintf("%s: the %s is unknown on %s", label, score.Name, puzzle.Plural(unknown, "puzzle")))
		}
	}
	t.Warnings = append(t.Warnings, warnings(groups)...)
	return t
}

// fixed sees that all runs are of plans that were fixed in advance.
func (t ScoreTable) fixed(who string) {
	for _, row := range t.instances {
		for _, in := range row {
			if in != nil {
				mustBeFixed(who, in.design)
			}
		}
	}
}

// mustBeFixed panics for runs of a sequential design ([experiment.Plan.Design]): it
// chose them, and stopped, by what came out.
func mustBeFixed(who, design string) {
	if design == "" {
		return
	}
	take := "take Effects() of the race"
	if design != "race" {
		take = "race what it found on other puzzles, and take Effects() of that race"
	}
	panic(fmt.Sprintf("analysis: %s: tests and intervals of a fixed sample do not hold for runs of a %s, which stopped by what it saw: %s (race.Result)", who, design, take))
}

// Complete keeps the puzzles on which all labels have a score.
func (t ScoreTable) Complete() ScoreTable {
	out := t
	out.Puzzles, out.Values, out.Runs, out.instances = nil, nil, nil, nil
	for i, row := range t.Values {
		if !slices.ContainsFunc(row, math.IsNaN) {
			out.Puzzles = append(out.Puzzles, t.Puzzles[i])
			out.Values = append(out.Values, row)
			out.Runs = append(out.Runs, t.Runs[i])
			out.instances = append(out.instances, t.instances[i])
		}
	}
	if left := len(t.Puzzles) - len(out.Puzzles); left > 0 {
		out.Warnings = append(slices.Clip(out.Warnings), puzzle.Plural(left, "puzzle is", "puzzles are")+" left out: not all engines have a score there")
	}
	return out
}

// Column is the scores of one label, by puzzle. It panics when the table has
// no such label.
func (t ScoreTable) Column(label string) []float64 {
	j := slices.IndexFunc(t.Labels, func(of string) bool { return solver.Means(label, of) })
	if j < 0 {
		panic("analysis: the table has no column " + label)
	}
	return lists.Map(t.Values, func(row []float64) float64 { return row[j] })
}

func (s Score) better(a, b float64) bool { return a != b && (a > b) == s.Larger }
