package puzzletest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// Made are the puzzles of a generator's options; an error ends the test.
func Made[O any](t testing.TB, g sets.Generator[O], o O) puzzle.Set {
	t.Helper()
	set, err := g.Make(t.Context(), o, nil)
	alltest.Require(t, err == nil, "%s %+v: %v", g.Kind.Name, o, err)
	return set
}

// Repeats: a generator makes the same puzzles with the same seed, and more of them begin with the same; no two of them
// are the same, and another seed makes others.
func Repeats[O any](t *testing.T, g sets.Generator[O], with func(seed uint64, count int) O) {
	t.Helper()
	first, again, other := Made(t, g, with(3, 2)), Made(t, g, with(3, 3)), Made(t, g, with(4, 2))
	for i, item := range first.Items {
		same := again.Items[i]
		alltest.Check(t, item.Hash() == same.Hash() && item.Solution.Equal(same.Solution) && item.ID() == same.ID() && item.Hash() != other.Items[i].Hash(),
			"%s, puzzle %d: %v, again %v, other %v", g.Kind.Name, i, item.Hash(), same.Hash(), other.Items[i].Hash())
	}
	alltest.Check(t, again.Distinct().Len() == 3, "%s: %d different puzzles of 3", g.Kind.Name, again.Distinct().Len())
}

// Cancels: a generator whose context ends returns what is done with the context's error, and tells of each puzzle that it
// has made; it ends in the middle of one that takes long.
func Cancels[O any](t *testing.T, g sets.Generator[O], thousand, long O) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var told []int
	set, err := g.Make(ctx, thousand, func(done, total int) {
		if told = append(told, done, total); done == 2 {
			cancel()
		}
	})
	alltest.Check(t, errors.Is(err, context.Canceled) && set.Len() == 2 && slices.Equal(told, []int{1, 1000, 2, 1000}),
		"%d puzzles, %v, progress %v", set.Len(), err, told)
	_, err = g.Make(ctx, long, nil)
	alltest.Check(t, errors.Is(err, context.Canceled), "in the middle of one: %v", err)
}

// WrongOptions are refused, with what their error says.
func WrongOptions[O any](t *testing.T, g sets.Generator[O], wrong map[string]O) {
	t.Helper()
	for want, o := range wrong {
		_, err := g.Make(t.Context(), o, nil)
		alltest.Check(t, errors.Is(err, sets.ErrOptions) && strings.Contains(err.Error(), want), "%s %+v: %v, want %s", g.Kind.Name, o, err, want)
	}
}
