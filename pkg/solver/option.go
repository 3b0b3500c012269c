package solver

import (
	"fmt"
	"slices"
	"strings"
)

// OptionName is the name of value i of a parameter that is one of several
// named ones: its String as a [flag.Value]. A value without a name is its
// number.
func OptionName(names []string, i int) string {
	if i >= 0 && i < len(names) {
		return names[i]
	}
	return fmt.Sprint(i)
}

// SetOption sets a value to the one with a name, as [OptionName] writes it: the
// Set of such a parameter. Where no value has the name it is left as it was, and
// the error lists the names.
func SetOption[T ~int | ~uint8](value *T, names []string, text string) error {
	i := slices.Index(names, text)
	if i < 0 {
		return fmt.Errorf("%q: expected %s", text, strings.Join(names, ", "))
	}
	*value = T(i)
	return nil
}
