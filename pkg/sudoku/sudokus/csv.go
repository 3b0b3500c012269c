package sudokus

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/sudoku"
)

// roles are what members of objects and columns of tables are called, as
// sets.JSONName writes them, and what they hold.
var roles = map[string]string{
	"puzzle": "puzzle", "puzzles": "puzzle", "quiz": "puzzle", "quizzes": "puzzle", "question": "puzzle", "sudoku": "puzzle", "board": "puzzle",
	"grid": "puzzle", "problem": "puzzle", "givens": "puzzle", "clues": "puzzle", "start": "puzzle", "initial": "puzzle", "unsolved": "puzzle",
	"value": "puzzle", "values": "puzzle", "cells": "puzzle", "mission": "puzzle", "matrix": "puzzle", "task": "puzzle",
	"solution": "solution", "solutions": "solution", "solved": "solution", "answer": "solution", "answers": "solution", "solvedboard": "solution",
	"id": "id", "name": "id", "title": "id", "puzzleid": "id", "index": "id", "key": "id",
	"grade": "grade", "difficulty": "grade", "level": "grade", "rating": "grade", "boxes": "boxes",
}

// csv reads tables of puzzles, a row each, with commas, semicolons or tabs
// between the columns:
//
//	id,puzzle,solution,clues,difficulty
//	1,1..55.2.7…,1375…,27,2.2
//
// The puzzle is as in a line (lines), and so is the solution. The words of the
// first row tell the columns (roles), in any spelling that means the same.
// Where they do not, or where there are none, the first column with all cells
// of a board is the puzzle, and the next one the solution. Other columns are
// left out, with a warning, and so are empty rows.
func (a assumption) csv(source string, r io.Reader) puzzle.Set {
	text := sets.Must(sets.ReadAll(source, r))
	t := &table{c: a.collect(source), text: text}
	t.rows = csv.NewReader(bytes.NewReader(text))
	t.rows.FieldsPerRecord, t.rows.TrimLeadingSpace, t.rows.Comment = -1, true, '#'
	for line := range bytes.Lines(text) {
		if trimmed := bytes.TrimSpace(line); len(trimmed) > 0 && trimmed[0] != '#' {
			t.rows.Comma = max(separatorOf(string(line)), '\t')
			break
		}
	}
	for {
		row, err := t.rows.Read()
		if errors.Is(err, io.EOF) {
			return t.c.Done("a row with a puzzle")
		}
		var wrong *csv.ParseError
		if errors.As(err, &wrong) {
			panic(t.c.errorf(t.place(wrong.Line, wrong.Column), "expected a table with %q between columns: %v", t.rows.Comma, wrong.Err))
		}
		if err == nil && strings.TrimSpace(strings.Join(row, "")) != "" {
			t.row(row)
		}
		sets.Check(err)
	}
}

// table is a table while it is read.
type table struct {
	c       *collector
	text    []byte
	rows    *csv.Reader
	names   []string
	columns map[string]int // by role, once they are known
}

// place is that of a line and a column in bytes, both from one.
func (t *table) place(line, column int) place {
	return func() (int, int) { return line, t.signs(line, column) }
}

// signs is the column in signs of one in bytes.
func (t *table) signs(line, column int) int {
	rest := t.text
	for range line - 1 {
		_, after, ok := bytes.Cut(rest, []byte("\n"))
		if !ok {
			break
		}
		rest = after
	}
	rest, _, _ = bytes.Cut(rest, []byte("\n"))
	return utf8.RuneCount(rest[:min(max(column-1, 0), len(rest))]) + 1
}

func (t *table) row(row []string) {
	if t.columns == nil {
		if t.names == nil && !slices.ContainsFunc(row, func(text string) bool { return isCells(firstWord(text)) }) {
			t.names = slices.Clone(row)
			return
		}
		t.assign(row)
	}
	field := func(role string) (text string, at func(column int) place) {
		i, ok := t.columns[role]
		if !ok || i >= len(row) {
			return "", nil
		}
		line, first := t.rows.FieldPos(i)
		return strings.TrimSpace(row[i]), func(column int) place {
			return func() (int, int) { return line, t.signs(line, first) + column - 1 }
		}
	}
	if i := slices.IndexFunc(row, func(text string) bool { return strings.Contains(text, "\n") }); i >= 0 {
		panic(t.c.errorf(t.place(t.rows.FieldPos(i)), "expected a row on one line, found a field of several"))
	}
	p := textLine{c: t.c}
	p.text, p.at = field("puzzle")
	if p.at == nil {
		line, _ := t.rows.FieldPos(0)
		panic(puzzle.Errorf(t.c.source, line, 1, "expected a row with a puzzle in column %d, found %d columns", t.columns["puzzle"]+1, len(row)))
	}
	var of func(int) place
	if p.id, of = field("id"); p.id != "" {
		p.idAt, p.noted = of(1), true
	}
	p.grade, _ = field("grade")
	p.graded = p.grade != ""
	if p.solution, of = field("solution"); p.solution != "" {
		p.solutionAt = func(cell int) place { return of(cell + 1) }
	}
	p.read()
}

// assign finds out what the columns are, from their names and a row.
func (t *table) assign(row []string) {
	t.columns = map[string]int{}
	var left []string
	for i, name := range t.names {
		role := roles[sets.JSONName(name)]
		if _, met := t.columns[role]; role == "" || met || i >= len(row) || role == "puzzle" && !isCells(firstWord(row[i])) {
			continue
		}
		t.columns[role] = i
	}
	taken := func(i int) bool {
		for _, at := range t.columns {
			if at == i {
				return true
			}
		}
		return false
	}
	line, _ := t.rows.FieldPos(0)
	for i, text := range row {
		role := "solution"
		if _, ok := t.columns["puzzle"]; !ok {
			role = "puzzle"
		}
		name := fmt.Sprint(i + 1)
		if i < len(t.names) {
			name = puzzle.Quote(t.names[i])
		}
		_, met := t.columns[role]
		switch {
		case taken(i):
		case !met && isCells(firstWord(text)) && (role == "puzzle" || !strings.ContainsAny(text, blanks)):
			if t.columns[role] = i; t.names != nil {
				t.c.Warn(puzzle.Errorf(t.c.source, line, 1, "the column %s is taken for the %s", name, role))
			}
		case t.names == nil && i == 0:
			t.columns["id"] = i
		default:
			left = append(left, name)
		}
	}
	if len(left) > 0 {
		t.c.Warn(puzzle.Errorf(t.c.source, line, 1, "columns are left out: %s", strings.Join(left, ", ")))
	}
	if _, ok := t.columns["puzzle"]; !ok {
		panic(puzzle.Errorf(t.c.source, line, 1, "expected a column with all cells of a board, such as 81, found none"))
	}
}

// firstWord is a text up to its first blank.
func firstWord(text string) string {
	if words := strings.Fields(text); len(words) > 0 {
		return words[0]
	}
	return ""
}

// writeCSV writes a table as csv reads it. Two puzzles with one id are an
// error.
func writeCSV(w io.Writer, s puzzle.Set) error {
	first := true
	return write(w, s, true, func(item sets.Entry[*sudoku.Puzzle]) (string, error) {
		if err := sets.LineID(kindName, item.P.ID()); err != nil {
			return "", err
		}
		if !utf8.ValidString(item.Grade) {
			return "", fmt.Errorf("sudoku %s: the grade %q is not UTF-8", item.P.ID(), item.Grade)
		}
		var b strings.Builder
		rows := csv.NewWriter(&b)
		solution := sudoku.Signs(item.P.N(), item.Solution.Values)
		cells, _, _ := strings.Cut(item.P.TextWith(item.Solution), " solution=")
		grade := item.Grade
		if strings.Contains(grade, "\n") || strings.TrimSpace(grade) != grade {
			cells, grade = cells+" grade="+sets.Escape(grade), ""
		}
		if first {
			_ = rows.Write([]string{"puzzle", "solution", "id", "difficulty"}) // strings.Builder does not fail
		}
		first = false
		_ = rows.Write([]string{cells, solution, item.P.ID(), grade})
		rows.Flush()
		return b.String(), rows.Error()
	})
}
