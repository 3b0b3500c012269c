package main

import (
	"bufio"
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
	records []experiment.Record // of [gather] alone
	parts   []part
	wanted  export.Wanted
	engines []solver.Description
	sources []explore.Source
	made    experiment.Provenance
	files   []func() (experiment.PlanFile, error)
	free    []func()
}

// part is a plan with its runs, which are read whenever they are asked for.
type part struct {
	plan    string
	source  int // its place
	records iter.Seq2[experiment.Record, error]
}

// gather reads the runs of names, of which there are some. A name is that of a journal, or what [studies] knows,
// or the folder of one plan of a study.
func gather(s *streams, names ...string) (gathered, error) {
	g, err := opened(s, names...)
	defer g.close()
	if err != nil {
		return g, err
	}
	return g, g.sample(math.MaxInt)
}

// sample reads the runs, or about so many of more. A puzzle and the number of a run are drawn for all engines
// together, so that they stay compared on the same; the same runs give the same sample.
func (g *gathered) sample(most int) error {
	part := float64(most) / float64(g.count())
	for i := range g.sources {
		g.sources[i].Count = 0
	}
	g.wanted = export.Wanted{}
	for _, p := range g.parts {
		for r, err := range p.records {
			if err != nil {
				return badInput(err)
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
			g.wanted.Add(&r)
			g.records = append(g.records, r)
			g.sources[p.source].Count++
		}
	}
	return nil
}

// opened finds the runs of names without holding them, until they are closed.
func opened(s *streams, names ...string) (g gathered, err error) {
	g.wanted = export.Wanted{}
	for _, name := range names {
		if slices.ContainsFunc(g.sources, func(other explore.Source) bool { return other.Name == name }) {
			return g, badInput(fmt.Errorf("%s is there twice", name))
		}
		if err := g.add(s, name); err != nil {
			return g, badInput(err)
		}
	}
	if g.count() == 0 {
		return g, badInput(fmt.Errorf("there are no runs: %s", strings.Join(names, ", ")))
	}
	return g, nil
}

func (g *gathered) close() {
	for _, free := range g.free {
		free()
	}
}

// count is how many runs there are.
func (g *gathered) count() (n int) {
	for _, source := range g.sources {
		n += source.Count
	}
	return n
}

// runs are those of all plans, one plan after the other.
func (g *gathered) runs() iter.Seq2[export.Run, error] {
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
		g.free = append(g.free, b.free)
	}
	for _, each := range all {
		if err := g.study(each); err != nil {
			return err
		}
	}
	return nil
}

// kept is what a folder keeps, and the runs of each of its plans. Where all are of one plan, as it was last run, they
// are not held: its sealed file has them, or one in a temporary folder. They are in the order of that file then.
func kept(dir string) (k experiment.Folder, runs []iter.Seq2[experiment.Record, error], free func(), err error) {
	none := func(func(experiment.Record, error) bool) {}
	if k, err = experiment.FolderOf(dir, none); err == nil && len(k.Plans) == 1 && k.Plans[0].Planned > 0 {
		plan, err := experiment.Belongings(dir, k.Plans[0].Name)
		if err != nil {
			return k, nil, nil, err
		}
		sealed, warnings, free, err := sealedOf(dir)
		if err != nil {
			return k, nil, nil, err
		}
		all, err := true, error(nil)
		for r, wrong := range sealed.Records() {
			if err = wrong; err != nil || plan == nil {
				break
			}
			if all = r.Run < plan.Runs() && plan.Seed(r.Content, r.Engine, r.Run) == r.Seed && slices.Equal(plan.Puzzles(r.Content), []string{r.Puzzle}) && plan.Engine(r.Engine, r.ConfigHash, r.Code, r.Budget); !all {
				break
			}
		}
		if err == nil && all && plan != nil {
			k.Warnings = append(k.Warnings, warnings...)
			named := func(yield func(experiment.Record, error) bool) {
				for r, err := range sealed.Records() {
					r.Variant = plan.Variant(r.ConfigHash)
					if !yield(r, err) {
						return
					}
				}
			}
			return k, []iter.Seq2[experiment.Record, error]{named}, free, nil
		}
		free()
	}
	if k, err = columns.Kept(dir); err != nil {
		return k, nil, nil, err
	}
	for _, plan := range k.Plans {
		runs = append(runs, each(plan.Records))
	}
	return k, runs, func() {}, nil
}

// each yields records that are held.
func each(records []experiment.Record) iter.Seq2[experiment.Record, error] {
	return func(yield func(experiment.Record, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// sealedOf is the sealed file of a folder, or one of its journals that is removed when it is freed.
func sealedOf(dir string) (sealed *columns.Sealed, warnings []string, free func(), err error) {
	if sealed, err = columns.OpenFolder(dir); err == nil {
		return sealed, nil, func() { _ = sealed.Close() }, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		warnings = append(warnings, err.Error()+"; the journals were read instead, “formicary collect” seals them again")
	}
	journals, err := experiment.JournalsAndRescued(dir)
	if err != nil {
		return nil, nil, nil, err
	}
	lines, err := experiment.Gather(journals...)
	if err != nil {
		return nil, nil, nil, err
	}
	scratch, remove, err := assets.Scratch("formicary-sealed-")
	if err != nil {
		return nil, nil, nil, err
	}
	fail := func(err error) (*columns.Sealed, []string, func(), error) {
		remove()
		return nil, nil, nil, err
	}
	file, err := os.Create(filepath.Join(scratch, columns.File))
	if err != nil {
		return fail(err)
	}
	out := bufio.NewWriter(file)
	w := columns.Create(out, nil)
	for r, err := range lines.Records() {
		if err == nil {
			err = w.Add(r)
		}
		if err != nil {
			return fail(errors.Join(err, file.Close()))
		}
	}
	if err := errors.Join(w.Close(), out.Flush(), file.Close()); err != nil {
		return fail(err)
	}
	if sealed, err = columns.OpenFolder(scratch); err != nil {
		return fail(err)
	}
	return sealed, append(warnings, lines.Warnings...), func() { _ = sealed.Close(); remove() }, nil
}

// journal adds the runs of a journal, with the expression that has them in a notebook's cell.
func (g *gathered) journal(s *streams, name, dir string) error {
	k, runs, free, err := kept(dir)
	if err != nil {
		return err
	}
	g.free = append(g.free, free)
	s.notes(k.Warnings...)
	if within(dir, experiment.PlanName) {
		g.files = append(g.files, func() (experiment.PlanFile, error) { return experiment.OpenPlan(dir) })
	}
	cell := ""
	if len(k.Plans) == 1 && k.Plans[0].Name != "" {
		cell = fmt.Sprintf("show.Kept(%q)", k.Plans[0].Name)
	}
	g.sources = append(g.sources, explore.Source{Name: name, Cell: cell})
	for i, plan := range k.Plans {
		g.engines = append(g.engines, plan.Engines...)
		if err := g.take(plan.Name, runs[i], plan.Provenance); err != nil {
			return err
		}
	}
	return nil
}

// study adds the runs of a published study.
func (g *gathered) study(p *archive.Study) error {
	engines, err := p.Engines()
	if err != nil {
		return err
	}
	g.engines = append(g.engines, engines...)
	g.sources = append(g.sources, explore.Source{Name: p.Name, Cell: fmt.Sprintf("show.Published(%q)", p.Name)})
	for _, plan := range p.Plans {
		if err := g.take(plan.Name, plan.Each(), plan.Provenance); err != nil {
			return err
		}
		g.files = append(g.files, plan.File)
	}
	return nil
}

// sealed adds the runs of a sealed file without journals, such as that of a study's plan,
// of which the study says when and where they were made.
func (g *gathered) sealed(dir string) error {
	f, err := columns.OpenFolder(dir)
	if err != nil {
		return err
	}
	g.free = append(g.free, func() { _ = f.Close() })
	g.sources = append(g.sources, explore.Source{Name: dir})
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
	return g.take(plan.Name, f.Records(), plan.Provenance)
}

// take adds the runs of a plan to the last source, and notes their puzzles.
func (g *gathered) take(plan string, records iter.Seq2[experiment.Record, error], made experiment.Provenance) error {
	for r, err := range records {
		if err != nil {
			return err
		}
		g.wanted.Add(&r)
		g.sources[len(g.sources)-1].Count++
	}
	g.parts, g.made = append(g.parts, part{plan, len(g.sources) - 1, records}), g.made.And(made)
	return nil
}
