package line

import (
	"slices"
	"testing"

	"formicary/pkg/nonogram"
)

// FuzzSolve reads a line from bytes and compares with plain dynamic
// programming: the length, the number of colours, the number of blocks, then
// the blocks, then the excluded colours of cells.
func FuzzSolve(f *testing.F) {
	f.Add([]byte{10, 1, 1, 7, 0})
	f.Add([]byte{64, 2, 3, 1, 0, 2, 1, 3, 0, 5, 1, 63, 2})
	f.Add([]byte{65, 1, 1, 65, 0})
	f.Add([]byte{200, 3, 4, 70, 0, 3, 1, 3, 2, 64, 2, 100, 0, 199, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		next := func() int {
			if len(data) == 0 {
				return 0
			}
			b := data[0]
			data = data[1:]
			return int(b)
		}
		length, colours, blocks := 1+next(), 1+next()%3, next()%20
		var clue nonogram.Clue
		for range blocks {
			clue = append(clue, nonogram.Block{Length: 1 + next()%128, Colour: uint8(1 + next()%colours)})
		}
		l := New(clue, length, colours)
		may := make([]uint64, l.Masks())
		l.Open(may)
		for len(data) >= 2 {
			i, c := next()%length, next()%(colours+1)
			may[c*l.words+i/64] &^= 1 << (i % 64)
		}
		want, ok := plain(clue, length, l.words, may)
		for name, solve := range map[string]func(*Scratch, []uint64) bool{"Solve": l.Solve, "solveWide": l.solveWide} {
			got := slices.Clone(may)
			if solved := l.slack >= 0 && solve(&Scratch{}, got); solved != ok || ok && !slices.Equal(got, want) {
				t.Errorf("%s: clue %v on %d cells, masks %x: %x %v, want %x %v", name, clue, length, may, got, solved, want, ok)
			}
		}
	})
}
