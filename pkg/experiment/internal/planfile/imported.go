package planfile

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/experiment/internal/identity"
	"formicary/pkg/experiment/internal/journal"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/experiment/internal/run"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// importedCode is how the version of the code begins of runs that another program has
// made; the start of the hash of their file follows.
const importedCode = "imported-"

// Imported says whether the runs of the engine were made by another program, and read
// from its table ([Import]): nobody here can rerun them.
func (e Engine) Imported() bool { return IsImported(e.Code) }

// IsImported says whether a version of code stands for runs of another program.
func IsImported(code string) bool { return strings.HasPrefix(code, importedCode) }

// ParameterPrefix is how the name of a column of a table of runs begins that has the
// values of an engine's parameter: "parameter_q0" has those of q0.
const ParameterPrefix = "parameter_"

// Imported are runs that another program has made.
type Imported struct {
	// Plan has their puzzles and engines; no process makes its runs.
	Plan File
	// Records are the runs in the order of the table.
	Records []record.Record
	// Judged is how many had a board that the puzzle's Check has judged. Of the others
	// the status is what the table says.
	Judged int
}

// Import reads a table of runs that another program has made: comma-separated values
// with a header. The name is the plan's. These are its columns, in any order; kind,
// engine, status and one of content, puzzle and text have to be there:
//
//   - kind is that of the puzzle; set and puzzle are the set and the id that name it, or
//     content its content hash (or the start of it, 16 digits), or text its text;
//   - engine, variant: the engine's name, and what tells its configurations apart;
//   - parameter_NAME: a column for each of its parameters, empty where it has none;
//   - run counts from 0 for each engine and puzzle, by default in the order of the lines;
//     seed is any whole number;
//   - status is one of solved, unique, multiple, unsolvable, exhausted and failed; error
//     says why the run failed;
//   - cost is that of the best board, by default 0 for a solution and -1 (unknown)
//     otherwise; iterations, evaluations, seconds and cpu (in seconds) are what the run
//     took, 0 by default;
//   - budget_iterations, budget_evaluations, budget_wall and budget_cpu (in seconds) are
//     what it was allowed; 0 is no limit;
//   - board is its best board: its values in raster order between spaces, or as
//     [puzzle.Grid.Pack] writes it;
//   - row, rows, cols, parameters, plan, design, digest and code may stand there and are not
//     read: they follow from the others, or are of another program.
//
// open finds a puzzle by what the columns say of it; other fields of the origin are
// zero, and so is the rest of a hash of which only the start is known. A board is
// judged by the puzzle's own Check: a claim that it contradicts is an error. So is
// everything else that does not fit: a [*puzzle.ParseError] with line and column.
func Import(name, source string, from io.Reader, open func(sets.Origin) (puzzle.Puzzle, error)) (Imported, error) {
	text, err := sets.ReadAll(source, from)
	if err != nil {
		return Imported{}, err
	}
	sum := sha256.Sum256(text)
	t := &runTable{
		source: source, rows: csv.NewReader(bytes.NewReader(text)), open: open, code: importedCode + hex.EncodeToString(sum[:6]),
		seen: seenRows{map[sets.Origin]puzzle.Puzzle{}, map[string]bool{}, map[string]bool{}, map[importedRun]int{}, map[[3]string]int{}},
	}
	t.out.Plan = File{Terms: identity.Terms{Name: name, Runs: 1}, Code: map[string]string{}}
	if err := t.read(); err != nil {
		return Imported{}, err
	}
	t.out.Plan.Fingerprint = t.out.Plan.fingerprint()
	return t.out, nil
}

// Save writes the runs to a folder as a plan and its journal. The error is that of a
// folder that has runs already, or of the disk.
func (i Imported) Save(dir string) error {
	path := filepath.Join(dir, journal.FileName)
	if journals, err := journal.Journals(dir); err != nil || len(journals) > 0 {
		return errors.Join(err, fmt.Errorf("experiment: %s has runs already", dir))
	}
	var lines bytes.Buffer
	for _, r := range i.Records {
		if err := record.Append(&lines, r); err != nil {
			return fmt.Errorf("experiment: %w", err)
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("experiment: %w", err)
	}
	if err := i.Plan.Save(dir); err != nil {
		return err
	}
	if err := assets.ReplaceFile(path, lines.Bytes()); err != nil {
		return fmt.Errorf("experiment: %w", err)
	}
	return nil
}

// runTable is a table while it is read.
type runTable struct {
	source string
	rows   *csv.Reader
	open   func(sets.Origin) (puzzle.Puzzle, error)
	code   string
	header []string
	row    []string
	out    Imported
	seen   seenRows
}

// seenRows are what the rows so far had.
type seenRows struct {
	puzzles map[sets.Origin]puzzle.Puzzle
	places  map[string]bool // puzzles of the plan, by id and content
	engines map[string]bool // of the plan, by hash
	runs    map[importedRun]int
	counts  map[[3]string]int // lines without a number, by puzzle and engine
}

// importedRun is what no two lines have alike.
type importedRun struct {
	puzzle string // its id: puzzles of one content may share their runs
	record.Key
}

// importedColumns are the columns besides those of parameters.
var importedColumns = []string{
	"kind", "set", "puzzle", "content", "text", "rows", "cols", "plan", "design", "engine", "variant", "parameters", "run", "seed", "status", "error", "cost", "iterations",
	"evaluations", "seconds", "cpu", "budget_iterations", "budget_evaluations", "budget_wall", "budget_cpu", "board", "digest", "code", "row",
}

// wrong is an error at a column of the row, or at its start.
func (t *runTable) wrong(column, format string, args ...any) error {
	at := max(slices.Index(t.header, column), 0)
	line, offset := 1, 1
	if at < len(t.row) {
		line, offset = t.rows.FieldPos(at)
	}
	return puzzle.Errorf(t.source, line, offset, format, args...)
}

// next reads the next row; io.EOF is the end.
func (t *runTable) next() (err error) {
	t.row, err = t.rows.Read()
	var wrong *csv.ParseError
	if errors.As(err, &wrong) {
		return puzzle.Errorf(t.source, wrong.Line, max(wrong.Column, 1), "expected a row of comma-separated values: %v", wrong.Err)
	}
	return err
}

func (t *runTable) read() error {
	if err := t.next(); errors.Is(err, io.EOF) {
		return puzzle.Errorf(t.source, 1, 1, "expected a header: the names of the columns")
	} else if err != nil {
		return err
	}
	header := t.row
	header[0] = strings.TrimPrefix(header[0], "\ufeff")
	for i, name := range header {
		t.header = header[:i+1]
		switch {
		case !slices.Contains(importedColumns, name) && (!strings.HasPrefix(name, ParameterPrefix) || name == ParameterPrefix):
			return t.wrong(name, "expected a column of runs (%s, or %sNAME), found %s", strings.Join(importedColumns, ", "), ParameterPrefix, puzzle.Quote(name))
		case slices.Contains(header[:i], name):
			return t.wrong("", "expected each column once, found %s again", puzzle.Quote(name))
		}
	}
	has := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(header, name) })
	}
	if !has("kind") || !has("engine") || !has("status") || !has("content", "puzzle", "text") {
		return t.wrong("", "expected the columns kind, engine, status, and content, puzzle or text")
	}
	for {
		if err := t.next(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		if err := t.record(); err != nil {
			return err
		}
	}
	if len(t.out.Records) == 0 {
		return t.wrong("", "expected a run: a line below the header")
	}
	return nil
}

// cell is the text in a column, "" where there is none. Tables for spreadsheets have an
// apostrophe before what would be a formula there.
func (t *runTable) cell(name string) string {
	at := slices.Index(t.header, name)
	if at < 0 {
		return ""
	}
	text := t.row[at]
	if len(text) > 1 && text[0] == '\'' && strings.ContainsRune("=+-@\t\r\n", rune(text[1])) {
		text = text[1:]
	}
	return text
}

// whole is a whole number of a column; 0 where it is empty.
func (t *runTable) whole(name string, most uint64) (n uint64, err error) {
	text := t.cell(name)
	if text == "" {
		return 0, nil
	}
	if n, err = strconv.ParseUint(text, 10, 64); err != nil || n > most {
		return 0, t.wrong(name, "expected a whole number from 0 to %d as %s, found %s", most, name, puzzle.Quote(text))
	}
	return n, nil
}

// number is a number of a column that is at least 0, or the one below it that stands for
// none; a default where it is empty.
func (t *runTable) number(name string, otherwise float64) (float64, error) {
	text := t.cell(name)
	if text == "" {
		return otherwise, nil
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !run.Finite(x) || x < 0 && x != otherwise || x > math.MaxInt64/1e9 {
		return 0, t.wrong(name, "expected a number from 0 on as %s, found %s", name, puzzle.Quote(text))
	}
	return x, nil
}

// record reads the run of a row.
func (t *runTable) record() error {
	p, err := t.puzzle()
	if err != nil {
		return err
	}
	d, err := t.engine()
	if err != nil {
		return err
	}
	r := record.Record{
		Puzzle: p.ID(), Kind: p.Kind(), Content: p.Hash().String(), Rows: p.Size().Rows, Cols: p.Size().Cols,
		Engine: d.Engine, Variant: d.Variant, ConfigHash: d.Hash(), Status: solver.Status(t.cell("status")), Error: t.cell("error"), Code: t.code,
	}
	if !record.KnownStatus(r.Status) {
		return t.wrong("status", "expected solved, unique, multiple, unsolvable, exhausted or failed as status, found %s", puzzle.Quote(string(r.Status)))
	}
	if err := t.counted(&r); err != nil {
		return err
	}
	run, err := t.whole("run", mostRuns-1)
	if err != nil {
		return err
	}
	if t.cell("run") == "" {
		of := [3]string{r.Puzzle, r.Content, r.ConfigHash}
		run = uint64(t.seen.counts[of])
		t.seen.counts[of]++
	}
	r.Run = int(run)
	of := importedRun{r.Puzzle, r.Key()}
	line, _ := t.rows.FieldPos(0)
	if other, twice := t.seen.runs[of]; twice {
		return t.wrong("run", "expected each run once, found run %d of %s on %s in line %d, too", r.Run, d.Label(), puzzle.Quote(r.Puzzle), other)
	}
	t.seen.runs[of] = line
	t.out.Plan.Runs = max(t.out.Plan.Runs, r.Run+1)
	if err := t.judge(p, &r); err != nil {
		return err
	}
	t.out.Records = append(t.out.Records, r)
	return nil
}

// mostRuns is the most runs of an engine on a puzzle.
const mostRuns = 1 << 20

// counted reads what a run took, and was allowed.
func (t *runTable) counted(r *record.Record) (err error) {
	whole := func(name string, to *int64) {
		n, failed := t.whole(name, math.MaxInt64)
		*to, err = int64(n), cmp.Or(err, failed)
	}
	number := func(name string, otherwise float64) float64 {
		x, failed := t.number(name, otherwise)
		err = cmp.Or(err, failed)
		return x
	}
	seed, failed := t.whole("seed", math.MaxUint64)
	r.Seed, err = seed, failed
	whole("iterations", &r.Iterations)
	whole("evaluations", &r.Evaluations)
	whole("budget_iterations", &r.Budget.Iterations)
	whole("budget_evaluations", &r.Budget.Evaluations)
	r.Budget.Wall = time.Duration(math.Round(number("budget_wall", 0) * 1e9))
	r.Budget.CPU = time.Duration(math.Round(number("budget_cpu", 0) * 1e9))
	r.Seconds, r.CPU = number("seconds", 0), number("cpu", 0)
	if r.Cost = number("cost", -1); r.Status.HasSolution() && t.cell("cost") == "" {
		r.Cost = 0
	}
	return err
}

// engine is the engine of the row, and takes it into the plan.
func (t *runTable) engine() (solver.Description, error) {
	d := solver.Description{Engine: t.cell("engine"), Variant: t.cell("variant"), Parameters: []solver.Parameter{}}
	if d.Engine == "" {
		return d, t.wrong("engine", "expected the name of an engine")
	}
	for _, column := range t.header {
		if name, ok := strings.CutPrefix(column, ParameterPrefix); ok && t.cell(column) != "" {
			d.Parameters = append(d.Parameters, solver.Parameter{Name: name, Value: t.cell(column)})
		}
	}
	if hash := d.Hash(); !t.seen.engines[hash] {
		t.seen.engines[hash] = true
		t.out.Plan.Engines = append(t.out.Plan.Engines, Engine{identity.Versioned{Description: d, Hash: hash, Code: t.code}, true})
	}
	return d, nil
}

// puzzle is the puzzle of the row, and takes it into the plan.
func (t *runTable) puzzle() (puzzle.Puzzle, error) {
	o, column := sets.Origin{Kind: t.cell("kind"), Set: t.cell("set"), ID: t.cell("puzzle"), Text: t.cell("text")}, "puzzle"
	content := t.cell("content")
	if content != "" {
		column = "content"
		if n, err := hex.Decode(o.Hash[:], []byte(content)[:min(len(content), 2*len(o.Hash))]); err != nil || n < 8 || 2*n != len(content) {
			return nil, t.wrong(column, "expected a content hash, of 16 to %d hexadecimal digits, found %s", 2*len(o.Hash), puzzle.Quote(content))
		}
	}
	if o.Text != "" {
		column = "text"
	}
	p, there := t.seen.puzzles[o]
	if !there {
		var err error
		if p, err = t.open(o); err != nil {
			return nil, t.wrong(column, "expected a puzzle that is here: %v", err)
		}
		if hash := p.Hash(); !strings.HasPrefix(hex.EncodeToString(hash[:]), strings.ToLower(content)) {
			return nil, t.wrong("content", "expected the content of %s, which is %v, found %s", puzzle.Quote(p.ID()), p.Hash(), puzzle.Quote(content))
		}
		t.seen.puzzles[o] = p
	}
	if key := p.ID() + "\n" + p.Hash().String(); !t.seen.places[key] {
		t.seen.places[key] = true
		t.out.Plan.Puzzles = append(t.out.Plan.Puzzles, sets.OriginOf(p))
	}
	return p, nil
}

// judge refuses what the puzzle contradicts: a board that does not do what the status
// says, a status that a known solution excludes, and a cost that no such run has.
func (t *runTable) judge(p puzzle.Puzzle, r *record.Record) error {
	c := run.Claim{Outcome: solver.Outcome{Status: r.Status, Cost: r.Cost}}
	if r.Status == record.Failed {
		return nil
	}
	refuse := func(column string, err error) error {
		return t.wrong(column, "expected a run that the judge of the puzzle confirms, found that %s", strings.TrimPrefix(err.Error(), "experiment: engine bug: "))
	}
	if err := c.JudgeCost(); err != nil {
		return refuse("cost", err)
	}
	if text := t.cell("board"); text != "" {
		var err error
		if c.Best, err = boardOf(p.Size(), text); err != nil {
			return t.wrong("board", "expected a board of %v: %v", p.Size(), err)
		}
		r.Board = c.Best.Pack()
		t.out.Judged++
	}
	if c.Status == solver.Multiple {
		c.Status = solver.Solved // the second board is not in the table
	}
	if !c.Best.IsZero() || c.Status == solver.Unsolvable {
		if err := c.JudgeStatus(p); err != nil {
			return refuse("board", err)
		}
	}
	if err := c.JudgeBoard(p); err != nil {
		return refuse("board", err)
	}
	return nil
}

// boardOf reads a board: as it is packed, or its values.
func boardOf(size puzzle.Size, text string) (puzzle.Grid, error) {
	fields := strings.Fields(text)
	if len(fields) == 1 && size.Cells() > 1 {
		return puzzle.Unpack(size, text)
	}
	g := puzzle.NewGrid(size, puzzle.Unset)
	if len(fields) != len(g.Values) {
		return g, fmt.Errorf("it has %d values", len(fields))
	}
	for i, field := range fields {
		n, err := strconv.ParseUint(field, 10, 8)
		if err != nil || uint8(n) == puzzle.Unset {
			return g, fmt.Errorf("value %d is %s", i+1, puzzle.Quote(field))
		}
		g.Values[i] = uint8(n)
	}
	return g, nil
}
