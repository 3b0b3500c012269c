package colony_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// hashi is a Hashiwokakero: islands (numbers above 0) are joined by one or two bridges between
// neighbours of a row or column, as many as each number says, none across another, all in
// one piece. A board has, at each cell, nothing or what leaves it: bit 0 and 1 count bridges
// to the right, bit 2 and 3 those down.
type hashi struct {
	size   puzzle.Size
	clues  []int
	places [][2]int32 // pairs of neighbours
}

func newHashi(rows ...string) *hashi {
	h := &hashi{size: puzzle.Size{Rows: len(rows), Cols: len(rows[0])}}
	for _, r := range strings.Join(rows, "") {
		h.clues = append(h.clues, strings.IndexRune(".12345678", r))
	}
	for i := range h.clues {
		for _, step := range []int{1, h.size.Cols} {
			for j := i + step; h.clues[i] > 0 && j < len(h.clues) && (step > 1 || j/h.size.Cols == i/h.size.Cols); j += step {
				if h.clues[j] > 0 {
					h.places = append(h.places, [2]int32{int32(i), int32(j)})
					break
				}
			}
		}
	}
	return h
}

func (h *hashi) Kind() string              { return "hashi" }
func (h *hashi) ID() string                { return "1" }
func (h *hashi) Size() puzzle.Size         { return h.size }
func (h *hashi) Hash() puzzle.Hash         { return puzzle.HashOf("hashi", h.Text()) }
func (h *hashi) Text() string              { return fmt.Sprint(h.size, h.clues) }
func (h *hashi) Rows(puzzle.Grid) []string { return nil }
func (h *hashi) Draw(puzzle.View) (svg puzzle.SVG) {
	return svg
}

func (h *hashi) Check(board puzzle.Grid) (broken []puzzle.Violation) {
	a := &builder{hashi: h, left: slices.Clone(h.clues)}
	for k, p := range h.places {
		n := int(board.Values[p[0]]) >> (2 * h.down(k)) & 3
		for range n {
			if n > 2 || !slices.Contains(a.candidates(), int32(2*k)) && !slices.Contains(a.candidates(), int32(2*k+1)) {
				return []puzzle.Violation{{Rule: "bridges"}}
			}
			a.build(int32(2*k + len(a.built(k))))
		}
	}
	if a.Cost() > 0 {
		broken = append(broken, puzzle.Violation{Rule: "numbers and one piece"})
	}
	return broken
}

func (h *hashi) down(place int) int {
	if p := h.places[place]; p[1]-p[0] < int32(h.size.Cols) {
		return 0
	}
	return 1
}

// The problem: component 2k+n is bridge n of place k.
func (h *hashi) Components() int    { return 2 * len(h.places) }
func (h *hashi) Scale() int         { return len(h.places) }
func (h *hashi) NewAnt() colony.Ant { return &builder{hashi: h} }

func (h *hashi) Layout() solver.Layout { return solver.Layout{Values: 2, Pairs: h.places} }

type builder struct {
	*hashi
	left   []int
	chosen []int32
}

func (a *builder) Reset(*colony.Trail) { a.left, a.chosen = slices.Clone(a.clues), nil }

func (a *builder) built(place int) (out []int32) {
	for _, c := range a.chosen {
		if int(c)/2 == place {
			out = append(out, c)
		}
	}
	return out
}

func (a *builder) crosses(p, q [2]int32) bool {
	at := func(i int32) puzzle.Cell { return a.size.At(int(i)) }
	if at(p[0]).Row != at(p[1]).Row {
		p, q = q, p
	}
	r, c := at(p[0]).Row, at(q[0]).Col
	return at(p[1]).Row == r && at(q[1]).Col == c && at(p[0]).Col < c && c < at(p[1]).Col && at(q[0]).Row < r && r < at(q[1]).Row
}

func (a *builder) candidates() (out []int32) {
	for k, p := range a.places {
		crossed := slices.ContainsFunc(a.chosen, func(c int32) bool { return a.crosses(p, a.places[c/2]) })
		if n := len(a.built(k)); n < 2 && !crossed && a.left[p[0]] > 0 && a.left[p[1]] > 0 {
			out = append(out, int32(2*k+n))
		}
	}
	return out
}

func (a *builder) build(component int32) {
	for _, i := range a.places[component/2] {
		a.left[i]--
	}
	a.chosen = append(a.chosen, component)
}

func (a *builder) Step(t *colony.Trail) bool {
	list := a.candidates()
	if len(list) == 0 {
		return false
	}
	c := list[0]
	if len(list) > 1 {
		c = list[t.Choose(list, t.Greedy())]
	}
	t.Took(c)
	a.build(c)
	return true
}

func (a *builder) Cost() float64 {
	missing, pieces, root := 0, 0, make([]int, len(a.clues))
	for i, n := range a.left {
		root[i] = i
		missing += n
		if a.clues[i] > 0 {
			pieces++
		}
	}
	for _, c := range a.chosen {
		if p := a.places[c/2]; root[p[0]] != root[p[1]] {
			pieces--
			for i, from := 0, root[p[0]]; i < len(root); i++ {
				if root[i] == from {
					root[i] = root[p[1]]
				}
			}
		}
	}
	return float64(missing + pieces - 1)
}

func (a *builder) Chosen() []int32 { return a.chosen }

func (a *builder) Board() puzzle.Grid {
	g := puzzle.NewGrid(a.size, 0)
	for _, c := range a.chosen {
		g.Values[a.places[c/2][0]] += 1 << (2 * a.down(int(c)/2))
	}
	return g
}

// A problem is an engine without more code: flags, films, rules, and a check of its answers.
func TestEngine(t *testing.T) {
	p := newHashi("2.4.2", ".....", "4.8.4", ".....", "2.4.2")
	e := colony.Engine("hashi/acs", func(p *hashi) colony.Problem { return p })
	solvertest.Repeats(t, p, solver.Run{Seed: 3, Budget: solver.Iterations(200)}, e)
	out := solvertest.Solve(t, e, p, solver.Run{Seed: 3, Budget: solver.Iterations(2000)})
	alltest.Require(t, out.Status == solver.Solved, "%+v", out)
	film := solver.NewRecorder(10)
	solvertest.Solve(t, e, p, solver.Run{Seed: 3, Budget: solver.Iterations(3), Observer: film.Observe})
	for _, f := range film.Frames() {
		heat, name := f.Layout.Heat(f.Pheromone, f.Board.Cells())
		alltest.Check(t, len(heat) == len(p.places) && name != "", "a film has %d lines of pheromone, want %d", len(heat), len(p.places))
	}
	d := e.Describe()
	alltest.Check(t, d.Engine == "hashi/acs" && d.Custom && len(d.Parameters) == 7, "%+v", d)
	other := e.Named("sure")
	other.Q0 = 1
	calls := 0
	other.Each = func(own *colony.Solver[*hashi]) {
		n := 0
		own.Restart = func(colony.State) bool { n++; calls++; return n%5 == 0 }
	}
	d = other.Describe()
	alltest.Check(t, d.Variant == "sure" && d.Custom && e.Variant == "" && e.Q0 != 1, "%+v", d)
	unsolvable := newHashi("3.1")
	for range 2 {
		out := solvertest.Solve(t, other, unsolvable, solver.Run{Seed: 3, Budget: solver.Iterations(11)})
		restarts, _ := out.Statistic("restarts")
		alltest.Check(t, restarts == 2 && out.Status == solver.Exhausted, "%+v", out)
	}
	alltest.Check(t, calls != 0, "the rule was never asked")
	e.Ants = 0
	alltest.Refused(e.Solve(context.Background(), p, solver.Run{}))(t, solver.ErrParameter, "without ants")
	none := colony.Engine("hashi/acs", func(*hashi) colony.Problem { return nil })
	solvertest.Unsolvable(t, "a problem that is none", none, p)
}
