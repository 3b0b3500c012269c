//go:build unix

// Command go stands before the go command in the kernel of a notebook and makes a
// cell that imports what an earlier one imported without it: it lets the compiler
// and the linker run as the go command did then.
//
// Its opinion: what has not changed need not be found out again. For each cell GoNB
// asks for `go get` and `go build`, and most of what these do is the same each time:
// they read the imported packages' sources and look whether their builds still stand.
//
// How: 1. A cell whose imports are new is built by `go build -x`, whose log is a script
// for a shell that does the same. 2. That is kept in the kernel's
// temporary folder, for exactly these imports, with a state of all that it depends
// on: names, sizes and times of the sources of all packages that can change, the
// files of their modules, Go itself and its settings. 3. As long as the state is the same, a
// cell with these imports is compiled and linked by the script. Everything else goes
// to the go command: other arguments, directives in a cell, C,
// and a cell that does not compile, of which the go command then speaks.
//
// The linker puts the cell's text into the program (package sources): so the lab
// knows what was typed. Cells with directives, C or other flags go without.
//
// Its limits: the build ID in such a program is that of the first one.
//
// FORMICARY_GO_PROGRAM names the go command; without it that is the next one in the
// folders of PATH. FORMICARY_PLAIN_GO, when set, leaves it everything.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"
)

func main() {
	goCommand := os.Getenv("FORMICARY_GO_PROGRAM")
	if goCommand == "" {
		goCommand = next()
	}
	args := os.Args[1:]
	// gonb works in this folder, cells and people elsewhere.
	here, err := os.Getwd()
	if err == nil && here == os.Getenv("GONB_TMP_DIR") && os.Getenv("FORMICARY_PLAIN_GO") == "" {
		switch {
		case slices.Equal(args, []string{"get"}):
			// The imports are there: nothing is to be got.
			if c := readCell(goCommand); c != nil && c.kept() != nil {
				return
			}
		case len(args) == 3 && args[0] == "build" && args[1] == "-o":
			c := readCell(goCommand)
			if c != nil && (c.again(args[2]) || c.learn(args)) {
				return
			}
		}
	}
	err = syscall.Exec(goCommand, append([]string{"go"}, args...), os.Environ())
	fmt.Fprintf(os.Stderr, "go: %q, which FORMICARY_GO_PROGRAM or PATH names: %v\n", goCommand, err)
	os.Exit(1)
}

// next is the go command in the folders of PATH that is not this one; "" for none.
func next() string {
	self, err := os.Executable()
	if err != nil {
		return ""
	}
	own, err := os.Stat(self)
	if err != nil {
		return ""
	}
	for _, folder := range filepath.SplitList(os.Getenv("PATH")) {
		name := filepath.Join(folder, "go")
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 && !os.SameFile(own, info) {
			return name
		}
	}
	return ""
}
