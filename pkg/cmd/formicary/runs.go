package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/cluster"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

type runsCommand struct {
	List    runsListCommand    `cmd:"" default:"withargs" help:"List the journals: plan, engines, progress, size, version of the code."`
	Show    runsShowCommand    `cmd:"" help:"Show the plans of a journal."`
	Compare runsCompareCommand `cmd:"" help:"Compare the engines of two journals, or of one, by the lab's statistics."`
	Delete  runsDeleteCommand  `cmd:"" help:"Delete a journal with everything that belongs to it."`
	Afresh  runsAfreshCommand  `cmd:"" help:"Put a journal aside, so that its plans make all runs anew."`
}

func (c *runsCommand) Help() string {
	return `A journal is a folder below .formicary/runs, or any other folder with a journal.jsonl; it is named by its path, or by
its name below .formicary/runs.`
}

// journals are the names of those below the folder of all.
func journals() ([]string, error) {
	home, err := experiment.Home()
	if err != nil {
		return nil, err
	}
	paths, err := filepath.Glob(filepath.Join(home, "*", "journal.jsonl"))
	if err != nil {
		return nil, err
	}
	var names []string
	for _, path := range paths {
		names = append(names, filepath.Base(filepath.Dir(path)))
	}
	return names, nil
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
	return "", fmt.Errorf("no journal %q: looked for journal.jsonl in this folder and in %s; “formicary runs” lists those that there are: %w", name, filepath.Join(home, name), fs.ErrNotExist)
}

// kept reads a journal and prints what is wrong with it.
func kept(s *streams, name string) (experiment.Kept, error) {
	dir, err := journal(name)
	if err != nil {
		return experiment.Kept{}, badInput(err)
	}
	k, err := columns.Kept(dir)
	if err != nil {
		return k, badInput(err)
	}
	for _, w := range k.Warnings {
		fmt.Fprintln(s.stderr, "note: "+w)
	}
	return k, nil
}

type runsListCommand struct {
	JSON bool `name:"json" help:"As JSON, for programs."`
}

// journalJSON is a journal as programs read it.
type journalJSON struct {
	Journal string    `json:"journal"`
	Made    int       `json:"runs_made"`
	Planned int       `json:"runs_planned"`
	Bytes   int64     `json:"bytes"`
	Last    time.Time `json:"last_worked_on,omitzero"`
	Codes   []string  `json:"codes"`
	Engines []string  `json:"engines"`
}

func (c *runsListCommand) Run(s *streams) error {
	names, err := journals()
	if err != nil {
		return err
	}
	if len(names) == 0 && !c.JSON {
		fmt.Fprintln(s.stdout, "There are no journals: show.Run in a notebook keeps one for each plan with a name.")
		return nil
	}
	table := tabwriter.NewWriter(s.stdout, 0, 8, 2, ' ', 0)
	listed := []journalJSON{}
	fmt.Fprintln(table, "journal\truns made\tsize\tlast worked on\tcode\tengines")
	for _, name := range names {
		k, err := kept(s, name)
		if err != nil {
			fmt.Fprintf(s.stderr, "formicary: %v\n", err)
			continue
		}
		made, planned := 0, 0
		var engines, codes []string
		var last time.Time
		for _, p := range k.Plans {
			made, planned = made+len(p.Records), planned+p.Planned
			codes, last = append(codes, p.Codes...), p.Started
			for _, e := range p.Engines {
				engines = append(engines, e.Label())
			}
		}
		listed = append(listed, journalJSON{name, made, planned, k.Bytes, last, codes, engines})
		day := "–"
		if !last.IsZero() {
			day = last.UTC().Format(time.DateOnly)
		}
		fmt.Fprintf(table, "%s\t%d of %d\t%s\t%s\t%s\t%s\n", line.Replace(name), made, planned, size(k.Bytes), day, some(codes, 1), line.Replace(some(engines, 3)))
	}
	if c.JSON {
		return s.json(listed)
	}
	return table.Flush()
}

// some lists different texts, at most so many.
func some(all []string, most int) string {
	var out []string
	for _, text := range all {
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	if left := len(out) - most; left > 0 {
		return strings.Join(out[:most], ", ") + fmt.Sprintf(" and %d more", left)
	}
	return strings.Join(out, ", ")
}

// size is a number of bytes for people.
func size(bytes int64) string {
	switch {
	case bytes < 10_000:
		return fmt.Sprintf("%d B", bytes)
	case bytes < 1_000_000:
		return fmt.Sprintf("%d kB", bytes/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
}

type runsShowCommand struct {
	JSON bool   `name:"json" help:"As JSON, for programs."`
	Name string `arg:"" help:"A journal."`
}

func (c *runsShowCommand) Run(s *streams) error {
	k, err := kept(s, c.Name)
	if err != nil {
		return err
	}
	if c.JSON {
		return s.json(plansOf(k))
	}
	fmt.Fprintf(s.stdout, "%s: %s, %s", k.Folder, puzzle.Plural(len(k.Plans), "plan"), size(k.Bytes))
	if k.Others > 0 {
		fmt.Fprintf(s.stdout, ", %s of earlier code or another plan", puzzle.Plural(k.Others, "record"))
	}
	fmt.Fprintln(s.stdout)
	for _, p := range k.Plans {
		state := "not finished"
		if len(p.Records) == p.Planned {
			state = "complete"
		}
		fmt.Fprintf(s.stdout, "\n%s\n", line.Replace(orNone(p.Name)))
		table := tabwriter.NewWriter(s.stdout, 0, 8, 2, ' ', 0)
		fmt.Fprintf(table, "  runs\t%d of %d, %s\n  puzzles\t%d, %s each\n  seed\t%d\n  budget\t%s\n", len(p.Records), p.Planned, state, p.Puzzles, puzzle.Plural(p.Runs, "run"), p.Seed, budgetWords(p.Budget))
		if !p.Started.IsZero() {
			fmt.Fprintf(table, "  last worked on\t%s on %s\n", p.Started.UTC().Format(time.DateTime), line.Replace(p.Host))
		}
		t := analysis.Group(p.Records).By(analysis.Size).Success()
		for i, engine := range p.Engines {
			solved := "no runs"
			if row, ok := t.Get(engine.Label(), analysis.Class{}); ok {
				solved = fmt.Sprintf("%d of %s solved", row.Runs.Successes, puzzle.Plural(row.Runs.Trials, "run"))
			}
			fmt.Fprintf(table, "  %s\t%s, code %s\n", line.Replace(engine.Label()), solved, p.Codes[i])
			for _, o := range p.Others {
				if o.Engine == i {
					fmt.Fprintf(table, "  \t%s\n", other(o))
				}
			}
		}
		if err := table.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// keptPlan is a plan of a journal as programs read it.
type keptPlan struct {
	Name    string        `json:"name"`
	Made    int           `json:"runs_made"`
	Planned int           `json:"runs_planned"`
	Puzzles int           `json:"puzzles"`
	Runs    int           `json:"runs_each"`
	Seed    uint64        `json:"seed"`
	Budget  solver.Budget `json:"budget"`
	Last    time.Time     `json:"last_worked_on,omitzero"`
	Host    string        `json:"host"`
	Engines []keptEngine  `json:"engines"`
}

type keptEngine struct {
	Label  string `json:"label"`
	Runs   int    `json:"runs_made"`
	Solved int    `json:"solved"`
	Code   string `json:"code"`
}

func plansOf(k experiment.Kept) []keptPlan {
	all := []keptPlan{}
	for _, p := range k.Plans {
		one := keptPlan{p.Name, len(p.Records), p.Planned, p.Puzzles, p.Runs, p.Seed, p.Budget, p.Started, p.Host, nil}
		for i, engine := range p.Engines {
			runs, solved, _ := madeBy(p.Records, engine.Hash())
			one.Engines = append(one.Engines, keptEngine{engine.Label(), runs, solved, p.Codes[i]})
		}
		all = append(all, one)
	}
	return all
}

// other says what records of other code there are.
func other(o experiment.KeptOther) string {
	text := fmt.Sprintf("and %s of other code, %s, which do not count", puzzle.Plural(o.Records, "record"), o.Code)
	if len(o.Differs) > 0 {
		text += "; it differs in " + some(o.Differs, 4)
	}
	return text
}

func orNone(name string) string {
	if name == "" {
		return "a plan without a name"
	}
	return name
}

// budgetWords says what each run was allowed.
func budgetWords(b solver.Budget) string {
	var parts []string
	if b.Iterations > 0 {
		parts = append(parts, puzzle.Plural(int(b.Iterations), "iteration"))
	}
	if b.Evaluations > 0 {
		parts = append(parts, puzzle.Plural(int(b.Evaluations), "evaluation"))
	}
	if b.Wall > 0 {
		parts = append(parts, b.Wall.String())
	}
	if b.CPU > 0 {
		parts = append(parts, b.CPU.String()+" of processor time")
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, " or ")
}

type runsCompareCommand struct {
	JSON   bool   `name:"json" help:"As JSON, for programs."`
	First  string `arg:"" help:"A journal."`
	Second string `arg:"" optional:"" help:"Another one; without it the engines of the first are compared."`
}

func (c *runsCompareCommand) Run(s *streams) error {
	var records []experiment.Record
	for i, name := range []string{c.First, c.Second} {
		if i > 0 && name == "" {
			break
		}
		k, err := kept(s, name)
		if err != nil {
			return err
		}
		for _, r := range k.Records() {
			if c.Second != "" {
				r.Variant = filepath.Base(k.Folder) + ": " + r.Label()
			}
			records = append(records, r)
		}
	}
	if len(records) == 0 {
		return badInput(errors.New("there are no runs to compare"))
	}
	t := analysis.Group(records).By(analysis.Size).Success()
	if c.JSON {
		return s.json(comparedRates(t, records))
	}
	table := tabwriter.NewWriter(s.stdout, 0, 8, 2, ' ', 0)
	fmt.Fprintln(table, "runs of\tpuzzles\tsolved\trate\tinterval")
	for _, row := range t.Totals {
		fmt.Fprintf(table, "%s\t%d\t%d of %d\t%.3f\t%.3f–%.3f\n", line.Replace(row.Label), row.Instances, row.Runs.Successes, row.Runs.Trials, row.Runs.Rate, row.Across.Low, row.Across.High)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "intervals: %s\n", t.Scope)
	if len(t.Labels) > 1 && sequential(records) {
		fmt.Fprint(s.stdout, "\nnot compared: a race or a tuner chose these runs by what came out; the race's own sentence says what it found\n")
	} else if len(t.Labels) > 1 {
		compared := analysis.Group(records).Compare(analysis.Question{Score: analysis.SuccessRate(), Labels: t.Labels})
		fmt.Fprintf(s.stdout, "\n%s\n", compared.String())
		for _, w := range compared.AllWarnings() {
			fmt.Fprintln(s.stderr, "note: "+w)
		}
	}
	return nil
}

// sequential says whether some of the runs are of a race or a tuner.
func sequential(records []experiment.Record) bool {
	return slices.ContainsFunc(records, func(r experiment.Record) bool { return r.Design != "" })
}

// comparedRates are the rates of labels and their comparison as programs read them.
func comparedRates(t analysis.SuccessTable, records []experiment.Record) any {
	type rate struct {
		Label   string  `json:"label"`
		Puzzles int     `json:"puzzles"`
		Runs    int     `json:"runs_made"`
		Solved  int     `json:"solved"`
		Rate    float64 `json:"rate"`
		Low     float64 `json:"low"`
		High    float64 `json:"high"`
	}
	out := struct {
		Rates     []rate `json:"rates"`
		Intervals string `json:"intervals"`
		Compared  string `json:"compared,omitempty"`
	}{Intervals: t.Scope.String()}
	for _, r := range t.Totals {
		out.Rates = append(out.Rates, rate{r.Label, r.Instances, r.Runs.Trials, r.Runs.Successes, r.Runs.Rate, r.Across.Low, r.Across.High})
	}
	if len(t.Labels) > 1 && !sequential(records) {
		out.Compared = analysis.Group(records).Compare(analysis.Question{Score: analysis.SuccessRate(), Labels: t.Labels}).String()
	}
	return out
}

type runsDeleteCommand struct {
	Yes  bool   `help:"Do not ask."`
	Name string `arg:"" help:"A journal."`
}

func (c *runsDeleteCommand) Run(s *streams) error {
	dir, err := journal(c.Name)
	if err != nil {
		return badInput(err)
	}
	if !c.Yes {
		fmt.Fprintf(s.stdout, "Delete %s with all its runs? Type yes: ", dir)
		answer, _ := bufio.NewReader(s.stdin).ReadString('\n') // no answer is none
		if strings.TrimSpace(answer) != "yes" {
			fmt.Fprintln(s.stdout, "Nothing was deleted.")
			return failure{1, nil}
		}
	}
	if err := idle(s, dir); err != nil {
		return err
	}
	if err := experiment.Remove(dir); err != nil {
		return badInput(err)
	}
	fmt.Fprintf(s.stdout, "%s is deleted\n", dir)
	return nil
}

type runsAfreshCommand struct {
	Name string `arg:"" help:"A journal."`
}

func (c *runsAfreshCommand) Run(s *streams) error {
	dir, err := journal(c.Name)
	if err != nil {
		return badInput(err)
	}
	if err := idle(s, dir); err != nil {
		return err
	}
	aside, err := experiment.Afresh(dir)
	if err != nil {
		return badInput(err)
	}
	fmt.Fprintf(s.stdout, "The runs are in %s; the next run of their plans makes all of them anew.\n", aside)
	return nil
}

// idle is the error of a folder whose submitted tasks wait or run. Where a scheduler
// cannot be asked the signs of life of the tasks have to do.
func idle(s *streams, dir string) error {
	submissions, err := cluster.Submissions(dir)
	if err != nil {
		return badInput(err)
	}
	tasks, err := cluster.Alive(s.ctx, submissions)
	if tasks.Running+tasks.Waiting > 0 {
		return badInput(fmt.Errorf("%s: %w: %d run, %d wait; end them first", dir, cluster.ErrAlive, tasks.Running, tasks.Waiting))
	}
	if err != nil {
		fmt.Fprintf(s.stderr, "note: whether tasks live is known from their markers only: %v\n", err)
	}
	return nil
}
