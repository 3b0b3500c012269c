package assets_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/assets"
)

// TestMain makes the test program a process that takes a folder and waits.
func TestMain(m *testing.M) {
	if prefix := os.Getenv("SCRATCH_TEST"); prefix != "" {
		dir, _, err := assets.Scratch(prefix)
		fmt.Println(dir, err)
		_, _ = os.Stdin.Read(make([]byte, 1))
		return
	}
	os.Exit(m.Run())
}

// TestScratchIsSwept kills a process with a folder: the next one removes that
// folder, and no other.
func TestScratchIsSwept(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	start := func() (cmd *exec.Cmd, dir string) {
		cmd = exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "SCRATCH_TEST=thing-")
		alltest.Must(cmd.StdinPipe())(t)
		out := alltest.Must(cmd.StdoutPipe())(t)
		alltest.OK(t, cmd.Start())
		var said string
		if _, err := fmt.Fscanln(bufio.NewReader(out), &dir, &said); err != nil || said != "<nil>" {
			t.Fatal(dir, said, err)
		}
		return cmd, dir
	}
	killed, left := start()
	alive, used := start()
	defer func() { _, _ = alive.Process.Kill(), alive.Wait() }()
	alltest.OK(t, killed.Process.Kill())
	_ = killed.Wait()
	others := []string{filepath.Join(temp, "thing-without-lock"), filepath.Join(temp, "another-1")}
	for _, dir := range others {
		alltest.OK(t, os.Mkdir(dir, 0o755))
	}
	alltest.OK(t, os.WriteFile(filepath.Join(others[1], ".in-use"), nil, 0o600))
	outside := t.TempDir()
	alltest.OK(t, os.WriteFile(filepath.Join(outside, ".in-use"), nil, 0o600))
	alltest.OK(t, os.Symlink(outside, filepath.Join(temp, "thing-link")))

	dir, free, err := assets.Scratch("thing-")
	alltest.OK(t, err)
	if _, err := os.Stat(left); !os.IsNotExist(err) {
		t.Errorf("the folder of a killed process is still there: %v", err)
	}
	for _, kept := range append(others, used, dir, filepath.Join(outside, ".in-use")) {
		_, err := os.Stat(kept)
		alltest.Check(t, err == nil, "%s is gone: %v", kept, err)
	}
	free()
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the folder is still there after free: %v", err)
	}
}
