package main

import (
	"fmt"
	"io"
	"slices"

	"formicary/pkg/analysis"
	"formicary/pkg/cmd/formicary/internal/gathered"
	"formicary/pkg/experiment"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
)

type diffCommand struct {
	JSON bool   `name:"json" help:"Print JSON, for programs. It names all runs that differ."`
	All  bool   `help:"Name all runs that differ, not only the first 20."`
	A    string `arg:"" help:"Runs: a published study by name, a folder of studies or records, a bundle, or a journal by its path or its name below .formicary/runs."`
	B    string `arg:"" optional:"" help:"Other runs. Without them, the command compares the engines of the first."`
}

func (c *diffCommand) Run(s *streams) error {
	a, err := gather(s, c.A)
	if err != nil {
		return err
	}
	if c.B == "" {
		return compareEngines(s, a.Records, c.JSON)
	}
	b, err := gather(s, c.B)
	if err != nil {
		return err
	}
	d := compareSets(a, b)
	if s.notes(d.warnings...); c.JSON {
		err = s.json(d)
	} else {
		c.print(s, a, b, d)
	}
	if err != nil {
		return err
	}
	return failed(!d.Same)
}

// gather reads the runs of a name.
func gather(s *streams, name string) (gathered.Set, error) {
	g, err := gathered.Gather(name)
	s.notes(g.Warnings...)
	if err != nil {
		return g, badInput(err)
	}
	return g, nil
}

// difference is what two sets of records have and what they do not have in common.
type difference struct {
	Runs    [2]int   `json:"runs"`
	OnlyIn  [2]int   `json:"only_in"`
	Both    int      `json:"in_both"`
	Changes []change `json:"changes"`
	Claims  []string `json:"claims"` // about engines with runs that are not the same
	Same    bool     `json:"same"`

	only     [2][]experiment.Record
	loose    []string // the pairs that are compared by what they came to
	rule     string   // by which the claims hold together
	warnings []string
}

// change is a run that differs.
type change struct {
	Run    string `json:"run"`
	First  string `json:"first"`
	Second string `json:"second"`
}

func compareSets(a, b gathered.Set) (d difference) {
	x := experiment.Compare(a.Records, b.Records)
	d.Runs, d.only, d.Both = [2]int{len(a.Records), len(b.Records)}, [2][]experiment.Record{x.First, x.Second}, len(x.Both)
	d.OnlyIn, d.Changes, d.Claims = [2]int{len(x.First), len(x.Second)}, []change{}, []string{}
	differ := map[string]bool{} // parameters of engines whose runs are not the same
	var reasons []string        // why pairs are compared by what they came to
	for _, p := range x.Both {
		first, second := p.Difference()
		if first != "" || !p.Alike() {
			differ[p.First.ConfigHash] = true
		}
		if first != "" {
			d.Changes = append(d.Changes, change{p.Name(), first, second})
		}
		reason := ""
		switch {
		case p.First.Budget != p.Second.Budget:
			reason = fmt.Sprintf("another budget (A: %s, B: %s)", budgetWords(p.First.Budget), budgetWords(p.Second.Budget))
		case !p.Alike():
			reason = "another seed"
		case p.First.Budget.Wall > 0 || p.First.Budget.CPU > 0:
			reason = "a limit of time"
		default:
			continue
		}
		reasons = append(reasons, reason)
	}
	d.loose = counted(reasons, func(n int, reason string) string { return puzzle.Plural(n, "run") + " with " + reason })
	if len(differ) > 0 {
		claims, warnings := analysis.Default.Between(of(a.Records, differ), of(b.Records, differ))
		for _, claim := range claims {
			d.Claims = append(d.Claims, claim.String())
		}
		if d.warnings = warnings; len(claims) > 0 {
			d.rule = analysis.Conclude(claims...).Rule
		}
	}
	d.Same = len(differ)+len(x.First)+len(x.Second) == 0
	return d
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

// named is how many runs are named that differed.
const named = 20

func (c *diffCommand) print(s *streams, a, b gathered.Set, d difference) {
	say := func(format string, args ...any) { fmt.Fprintln(s.stdout, line.Replace(fmt.Sprintf(format, args...))) }
	for i, g := range []gathered.Set{a, b} {
		codes := lists.Map(g.Records, func(r experiment.Record) string { return r.Code })
		say("%c: %s: %s %v, code %s", 'A'+i, []string{c.A, c.B}[i], puzzle.Plural(d.Runs[i], "run"), g.Made, some(codes, 3))
	}
	for i, records := range d.only {
		text := fmt.Sprintf("only in %c: %s", 'A'+i, puzzle.Plural(len(records), "run"))
		if len(records) > 0 {
			labels := lists.Map(records, experiment.Record.Label)
			text += ": " + some(counted(labels, func(n int, label string) string { return fmt.Sprintf("%s of “%s”", puzzle.Thousands(n), label) }), 6)
		}
		say("%s", text)
	}
	say("in both: %s, of which %s differ", puzzle.Plural(d.Both, "run"), puzzle.Thousands(len(d.Changes)))
	for _, text := range d.loose {
		say("  %s: compared by solution and cost alone", text)
	}
	for i, change := range d.Changes {
		if i == named && !c.All {
			say("  and %s more: --all names them", puzzle.Thousands(len(d.Changes)-named))
			break
		}
		say("  %s: %s → %s", change.Run, change.First, change.Second)
	}
	if len(d.Claims) > 0 {
		say("engines with runs that are not the same, on the puzzles of both:")
		for _, claim := range d.Claims {
			say("  %s.", claim)
		}
		say("  %s", d.rule)
	}
	say("%s", map[bool]string{true: "A and B are the same.", false: "A and B are not the same."}[d.Same])
}

// compareEngines compares the engines of one set of records.
func compareEngines(s *streams, records []experiment.Record, asJSON bool) error {
	t := analysis.Group(records).By(analysis.Size).Success()
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
	switch {
	case len(t.Labels) < 2:
	case slices.ContainsFunc(records, func(r experiment.Record) bool { return r.Design != "" }):
		out.Compared = "not compared: a race or a tuner chose these runs by what came out; the race's own sentence says what it found"
	default:
		compared := analysis.Group(records).Compare(analysis.Question{Score: analysis.SuccessRate(), Labels: t.Labels})
		out.Compared = compared.String()
		s.notes(compared.AllWarnings()...)
	}
	if asJSON {
		return s.json(out)
	}
	err := s.table(func(t io.Writer) {
		fmt.Fprintln(t, "runs of\tpuzzles\tsolved\trate\tinterval")
		for _, r := range out.Rates {
			fmt.Fprintf(t, "%s\t%d\t%d of %d\t%.3f\t%.3f–%.3f\n", line.Replace(r.Label), r.Puzzles, r.Solved, r.Runs, r.Rate, r.Low, r.High)
		}
	})
	fmt.Fprintf(s.stdout, "intervals: %s\n", out.Intervals)
	if out.Compared != "" {
		fmt.Fprintf(s.stdout, "\n%s\n", out.Compared)
	}
	return err
}
