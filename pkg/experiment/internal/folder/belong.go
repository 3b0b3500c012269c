package folder

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"formicary/pkg/experiment/internal/identity"
	"formicary/pkg/experiment/internal/journal"
	"formicary/pkg/experiment/internal/planfile"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// manifests are those of a folder, and what plan.json says where no process has
// written its manifest.
func manifests(dir string) (all []Manifest, warnings []string, err error) {
	paths, err := filepath.Glob(filepath.Join(journal.EscapeGlob(dir), "manifest-*.json"))
	if err != nil {
		return nil, nil, fmt.Errorf("experiment: %w", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		var m Manifest
		if err == nil {
			err = json.Unmarshal(text, &m)
		}
		if err != nil {
			warnings = append(warnings, fmt.Sprintf("%s: it is no manifest: %v", path, err))
			continue
		}
		all = append(all, m)
	}
	plan, err := planfile.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return all, warnings, nil
	}
	if err != nil {
		return all, append(warnings, err.Error()), nil
	}
	if !slices.ContainsFunc(all, func(m Manifest) bool { return m.Fingerprint() == plan.Fingerprint }) {
		all = append(all, planManifest(plan))
	}
	return all, warnings, nil
}

// planManifest is that of a plan before anybody works on it.
func planManifest(f planfile.File) Manifest {
	m := Manifest{Terms: f.Terms}
	for _, e := range f.Engines {
		m.Engines = append(m.Engines, identity.Versioned{Description: e.Description, Hash: e.Hash, Code: e.Code})
	}
	for _, q := range f.Puzzles {
		m.Puzzles = append(m.Puzzles, manifestPuzzle{q.ID, q.Kind, q.Rows, q.Cols, hex.EncodeToString(q.Hash[:])})
	}
	return m
}

// Belonging tells the runs of a plan from others in its folder, without their records.
type Belonging struct {
	of       Manifest
	puzzles  map[string]belongingPuzzle // by content
	variants map[string]string          // as [identity.Variants] has them
}

type belongingPuzzle struct {
	ids  []string // sorted
	hash puzzle.Hash
}

// Belongings is the only plan of a name in a folder. It is nil if there are none or
// several.
func Belongings(dir, name string) (*Belonging, error) {
	all, _, err := manifests(dir)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(m Manifest) bool { return m.Name != name })
	if len(all) != 1 {
		return nil, nil
	}
	b := &Belonging{of: all[0], puzzles: map[string]belongingPuzzle{}, variants: identity.Variants(all[0].Engines)}
	for _, q := range b.of.Puzzles {
		hash, ok := q.content()
		if !ok {
			return nil, nil
		}
		ids := append(b.puzzles[hash.String()].ids, q.ID)
		slices.Sort(ids)
		b.puzzles[hash.String()] = belongingPuzzle{ids, hash}
	}
	return b, nil
}

// Engines are those of the plan.
func (b *Belonging) Engines() []solver.Description {
	return lists.Map(b.of.Engines, func(e identity.Versioned) solver.Description { return e.Description })
}

// Puzzles are the ids of the plan's puzzles of a content, sorted. They share their runs.
func (b *Belonging) Puzzles(content string) []string { return b.puzzles[content].ids }

// Contents are those of the plan's puzzles, each once.
func (b *Belonging) Contents() iter.Seq[string] { return maps.Keys(b.puzzles) }

// Variant is what the plan calls that of the engine with such parameters.
func (b *Belonging) Variant(parameters string) string { return b.variants[parameters] }

// Engine says whether the plan runs an engine with such parameters ([record.Record.ConfigHash]),
// as made by this code, with this budget.
func (b *Belonging) Engine(engine, parameters, code string, budget solver.Budget) bool {
	return b.of.Allows(budget) && slices.ContainsFunc(b.of.Engines, func(e identity.Versioned) bool {
		return e.Engine == engine && e.Hash == parameters && e.Code == code
	})
}

// Runs is how often each engine runs on each puzzle.
func (b *Belonging) Runs() int { return b.of.Runs }

// Seed is that of a run of an engine on a puzzle of the plan.
func (b *Belonging) Seed(content, engine string, run int) uint64 {
	return b.of.RunSeed(b.puzzles[content].hash, engine, run)
}
