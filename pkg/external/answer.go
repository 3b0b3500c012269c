package external

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Answer is what a program may write, as one line of JSON. It may write several: each is the program's answer until it
// writes the next one, so that a program which its budget ends has answered, too. Lines that do not begin with "{" are a
// board, unless a line of JSON has one.
type Answer struct {
	// Status is "solved", "unique", "multiple", "unsolvable" or "unknown". Empty is "solved" with a board of cost 0 or
	// without a cost, and "unknown" otherwise.
	Status solver.Status `json:"status"`
	// Board is the best board so far: rows of signs, or a solution in any format of [Command.Kind].
	Board string `json:"board"`
	// Second is another solution, of status "multiple".
	Second string `json:"second"`
	// Cost is that of Board; 0 is that of solutions alone.
	Cost *float64 `json:"cost"`
	// Iterations and Evaluations are what the program counts.
	Iterations  int64 `json:"iterations"`
	Evaluations int64 `json:"evaluations"`
	// Statistics are the program's own counters.
	Statistics map[string]float64 `json:"statistics"`
}

// Limits of what is read, in bytes.
const (
	mostOutput = 64 << 20
	mostSaid   = 4 << 10 // the end of the standard error
	mostWords  = 160     // of it, in characters, in an error
)

// peakMemory names the statistic that becomes the PeakBytes of the record: package experiment knows it by this name.
const peakMemory = "peak memory (bytes)"

// answers is what a program has written so far.
type answers struct {
	command *Command
	puzzle  puzzle.Puzzle
	given   solver.Run
	start   time.Time
	last    *Answer
	text    bytes.Buffer // lines that are no JSON
	best    float64
	err     error
	signs   []map[string]uint8 // those of the puzzle, once a board was read
}

func newAnswers(c *Command, p puzzle.Puzzle, run solver.Run) *answers {
	return &answers{command: c, puzzle: p, given: run, best: math.Inf(1)}
}

// line takes one line of the standard output.
func (a *answers) line(line []byte) {
	if !bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte("{")) {
		a.text.Write(line)
		a.text.WriteByte('\n')
		return
	}
	next := &Answer{}
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(next); err != nil {
		a.err = cmp.Or(a.err, fmt.Errorf("expected an answer in JSON, found %s: %w", excerpt(line), err))
		return
	}
	if a.last != nil { // a line that does not count goes on from the one before
		next.Iterations, next.Evaluations = max(next.Iterations, a.last.Iterations), max(next.Evaluations, a.last.Evaluations)
	}
	a.last = next
	if next.Cost == nil || !(*next.Cost >= 0) || *next.Cost >= a.best {
		return
	}
	var board puzzle.Grid
	if a.given.Observer != nil || *next.Cost == 0 {
		var err error
		if board, err = a.board(next.Board); err != nil || *next.Cost == 0 && len(a.puzzle.Check(board)) > 0 {
			return // what is wrong with it, its last answer tells
		}
	}
	a.best = *next.Cost
	e := solver.Event{Improved: true, Iterations: next.Iterations, Evaluations: next.Evaluations, Elapsed: time.Since(a.start), Cost: a.best, Best: a.best, Board: board}
	if a.given.Trace != nil {
		a.given.Trace(e)
	}
	if a.given.Observer != nil {
		a.given.Observer(e)
		e.Improved = false
		a.given.Observer(e) // films show iterations; others than these it does not tell
	}
}

// excerpt is the beginning of a text, for errors.
func excerpt(text []byte) string {
	if len(text) > 60 {
		text = append(text[:60:60], "…"...)
	}
	return puzzle.Quote(strings.ToValidUTF8(string(text), "?"))
}

// outcome is what the run came to. Its errors say what the program claims and is not so.
func (a *answers) outcome(end ending) (out solver.Outcome, err error) {
	if a.err != nil && !end.expired {
		return out, a.err
	}
	last := a.last
	if last == nil {
		last = &Answer{}
	}
	text := last.Board
	text = cmp.Or(text, a.text.String())
	blank := strings.TrimSpace(text) == ""
	out = solver.Outcome{Status: last.Status, Cost: -1, Iterations: last.Iterations, Evaluations: last.Evaluations, Elapsed: end.elapsed, CPU: end.cpu}
	if last.Cost != nil {
		out.Cost = *last.Cost
	}
	switch {
	case a.last == nil && blank && !end.expired:
		return out, fmt.Errorf("the program has written no answer")
	case out.Status == "unknown", out.Status == "" && blank, out.Status == "" && out.Cost > 0, a.last == nil && end.expired:
		out.Status = solver.Exhausted
	case out.Status == "":
		out.Status = solver.Solved
	case !out.Status.Decided():
		return out, fmt.Errorf("expected a status (solved, unique, multiple, unsolvable or unknown), found %s", excerpt([]byte(out.Status)))
	}
	if out.Status != solver.Unsolvable && !blank {
		if out.Best, err = a.board(text); err != nil && (a.last != nil || !end.expired) { // half a board of a program that was ended is none
			return out, err
		}
	}
	if out.Status == solver.Multiple {
		if out.Second, err = a.board(last.Second); err != nil {
			return out, fmt.Errorf("second solution: %w", err)
		}
	}
	if err := a.judge(&out); err != nil {
		return out, err
	}
	h := fnv.New64a()
	fmt.Fprint(h, out.Status, out.Cost, out.Iterations, out.Evaluations, out.Best.Values)
	out.Digest = h.Sum64()
	for _, name := range slices.Sorted(maps.Keys(last.Statistics)) {
		out.Statistics = append(out.Statistics, solver.Statistic{Name: name, Value: last.Statistics[name]})
	}
	if end.memory > 0 {
		out.Statistics = append(out.Statistics, solver.Statistic{Name: peakMemory, Value: float64(end.memory)})
	}
	return out, nil
}

// judge holds the claim against the puzzle.
func (a *answers) judge(out *solver.Outcome) error {
	broken := func(what string, board puzzle.Grid) error {
		if found := a.puzzle.Check(board); board.IsZero() {
			return fmt.Errorf("the status is %s, and there is no %s", out.Status, what)
		} else if len(found) > 0 {
			return fmt.Errorf("the program's %s of %s breaks %v", what, a.puzzle.ID(), found[0])
		}
		return nil
	}
	switch {
	case out.Status.HasSolution():
		out.Cost = 0
		if err := broken("solution", out.Best); err != nil || out.Status != solver.Multiple {
			return err
		}
		return broken("second solution", out.Second)
	case out.Status == solver.Unsolvable:
		out.Best, out.Cost = puzzle.Grid{}, -1
	case !out.Best.IsZero() && len(a.puzzle.Check(out.Best)) == 0: // better than the program knows
		out.Status, out.Cost = solver.Solved, 0
	case out.Best.IsZero() || out.Cost <= 0:
		out.Best, out.Cost = puzzle.Grid{}, -1
	}
	return nil
}

// reads is a puzzle that reads solutions in its own notation, as those of declared kinds do.
type reads interface {
	ReadSolution(w *puzzle.Words) (puzzle.Grid, error)
}

// board reads a solution: in a format of the kind, in the puzzle's own notation, or as rows of its signs.
func (a *answers) board(text string) (puzzle.Grid, error) {
	p := a.puzzle
	for item, ok := p.(puzzle.Item); ok; item, ok = p.(puzzle.Item) {
		p = item.Puzzle
	}
	if own, ok := p.(reads); ok {
		if board, err := own.ReadSolution(puzzle.NewWords("answer", []byte(text))); err == nil {
			return board, nil
		}
		headed := fmt.Sprintf("%d %d\n%s", p.Size().Rows, p.Size().Cols, text)
		if board, err := own.ReadSolution(puzzle.NewWords("answer", []byte(headed))); err == nil {
			return board, nil
		}
	}
	board, err := a.rows(p, text)
	if err == nil || a.command.Kind.Name == "" {
		return board, err
	}
	set, failed := a.command.Kind.Read("answer", strings.NewReader(text))
	if failed != nil || len(set.Items) != 1 {
		return puzzle.Grid{}, err // which is what most programs write
	}
	if item := set.Items[0]; item.Hash() != p.Hash() {
		return puzzle.Grid{}, fmt.Errorf("the answer is that of another puzzle")
	} else if !item.Solution.IsZero() {
		return item.Solution, nil
	}
	return puzzle.Grid{}, err
}

// rows reads the signs of a board, in raster order, in rows of as many as the board has columns.
func (a *answers) rows(p puzzle.Puzzle, text string) (puzzle.Grid, error) {
	size := p.Size()
	lines := words(text, size)
	board := puzzle.NewGrid(size, puzzle.Unset)
	if len(lines) != size.Rows {
		return board, fmt.Errorf("answer:%d: expected %s of %s, found %s", len(lines)+1, puzzle.Plural(size.Rows, "row"), puzzle.Plural(size.Cols, "sign"), puzzle.Plural(len(lines), "row"))
	}
	if a.signs == nil {
		a.signs = signsOf(p)
	}
	for row, words := range lines {
		if len(words) != size.Cols {
			return board, fmt.Errorf("answer:%d: expected %s, found %s", row+1, puzzle.Plural(size.Cols, "sign"), puzzle.Plural(len(words), "sign"))
		}
		for col, word := range words {
			cell := row*size.Cols + col
			value, ok := a.signs[cell][word]
			if !ok {
				return board, fmt.Errorf("answer:%d:%d: expected a sign of a solution, found %s", row+1, col+1, excerpt([]byte(word)))
			}
			board.Values[cell] = value
		}
	}
	return board, nil
}

// signsOf are the values that the signs of a puzzle stand for, by cell: those that the puzzle itself writes.
func signsOf(p puzzle.Puzzle) []map[string]uint8 {
	size := p.Size()
	signs := lists.Of(size.Cells(), func(int) map[string]uint8 { return map[string]uint8{} })
	for value := range uint8(puzzle.Unset) {
		board, fits := puzzle.NewGrid(size, value), false
		written := [][][]string{words(strings.Join(p.Rows(board), "\n"), size)}
		if own, ok := p.(notes); ok {
			written = append(written, words(own.SolutionText(board), size))
		}
		for _, lines := range written {
			for row, line := range lines {
				for col, sign := range line {
					cell := row*size.Cols + col
					if _, taken := signs[cell][sign]; !taken && sign != "?" {
						signs[cell][sign], fits = value, true
					}
				}
			}
		}
		if !fits && value > 0 {
			break
		}
	}
	return signs
}

// notes is a puzzle with a notation of solutions.
type notes interface {
	SolutionText(board puzzle.Grid) string
}

// words are the signs of a board's text, by rows, without a first line that has the size. Blanks between signs do not
// count unless each sign has one behind it.
func words(text string, size puzzle.Size) (lines [][]string) {
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 0 {
			lines = append(lines, words)
		}
	}
	if len(lines) == size.Rows+1 && slices.Equal(lines[0], []string{fmt.Sprint(size.Rows), fmt.Sprint(size.Cols)}) {
		lines = lines[1:]
	}
	for i, words := range lines {
		if len(words) != size.Cols {
			lines[i] = strings.Split(strings.Join(words, ""), "")
		}
	}
	if len(lines) == 1 && len(lines[0]) == size.Cells() && size.Rows > 1 { // all rows in one
		lines = slices.Collect(slices.Chunk(lines[0], size.Cols))
	}
	return lines
}
