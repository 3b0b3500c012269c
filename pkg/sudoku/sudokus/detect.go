package sudokus

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"formicary/pkg/puzzle/sets"
	"formicary/pkg/sudoku"
)

// detect names the format that a text comes nearest to: by its first sign, by a
// line that is the heading of SadMan's files, or by the first line that is
// neither blank nor a comment. What looks like nothing in particular is taken
// for a grid.
func detect(text []byte) string {
	var first []string
	var line string
	var block []string // the words of the lines from the first to the next blank one, of which alone stand by themselves
	alone, ended := 0, false
	for l := range bytes.Lines(text) {
		words := strings.Fields(string(l))
		switch {
		case len(words) == 1 && strings.EqualFold(words[0], "[puzzle]"):
			return "sdk"
		case len(words) == 0:
			ended = first != nil
		case first == nil && words[0][0] == '#':
		case first == nil:
			first, line = words, string(l)
			fallthrough
		case !ended && len(block) <= sudoku.MaxN:
			if block = append(block, words[0]); len(words) == 1 && alone == len(block)-1 {
				alone++
			}
		}
	}
	if first == nil {
		return "text"
	}
	after := strings.Join(first, "")[1:]
	if after == "" && len(block) > 1 {
		after = block[1]
	}
	switch sign := first[0][0]; {
	case sets.Keyword(first[0]) == "begin":
		return "janko"
	case sign == '<' && !sets.IsAddress(first[0]):
		return "opensudoku"
	case sign == '{', sign == '[' && (after == "" || strings.ContainsRune(`[{"]-0123456789nN`, rune(after[0]))):
		return "json"
	case (strings.Contains(first[0], "/") || sets.IsAddress(first[0])) && !strings.ContainsAny(first[0], ",;"):
		return "url"
	case first[0] == idHeader || first[0] == boxesHeader || first[0] == zeroHeader:
		return "text"
	case sign == ':' || separatorOf(first[0]) == 0 && len(first) > 1 && (isCells(first[0]) || isCells(first[1])):
		return "line"
	case isTable(line) || len(block) > 1 && isCells(block[1]) && roles[sets.JSONName(first[0])] == "puzzle":
		return "csv"
	}
	cells := utf8.RuneCountInString(first[0])
	switch {
	case strings.ContainsAny(first[0], ",;"):
		return "text"
	case cells > sudoku.MaxN && !isRule(line):
		return "line"
	case sideOf(cells) == 0:
		return "text"
	case isOneGrid(block[:alone], cells):
		return "text"
	}
	return "line"
}

// isOneGrid says whether lines of 16 or 36 signs, which may be boards of 4×4 or
// 6×6, are the rows of one larger board: they are as many as a row has signs,
// and the smaller boards do not have all of their signs, or the larger one has
// no digit twice in a row, a column or a box. A board that a reader would
// rather take for several ones is one of a set: such a set has its ids behind
// the puzzles.
func isOneGrid(block []string, n int) bool {
	if len(block) < n || !isBoard(n) {
		return false
	}
	small, all := alphabetOf(sideOf(n), "", ""), strings.Join(block[:n], "")
	if !small.reads(all) {
		return true
	}
	if len(block) > n || utf8.RuneCountInString(all) != n*n {
		return false
	}
	values := make([]uint8, 0, n*n)
	signs := alphabetOf(n, all, "")
	for _, sign := range all {
		v, ok := signs.value(sign)
		if !ok {
			return false
		}
		values = append(values, v)
	}
	return !sudoku.Clashes(usual(n), values)
}

// isTable says whether the first line of a text is one of a table: it has
// separators, and a word of several letters or all cells of a board between
// them.
func isTable(line string) bool {
	separator := separatorOf(line)
	if separator == 0 {
		return false
	}
	for _, f := range sets.Separated(line, string(separator)) {
		text := strings.Trim(f.Text, `"`)
		letters := strings.ContainsFunc(text, unicode.IsLetter) && utf8.RuneCountInString(text) > 1
		if letters || len(text) > 1 && isCells(strings.Join(strings.Fields(text), "")) {
			return true
		}
	}
	return false
}

// separatorOf is the separator that a line of a table has; 0 where it has none.
func separatorOf(line string) rune {
	for _, separator := range ",;\t" {
		if strings.ContainsRune(line, separator) {
			return separator
		}
	}
	return 0
}
