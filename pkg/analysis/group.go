package analysis

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"

	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Class is a range of board sizes in cells, both ends included. Most 0 means
// no upper end; the zero Class is all sizes.
type Class struct {
	Least int `json:"least"`
	Most  int `json:"most"`
}

// SizeClasses are those of Amos, Crossley and Lloyd, "Solving Nurikabe with
// Ant Colony Optimization (Extended version)", 2019, table 1. The paper calls
// the last one ">400", but its 21 instances have 400 cells and more.
var SizeClasses = []Class{{0, 99}, {100, 199}, {200, 299}, {300, 399}, {400, 0}}

// Contains says whether a board with this number of cells belongs to the class.
func (c Class) Contains(cells int) bool {
	return cells >= c.Least && (c.Most == 0 || cells <= c.Most)
}

// String writes "100–199", "≥400", "all", or "144" for a class of one size.
func (c Class) String() string {
	switch {
	case c == Class{}:
		return "all"
	case c.Most == 0:
		return fmt.Sprintf("≥%d", c.Least)
	case c.Most == c.Least:
		return strconv.Itoa(c.Least)
	}
	return fmt.Sprintf("%d–%d", c.Least, c.Most)
}

// group is what statistics are made of: one engine on puzzles of one class.
type group struct {
	label     string
	name      string // the variant or engine, as it was given: what random numbers are drawn by
	class     Class
	instances []instance // ordered by ID and content, whatever the records' order
}

// PuzzleKey tells the puzzles of records apart.
type PuzzleKey struct {
	// Puzzle is the ID, Content the start of the content hash.
	Puzzle, Content string
	// Cells is the size of the board.
	Cells int
}

// RunKey tells the runs of a label apart.
type RunKey struct {
	PuzzleKey
	// Run is the number of the run on the puzzle, from 0.
	Run int
}

// bySize orders puzzles by cells, ID and content.
func bySize(a, b PuzzleKey) int {
	return cmp.Or(cmp.Compare(a.Cells, b.Cells), cmp.Compare(a.Puzzle, b.Puzzle), cmp.Compare(a.Content, b.Content))
}

// instance is one puzzle with the runs of one label on it.
type instance struct {
	PuzzleKey
	kind  string
	first int    // the place of the first of its records among all
	opens *terms // of that record
	runs  []run  // ordered by number and seed
	// wins and failures count the runs with a solution and those that failed; alike
	// says that all were allowed the same.
	wins, failures int
	alike          bool
	// records are those of the runs, in the same order; nil where the runs were
	// collected of columns.
	records []experiment.Record
}

// settle takes note of runs that are all there, and brings them into order, mostly
// by seeing that they are.
func (i *instance) settle() {
	i.wins, i.failures, i.alike = 0, 0, true
	var last *terms
	ordered := true
	for at := range i.runs {
		r := &i.runs[at]
		if r.terms != last {
			last = r.terms
			i.alike = i.alike && r.budget == i.opens.budget
		}
		if r.solved {
			i.wins++
		}
		if r.failed {
			i.failures++
		}
		ordered = ordered && (at == 0 || i.runs[at-1].number < r.number)
	}
	if !ordered {
		slices.SortStableFunc(i.runs, follows)
	}
}

// records yields all runs of the group.
func (g group) records() (all []experiment.Record) {
	for i := range g.instances {
		all = append(all, g.instances[i].records...)
	}
	return all
}

// runs counts the runs of the group.
func (g group) runs() (n int) {
	for i := range g.instances {
		n += len(g.instances[i].runs)
	}
	return n
}

// random is the group's own source: groups that come or go leave the
// intervals of the others as they are.
func (g group) random(seed uint64, part string) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintf(h, "%q %v %s", g.name, g.class, part)
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

// byLabel groups records by label, in the order in which labels first appear.
// Where the records of each puzzle and label stand together they are not copied,
// but used where they are. Else they are counted first and then copied once, each
// to its place.
func byLabel(records []experiment.Record) []group {
	type key struct {
		label       int
		id, content string
	}
	type place struct{ label, instance int }
	type name struct{ engine, variant string }
	labels := map[string]int{}
	names := map[name]int{} // the label of a record is made once for each of these
	instances := map[key]place{}
	var groups []group
	var counts [][]int
	of := make([]place, len(records))
	together := true
	for i := range records {
		r := &records[i]
		if i > 0 && akin(&records[i-1], r) {
			of[i] = of[i-1]
			counts[of[i].label][of[i].instance]++
			continue
		}
		n, ok := names[name{r.Engine, r.Variant}]
		if !ok {
			label := solver.Label(r.Engine, r.Variant)
			if n, ok = labels[label]; !ok {
				n = len(groups)
				labels[label] = n
				groups, counts = append(groups, group{label: label, name: cmp.Or(r.Variant, r.Engine)}), append(counts, nil)
			}
			names[name{r.Engine, r.Variant}] = n
		}
		k := key{n, r.Puzzle, r.Content}
		at, ok := instances[k]
		if ok {
			together = false
		} else {
			at = place{n, len(groups[n].instances)}
			instances[k] = at
			groups[n].instances = append(groups[n].instances, instance{PuzzleKey: PuzzleKey{r.Puzzle, r.Content, r.Rows * r.Cols}, kind: r.Kind, first: i})
			counts[n] = append(counts[n], 0)
		}
		of[i] = at
		counts[n][at.instance]++
	}
	if together {
		for i := 0; i < len(records); {
			at := of[i]
			end := i + counts[at.label][at.instance]
			groups[at.label].instances[at.instance].records = records[i:end:end]
			i = end
		}
	} else {
		all := make([]experiment.Record, len(records))
		for n, g := range groups {
			for i := range g.instances {
				count := counts[n][i]
				g.instances[i].records, all = all[:0:count], all[count:]
			}
		}
		for i, at := range of {
			of := &groups[at.label].instances[at.instance].records
			*of = append(*of, records[i])
		}
	}
	known, runs := endings{}, make([]run, 0, len(records))
	for _, g := range groups {
		for i := range g.instances {
			in := &g.instances[i]
			first := &records[in.first]
			in.opens = known.of(ending{first.Budget, first.Status, first.Error})
			if !sorted(in.records) {
				if together {
					in.records = slices.Clone(in.records) // they are the caller's
				}
				slices.SortStableFunc(in.records, inOrder)
			}
			start := len(runs)
			runs = known.runs(runs, in.records)
			in.runs = runs[start:len(runs):len(runs)]
			in.settle()
		}
		g.arrange()
	}
	return groups
}

// arrange orders the puzzles of a group.
func (g group) arrange() {
	slices.SortFunc(g.instances, func(a, b instance) int {
		return cmp.Or(cmp.Compare(a.Puzzle, b.Puzzle), cmp.Compare(a.Content, b.Content))
	})
}

// akin says that two records are of one engine and variant, and so of one label,
// and of one puzzle. Strings of one origin are compared by their address.
func akin(a, b *experiment.Record) bool {
	return a.Puzzle == b.Puzzle && a.Content == b.Content && a.Variant == b.Variant && a.Engine == b.Engine
}

// inOrder orders the runs of a label on a puzzle.
func inOrder(a, b experiment.Record) int {
	return cmp.Or(cmp.Compare(a.Run, b.Run), cmp.Compare(a.Seed, b.Seed), cmp.Compare(a.Seconds, b.Seconds))
}

// sorted says whether runs are in the order of their numbers, none twice, as
// they mostly are: it copies no record to tell.
func sorted(runs []experiment.Record) bool {
	for i := 1; i < len(runs); i++ {
		if runs[i-1].Run >= runs[i].Run {
			return false
		}
	}
	return true
}

// labelled are the labels that names ask for: a name is a label, or the variant or
// engine of some records as it was given. One without records stays as it is.
func labelled(groups []group, names ...string) []string {
	out := slices.Clone(names)
	for i, name := range names {
		if j := slices.IndexFunc(groups, func(g group) bool { return g.label == name }); j >= 0 {
			continue
		}
		if j := slices.IndexFunc(groups, func(g group) bool { return g.name == name }); j >= 0 {
			out[i] = groups[j].label
		}
	}
	return out
}

// within keeps the puzzles of a class.
func (g group) within(c Class) group {
	out := group{label: g.label, name: g.name, class: c}
	for i := range g.instances {
		if c.Contains(g.instances[i].Cells) {
			out.instances = append(out.instances, g.instances[i])
		}
	}
	return out
}

// maxNamed is how many single cases a warning names.
const maxNamed = 3

// warnings are what a reader of any statistic over the records should know:
// runs that failed, puzzles that occur twice, puzzles with fewer runs than
// others (an interrupted experiment).
func warnings(groups []group) []string {
	var out []string
	for _, g := range groups {
		failed, example := 0, ""
		contents := map[string]int{}
		least, most := 0, 0
		for i := range g.instances {
			in := &g.instances[i]
			contents[in.Content]++
			if n := len(in.runs); least == 0 || n < least {
				least = n
			}
			most = max(most, len(in.runs))
			for at := range in.runs {
				if in.failures == 0 {
					break
				}
				if !in.runs[at].failed {
					continue
				}
				if failed++; failed <= maxNamed {
					example += fmt.Sprintf("; %s run %d: %s", in.Puzzle, in.runs[at].number, in.runs[at].failure)
				}
			}
		}
		if failed > 0 {
			out = append(out, g.label+": "+puzzle.Plural(failed, "run failed and counts", "runs failed and count")+" as not solved"+example)
		}
		if twins := len(g.instances) - len(contents); twins > 0 {
			out = append(out, fmt.Sprintf("%s: %s the content of another one of the %s", g.label, puzzle.Plural(twins, "puzzle has", "puzzles have"), puzzle.Thousands(len(g.instances))))
		}
		if least != most {
			out = append(out, fmt.Sprintf("%s: between %d and %d runs per puzzle: puzzles with more runs weigh more", g.label, least, most))
		}
	}
	return out
}

// bySize returns the puzzles ordered by cells first.
func (g group) bySize() []*instance {
	out := make([]*instance, len(g.instances))
	for i := range out {
		out[i] = &g.instances[i]
	}
	slices.SortFunc(out, func(a, b *instance) int { return bySize(a.PuzzleKey, b.PuzzleKey) })
	return out
}
