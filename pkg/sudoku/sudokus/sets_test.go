package sudokus

import (
	"os"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/sudoku"
)

// TestSharedSets opens every benchmark set: how many puzzles each has, on
// which boards, and with how many givens at least and at most.
func TestSharedSets(t *testing.T) {
	if os.Getenv(sets.DataEnv) == "" {
		t.Skipf("%s does not name the benchmarks", sets.DataEnv)
	}
	for _, tt := range []struct {
		name            string
		puzzles, n      int
		least, most     int
		firstID, lastID string
	}{
		{name: "17-clue-5000", puzzles: 5000, n: 9, least: 17, most: 17, firstID: "1", lastID: "5000"},
		{name: "cuckoo-9-inferred", puzzles: 9, n: 9, least: 22, most: 32, firstID: "s10a", lastID: "s12c"},
		{name: "forum-hardest-1905-3000", puzzles: 3000, n: 9, least: 21, most: 26, firstID: "1", lastID: "3000"},
		{name: "lloyd-amos-general-16x16", puzzles: 1000, n: 16, least: 0, most: 244, firstID: "0 0", lastID: "95 98"},
		{name: "lloyd-amos-general-25x25", puzzles: 1000, n: 25, least: 0, most: 594, firstID: "0 0", lastID: "95 98"},
		{name: "lloyd-amos-general-9x9", puzzles: 1000, n: 9, least: 0, most: 77, firstID: "0 0", lastID: "95 98"},
		{name: "lloyd-amos-logic-solvable", puzzles: 16, n: 9, least: 21, most: 41, firstID: "aiescargot", lastID: "tarx0134"},
		{name: "magictour-top1465", puzzles: 1465, n: 9, least: 17, most: 28, firstID: "1", lastID: "1465"},
		{name: "mantere-koljonen", puzzles: 46, n: 9, least: 22, most: 39, firstID: "s01a", lastID: "s16"},
		{name: "paper-11", puzzles: 11, n: 9, least: 21, most: 41, firstID: "puzzle 1", lastID: "puzzle 11"},
	} {
		set, err := Kind.Open(tt.name)
		if err != nil {
			t.Error(err)
			continue
		}
		least, most := 1<<30, 0
		for _, item := range set.Items {
			p := item.Puzzle.(*sudoku.Puzzle)
			least, most = min(least, p.Givens()), max(most, p.Givens())
			alltest.Require(t, p.N() == tt.n, "%s: puzzle %s has a board of %v", tt.name, p.ID(), p.Size())
			broken := p.Check(p.Board())
			alltest.Check(t, len(broken) <= 1 && (len(broken) != 1 || broken[0].Rule == "cell-unset"),
				"%s: puzzle %s contradicts itself: %v", tt.name, p.ID(), broken)
		}
		first, last := set.Items[0].ID(), set.Items[set.Len()-1].ID()
		alltest.Check(t, set.Len() == tt.puzzles && least == tt.least && most == tt.most && first == tt.firstID && last == tt.lastID,
			"%s: %d puzzles with %d to %d givens, %q to %q", tt.name, set.Len(), least, most, first, last)
	}
}
