package show

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// Verify reruns a sample of so many runs of a published study and compares them with the published
// records. It shows how far it is and the result: a table with a line for each plan, and each run that
// differs. Interrupting the kernel ends it; what was made until then counts. It is "formicary verify",
// which has all engines and is built for it. Verify panics where there is no such study.
func Verify(study string, n int) {
	if planning() {
		return
	}
	_, err := archive.Open(study)
	check(err)
	ctx, stop := interruptible()
	defer stop()
	root, err := sets.Root()
	check(err)
	program, err := command(ctx, filepath.Join(root, ".formicary"))
	check(err)
	v, err := verifyBy(ctx, exec.Command(program, "verify", "--json", "--sample", strconv.Itoa(n), study))
	check(err)
	var rows [][]any
	for _, p := range v.Plans {
		rows = append(rows, []any{p.Name, p.Runs, p.Made, p.Made - len(p.Differences), p.Before})
	}
	if len(rows) > 0 {
		Table("Published runs of "+study+", rerun", []string{"plan", "runs", "rerun", "identical", "verified here"}, rows...)
	}
	Text("%s: %v.", v.Study, v)
	for _, text := range v.Damaged {
		Warn("%s", text)
	}
	for _, p := range v.Plans {
		for _, text := range p.Differences {
			Warn("%s: %s", p.Name, text)
		}
	}
	if v.NotKept != "" {
		Warn("What was verified is not remembered: %s", v.NotKept)
	}
}

// verifyBy runs the command and shows its progress. Where the context ends, the command
// is asked to end, and says what it has done.
func verifyBy(ctx context.Context, c *exec.Cmd) (last archive.Verification, err error) {
	var said bytes.Buffer
	c.Stderr = &said
	c.SysProcAttr = ownGroup
	lines, err := c.StdoutPipe()
	if err != nil {
		return last, err
	}
	if err := c.Start(); err != nil {
		return last, err
	}
	ended := make(chan struct{})
	defer close(ended)
	context.AfterFunc(ctx, func() {
		_ = c.Process.Signal(os.Interrupt) // or it has ended
		select {
		case <-ended:
		case <-time.After(grace):
			_ = c.Process.Kill()
		}
	})
	id, begun := displayID(), time.Now()
	for decoder := json.NewDecoder(lines); ; {
		var v archive.Verification
		if err := decoder.Decode(&v); err != nil {
			break // at its end, or where it is killed
		}
		last = v
		made, identical := v.Counts()
		p := experiment.Progress{Name: "verify " + v.Study, Done: made, Total: v.Asked, Elapsed: time.Since(begun), Remaining: -1, Finished: v.Finished, Interrupted: v.Finished && made < v.Asked}
		text := fmt.Sprintf("%s: %s of %s rerun, %s identical", p.Name, puzzle.Thousands(made), puzzle.Plural(v.Asked, "run"), puzzle.Thousands(identical))
		reader().put(output{html: barMarkup(p, text), id: id})
	}
	_, _ = io.Copy(io.Discard, lines) // so that it is not held up
	err = c.Wait()
	var exit *exec.ExitError
	switch {
	case last.Finished && (err == nil || errors.As(err, &exit) && exit.ExitCode() == 1):
		return last, nil
	case err == nil:
		err = fs.ErrInvalid
	}
	return last, fmt.Errorf("show: formicary verify: %w: %s", err, strings.TrimSpace(said.String()))
}

// verifying says whether the runs of plans are to be verified with the engines of their
// cells, and nothing else is to be run ([assets.VerifyEnv]).
func verifying() bool { return os.Getenv(assets.VerifyEnv) != "" }

// ToVerify asks a notebook to verify studies, each of the runs of one of its plans: it is
// what [assets.VerifyFile] has.
type ToVerify struct {
	Studies []string
	Sample  archive.Sample
}

// verifyRuns has the runs of a plan in a bundle taken as they are; it is nil where the
// bundle has none. Where the command asks for their study, a sample of them is rerun with
// the engines of the plan before, and the command is told what came of it.
func verifyRuns(plan experiment.Plan) experiment.Option {
	file, err := plan.File()
	check(err)
	return verifyMatching(plan, func(p archive.Plan) bool { return p.Fingerprint == file.Fingerprint }, func(d solver.Description) (solver.Solver, error) {
		return of(plan.Engines, func(s solver.Solver) bool { return s.Describe().Hash() == d.Hash() })
	})
}

// verifyMatching is [verifyRuns] for the first plan of the bundle that matches, with what
// makes its engines.
func verifyMatching(plan experiment.Plan, match func(archive.Plan) bool, engine func(solver.Description) (solver.Solver, error)) experiment.Option {
	home := os.Getenv(assets.VerifyEnv)
	text, err := os.ReadFile(filepath.Join(home, assets.VerifyFile))
	check(err)
	var asked ToVerify
	check(json.Unmarshal(text, &asked))
	all, err := archive.All()
	check(err)
	for _, study := range all {
		for _, p := range study.Plans {
			if !match(p) {
				continue
			}
			records, err := p.Records()
			check(err)
			answer := filepath.Join(home, study.Name+".json")
			// The declarations of a cell run again in the next one.
			if _, err := os.Stat(answer); err != nil && slices.Contains(asked.Studies, study.Name) {
				verifyStudy(study, answer, asked.Sample, archive.Makers{
					Engine: func(_ string, e experiment.PlanEngine) (solver.Solver, error) { return engine(e.Description) },
					Puzzle: func(o sets.Origin) (puzzle.Puzzle, error) {
						return of(plan.Puzzles, func(p puzzle.Puzzle) bool { return p.Hash() == o.Hash && p.ID() == o.ID })
					},
				})
			}
			return experiment.Archive(func(string) (experiment.Archived, bool, error) {
				return experiment.Archived{Study: study.Name, Records: records, Provenance: p.Provenance, Trusted: true, NoMore: true}, true, nil
			})
		}
	}
	return nil
}

// verifyStudy verifies a study and writes what came of it.
func verifyStudy(study *archive.Study, answer string, sample archive.Sample, makers archive.Makers) {
	ctx, stop := interruptible()
	defer stop()
	v, err := study.Verify(ctx, makers, sample)
	check(err)
	text, err := json.Marshal(v)
	check(err)
	check(assets.ReplaceFile(answer, text))
}

// of is the one of a plan's engines or puzzles that the plan of a study has.
func of[T any](all []T, is func(T) bool) (one T, err error) {
	if i := slices.IndexFunc(all, is); i >= 0 {
		return all[i], nil
	}
	return one, errors.New("the plan of the cell does not have it")
}
