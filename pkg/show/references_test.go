package show

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/charts"
	"formicary/pkg/experiment"
	packed "formicary/pkg/experiment/columns"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/solver"
)

var marksParts = regexp.MustCompile(`(?s)data-needs-program="draw"><script type="application/json" class="formicary-facts">(.*?)</script><script type="text/plain" class="formicary-runs" id="formicary-marks-[0-9a-f]{16}">(.*?)</script>`)

// unpacked is what a markup brings along: facts, which runs, and the runs as they are
// written.
func unpacked(t *testing.T, markup string) (facts carried, runs []experiment.Record, bytes []byte) {
	t.Helper()
	m := marksParts.FindStringSubmatch(markup)
	alltest.Require(t, m != nil, "no marks in %.300q", markup)
	alltest.OK(t, json.Unmarshal([]byte(m[1]), &facts))
	bytes = alltest.Must(base64.StdEncoding.DecodeString(m[2]))(t)
	c := alltest.Must(packed.Open("marks", bytes))(t)
	for i, at := range c.Puzzle {
		p, of, m := c.Puzzles[at], c.Configurations[c.Configuration[i]], c.Measures()
		runs = append(runs, experiment.Record{Content: p.Content, Engine: of.Engine, Variant: of.Variant, ConfigHash: of.Parameters, Run: int(m.Run[i]), Seed: m.Seeds[m.Seed[i]]})
	}
	return facts, runs, bytes
}

// ran is a plan with its runs, noted as show.Run does.
func ran(t *testing.T, m *references, seed uint64) []experiment.Record {
	t.Helper()
	set := nurikabes.Kind.MustOpen("open-908").Between(20, 30).Take(3)
	plan := experiment.Plan{Puzzles: set.Puzzles(), Engines: acs.Schemes()[:2], Runs: 2, Budget: solver.Iterations(20), Seed: seed}
	m.solvers(plan.Puzzles, plan.Engines...)
	records := plan.MustRun(t.Context()).Records()
	m.records(slices.All(records))
	return records
}

// A chart brings the runs, engines and puzzles that its marks refer to, another
// chart of the cell only what is new.
func TestMarksBringWhatTheyReferTo(t *testing.T) {
	m := newReferences()
	records := ran(t, m, 1)
	chart := charts.Cactus(analysis.Group(records).CactusCurves(analysis.Iterations))
	facts, set, written := unpacked(t, m.markup(chart))
	subjects := chart.Subjects()
	alltest.Require(t, len(subjects) != 0 && len(facts.Puzzles) == len(subjects), "%d puzzles of %d", len(facts.Puzzles), len(subjects))
	want := 0
	for _, r := range records {
		if slices.Contains(subjects, r.Content) {
			want++
			at := slices.IndexFunc(set, func(other experiment.Record) bool {
				return other.Content == r.Content && other.ConfigHash == r.ConfigHash && other.Run == r.Run
			})
			if at < 0 || set[at].Seed != r.Seed || r.Board == "" {
				t.Errorf("%s run %d: %d, board %q", r.Puzzle, r.Run, at, r.Board)
				continue
			}
			set[at] = r
			set[at].Host = "" // no page needs to know
			if e := facts.Engines[r.ConfigHash]; e.Label != r.Label() || e.Engine != "nurikabe/acs" || len(e.Parameters) == 0 || e.Custom {
				t.Errorf("the engine of %s is %+v", r.Label(), e)
			}
		}
	}
	alltest.Check(t, len(set) == want && facts.Runs == 0 && facts.Texts == 0, "%d runs of %d, %d left out", len(set), want, facts.Runs)
	alltest.Check(t, bytes.Equal(written, packed.Set{Records: set}.Pack(packed.Extras{Boards: true})),
		"the runs do not come along as they are, with their boards")
	for content, p := range facts.Puzzles {
		read, err := nurikabes.Kind.Read(p.ID, strings.NewReader(p.Text))
		if err != nil || read.Items[0].Hash().String() != content || p.Set != "open-908" || p.Kind != "nurikabe" || p.Size != read.Items[0].Size().String() {
			t.Errorf("%s: %+v: %v", content, p, err)
		}
	}
	alltest.Equal(t, m.markup(chart), "", "a second chart brings the same again")
	more := ran(t, m, 2)
	if facts, set, _ := unpacked(t, m.markup(chart)); len(facts.Puzzles) != 0 || len(set) == 0 || len(set) > len(more) {
		t.Errorf("after other runs on the same puzzles %d puzzles and %d runs come along", len(facts.Puzzles), len(set))
	}
	// Another cell with the same runs brings the same bytes, so that a page needs them once.
	one, two := newReferences(), newReferences()
	one.solvers(nil, acs.Schemes()...)
	two.solvers(nil, acs.Schemes()...)
	one.records(slices.All(slices.Clone(records)))
	slices.Reverse(records)
	two.records(slices.All(records))
	if a, b := one.markup(chart), two.markup(chart); a != b || a == "" {
		t.Error("the same runs in another order give other bytes")
	}
}

// What is left out is counted, and every engine keeps runs on every puzzle.
func TestMarksAreBounded(t *testing.T) {
	m := newReferences()
	table := analysis.HeadToHead{First: "a", Second: "b"}
	var records []experiment.Record
	for p := range 40 {
		content := fmt.Sprintf("%016x", p)
		table.Points = append(table.Points, analysis.HeadToHeadPoint{PuzzleKey: analysis.PuzzleKey{Puzzle: fmt.Sprint(p), Content: content}})
		for _, engine := range []string{"a", "b"} {
			n := 400
			if engine == "b" {
				n = 3
			}
			for run := range n {
				records = append(records, experiment.Record{Puzzle: fmt.Sprint(p), Kind: "nurikabe", Content: content, Engine: engine, ConfigHash: engine, Run: run, Rows: 2, Cols: 2})
			}
		}
	}
	m.records(slices.All(records))
	facts, set, _ := unpacked(t, m.markup(charts.HeadToHead(table)))
	alltest.Check(t, len(set) <= mostRuns && len(set) >= mostRuns*9/10 && facts.Runs == len(records)-len(set),
		"%d of %d runs come along, %d are said to be left out", len(set), len(records), facts.Runs)
	count := map[string]int{}
	for _, r := range set {
		count[r.Content+r.Engine]++
	}
	for key, n := range count {
		alltest.Check(t, (!strings.HasSuffix(key, "b") || n == 3) && (!strings.HasSuffix(key, "a") || n == count[fmt.Sprintf("%016xa", 0)]),
			"%s: %d runs", key, n)
	}
	alltest.Equal(t, len(count), 80, "pairs of puzzle and engine")
	// Engines that nobody described cannot be run again, and no page says so.
	e := facts.Engines["a"]
	alltest.Check(t, e.Custom && e.Label == "a", "%+v", e)
}
