// Command formicary is the lab's command: it opens the lab, runs notebooks
// without it, and does with single puzzles what notebooks do with many.
//
// Its exit status is 0 when all went well, 1 when something did not (a
// notebook failed, a puzzle stayed undecided, the machine lacks something),
// and 2 when it was asked wrongly: unknown flags, files that cannot be read,
// puzzles that an engine cannot take.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
