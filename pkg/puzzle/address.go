package puzzle

import (
	"fmt"
	"strings"
)

// UnknownNumber is a number that an address leaves open, written ".".
const UnknownNumber = -1

// MaxNumber is the largest number that an address can hold.
const MaxNumber = 4095

// longestRun is the longest run of cells without number that one letter of an
// address stands for: g is 1, z is 20.
const longestRun = 20

// Numbers writes numbers as [Body.Numbers] reads them. It returns the index of
// the first that does not fit (above [MaxNumber]), or -1.
func Numbers(numbers []int) (text string, bad int) {
	var b strings.Builder
	run := 0
	for i, n := range numbers {
		if n == 0 {
			run++
			continue
		}
		one, ok := OneNumber(n)
		if !ok {
			return "", i
		}
		b.WriteString(Run(run) + one)
		run = 0
	}
	return b.String() + Run(run), -1
}

// Run writes a run of places without number as [Body.Number] reads it.
func Run(places int) string {
	return strings.Repeat("z", places/longestRun) + strings.TrimPrefix(string(rune('g'-1+places%longestRun)), "f")
}

// OneNumber writes a number as [Body.Number] reads it; ok is false where it does not fit (above
// [MaxNumber], or negative).
func OneNumber(n int) (text string, ok bool) {
	switch {
	case n == UnknownNumber:
		return ".", true
	case n < 0 || n > MaxNumber:
		return "", false
	case n < 0x10:
		return fmt.Sprintf("%x", n), true
	case n < 0x100:
		return fmt.Sprintf("-%x", n), true
	}
	return fmt.Sprintf("+%x", n), true
}
