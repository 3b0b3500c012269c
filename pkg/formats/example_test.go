package formats_test

import (
	"fmt"
	"strings"

	"formicary/pkg/formats"
	"formicary/pkg/pencil"
	"formicary/pkg/pencil/pencils"
)

// A game id of Simon Tatham's Slant, with Slant as it is declared.
func ExampleOf() {
	kind := formats.Of(pencils.Of(pencil.GokigenNaname))
	set, err := kind.Read("<stdin>", strings.NewReader("4x3de:a1b1a21a1b22a1c1"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(set.Items[0].Text())

	_, err = kind.Read("<stdin>", strings.NewReader("4x3de:a1b1a21a1b22a1c7"))
	fmt.Println(err)
	// Output:
	// 3 4
	// - 1 - - 1
	// - 2 1 - 1
	// - - 2 2 -
	// 1 - - - 1
	// <stdin>:1:22: expected a letter from a to z, a digit from 0 to 4, found '7'
}
