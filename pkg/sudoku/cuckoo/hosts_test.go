package cuckoo

import (
	"math"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku/genome"
	"formicary/pkg/sudoku/network"
	"formicary/pkg/sudoku/sudokutest"
)

// begun is a search without a filter after its nests are built.
func begun(t *testing.T, s *Solver) *search {
	p := sudokutest.Read(t, sudokutest.Hard)
	space, ok := genome.New(p, network.None, genome.Rows)
	alltest.Require(t, ok, "no space")
	q := newSearch(s, genome.NewSearch(space, genome.NewRandom(3), solver.Start(t.Context(), p, solver.Run{})))
	q.build()
	return q
}

// An egg replaces one nest that costs as much or more, and none that costs
// less: any nest, all alike, or its own.
func TestHostsOfEggs(t *testing.T) {
	const parent = 1
	for _, host := range []Host{Any, Own} {
		s := New()
		s.Nests, s.Host = 8, host
		start := func() *search { return begun(t, s) }
		q := start()
		q.lay(parent)
		cost := q.space.Cost(q.egg)
		for above, want := range map[int]int{-1: 0, 0: 1, 1: 1} {
			q := start()
			for i := range q.nests {
				q.nests[i].cost = cost + above
			}
			q.lay(parent) // the same egg: no cost has a part in it
			replaced := 0
			for _, n := range q.nests {
				if slices.Equal(n.genes, q.egg) && n.cost == cost {
					replaced++
				}
			}
			alltest.Check(t, replaced == want, "%s, nests that cost %+d: %d replaced, want %d", hostNames[host], above, replaced, want)
		}
		const rounds = 4000
		var hosts [8]int
		for range rounds {
			for i := range q.nests {
				q.nests[i].cost = math.MaxInt
			}
			q.lay(parent)
			hosts[slices.IndexFunc(q.nests, func(n nest) bool { return n.cost != math.MaxInt })]++
		}
		for i, got := range hosts {
			want, slack := 0, 0
			switch {
			case host == Any:
				want, slack = rounds/8, 105 // five standard deviations
			case i == parent:
				want = rounds
			}
			alltest.Check(t, got >= want-slack && got <= want+slack,
				"%s: nest %d took %d eggs of nest %d, want %d", hostNames[host], i, got, parent, want)
		}
	}
}

// A crossover crosses as many rows as it is told, each of those in which
// something can move as often as any other; and no others change.
func TestCrossedRows(t *testing.T) {
	const rounds = 4000
	for _, c := range []struct{ told, rows int }{{1, 1}, {3, 3}, {0, 9}, {9, 9}, {99, 9}} {
		s := New()
		s.Nests, s.CrossedRows, s.Keep, s.PA = 4, c.told, false, 0
		q := begun(t, s)
		parent := q.nests[(q.best+1)%len(q.nests)].genes
		var crossed, changed [9]int
		for range rounds {
			copy(q.egg, parent)
			q.cross(false)
			rows := q.rows[:c.rows] // those that were drawn are in front
			for _, row := range rows {
				crossed[row]++
			}
			for row := range 9 {
				if !slices.Equal(q.space.Group(q.egg, row), q.space.Group(parent, row)) {
					changed[row]++
					alltest.Require(t, slices.Contains(rows, row), "%d rows: row %d changed, drawn were %v", c.told, row, rows)
				}
			}
			if slices.Sort(rows); len(slices.Compact(slices.Clone(rows))) != c.rows {
				t.Fatalf("%d rows: drawn were %v", c.told, rows)
			}
		}
		want, slack := rounds*c.rows/9, 0
		if c.rows < 9 {
			slack = 160 // five standard deviations
		}
		for row := range 9 {
			if got := crossed[row]; got < want-slack || got > want+slack || changed[row] == 0 {
				t.Errorf("%d rows: row %d crossed %d times, want %d; changed %d times", c.told, row, got, want, changed[row])
			}
		}
	}
}
