package analysis

import (
	"fmt"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// basis is what a finding rests on.
type basis struct {
	// on are the puzzles and their sizes: "24 puzzles, 25 to 144 cells".
	on string
	// limit is what a run was allowed, "60 iterations"; empty where runs were
	// allowed different things, or any.
	limit string
	// copies are puzzles with the content of another, which are not counted.
	copies int
}

// String has both.
func (b basis) String() string {
	if b.limit == "" {
		return b.on
	}
	return b.on + ", up to " + b.limit + " a run"
}

// copiesOf counts the copies of puzzles on which several labels may have run.
func copiesOf(all []*instance) (n int) {
	copies := map[string]int{}
	for _, in := range all {
		if more := in.copies - copies[in.Content]; more > 0 {
			copies[in.Content] += more
			n += more
		}
	}
	return n
}

// counted are so many puzzles: "24 puzzles", or "24 of 80 puzzles" where the others have
// no score.
func counted(puzzles, ran int) string {
	if puzzles < ran {
		return puzzle.Thousands(puzzles) + " of " + puzzle.Plural(ran, "puzzle")
	}
	return puzzle.Plural(puzzles, "puzzle")
}

// withCopies says what so many contents were counted of: "480 puzzles, 3 of them copies:
// 477 contents".
func withCopies(contents, copies int) string {
	return fmt.Sprintf("%s, %s of them %s: %s, each counted once", puzzle.Plural(contents+copies, "puzzle"), puzzle.Thousands(copies),
		map[bool]string{true: "a copy", false: "copies"}[copies == 1], puzzle.Plural(contents, "content"))
}

// basisOf is that of runs on so many puzzles, of those on which all ran.
func basisOf(puzzles, ran int, all ...*instance) basis {
	b := basis{on: counted(puzzles, ran), copies: copiesOf(all)}
	if b.copies > 0 {
		b.on += ", " + puzzle.Plural(b.copies, "copy", "copies") + " not counted"
	}
	least, most, first, alike := 0, 0, true, true
	var budget solver.Budget
	for _, in := range all {
		if first {
			least, most, budget, first = in.Cells, in.Cells, in.opens.budget, false
		}
		least, most = min(least, in.Cells), max(most, in.Cells)
		alike = alike && in.alike && in.opens.budget == budget
	}
	switch {
	case most == 0:
	case least < most:
		b.on += fmt.Sprintf(", %s to %s", puzzle.Thousands(least), puzzle.Plural(most, "cell"))
	default:
		b.on += ", " + puzzle.Plural(most, "cell")
	}
	var limits []string
	for _, m := range []Measure{Iterations, Evaluations, Seconds, CPU} {
		switch limit := m.Limit(budget); {
		case limit <= 0 || !alike:
		case m.Unit() == "":
			limits = append(limits, puzzle.Thousands(int(limit))+" "+m.String())
		default:
			limits = append(limits, puzzle.Time(limit)+" of "+m.String())
		}
	}
	b.limit = strings.Join(limits, " and ")
	return b
}
