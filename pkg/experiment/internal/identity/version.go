package identity

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"formicary/pkg/solver"
)

// Revision stands between the version of an engine's code and the number of
// the revision, from 2.
const Revision = "~"

// RevisionOf is the number of the revision of code that records have; ok is
// false where they are of other code.
func RevisionOf(base, code string) (number int, ok bool) {
	rest, ok := strings.CutPrefix(code, base)
	if !ok || rest == "" {
		return 1, ok
	}
	rest, ok = strings.CutPrefix(rest, Revision)
	number, err := strconv.Atoi(rest)
	return number, ok && err == nil && number > 1
}

// Called names an engine for an error: its name, with the variant.
func Called(d solver.Description) string {
	if d.Variant == "" {
		return d.Engine
	}
	return fmt.Sprintf("%s %q", d.Engine, d.Variant)
}

// Differing are the packages of one code that another has not, or has otherwise.
func Differing(mine, other map[string]string) (out []string) {
	for _, name := range slices.Sorted(maps.Keys(mine)) {
		if hash, ok := other[name]; !ok || hash != mine[name] {
			out = append(out, name)
		}
	}
	return out
}

// Few lists names, at most so many that a line can hold them.
func Few(names []string) string {
	const most = 4
	switch left := len(names) - most; {
	case len(names) == 0:
		return "a module or package that it no longer needs"
	case left > 0:
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", left)
	}
	return strings.Join(names, ", ")
}

// Section is the part of a version of code that begins with a mark, "" where there
// is none.
func Section(code, mark string) string {
	code, _, _ = strings.Cut(code, Revision)
	for part := range strings.SplitSeq(code, "+") {
		if strings.HasPrefix(part, mark) {
			return part
		}
	}
	return ""
}

// Short is what people see of a version of code.
func Short(code string) string {
	code = strings.TrimPrefix(code, "src-")
	return code[:min(len(code), 7)]
}
