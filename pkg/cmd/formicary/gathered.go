package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"formicary/pkg/assets"
	"formicary/pkg/charts/explore"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/experiment/bundle"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// journals are the names of those below the folder of all.
func journals() (names []string, err error) {
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

// journal is the folder of a name.
func journal(name string) (string, error) {
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

// studies are that of a folder, those of the folders in it, those of a bundle, which is unpacked, or the published
// study of this name.
func studies(name string) (all []*archive.Study, b *unpacked, err error) {
	folders := []string{name}
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		if b, err = unpack(name); err != nil {
			return nil, nil, err
		}
		return b.studies, b, nil
	}
	if !within(name, archive.StudyFile) {
		folders = nil
		entries, _ := os.ReadDir(name) // what is no folder is a name
		for _, e := range entries {
			folder, hidden := filepath.Join(name, e.Name()), strings.HasPrefix(e.Name(), ".") // of a process that was killed
			if !hidden && within(folder, archive.StudyFile) {
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

// noStudy is the error of a name that stands for no records, or what is wrong with them.
func noStudy(err error, what, name, instead string) error {
	if _, noCheckout := sets.Root(); noCheckout == nil && !within(name, archive.StudyFile) {
		return missing(err, what, name, "the name of a published study (“formicary study list” lists them), "+instead)
	}
	return err
}

// unpacked is a bundle in a folder, which free removes.
type unpacked struct {
	bundle.Manifest
	dir     string
	studies []*archive.Study
	free    func()
}

// unpack unpacks a bundle, of which it says how many files are as they were packed.
func unpack(path string) (u *unpacked, err error) {
	b, err := bundle.Open(path)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	scratch, free, err := assets.Scratch("formicary-bundle-")
	if err != nil {
		return nil, err
	}
	u = &unpacked{Manifest: b.Manifest, dir: filepath.Join(scratch, "bundle"), free: free}
	err = b.Unpack(u.dir)
	for _, each := range b.Manifest.Studies {
		if err != nil {
			break
		}
		var one *archive.Study
		one, err = archive.Read(filepath.Join(u.dir, bundle.Records, each.Name))
		u.studies = append(u.studies, one)
	}
	if err != nil {
		free()
		return nil, err
	}
	return u, nil
}

// gathered are runs, the engines that made them, and where they are from.
type gathered struct {
	records []experiment.Record
	engines []solver.Description
	sources []explore.Source
	made    experiment.Provenance
	plans   []string // the names of the records' plans
	files   []func() (experiment.PlanFile, error)
}

// gather reads the runs of names, of which there are some. A name is that of a journal, or what [studies] knows,
// or the folder of one plan of a study.
func gather(s *streams, names ...string) (g gathered, err error) {
	for _, name := range names {
		if slices.ContainsFunc(g.sources, func(other explore.Source) bool { return other.Name == name }) {
			return g, badInput(fmt.Errorf("%s is there twice", name))
		}
		if err := g.add(s, name); err != nil {
			return g, badInput(err)
		}
	}
	if len(g.records) == 0 {
		return g, badInput(fmt.Errorf("there are no runs: %s", strings.Join(names, ", ")))
	}
	return g, nil
}

func (g *gathered) add(s *streams, name string) error {
	dir, noJournal := journal(name)
	if noJournal == nil {
		return g.journal(s, name, dir)
	}
	if !errors.Is(noJournal, fs.ErrNotExist) {
		return noJournal
	}
	if within(name, columns.File) {
		return g.sealed(name)
	}
	all, b, err := studies(name)
	if _, noCheckout := sets.Root(); noCheckout != nil && err != nil && !within(name, "") {
		return noJournal
	}
	if err != nil {
		return noStudy(err, "study, bundle or journal", name, "a folder with studies, with a journal or with "+columns.File+", or a bundle")
	}
	if b != nil {
		defer b.free()
	}
	for _, each := range all {
		if err := g.study(each); err != nil {
			return err
		}
	}
	return nil
}

// journal adds the runs of a journal, with the expression that has them in a notebook's cell.
func (g *gathered) journal(s *streams, name, dir string) error {
	k, err := columns.Kept(dir)
	if err != nil {
		return err
	}
	s.notes(k.Warnings...)
	if within(dir, experiment.PlanName) {
		g.files = append(g.files, func() (experiment.PlanFile, error) { return experiment.OpenPlan(dir) })
	}
	cell := ""
	if len(k.Plans) == 1 && k.Plans[0].Name != "" {
		cell = fmt.Sprintf("show.Kept(%q)", k.Plans[0].Name)
	}
	for _, plan := range k.Plans {
		g.engines = append(g.engines, plan.Engines...)
		g.take(plan.Name, len(plan.Records), plan.Provenance)
	}
	g.source(name, cell, k.Records())
	return nil
}

// study adds the runs of a published study.
func (g *gathered) study(p *archive.Study) error {
	engines, err := p.Engines()
	if err != nil {
		return err
	}
	records, err := p.Records()
	if err != nil {
		return err
	}
	g.engines = append(g.engines, engines...)
	for _, plan := range p.Plans {
		g.take(plan.Name, plan.Made, plan.Provenance)
		g.files = append(g.files, plan.File)
	}
	g.source(p.Name, fmt.Sprintf("show.Published(%q)", p.Name), records)
	return nil
}

// sealed adds the runs of a sealed file without journals, such as that of a study's plan,
// of which the study says when and where they were made.
func (g *gathered) sealed(dir string) error {
	f, err := columns.OpenFolder(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	var records []experiment.Record
	for r, err := range f.Records() {
		if err != nil {
			return err
		}
		records = append(records, r)
	}
	g.source(dir, "", records)
	var plan archive.Plan
	if parent, place := filepath.Split(filepath.Clean(dir)); within(parent, archive.StudyFile) {
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
	g.take(plan.Name, len(records), plan.Provenance)
	return nil
}

// take notes the plan of the next records, of which there are so many.
func (g *gathered) take(plan string, records int, made experiment.Provenance) {
	g.plans, g.made = append(g.plans, slices.Repeat([]string{plan}, records)...), g.made.And(made)
}

func (g *gathered) source(name, cell string, records []experiment.Record) {
	g.records = append(g.records, records...)
	g.sources = append(g.sources, explore.Source{Name: name, Count: len(records), Cell: cell})
}
