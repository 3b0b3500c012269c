package external_test

import (
	"context"
	"fmt"
	"strings"

	"formicary/pkg/external"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/solver"
)

// A program in any language is an engine. This one answers with one board; the lab has judged it.
func Example() {
	set, err := nurikabes.Kind.Read("example", strings.NewReader("nurikabe/2/2/1i"))
	if err != nil {
		fmt.Println(err)
		return
	}
	mine := &external.Command{Name: "mine", Kind: nurikabes.Kind, Args: []string{"sh", "-c", `echo '{"board": ".###", "iterations": 1}'`}}
	out, err := mine.Solve(context.Background(), set.Items[0], solver.Run{Seed: 1})
	fmt.Println(out.Status, out.Iterations, err)
	// Output: solved 1 <nil>
}
