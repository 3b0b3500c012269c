package exact

import (
	"context"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// TestExplain follows the traces of the open set: each settles every cell
// once, with a rule that suits what it says, and ends with the solution.
func TestExplain(t *testing.T) {
	set := alltest.Must(nurikabes.Kind.Open("open-908"))(t)
	set = set.Between(0, 144)
	rules := map[string]int{}
	for _, item := range set.Items {
		p := item.Puzzle.(*nurikabe.Puzzle)
		trace := alltest.Must(New().Explain(context.Background(), p, solver.Budget{}))(t)
		alltest.Check(t, trace.Status == solver.Unique && trace.Grade.String() == item.Grade,
			"%s: %s, %s; the set says %s", p.ID(), trace.Status, trace.Grade, item.Grade)
		settled := map[puzzle.Cell]bool{}
		worst := Deduction
		for i, s := range trace.Steps {
			rules[s.Rule]++
			alltest.Require(t, len(s.Cells) != 0 && s.Text != "", "%s: step %d is empty: %+v", p.ID(), i, s)
			for _, c := range s.Cells {
				alltest.Check(t, !settled[c], "%s: step %d settles %v again", p.ID(), i, c)
				settled[c] = true
				alltest.Check(t, item.Solution.Value(c) == s.Value, "%s: step %d is wrong at %v: %s", p.ID(), i, c, s.Text)
			}
			switch s.Rule {
			case RuleTrial:
				worst = max(worst, Trial)
			case RuleSearch:
				worst = max(worst, Learning)
			case ruleReach, ruleBeside, ruleWall:
				alltest.Check(t, s.Value == nurikabe.Wall, "%s: %s settles an island", p.ID(), s.Rule)
			default:
				alltest.Check(t, s.Value == nurikabe.Island, "%s: %s settles a wall", p.ID(), s.Rule)
			}
		}
		alltest.Check(t, trace.Board(len(trace.Steps)).Equal(item.Solution), "%s: the trace does not end with the solution", p.ID())
		alltest.Check(t, worst <= trace.Grade, "%s: the steps go beyond the grade %s", p.ID(), trace.Grade)
	}
	for _, rule := range []string{RuleClue, ruleReach, ruleBeside, ruleBlock, ruleIsland, ruleWall, ruleExit, RuleTrial, RuleSearch} {
		alltest.Check(t, rules[rule] != 0, "no step by the rule %s: %v", rule, rules)
	}
}

func TestTraceBoard(t *testing.T) {
	p := alltest.Must(nurikabe.New("x", puzzle.Size{Rows: 1, Cols: 3}, []int{2, 0, 0}))(t)
	trace := alltest.Must(New().Explain(context.Background(), p, solver.Budget{}))(t)
	want := []uint8{puzzle.Unset, puzzle.Unset, puzzle.Unset}
	alltest.Check(t, slices.Equal(trace.Board(0).Values, want), "before the first step: %v", trace.Board(0).Values)
	want = []uint8{0, 0, 1}
	alltest.Check(t, slices.Equal(trace.Board(99).Values, want), "after the last step: %v", trace.Board(99).Values)
}
