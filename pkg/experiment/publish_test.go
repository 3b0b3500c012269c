package experiment_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

func published(t testing.TB) (experiment.Plan, experiment.Publication) {
	t.Helper()
	plan := experiment.Plan{Name: "ants", Puzzles: boards(t, 4, 6), Engines: acs.Schemes()[:2], Runs: 2, Budget: solver.Iterations(30), Seed: 3}
	result, err := plan.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return plan, experiment.NewPublication("ants", "What do ants do?", result)
}

func written(t testing.TB, p experiment.Publication) []byte {
	t.Helper()
	var text bytes.Buffer
	if err := p.Write(&text); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

func TestPublicationRoundTrip(t *testing.T) {
	plan, p := published(t)
	text := written(t, p)
	if !bytes.Equal(text, written(t, p)) {
		t.Error("the same records give other bytes")
	}
	back, err := experiment.ReadPublication("x", bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(p.Records(), back.Records()); diff != "" || !reflect.DeepEqual(p, back) {
		t.Errorf("read back is something else: %s", diff)
	}
	if n := len(back.Records()); n != 16 || back.Plans[0].Made != n || back.Plans[0].Planned != n {
		t.Errorf("%d records of %d", n, 16)
	}
	if len(back.Records("other")) != 0 || len(back.Records(plan.Name)) != 16 {
		t.Error("records of another plan")
	}
	host, _ := os.Hostname()
	if plain := string(text); strings.Contains(plain, `"i":`) || strings.Contains(plain, `"board":`) || host != "" && strings.Contains(plain, `"`+host+`"`) {
		t.Error("traces or the name of the machine are published")
	}
}

func TestBadPublications(t *testing.T) {
	_, p := published(t)
	whole := string(written(t, p))
	lines := strings.SplitAfter(whole, "\n")
	for name, c := range map[string]struct{ text, want string }{
		"empty":           {"", "x:1:1: expected the name"},
		"no study":        {"{}\n", "x:1:1: expected the name"},
		"no plan":         {lines[0] + "{}\n", "x:2:1: expected a plan"},
		"a record short":  {strings.Join(lines[:len(lines)-3], ""), "expected 1 record more"},
		"a record torn":   {strings.Join(lines[:3], "") + lines[3][:40], "x:4:1: expected a whole line"},
		"a record broken": {strings.Join(lines[:2], "") + "[1,2]\n", "x:3:1: expected the record of a run: 2 values instead of 11"},
		"another status":  {strings.Replace(whole, `"exhausted",`, `"exhausteb",`, 1), "with status \"exhausteb\""},
		"another cost":    {strings.Replace(whole, `"exhausted",`, `"exhausted",1`, 1), "the file is not what was written"},
		"a line more":     {whole + lines[1], "expected no line behind the checksum"},
		"another sum":     {whole[:len(whole)-4] + "x\"}\n", "the file is not what was written"},
		"more than made":  {strings.Replace(whole, `"made":`, `"made":9999`, 1), "x:2:1: expected a plan"},
	} {
		_, err := experiment.ReadPublication("x", strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	text := written(t, p)
	for _, cut := range []int{0, 5, len(text) / 2, len(text) - 1} {
		if _, err := experiment.ReadPublication("x", bytes.NewReader(text[:cut])); err == nil {
			t.Errorf("a file cut after %d of %d bytes is read", cut, len(text))
		}
	}
	for _, name := range []string{"", "../x", "a/b", "none"} {
		if _, err := experiment.Published(name); err == nil || name == "none" && !errors.Is(err, os.ErrNotExist) {
			t.Errorf("Published(%q): %v", name, err)
		}
	}
}

// Files of the first release have no checksum; with one no flipped bit goes
// unnoticed.
func TestPublicationChecksum(t *testing.T) {
	_, p := published(t)
	text := written(t, p)
	old := text[:bytes.LastIndexByte(text[:len(text)-1], '\n')+1]
	back, err := experiment.ReadPublication("x", bytes.NewReader(old))
	if err != nil || !reflect.DeepEqual(p, back) {
		t.Errorf("without a checksum: %v", err)
	}
	for i := range text {
		text[i] ^= 1 << (i % 8)
		if back, err := experiment.ReadPublication("x", bytes.NewReader(text)); err == nil && !reflect.DeepEqual(p, back) {
			t.Fatalf("bit %d of byte %d is silently wrong", i%8, i)
		}
		text[i] ^= 1 << (i % 8)
	}
}

func FuzzReadPublication(f *testing.F) {
	_, p := published(f)
	plain := string(written(f, p))
	f.Add(plain)
	f.Add(plain[:len(plain)/2])
	f.Add("{\"study\":\"a\"}\n{\"plan\":\"b\",\"made\":1,\"planned\":1}\n{}")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := experiment.ReadPublication("x", strings.NewReader(text))
		if err != nil {
			var at *puzzle.ParseError
			if !errors.As(err, &at) {
				t.Fatalf("%v names no place", err)
			}
			return
		}
		if _, err := experiment.ReadPublication("x", bytes.NewReader(written(t, p))); err != nil {
			t.Fatalf("read but not written: %v", err)
		}
	})
}

func TestAgain(t *testing.T) {
	plan, p := published(t)
	ctx := context.Background()
	for _, r := range p.Records() {
		if difference, err := plan.Again(ctx, r); difference != "" || err != nil {
			t.Fatalf("%s %v", difference, err)
		}
	}
	for name, change := range map[string]func(*experiment.Record){
		"iterations": func(r *experiment.Record) { r.Iterations++ },
		"cost":       func(r *experiment.Record) { r.Cost++ },
		"status":     func(r *experiment.Record) { r.Status = solver.Unsolvable },
		"seed":       func(r *experiment.Record) { r.Seed++ },
		"statistics": func(r *experiment.Record) { r.Statistics = append(r.Statistics, solver.Statistic{Name: "x"}) },
	} {
		r := p.Records()[0]
		change(&r)
		if difference, err := plan.Again(ctx, r); difference == "" || err != nil {
			t.Errorf("%s changed: %q, %v", name, difference, err)
		}
	}
	for name, change := range map[string]func(*experiment.Record){
		"engine": func(r *experiment.Record) { r.ConfigHash = "other" },
		"puzzle": func(r *experiment.Record) { r.Content = "other" },
	} {
		r := p.Records()[0]
		change(&r)
		if _, err := plan.Again(ctx, r); !errors.Is(err, experiment.ErrPlan) {
			t.Errorf("another %s: %v", name, err)
		}
	}
	r := p.Records()[0]
	r.Budget, r.Iterations, r.Evaluations, r.Status = solver.CPU(time.Second), 0, 0, solver.Exhausted
	if _, err := plan.Again(ctx, r); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("a run without iterations: %v", err)
	}
	over, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := plan.Again(over, p.Records()[0]); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
