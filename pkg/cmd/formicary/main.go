// Command formicary opens the lab, runs notebooks without it, and solves,
// generates and converts puzzles.
//
// Its exit status is 0 on success, 1 on failure (a notebook failed, a puzzle
// was not decided, something is missing on the machine), and 2 on bad input:
// unknown flags, files that cannot be read, puzzles that an engine cannot take.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	_ "formicary/data" // the open sets, without a checkout, too
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	context.AfterFunc(ctx, stop) // a second Ctrl-C does not wait
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
