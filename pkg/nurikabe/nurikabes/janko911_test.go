package nurikabes

import (
	"bytes"
	"os"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// TestJanko911 loads the instance set of the paper, the first 911 of the
// collection at janko.at: its size classes are those of the paper's table 1
// once the three instances with "?" are left out, every published solution is
// accepted, and every format gives the instances back.
func TestJanko911(t *testing.T) {
	if os.Getenv(sets.DataEnv) == "" {
		t.Skip(sets.DataEnv + " is not set: the paper's instances are not part of this repository")
	}
	set := Kind.MustOpen("janko-911")
	alltest.Require(t, set.Len() == 911 && set.Name == "janko-911", "%d puzzles in %q", set.Len(), set.Name)
	for i, item := range set.Items {
		if item.Solution.IsZero() {
			t.Errorf("%s has no solution", item.ID())
		} else if broken := item.Check(item.Solution); len(broken) > 0 {
			t.Errorf("the solution of %s is refused: %v", item.ID(), broken)
		}
		before := set.Items[max(i-1, 0)].ID()
		alltest.Check(t, i == 0 || item.ID() > before, "%s comes after %s", item.ID(), before)
	}
	known := set.Where(func(i puzzle.Item) bool { return !i.Puzzle.(*nurikabe.Puzzle).HasUnknown() })
	var classes []int
	for _, c := range [][2]int{{0, 99}, {100, 199}, {200, 299}, {300, 399}, {400, nurikabe.MaxCells}} {
		classes = append(classes, known.Between(c[0], c[1]).Len())
	}
	want := []int{136, 615, 64, 72, 21}
	alltest.Check(t, slices.Equal(classes, want), "size classes %v, want %v", classes, want)
	n := known.Distinct().Len()
	alltest.Check(t, n == 896, "%d distinct instances, want 896", n)
	for _, f := range Kind.Formats {
		var b bytes.Buffer
		set := set
		if f.Name == "legup" {
			set = known.Take(1) // all that it holds
		}
		if err := f.Write(&b, set); err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		again, err := Kind.Read("set", bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
		} else if d := formats.Difference(f.Name, set, again); d != "" {
			t.Errorf("%s: %s", f.Name, d)
		}
	}
	// The addresses are those that the editor itself writes.
	for id, want := range map[string]string{
		"0001": "nurikabe/10/10/j2g2i2m2j2m2j2n2g2j2r2g2j2l22j2r2g",
		"0029": "nurikabe/10/10/q-25p-24zzzw",
		"0758": "nurikabe/11/11/k1h2g2i1u2m2j.g1k1n.j22h1r1i1r2g.g.g1o1k",
	} {
		got := set.MustGet(id).Text()
		alltest.Check(t, got == want, "%s: %s", id, got)
	}
}
