package solver

import (
	"context"
	"fmt"

	"formicary/pkg/puzzle"
)

// RuleCount says how often a rule was asked in a run, and how often its answer was not the built-in
// rule's: a rule that changed nothing made the run that the engine makes without it.
type RuleCount struct {
	// Rule is the name of the field that it was assigned to.
	Rule  string
	Asked int64
	// Changed counts answers that differ from the built-in rule's in the same state with the same random
	// numbers, amounts by more than rounding. Order: it took another than the first of its list; Eta (asked once a
	// choice): the candidates got different values; Improve: the board changed; Restart: it restarted the colony.
	// -1 where it is not known: of a Choose rule beside an Eta rule that Each made, which may have
	// a state that must not be asked twice.
	Changed int64
}

var changes = map[string]string{
	"Choose": "changed the choice", "Filter": "changed the candidates", "LocalUpdate": "changed the pheromone beyond rounding", "Update": "changed the pheromone beyond rounding",
	"GlobalUpdate": "changed the pheromone beyond rounding", "Deposit": "changed the amount beyond rounding", "Evaporate": "changed the amount beyond rounding", "Cost": "changed the cost beyond rounding",
	"Order": "took another than the first", "Eta": "told candidates apart", "Improve": "changed the board", "Restart": "restarted the colony",
}

// String is "Evaporate was asked 4,993 times and changed the amount beyond rounding 0 times".
func (c RuleCount) String() string {
	times := func(n int64) string { return puzzle.Plural(int(n), "time") }
	if c.Changed < 0 {
		return fmt.Sprintf("%s was asked %s", c.Rule, times(c.Asked))
	}
	return fmt.Sprintf("%s was asked %s and %s %s", c.Rule, times(c.Asked), changes[c.Rule], times(c.Changed))
}

type countingKey struct{}

// Counting returns a context with which a run of an engine with typed rules counts. The func has the counts of the last
// such run when it is over. The run is the same bit for bit, and takes up to twice the time.
//
//	counting, counts := solver.Counting(ctx)
//	out, err := engine.Solve(counting, p, run)
//	fmt.Println(counts())
func Counting(ctx context.Context) (context.Context, func() []RuleCount) {
	last := func() []RuleCount { return nil }
	return context.WithValue(ctx, countingKey{}, &last), func() []RuleCount { return last() }
}

// Counts is for engines: it takes the counts of a run that begins, if the context is one of [Counting].
func Counts(ctx context.Context, counts func() []RuleCount) (asked bool) {
	last, asked := ctx.Value(countingKey{}).(*func() []RuleCount)
	if asked {
		*last = counts
	}
	return asked
}
