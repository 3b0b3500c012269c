package sets

import (
	"slices"
	"sync"

	"formicary/pkg/puzzle"
)

// mostRemembered is how many puzzles the memory holds; sets opened first are
// forgotten first.
const mostRemembered = 200_000

// opened is what this process remembers of the sets that [Kind.Open] has opened. It
// keeps their puzzles in memory, and is read by content alone: records name puzzles
// so, and what shows records wants to show the boards.
var opened struct {
	sync.Mutex
	sets    []namedSet
	puzzles int
	known   map[string]Source
	indexed int // of sets, which are known
}

type namedSet struct {
	kind, name string
	puzzle.Set
}

// Source is a puzzle and the set that it comes from.
type Source struct {
	puzzle.Item
	// Set is the name that the set was opened by.
	Set string
}

// remember adds a set to the memory, in place of an earlier one of the same kind
// and name. Hashes are computed only when they are asked for.
func remember(kind, name string, s puzzle.Set) {
	opened.Lock()
	defer opened.Unlock()
	if i := slices.IndexFunc(opened.sets, func(o namedSet) bool { return o.kind == kind && o.name == name }); i >= 0 {
		opened.puzzles -= opened.sets[i].Len()
		opened.sets[i].Set = s
		opened.known, opened.indexed = nil, 0
	} else {
		opened.sets = append(opened.sets, namedSet{kind, name, s})
	}
	opened.puzzles += s.Len()
	for len(opened.sets) > 1 && opened.puzzles > mostRemembered {
		opened.puzzles -= opened.sets[0].Len()
		opened.sets = opened.sets[1:]
		opened.known, opened.indexed = nil, 0
	}
}

// Known is the puzzle of a content ([Hash.String]) from a set that this process has
// opened by [Kind.Open]; of several sets with it the first. ok is false where there
// is none, or where so much has been opened since that it was forgotten.
func Known(content string) (s Source, ok bool) {
	opened.Lock()
	defer opened.Unlock()
	if opened.known == nil {
		opened.known = map[string]Source{}
	}
	for ; opened.indexed < len(opened.sets); opened.indexed++ {
		set := opened.sets[opened.indexed]
		for _, item := range set.Items {
			hash := item.Hash().String()
			if _, ok := opened.known[hash]; !ok {
				opened.known[hash] = Source{item, set.name}
			}
		}
	}
	s, ok = opened.known[content]
	return s, ok
}
