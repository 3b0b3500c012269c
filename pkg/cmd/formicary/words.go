package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// distinct are different texts in the order of their first places.
func distinct(all []string) (out []string) {
	for _, text := range all {
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// counted are different texts with how often each is there, in words.
func counted(all []string, words func(n int, text string) string) (out []string) {
	times := map[string]int{}
	for _, text := range all {
		times[text]++
	}
	for _, text := range distinct(all) {
		out = append(out, words(times[text], text))
	}
	return out
}

// some lists different texts, at most so many.
func some(all []string, most int) string {
	out := distinct(all)
	if left := len(out) - most; left > 0 {
		return strings.Join(out[:most], ", ") + fmt.Sprintf(" and %d more", left)
	}
	return strings.Join(out, ", ")
}

// size is a number of bytes for people.
func size(bytes int64) string {
	switch {
	case bytes < 10_000:
		return fmt.Sprintf("%d B", bytes)
	case bytes < 1_000_000:
		return fmt.Sprintf("%d kB", bytes/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
}

func orNone(name string) string { return cmp.Or(name, "a plan without a name") }

// budgetWords says what each run was allowed.
func budgetWords(b solver.Budget) string {
	var parts []string
	if b.Iterations > 0 {
		parts = append(parts, puzzle.Plural(int(b.Iterations), "iteration"))
	}
	if b.Evaluations > 0 {
		parts = append(parts, puzzle.Plural(int(b.Evaluations), "evaluation"))
	}
	if b.Wall > 0 {
		parts = append(parts, b.Wall.String())
	}
	if b.CPU > 0 {
		parts = append(parts, b.CPU.String()+" of processor time")
	}
	return cmp.Or(strings.Join(parts, " or "), "none")
}
