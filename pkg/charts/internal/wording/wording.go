// Package wording says once what several names of a chart, or several of its notes, have in common.
//
// **Design**: functions of texts alone.
//
// **Limits**: what names have in common ends at a comma, or begins at a sign of comparison.
package wording

import (
	"regexp"
	"slices"
	"strings"
)

// comparison is a sign between two sides in the name of a row, and what stands behind the last one.
var comparison = regexp.MustCompile(` (−|/|against) ([^−/]*)$`)

// Briefly are names of rows without what all begin with, up to a comma, or what all end with, from a sign of comparison
// on; said is what they lost.
func Briefly(rows []string) (brief []string, said string) {
	if len(rows) < 2 {
		return rows, ""
	}
	before, after := rows[0][:strings.LastIndex(rows[0], ", ")+1], comparison.FindString(rows[0])
	for _, name := range rows {
		for before != "" && !strings.HasPrefix(name, before+" ") {
			before = before[:strings.LastIndex(before[:len(before)-1], ", ")+1]
		}
		if comparison.MatchString(name) { // both sides may begin with it
			before = ""
		}
		if !strings.HasSuffix(name, after) {
			after = ""
		}
	}
	if before+after == "" {
		return rows, ""
	}
	for _, name := range rows {
		brief = append(brief, strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(name, before), after)))
	}
	return brief, "rows: " + strings.TrimSuffix(before, ",") + strings.TrimSpace(after)
}

// Once says what several labels are warned of in the same words once, behind all of
// them. Labels may have commas of their own.
func Once(notes []string) []string {
	var order []string
	labels := map[string][]string{}
	for _, note := range notes {
		label, text, ok := strings.Cut(note, ": ")
		if !ok {
			label, text = "", note
		}
		if labels[text] == nil {
			order = append(order, text)
		}
		if !slices.Contains(labels[text], label) {
			labels[text] = append(labels[text], label)
		}
	}
	for i, text := range order {
		all := slices.DeleteFunc(labels[text], func(label string) bool { return label == "" })
		if len(all) > 0 {
			apart := ", "
			if strings.Contains(strings.Join(all, ""), ", ") {
				apart = "; "
			}
			order[i] = strings.Join(all, apart) + ": " + text
		}
	}
	return order
}
