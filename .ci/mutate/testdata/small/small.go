// Package small is mutated by a test.
package small

import "errors"

const limit = 10 // no mutants of a constant's declaration

var start = 3

// Grow is tested well, but for its limit.
func Grow(n int) (int, error) {
	if n < 0 {
		return 0, errors.New("negative")
	}
	sum := start
	for i := range n {
		if i == 2 {
			continue
		}
		sum += 2*i + 1
	}
	if sum > limit && n > 3 {
		sum = limit
	}
	return sum, nil
}

// Ends does not end when its step is lost.
func Ends(done func(int) bool) (n int) {
	for n = 8; !done(n); {
		n--
	}
	return n
}

// Never is not tested.
func Never(a, b bool) bool { return a || b }

type words []string

// Room has a capacity, which is no place for a mutant.
func Room(n int) words {
	switch n {
	case 1, 2:
		return make(words, 1, 5)
	}
	return words{"none"}
}
