package pencils_test

import (
	"fmt"
	"os"
	"strings"

	"formicary/pkg/pencil"
	"formicary/pkg/pencil/pencils"
)

// A Hitori is read from an address of a puzzle site, and printed as text and as an
// address.
func Example() {
	kind := pencils.Of(pencil.Hitori)
	set, err := kind.Read("typed", strings.NewReader("https://puzz.link/p?hitori/3/3/122211133"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(set.Items[0].Text())
	format, err := kind.Format("url")
	if err == nil {
		err = format.Write(os.Stdout, set)
	}
	fmt.Println(err)
	fmt.Println(pencils.Title("hitori"), pencils.Title("nurikabe") == "")
	// Output:
	// 3 3
	// 1 2 2
	// 2 1 1
	// 1 3 3
	// https://puzz.link/p?hitori/3/3/122211133
	// <nil>
	// Hitori true
}
