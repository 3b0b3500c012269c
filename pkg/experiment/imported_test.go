package experiment

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/experiment/internal/folder"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// saltedCoins are puzzles with texts.
func saltedCoins() (all []puzzle.Puzzle) {
	for _, p := range experimenttest.Table(4) {
		c := p.(experimenttest.Coins)
		c.Salt = "salt"
		all = append(all, c)
	}
	return all
}

// openCoins finds them by id or content.
func openCoins(o sets.Origin) (puzzle.Puzzle, error) {
	for _, p := range saltedCoins() {
		if o.Kind == p.Kind() && (o.ID == p.ID() || o.ID == "" && o.Hash.String() == p.Hash().String()) {
			return p, nil
		}
	}
	return nil, fs.ErrNotExist
}

const importedHead = "kind,puzzle,engine,status,board,run,seed,cost,iterations,budget_cpu,parameter_heat\n"

// Runs of another program are the records of a plan, are kept in a folder as those of
// any other, whatever seeds and budgets they have, and are taken for nobody else's.
func TestImport(t *testing.T) {
	text := importedHead + "coins,c01,walk,solved,1 1,,18446744073709551615,,7,0.5,0.25\ncoins,c01,walk,exhausted,1 0,,2,1,9,0,0.25\ncoins,c02,walk,unsolvable,,4,2,,9,0,'-x\ncoins,c02,walk,failed,,,2,,9,0,\n"
	got := alltest.Must(Import("theirs", "runs.csv", strings.NewReader(text), openCoins))(t)
	r := got.Records[0]
	if r.Code != got.Records[3].Code || !got.Plan.Engines[0].Imported() || r.Seed != 1<<64-1 || r.Cost != 0 || r.Board != (puzzle.Grid{Size: puzzle.Size{Rows: 1, Cols: 2}, Values: []uint8{1, 1}}).Pack() || r.Budget.CPU.Seconds() != 0.5 ||
		got.Records[1].Run != 1 || got.Records[2].Run != 4 || got.Records[2].Cost != -1 || got.Judged != 2 || got.Plan.Engines[1].Parameters[0] != (solver.Parameter{Name: "heat", Value: "-x"}) || len(got.Plan.Engines) != 3 || len(got.Plan.Puzzles) != 2 {
		t.Errorf("%+v", got)
	}
	dir := filepath.Join(t.TempDir(), "theirs")
	alltest.OK(t, got.Save(dir))
	kept, err := folder.Read(dir)
	if err != nil || len(kept.Plans) != 1 || kept.Others != 0 || len(kept.Warnings) > 0 || kept.Plans[0].Planned != 4 || len(kept.Plans[0].Records) != 4 {
		t.Fatalf("%+v, %v", kept, err)
	}
	alltest.Fails(t, got.Save(dir), "", "runs are written over others")
	// A record that says it is of another program stands for no run of this one.
	plan := examplePlan(4, 1)
	plan.Puzzles = saltedCoins()
	result, err := plan.Run(t.Context(), In(dir))
	alltest.Check(t, err == nil && !strings.Contains(result.Reuse, " reused"), "%v, %v", result.Reuse, err)
}

// What does not fit is named with its line and column, and so is a claim that the judge
// of the puzzle denies.
func TestImportRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "x:1:1: expected a header"},
		{"kind,puzzle,engine\n", "x:1:1: expected the columns kind, engine, status, and content, puzzle or text"},
		{"kind,puzzle,engine,status,speed\n", `x:1:27: expected a column of runs`},
		{"kind,puzzle,engine,status,kind\n", `expected each column once, found "kind" again`},
		{"kind,puzzle,engine,status\n", "expected a run: a line below the header"},
		{"kind,puzzle,engine,status\ncoins,c01,a\n", "x:2:1: expected a row of comma-separated values"},
		{"kind,puzzle,engine,status\ncoins,c99,a,solved\n", "x:2:7: expected a puzzle that is here: file does not exist"},
		{"kind,puzzle,engine,status\ncoins,c01,,solved\n", "x:2:11: expected the name of an engine"},
		{"kind,puzzle,engine,status\ncoins,c01,a,won\n", `x:2:13: expected solved, unique, multiple, unsolvable, exhausted or failed as status, found "won"`},
		{"kind,content,engine,status\ncoins,xyz,a,solved\n", "x:2:7: expected a content hash"},
		{"kind,puzzle,content,engine,status\ncoins,c01,0123456789abcdef,a,solved\n", `x:2:11: expected the content of "c01", which is `},
		{importedHead + "coins,c01,a,solved,1 0,,,,,,\n", "x:2:20: expected a run that the judge of the puzzle confirms, found that a reported solution breaks heads"},
		{importedHead + "coins,c01,a,exhausted,1 1,,,,,,\n", "x:2:23: expected a run that the judge of the puzzle confirms, found that it reports status \"exhausted\" with a board that solves the puzzle"},
		{importedHead + "coins,c01,a,solved,1 1 1,,,,,,\n", "x:2:20: expected a board of 1x2: it has 3 values"},
		{importedHead + "coins,c01,a,solved,1 x,,,,,,\n", `x:2:20: expected a board of 1x2: value 2 is "x"`},
		{importedHead + "coins,c01,a,solved,1A!,,,,,,\n", "x:2:20: expected a board of 1x2: "},
		{importedHead + "coins,c01,a,solved,,,,3,,,\n", "x:2:23: expected a run that the judge of the puzzle confirms, found that it reports a cost of 3 for a solution"},
		{importedHead + "coins,c01,a,exhausted,,,,0,,,\n", "x:2:26: expected a run that the judge of the puzzle confirms, found that it reports a cost of 0 without a solution"},
		{importedHead + "coins,c01,a,solved,,-1,,,,,\n", `x:2:21: expected a whole number from 0 to 1048575 as run, found "-1"`},
		{importedHead + "coins,c01,a,solved,,,,,x,,\n", `x:2:24: expected a whole number from 0 to 9223372036854775807 as iterations, found "x"`},
		{importedHead + "coins,c01,a,solved,,,,,,-2,\n", `x:2:25: expected a number from 0 on as budget_cpu, found "-2"`},
		{importedHead + "coins,c01,a,solved,,0,,,,,\ncoins,c01,a,exhausted,,0,,,,,\n", `x:3:24: expected each run once, found run 0 of a on "c01" in line 2, too`},
	} {
		_, err := Import("n", "x", strings.NewReader(c.text), openCoins)
		var wrong *puzzle.ParseError
		alltest.Check(t, errors.As(err, &wrong) && strings.Contains(err.Error(), c.want), "%q: %v, want %s", c.text, err, c.want)
	}
}

// FuzzImport: whatever a table says is records of a plan that is read as it is written,
// or an error with a place.
func FuzzImport(f *testing.F) {
	f.Add(importedHead + "coins,c01,walk,solved,1 1,,18446744073709551615,,7,0.5,0.25\n")
	f.Add("\ufeffkind,content,engine,status\ncoins,\"c0\n\",a,solved\n")
	f.Add("kind,text,engine,status,seconds\ncoins,=,'=a,multiple,1e300\n")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := Import("n", "x", strings.NewReader(text), openCoins)
		if err != nil {
			var wrong *puzzle.ParseError
			alltest.Require(t, errors.As(err, &wrong) && wrong.Line >= 1 && wrong.Column >= 1, "%v", err)
			return
		}
		var plan bytes.Buffer
		alltest.OK(t, got.Plan.Write(&plan))
		for _, r := range got.Records {
			var line bytes.Buffer
			alltest.OK(t, record.Append(&line, r))
			back, _, err := record.Parse("x", 1, line.Bytes())
			alltest.Require(t, err == nil && back.Key() == r.Key(), "%s: %v", line.String(), err)
		}
	})
}
