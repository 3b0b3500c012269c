package main

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
)

// browse opens a file or an address in the reader's browser, or says that the reader is to do so.
// What opens it may go on when the command has ended.
func (s *streams) browse(page string) {
	opener := "xdg-open"
	if runtime.GOOS == "darwin" {
		opener = "open"
	}
	if err := exec.CommandContext(context.WithoutCancel(s.ctx), opener, page).Start(); err != nil {
		fmt.Fprintf(s.stderr, "formicary: open the page in a browser (%v)\n", err)
	}
}
