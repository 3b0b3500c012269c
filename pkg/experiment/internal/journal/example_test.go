package journal_test

import (
	"errors"
	"fmt"
	"os"

	"formicary/pkg/experiment/internal/journal"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/solver"
)

// Records are written one by one, while nobody else can open the journal; then each
// run is found once.
func Example() {
	dir, err := os.MkdirTemp("", "journal")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	f, _, err := journal.Open(dir, nil)
	if err != nil {
		panic(err)
	}
	for _, n := range []int{1, 0, 1} {
		r := record.Record{Puzzle: "12", Kind: "nurikabe", Content: "0123456789abcdef", Engine: "ants", Run: n, Status: solver.Solved}
		err = errors.Join(err, f.Add(r))
	}
	err = errors.Join(err, f.Close(func() error { return nil }))
	g, second := journal.Gather(f.Path())
	if err := errors.Join(err, second); err != nil {
		panic(err)
	}
	for r, err := range g.Records() {
		fmt.Println(r.Puzzle, r.Run, r.Status, err)
	}
	fmt.Println(g.Count, "lines,", g.Doubled, "doubled")
	// Output:
	// 12 0 solved <nil>
	// 12 1 solved <nil>
	// 3 lines, 1 doubled
}
