package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/experiment/bundle"
	"formicary/pkg/lab"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/show"
	"formicary/pkg/solver"
	"formicary/pkg/study"
)

// bundle checks all files of a bundle, and verifies its studies.
func (c *verifyCommand) bundle(s *streams) error {
	b, err := bundle.Open(c.What)
	if err != nil {
		return badInput(err)
	}
	defer b.Close()
	if err := b.Check(); err != nil {
		fmt.Fprintln(s.stdout, err)
		return failure{1, nil}
	}
	if !c.JSON {
		fmt.Fprintf(s.stdout, "%s: %s as packed\n", c.What, puzzle.Plural(len(b.Names()), "file"))
		for _, n := range b.Manifest.Notebooks {
			if len(n.Beside) > 0 {
				fmt.Fprintf(s.stdout, "%s shows what is not among the records: %s\n", n.Name, line.Replace(strings.Join(n.Beside, ", ")))
			}
		}
	}
	dir, all, free, err := unpacked(b)
	if err != nil {
		return badInput(err)
	}
	defer free()
	return c.bundled(s, dir, b.Manifest, all)
}

// unpacked is the folder of a bundle, which free removes, and its studies.
func unpacked(b *bundle.Bundle) (dir string, all []*archive.Study, free func(), err error) {
	scratch, free, err := assets.Scratch("formicary-bundle-")
	if err != nil {
		return "", nil, nil, err
	}
	dir = filepath.Join(scratch, "bundle")
	err = b.Unpack(dir)
	for _, each := range b.Manifest.Studies {
		if err != nil {
			break
		}
		var one *archive.Study
		one, err = archive.Read(filepath.Join(dir, bundle.Records, each.Name))
		all = append(all, one)
	}
	if err != nil {
		free()
		return "", nil, nil, err
	}
	return dir, all, free, nil
}

// bundled verifies the studies of a bundle that is unpacked. Those with engines of a
// notebook come last, with the notebook's code where that is asked for.
func (c *verifyCommand) bundled(s *streams, dir string, m bundle.Manifest, all []*archive.Study) error {
	makers, begun, sum := study.Makers(), time.Now(), verified{most: len(all)}
	engine := makers.Engine
	makers.Engine = func(name string, e experiment.PlanEngine) (solver.Solver, error) {
		one, err := engine(name, e)
		if err != nil && e.Typed {
			err = errors.New("an engine is typed into a notebook of the bundle; with --run-code its cells verify them")
		}
		return one, err
	}
	var typed []*archive.Study
	for i, one := range all {
		if c.RunCode && !m.Studies[i].Published {
			file, err := one.Plans[0].File()
			if err != nil {
				return badInput(err)
			}
			if file.Typed() {
				typed = append(typed, one)
				continue
			}
		}
		v, err := one.Verify(s.ctx, makers, c.sample(s, begun, len(all)-i))
		if err != nil {
			return badInput(err)
		}
		if c.add(s, &sum, v); v.Interrupted {
			return c.end(s, sum)
		}
	}
	if err := c.code(s, dir, m, typed, begun, &sum); err != nil {
		return err
	}
	return c.end(s, sum)
}

// code has the notebooks of a bundle verify studies, each of one plan, with the engines
// of their cells.
func (c *verifyCommand) code(s *streams, dir string, m bundle.Manifest, typed []*archive.Study, begun time.Time, sum *verified) error {
	if len(typed) == 0 {
		return nil
	}
	var asked show.ToVerify
	for _, one := range typed {
		asked.Studies = append(asked.Studies, one.Name)
	}
	asked.Sample = c.sample(s, begun, 1)
	asked.Sample.Time /= time.Duration(len(typed))
	text, err := json.Marshal(asked)
	if err != nil {
		return err
	}
	answers := filepath.Join(dir, "verify")
	if err := errors.Join(os.MkdirAll(answers, 0o777), os.WriteFile(filepath.Join(answers, assets.VerifyFile), text, 0o666)); err != nil {
		return err
	}
	env, err := prepare(s)
	if err != nil {
		return err
	}
	for _, n := range m.Notebooks {
		if !slices.ContainsFunc(n.Studies, func(name string) bool { return slices.Contains(asked.Studies, name) }) {
			continue
		}
		fmt.Fprintf(s.stderr, "note: the code of %s runs now, with all that you may do\n", n.Name)
		_, err := env.Execute(s.ctx, filepath.Join(dir, filepath.FromSlash(n.File)), lab.ExecuteOptions{
			Full: n.Mode == assets.ModeFull, Progress: progress(s.stderr, n.Name),
			Env: []string{
				assets.VerifyEnv + "=" + answers, assets.RecordsEnv + "=" + filepath.Join(dir, bundle.Records),
				assets.RunsEnv + "=" + filepath.Join(dir, journalsOfRuns), sets.DataEnv + "=",
			},
			Failed: func(cell int, why string) {
				first, _, _ := strings.Cut(strings.TrimSpace(why), "\n")
				fmt.Fprintf(s.stderr, "note: %s: code cell %d ended early: %s\n", n.Name, cell, first)
			},
		})
		if err != nil {
			return err
		}
	}
	for _, one := range typed {
		v := archive.Verification{Study: one.Name, Asked: c.Sample, Finished: true}
		text, err := os.ReadFile(filepath.Join(answers, one.Name+".json"))
		if err == nil {
			err = json.Unmarshal(text, &v)
		} else if made, _ := one.Counts(); errors.Is(err, fs.ErrNotExist) {
			sum.wrong = true
			v.Plans = []archive.VerifiedPlan{{Name: one.Plans[0].Name, Runs: made, Missing: []archive.Missing{{Runs: made, Why: "no cell of the notebook came to this plan"}}}}
			err = nil
		}
		if err != nil {
			return err
		}
		asked.Sample.Tell(v)
		if c.add(s, sum, v); v.Interrupted {
			break
		}
	}
	return nil
}
