package gallery

import (
	"fmt"
	"slices"

	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/puzzle"
)

// count is how many runs an engine made on a puzzle, and how many of them solved it.
type count struct{ runs, solved int }

// tally counts the runs of the published studies by puzzle (the start of its content
// hash) and engine.
type tally map[string]map[string]count

// results are the records of a published study; from says how many they are, and when
// and where they were made.
type results struct {
	name, question, from string
	records              []experiment.Record
}

// recordsPage is the gallery's page of the published studies.
const recordsPage = "records.html"

// writeRecords writes the page of the published studies.
func writeRecords(to site, studies []results) error {
	type row struct{ Name, Question, From string }
	data := struct {
		place
		Runs    string
		Studies []row
	}{place: between([]link{{recordsPage, "Published records"}}, 0)}
	runs := 0
	for _, p := range studies {
		runs += len(p.records)
		data.Studies = append(data.Studies, row{p.name, p.question, p.from})
	}
	data.Runs = puzzle.Plural(runs, "run")
	return to.page(recordsPage, "records", data)
}

// published are the published studies, and the tally of all.
func published() (all []results, t tally, err error) {
	t = tally{}
	studies, err := archive.All()
	if err != nil {
		return nil, nil, err
	}
	for _, s := range studies {
		records, err := s.Records()
		if err != nil {
			return nil, nil, err
		}
		made, planned := s.Counts()
		from := fmt.Sprintf("%s of %s, %v", puzzle.Thousands(made), puzzle.Plural(planned, "run"), s.Provenance())
		all = append(all, results{s.Name, s.Question, from, records})
		for _, r := range records {
			if t[r.Content] == nil {
				t[r.Content] = map[string]count{}
			}
			c := t[r.Content][r.Engine]
			c.runs++
			if r.Solved() {
				c.solved++
			}
			t[r.Content][r.Engine] = c
		}
	}
	return all, t, nil
}

// of is the count of an engine on a puzzle.
func (t tally) of(p puzzle.Puzzle, engine string) count { return t[p.Hash().String()][engine] }

// engines are those that have runs on a puzzle of a set, sorted.
func (t tally) engines(set puzzle.Set) (names []string) {
	for _, item := range set.Items {
		for name := range t[item.Hash().String()] {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names
}
