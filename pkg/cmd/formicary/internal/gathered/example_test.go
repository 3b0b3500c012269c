package gathered_test

import (
	"fmt"

	"formicary/pkg/cmd/formicary/internal/gathered"
)

// The runs of a published study are counted, and read one after the other.
func Example() {
	set, err := gathered.Open("nonogram-colour")
	if err != nil {
		panic(err)
	}
	defer set.Close()
	n := 0
	for _, err := range set.All() {
		if err == nil {
			n++
		}
	}
	fmt.Println(n == set.Count(), len(set.Sources))
	// Output: true 1
}
