package tune

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Every draw lies in its range, whole numbers are whole, parameters that do
// not matter have no value, and places and texts belong together.
func TestDraws(t *testing.T) {
	space := hills(300, 1).Space
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		parent := space.uniform(r)
		m := space.firstModel().narrowed(space, parent, rapid.Float64Range(0.01, 1).Draw(t, "factor"), rapid.Float64Range(0, 0.9).Draw(t, "share"))
		c := space.near(r, parent, m)
		diff := space.active(c)
		alltest.Require(t, diff.String() == c.String(), "%v, active %v", c, diff)
		for _, p := range space {
			text, ok := c[p.Name]
			alltest.Require(t, ok == (p.When == "" || c["mode"] == "b"), "%s in %v", p.Name, c)
			if !ok {
				continue
			}
			if p.Values != nil {
				alltest.Require(t, slices.Contains(p.Values, text), "%s = %s", p.Name, text)
				continue
			}
			x, err := strconv.ParseFloat(text, 64)
			alltest.Require(t, err == nil && x >= p.Low && x <= p.High && (!p.Integer || x == math.Trunc(x)), "%s = %s", p.Name, text)
			if u, ok := p.unit(text); !ok || p.text(u) != text {
				t.Fatalf("%s = %s at %v reads back as %s", p.Name, text, u, p.text(u))
			}
		}
	})
}

// Without a space all that has a range of the engine's own is tuned, and a variable that two engines would
// share is refused.
func TestOwnRanges(t *testing.T) {
	sketched := func() solver.Configurable {
		type c struct {
			Share float64 `range:"0,1"`
			Moves int     `range:"1,9"`
			Fast  bool
		}
		return solver.SketchWith("s", c{0.5, 3, true}, func(*solver.Meter, puzzle.Puzzle, *rand.Rand, c) puzzle.Grid { return puzzle.Grid{} })
	}
	typed := func(x *float64) solver.Configurable {
		s := acs.New()
		s.With("pressure", x, 0, 2)
		return s
	}
	shared := 0.7
	for name, c := range map[string]struct {
		new  func() solver.Configurable
		want Space
		err  string
	}{
		"sketch":   {sketched, Space{Whole("moves", 1, 9), Real("share", 0, 1)}, ""},
		"rule":     {func() solver.Configurable { x := 0.7; return typed(&x) }, Space{Real("pressure", 0, 2)}, ""},
		"nothing":  {func() solver.Configurable { return acs.New() }, nil, "has no parameters"},
		"shared":   {func() solver.Configurable { return typed(&shared) }, nil, "declare the variable in the func that makes the engine"},
		"one only": {func() solver.Configurable { x := 3.0; return typed(&x) }, Space{Real("pressure", 0, 2)}, ""}, // refused when it runs
	} {
		tuner := hills(300, 1)
		tuner.New, tuner.Space, tuner.Start = c.new, nil, nil
		got, err := tuner.complete()
		if c.err != "" {
			alltest.Check(t, err != nil && strings.Contains(err.Error(), c.err), "%s: %v", name, err)
			continue
		}
		alltest.Check(t, err == nil && cmp.Equal(got.Space, c.want), "%s: %+v, %v", name, got.Space, err)
	}
}

// TestOrdered: a value that is one of an order is drawn near the parent's, and each value has a place of its own.
func TestOrdered(t *testing.T) {
	space := Space{{Name: "size", Values: []string{"xs", "s", "m", "l", "xl"}, Ordered: true}}
	r, seen := rand.New(rand.NewPCG(1, 1)), map[string]int{}
	for range 200 {
		seen[space.near(r, Config{"size": "s"}, model{spread: 0.1})["size"]]++
	}
	alltest.Check(t, seen["s"] > 100 && seen["xs"] > 10 && seen["m"] > 10 && seen["l"]+seen["xl"] < 10, "drawn near s: %v", seen)
	for _, v := range space[0].Values {
		u, ok := space[0].unit(v)
		alltest.Check(t, ok && space[0].text(u) == v, "%s at %v is %s", v, u, space[0].text(u))
	}
}
