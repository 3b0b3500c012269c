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
