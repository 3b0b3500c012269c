// Command formicary opens the lab, runs notebooks without it, and solves,
// generates and converts puzzles.
//
// Its exit status is 0 on success, 1 on failure (a notebook failed, a puzzle
// was not decided, something is missing on the machine), and 2 on bad input:
// unknown flags, files that cannot be read, puzzles that an engine cannot take.
// After Ctrl-C it is 130, after another signal 128 and the signal's number; the lab,
// which Ctrl-C closes, ends with 0.
package main

import (
	"os"

	_ "formicary/data" // the open sets, without a checkout, too
)

func main() {
	os.Exit(run(untilSignal(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
