package deduction

import (
	"math"

	"formicary/pkg/nonogram"
)

// Arrangements is the number of ways in which a clue's blocks can stand on a
// unknown line: with slack l and k blocks, l+k over k. It is
// 0 where the clue does not fit. Above 2^53 it is rounded. (For a line of which
// something is known, package line counts.)
func Arrangements(clue nonogram.Clue, length int) float64 {
	slack := clue.Slack(length)
	if slack < 0 {
		return 0
	}
	n := 1.0
	for i := 1; i <= len(clue); i++ {
		n = n * float64(slack+i) / float64(i)
	}
	if n < 1<<53 {
		return math.Round(n)
	}
	return n
}
