package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"time"

	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/exact"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/race"
	"formicary/pkg/solver"
)

// roleEnv makes this program the victim of an attack: it holds a [role] as JSON.
const roleEnv = "FORMICARY_ATTACK"

// role is what a victim does.
type role struct {
	Do   string // "plan", "race", "poison" or one of things
	Dir  string // of the journal; "" for none
	Seed uint64
	// Limit is the size beyond which no file grows, in bytes; 0 for none.
	Limit uint64
	// From and To are the numbers of the inputs or puzzles.
	From, To int
}

// outcome is what a victim prints at its end.
type outcome struct {
	Records   []experiment.Record
	Reused    int // of a plan's records
	Sentences []string
}

// things are what victims do many of, by the name of the role.
var things = map[string]func(seed uint64, number int) error{"inputs": oneInput, "puzzles": onePuzzle}

// victim plays a role and returns the status.
func victim(text string) int {
	var r role
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		return complain(err)
	}
	if r.Limit > 0 {
		signal.Ignore(syscall.SIGXFSZ)
		var limit syscall.Rlimit
		err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit)
		limit.Cur = r.Limit
		if err = errors.Join(err, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)); err != nil {
			return complain(err)
		}
	}
	if one := things[r.Do]; one != nil {
		return batch(r, one)
	}
	var o outcome
	var err error
	if r.Do == "race" {
		o, err = runRace(r)
	} else {
		var result *experiment.Result
		progress := experiment.OnProgress(func(p experiment.Progress) { o.Reused = p.Reused })
		if result, err = planOf(r).Run(context.Background(), experiment.In(r.Dir), progress); result != nil {
			o.Records = result.Records()
		}
	}
	for i := range o.Records {
		timeless(&o.Records[i])
	}
	// Also where it failed: what was done is handed back.
	if err := errors.Join(err, json.NewEncoder(os.Stdout).Encode(o)); err != nil {
		return complain(err)
	}
	return 0
}

// refused is the status of a victim that has said why it does not go on.
const refused = 3

func complain(err error) int {
	fmt.Fprintln(os.Stderr, err)
	return refused
}

// timeless drops from a record what may differ from one run to the next.
func timeless(r *experiment.Record) {
	r.Seconds, r.CPU, r.PeakBytes, r.Host, r.Session = 0, 0, 0, "", ""
	for i := range r.Trace {
		r.Trace[i].Seconds = 0
	}
}

// boards are puzzles that take a few milliseconds.
func boards(n int, seed uint64) []puzzle.Puzzle {
	return nurikabes.Kind.MustOpen("open-908").Between(25, 80).Sample(n, seed).Puzzles()
}

// ants is a colony of so many ants.
func ants(n int) solver.Solver {
	s := acs.New()
	s.Ants, s.Variant = n, fmt.Sprintf("%d ants", n)
	return s
}

// planOf is the plan of a role.
func planOf(r role) experiment.Plan {
	p := experiment.Plan{
		Name: "attack", Seed: r.Seed, Workers: 2, Budget: solver.Iterations(20), Runs: 4, Puzzles: boards(10, r.Seed),
		Engines: []solver.Solver{ants(10), ants(4), exact.New()},
	}
	if r.Do == "poison" {
		p.Engines = []solver.Solver{poisonous{p.Engines[0], poisons(r, p.Puzzles)}}
	}
	return p
}

func runRace(r role) (o outcome, err error) {
	result, err := race.Race{
		Name: "attack", Seed: r.Seed, Workers: 2, Budget: solver.Iterations(15), Puzzles: boards(60, r.Seed),
		Baseline: ants(10), Variants: []solver.Solver{ants(3), ants(30)},
	}.Run(context.Background(), nil, experiment.In(r.Dir))
	if err != nil {
		return o, err
	}
	for _, v := range result.Variants {
		o.Sentences = append(o.Sentences, v.String())
	}
	o.Records = result.Records
	return o, nil
}

// command is a process that plays a role.
func (f *field) command(r role) (*exec.Cmd, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(f.ctx, program)
	cmd.Env = append(os.Environ(), roleEnv+"="+string(text))
	return cmd, nil
}

// play lets a victim play its role to the end. Status is its exit status, -1
// where a signal ended it; complaint is what it wrote to standard error.
func (f *field) play(r role) (o outcome, status int, complaint string, err error) {
	cmd, err := f.command(r)
	if err != nil {
		return o, 0, "", err
	}
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	err = cmd.Run()
	exit := (*exec.ExitError)(nil)
	if errors.As(err, &exit) {
		if status, err = exit.ExitCode(), nil; status != refused {
			return o, status, complaints.String(), nil
		}
	}
	if err == nil && out.Len() > 0 {
		err = json.Unmarshal(out.Bytes(), &o)
	} else if err == nil && status == 0 {
		err = io.ErrUnexpectedEOF
	}
	return o, status, complaints.String(), err
}

// kill starts a victim and kills it after a while without warning. It says
// whether the victim was still there.
func (f *field) kill(r role, after time.Duration) (killed bool, err error) {
	cmd, err := f.command(r)
	if err != nil {
		return false, err
	}
	if err := cmd.Start(); err != nil {
		return false, err
	}
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	err = cmd.Wait()
	timer.Stop()
	if err == nil {
		return false, nil
	}
	exit := (*exec.ExitError)(nil)
	if !errors.As(err, &exit) {
		return false, err
	}
	return exit.ExitCode() == -1, nil
}

// hangs is after how long without a sign a batch is given up.
const hangs = 2 * time.Minute

// batches lets victims do the things with the numbers from 0 to n-1. A thing
// that ends its process, or never comes to an end, is counted, and another
// process goes on behind it.
func (f *field) batches(do string, seed uint64, n int) error {
	for from := 0; from < n && f.ctx.Err() == nil; {
		cmd, err := f.command(role{Do: do, Seed: seed, From: from, To: n})
		if err != nil {
			return err
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			return err
		}
		var complaints bytes.Buffer
		cmd.Stderr = &complaints
		if err := cmd.Start(); err != nil {
			return err
		}
		hung := time.AfterFunc(hangs, func() { _ = cmd.Process.Kill() })
		last, done := from-1, false
		for in := bufio.NewScanner(out); in.Scan(); {
			hung.Reset(hangs)
			if done = in.Text() == "done"; done {
				break
			}
			if text, ok := strings.CutPrefix(in.Text(), "! "); ok {
				f.fault(&f.wrong, "seed %d, %s", seed, text)
			} else if _, err := fmt.Sscan(in.Text(), &last); err != nil {
				return fmt.Errorf("a victim said %q: %w", in.Text(), err)
			}
		}
		err = cmd.Wait()
		hung.Stop()
		f.tried += last + 1 - from
		if from = last + 1; (err != nil || !done) && f.ctx.Err() == nil {
			text, _, _ := strings.Cut(complaints.String(), "\n")
			f.fault(&f.crashed, "seed %d, number %d: it ended the process: %v %s", seed, last, err, text)
		}
	}
	return nil
}

// batch does things one after the other: a line with the number before each, a
// line that starts with "! " for each fault, and "done" at the end.
func batch(r role, one func(seed uint64, number int) error) int {
	for i := r.From; i < r.To; i++ {
		fmt.Println(i)
		if err := one(r.Seed, i); err != nil {
			fmt.Printf("! number %d: %s\n", i, strings.ReplaceAll(err.Error(), "\n", " "))
		}
	}
	fmt.Println("done")
	return 0
}

// compare counts how an experiment that was attacked differs from one that was
// left in peace.
func (f *field) compare(what string, got, want outcome) {
	type run struct {
		puzzle, parameters string
		run                int
	}
	records := map[run]experiment.Record{}
	for _, r := range got.Records {
		at := run{r.Puzzle, r.ConfigHash, r.Run}
		if _, ok := records[at]; ok {
			f.fault(&f.doubled, "%s: run %d of %s on %s is there twice", what, r.Run, r.Engine, r.Puzzle)
		}
		records[at] = r
	}
	for _, w := range want.Records {
		r, ok := records[run{w.Puzzle, w.ConfigHash, w.Run}]
		switch {
		case !ok:
			f.fault(&f.lost, "%s: run %d of %s on %s is missing", what, w.Run, w.Engine, w.Puzzle)
		case stoppedByDeaths(r):
			f.stopped++
		case text(r) != text(w):
			f.fault(&f.wrong, "%s: run %d of %s on %s differs in %s", what, w.Run, w.Engine, w.Puzzle, difference(r, w))
		}
	}
	if len(got.Records) > len(want.Records) {
		f.fault(&f.doubled, "%s: %d records, and should be %d", what, len(got.Records), len(want.Records))
	}
	if !slices.Equal(got.Sentences, want.Sentences) {
		f.fault(&f.wrong, "%s: it says %q, and should say %q", what, got.Sentences, want.Sentences)
	}
}

// text is all that a record says.
func text(r experiment.Record) string {
	out, err := json.Marshal(r)
	if err != nil {
		panic("attack: " + err.Error())
	}
	return string(out)
}

// difference names the fields in which two records differ.
func difference(got, want experiment.Record) string {
	var out []string
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	for i := range g.NumField() {
		if a, b := g.Field(i).Interface(), w.Field(i).Interface(); !reflect.DeepEqual(a, b) {
			out = append(out, fmt.Sprintf("%s (%v, and should be %v)", g.Type().Field(i).Name, a, b))
		}
	}
	return strings.Join(out, ", ")
}
