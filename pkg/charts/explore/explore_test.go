package explore_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/charts/explore"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// studies are two published ones, one of them with iterations to cut off at.
var studies = []string{"nurikabe-ants", "nurikabe-rules"}

func open(t testing.TB) (d *explore.Data, all []experiment.Record, by map[string][]experiment.Record) {
	t.Helper()
	by = map[string][]experiment.Record{}
	var sources []explore.Source
	for _, name := range studies {
		s, err := archive.Open(name)
		if err == nil {
			by[name], err = s.Records()
		}
		alltest.OK(t, err)
		all = append(all, by[name]...)
		sources = append(sources, explore.Source{Name: name, Count: len(by[name]), Cell: fmt.Sprintf("show.Published(%q)", name)})
	}
	d = alltest.Must(explore.New(inColumns(t, all), sources...))(t)
	return d, all, by
}

// inColumns is what a page has of records.
func inColumns(t testing.TB, records []experiment.Record) *columns.Columns {
	t.Helper()
	c := alltest.Must(columns.Open("records", columns.Set{Records: records}.Pack(columns.Extras{})))(t)
	return c
}

// questions are of every statistic, and with every choice.
func questions(by map[string][]experiment.Record) []explore.Question {
	first, last := by[studies[0]][0], by[studies[1]][len(by[studies[1]])-1]
	return []explore.Question{
		{Source: studies[0]},
		{Statistic: explore.Times, Measure: "iterations", Source: studies[0]},
		{Statistic: explore.Cost, Measure: "evaluations", Kind: "nurikabe"},
		{Statistic: explore.PAR, Factor: 2, Source: studies[1], Labels: []string{last.Label()}},
		{Statistic: explore.HeadToHead, Measure: "processor time", Source: studies[0]},
		{Statistic: explore.Success, Class: analysis.Class{Least: 100, Most: 199}, Iterations: 20, Source: studies[0]},
		{Statistic: explore.Times, Puzzles: []string{first.Content, last.Content}},
	}
}

// TestGroupedOnce: what is asked of records that were grouped once is the same, to
// the last byte, as what is made of the records as they are.
func TestGroupedOnce(t *testing.T) {
	d, all, by := open(t)
	for _, q := range questions(by) {
		records := all
		if q.Source != "" {
			records = by[q.Source]
		}
		want, err := q.Chart(analysis.Group(q.Of(records)))
		alltest.OK(t, err)
		got, cell, err := d.Ask(q)
		alltest.OK(t, err)
		alltest.Check(t, string(got.Option()) == string(want.Option()) && got.CSV() == want.CSV() && got.ID() == want.ID(),
			"%+v: another chart than of the records as they are", q)
		if err := got.Check(); err != nil {
			t.Error(err)
		}
		alltest.Has(t, cell, "show.Chart(", "%+v: the cell", q)
	}
}

// TestCells: the cells compile, and make the same charts.
func TestCells(t *testing.T) {
	alltest.Only(t, "it builds a program")
	root := alltest.Must(sets.Root())(t)
	d, _, by := open(t)
	dir := alltest.Must(os.MkdirTemp(root, ".cells-"))(t)
	defer os.RemoveAll(dir)
	imports, body := map[string]bool{"os": true}, ""
	var want []string
	for _, q := range questions(by) {
		c, cell, err := d.Ask(q)
		alltest.OK(t, err)
		want = append(want, string(c.Option()))
		head, text, _ := strings.Cut(cell, "%%\n")
		for line := range strings.Lines(head) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, `"`) {
				imports[strings.Trim(line, `"`)] = true
			}
		}
		at := strings.LastIndex(text, "show.Chart(")
		chart := strings.TrimSuffix(strings.TrimSpace(text[at+len("show.Chart("):]), ")")
		body += "func() {\n" + text[:at] + "os.Stdout.Write(append((" + chart + ").Chart().Option(), '\\n'))\n}()\n"
	}
	source := "package main\n"
	for path := range imports {
		source += fmt.Sprintf("import %q\n", path)
	}
	file := filepath.Join(dir, "main.go")
	alltest.OK(t, os.WriteFile(file, []byte(source+"func main() {\n"+body+"}\n"), 0o644))
	program := filepath.Join(t.TempDir(), "cells")
	if out, err := exec.Command("go", "build", "-o", program, file).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s\n%s", err, out, body)
	}
	out := alltest.Must(exec.Command(program).Output())(t)
	found := map[string]bool{} // the program also says where the records are from
	for line := range strings.Lines(string(out)) {
		found[strings.TrimSpace(line)] = true
	}
	for i, option := range want {
		alltest.Check(t, found[option], "the cell of question %d makes another chart", i)
	}
}

func TestRefuses(t *testing.T) {
	d, all, _ := open(t)
	for _, c := range []struct {
		q    explore.Question
		want string
	}{
		{explore.Question{Source: "none"}, "no source"},
		{explore.Question{Kind: "chess"}, "there are no such runs"},
		{explore.Question{Statistic: "mood"}, `no statistic "mood"`},
		{explore.Question{Measure: "miles"}, `no measure "miles"`},
		{explore.Question{Statistic: explore.HeadToHead, Labels: []string{all[0].Label()}, Puzzles: []string{all[0].Content}}, ""},
		{explore.Question{Iterations: 1 << 60}, "would have come to"},
	} {
		if _, _, err := d.Ask(c.q); c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: error %v, want %q", c.q, err, c.want)
		}
	}
	alltest.Refused(explore.New(inColumns(t, all), explore.Source{Count: 1}))(t, "", "records of no source are taken")
}

func Example() {
	records := []experiment.Record{
		{Puzzle: "a", Kind: "nurikabe", Content: "01", Rows: 5, Cols: 5, Engine: "nurikabe/acs", Budget: solver.Iterations(10), Status: solver.Solved, Iterations: 3},
		{Puzzle: "b", Kind: "nurikabe", Content: "02", Rows: 6, Cols: 6, Engine: "nurikabe/acs", Budget: solver.Iterations(10), Status: solver.Solved, Iterations: 5},
	}
	packed, err := columns.Open("here", columns.Set{Records: records}.Pack(columns.Extras{}))
	if err != nil {
		panic(err)
	}
	d, err := explore.New(packed, explore.Source{Name: "here", Count: len(records), Cell: `show.Published("here")`})
	if err != nil {
		panic(err)
	}
	chart, cell, err := d.Ask(explore.Question{Statistic: explore.Times})
	fmt.Println(chart.Title, err)
	fmt.Println(cell)
	// Output:
	// How soon runs find a solution <nil>
	// import (
	// 	"formicary/pkg/analysis"
	// 	"formicary/pkg/charts"
	// 	"formicary/pkg/show"
	// )
	//
	// %%
	// runs := show.Published("here")
	// show.Chart(charts.RunTimes(analysis.Group(runs).RunTimes(analysis.Iterations)))
}

// BenchmarkAsk asks for the success rate by size.
func BenchmarkAsk(b *testing.B) {
	d, all, _ := open(b)
	for b.Loop() {
		_, _, err := d.Ask(explore.Question{})
		alltest.Require(b, err == nil, "%v", err)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(all)), "ns/record")
}
