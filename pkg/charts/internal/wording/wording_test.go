package wording

import (
	"fmt"
	"testing"
)

func Example() {
	fmt.Println(Briefly([]string{"ants, q0 = 0.3", "ants, q0 = 0.5"}))
	fmt.Println(Once([]string{"a: few runs", "b: few runs", "no limit"}))
	// Output:
	// [q0 = 0.3 q0 = 0.5] rows: ants
	// [a, b: few runs no limit]
}

// TestBriefly: no name is lost, and what is taken away from all is said.
func TestBriefly(t *testing.T) {
	for _, c := range []struct {
		rows []string
		want string
	}{
		{[]string{"ants, BVE 0, a", "ants, BVE 0, b", "ants, c"}, "[BVE 0, a BVE 0, b c] rows: ants"},
		{[]string{"a / swarm, as is", "b, c / swarm, as is"}, "[a b, c] rows: / swarm, as is"},
		{[]string{"b against a", "c against a"}, "[b c] rows: against a"},
		{[]string{"ants, a − ants, b", "ants, c − ants, d"}, "[ants, a − ants, b ants, c − ants, d] "},
		{[]string{"ants", "ants, b"}, "[ants ants, b] "},
		{[]string{"a, b, c"}, "[a, b, c] "},
	} {
		brief, said := Briefly(c.rows)
		if got := fmt.Sprint(brief, " ", said); got != c.want {
			t.Errorf("%q: %s, want %s", c.rows, got, c.want)
		}
	}
}
