package puzzle

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Item is one puzzle of a set and what its source says of it.
type Item struct {
	Puzzle
	// Solution is the published solution; the zero Grid where there is none.
	Solution Grid
	// Grade is the published difficulty, in the source's words; often empty.
	Grade string
}

// Set is an ordered collection of puzzles. Methods that choose return a new
// set and leave the old one as it is.
type Set struct {
	// Name is what the set was opened as.
	Name string
	// Items are the puzzles in the source's order.
	Items []Item
	// Warnings are what the reader assumed or left out, in the input's order. Each prints as
	// "source:line:column: …". Sets that methods choose have none.
	Warnings []*ParseError
}

// Len is the number of puzzles.
func (s Set) Len() int { return len(s.Items) }

// Puzzles returns the puzzles. One with a published solution is its [Item], so
// that whoever judges an engine knows the solution.
func (s Set) Puzzles() []Puzzle {
	out := make([]Puzzle, len(s.Items))
	for i, item := range s.Items {
		if out[i] = item.Puzzle; !item.Solution.IsZero() {
			out[i] = item
		}
	}
	return out
}

// Where keeps the puzzles for which keep says true.
func (s Set) Where(keep func(Item) bool) Set {
	out := Set{Name: s.Name}
	for _, item := range s.Items {
		if keep(item) {
			out.Items = append(out.Items, item)
		}
	}
	return out
}

// Between keeps the puzzles of least to most cells, both included.
func (s Set) Between(least, most int) Set {
	return s.Where(func(i Item) bool { n := i.Size().Cells(); return n >= least && n <= most })
}

// Take keeps the first n puzzles, or all where there are fewer.
func (s Set) Take(n int) Set {
	return Set{Name: s.Name, Items: slices.Clone(s.Items[:min(max(n, 0), len(s.Items))])}
}

// Sample keeps n puzzles drawn at random, in the set's order; the same seed
// draws the same ones.
func (s Set) Sample(n int, seed uint64) Set {
	r := rand.New(rand.NewPCG(seed, 0x5e7))
	chosen := r.Perm(len(s.Items))[:min(max(n, 0), len(s.Items))]
	slices.Sort(chosen)
	out := Set{Name: s.Name}
	for _, i := range chosen {
		out.Items = append(out.Items, s.Items[i])
	}
	return out
}

// Distinct drops every puzzle whose content an earlier one has.
func (s Set) Distinct() Set {
	seen := map[Hash]bool{}
	return s.Where(func(i Item) bool { h := i.Hash(); first := !seen[h]; seen[h] = true; return first })
}

// Values are what of answers for each puzzle, by ID: a feature to compare
// puzzles by. Of puzzles that share an ID the last one counts.
func (s Set) Values(of func(Item) float64) map[string]float64 {
	out := make(map[string]float64, len(s.Items))
	for _, item := range s.Items {
		out[item.ID()] = of(item)
	}
	return out
}

// Get returns the puzzle with the given ID.
func (s Set) Get(id string) (Item, error) {
	for _, item := range s.Items {
		if item.ID() == id {
			return item, nil
		}
	}
	return Item{}, fmt.Errorf("set %s has no puzzle %q (it has %d)", s.Name, id, len(s.Items))
}

// MustGet is [Set.Get] for cells of a notebook: it panics where Get fails.
func (s Set) MustGet(id string) Item {
	item, err := s.Get(id)
	if err != nil {
		panic("puzzle: " + err.Error())
	}
	return item
}
