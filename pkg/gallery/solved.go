package gallery

import (
	"slices"

	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/study"
)

// count is how many runs an engine made on a puzzle, and how many of them solved it.
type count struct{ runs, solved int }

// tally counts the runs of the published studies by puzzle (the start of its content
// hash) and engine.
type tally map[string]map[string]count

// published are the studies whose records are there, and the tally of all.
func published() (all []experiment.Publication, t tally, err error) {
	t = tally{}
	for _, s := range study.All() {
		p, err := experiment.Published(s.Name)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, p)
		for _, r := range p.Records() {
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
