package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/solver"
)

// sampleStudy is a command of scripts that publishes a study of three plans in a
// checkout: one with a budget in iterations, one with a limit of time, and one whose set
// nobody has. The first record of the first is changed where that is asked for, or its runs
// are longer.
func sampleStudy(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || len(args) > 3 {
		ts.Fatalf("usage: samplestudy CHECKOUT NAME [changed|longer]")
	}
	plan := experiment.Plan{
		Name: "counted", Puzzles: nurikabes.Kind.MustOpen("open-908").Between(100, 144).Take(2).Puzzles(), Engines: []solver.Solver{acs.New()},
		Runs: 4, Budget: solver.Iterations(2), Seed: 1,
	}
	if len(args) == 3 && args[2] == "longer" {
		plan.Budget = solver.Iterations(30)
	}
	others, timed := plan24(false), plan
	others.Name = "others"
	timed.Name, timed.Budget = "timed", solver.Budget{CPU: 10 * time.Millisecond}
	var parts []archive.Part
	for _, p := range []experiment.Plan{plan, others, timed} {
		result, err := p.Run(context.Background())
		ts.Check(err)
		file, err := p.File()
		ts.Check(err)
		part := archive.Part{Plan: file, Records: result.All()}
		for i := range part.Plan.Puzzles {
			if p.Name == "others" {
				part.Plan.Puzzles[i].Set, part.Plan.Puzzles[i].Text, part.Plan.Puzzles[i].Solution = "elsewhere", "", ""
			}
		}
		if len(args) == 3 && args[2] == "changed" && p.Name == "counted" {
			all := result.Records()
			all[0].Cost = 99
			part.Records = slices.All(all)
		}
		parts = append(parts, part)
	}
	ts.Check(archive.Publish(filepath.Join(ts.MkAbs(args[0]), "data", "records"), args[1], "Does it work?", parts...))
}

// TestVerifyInterrupted: an interrupt ends all studies, not one, and is no success; a study
// that is damaged does not keep others from being verified.
func TestVerifyInterrupted(t *testing.T) {
	right, damaged, ended := faults(t)
	for _, tt := range []struct {
		name    string
		ctx     context.Context
		studies []*archive.Study
		code    int
		says    string
	}{
		{"right", t.Context(), []*archive.Study{right, right}, 0, "2 studies: 6 of 6 runs identical"},
		{"damaged", t.Context(), []*archive.Study{damaged, right}, 1, "2 studies: 3 of 3 runs identical"},
		{"interrupted", ended, []*archive.Study{right, right}, 1, "nonogram-colour: files as published; no run was rerun: stopped before all 3 were rerun"},
	} {
		var out bytes.Buffer
		err := (&verifyCommand{sampling: sampling{Sample: 3, Seed: 1}}).studies(&streams{ctx: tt.ctx, stdout: &out, stderr: &out}, tt.studies)
		var f failure
		if errors.As(err, &f) != (tt.code > 0) || f.code != tt.code || !strings.Contains(out.String(), tt.says) || tt.name == "interrupted" && strings.Count(out.String(), "\n") > 1 {
			t.Errorf("%s: %v\n%s", tt.name, err, out.String())
		}
	}
}

// TestCheckVerifies: the published studies of a notebook are verified, unless no sample
// is wanted; what is not as published, or was interrupted, is no success.
func TestCheckVerifies(t *testing.T) {
	right, damaged, ended := faults(t)
	for _, tt := range []struct {
		name    string
		ctx     context.Context
		studies []usedStudy
		sample  int
		wrong   bool
		says    string
	}{
		{"right", t.Context(), []usedStudy{{right, true}}, 3, false, "nonogram-colour: files as published; 3 of 3 identical"},
		{"damaged", t.Context(), []usedStudy{{damaged, true}, {right, true}}, 3, true, "nonogram-colour: 1 file is not as published"},
		{"interrupted", ended, []usedStudy{{right, true}}, 3, true, "stopped before all 3 were rerun"},
		{"no sample", t.Context(), []usedStudy{{damaged, true}}, 0, false, ""},
		{"its own runs", t.Context(), []usedStudy{{damaged, false}}, 3, false, ""},
	} {
		var out bytes.Buffer
		wrong, err := (&checking{Sample: tt.sample, Seed: 1}).verify(&streams{ctx: tt.ctx, stdout: &out, stderr: &out}, tt.studies)
		alltest.Check(t, err == nil && wrong == tt.wrong && strings.Contains(out.String(), tt.says) && (tt.says != "" || out.Len() <= 0),
			"%s: wrong %v, %v: %s", tt.name, wrong, err, out.String())
	}
}

// studyCopy is a copy of a small published study.
func studyCopy(t *testing.T) *archive.Study {
	t.Helper()
	s, err := archive.Open("nonogram-colour")
	alltest.OK(t, err)
	dir := filepath.Join(t.TempDir(), s.Name)
	alltest.OK(t, os.CopyFS(dir, os.DirFS(s.Folder)))
	if s, err = archive.Read(dir); err != nil {
		t.Fatal(err)
	}
	return s
}

// faults are a study that is right, one that is not, and a context that has ended.
func faults(t *testing.T) (right, damaged *archive.Study, ended context.Context) {
	t.Helper()
	right, damaged = studyCopy(t), studyCopy(t)
	path := filepath.Join(damaged.Folder, archive.StudyFile)
	text, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, append(text, '\n'), 0o666)
	}
	alltest.OK(t, err)
	ended, stop := context.WithCancel(t.Context())
	stop()
	return right, damaged, ended
}

// TestVerifyTime: studies share the time, so that the first of two leaves out longer runs
// than it does alone.
func TestVerifyTime(t *testing.T) {
	s := studyCopy(t)
	records := alltest.Must(s.Records())(t)
	most := 0.0
	for _, r := range records {
		most = max(most, r.CPU)
	}
	limit := time.Duration(15 * most * float64(time.Second)) // a tenth is more than the longest run, half of a tenth less
	for n, leaves := range map[int]bool{1: false, 2: true} {
		var out bytes.Buffer
		_ = (&verifyCommand{sampling: sampling{Sample: 1}, Time: limit, JSON: true}).studies(&streams{ctx: t.Context(), stdout: &out, stderr: &out}, []*archive.Study{s, s}[:n])
		var v archive.Verification
		for lines := json.NewDecoder(&out); !v.Finished; { // the last line of the first study
			alltest.OK(t, lines.Decode(&v))
		}
		long := 0
		for _, p := range v.Plans {
			long += p.Long
		}
		alltest.Check(t, (long > 0) == leaves, "%d in %v: %d runs are left out", n, limit, long)
	}
}
