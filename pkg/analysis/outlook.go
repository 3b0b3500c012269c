package analysis

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"formicary/pkg/puzzle"
)

// far is how many times as many units as there were are not worth counting.
const far = 10

// Outlook says how far away a verdict is that was not reached after so many units: "about
// 130 more puzzles would settle it", or that more than ten times as many would be needed.
// Unit is the word for several, and may be empty. More is rounded up to two digits.
func Outlook(units int, more float64, unit string) string {
	if more > far*float64(units) {
		return join(fmt.Sprintf("more than %d times as many", far), unit, "would be needed")
	}
	digit := math.Pow(10, max(math.Floor(math.Log10(max(more, 1)))-1, 0))
	return join("about", puzzle.Thousands(int(math.Ceil(max(more, 1)/digit)*digit)), "more", unit, "would settle it")
}

// more is how many more puzzles would settle the effect if it were as large as it
// seems: an interval shrinks with the square root of the number of puzzles, and what a
// test is by grows with it. It is +Inf where there seems to be none.
func (e Effect) more() float64 {
	times := 1 / e.clarity()
	if e.P > 0 {
		normal := func(p float64) float64 { return distuv.UnitNormal.Quantile(1 - p/float64(max(e.Tests, 1))/2) }
		if seen := normal(min(e.P, 1)); e.P < 1 {
			times = max(times, normal(1-e.Level)/seen)
		} else {
			times = math.Inf(1)
		}
	}
	return float64(e.Puzzles) * (times*times - 1)
}

// outlook is the [Outlook] of an effect that is not settled; empty where the number of
// its puzzles is not known, or its interval has no end.
func (e Effect) outlook() string {
	if e.Settled() || e.Puzzles == 0 || math.IsNaN(e.Value) || math.IsInf(e.Interval.Low, 0) || math.IsInf(e.Interval.High, 0) {
		return ""
	}
	return Outlook(e.Puzzles, e.more(), "puzzles")
}
