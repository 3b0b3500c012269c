package main

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
)

// browse opens a file in the reader's browser, or says that the reader is to do so.
// What opens it may go on when the command has ended.
func (s *streams) browse(file string) {
	opener := "xdg-open"
	if runtime.GOOS == "darwin" {
		opener = "open"
	}
	if err := exec.CommandContext(context.WithoutCancel(s.ctx), opener, file).Start(); err != nil {
		fmt.Fprintf(s.stderr, "formicary: open the file in a browser (%v)\n", err)
	}
}
