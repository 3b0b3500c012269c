package reuse

import (
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/internal/identity"
	"formicary/pkg/experiment/internal/record"
)

// What differs first is named: sources before the program, and that before what it was
// given.
func TestOtherCode(t *testing.T) {
	for _, c := range [][3]string{
		{"src-1", "src-2", "by other sources (src-2)"},
		{"bin-1", "bin-2", "by another program (bin-2)"},
		{"src-1+bin-1", "src-1+bin-2", "by another program (bin-2)"},
		{"src-1+cell-1", "src-1+cell-2", "before the text of its cell changed (cell-2)"},
		{"src-1+cell-1", "src-1+bin-2", "by another program (bin-2)"},
		{"src-1+bin-1+with-1", "src-1+bin-1+with-2", "with other arguments or values (with-2)"},
		{"bin-1", "src-2", "by other sources (src-2)"},
		{"src-1", "bin-2", "by another program (bin-2)"},
		{"src-1", "elsewhere", "by other code (elsewhere)"},
	} {
		alltest.Equal(t, New(&identity.Bound{}, 1, nil, false, nil).otherwise(note{code: c[0]}, c[1]), c[2], "%s and %s", c[0], c[1])
	}
}

// A sample is drawn by lot and spread over what differs.
func TestDrawAndSpread(t *testing.T) {
	all := []drawn{}
	for i, content := range []string{"a", "a", "b", "a", "c", "b"} {
		all = append(all, drawn{uint64(i), record.Record{Content: content}})
	}
	order := ""
	for _, d := range spread(all, func(d drawn) string { return d.Content }) {
		order += d.Content
	}
	alltest.Equal(t, order, "abcaba", "spread as")
	one, other := draw(slices.Clone(all), 3), draw([]drawn{all[5], all[2], all[0], all[1]}, 3)
	alltest.Check(t, len(one) == 3 && other[0].lot == 0 && other[2].lot == 2, "drawn %v and %v", one, other)
	a, b := lot(1, record.Record{Seed: 1}), lot(2, record.Record{Seed: 1})
	alltest.Check(t, a != b, "the seed does not draw")
}
