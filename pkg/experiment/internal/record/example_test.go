package record_test

import (
	"bytes"
	"fmt"

	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/solver"
)

// A record becomes a line of a journal and is read again; a second run of its seed
// that differed contradicts it.
func Example() {
	r := record.Record{
		Puzzle: "12", Kind: "nurikabe", Content: "0123456789abcdef", Rows: 10, Cols: 10,
		Engine: "ants", Run: 3, Seed: 7, Budget: solver.Iterations(100), Status: solver.Solved, Iterations: 42,
	}
	var line bytes.Buffer
	if err := record.Append(&line, r); err != nil {
		panic(err)
	}
	again, sealed, err := record.Parse("journal.jsonl", 1, bytes.TrimSpace(line.Bytes()))
	fmt.Println("same key:", again.Key() == r.Key(), sealed, err)

	second := r
	second.Iterations = 40
	pair := record.Pair{First: r, Second: second}
	first, other := pair.Difference()
	fmt.Printf("%s:\n%s\n%s\n", pair.Name(), first, other)
	fmt.Println("contradicts:", r.Contradicts(second))
	// Output:
	// same key: true true <nil>
	// run 3 of ants on 12:
	// solved, cost 0, 42 iterations, 0 evaluations
	// solved, cost 0, 40 iterations, 0 evaluations
	// contradicts: true
}
