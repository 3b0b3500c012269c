package solver

import "fmt"

// InRange is nil where ok, else the error of a parameter that is out of range:
// it wraps [ErrParameter] and says name, value and what was expected, such as
// "0 to 1". ok says what must hold, not what must not, since every comparison
// with NaN is false. An engine's Validate is the first of several, by cmp.Or.
func InRange(name string, value any, ok bool, expected string) error {
	if ok {
		return nil
	}
	return fmt.Errorf("%s = %v: %w: expected %s", name, value, ErrParameter, expected)
}

// MostMemory is what the members of a population (ants, nests, individuals) may
// take, in bytes: 1 GiB.
const MostMemory = 1 << 30

// InMemory is [InRange] for a number of members of so many bytes each, which
// must not take more than [MostMemory]: an engine asks it where the largest
// number that its Validate allows is too large for the largest boards.
func InMemory(name string, members, bytes int) error {
	most := max(MostMemory/max(bytes, 1), 2)
	return InRange(name, members, members <= most, fmt.Sprintf("at most %d on a board of this size, which take 1 GiB of memory", most))
}
