package genome

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/network"
	"formicary/pkg/sudoku/sudokutest"
)

func space(t testing.TB, text string, s network.Strength, g Groups) *Space {
	t.Helper()
	out, ok := New(sudokutest.Read(t, text), s, g)
	alltest.Require(t, ok, "no space")
	return out
}

// digits reads "1 2 3" or "123".
func digits(text string) []uint8 {
	var out []uint8
	for _, c := range strings.ReplaceAll(text, " ", "") {
		out = append(out, uint8(c-'0'))
	}
	return out
}

// Example 1 of the paper. Its rows are in a figure that is not reproduced
// here; these are rows for which every number of its text holds: with the
// segment from index 4 to 8 (from one), "4" is the first digit to be placed,
// at index 5 of parent 2, under "6", which parent 2 has at 7, under "5", whose
// place is in the segment, under "2", whose place is not; then "7" is to be
// placed, under "1", whose place is not in the segment.
func TestPMXExample1(t *testing.T) {
	first, second := digits("8 4 7 3 6 2 5 1 9"), digits("9 1 2 3 4 5 6 7 8")
	alltest.Require(t, second[5-1] == 4 && first[5-1] == 6 && second[7-1] == 6 && first[7-1] == 5, "the rows are not those of the text")
	child := make([]uint8, 9)
	PMX(child, first, second, 4-1, 8)
	want := digits("9 7 4 3 6 2 5 1 8")
	alltest.Check(t, slices.Equal(child, want), "child %v, want %v", child, want)
}

func TestPMX(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, sudoku.MaxN).Draw(t, "n")
		first, second := permutation(t, n), permutation(t, n)
		from := rapid.IntRange(0, n).Draw(t, "from")
		to := rapid.IntRange(from, n).Draw(t, "to")
		child := make([]uint8, n)
		PMX(child, first, second, from, to)
		wantPermutation(t, child)
		alltest.Require(t, slices.Equal(child[from:to], first[from:to]), "the segment of %v is not that of %v", child, first)
		for i, v := range child {
			// Where the parents agree, so does the child: givens stay.
			alltest.Require(t, first[i] != second[i] || v == first[i], "parents %v and %v, child %v", first, second, child)
			// Outside the segment only digits that the segment pushed out move.
			alltest.Require(t, i >= from && i < to || v == second[i] || slices.Contains(first[from:to], second[i]),
				"place %d of %v changed without need from %v", i, child, second)
		}
	})
}

// Example 2 of the paper. Its rows and its mask are in a figure that is not
// reproduced here; of the text hold the weights, the first two entries of the
// mask (3, then 1), the digit 4 that the third parent begins with, and the
// child.
func TestSortingExample2(t *testing.T) {
	parents := [3][]uint8{
		digits("1 8 2 3 6 7 9 5 4"), // begins to agree once 1 and 4 are swapped
		digits("2 4 8 3 6 7 5 9 1"),
		digits("4 1 2 3 9 8 7 6 5"),
	}
	mask := digits("3 1 1 2 2 2 1 1 1")
	for i := range mask {
		mask[i]--
	}
	child := make([]uint8, 9)
	Sorting(child, parents, mask)
	want := digits("4 8 2 3 6 7 9 5 1")
	alltest.Check(t, slices.Equal(child, want), "child %v, want %v", child, want)
	// Five places of the first parent, three of the second, one of the third.
	shares := make([]uint8, 9)
	Shares(shares, [3]float64{0.55, 0.33, 0.12})
	want = digits("0 0 0 0 0 1 1 1 2")
	alltest.Check(t, slices.Equal(shares, want), "shares %v, want %v", shares, want)
}

// slowSorting is the operator as the paper tells it: search, swap, in copies.
func slowSorting(parents [3][]uint8, mask []uint8) [3][]uint8 {
	for k := range parents {
		parents[k] = slices.Clone(parents[k])
	}
	for i, k := range mask {
		for other := range parents {
			j := slices.Index(parents[other], parents[k][i])
			parents[other][i], parents[other][j] = parents[other][j], parents[other][i]
		}
	}
	return parents
}

func TestSorting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, sudoku.MaxN).Draw(t, "n")
		parents := [3][]uint8{permutation(t, n), permutation(t, n), permutation(t, n)}
		before := slices.Clone(parents[2])
		mask := make([]uint8, n)
		weights := [3]float64{}
		for k := range weights {
			weights[k] = rapid.Float64Range(0.01, 1).Draw(t, "weight")
		}
		Shares(mask, weights)
		NewRandom(rapid.Uint64().Draw(t, "seed")).Shuffle(mask)
		child := make([]uint8, n)
		Sorting(child, parents, mask)
		wantPermutation(t, child)
		for k, want := range slowSorting(parents, mask) {
			alltest.Require(t, slices.Equal(child, want), "child %v, parent %d ends as %v", child, k, want)
		}
		alltest.Require(t, slices.Equal(parents[2], before), "a parent changed")
		for i, v := range child {
			alltest.Require(t, parents[0][i] != parents[1][i] || parents[1][i] != parents[2][i] || v == parents[0][i],
				"parents %v agree at %d, child %v", parents, i, child)
		}
		Sorting(parents[2], parents, mask)
		alltest.Require(t, slices.Equal(parents[2], child), "into a parent comes something else")
	})
}

// The number of a parent's places is its share, give or take one.
func TestShares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, sudoku.MaxN).Draw(t, "n")
		var weights [3]float64
		sum := 0.0
		for k := range weights {
			weights[k] = float64(rapid.IntRange(0, 20).Draw(t, "weight"))
			sum += weights[k]
		}
		if sum == 0 {
			weights[1], sum = 1, 1
		}
		mask := make([]uint8, n)
		Shares(mask, weights)
		var count [3]float64
		for _, k := range mask {
			count[k]++
		}
		for k, w := range weights {
			d := count[k] - w/sum*float64(n)
			alltest.Require(t, d > -1-1e-9 && d < 1+1e-9, "weights %v: %v of %d places", weights, count, n)
		}
	})
}

// Example 3 of the paper: a given in the fourth cell (3) never moves, and all
// others do.
func TestMutationExample3(t *testing.T) {
	s := space(t, "...3.....\n"+strings.Repeat(".........\n", 8), network.None, Rows)
	genes := make([]uint8, s.Len())
	r := NewRandom(1)
	alltest.Require(t, s.Fill(genes, r), "not filled")
	moved := map[int]bool{}
	for range 200 {
		before := slices.Clone(s.Group(genes, 0))
		alltest.Require(t, s.Mutate(genes, 0, r), "no mutation")
		changed := 0
		for i, v := range s.Group(genes, 0) {
			if v != before[i] {
				changed++
				moved[i] = true
			}
		}
		alltest.Require(t, changed == 2 && genes[3] == 3, "from %v to %v", before, s.Group(genes, 0))
	}
	alltest.Check(t, len(moved) == 8, "moved %v, want all cells but the fourth", moved)
}

// Filling and mutating stay inside: permutations, givens and domains, for rows
// and boxes, every filter, several sizes of boxes. Cost is what a slow count
// of missing digits says, and 0 exactly for what Check accepts.
func TestSpace(t *testing.T) {
	puzzles := []*sudoku.Puzzle{sudokutest.Read(t, sudokutest.Hard), sudokutest.Read(t, "1...\n..2.\n.3..\n....")}
	for _, box := range []puzzle.Size{{Rows: 2, Cols: 3}, {Rows: 3, Cols: 2}, {Rows: 4, Cols: 4}, {Rows: 6, Cols: 6}} {
		n := box.Cells()
		puzzles = append(puzzles, sudokutest.Open(t, box, map[int]uint8{3: 2, n*n - 1: uint8(n)}))
	}
	for _, p := range puzzles {
		for _, g := range []Groups{Rows, Boxes} {
			for _, f := range []network.Strength{network.None, network.AC3, network.GAC} {
				s, ok := New(p, f, g)
				alltest.Require(t, ok, "%v %v %v: no space", p.Size(), g, f)
				r := NewRandom(7)
				genes := make([]uint8, s.Len())
				for round := range 30 {
					alltest.Require(t, s.Fill(genes, r), "not filled")
					for range round {
						if len(s.Movable()) > 0 {
							s.Mutate(genes, s.Movable()[r.Intn(len(s.Movable()))], r)
						}
					}
					checkGenome(t, p, s, genes, g)
				}
			}
		}
	}
}

func checkGenome(t *testing.T, p *sudoku.Puzzle, s *Space, genes []uint8, g Groups) {
	t.Helper()
	board := s.Board(genes)
	for k := range s.N() {
		alltest.Require(t, s.Inside(genes, k), "group %d is outside its domains", k)
	}
	wrong := 0
	for k, unit := range p.Layout().Units {
		seen := map[uint8]bool{}
		for _, cell := range unit {
			seen[board.Values[cell]] = true
		}
		group := k < s.N() && g == Rows || k >= 2*s.N() && g == Boxes
		alltest.Require(t, !group || len(seen) == s.N(), "group %d is no permutation", k)
		wrong += s.N() - len(seen)
	}
	got := s.Cost(genes)
	alltest.Require(t, got == wrong, "cost %d, want %d", got, wrong)
	for cell, v := range board.Values {
		given := p.Given(cell)
		alltest.Require(t, given == puzzle.Unset || given == v, "the given at %d changed", cell)
	}
	broken := p.Check(board)
	alltest.Require(t, (wrong == 0) == (len(broken) == 0), "cost %d, but Check says %v", wrong, broken)
}

func TestNth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := network.Domain(rapid.Uint64Range(1, 1<<40).Draw(t, "domain") >> rapid.IntRange(0, 39).Draw(t, "shift"))
		for place, want := range d.Digits() {
			got := nth(d, place)
			alltest.Require(t, got == int(want), "digit %d of %b is %d, want %d", place, d, got, want)
		}
	})
}

func TestNoSpace(t *testing.T) {
	for name, text := range map[string]string{
		"row":    "11..\n....\n....\n....",
		"column": "1...\n....\n....\n1...",
		"box":    "1...\n.1..\n....\n....",
		"cell":   "12..\n...3\n....\n...4",
	} {
		for _, f := range []network.Strength{network.None, network.AC3, network.GAC} {
			for _, g := range []Groups{Rows, Boxes} {
				_, ok := New(sudokutest.Read(t, text), f, g)
				alltest.Check(t, !ok, "%s, %v: a space of boards that cannot be", name, f)
			}
		}
	}
	// A row in which only one cell is left for two digits: no domain is empty.
	text := "..12\n....\n3...\n4...\n"
	_, ok := New(sudokutest.Read(t, text), network.AC3, Rows)
	alltest.Check(t, !ok, "a row with two digits for one place")
}

func permutation(t *rapid.T, n int) []uint8 {
	out := make([]uint8, n)
	for i := range out {
		out[i] = uint8(i + 1)
	}
	return rapid.Permutation(out).Draw(t, "permutation")
}

func wantPermutation(t *rapid.T, row []uint8) {
	sorted := slices.Sorted(slices.Values(row))
	for i, v := range sorted {
		alltest.Require(t, int(v) == i+1, "%v is no permutation", row)
	}
}
