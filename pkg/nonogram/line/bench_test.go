package line

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/nonogram"
)

// lines makes lines of random pictures of which a random part is known, as a
// solver meets them. About half of the cells are filled; runs get longer with
// the line, as in pictures.
func lines(count, length, colours int) (prepared []*Line, clues []nonogram.Clue, masks []uint64) {
	random := rand.New(rand.NewPCG(11, uint64(length)))
	for range count {
		picture, colour := make([]uint8, length), uint8(0)
		for i := range picture {
			if random.IntN(max(length/12, 2)) == 0 {
				colour = 0
				if random.IntN(2) == 0 {
					colour = uint8(1 + random.IntN(colours))
				}
			}
			picture[i] = colour
		}
		clue := nonogram.ClueOf(picture)
		l := New(clue, length, colours)
		may := make([]uint64, l.Masks())
		l.Open(may)
		known := random.Float64()
		for i, v := range picture {
			if random.Float64() < known {
				for c := range colours + 1 {
					if c != int(v) {
						may[c*l.words+i/64] &^= 1 << (i % 64)
					}
				}
			}
		}
		prepared, clues, masks = append(prepared, l), append(clues, clue), append(masks, may...)
	}
	return prepared, clues, masks
}

// BenchmarkLine prints the time of a line, and how many times as long plain
// dynamic programming takes for it:
//
//	go test -run '^$' -bench Line ./pkg/nonogram/line
func BenchmarkLine(b *testing.B) {
	for _, c := range []struct{ length, colours int }{{25, 1}, {60, 1}, {145, 1}, {512, 1}, {25, 3}, {60, 3}} {
		name := fmt.Sprintf("%d cells", c.length)
		if c.colours > 1 {
			name += fmt.Sprintf(" in %d colours", c.colours)
		}
		b.Run(name, func(b *testing.B) {
			// Rounds, so that a single turn of the benchmark tells something.
			const count, rounds = 512, 100
			prepared, clues, masks := lines(count, c.length, c.colours)
			width := prepared[0].Masks()
			may, s := make([]uint64, width), &Scratch{}
			for b.Loop() {
				for range rounds {
					for i, l := range prepared {
						copy(may, masks[i*width:])
						alltest.Require(b, l.Solve(s, may), "no arrangement")
					}
				}
			}
			ours := b.Elapsed().Seconds() / float64(b.N) / rounds / count
			start, turns := time.Now(), 0
			for ; turns < 3 || time.Since(start) < 50*time.Millisecond; turns++ {
				for i, l := range prepared[:16] {
					plain(clues[i], l.length, l.words, masks[i*width:][:width])
				}
			}
			theirs := time.Since(start).Seconds() / float64(16*turns)
			b.ReportMetric(ours*1e9, "ns/line")
			b.ReportMetric(theirs/ours, "plain/ours")
			b.ReportMetric(0, "ns/op")
		})
	}
}
