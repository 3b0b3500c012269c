package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"formicary/pkg/cmd/formicary/internal/gathered"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/experiment/cluster"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/study"
)

// entry is a journal or a study in a list of them.
type entry struct {
	Name     string   `json:"name"`
	Question string   `json:"question,omitempty"`
	Made     int      `json:"runs_made"`
	Planned  int      `json:"runs_planned"`
	Verified int      `json:"verified_here,omitempty"`
	Bytes    int64    `json:"bytes"`
	When     string   `json:"recorded"` // and where
	Codes    []string `json:"codes,omitempty"`
	Engines  []string `json:"engines,omitempty"`
}

// list prints journals, or studies.
func list(s *streams, all []entry, asJSON bool) error {
	if asJSON {
		return s.json(append([]entry{}, all...))
	}
	return s.table(func(t io.Writer) {
		fmt.Fprintln(t, "name\truns made\tverified here\tsize\trecorded\tquestion, or code and engines")
		for _, e := range all {
			made, verified, what := "not published", "", e.Question
			if e.Planned > 0 {
				made, verified = fmt.Sprintf("%s of %s", puzzle.Thousands(e.Made), puzzle.Thousands(e.Planned)), puzzle.Thousands(e.Verified)
			}
			if e.Question == "" {
				what = some(e.Codes, 1) + ", " + some(e.Engines, 3)
			}
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\n", line.Replace(e.Name), made, verified, size(e.Bytes), strings.TrimSpace(strings.TrimPrefix(e.When, "recorded")), line.Replace(what))
		}
	})
}

type journalListCommand struct {
	JSON bool `name:"json" help:"Print JSON, for programs."`
}

func (c *journalListCommand) Run(s *streams) error {
	names, err := gathered.Journals()
	if err != nil {
		return err
	}
	if len(names) == 0 && !c.JSON {
		fmt.Fprintln(s.stdout, "There are no journals: show.Run in a notebook keeps one for each plan with a name.")
		return nil
	}
	var all []entry
	for _, name := range names {
		dir, err := gathered.Journal(name)
		if err != nil {
			return err
		}
		k, err := columns.Kept(dir)
		s.notes(k.Warnings...)
		if err != nil {
			s.report(err)
			continue
		}
		e := entry{Name: name, Bytes: k.Bytes}
		var made experiment.Provenance
		for _, p := range k.Plans {
			e.Made, e.Planned, e.Codes, made = e.Made+len(p.Records), e.Planned+p.Planned, append(e.Codes, p.Codes...), made.And(p.Provenance)
			for _, engine := range p.Engines {
				e.Engines = append(e.Engines, engine.Label())
			}
		}
		e.When = made.String()
		all = append(all, e)
	}
	return list(s, all, c.JSON)
}

type studyListCommand struct {
	JSON bool `name:"json" help:"Print JSON, for programs."`
}

func (c *studyListCommand) Run(s *streams) error {
	published, err := archive.All()
	if err != nil {
		return badInput(err)
	}
	var all []entry
	for _, p := range published {
		e, _, err := entryOf(p)
		if err != nil {
			return badInput(err)
		}
		all = append(all, e)
	}
	for _, planned := range study.All() {
		if !slices.ContainsFunc(published, func(p *archive.Study) bool { return p.Name == planned.Name }) {
			all = append(all, entry{Name: planned.Name, Question: planned.Question})
		}
	}
	slices.SortFunc(all, func(a, b entry) int { return strings.Compare(a.Name, b.Name) })
	return list(s, all, c.JSON)
}

// file is one of a study, by its path in the study's folder.
type file struct {
	name  string
	bytes int64
}

// entryOf is a published study with its files.
func entryOf(p *archive.Study) (e entry, files []file, err error) {
	e = entry{Name: p.Name, Question: p.Question, Verified: p.VerifiedHere(), When: p.Provenance().String()}
	e.Made, e.Planned = p.Counts()
	err = filepath.WalkDir(p.Folder, func(path string, f fs.DirEntry, err error) error {
		if err != nil || f.IsDir() {
			return err
		}
		info, err := f.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(p.Folder, path)
		files, e.Bytes = append(files, file{name, info.Size()}), e.Bytes+info.Size()
		return err
	})
	return e, files, err
}

// described is what can be said of a plan, whether a journal, a study or a folder has it.
type described struct {
	Name    string `json:"name"`
	Made    int    `json:"runs_made"`
	Planned int    `json:"runs_planned"`
	planned
	Fingerprint string            `json:"fingerprint,omitempty"`
	When        string            `json:"recorded,omitempty"` // and where
	Engines     []describedEngine `json:"engines"`

	from []string // sets, and how many puzzles are of each
}

// planned is what the runs of a plan have in common.
type planned struct {
	Puzzles int           `json:"puzzles"`
	Runs    int           `json:"runs_each"`
	Seed    uint64        `json:"seed"`
	Budget  solver.Budget `json:"budget"`
}

type describedEngine struct {
	Engine     string   `json:"engine"`
	Label      string   `json:"label"`
	Parameters string   `json:"parameters"` // their hash
	Codes      []string `json:"codes"`
	Typed      bool     `json:"typed,omitempty"` // into a cell
	Runs       int      `json:"runs_made"`
	Solved     int      `json:"solved"`

	notes []string
}

// describe describes the plan of a file.
func describe(f experiment.PlanFile) described {
	d := described{Name: f.Name, Planned: f.Total(), planned: planned{len(f.Puzzles), f.Runs, f.Seed, f.Budget}, Fingerprint: f.Fingerprint}
	for _, e := range f.Engines {
		d.Engines = append(d.Engines, describedEngine{Engine: e.Engine, Label: e.Label(), Parameters: e.Hash, Codes: []string{e.Code}, Typed: e.Typed})
	}
	var sets []string
	for _, o := range f.Puzzles {
		sets = append(sets, o.Kind+"/"+cmp.Or(o.Set, "no set"))
	}
	d.from = counted(sets, func(n int, set string) string { return set + ": " + puzzle.Plural(n, "puzzle") })
	return d
}

// count takes what records say of the engines: runs, solutions, and versions of the code.
func (d *described) count(records iter.Seq2[experiment.Record, error]) error {
	codes := make([][]string, len(d.Engines))
	for r, err := range records {
		if err != nil {
			return err
		}
		d.Made++
		for i := range d.Engines {
			e := &d.Engines[i]
			if r.ConfigHash != e.Parameters {
				continue
			}
			if e.Runs++; !slices.Contains(codes[i], r.Code) {
				codes[i] = append(codes[i], r.Code)
			}
			if r.Solved() {
				e.Solved++
			}
		}
	}
	for i := range d.Engines {
		if codes[i] != nil {
			d.Engines[i].Codes = codes[i]
		}
	}
	return nil
}

// print prints the plan as rows of a table.
func (d *described) print(t io.Writer) {
	fmt.Fprintf(t, "  runs\t%s of %s%s\n", puzzle.Thousands(d.Made), puzzle.Thousands(d.Planned), map[bool]string{true: ", complete", false: ", not finished"}[d.Made == d.Planned])
	fmt.Fprintf(t, "  puzzles\t%s, %s of each engine on each\n  seed\t%d\n  budget of a run\t%s\n", puzzle.Thousands(d.Puzzles), puzzle.Plural(d.Runs, "run"), d.Seed, budgetWords(d.Budget))
	if d.Fingerprint != "" {
		fmt.Fprintf(t, "  fingerprint\t%s\n", d.Fingerprint)
	}
	if d.When != "" {
		fmt.Fprintf(t, "  made\t%s\n", line.Replace(strings.TrimSpace(strings.TrimPrefix(d.When, "recorded"))))
	}
	for i, set := range d.from {
		fmt.Fprintf(t, "  %s\t%s\n", []string{"from", ""}[min(i, 1)], line.Replace(set))
	}
	for _, e := range d.Engines {
		fmt.Fprintf(t, "  %s\t%s, %s solved, %s, code %s\n", line.Replace(e.Label), puzzle.Plural(e.Runs, "run"), puzzle.Thousands(e.Solved), e.Engine, line.Replace(some(e.Codes, 1)))
		for _, note := range e.notes {
			fmt.Fprintf(t, "  \t%s\n", line.Replace(note))
		}
	}
}

type journalShowCommand struct {
	JSON bool   `name:"json" help:"Print JSON, for programs."`
	Name string `arg:"" help:"A journal."`
}

func (c *journalShowCommand) Run(s *streams) error {
	dir, err := gathered.Journal(c.Name)
	if err != nil {
		return badInput(err)
	}
	k, runs, free, err := columns.Stream(dir)
	if err != nil {
		return badInput(err)
	}
	defer free()
	s.notes(k.Warnings...)
	all := []described{}
	for i, p := range k.Plans {
		d := described{Name: p.Name, Planned: p.Planned, planned: planned{p.Puzzles, p.Runs, p.Seed, p.Budget}, When: p.Provenance.String()}
		for i, e := range p.Engines {
			d.Engines = append(d.Engines, describedEngine{Engine: e.Engine, Label: e.Label(), Parameters: e.Hash(), Codes: p.Codes[i : i+1]})
		}
		for _, o := range p.Others {
			text := fmt.Sprintf("and %s of other code, %s, which do not count", puzzle.Plural(o.Records, "record"), o.Code)
			if len(o.Differs) > 0 {
				text += "; it differs in " + some(o.Differs, 4)
			}
			d.Engines[o.Engine].notes = append(d.Engines[o.Engine].notes, text)
		}
		if err := d.count(runs[i]); err != nil {
			return badInput(err)
		}
		all = append(all, d)
	}
	if c.JSON {
		return s.json(all)
	}
	fmt.Fprintf(s.stdout, "%s: %s, %s", k.Folder, puzzle.Plural(len(all), "plan"), size(k.Bytes))
	if k.Others > 0 {
		fmt.Fprintf(s.stdout, ", %s of earlier code or another plan", puzzle.Plural(k.Others, "record"))
	}
	fmt.Fprintln(s.stdout)
	return printPlans(s, all)
}

func printPlans(s *streams, all []described) error {
	for _, d := range all {
		fmt.Fprintf(s.stdout, "\n%s\n", line.Replace(orNone(d.Name)))
		if err := s.table(d.print); err != nil {
			return err
		}
	}
	return nil
}

type studyShowCommand struct {
	JSON bool   `name:"json" help:"Print JSON, for programs."`
	Name string `arg:"" name:"study" help:"A published study, or a folder with a study.json."`
}

func (c *studyShowCommand) Run(s *streams) error {
	found, _, err := gathered.Studies(c.Name)
	if err != nil {
		return badInput(err)
	}
	p := found[0]
	e, files, err := entryOf(p)
	if err := errors.Join(err, p.Check()); err != nil {
		return badInput(err)
	}
	var all []described
	for _, plan := range p.Plans {
		f, err := plan.File()
		if err != nil {
			return badInput(err)
		}
		d := describe(f)
		if err := d.count(plan.Each()); err != nil {
			return badInput(err)
		}
		d.Planned, d.When = plan.Planned, plan.Provenance.String()
		all = append(all, d)
	}
	if c.JSON {
		return s.json(struct {
			entry
			Plans []described `json:"plans"`
		}{e, all})
	}
	fmt.Fprintf(s.stdout, "%s: %s\n%s of %s, %s; %s rerun here, identical\n", e.Name, line.Replace(e.Question), puzzle.Thousands(e.Made), puzzle.Plural(e.Planned, "run"), e.When, puzzle.Thousands(e.Verified))
	if err := printPlans(s, all); err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "\n%s as published, %s in %s:\n", puzzle.Plural(len(files), "file"), size(e.Bytes), p.Folder)
	err = s.table(func(t io.Writer) {
		for _, f := range files {
			fmt.Fprintf(t, "  %s\t%s\n", f.name, size(f.bytes))
		}
	})
	fmt.Fprintf(s.stdout, "\nIn a notebook: show.Published(%q). As a page: formicary explore %s.\n", e.Name, e.Name)
	return err
}

type journalRmCommand struct {
	Yes   bool   `xor:"how" help:"Delete without a question."`
	Aside bool   `xor:"how" help:"Delete nothing: move the runs aside, so that their plans start afresh."`
	Name  string `arg:"" help:"A journal."`
}

func (c *journalRmCommand) Run(s *streams) error {
	dir, err := gathered.Journal(c.Name)
	if err != nil {
		return badInput(err)
	}
	if !c.Yes && !c.Aside {
		fmt.Fprintf(s.stdout, "Delete %s with all its runs? Type yes: ", dir)
		answer, _ := bufio.NewReader(s.stdin).ReadString('\n') // no answer is none
		if strings.TrimSpace(answer) != "yes" {
			fmt.Fprintln(s.stdout, "Nothing was deleted.")
			return failed(true)
		}
	}
	// Nothing is touched while submitted tasks wait or run. Where a scheduler cannot be asked their signs of life have
	// to do.
	submissions, err := cluster.Submissions(dir)
	if err != nil {
		return badInput(err)
	}
	tasks, err := cluster.Alive(s.ctx, submissions)
	if tasks.Running+tasks.Waiting > 0 {
		return badInput(fmt.Errorf("%s: %w: %d run, %d wait; end them first", dir, cluster.ErrAlive, tasks.Running, tasks.Waiting))
	}
	if err != nil {
		s.notes(fmt.Sprintf("whether tasks live is known from their markers only: %v", err))
	}
	said := dir + " is deleted"
	if c.Aside {
		aside, wrong := experiment.Reset(dir)
		said, err = fmt.Sprintf("The runs are in %s; the next run of their plans makes all of them anew.", aside), wrong
	} else {
		err = experiment.Remove(dir)
	}
	if err != nil {
		return badInput(err)
	}
	fmt.Fprintln(s.stdout, said)
	return nil
}
