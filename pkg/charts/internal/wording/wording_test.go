package wording

import (
	"fmt"
	"strings"
	"testing"

	"formicary/pkg/alltest"
)

func Example() {
	brief, before, _ := Briefly([]string{"ants, q0 = 0.3", "ants, q0 = 0.5"})
	fmt.Println(brief, before)
	fmt.Println(Once([]string{"a: few runs", "b: few runs", "no limit"}))
	fmt.Println(List([]string{"ants, raster", "ants, shuffled"}))
	// Output:
	// [q0 = 0.3 q0 = 0.5] all names begin with “ants”
	// [a, b: few runs no limit]
	// ants, raster; shuffled
}

// TestBriefly: no name is lost, and what is taken away from all is said.
func TestBriefly(t *testing.T) {
	for _, c := range []struct {
		rows []string
		want string
	}{
		{[]string{"ants, BVE 0, a", "ants, BVE 0, b", "ants, c"}, "[BVE 0, a|BVE 0, b|c] all names begin with “ants”|"},
		{[]string{"a / swarm, as is", "b, c / swarm, as is"}, "[a|b, c] |/ swarm, as is"},
		{[]string{"b against a", "c against a"}, "[b|c] |against a"},
		{[]string{"ants, a − ants, b", "ants, c − ants, d"}, "[a − b|c − d] all names begin with “ants”|"},
		{[]string{"ants, a against ants, b", "ants, c against ants, b"}, "[a|c] all names begin with “ants”|against b"},
		{[]string{"ants, a", "ants, b against ants, c"}, "[a|b against c] all names begin with “ants”|"},
		{[]string{"ants, a against ants, b"}, "[a against b] all names begin with “ants”|"},
		{[]string{"ants, a against swarm, b", "ants, c against swarm, b"}, "[ants, a|ants, c] |against swarm, b"},
		{[]string{"ants", "ants, b"}, "[ants|ants, b] |"},
		{[]string{"a, b, c"}, "[a, b, c] |"},
	} {
		brief, before, after := Briefly(c.rows)
		alltest.Equal(t, fmt.Sprintf("[%s] %s|%s", strings.Join(brief, "|"), before, after), c.want, "%q", c.rows)
	}
}

func TestNumbers(t *testing.T) {
	for rows, want := range map[string]string{
		"a = 1|b = 0|a = 2|a = 0.5|b = 3|b = 4": "[a b] [0 1 0 0 1 1] [1 0 2 0.5 3 4]",
		"a = 1|a = 2|a = 3|b = 4":               "[] [] []", // one number is no axis
		"a = 1|a = 2|a = 1.0":                   "[] [] []",
		"a = 1|a = 2|a":                         "[] [] []",
		"a = 1|a = 2|a = 1.2.3":                 "[] [] []",
	} {
		parameters, of, value := Numbers(strings.Split(rows, "|"))
		alltest.Equal(t, fmt.Sprint(parameters, of, value), want, rows)
	}
}
