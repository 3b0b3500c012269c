package theory

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/cdcl"
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// TestTightPaths holds the search for paths, which sees tight ones first, against all sets of links.
func TestTightPaths(t *testing.T) {
	detours, none := 0, 0
	defer func(was [2]int64) { byCells = was }(byCells)
	for seed := range alltest.Of[uint64](40, 400) {
		byCells[1] = int64(seed%2) * 2000
		r := rand.New(rand.NewPCG(seed, 2))
		m := model.NewModel([]puzzle.Size{{Rows: 3, Cols: 3}, {Rows: 2, Cols: 5}, {Rows: 2, Cols: 3}, {Rows: 1, Cols: 5}}[r.IntN(4)])
		links := m.Links(model.Line, nil)
		labels := make([]int, m.Size().Cells())
		order := r.Perm(len(labels))
		for k := range 1 + r.IntN(2) {
			label := k + 1
			if seed%8 == 7 {
				label = 1 // of four ends, too
			}
			labels[order[2*k]], labels[order[2*k+1]] = label, label
		}
		m.Paths(labels, links.Edges()...)
		form := m.Form()
		want := 0
		values := make([]bool, len(form.Atoms))
		for mask := range 1 << (len(form.Atoms) - 1) {
			for i := range form.Atoms {
				values[i] = i == 0 || mask>>(i-1)&1 == 1
			}
			if lits, _ := form.Constraints[0].Broken(values); lits == nil {
				want++
			}
		}
		th := New(form)
		seen := map[string]bool{}
		for th.Solve(func() bool { return true }) == cdcl.Satisfiable {
			values := th.Values()
			lits, _ := form.Constraints[0].Broken(values)
			alltest.Require(t, lits == nil && !seen[fmt.Sprint(values)], "%d: wrong, or found before: %v", seed, values)
			seen[fmt.Sprint(values)] = true
			var next map[model.Lit]bool // what the search for all comes to first
			tights := th.tight != nil
			if tights {
				next, _ = th.tight.detour(th)
			}
			conflicts := th.Solver.Stats.Conflicts
			alltest.Require(t, th.Block() || len(seen) >= want, "%d: no solution is left after %d of %d", seed, len(seen), want)
			alltest.Require(t, !tights || (next != nil) == (th.tight == nil),
				"%d: the search is for all though there is no detour, or the other way around", seed)
			if next == nil {
				continue
			}
			alltest.Require(t, th.Solve(func() bool { return true }) == cdcl.Satisfiable && th.Solver.Stats.Conflicts == conflicts,
				"%d: the detour is not found at once", seed)
			for l, holds := range next {
				alltest.Require(t, l.Atom() >= len(form.Atoms) || th.Values()[l.Atom()] == (holds == l.Positive()),
					"%d: the detour is not what is found first", seed)
			}
		}
		alltest.Require(t, len(seen) == want, "%d: the search finds %d solutions of %d", seed, len(seen), want)
		switch {
		case th.loose != nil:
			detours++
		case want < 2:
			none++
		}
	}
	least := alltest.Of(5, 50)
	alltest.Check(t, detours >= least && none >= least, "%d puzzles with detours, %d with one solution at most", detours, none)
}

// TestTightDecides holds what the search for tight paths says of boards, too large for all sets of links, against the search for all
// paths: whether they have no solution, one, or more.
func TestTightDecides(t *testing.T) {
	var seen [3]int
	was, many := byCells, large
	defer func() { byCells, large = was, many }()
	for seed := range alltest.Of[uint64](600, 3000) {
		r := rand.New(rand.NewPCG(seed, 3))
		m := model.NewModel([]puzzle.Size{{Rows: 4, Cols: 4}, {Rows: 3, Cols: 6}, {Rows: 4, Cols: 6}, {Rows: 5, Cols: 5}}[r.IntN(4)])
		links := m.Links(model.Line, nil)
		labels := make([]int, m.Size().Cells())
		if order := r.Perm(len(labels)); seed%2 == 0 {
			for k := range 2 + r.IntN(4) {
				labels[order[2*k]], labels[order[2*k+1]] = k+1, k+1
			}
		} else {
			ends(r, labels, links.Edges())
		}
		m.Paths(labels, links.Edges()...)
		form := m.Form()
		solutions := func(th *Theory) (n int) {
			for n < 2 && th.Solve(func() bool { return true }) == cdcl.Satisfiable {
				lits, _ := form.Constraints[0].Broken(th.Values())
				alltest.Require(t, lits == nil, "%d: wrong", seed)
				if n++; th.tight != nil {
					alltest.Require(t, (th.tight.ways != nil) == (byCells[1] == 0 || n > 1 && byCells[0] == 0), "%d: searched by cells or by sketches in spite of %v", seed, byCells)
				}
				th.Block()
			}
			return n
		}
		all := start(form, false, &tight{}, nil)
		got, want := solutions(New(form)), solutions(all)
		byCells = [2]int64{}
		sketched := solutions(New(form))
		byCells[1], large = 1<<40, 0
		proved := solutions(New(form))
		if byCells, large = was, many; got != want || sketched != want || proved != want {
			t.Errorf("%d: %d solutions, %d by sketches, %d with the proof by sketches, want %d (2 are two or more)", seed, got, sketched, proved, want)
		} else {
			seen[got]++
		}
	}
	for n, boards := range seen {
		alltest.Check(t, boards >= 100, "only %d boards with %d solutions", boards, n)
	}
}

// ends labels the ends of random paths without shortcuts over edges.
func ends(r *rand.Rand, labels []int, edges []model.Edge) {
	path, links := make([]int, len(labels)), make([]int, len(labels))
	for n := range path {
		path[n] = n
	}
	for _, i := range r.Perm(len(edges)) {
		e := edges[i]
		a, b := path[e.A], path[e.B]
		between := 0
		for _, f := range edges {
			if path[f.A] == a && path[f.B] == b || path[f.A] == b && path[f.B] == a {
				between++
			}
		}
		if a == b || links[e.A] == 2 || links[e.B] == 2 || between > 1 {
			continue
		}
		links[e.A]++
		links[e.B]++
		for n := range path {
			if path[n] == b {
				path[n] = a
			}
		}
	}
	of := map[int]int{}
	for n := range labels {
		if links[n] == 1 {
			if of[path[n]] == 0 {
				of[path[n]] = len(of) + 1
			}
			labels[n] = of[path[n]]
		}
	}
}

// TestBows has no stretch of a path with a free way beside it in the search for solutions.
func TestBows(t *testing.T) {
	m := model.NewModel(puzzle.Size{Rows: 3, Cols: 6})
	links := m.Links(model.Line, nil)
	labels := make([]int, 18)
	labels[12], labels[17] = 1, 1
	m.Paths(labels, links.Edges()...)
	for _, seeks := range []bool{false, true} {
		th := New(m.Form())
		if seeks {
			th.Solve(func() bool { return true })
			th.Solver.Backtrack(0)
		}
		s := th.Solver
		may := s.Propagate()
		for _, e := range [][2]int32{{12, 6}, {6, 7}, {7, 8}, {8, 9}, {9, 10}, {10, 11}, {11, 17}} {
			l := cdcl.Lit(th.tight.edge[e])
			may = may && (s.Value(l) > 0 || s.Value(l) == 0 && s.Assume(l))
		}
		alltest.Check(t, may != seeks, "in a search %v: a bow may be: %v", seeks, may)
	}
}

// TestOnlyPaths: where there is anything else the search is for all paths.
func TestOnlyPaths(t *testing.T) {
	square := func() (*model.Form, *model.Paths) {
		c := &model.Paths{Labels: []int{1, 1, 0, 0}}
		for i, pair := range [][2]int32{{0, 1}, {1, 2}, {2, 3}, {3, 0}} {
			c.Edges = append(c.Edges, model.Edge{A: pair[0], B: pair[1], Lit: model.Lit(2*i + 2)})
		}
		return declared(4, c), c
	}
	for name, change := range map[string]func(form *model.Form, c *model.Paths){
		"":                      func(*model.Form, *model.Paths) {},
		"two paths":             func(_ *model.Form, c *model.Paths) { c.Labels = []int{1, 1, 2, 2} },
		"opposites":             func(_ *model.Form, c *model.Paths) { c.Edges[0].Lit ^= 1 },
		"one label, four ends":  func(_ *model.Form, c *model.Paths) { c.Labels = []int{1, 1, 1, 1} },
		"one label, three ends": func(_ *model.Form, c *model.Paths) { c.Labels = []int{1, 1, 1, 0} },
		"another constraint": func(form *model.Form, c *model.Paths) {
			form.Constraints = append(form.Constraints, model.Posted{Constraint: &model.Clause{Lits: []model.Lit{2, 4}}})
		},
		"another condition": func(form *model.Form, c *model.Paths) { form.Atoms = append(form.Atoms, model.Atom{}) },
		"one less":          func(form *model.Form, c *model.Paths) { c.Edges[3].Lit = c.Edges[2].Lit },
		"one that follows": func(form *model.Form, c *model.Paths) {
			form.Atoms[4] = model.Atom{Op: model.And, From: []model.Lit{2, 4}}
		},
		"always an edge":     func(form *model.Form, c *model.Paths) { c.Edges[3].Lit = model.True },
		"an edge to itself":  func(form *model.Form, c *model.Paths) { c.Edges[3].B = 3 },
		"two between a pair": func(form *model.Form, c *model.Paths) { c.Edges[3].A, c.Edges[3].B = 1, 0 },
	} {
		form, c := square()
		change(form, c)
		th := New(form)
		only := name == "" || name == "two paths" || name == "opposites"
		alltest.Check(t, (th.tight != nil) == only && onlyPaths(form, c) == only, "%s: tight %v", name, th.tight != nil)
		if _, solutions, _ := assignments(form); name != "an edge to itself" { // which rules do not speak of
			enumerated(t, name, th, solutions)
		}
	}
	m := model.NewModel(puzzle.Size{Rows: 1, Cols: 1})
	m.Cells(model.Number, 3, nil)
	form := m.Form()
	c := &model.Paths{Labels: []int{0, 0, 0, 0}}
	for i := range 3 {
		c.Edges = append(c.Edges, model.Edge{A: 0, B: int32(i + 1), Lit: model.Lit(2*i + 2)})
	}
	form.Constraints = append(form.Constraints, model.Posted{Constraint: c})
	alltest.Check(t, New(form).tight == nil, "there is a number, and the search is for tight paths")
}

// TestChords has a corner of a path, of whichever label, keep its way from the node inside it, and a node that would shorten the path
// from being free.
func TestChords(t *testing.T) {
	m := model.NewModel(puzzle.Size{Rows: 6, Cols: 6})
	links := m.Links(model.Line, nil)
	labels := make([]int, 36)
	labels[14], labels[5], labels[30], labels[35], labels[0], labels[33] = 1, 1, 2, 2, 3, 3
	m.Paths(labels, links.Edges()...)
	th := New(m.Form())
	edge := func(a, b int32) cdcl.Lit { return cdcl.Lit(th.tight.edge[[2]int32{a, b}]) }
	s := th.Solver
	alltest.Require(t, s.Propagate() && s.Assume(edge(28, 22)) && s.Assume(edge(28, 27)), "a corner is excluded")
	for k := 2; k < 4; k++ {
		alltest.Require(t, s.Value(cdcl.Lit(th.tight.labels[28][k])) == 0, "the corner's label is known")
	}
	if s.Assume(edge(1, 7)) && s.Assume(edge(7, 6)) { // with label 3 at cell 0
		t.Error("a node in a corner may be where it shortens a path")
	}
	s.Backtrack(2)
	for _, l := range []cdcl.Lit{edge(21, 22), edge(21, 27), cdcl.Lit(th.tight.labels[21][0]), edge(2, 3)} {
		open := l == edge(2, 3)
		alltest.Check(t, (s.Value(l) == 0) == open && s.Value(l) <= 0, "%v has the value %d", l, s.Value(l))
	}
}

// TestToldPaths has nothing told that holds for tight solutions only.
func TestToldPaths(t *testing.T) {
	m := model.NewModel(puzzle.Size{Rows: 2, Cols: 2})
	edges := m.Links(model.Line, nil).Edges()
	m.Paths([]int{1, 1, 0, 0}, edges...)
	s := Told(m.Form()).Solver
	alltest.Require(t, s.Propagate(), "no solution")
	for _, e := range edges {
		alltest.Check(t, s.Value(cdcl.Lit(e.Lit)) == 0, "the edge of %d and %d is settled, of two solutions", e.A, e.B)
	}
}
