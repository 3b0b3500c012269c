package theory

import (
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/cdcl"
	"formicary/pkg/model"
	"formicary/pkg/model/modeltest"
	"formicary/pkg/puzzle"
)

// groups declares numbers in pieces of as many cells: much to build, and much to propagate.
func groups(size puzzle.Size, most int) *model.Form {
	m := model.NewModel(size)
	f := m.Cells(model.Number, most, nil)
	for x := range most {
		m.Pieces(x+1, x+1, f.Is(x))
	}
	return m.Form()
}

// TestWithin: a search whose time ends finds nothing more, whenever that is, and asks for the time again and again before.
func TestWithin(t *testing.T) {
	form := groups(puzzle.Size{Rows: 12, Cols: 12}, 20)
	asked, last := 0, 0
	for left := 1; ; left *= 2 {
		asked = 0
		th := Within(form, func() bool { asked++; return asked >= left })
		built := asked
		result := th.Solve(func() bool { return true })
		if !th.Ended() {
			alltest.Check(t, result == cdcl.Satisfiable && form.Check(form.Board(th.Values())) == nil, "with all the time there is: %v", result)
			break
		}
		alltest.Check(t, result == cdcl.Stopped && asked == left && !th.Solver.Unsatisfiable() && th.Solver.Propagate(),
			"the time ended at question %d: %v after %d", left, result, asked)
		last = max(last, built)
	}
	alltest.Check(t, last >= 1 && asked >= 4*last, "%d questions while it was made, %d in all", last, asked)
}

// TestWithinDetours: the time of a search for tight paths is that of the search for all that follows it.
func TestWithinDetours(t *testing.T) {
	m := model.NewModel(puzzle.Size{Rows: 8, Cols: 8})
	labels := make([]int, 64)
	labels[0], labels[63] = 1, 1
	m.Paths(labels, m.Links(model.Line, nil).Edges()...)
	late := false
	th := Within(m.Form(), func() bool { return late })
	for n := 0; th.Solve(func() bool { return true }) == cdcl.Satisfiable; n++ {
		late = th.loose != nil
		if th.Block(); n > 10_000 {
			t.Fatal("the time does not end")
		}
	}
	alltest.Check(t, th.Ended() && late, "it has ended: %v; it was late: %v", th.Ended(), late)
}

// TestMemory: what a search is made of is counted, and it ends where that is too much.
func TestMemory(t *testing.T) {
	lits := some(rand.New(rand.NewPCG(1, 1)), 1000)
	shares := []model.Share{{Core: []int32{0}, Image: make([]int32, 1000)}, {Core: []int32{1}, Image: make([]int32, 1000)}}
	for name, c := range map[string]struct {
		constraints []model.Constraint
		bytes       int
	}{
		"conditions":   {nil, 1000 * memoryOfVariable},
		"a clause":     {[]model.Constraint{&model.Clause{Lits: lits}}, memoryOfClause + 1000*memoryOfLiteral},
		"a sum":        {[]model.Constraint{&model.Linear{Terms: model.Each(1, lits...), Least: 500, Most: 600}}, 1000 * memoryOfNote},
		"a connection": {[]model.Constraint{&model.Connected{Nodes: lits}}, 1000 * memoryOfNote},
		"pairs":        {[]model.Constraint{&model.Matched{Left: lits[:1], Right: lits[1:2], Pairs: [][2]int32{{0, 0}}}}, memoryOfVariable + 4*memoryOfClause + 8*memoryOfLiteral},
		"shares":       {[]model.Constraint{&model.Division{Nodes: 1000, Shares: shares}}, 1000 * (2*16 + memoryOfClause)},
		"labels":       {[]model.Constraint{&model.Paths{Labels: make([]int, 1000)}}, 1000 * (4 + memoryOfVariable)},
	} {
		th := New(declared(1000, c.constraints...))
		if name != "conditions" {
			th.memory -= New(declared(1000)).memory
		}
		alltest.Check(t, th.memory >= c.bytes && th.memory <= c.bytes*11/10+300, "%s: %d bytes, want %d", name, th.memory, c.bytes)
	}
	th := New(declared(1))
	alltest.Check(t, !th.grow(mostMemory-th.memory) && !th.Ended() && th.grow(1) && th.Ended() && th.Solve(func() bool { return true }) == cdcl.Stopped,
		"a search has not ended that takes more than there may be, or one that takes less has")
}

// TestTooLarge: what would not fit into memory has ended from the start.
func TestTooLarge(t *testing.T) {
	alltest.Only(t, "it fills the memory that a search may take")
	m := model.NewModel(puzzle.Size{Rows: 100, Cols: 100})
	m.Cells(model.Number, 200, nil)
	th := New(m.Form())
	result := th.Solve(func() bool { return true })
	alltest.Check(t, th.Ended() && result == cdcl.Stopped, "ended %v, %v", th.Ended(), result)
	m = model.NewModel(puzzle.Size{Rows: 100, Cols: 100}) // a variable for each cell and path would not fit, the digits of labels do
	ends := make([]int, m.Size().Cells())
	for i := range ends[:2000] {
		ends[5*i] = 1 + i/2
	}
	m.Paths(ends, m.Links(model.Line, nil).Edges()...)
	th = New(m.Form())
	alltest.Check(t, !th.Ended() && th.memory < mostMemory/3, "a search of 10,000 cells with the digits of 1,000 labels has ended, or takes %d bytes", th.memory)
	m = model.NewModel(puzzle.Size{Rows: 100, Cols: 100})
	m.Cells(model.Number, 2, nil)
	th = New(m.Form())
	alltest.Check(t, !th.Ended() && th.Solve(func() bool { return true }) == cdcl.Satisfiable, "a search of a hundredth of that has ended")
}

// TestNothing: constraints on no nodes at all, and on nodes that never hold, say what they mean.
func TestNothing(t *testing.T) {
	for name, declare := range map[string]func(m *model.Model){
		"connected":        func(m *model.Model) { m.ConnectedBy(nil, nil) },
		"connected, never": func(m *model.Model) { m.ConnectedBy([]model.Lit{model.False, model.False}, [][2]int32{{0, 1}}) },
		"connected, apart": func(m *model.Model) { m.ConnectedBy([]model.Lit{model.True, model.True}, nil) },
		"forest":           func(m *model.Model) { m.Forest(0) },
		"forest, one":      func(m *model.Model) { m.Forest(1, model.Edge{Lit: model.True}) },
		"matched":          func(m *model.Model) { m.Matched(nil, nil, nil) },
		"matched, one":     func(m *model.Model) { m.Matched([]model.Lit{model.True}, nil, nil) },
		"divided":          func(m *model.Model) { m.Divide(0, nil) },
		"divided, one":     func(m *model.Model) { m.Divide(1, nil) },
		"paths":            func(m *model.Model) { m.Paths(nil) },
		"paths, one":       func(m *model.Model) { m.Paths([]int{0}) },
		"paths, an end":    func(m *model.Model) { m.Paths([]int{1}) },
		"pieces":           func(m *model.Model) { m.Pieces(2, 3, []model.Lit{model.False, model.False}) },
		"reach":            func(m *model.Model) { m.Reach(0, 0, []model.Lit{model.False, model.False}, 1) },
		"reach, too few":   func(m *model.Model) { m.Reach(1, 1, []model.Lit{model.False, model.False}) },
		"different":        func(m *model.Model) { m.Different() },
		"different, none":  func(m *model.Model) { m.Different(model.Var{}) },
		"sum":              func(m *model.Model) { m.Sum(0, 0) },
		"sum, too small":   func(m *model.Model) { m.Sum(1, 1) },
		"any":              func(m *model.Model) { m.Any() },
	} {
		m := model.NewModel(puzzle.Size{Rows: 1, Cols: 2})
		m.Cells(model.Shade, 2, nil)
		declare(m)
		got, want := count(t, m.Form()), modeltest.Solutions(m.Form())
		alltest.Check(t, got == want, "%s: the search finds %d solutions of %d", name, got, want)
	}
}

// TestThin: every constraint says what it means on boards of one cell, of one row and of one column, of all cells and of none.
func TestThin(t *testing.T) {
	for _, size := range []puzzle.Size{{Rows: 1, Cols: 1}, {Rows: 1, Cols: 2}, {Rows: 1, Cols: 5}, {Rows: 5, Cols: 1}, {Rows: 2, Cols: 2}} {
		n := size.Cells()
		for name, declare := range map[string]func(m *model.Model, cells []model.Lit){
			"connected": func(m *model.Model, cells []model.Lit) { m.Connected(cells) },
			"bordered":  func(m *model.Model, cells []model.Lit) { m.Bordered(cells) },
			"pieces":    func(m *model.Model, cells []model.Lit) { m.Pieces(2, 3, cells) },
			"reach":     func(m *model.Model, cells []model.Lit) { m.Reach(0, 2, cells, 0, n-1) },
			"matched": func(m *model.Model, cells []model.Lit) {
				m.Matched(cells[:n/2], cells[n/2:], [][2]int32{{0, 0}, {0, int32(n - n/2 - 1)}}[:min(n/2, 1)])
			},
			"apart, no square, no chequer": func(m *model.Model, cells []model.Lit) {
				m.Apart(cells)
				m.NoSquare(cells, 1)
				m.NoChequer(cells)
			},
			"seen":    func(m *model.Model, cells []model.Lit) { m.Exactly(1, m.Seen(cells)...) },
			"loop":    func(m *model.Model, _ []model.Lit) { m.Loop(m.Links(model.Line, nil)) },
			"no loop": func(m *model.Model, _ []model.Lit) { m.Loop(m.Links(model.Line, func(int, int) bool { return false })) },
			"paths": func(m *model.Model, _ []model.Lit) {
				ends := make([]int, n)
				ends[0], ends[n-1] = 1, 1
				m.Paths(ends, m.Links(model.Line, nil).Edges()...)
			},
			"forest": func(m *model.Model, _ []model.Lit) { m.Forest(n, m.Links(model.Line, nil).Edges()...) },
			"divided": func(m *model.Model, _ []model.Lit) {
				var turned []int32 // about the board's middle
				for node := range int32(n) {
					turned = append(turned, int32(n)-1-node)
				}
				m.Divide(n, m.Links(model.Line, nil).Edges(), model.Share{Core: []int32{0}, Image: turned})
			},
			"different": func(m *model.Model, _ []model.Lit) {
				m.Different(m.Cells(model.Number, n, nil)...)
			},
		} {
			m := model.NewModel(size)
			declare(m, m.Cells(model.Shade, 2, nil).Is(1))
			got, want := count(t, m.Form()), modeltest.Solutions(m.Form())
			alltest.Check(t, got == want, "%s on %v: the search finds %d solutions of %d", name, size, got, want)
		}
	}
}
