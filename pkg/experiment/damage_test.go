package experiment

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/experiment/internal/journal"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/solver"
)

var contradicted = journal.ErrContradiction

// A process that is killed while it heals loses nothing, and the next one keeps
// no line twice.
func TestKilledWhileHealing(t *testing.T) {
	plan := examplePlan(2, 1)
	_, text, want := journalOf(t, plan)
	lines := strings.SplitAfter(string(text), "\n")
	bad := strings.Replace(lines[1], "solved", "sloved", 1)
	spoiled := lines[0] + bad + "rubbish\n" + lines[2] + lines[3]
	for name, aside := range map[string]string{
		"before":            "",
		"a line, half":      bad[:9],
		"one of two lines":  bad,
		"both, none blank":  bad + "rubbish\n",
		"one half, no end":  bad + "rub",
		"of another time":   "{}\n",
		"and one of these":  "{}\n" + bad,
		"an end is missing": bad + "rubbish",
	} {
		dir := t.TempDir()
		alltest.OK(t, errors.Join(os.WriteFile(filepath.Join(dir, "journal.jsonl"), []byte(spoiled), 0o666), os.WriteFile(filepath.Join(dir, "damaged.jsonl"), []byte(aside), 0o666)))
		alltest.Equal(t, cmp.Diff(experimenttest.Timeless(want), experimenttest.Timeless(mustRun(t, plan, In(dir)).Records())), "", name)
		kept, _ := os.ReadFile(filepath.Join(dir, "damaged.jsonl"))
		for _, line := range []string{bad, "rubbish\n"} {
			n := strings.Count("\n"+string(kept), "\n"+line)
			alltest.Check(t, n == 1, "%s: %q is there %d times:\n%s", name, line, n, kept)
		}
		alltest.Equal(t, len(journalled(t, dir)), 4, "%s: the journal is not whole", name)
	}
	// One of two lines is blank.
	dir := t.TempDir()
	half := strings.Replace(spoiled, bad, strings.Repeat(" ", len(bad)-1)+"\n", 1)
	alltest.OK(t, errors.Join(os.WriteFile(filepath.Join(dir, "journal.jsonl"), []byte(half), 0o666), os.WriteFile(filepath.Join(dir, "damaged.jsonl"), []byte(bad+"rubbish\n"), 0o666)))
	mustRun(t, plan, In(dir))
	kept, _ := os.ReadFile(filepath.Join(dir, "damaged.jsonl"))
	alltest.Check(t, string(kept) == bad+"rubbish\n" && len(journalled(t, dir)) == 4, "kept aside:\n%s", kept)
}

// Damaged lines that cannot be kept stay where they are.
func TestDamageThatCannotBeKept(t *testing.T) {
	plan := examplePlan(2, 1)
	_, text, want := journalOf(t, plan)
	dir := t.TempDir()
	spoiled := append([]byte("rubbish\n"), text...)
	alltest.OK(t, errors.Join(os.WriteFile(filepath.Join(dir, "journal.jsonl"), spoiled, 0o666), os.Mkdir(filepath.Join(dir, "damaged.jsonl"), 0o777)))
	runs := mustRun(t, plan, In(dir))
	diff := cmp.Diff(want, runs.Records())
	alltest.Check(t, diff == "" && contains(runs.Warnings, "stay in the journal"), "%q\n%s", runs.Warnings, diff)
	after, _ := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
	alltest.Check(t, bytes.Equal(after, spoiled), "the journal became\n%s", after)
}

// Lines are refused with the place of what is wrong; those that another version
// of this program wrote stay in the journal.
func TestLinesThatAreRefused(t *testing.T) {
	const start = `{"engine":"e","content":"c","status":"solved"`
	for line, want := range map[string]string{
		start + `}`:          "",
		start + `,"cost":1}`: "",
		start + `,"trace":[{"i":1},{"i":2,"c":3}]}`:         "",
		start + `,"error":"\"cost\": {\"x\": 1}"}`:          "",
		start + `,"cots":1}`:                                `j:1:48: expected the record of a run: unknown field "cots"`,
		start + `,"Cost":1}`:                                `j:1:48: expected the record of a run: unknown field "Cost"`,
		start + `,"cost":1,"cost":2}`:                       `j:1:57: expected the record of a run: two fields "cost"`,
		start + `,"trace":[{"i":1},{"i":2,"z":3}]}`:         `j:1:72: expected the record of a run: unknown field "z"`,
		start + `,"budget":{"wall":1,"wall":2}}`:            `j:1:67: expected the record of a run: two fields "wall"`,
		start + `,"statistics":[{"name":"n","v":1}]}`:       `j:1:74: expected the record of a run: unknown field "v"`,
		start + `,"cost":{}}`:                               `j:1:`,
		`{"engine":"e","content":"c","status":"sloved"}`:    `j:1:29: expected the record of a run: unknown status "sloved"`,
		`{"engine":"e","content":"c","status":"cancelled"}`: `j:1:29: expected the record of a run: unknown status "cancelled"`,
		`{"engine":"ä","content":"c","status":"wrong"}`:     `j:1:29: expected the record of a run: unknown status "wrong"`,
		"{\"engine\":\"\xff\"}":                             `j:1:12: expected the record of a run: the text is not UTF-8`,
		start + `,"crc32c":"00000000"}`:                     `j:1:1: expected the record of a run: the line's checksum does not fit`,
	} {
		r, sealed, err := record.Parse("j", 1, []byte(line+"\n"))
		switch {
		case want == "" && (err != nil || r.Engine != "e"):
			t.Errorf("%s: %v", line, err)
		case want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)):
			t.Errorf("%s: %v, want %s", line, err, want)
		case sealed:
			t.Errorf("%s has a checksum", line)
		}
	}
	// What a later version writes has a checksum that fits.
	var line bytes.Buffer
	alltest.OK(t, record.Append(&line, Record{Engine: "e", Content: "c", Status: "guessed"}))
	_, sealed, err := record.Parse("j", 1, line.Bytes())
	alltest.Check(t, sealed && err != nil && strings.Contains(err.Error(), `unknown status "guessed"`), "%v, sealed %v", err, sealed)
	for _, end := range []string{"\n", ""} {
		dir := t.TempDir()
		path := filepath.Join(dir, "journal.jsonl")
		alltest.OK(t, os.WriteFile(path, []byte(strings.TrimSuffix(line.String(), "\n")+end), 0o666))
		runs := mustRun(t, examplePlan(1, 1), In(dir))
		if after, _ := os.ReadFile(path); !bytes.HasPrefix(after, line.Bytes()) || !contains(runs.Warnings, "unknown status") || len(runs.Warnings) != 1 {
			t.Errorf("%q, and the journal became\n%s", runs.Warnings, after)
		}
	}
}

// Two outcomes of one run are an error that names both lines; times may differ,
// and with a limit of time everything may.
func TestContradictions(t *testing.T) {
	plan := examplePlan(2, 1)
	_, text, _ := journalOf(t, plan)
	first, _, err := record.Parse("j", 1, bytes.SplitAfter(text, []byte("\n"))[0])
	alltest.OK(t, err)
	for name, c := range map[string]struct {
		change func(r *Record)
		timed  bool
		want   bool
	}{
		"nothing": {func(*Record) {}, false, false},
		"times": {func(r *Record) {
			r.Seconds, r.CPU, r.PeakBytes, r.Host, r.Trace[0].Seconds = 9, 9, 9, "other", 9
		}, false, false},
		"status":       {func(r *Record) { r.Status = solver.Unique }, false, true},
		"cost":         {func(r *Record) { r.Cost++ }, false, true},
		"iterations":   {func(r *Record) { r.Iterations++ }, false, true},
		"evaluations":  {func(r *Record) { r.Evaluations++ }, false, true},
		"trace":        {func(r *Record) { r.Trace[0].Cost++ }, false, true},
		"failed":       {func(r *Record) { r.Status = Failed }, false, true},
		"the board":    {func(r *Record) { r.Digest++ }, false, true},
		"no digest":    {func(r *Record) { r.Digest = 0 }, false, false},
		"an old one":   {func(r *Record) { r.Arch, r.Session, r.Digest = "", "", 1 }, false, false},
		"another host": {func(r *Record) { r.Arch, r.Session = "other", "other" }, false, false},
		"time, proof":  {func(r *Record) { r.Status = solver.Unique }, true, false},
		"time, less":   {func(r *Record) { r.Status, r.Cost, r.Iterations = solver.Exhausted, 1, r.Iterations-1 }, true, false},
		"time, more":   {func(r *Record) { r.Status, r.Cost, r.Iterations = solver.Exhausted, 1, r.Iterations+2 }, true, true},
		"time, none":   {func(r *Record) { r.Status, r.Cost = solver.Unsolvable, -1 }, true, true},
	} {
		a, b := first, first
		b.Trace = append([]Point(nil), a.Trace...)
		if c.timed {
			a.Budget.Wall, b.Budget.Wall = 1, 1
		}
		c.change(&b)
		var journal bytes.Buffer
		journal.Write(text[bytes.IndexByte(text, '\n')+1:])
		alltest.OK(t, errors.Join(record.Append(&journal, a), record.Append(&journal, b)))
		dir := t.TempDir()
		alltest.OK(t, os.WriteFile(filepath.Join(dir, "journal.jsonl"), journal.Bytes(), 0o666))
		_, err := plan.Run(t.Context(), In(dir))
		alltest.Check(t, errors.Is(err, contradicted) == c.want && (!c.want || strings.Contains(err.Error(), "lines 4 and 5 are of run 0 of fair on c00")), "%s: %v", name, err)
		after, _ := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
		alltest.Check(t, !c.want || bytes.Equal(after, journal.Bytes()), "%s: the journal was changed", name)
	}
}
