package solver

import (
	"flag"
	"fmt"
	"slices"
	"strings"
)

// OptionVar defines the flag of a parameter that is one of several named
// values: names[i] is the name of the value i.
func OptionVar[T ~int | ~uint8](flags *flag.FlagSet, value *T, name string, names []string, usage string) {
	flags.Var(option[T]{value, names}, name, usage)
}

// OptionInRange is [InRange] for such a parameter.
func OptionInRange[T ~int | ~uint8](name string, value T, names []string) error {
	return InRange(name, value, value >= 0 && int(value) < len(names), strings.Join(names, ", "))
}

// Options is the value of a parameter that is one of several named ones.
type Options interface {
	flag.Value
	// Options are the names of all values.
	Options() []string
}

type option[T ~int | ~uint8] struct {
	value *T
	names []string
}

func (o option[T]) String() string {
	if o.value == nil {
		return "" // as [flag.Value] demands
	}
	return OptionName(o.names, int(*o.value))
}

func (o option[T]) Options() []string { return o.names }

func (o option[T]) Set(text string) error { return SetOption(o.value, o.names, text) }

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
