package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"formicary/pkg/experiment"
)

// damageJournals damages the folder of a complete experiment in one place, lets
// the experiment run again, and compares.
func damageJournals(f *field) error {
	r := role{Do: "plan", Seed: f.rand.Uint64(), Dir: f.dir}
	plan := planOf(r)
	plan.Puzzles, plan.Runs, plan.Engines = plan.Puzzles[:4], 2, plan.Engines[:2]
	run := func() (o outcome, err error) {
		result, err := plan.Run(f.ctx, experiment.In(f.dir))
		if err != nil {
			return o, err
		}
		for _, r := range result.Records() {
			timeless(&r)
			o.Records = append(o.Records, r)
		}
		return o, nil
	}
	want, err := run()
	if err != nil {
		return err
	}
	journal := filepath.Join(f.dir, journalFile)
	sound, err := os.ReadFile(journal)
	if err != nil {
		return err
	}
	for range 40 {
		if f.ctx.Err() != nil {
			return nil
		}
		damage := damages[f.rand.IntN(len(damages))]
		path := journal
		if damage.manifest {
			manifests, err := filepath.Glob(filepath.Join(f.dir, "manifest-*.json"))
			if err != nil || len(manifests) == 0 {
				return errors.Join(err, errors.New("there is no manifest"))
			}
			path = manifests[0]
		}
		whole := sound
		if damage.manifest {
			if whole, err = os.ReadFile(path); err != nil {
				return err
			}
		}
		// Each time from the sound journal, so that damages do not add up.
		if err := os.WriteFile(journal, sound, 0o666); err != nil {
			return err
		}
		if err := os.WriteFile(path, damage.to(f.rand, slices.Clone(whole)), 0o666); err != nil {
			return err
		}
		f.tried++
		what := fmt.Sprintf("seed %d, %s", r.Seed, damage.name)
		got, err := run()
		if err != nil {
			f.fault(&f.crashed, "%s: %v", what, err)
			if err := os.WriteFile(path, whole, 0o666); err != nil {
				return err
			}
			continue
		}
		f.compare(what, got, want)
	}
	return nil
}

// damages are what can happen to a file.
var damages = []struct {
	name     string
	manifest bool // it happens to the manifest, not to the journal
	to       func(r *rand.Rand, text []byte) []byte
}{
	{name: "cut", to: cut},
	{name: "a bit flipped", to: flip},
	{name: "a line lost", to: func(r *rand.Rand, text []byte) []byte {
		lines := bytes.SplitAfter(text, []byte("\n"))
		i := at(r, lines)
		return bytes.Join(slices.Delete(lines, i, i+1), nil)
	}},
	{name: "a line doubled", to: func(r *rand.Rand, text []byte) []byte {
		lines := bytes.SplitAfter(text, []byte("\n"))
		return append(text, lines[at(r, lines)]...)
	}},
	{name: "lines in another order", to: func(r *rand.Rand, text []byte) []byte {
		lines := bytes.SplitAfter(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
		lines[len(lines)-1] = append(slices.Clone(lines[len(lines)-1]), '\n')
		r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		return bytes.Join(lines, nil)
	}},
	{name: "a block of zeros", to: func(r *rand.Rand, text []byte) []byte {
		start := r.IntN(len(text))
		clear(text[start:min(len(text), start+1+r.IntN(4096))])
		return text
	}},
	{name: "something inserted", to: func(r *rand.Rand, text []byte) []byte {
		return slices.Insert(text, r.IntN(len(text)), []byte{byte(r.IntN(256)), byte(r.IntN(256))}...)
	}},
	{name: "a block doubled", to: func(r *rand.Rand, text []byte) []byte {
		start := r.IntN(len(text))
		return slices.Insert(text, r.IntN(len(text)), slices.Clone(text[start:min(len(text), start+1+r.IntN(4096))])...)
	}},
	{name: "the journal empty", to: func(*rand.Rand, []byte) []byte { return nil }},
	{name: "the manifest cut", manifest: true, to: cut},
	{name: "a bit of the manifest flipped", manifest: true, to: flip},
	{name: "the manifest empty", manifest: true, to: func(*rand.Rand, []byte) []byte { return nil }},
}

func cut(r *rand.Rand, text []byte) []byte { return text[:r.IntN(len(text))] }

func flip(r *rand.Rand, text []byte) []byte {
	text[r.IntN(len(text))] ^= 1 << r.IntN(8)
	return text
}

// at is the place of one of the lines, the empty one behind the last end left
// out.
func at(r *rand.Rand, lines [][]byte) int { return r.IntN(len(lines) - 1) }
