package session_test

import (
	"context"
	"fmt"

	_ "formicary/data" // the open sets, wherever this runs
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/play/session"
	"formicary/pkg/solver"
)

// A run that takes pictures, until it is solved.
func Example() {
	var last session.Picture
	s := session.New(session.Config{
		Puzzle: nurikabes.Kind.MustOpen("open-908").MustGet("10x10-102-12"), Engine: acs.New(), Seed: 1, Budget: solver.Iterations(20000),
		Show: func(p session.Picture) { last = p },
	})
	out, err := s.Run(context.Background())
	fmt.Println(out.Status, err, last.Best)
	// Output: solved <nil> 0
}
