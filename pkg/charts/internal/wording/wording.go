// Package wording says once what several names of a chart, or several of its notes, have in common, and breaks lines.
//
// **Design**: functions of texts alone.
//
// **Limits**: what names have in common ends at a comma, or begins at a sign of comparison.
package wording

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// comparison is a sign between two sides in the name of a row.
var comparison = regexp.MustCompile(` (?:−|/|against) `)

// Briefly are names of rows without what all of their sides begin with, up to a comma, and without what all rows end with,
// from a sign of comparison on. Before says what they lost at the begin, after is what they lost at the end.
func Briefly(rows []string) (brief []string, before, after string) {
	var sides []string
	for _, name := range rows {
		sides = append(sides, comparison.Split(name, -1)...)
	}
	if len(sides) < 2 {
		return rows, "", ""
	}
	before = sides[0][:strings.LastIndex(sides[0], ", ")+1]
	for _, side := range sides {
		for before != "" && !strings.HasPrefix(side, before+" ") {
			before = before[:strings.LastIndex(before[:len(before)-1], ", ")+1]
		}
	}
	for i, name := range rows {
		if before != "" {
			name = strings.TrimPrefix(name, before+" ")
			for _, sign := range comparison.FindAllString(name, -1) {
				name = strings.ReplaceAll(name, sign+before+" ", sign)
			}
		}
		brief = append(brief, name)
		if signs := comparison.FindAllStringIndex(name, -1); i == 0 && len(signs) > 0 && len(rows) > 1 {
			after = name[signs[len(signs)-1][0]:]
		}
		if !strings.HasSuffix(name, after) {
			after = ""
		}
	}
	for i, name := range brief {
		brief[i] = strings.TrimSuffix(name, after)
	}
	if before != "" {
		before = "all names begin with “" + strings.TrimSuffix(before, ",") + "”"
	}
	return brief, before, strings.TrimSpace(after)
}

// numbered is a row that is a number of a parameter.
var numbered = regexp.MustCompile(`^(.+) = ([0-9.]+)$`)

// Numbers are rows such as "q0 = 0.3": the parameters in the order of the rows, and of each row its parameter and number.
// There are none where a row is no such number, or one that another row is, and where a parameter has fewer than three.
func Numbers(rows []string) (parameters []string, of []int, value []float64) {
	seen, count := map[string]bool{}, map[int]int{}
	for _, row := range rows {
		m := numbered.FindStringSubmatch(row)
		if m == nil {
			return nil, nil, nil
		}
		x, err := strconv.ParseFloat(m[2], 64)
		key := fmt.Sprint(m[1], x)
		if err != nil || seen[key] {
			return nil, nil, nil
		}
		at := slices.Index(parameters, m[1])
		if at < 0 {
			at, parameters = len(parameters), append(parameters, m[1])
		}
		seen[key], count[at], of, value = true, count[at]+1, append(of, at), append(value, x)
	}
	for _, n := range count {
		if n < 3 {
			return nil, nil, nil
		}
	}
	return parameters, of, value
}

// Wrapped breaks a text at spaces into lines of at most so many letters; a longer word has a line to itself.
func Wrapped(text string, letters int) (lines []string) {
	for _, word := range strings.Fields(text) {
		if last := len(lines) - 1; last >= 0 && utf8.RuneCountInString(lines[last]+" "+word) <= letters {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// List are names in a sentence: what all begin with stands before the first alone. They may have commas of their own.
func List(names []string) string {
	if brief, before, _ := Briefly(names); before != "" {
		names = append([]string{names[0]}, brief[1:]...)
	}
	apart := ", "
	if strings.Contains(strings.Join(names, ""), ", ") {
		apart = "; "
	}
	return strings.Join(names, apart)
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
			order[i] = List(all) + ": " + text
		}
	}
	return order
}
