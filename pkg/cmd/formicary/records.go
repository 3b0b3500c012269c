package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/study"
)

type recordsCommand struct {
	HTML      bool     `name:"html" help:"Write all runs of the studies as one page, in which they are explored by clicks."`
	Out       string   `type:"path" placeholder:"FILE" help:"With --html: write the page to this file and open nothing; .formicary/records.html in the checkout or the working folder by default."`
	NoBrowser bool     `help:"With --html: print the path of the page, but open no browser."`
	JSON      bool     `name:"json" help:"As JSON, for programs."`
	Studies   []string `arg:"" optional:"" name:"study" help:"Published studies, or folders with a study.json; without one all are listed."`
}

func (c *recordsCommand) Help() string {
	return `Published studies are in data/records: their plans and the record of every run. Without an argument they are listed: how
many of their runs are made, how many of these came out the same when they were made again on this machine (“formicary
verify”), and when and where they were made. Of each study that you name you see the question, plans, budgets, engines and
files. With --html all runs of the named studies, or of all, are on one page, which needs neither a network nor the lab. It
has the charts of “formicary explore”, which makes such a page of your own runs.`
}

func (c *recordsCommand) Run(s *streams) error {
	switch {
	case !c.HTML && (c.Out != "" || c.NoBrowser):
		return badInput(errors.New("--out and --no-browser are those of a page: give --html, too"))
	case !c.HTML && len(c.Studies) == 0:
		return listStudies(s, c.JSON)
	}
	studies, err := c.studies()
	if err != nil {
		return badInput(err)
	}
	if c.HTML {
		return c.page(s, studies)
	}
	for i, each := range studies {
		if c.JSON {
			if err := describeJSON(s, each); err != nil {
				return badInput(err)
			}
			continue
		}
		if i > 0 {
			fmt.Fprintln(s.stdout)
		}
		if err := describe(s, each); err != nil {
			return badInput(err)
		}
	}
	return nil
}

// studies are those that were asked for, or all.
func (c *recordsCommand) studies() (all []*archive.Study, err error) {
	if len(c.Studies) == 0 {
		return archive.All()
	}
	for i, name := range c.Studies {
		if slices.Contains(c.Studies[:i], name) {
			return nil, fmt.Errorf("%s is there twice", name)
		}
		open := archive.Open
		if within(name, archive.StudyFile) {
			open = archive.Read
		}
		one, err := open(name)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// page writes the runs as a page.
func (c *recordsCommand) page(s *streams, studies []*archive.Study) error {
	var g gathered
	for _, each := range studies {
		if err := g.study(each); err != nil {
			return badInput(err)
		}
	}
	title := "All published runs"
	if len(c.Studies) > 0 {
		title = "Published runs of " + strings.Join(c.Studies, ", ")
	}
	return pageOfRuns{title: title, out: c.Out, name: "records.html", closed: c.NoBrowser}.write(s, g)
}

// listStudies prints the studies and what is published of each.
func listStudies(s *streams, asJSON bool) error {
	var names []string
	questions, published := map[string]string{}, map[string]*archive.Study{}
	for _, each := range study.All() {
		names, questions[each.Name] = append(names, each.Name), each.Question
	}
	all, err := archive.All()
	if err != nil {
		return badInput(err)
	}
	for _, each := range all {
		names, questions[each.Name], published[each.Name] = append(names, each.Name), each.Question, each
	}
	slices.Sort(names)
	listed := []studyJSON{}
	table := tabwriter.NewWriter(s.stdout, 0, 8, 2, ' ', 0)
	fmt.Fprintln(table, "study\truns made\tverified here\tsize\trecorded\tquestion")
	for _, name := range slices.Compact(names) {
		made, verified, bytes, recorded := "not published", "", "", ""
		if p := published[name]; asJSON {
			one := studyJSON{Study: name, Question: questions[name]}
			if p != nil {
				if err := one.of(p); err != nil {
					return badInput(err)
				}
			}
			listed = append(listed, one)
			continue
		} else if p != nil {
			n, planned := p.Counts()
			made = fmt.Sprintf("%s of %s", puzzle.Thousands(n), puzzle.Thousands(planned))
			verified = puzzle.Thousands(p.VerifiedHere())
			total, _, err := filesOf(p)
			if err != nil {
				return badInput(err)
			}
			bytes, recorded = size(total), strings.TrimSpace(strings.TrimPrefix(p.Provenance().String(), "recorded"))
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", name, made, verified, bytes, recorded, line.Replace(questions[name]))
	}
	if asJSON {
		return s.json(listed)
	}
	return table.Flush()
}

// studyJSON is a study as programs read it.
type studyJSON struct {
	Study     string `json:"study"`
	Question  string `json:"question"`
	Published bool   `json:"published"`
	Made      int    `json:"runs_made"`
	Planned   int    `json:"runs_planned"`
	Verified  int    `json:"verified_here"`
	Bytes     int64  `json:"bytes"`
	Recorded  string `json:"recorded"`
}

func (j *studyJSON) of(p *archive.Study) (err error) {
	j.Study, j.Question, j.Published, j.Verified, j.Recorded = p.Name, p.Question, true, p.VerifiedHere(), p.Provenance().String()
	j.Made, j.Planned = p.Counts()
	j.Bytes, _, err = filesOf(p)
	return err
}

// describeJSON prints a study and the plans of its runs for programs.
func describeJSON(s *streams, p *archive.Study) error {
	type engineJSON struct {
		Engine string   `json:"engine"`
		Label  string   `json:"label"`
		Runs   int      `json:"runs_made"`
		Solved int      `json:"solved"`
		Codes  []string `json:"codes"`
	}
	type planJSON struct {
		Name        string        `json:"name"`
		Made        int           `json:"runs_made"`
		Planned     int           `json:"runs_planned"`
		Puzzles     int           `json:"puzzles"`
		Runs        int           `json:"runs_each"`
		Budget      solver.Budget `json:"budget"`
		Seed        uint64        `json:"seed"`
		Fingerprint string        `json:"fingerprint"`
		Engines     []engineJSON  `json:"engines"`
	}
	all := struct {
		studyJSON
		Plans []planJSON `json:"plans"`
	}{}
	if err := errors.Join(p.Check(), all.of(p)); err != nil {
		return err
	}
	for _, plan := range p.Plans {
		f, err := plan.File()
		if err != nil {
			return err
		}
		records, err := plan.Records()
		if err != nil {
			return err
		}
		one := planJSON{plan.Name, plan.Made, plan.Planned, len(f.Puzzles), f.Runs, f.Budget, f.Seed, f.Fingerprint, nil}
		for _, e := range f.Engines {
			runs, solved, codes := madeBy(records, e.Hash)
			one.Engines = append(one.Engines, engineJSON{e.Engine, e.Label(), runs, solved, codes})
		}
		all.Plans = append(all.Plans, one)
	}
	return s.json(all)
}

// madeBy is what records say of an engine, by its parameters: runs, solutions, versions
// of the code.
func madeBy(records []experiment.Record, parameters string) (runs, solved int, codes []string) {
	for _, r := range records {
		if r.ConfigHash != parameters {
			continue
		}
		if runs++; r.Solved() {
			solved++
		}
		if !slices.Contains(codes, r.Code) {
			codes = append(codes, r.Code)
		}
	}
	return runs, solved, codes
}

// file is one of a study, by its path in the study's folder.
type file struct {
	name  string
	bytes int64
}

// filesOf are the files of a study, and their bytes together.
func filesOf(p *archive.Study) (total int64, files []file, err error) {
	err = filepath.WalkDir(p.Folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(p.Folder, path)
		files, total = append(files, file{name, info.Size()}), total+info.Size()
		return err
	})
	return total, files, err
}

// describe prints what there is to know of a study.
func describe(s *streams, p *archive.Study) error {
	made, planned := p.Counts()
	fmt.Fprintf(s.stdout, "%s: %s\n%s of %s, %v; %s made again here came out the same\n", p.Name, line.Replace(p.Question), puzzle.Thousands(made), puzzle.Plural(planned, "run"), p.Provenance(), puzzle.Thousands(p.VerifiedHere()))
	if err := p.Check(); err != nil {
		return err
	}
	for _, plan := range p.Plans {
		f, err := plan.File()
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(s.stdout, 0, 8, 2, ' ', 0)
		fmt.Fprintf(table, "\n%s\n", line.Replace(orNone(plan.Name)))
		fmt.Fprintf(table, "  runs\t%s of %s, %v\n", puzzle.Thousands(plan.Made), puzzle.Thousands(plan.Planned), plan.Provenance)
		fmt.Fprintf(table, "  puzzles\t%s, %s of each engine on each\n  budget of a run\t%s\n  seed\t%d\n  fingerprint\t%s\n", puzzle.Thousands(len(f.Puzzles)), puzzle.Plural(f.Runs, "run"), budgetWords(f.Budget), f.Seed, f.Fingerprint)
		sets := map[string]int{}
		var order []string
		for _, o := range f.Puzzles {
			name := o.Kind + "/" + o.Set
			if o.Set == "" {
				name = o.Kind + " of no set"
			}
			if sets[name] == 0 {
				order = append(order, name)
			}
			sets[name]++
		}
		for i, name := range order {
			head := ""
			if i == 0 {
				head = "from"
			}
			fmt.Fprintf(table, "  %s\t%s: %s\n", head, line.Replace(name), puzzle.Plural(sets[name], "puzzle"))
		}
		records, err := plan.Records()
		if err != nil {
			return err
		}
		for _, e := range f.Engines {
			runs, solved, codes := madeBy(records, e.Hash)
			fmt.Fprintf(table, "  %s\t%s, %s solved, %s, code %s\n", line.Replace(e.Label()), puzzle.Plural(runs, "run"), puzzle.Thousands(solved), e.Engine, some(codes, 1))
		}
		if err := table.Flush(); err != nil {
			return err
		}
	}
	total, files, err := filesOf(p)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "\n%s, as they were published, %s in %s:\n", puzzle.Plural(len(files), "file"), size(total), p.Folder)
	table := tabwriter.NewWriter(s.stdout, 0, 8, 2, ' ', 0)
	for _, f := range files {
		fmt.Fprintf(table, "  %s\t%s\n", f.name, size(f.bytes))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "\nIn a notebook: show.Published(%q). As a page: formicary records %s --html.\n", p.Name, p.Name)
	return nil
}
