package solver

import (
	"fmt"
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

// ParseOption reads what [OptionName] writes of named values: the Set of such a
// parameter. The error lists the names.
func ParseOption(names []string, text string) (int, error) {
	for i, name := range names {
		if text == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%q: expected %s", text, strings.Join(names, ", "))
}
