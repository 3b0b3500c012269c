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
	opener := []string{"xdg-open"}
	switch runtime.GOOS {
	case "darwin":
		opener = []string{"open"}
	case "windows":
		opener = []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	if err := exec.CommandContext(context.WithoutCancel(s.ctx), opener[0], append(opener[1:], page)...).Start(); err != nil {
		fmt.Fprintf(s.stderr, "formicary: open the page in a browser (%v)\n", err)
	}
}
