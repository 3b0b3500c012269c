package cuckoo

import (
	"fmt"
	"strings"

	"formicary/pkg/puzzle"
)

var (
	walks    = []string{Geometric: "geometric", Levy: "levy"}
	abandons = []string{Worst: "worst", Fraction: "fraction"}
)

// String is "geometric" or "levy".
func (w Walk) String() string { return name(walks, int(w)) }

// Set reads what String writes.
func (w *Walk) Set(text string) error { return set(walks, (*int)(w), text) }

// String is "worst" or "fraction".
func (a Abandon) String() string { return name(abandons, int(a)) }

// Set reads what String writes.
func (a *Abandon) Set(text string) error { return set(abandons, (*int)(a), text) }

func name(names []string, i int) string {
	if i < 0 || i >= len(names) {
		return fmt.Sprint(i)
	}
	return names[i]
}

func set(names []string, to *int, text string) error {
	for i, n := range names {
		if n == text {
			*to = i
			return nil
		}
	}
	return fmt.Errorf("expected %s, found %s", strings.Join(names, " or "), puzzle.Quote(text))
}
