package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"formicary/pkg/experiment"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/solver"
)

// Runs are the runs of an experiment, grouped once for whoever asks many questions
// of them: its methods are those of [Settings] of the same name, in a seventh of the
// memory of records.
type Runs struct{ groups []group }

// Group groups records.
func Group(records []experiment.Record) *Runs { return &Runs{byLabel(records)} }

// Collect groups the runs of columns from one place to another, without making
// records of them: in a seventh of the memory, and with the same results.
func Collect(c *columns.Columns, from, to int) *Runs {
	type id struct{ puzzle, content string }
	first, same := map[id]int{}, make([]int, len(c.Puzzles)) // puzzles of one ID and content
	for i, p := range c.Puzzles {
		k := id{p.ID, p.Content}
		if _, ok := first[k]; !ok {
			first[k] = i
		}
		same[i] = first[k]
	}
	labels := make([]string, len(c.Configurations))
	for i, one := range c.Configurations {
		labels[i] = solver.Label(one.Engine, one.Variant)
	}
	var (
		known     = endings{}
		plain     = make([]*terms, len(c.Configurations)*len(c.Statuses)) // of runs without an error
		groups    []group
		at        [][]int32 // by group and puzzle: one more than the place of its instance
		instances []instance
		counts    []int
		members   = make([]int32, to-from) // the instance of each run
		runs      = make([]run, to-from)
	)
	ended := func(i int) *terms {
		configuration, status, failure := c.Configuration[i], c.Status[i], c.Failure[i]
		one := ending{c.Configurations[configuration].Budget, c.Statuses[status], c.Failures[failure]}
		if one.failure != "" {
			return known.of(one)
		}
		t := &plain[int(configuration)*len(c.Statuses)+int(status)]
		if *t == nil {
			*t = known.of(one)
		}
		return *t
	}
	of := slices.Repeat([]int{-1}, len(labels)) // the group of a configuration
	for i := range members {
		n := from + i
		configuration, puzzle := c.Configuration[n], c.Puzzle[n]
		g := of[configuration]
		if g < 0 {
			if g = slices.IndexFunc(groups, func(g group) bool { return g.label == labels[configuration] }); g < 0 {
				one := c.Configurations[configuration]
				g = len(groups)
				groups, at = append(groups, group{label: labels[configuration], name: cmp.Or(one.Variant, one.Engine)}), append(at, make([]int32, len(c.Puzzles)))
			}
			of[configuration] = g
		}
		place := &at[g][same[puzzle]]
		if *place == 0 {
			p := c.Puzzles[puzzle]
			instances = append(instances, instance{PuzzleKey: PuzzleKey{p.ID, p.Content, p.Rows * p.Cols}, kind: p.Kind, first: i, opens: ended(n)})
			counts = append(counts, 0)
			*place = int32(len(instances))
		}
		members[i] = *place - 1
		counts[*place-1]++
	}
	rest := runs
	for i := range instances {
		instances[i].runs, rest = rest[:0:counts[i]], rest[counts[i]:]
	}
	for i, member := range members {
		n := from + i
		in := &instances[member]
		in.runs = append(in.runs, run{
			ended(n),
			[...]float64{Seconds: c.Seconds[n], CPU: c.CPU[n], Iterations: float64(c.Iterations[n]), Evaluations: float64(c.Evaluations[n])},
			c.Seeds[c.Seed[n]], int(c.Run[n]),
		})
	}
	for g := range groups {
		for _, place := range at[g] {
			if place > 0 {
				in := instances[place-1]
				in.settle()
				groups[g].instances = append(groups[g].instances, in)
			}
		}
		groups[g].arrange()
	}
	return &Runs{groups}
}

// Where is the runs of labels on puzzles for which takes is true; kind is the kind
// of the puzzle. Labels are in the order in which those of them first appear.
func (r *Runs) Where(takes func(label, kind string, p PuzzleKey) bool) *Runs {
	var out []group
	for _, g := range r.groups {
		kept := group{label: g.label, name: g.name}
		for i := range g.instances {
			if in := &g.instances[i]; takes(g.label, in.kind, in.PuzzleKey) {
				kept.instances = append(kept.instances, *in)
			}
		}
		if kept.instances != nil {
			out = append(out, kept)
		}
	}
	slices.SortStableFunc(out, func(a, b group) int { return cmp.Compare(a.opening().first, b.opening().first) })
	return &Runs{out}
}

// opening is the instance whose record is the first of the group's.
func (g group) opening() *instance {
	out := &g.instances[0]
	for i := range g.instances {
		if in := &g.instances[i]; in.first < out.first {
			out = in
		}
	}
	return out
}

// Within is what [Within] says of all runs.
func (r *Runs) Within(budget solver.Budget) *Runs {
	m, limit := cut(budget)
	known := endings{}
	out := &Runs{slices.Clone(r.groups)}
	all := make([]run, 0, r.Count())
	for g := range out.groups {
		of := &out.groups[g]
		of.instances = slices.Clone(of.instances)
		for i := range of.instances {
			in := &of.instances[i]
			start := len(all)
			// Most runs have the terms of the one before them.
			var last, kept, ended *terms
			for _, one := range in.runs {
				if one.terms != last {
					last = one.terms
					kept, ended = known.of(ending{budget, one.status, one.failure}), known.of(ending{budget, solver.Exhausted, one.failure})
				}
				took := one.spent[m]
				if one.status == solver.Exhausted && took < limit {
					panic(unknown(of.label, in.Puzzle, m, limit, took))
				}
				one.terms = kept
				if took > limit {
					one.terms = ended
					for by := range one.spent {
						one.spent[by] = Measure(by).part(limit/took, one.spent[by])
					}
				}
				all = append(all, one)
			}
			in.runs, in.records = all[start:len(all):len(all)], nil
			in.opens = known.of(ending{budget, in.opens.status, in.opens.failure})
			in.settle()
		}
	}
	return out
}

// Labels are those of the runs, in the order in which they first appear.
func (r *Runs) Labels() []string {
	var out []string
	for _, g := range r.groups {
		out = append(out, g.label)
	}
	return out
}

// Count is the number of runs.
func (r *Runs) Count() (n int) {
	for _, g := range r.groups {
		n += g.runs()
	}
	return n
}

// Puzzles is the number of puzzles of different content.
func (r *Runs) Puzzles() int {
	contents := map[string]bool{}
	for _, g := range r.groups {
		for i := range g.instances {
			contents[g.instances[i].Content] = true
		}
	}
	return len(contents)
}

// Budget is what the first run was allowed, and whether all others were, too. There
// must be a run.
func (r *Runs) Budget() (first solver.Budget, alike bool) {
	at, alike := math.MaxInt, true
	for _, g := range r.groups {
		if in := g.opening(); in.first < at {
			at, first = in.first, in.opens.budget
		}
	}
	for _, g := range r.groups {
		for i := range g.instances {
			alike = alike && g.instances[i].alike && g.instances[i].opens.budget == first
		}
	}
	return first, alike
}

// unknown says why runs cannot be cut off.
func unknown(label, puzzle string, m Measure, limit, took float64) string {
	return fmt.Sprintf("analysis: what %s on %s would have come to in %v %v is not known: it ended after %v", label, puzzle, limit, m, took)
}
