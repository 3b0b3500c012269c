package sets_test

import (
	"fmt"
	"os"
	"strings"

	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/sudoku/sudokus"
)

// An input says by itself of which kind it is; its set is written in another format,
// and an error names its place.
func Example() {
	kinds := []sets.Kind{nurikabes.Kind, sudokus.Kind}
	text := "https://puzz.link/p?nurikabe/4/4/2o2g1i"
	kind, _ := sets.Named([]byte(text), kinds)
	set, err := kind.Read("typed", strings.NewReader(text))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(kind.Title, set.Items[0].Size())
	format, err := kind.Format("text")
	if err == nil {
		err = format.Write(os.Stdout, set)
	}
	if err != nil {
		fmt.Println(err)
	}
	_, err = kind.Read("typed", strings.NewReader("https://puzz.link/p?nurikabe/4/4/2o2g1"))
	fmt.Println(err)
	// Output:
	// Nurikabe 4x4
	// id: 1
	// 2...
	// ....
	// ..2.
	// 1...
	// typed:1:39: expected 3 more cells, found the end of the address
}
