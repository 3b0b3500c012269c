package experiment

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/experiment/internal/planfile"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// written is the text of a plan's file.
func written(t testing.TB, p Plan) (PlanFile, string) {
	t.Helper()
	f := alltest.Must(p.File())(t)
	b := &bytes.Buffer{}
	alltest.OK(t, f.Write(b))
	return f, b.String()
}

// filePlan has puzzles whose texts are their salts.
func filePlan(puzzles int) Plan {
	p := examplePlan(puzzles, 2)
	p.Name, p.Budget = "a <plan> of “coins”\n", solver.Budget{Iterations: 7, Wall: 1}
	p.Seed = 1<<64 - 1
	for i := range p.Puzzles {
		c := p.Puzzles[i].(experimenttest.Coins)
		c.Salt = fmt.Sprintf("salt %d\n\"", i)
		p.Puzzles[i] = c
	}
	return p
}

// TestPlanFile: a plan that is written and read is the same plan, and some puzzles
// of it are that part; nothing else is opened.
func TestPlanFile(t *testing.T) {
	plan := filePlan(5)
	plan.Engines[1] = experimenttest.Flips{Variant: "with a \"variant\"", Bias: 0.25}
	plain, _ := written(t, plan)
	plan.Seeds, plan.Design = "an \"engine\"", "race"
	f, text := written(t, plan)
	alltest.Check(t, plain.Fingerprint != f.Fingerprint, "in whose name seeds are drawn is not in the fingerprint")
	read := alltest.Must(planfile.Read("plan.json", strings.NewReader(text)))(t)
	alltest.Equal(t, cmp.Diff(f, read, cmp.Comparer(func(a, b map[string]string) bool { return fmt.Sprint(a) == fmt.Sprint(b) })), "", "the file changed")
	alltest.Check(t, f.Fingerprint == read.Fingerprint && f.Total() == len(plan.Puzzles)*len(plan.Engines)*plan.Runs && !f.Typed(),
		"fingerprint %s, want %s; %d runs, want %d; typed %v", f.Fingerprint, read.Fingerprint, f.Total(), plan.Runs, f.Typed())
	for _, want := range []string{"\n{\"id\":\"c02\",", "\n{\"engine\":\"coins/flips\",", `"seed":18446744073709551615,`} {
		alltest.Has(t, text, want, "no in")
	}
	rebuild := func(d solver.Description) (solver.Solver, error) {
		for _, e := range plan.Engines {
			if e.Describe().Hash() == d.Hash() {
				return e, nil
			}
		}
		return nil, errors.New("no such engine")
	}
	opened := 0
	open := func(o sets.Origin) (puzzle.Puzzle, error) {
		opened++
		return experimenttest.Coins{Name: o.ID, Board: o.Size, Salt: o.Text}, nil
	}
	for _, tt := range []struct {
		places []int
		want   []puzzle.Puzzle
	}{{nil, plan.Puzzles}, {[]int{3, 1}, []puzzle.Puzzle{plan.Puzzles[3], plan.Puzzles[1]}}, {[]int{}, nil}} {
		opened = 0
		got, err := PlanOf(read, tt.places, rebuild, open)
		if err != nil || cmp.Diff(fmt.Sprint(got.Puzzles), fmt.Sprint(tt.want)) != "" || opened != len(tt.want) || got.Name != plan.Name || got.Seed != plan.Seed || got.Runs != plan.Runs || got.Budget != plan.Budget || len(got.Engines) != len(plan.Engines) {
			t.Errorf("%v: %+v, %v; %d opened", tt.places, got, err, opened)
		}
	}
	other := func(solver.Description) (solver.Solver, error) { return experimenttest.Flips{Bias: 0.9}, nil }
	alltest.Refused(PlanOf(read, nil, other, open))(t, "expected the parameters' hash", "another engine")
	empty := func(o sets.Origin) (puzzle.Puzzle, error) {
		return experimenttest.Coins{Name: o.ID, Board: o.Size, Salt: ""}, nil
	}
	alltest.Refused(PlanOf(read, nil, rebuild, empty))(t, `puzzle "c00": expected the content`, "another puzzle")
}

// TestPlanFileTyped: an engine with a func of a test's own is typed, and one of this
// package is not.
func TestPlanFileTyped(t *testing.T) {
	plan := filePlan(1)
	plan.Engines[0] = experimenttest.Flips{Custom: true}
	f, text := written(t, plan)
	alltest.Check(t, f.Typed() && f.Engines[0].Typed && !f.Engines[1].Typed && strings.Contains(text, `"custom":true,`), "%+v", f.Engines)
}

func TestPlanFileInvalid(t *testing.T) {
	plan := filePlan(1)
	plan.Name = "\xff"
	alltest.Refused(plan.File())(t, ErrPlan, "a name that is not UTF-8")
	alltest.Refused((Plan{}).File())(t, ErrPlan, "an empty plan")
}

// TestReadPlanErrors: what is wrong has its place.
func TestReadPlanErrors(t *testing.T) {
	_, text := written(t, filePlan(2))
	for _, tt := range []struct{ old, new, want string }{
		{`"formicary plan 1"`, `"formicary plan 2"`, `plan.json:1:11: expected "formicary plan 1" as format, found "formicary plan 2"`},
		{`"runs":2`, `"runs":0`, `:4:8: expected a whole number from 1 on as runs, found 0`},
		{`"runs":2,`, ``, `: expected a plan: there is no field "runs"`},
		{`"runs":2`, `"runs":2,"runs":2`, `:4:11: expected a plan: two fields "runs"`},
		{`"runs":2`, `"rounds":2`, `:4:2: expected a plan: unknown field "rounds"`},
		{`"runs":2`, `"runs":3`, `:6:15: expected the fingerprint of this plan, "`},
		{`"iterations":7`, `"iterations":-7`, `:5:10: expected no negative number as budget, found {Iterations:-7 `},
		{`"iterations":7`, `"generations":7`, `expected a plan: unknown field "generations"`},
		{`"runs":2`, `"runs":"2"`, `: expected a whole number as runs, found a JSON string`},
		{`"code":{`, `"mode":{},"code":{`, `: expected a text as mode, found a JSON object`},
		{`"worker":""`, `"worker":null`, `: expected a plan: null is no value`},
		{`"worker":""`, `"worker":"../worker"`, `:9:10: expected "" or "worker" as worker, found "../worker"`},
		{`"value":"0.5"`, `"value":"0.6"`, `expected the hash of this engine and its parameters, "`},
		{`"kind":"coins",`, ``, `expected a plan: there is no field "kind"`},
		{`"hash":"`, `"hash":"0`, `expected the hash of this engine`},
		{`"text":`, `"solution":`, `expected a text, or a set without a solution, in a puzzle`},
		{"]}\n", "]} {", "expected a plan: invalid character '{' after top-level value"},
		{"]}\n", "", "expected a plan: unexpected end of JSON input"},
		{`{"id":"c01"`, `["id":"c01"`, `expected a plan: invalid character ':' after array element`},
	} {
		alltest.Require(t, strings.Contains(text, tt.old), "no %s in\n%s", tt.old, text)
		_, err := planfile.Read("plan.json", strings.NewReader(strings.Replace(text, tt.old, tt.new, 1)))
		var at *puzzle.ParseError
		alltest.Check(t, errors.As(err, &at) && strings.Contains(err.Error(), tt.want), "%s for %s: %v, want %s", tt.new, tt.old, err, tt.want)
	}
	hash := regexp.MustCompile(`"cols":1,"hash":"[0-9a-f]{64}`)
	for _, bad := range []string{`"cols":1,"hash":"` + strings.Repeat("0", 66), `"cols":1,"hash":"` + strings.Repeat("G", 64), `"cols":1,"hash":"`} {
		alltest.Refused(planfile.Read("plan.json", strings.NewReader(hash.ReplaceAllString(text, bad))))(t, "expected 64 hexadecimal digits as hash", "hash %s", bad)
	}
}

// FuzzReadPlan: whatever can be read is written and read as the same.
func FuzzReadPlan(f *testing.F) {
	_, text := written(f, filePlan(2))
	f.Add([]byte(text))
	f.Add([]byte(strings.ReplaceAll(text, "\n", " ")))
	f.Fuzz(func(t *testing.T, text []byte) {
		plan, err := planfile.Read("plan.json", bytes.NewReader(text))
		if err != nil {
			return
		}
		b := &bytes.Buffer{}
		alltest.OK(t, plan.Write(b))
		again, err := planfile.Read("again", bytes.NewReader(b.Bytes()))
		alltest.Require(t, err == nil && cmp.Diff(plan, again) == "", "%v\n%s", err, cmp.Diff(plan, again))
	})
}
