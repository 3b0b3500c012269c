package analysis

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"iter"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"

	"formicary/pkg/experiment"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// group is what statistics are made of: one engine on puzzles of one class.
type group struct {
	Part
	name      string     // the variant or engine, as it was given: what random numbers are drawn by
	settings  int        // of parameters, which are not told apart
	instances []instance // ordered by ID and content, whatever the records' order
}

// PuzzleKey tells the puzzles of records apart. Those of one content are one puzzle.
type PuzzleKey struct {
	// Puzzle is the ID, of copies the first by the alphabet, Content the start of the content hash.
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

func bySize(a, b PuzzleKey) int {
	return cmp.Or(cmp.Compare(a.Cells, b.Cells), cmp.Compare(a.Puzzle, b.Puzzle), cmp.Compare(a.Content, b.Content))
}

// instance is one puzzle with the runs of one label on it.
type instance struct {
	PuzzleKey
	kind  string
	first int    // the place of the first of its records among all
	opens *terms // of that record
	// copies are the other IDs that the label has runs of this content under.
	copies int
	// count is how many runs there are, wins and failures how many have a solution and how many failed; alike
	// says that all were allowed the same.
	count, wins, failures int
	alike                 bool
	design                string // of a run that no plan had fixed in advance, if any
	// made has the runs of instances, ordered by number and seed, at the place of this one.
	made  func() [][]run
	place int
}

func (i *instance) runs() []run { return i.made()[i.place] }

// hold takes the runs that there are, and brings them into order.
func (i *instance) hold(runs []run) {
	i.count, i.wins, i.failures, i.alike, i.design = 0, 0, 0, true, ""
	var last *terms
	for at := range runs {
		i.take(runs[at].terms, &last)
	}
	order(runs)
	i.made, i.place = func() [][]run { return [][]run{runs} }, 0
}

// take takes note of a run; last are the terms of the one before it.
func (i *instance) take(of *terms, last **terms) {
	if of != *last {
		*last = of
		i.alike = i.alike && of.budget == i.opens.budget
		i.design = cmp.Or(i.design, of.design)
	}
	i.count++
	if of.solved {
		i.wins++
	}
	if of.failed {
		i.failures++
	}
}

// order brings runs into order, mostly by seeing that they are.
func order(runs []run) {
	for at := 1; at < len(runs); at++ {
		if runs[at-1].number >= runs[at].number {
			slices.SortStableFunc(runs, follows)
			return
		}
	}
}

func (g group) all() iter.Seq[*run] {
	return func(yield func(*run) bool) {
		for i := range g.instances {
			runs := g.instances[i].runs()
			for at := range runs {
				if !yield(&runs[at]) {
					return
				}
			}
		}
	}
}

func (g group) runs() (n int) {
	for i := range g.instances {
		n += g.instances[i].count
	}
	return n
}

// random is the group's own source: groups that come or go leave the
// intervals of the others as they are.
func (g group) random(seed uint64, part string) *rand.PCG {
	h := fnv.New64a()
	fmt.Fprintf(h, "%q %v %s", g.name, g.Class, part)
	return rand.NewPCG(seed, h.Sum64())
}

// byLabel groups records by label, in the order in which labels first appear. The
// records stay where they are.
func byLabel(records held) []group {
	var (
		t       table
		puzzles = map[columns.Puzzle]int32{}
		configs = map[named]int32{}
		before  *experiment.Record
	)
	t.puzzle, t.config = make([]int32, records.count), make([]int32, records.count)
	known, of := newEndings(records), make([]*terms, records.count)
	var last *terms
	for i := range t.puzzle {
		r := records.at(i)
		last = known.like(r, last)
		of[i] = last
		like := before != nil && akin(before, r)
		if before = r; like {
			t.puzzle[i], t.config[i] = t.puzzle[i-1], t.config[i-1]
			continue
		}
		t.puzzle[i] = number(puzzles, columns.Puzzle{ID: r.Puzzle, Kind: r.Kind, Content: r.Content, Rows: r.Rows, Cols: r.Cols}, &t.puzzles)
		t.config[i] = number(configs, named{r.Engine, r.Variant, r.ConfigHash}, &t.configs)
	}
	t.terms = func(i int) *terms { return of[i] }
	t.run = func(i int) run { return runOf(records.at(i), of[i], i) }
	return t.groups()
}

// number is the place of a value in a list, to which it is added where it is new.
func number[T comparable](at map[T]int32, v T, list *[]T) int32 {
	n, ok := at[v]
	if !ok {
		n = int32(len(*list))
		at[v], *list = n, append(*list, v)
	}
	return n
}

// named is the engine and variant of runs, and the hash of their parameters.
type named struct{ engine, variant, parameters string }

// table is runs one after the other, each with the places of its puzzle and its
// engine in lists.
type table struct {
	puzzles        []columns.Puzzle
	configs        []named
	puzzle, config []int32
	terms          func(i int) *terms
	run            func(i int) run // which takes longer
}

// contents are the places of puzzles that stand for those of their content: each
// for itself, or of copies the first by ID. Puzzles without a content are told
// apart by their IDs. copied says which have copies; it is nil where none has.
func (t *table) contents() (same []int, copied []bool) {
	type id struct{ puzzle, content string }
	first := map[id]int{}
	of := func(p columns.Puzzle) id {
		if p.Content == "" {
			return id{puzzle: p.ID}
		}
		return id{content: p.Content}
	}
	for i, p := range t.puzzles {
		if at, ok := first[of(p)]; !ok || p.ID < t.puzzles[at].ID {
			first[of(p)] = i
		}
	}
	same = make([]int, len(t.puzzles))
	for i, p := range t.puzzles {
		if same[i] = first[of(p)]; p.ID != t.puzzles[same[i]].ID {
			if copied == nil {
				copied = make([]bool, len(t.puzzles))
			}
			copied[same[i]] = true
		}
	}
	return same, copied
}

// twins are the runs that are to be left out: a plan makes the runs of puzzles with one
// content once, and records each under every ID.
func (t *table) twins(same []int, copied []bool) map[int]bool {
	if copied == nil {
		return nil
	}
	type of struct {
		content int
		config  int32
		number  int32
		seed    uint64
	}
	ids, runs := map[of]string{}, map[int]of{}
	for i, puzzle := range t.puzzle {
		if !copied[same[puzzle]] {
			continue
		}
		r := t.run(i)
		k := of{same[puzzle], t.config[i], r.number, r.seed}
		if id, ok := ids[k]; !ok || t.puzzles[puzzle].ID < id {
			ids[k] = t.puzzles[puzzle].ID
		}
		runs[i] = k
	}
	out := map[int]bool{}
	for i, k := range runs {
		if t.puzzles[t.puzzle[i]].ID != ids[k] {
			out[i] = true
		}
	}
	return out
}

// groups are the runs of a table by label and content: they are counted, and made when they are asked for.
func (t *table) groups() []group {
	same, copied := t.contents()
	twins := t.twins(same, copied)
	type under struct {
		instance int32
		id       string
	}
	type setting struct {
		group      int
		parameters string
	}
	var (
		ids       = map[under]bool{} // of copies
		settings  = map[setting]bool{}
		groups    []group
		at        [][]int32 // by group and puzzle: one more than the place of its instance
		instances []instance
		lasts     []*terms                                   // by instance: those of its last run
		members   = make([]int32, len(t.puzzle))             // the instance of each run
		of        = slices.Repeat([]int{-1}, len(t.configs)) // the group of a configuration
	)
	for i := range members {
		config, puzzle := t.config[i], t.puzzle[i]
		g := of[config]
		if g < 0 {
			one := t.configs[config]
			label := solver.Label(one.engine, one.variant)
			if g = slices.IndexFunc(groups, func(g group) bool { return g.Label == label }); g < 0 {
				g = len(groups)
				groups, at = append(groups, group{Part: Part{Label: label}, name: cmp.Or(one.variant, one.engine)}), append(at, make([]int32, len(t.puzzles)))
			}
			if k := (setting{g, one.parameters}); !settings[k] {
				settings[k] = true
				groups[g].settings++
			}
			of[config] = g
		}
		place := &at[g][same[puzzle]]
		if *place == 0 {
			p := t.puzzles[same[puzzle]]
			instances = append(instances, instance{PuzzleKey: PuzzleKey{p.ID, p.Content, p.Rows * p.Cols}, kind: p.Kind, first: i, alike: true, place: len(instances)})
			lasts = append(lasts, nil)
			*place = int32(len(instances))
		}
		members[i] = *place - 1
		if copied != nil && copied[same[puzzle]] {
			if k := (under{*place - 1, t.puzzles[puzzle].ID}); !ids[k] {
				ids[k] = true
				instances[*place-1].copies++
			}
			if twins[i] {
				members[i] = -1
				continue
			}
		}
		in, of := &instances[*place-1], t.terms(i)
		if in.count == 0 {
			in.opens = of
		}
		in.take(of, &lasts[*place-1])
	}
	counts := make([]int, len(instances))
	for i := range instances {
		counts[i] = instances[i].count
	}
	made := sync.OnceValue(func() [][]run { return t.runs(members, counts) })
	for g := range groups {
		for puzzle, place := range at[g] {
			if place > 0 {
				in := instances[place-1]
				in.copies = max(in.copies-1, t.puzzles[puzzle].Copies)
				in.made = made
				groups[g].instances = append(groups[g].instances, in)
			}
		}
		groups[g].arrange()
	}
	return groups
}

// runs are those of each instance, of which there are so many.
func (t *table) runs(members []int32, counts []int) [][]run {
	out, rest := make([][]run, len(counts)), make([]run, len(members))
	for i, n := range counts {
		out[i], rest = rest[:0:n], rest[n:]
	}
	for i, member := range members {
		if member >= 0 {
			out[member] = append(out[member], t.run(i))
		}
	}
	for _, runs := range out {
		order(runs)
	}
	return out
}

func (g group) arrange() {
	slices.SortFunc(g.instances, func(a, b instance) int {
		return cmp.Or(cmp.Compare(a.Puzzle, b.Puzzle), cmp.Compare(a.Content, b.Content))
	})
}

// akin says that two records are of one engine, variant and parameters, and so of one label,
// and of one puzzle. Strings of one origin are compared by their address.
func akin(a, b *experiment.Record) bool {
	return a.Puzzle == b.Puzzle && a.Content == b.Content && a.Variant == b.Variant && a.Engine == b.Engine && a.ConfigHash == b.ConfigHash && a.Rows == b.Rows && a.Cols == b.Cols && a.Kind == b.Kind
}

// labelled are the labels that names ask for: a name is a label, or the variant or
// engine of some records as it was given. One without records stays as it is.
func labelled(groups []group, names ...string) []string {
	out := slices.Clone(names)
	for i, name := range names {
		named := slices.IndexFunc(groups, func(g group) bool { return g.name == name })
		if named >= 0 && !slices.ContainsFunc(groups, func(g group) bool { return g.Label == name }) {
			out[i] = groups[named].Label
		}
	}
	return out
}

func (g group) within(c Class) group {
	out := group{Part: Part{Label: g.Label, Class: c}, name: g.name}
	for i := range g.instances {
		if c.Contains(g.instances[i].Cells) {
			out.instances = append(out.instances, g.instances[i])
		}
	}
	return out
}

func (g group) only(in instance) group {
	return group{Part: Part{Label: g.Label, PuzzleKey: in.PuzzleKey}, name: g.name, instances: []instance{in}}
}

// puzzlesOf yields the puzzles of groups, each once, with the runs of the first label.
func puzzlesOf(groups []group) iter.Seq[*instance] {
	return func(yield func(*instance) bool) {
		seen := map[PuzzleKey]bool{}
		for _, g := range groups {
			for i := range g.instances {
				if in := &g.instances[i]; !seen[in.PuzzleKey] {
					seen[in.PuzzleKey] = true
					if !yield(in) {
						return
					}
				}
			}
		}
	}
}

// maxNamed is how many single cases a warning names.
const maxNamed = 3

// warnings are what a reader of any statistic over the records should know:
// runs that failed, copies of puzzles, puzzles with fewer runs than
// others (an interrupted experiment).
func warnings(groups []group) []string {
	var out []string
	for _, g := range groups {
		failed, example := 0, ""
		copies := 0
		least, most := 0, 0
		for i := range g.instances {
			in := &g.instances[i]
			copies += in.copies
			if n := in.count; least == 0 || n < least {
				least = n
			}
			most = max(most, in.count)
			if in.failures == 0 {
				continue
			}
			for _, r := range in.runs() {
				if !r.failed {
					continue
				}
				if failed++; failed <= maxNamed {
					example += fmt.Sprintf("; %s run %d: %s", in.Puzzle, r.number, r.failure)
				}
			}
		}
		if failed > 0 {
			out = append(out, g.Label+": "+puzzle.Plural(failed, "run failed and counts", "runs failed and count")+" as not solved"+example)
		}
		if g.settings > 1 {
			out = append(out, fmt.Sprintf("%s: its runs have %d settings of parameters, which are taken as one: give the engines variants", g.Label, g.settings))
		}
		if copies > 0 {
			out = append(out, g.Label+": "+withCopies(len(g.instances), copies))
		}
		if least != most {
			out = append(out, fmt.Sprintf("%s: between %d and %d runs per puzzle: puzzles with more runs weigh more", g.Label, least, most))
		}
	}
	return out
}

func (g group) bySize() []*instance {
	out, names := make([]*instance, len(g.instances)), map[*instance]string{}
	for i := range out {
		out[i] = &g.instances[i]
		names[out[i]] = padded(out[i].Puzzle)
	}
	slices.SortFunc(out, func(a, b *instance) int {
		return cmp.Or(cmp.Compare(a.Cells, b.Cells), cmp.Compare(names[a], names[b]), bySize(a.PuzzleKey, b.PuzzleKey))
	})
	return out
}

// Natural compares names as people do: numbers in them by their value.
func Natural(a, b string) int { return cmp.Compare(padded(a), padded(b)) }

var numeral = regexp.MustCompile(`[0-9]+(\.[0-9]*)?`)

// padded gives all numbers in a name as many digits before the point.
func padded(name string) string {
	return numeral.ReplaceAllStringFunc(name, func(number string) string {
		whole, _, _ := strings.Cut(number, ".")
		return strings.Repeat("0", max(0, 20-len(whole))) + number
	})
}
