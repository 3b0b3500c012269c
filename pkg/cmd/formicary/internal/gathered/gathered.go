// Package gathered finds the runs that a name on the command line stands for.
//
// # Design
//
// A name stands for a journal, a sealed file, a published study, a folder of studies, or a bundle. [Open] finds the runs of
// names and holds none of them: each plan's runs are read when they are asked for.
//
// # Limits
//
// Runs of plans that share a folder are held, since their records alone tell them apart.
package gathered

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"formicary/pkg/assets"
	"formicary/pkg/charts/explore"
	"formicary/pkg/cmd/formicary/internal/export"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/experiment/bundle"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// Journals are the names of those below the folder of all.
func Journals() (names []string, err error) {
	home, err := experiment.Home()
	if err != nil {
		return nil, err
	}
	paths, err := filepath.Glob(filepath.Join(home, "*", "journal.jsonl"))
	for _, path := range paths {
		names = append(names, filepath.Base(filepath.Dir(path)))
	}
	return names, err
}

// Journal is the folder of a name.
func Journal(name string) (string, error) {
	journals := func(dir string) bool {
		paths, err := experiment.Journals(dir)
		return err == nil && len(paths) > 0 && name != ""
	}
	if journals(name) {
		return name, nil
	}
	home, err := experiment.Home()
	if err != nil {
		return "", fmt.Errorf("no journal %q: looked for journal.jsonl in this folder; for a name, %w: %w", name, err, fs.ErrNotExist)
	}
	if dir := filepath.Join(home, name); journals(dir) {
		return dir, nil
	}
	return "", fmt.Errorf("no journal %q: looked for journal.jsonl in this folder and in %s; “formicary journal list” lists those that there are: %w", name, filepath.Join(home, name), fs.ErrNotExist)
}

// Studies are that of a folder, those of the folders in it, those of a bundle, which is unpacked, or the published
// study of this name.
func Studies(name string) (all []*archive.Study, b *Unpacked, err error) {
	folders := []string{name}
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		if b, err = Unpack(name); err != nil {
			return nil, nil, err
		}
		return b.Opened, b, nil
	}
	if !Within(name, archive.StudyFile) {
		folders = nil
		entries, _ := os.ReadDir(name) // what is no folder is a name
		for _, e := range entries {
			folder, hidden := filepath.Join(name, e.Name()), strings.HasPrefix(e.Name(), ".") // of a process that was killed
			if !hidden && Within(folder, archive.StudyFile) {
				folders = append(folders, folder)
			}
		}
	}
	open := archive.Read
	if len(folders) == 0 {
		folders, open = []string{name}, archive.Open
	}
	for _, folder := range folders {
		one, err := open(folder)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, one)
	}
	return all, nil, nil
}

// NoStudy is the error of a name that stands for no records, or what is wrong with them.
func NoStudy(err error, what, name, instead string) error {
	if _, noCheckout := sets.Root(); noCheckout == nil && !Within(name, archive.StudyFile) {
		return Missing(err, what, name, "the name of a published study (“formicary study list” lists them), "+instead)
	}
	return err
}

// Unpacked is a bundle in a folder, which Free removes.
type Unpacked struct {
	bundle.Manifest
	Dir    string
	Opened []*archive.Study
	Free   func()
}

// Unpack unpacks a bundle, of which it says how many files are as they were packed.
func Unpack(path string) (u *Unpacked, err error) {
	b, err := bundle.Open(path)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	scratch, free, err := assets.Scratch("formicary-bundle-")
	if err != nil {
		return nil, err
	}
	u = &Unpacked{Manifest: b.Manifest, Dir: filepath.Join(scratch, "bundle"), Free: free}
	err = b.Unpack(u.Dir)
	for _, each := range b.Manifest.Studies {
		if err != nil {
			break
		}
		var one *archive.Study
		one, err = archive.Read(filepath.Join(u.Dir, bundle.Records, each.Name))
		u.Opened = append(u.Opened, one)
	}
	if err != nil {
		free()
		return nil, err
	}
	return u, nil
}

// Set is runs, the engines that made them, and where they are from.
type Set struct {
	Records []experiment.Record // of [Gather] and [Set.Sample] alone
	parts   []part
	Wanted  export.Wanted // their puzzles
	Engines []solver.Description
	Sources []explore.Source
	Made    experiment.Provenance
	Files   []func() (experiment.PlanFile, error)
	// Warnings report damage.
	Warnings []string

	free []func()
}

// part is a plan with its runs, which are read whenever they are asked for.
type part struct {
	plan    string
	source  int // its place
	records iter.Seq2[experiment.Record, error]
}

// Gather reads the runs of names, of which there are some. A name is that of a journal, or what [Studies] knows,
// or the folder of one plan of a study.
func Gather(names ...string) (Set, error) {
	g, err := Open(names...)
	if err != nil {
		return g, err
	}
	defer g.Close()
	return g, g.Sample(math.MaxInt)
}

// Sample reads the runs, or about so many of more. A puzzle and the number of a run are drawn for all engines
// together, so that they stay compared on the same; the same runs give the same sample.
func (g *Set) Sample(most int) error {
	part := float64(most) / float64(g.Count())
	for i := range g.Sources {
		g.Sources[i].Count = 0
	}
	g.Wanted = export.Wanted{}
	for _, p := range g.parts {
		for r, err := range p.records {
			if err != nil {
				return err
			}
			if part < 1 {
				sum := sha256.Sum256(fmt.Append(nil, r.Content, " ", r.Run))
				if float64(binary.LittleEndian.Uint64(sum[:])) >= part*(1<<64) {
					continue
				}
			}
			if most < math.MaxInt { // what no explorer shows
				r.Trace, r.Stack = nil, ""
			}
			if part < 1 { // nor this, of so many
				r.Board, r.Statistics = "", nil
			}
			g.Wanted.Add(&r)
			g.Records = append(g.Records, r)
			g.Sources[p.source].Count++
		}
	}
	return nil
}

// Open finds the runs of names without holding them, until they are closed. An error closes them.
func Open(names ...string) (g Set, err error) {
	g.Wanted = export.Wanted{}
	defer func() {
		if err != nil {
			g.Close()
		}
	}()
	for _, name := range names {
		if slices.ContainsFunc(g.Sources, func(other explore.Source) bool { return other.Name == name }) {
			return g, fmt.Errorf("%s is there twice", name)
		}
		if err := g.add(name); err != nil {
			return g, err
		}
	}
	if g.Count() == 0 {
		return g, fmt.Errorf("there are no runs: %s", strings.Join(names, ", "))
	}
	return g, nil
}

// Close frees what the runs are read from.
func (g *Set) Close() {
	for _, free := range g.free {
		free()
	}
}

// Count is how many runs there are.
func (g *Set) Count() int {
	return lists.Sum(g.Sources, func(of explore.Source) int { return of.Count })
}

// All yields those of all plans, one plan after the other.
func (g *Set) All() iter.Seq2[export.Run, error] {
	return func(yield func(export.Run, error) bool) {
		for _, p := range g.parts {
			for r, err := range p.records {
				if !yield(export.Run{Record: r, Plan: p.plan}, err) {
					return
				}
			}
		}
	}
}

func (g *Set) add(name string) error {
	dir, noJournal := Journal(name)
	if noJournal == nil {
		return g.journal(name, dir)
	}
	if !errors.Is(noJournal, fs.ErrNotExist) {
		return noJournal
	}
	if Within(name, columns.File) {
		return g.sealed(name)
	}
	all, b, err := Studies(name)
	if _, noCheckout := sets.Root(); noCheckout != nil && err != nil && !Within(name, "") {
		return noJournal
	}
	if err != nil {
		return NoStudy(err, "study, bundle or journal", name, "a folder with studies, with a journal or with "+columns.File+", or a bundle")
	}
	if b != nil {
		g.free = append(g.free, b.Free)
	}
	for _, each := range all {
		if err := g.study(each); err != nil {
			return err
		}
	}
	return nil
}

// journal adds the runs of a journal, with the expression that has them in a notebook's cell.
func (g *Set) journal(name, dir string) error {
	k, runs, free, err := columns.Stream(dir)
	if err != nil {
		return err
	}
	g.free = append(g.free, free)
	g.Warnings = append(g.Warnings, k.Warnings...)
	if Within(dir, experiment.PlanName) {
		g.Files = append(g.Files, func() (experiment.PlanFile, error) { return experiment.OpenPlan(dir) })
	}
	cell := ""
	if len(k.Plans) == 1 && k.Plans[0].Name != "" {
		cell = fmt.Sprintf("show.Kept(%q)", k.Plans[0].Name)
	}
	g.Sources = append(g.Sources, explore.Source{Name: name, Cell: cell})
	for i, plan := range k.Plans {
		g.Engines = append(g.Engines, plan.Engines...)
		if err := g.take(plan.Name, runs[i], plan.Provenance); err != nil {
			return err
		}
	}
	return nil
}

// study adds the runs of a published study.
func (g *Set) study(p *archive.Study) error {
	engines, err := p.Engines()
	if err != nil {
		return err
	}
	g.Engines = append(g.Engines, engines...)
	g.Sources = append(g.Sources, explore.Source{Name: p.Name, Cell: fmt.Sprintf("show.Published(%q)", p.Name)})
	for _, plan := range p.Plans {
		if err := g.take(plan.Name, plan.Each(), plan.Provenance); err != nil {
			return err
		}
		g.Files = append(g.Files, plan.File)
	}
	return nil
}

// sealed adds the runs of a sealed file without journals, such as that of a study's plan,
// of which the study says when and where they were made.
func (g *Set) sealed(dir string) error {
	f, err := columns.OpenFolder(dir)
	if err != nil {
		return err
	}
	g.free = append(g.free, func() { _ = f.Close() })
	g.Sources = append(g.Sources, explore.Source{Name: dir})
	var plan archive.Plan
	if parent, place := filepath.Split(filepath.Clean(dir)); Within(parent, archive.StudyFile) {
		one, err := archive.Read(parent)
		if err != nil {
			return err
		}
		for _, p := range one.Plans {
			if p.Place == place {
				plan = p
			}
		}
	}
	return g.take(plan.Name, f.Records(), plan.Provenance)
}

// take adds the runs of a plan to the last source, and notes their puzzles.
func (g *Set) take(plan string, records iter.Seq2[experiment.Record, error], made experiment.Provenance) error {
	for r, err := range records {
		if err != nil {
			return err
		}
		g.Wanted.Add(&r)
		g.Sources[len(g.Sources)-1].Count++
	}
	g.parts, g.Made = append(g.parts, part{plan, len(g.Sources) - 1, records}), g.Made.And(made)
	return nil
}

// Within says whether a folder has a file.
func Within(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
}

// Missing turns the error of a file that does not exist into one that says where
// it was looked for and what to give instead.
func Missing(err error, what, path, instead string) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if full, wrong := filepath.Abs(path); wrong == nil {
		path = full
	}
	return fmt.Errorf("no %s %s: give %s", what, path, instead)
}
