package race

import (
	"fmt"
	"slices"

	"formicary/pkg/puzzle"
)

// usualAlpha is the chance that a race, or a family of them, says anything false.
const usualAlpha = 0.05

// Family names races whose statements hold together: the chance that any of them says anything false is that of one race,
// 0.05, of which each gets an equal part (Bonferroni's inequality). The names are written down once, before the races run.
type Family []string

// Race is the race as the named one of the family. It panics where the family has no such name, or has it twice, or where
// the race has an Alpha.
func (f Family) Race(name string, r Race) Race {
	if n := len(slices.Compact(slices.Sorted(slices.Values(f)))); n != len(f) || !slices.Contains(f, name) || r.Alpha != 0 {
		panic(fmt.Sprintf("race: the family of %s has no place for a race named %s with alpha %g", puzzle.Plural(len(f), "race"), puzzle.Quote(name), r.Alpha))
	}
	r.Alpha = usualAlpha / float64(len(f))
	return r
}
