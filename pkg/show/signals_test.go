//go:build linux

package show

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"formicary/pkg/alltest"
)

// TestBrokenPipe: runs end once nobody reads what a cell writes, and not because a program has ended without reading
// its input.
func TestBrokenPipe(t *testing.T) {
	if os.Getenv("BROKEN_PIPE") != "" {
		ctx, stop := interruptible()
		defer stop()
		r, w, err := os.Pipe()
		alltest.OK(t, err)
		alltest.OK(t, r.Close())
		_, err = w.WriteString("x")
		alltest.Check(t, err != nil, "a pipe without a reader takes what is written")
		select {
		case <-ctx.Done():
			os.Exit(3)
		case <-time.After(100 * time.Millisecond):
		}
		fmt.Println("goes on")
		for ctx.Err() == nil {
			fmt.Println("more")
			time.Sleep(time.Millisecond)
		}
		os.Exit(4)
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestBrokenPipe$")
	cmd.Env = append(os.Environ(), "BROKEN_PIPE=1")
	out, err := cmd.StdoutPipe()
	alltest.OK(t, err)
	alltest.OK(t, cmd.Start())
	line, _ := bufio.NewReader(out).ReadString('\n')
	alltest.Equal(t, line, "goes on\n")
	alltest.OK(t, out.Close())
	_ = cmd.Wait()
	alltest.Equal(t, cmd.ProcessState.ExitCode(), 4)
}
