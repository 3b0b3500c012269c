package nonograms_test

import (
	"fmt"
	"os"
	"strings"

	_ "formicary/data" // the open sets, wherever this runs
	"formicary/pkg/nonogram/nonograms"
)

// A set is opened by name, and a puzzle that is typed in one format is written in
// another one.
func Example() {
	set := nonograms.Kind.MustOpen("open")
	first := set.Items[0]
	fmt.Printf("%s %v: %g blocks, %.2f of the cells\n", first.ID(), first.Size(), nonograms.Blocks(first), nonograms.Density(first))

	set, err := nonograms.Kind.Read("typed", strings.NewReader("title \"Steps\"\nwidth 3\nheight 2\n\nrows\n1,1\n2\n\ncolumns\n2\n1\n1\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"json", "url"} {
		format, err := nonograms.Kind.Format(name)
		if err == nil {
			err = format.Write(os.Stdout, set)
		}
		if err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// 15x15-1-1 15x15: 41 blocks, 0.27 of the cells
	// {"id":"1","title":"Steps","rows":[[1,1],[2]],"columns":[[2],[1],[1]]}
	// https://puzz.link/p?nonogram/3/2/211112g
}
