package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/experiment/bundle"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

type diffCommand struct {
	JSON bool   `name:"json" help:"As JSON, for programs; all runs that came out otherwise are named."`
	All  bool   `help:"Name all runs that came out otherwise, not only the first 20."`
	A    string `arg:"" help:"A published study by its name; the folder of a study, of one of its plans, or of several studies; a bundle; or a folder with a journal, by its path or by its name below .formicary/runs."`
	B    string `arg:"" help:"Another set of records."`
}

func (c *diffCommand) Help() string {
	return `A run is known by its puzzle (by content, not by name), its engine with all parameters, and its number. Runs with the same
seed and the same budget should be the same in all that their records say, whatever code and machine made them. Where a
limit of time could end them, or budgets or seeds differ, only what they came to is compared: solved or not, and cost.

Each engine with a run that came out otherwise, or that had another seed or budget, is compared by the lab's statistics:
how often it solves, and its effort, on the puzzles that both sets have. All these sentences hold together, and one says
which way a difference goes only where that is settled. “formicary runs compare” compares different engines.

The exit status is 0 where both sets have the same runs with the same seeds and budgets and all came out the same, 1 where
they differ, and 2 where one of them cannot be read.`
}

func (c *diffCommand) Run(s *streams) error {
	var a, b gathered
	for _, set := range []struct {
		g          *gathered
		side, name string
	}{{&a, "A", c.A}, {&b, "B", c.B}} {
		if err := set.g.anything(s, set.name); err != nil {
			return badInput(err)
		}
		if len(set.g.records) == 0 {
			return badInput(fmt.Errorf("%s has no runs", set.name))
		}
		if c.JSON {
			continue
		}
		fmt.Fprintf(s.stdout, "%s: %s: %s %v, %s\n", set.side, line.Replace(set.name), puzzle.Plural(len(set.g.records), "run"), set.g.made, codes(set.g.records))
	}
	compared := experiment.Compare(a.records, b.records)
	if c.JSON {
		return c.json(s, a, b, compared)
	}
	onlyIn(s, "A", compared.First)
	onlyIn(s, "B", compared.Second)
	differ := c.both(s, compared.Both)
	if len(differ) > 0 {
		claims, warnings := analysis.Default.Between(of(a.records, differ), of(b.records, differ))
		for i, claim := range claims {
			if i == 0 {
				fmt.Fprintln(s.stdout, "engines with runs that are not the same, on the puzzles of both:")
			}
			fmt.Fprintf(s.stdout, "  %s.\n", line.Replace(claim.String()))
		}
		if len(claims) > 0 {
			fmt.Fprintf(s.stdout, "  %s\n", analysis.Conclude(claims...).Rule)
		}
		for _, w := range warnings {
			fmt.Fprintln(s.stderr, "note: "+w)
		}
	}
	if len(differ)+len(compared.First)+len(compared.Second) == 0 {
		fmt.Fprintln(s.stdout, "A and B are the same.")
		return nil
	}
	fmt.Fprintln(s.stdout, "A and B are not the same.")
	return failure{1, nil}
}

// json prints the comparison for programs.
func (c *diffCommand) json(s *streams, a, b gathered, compared experiment.Comparison) error {
	type change struct {
		Run    string `json:"run"`
		First  string `json:"first"`
		Second string `json:"second"`
	}
	out := struct {
		Runs    [2]int   `json:"runs"`
		OnlyIn  [2]int   `json:"only_in"`
		Both    int      `json:"in_both"`
		Changes []change `json:"changes"`
		Claims  []string `json:"claims"`
		Same    bool     `json:"same"`
	}{[2]int{len(a.records), len(b.records)}, [2]int{len(compared.First), len(compared.Second)}, len(compared.Both), []change{}, []string{}, false}
	differ := map[string]bool{}
	for _, p := range compared.Both {
		first, second := p.Difference()
		if first != "" || !p.Alike() {
			differ[p.First.ConfigHash] = true
		}
		if first != "" {
			out.Changes = append(out.Changes, change{p.Name(), first, second})
		}
	}
	if len(differ) > 0 {
		claims, warnings := analysis.Default.Between(of(a.records, differ), of(b.records, differ))
		for _, claim := range claims {
			out.Claims = append(out.Claims, claim.String())
		}
		for _, w := range warnings {
			fmt.Fprintln(s.stderr, "note: "+w)
		}
	}
	out.Same = len(differ)+len(compared.First)+len(compared.Second) == 0
	if err := s.json(out); err != nil || out.Same {
		return err
	}
	return failure{1, nil}
}

// anything adds the runs of all that has some: besides what [gathered.read] knows, the
// folder of a study, of one of its plans, or of several studies, and a bundle.
func (g *gathered) anything(s *streams, name string) error {
	info, err := os.Stat(name)
	journals, _ := experiment.Journals(name)
	switch {
	case err != nil || len(journals) > 0:
	case info.Mode().IsRegular():
		b, err := bundle.Open(name)
		if err != nil {
			return err
		}
		defer b.Close()
		_, all, free, err := unpacked(b)
		if err != nil {
			return err
		}
		defer free()
		return g.studies(all)
	case within(name, columns.File):
		return g.sealed(name)
	default:
		all, err := studiesIn(name)
		if err != nil {
			return err
		}
		if len(all) > 0 {
			return g.studies(all)
		}
	}
	err = g.read(s, name)
	if _, noCheckout := sets.Root(); noCheckout != nil || !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return missing(fs.ErrNotExist, "study, bundle or journal", name, "the name of a published study (“formicary records” lists them), a folder with studies, with a journal or with "+columns.File+", or a bundle")
}

// studiesIn is the study of a folder, or those of the folders in it.
func studiesIn(dir string) (all []*archive.Study, err error) {
	folders := []string{dir}
	if !within(dir, archive.StudyFile) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		folders = nil
		for _, e := range entries {
			folder, hidden := filepath.Join(dir, e.Name()), strings.HasPrefix(e.Name(), ".") // of a process that was killed
			if !hidden && within(folder, archive.StudyFile) {
				folders = append(folders, folder)
			}
		}
	}
	for _, folder := range folders {
		one, err := archive.Read(folder)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
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
	g.add(dir, "", records)
	g.plans = append(g.plans, slices.Repeat([]string{""}, len(records))...)
	parent, place := filepath.Split(filepath.Clean(dir))
	if !within(parent, archive.StudyFile) {
		return nil
	}
	one, err := archive.Read(parent)
	if err != nil {
		return err
	}
	for _, p := range one.Plans {
		if p.Place == place {
			g.made = p.Provenance
			for i := range records {
				g.plans[len(g.plans)-1-i] = p.Name
			}
		}
	}
	return nil
}

// studies adds the runs of studies.
func (g *gathered) studies(all []*archive.Study) error {
	for _, each := range all {
		if err := g.study(each); err != nil {
			return err
		}
	}
	return nil
}

// codes are the versions of the code that made records.
func codes(records []experiment.Record) string {
	var all []string
	for _, r := range records {
		all = append(all, r.Code)
	}
	return "code " + some(all, 3)
}

// onlyIn says which runs one set alone has: how many of each engine.
func onlyIn(s *streams, side string, records []experiment.Record) {
	counts := map[string]int{}
	var labels []string
	for _, r := range records {
		if counts[r.Label()]++; counts[r.Label()] == 1 {
			labels = append(labels, r.Label())
		}
	}
	for i, label := range labels {
		labels[i] = fmt.Sprintf("%s of “%s”", puzzle.Thousands(counts[label]), label)
	}
	text := ""
	if len(labels) > 0 {
		text = ": " + some(labels, 6)
	}
	fmt.Fprintf(s.stdout, "only in %s: %s%s\n", side, puzzle.Plural(len(records), "run"), line.Replace(text))
}

// named is how many runs are named that came out otherwise.
const named = 20

// both says which runs of both came out otherwise. It returns the parameters of the
// engines whose runs are not the same: one came out otherwise, or was made with another
// seed or budget.
func (c *diffCommand) both(s *streams, pairs []experiment.Pair) (differ map[string]bool) {
	differ = map[string]bool{}
	var texts []string
	loose := map[string]int{} // pairs that are compared by what they came to, by the reason
	var reasons []string
	for _, p := range pairs {
		reason := ""
		switch {
		case p.First.Budget != p.Second.Budget:
			reason = fmt.Sprintf("another budget (A: %s, B: %s)", budgetWords(p.First.Budget), budgetWords(p.Second.Budget))
		case !p.Alike():
			reason = "another seed"
		case p.First.Budget.Wall > 0 || p.First.Budget.CPU > 0:
			reason = "a limit of time"
		}
		if reason != "" {
			if loose[reason]++; loose[reason] == 1 {
				reasons = append(reasons, reason)
			}
		}
		first, second := p.Difference()
		if first != "" || !p.Alike() {
			differ[p.First.ConfigHash] = true
		}
		if first != "" {
			texts = append(texts, fmt.Sprintf("%s: %s → %s", p.Name(), first, second))
		}
	}
	fmt.Fprintf(s.stdout, "in both: %s, of which %s came out otherwise\n", puzzle.Plural(len(pairs), "run"), puzzle.Thousands(len(texts)))
	for _, reason := range reasons {
		fmt.Fprintf(s.stdout, "  %s with %s: compared by solution and cost alone\n", puzzle.Plural(loose[reason], "run"), reason)
	}
	for i, text := range texts {
		if i == named && !c.All {
			fmt.Fprintf(s.stdout, "  and %s more: --all names them\n", puzzle.Thousands(len(texts)-named))
			break
		}
		fmt.Fprintf(s.stdout, "  %s\n", line.Replace(text))
	}
	return differ
}

// of are the records of some engines, by their parameters.
func of(records []experiment.Record, engines map[string]bool) (out []experiment.Record) {
	for _, r := range records {
		if engines[r.ConfigHash] {
			out = append(out, r)
		}
	}
	return out
}
