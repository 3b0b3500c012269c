// Package data carries the open puzzle sets of this folder within a program: one that
// imports it opens them by name without a checkout of Formicary.
//
//	import _ "formicary/data"
//
// **Design.** The command and the examples import it. Notebook cells have a checkout and
// do not: it adds 2.7 MB to what is linked.
//
// **Limits.** Published records and the pictures that Nonograms are made of stay files.
package data

import (
	"embed"

	"formicary/pkg/puzzle/sets"
)

// files has their files, as KIND/FILE.
//
//go:embed */open* nurikabe/planted.nurikabe nurikabe/bench-1*.nurikabe nonogram/table-1.non
var files embed.FS

func init() { sets.Embed(files) }
