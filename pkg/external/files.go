package external

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// fingerprint is a hash of what the program is made of: its file, the interpreter that the file's first line names, the
// files that its arguments name, and [Command.Files].
func (c *Command) fingerprint() string {
	if len(c.Args) == 0 {
		return ""
	}
	h := sha256.New()
	add := func(name, path string) { fmt.Fprintf(h, "%s %s\n", name, hashFile(path)) }
	program, err := exec.LookPath(c.Args[0])
	if err != nil {
		program = c.Args[0]
	}
	add("program", program)
	if interpreter := interpreterOf(program); interpreter != "" {
		add("interpreter", interpreter)
	}
	for _, a := range c.Args[1:] {
		if isFile(a) {
			add("argument", a)
		}
	}
	for _, f := range c.Files {
		add("file", f)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// interpreterOf is the program that a script's first line names; empty where there is none.
func interpreterOf(path string) string {
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	line, err := bufio.NewReader(io.LimitReader(file, 256)).ReadString('\n')
	rest, ok := strings.CutPrefix(line, "#!")
	words := strings.Fields(rest)
	if err != nil || !ok || len(words) == 0 {
		return ""
	}
	if filepath.Base(words[0]) == "env" && len(words) > 1 {
		found, err := exec.LookPath(words[len(words)-1])
		if err != nil {
			return ""
		}
		return found
	}
	return words[0]
}

// version is a file as it was when it was hashed.
type version struct {
	path    string
	size    int64
	changed time.Time
}

// hashes are those of files that have been read.
var hashes sync.Map

// hashFile is the hash of a file's content, or the reason why there is none.
func hashFile(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return "missing"
	}
	v := version{path, info.Size(), info.ModTime()}
	if known, ok := hashes.Load(v); ok {
		return known.(string)
	}
	file, err := os.Open(path)
	if err != nil {
		return "unreadable"
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return "unreadable"
	}
	sum := hex.EncodeToString(h.Sum(nil))
	hashes.Store(v, sum)
	return sum
}
