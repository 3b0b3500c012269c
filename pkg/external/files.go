package external

import (
	"bufio"
	"context"
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

	"formicary/pkg/puzzle/sets"
)

// Program tells one version of the program from another: a hash of its file, of the interpreter that the file's first
// line names, and of the files that it needs, with the line that [Command.Version] prints. Package experiment puts it
// into the version of the engine's code.
func (c *Command) Program() string {
	if len(c.Args) == 0 {
		return ""
	}
	sum := c.content()
	if line, _ := c.version(sum); line != "" {
		sum += " " + line
	}
	return sum
}

// content is a hash of the program's files.
func (c *Command) content() string {
	h := sha256.New()
	add := func(name, path string) { fmt.Fprintf(h, "%s %s\n", name, hashFile(path)) }
	path := program(c.Args[0])
	add("program", path)
	if interpreter := interpreterOf(path); interpreter != "" {
		add("interpreter", interpreter)
	}
	for _, f := range c.files() {
		path, _ := find(f)
		add("file", path)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// files are those that the arguments name, and [Command.Files].
func (c *Command) files() (out []string) {
	for _, a := range c.Args[min(1, len(c.Args)):] {
		if _, ok := find(a); ok {
			out = append(out, a)
		}
	}
	return append(out, c.Files...)
}

// versions are the lines that were printed, by command and hash of the program.
var versions sync.Map

// version is the first line that [Command.Version] prints.
func (c *Command) version(sum string) (line string, err error) {
	if len(c.Version) == 0 {
		return "", nil
	}
	type printed struct {
		line string
		err  error
	}
	key := strings.Join(c.Version, "\x00") + sum
	known, ok := versions.Load(key)
	if !ok {
		ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
		defer stop()
		cmd := exec.CommandContext(ctx, program(c.Version[0]), c.Version[1:]...) //nolint:gosec // the command is its author's
		cmd.Dir = c.folder
		out, err := cmd.Output()
		line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
		known = printed{line, err}
		versions.Store(key, known)
	}
	return known.(printed).line, known.(printed).err
}

// Missing says what of the program is not on this machine, and how to get it; nil if all is there.
func (c *Command) Missing() error {
	missing := func(format string, args ...any) error {
		if c.Source != "" {
			format += " (" + strings.ReplaceAll(c.Source, "%", "%%") + ")"
		}
		return fmt.Errorf("%s: "+format, append([]any{c.Name}, args...)...)
	}
	if path := program(c.Args[0]); !isFile(path) {
		return missing("the program %s is not on this machine", c.Args[0])
	}
	for _, f := range c.files() {
		if _, ok := find(f); !ok {
			return missing("the file %s is not on this machine; FORMICARY_PROGRAMS lists folders", filepath.Base(f))
		}
	}
	if _, err := c.version(c.content()); err != nil {
		return missing("“%s” fails", strings.Join(c.Version, " "))
	}
	return nil
}

// program is the path of a program, or its name if there is none of it.
func program(name string) string {
	if own := os.Getenv("FORMICARY_PYTHON"); own != "" && name == "python3" {
		return own
	}
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	return name
}

// find is the path of a file.
func find(name string) (path string, ok bool) {
	if isFile(name) || name == "" || strings.ContainsAny(name, " {}") || name != filepath.Base(name) {
		return name, isFile(name)
	}
	folders := filepath.SplitList(os.Getenv("FORMICARY_PROGRAMS"))
	if root, err := sets.Root(); err == nil {
		folders = append(folders, filepath.Join(root, "notebooks"), filepath.Join(root, "pkg", "external", "recipes"))
	}
	for _, folder := range folders {
		if path := filepath.Join(folder, name); isFile(path) {
			return path, true
		}
	}
	return name, false
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
