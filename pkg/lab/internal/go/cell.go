//go:build unix

package main

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// source is the file that gonb writes a cell into.
const source = "main.go"

// kernelFlags are the GOFLAGS that kernel.sh sets.
const kernelFlags = "-ldflags=-s"

// recipeFile has a recipe in the folder of what is kept.
const recipeFile = "recipe.json"

// cell is the program in the present folder.
type cell struct {
	goCommand string
	folder    string // of what is kept for its imports
	text      []byte
	packed    string // the text for the program
}

// textVariable is the program's that has its own text (package sources): what was typed
// is identified by it. A longer text than longest would be no argument of a command.
const (
	textVariable = "formicary/pkg/sources.cell"
	longest      = 100_000
)

// recipe is how the tools made a cell's program.
type recipe struct {
	// Sum is the state of all that the programs of these imports depend on, and
	// Modules the part of it that decides where packages are: that of Files.
	Sum, Modules string
	// Folders are those of the imported packages that can change, and Files the go.mod files of their modules.
	Folders []folder
	Files   []string
	// Script is what the go command did, for a shell in the same folder, and Tools the environment of the tools
	// beyond the present one. The variable WORK is to name a folder for files, PROGRAM the program, TEXT the cell's text.
	Script string
	Tools  []string
}

// readCell reads the cell, or returns nil where only the go command can make it.
func readCell(goCommand string) *cell {
	// Other flags may name files or programs of their own.
	if os.Getenv("GOFLAGS") != kernelFlags {
		return nil
	}
	names, err := filepath.Glob("*.go")
	if err != nil || !slices.Equal(names, []string{source}) {
		return nil
	}
	text, err := os.ReadFile(source)
	// What a directive says (embed, build, linkname, debug) may be news to the tools.
	if err != nil || bytes.Contains(text, []byte("//go:")) {
		return nil
	}
	file, err := parser.ParseFile(token.NewFileSet(), source, text, parser.ImportsOnly)
	if err != nil {
		return nil
	}
	var imports []string
	for _, i := range file.Imports {
		if i.Path.Value == `"C"` {
			return nil
		}
		imports = append(imports, i.Path.Value)
	}
	slices.Sort(imports)
	sum := sha256.Sum256([]byte(strings.Join(slices.Compact(imports), "\n")))
	return &cell{goCommand, filepath.Join(".formicary", hex.EncodeToString(sum[:8])), text, pack(text)}
}

// pack is a text as a word; "-" if it is too long, which no program takes for a text.
func pack(text []byte) string {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression) // whose level is one
	if _, err := w.Write(text); err != nil || w.Close() != nil || base64.RawURLEncoding.EncodedLen(b.Len()) > longest {
		return "-"
	}
	return base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// compiled says whether the text is still that of the file. Where it was written
// meanwhile, as when somebody asks for a completion, nobody knows which one was compiled.
func (c *cell) compiled() bool {
	now, err := os.ReadFile(source)
	return err == nil && bytes.Equal(now, c.text)
}

// kept returns the recipe for the cell's imports if there is one whose imports are
// still where they were.
func (c *cell) kept() *recipe {
	text, err := os.ReadFile(filepath.Join(c.folder, recipeFile))
	var r recipe
	if err != nil || json.Unmarshal(text, &r) != nil {
		return nil
	}
	if sum, _, err := c.state(r.Files, nil); err != nil || sum != r.Modules {
		return nil
	}
	return &r
}

// again makes the cell's program by the recipe, and says whether it could.
func (c *cell) again(program string) bool {
	r := c.kept()
	if r == nil {
		return false
	}
	if sum, _, err := c.state(r.Files, r.Folders); err != nil || sum != r.Sum {
		return false
	}
	work, err := filepath.Abs(filepath.Join(c.folder, "work"))
	if err != nil {
		return false
	}
	cmd := exec.Command("/bin/sh", "-e", "-c", r.Script)
	// A cell is too small for the tools to collect their garbage.
	cmd.Env = slices.Concat(os.Environ(), r.Tools, []string{"GOGC=off", "WORK=" + work, "PROGRAM=" + program + ".next", "TEXT=" + c.packed})
	return cmd.Run() == nil && c.compiled() && os.Rename(program+".next", program) == nil
}

// learn builds the cell with the go command and keeps how; where the build fails or
// nothing can be learned from it, that is not said here. It says whether the cell's
// program is there.
func (c *cell) learn(args []string) (built bool) {
	start := time.Now()
	var listed bytes.Buffer
	list := exec.Command(c.goCommand, "list", "-deps", "-f", listing)
	list.Stdout = &listed
	errList := list.Start()
	log, err := exec.Command(c.goCommand, "build", "-x", kernelFlags+" -X "+textVariable+"="+c.packed, args[1], args[2]).CombinedOutput()
	if errList == nil {
		errList = list.Wait()
	}
	if err != nil || !c.compiled() {
		return false
	}
	if err := errors.Join(os.RemoveAll(c.folder), os.MkdirAll(c.folder, 0o700)); err != nil {
		return true
	}
	if r := c.recipe(string(log), listed.String(), start); errList == nil && r != nil {
		if text, err := json.Marshal(r); err == nil {
			_ = os.WriteFile(filepath.Join(c.folder, recipeFile), text, 0o600)
		}
	}
	return true
}

// recipe makes the log of a build that began at a time, of the packages that are listed, one that can be done again; nil
// where it cannot be.
func (c *cell) recipe(log, listed string, start time.Time) *recipe {
	work, log, ok := strings.Cut(strings.TrimPrefix(log, "WORK="), "\n")
	if !ok {
		return nil
	}
	log = strings.NewReplacer(work, "$WORK", textVariable+"="+c.packed, textVariable+"=$TEXT").Replace(log)
	var script strings.Builder
	for line := range strings.Lines(log[max(0, strings.Index(log, "mkdir -p $WORK/b001/\n")):]) {
		switch {
		case strings.HasPrefix(line, "cat >"): // a file, up to its end
			line = strings.Replace(line, " << 'EOF' # internal", " <<'EOF'", 1)
		case strings.HasSuffix(line, " # internal\n"):
			continue // what the go command does for its cache
		case strings.HasPrefix(line, "mv $WORK/b001/exe/a.out "):
			line = "mv $WORK/b001/exe/a.out \"$PROGRAM\"\n"
		default: // debug information, which the linker leaves out
			line = strings.Replace(line, "/compile -o ", "/compile -dwarf=false -o ", 1)
		}
		script.WriteString(line)
	}
	r := recipe{Script: script.String()}
	for line := range strings.Lines(listed) {
		if words := strings.Split(strings.TrimSpace(line), "\t"); len(words) == 3 {
			r.Folders = append(r.Folders, folder{words[0], words[1] != "0"})
			r.Files = append(r.Files, words[2], strings.TrimSuffix(words[2], "mod")+"sum")
		}
	}
	slices.Sort(r.Files)
	r.Files = slices.Compact(r.Files)
	// A package of this build is in the cache afterwards.
	for line := range strings.Lines(log) {
		if words := strings.Fields(strings.TrimSuffix(line, " # internal\n")); len(words) == 3 && words[0] == "cp" {
			r.Script = strings.ReplaceAll(r.Script, "="+words[1]+"\n", "="+words[2]+"\n")
		}
	}
	if strings.Contains(strings.ReplaceAll(r.Script, "$WORK/b001", ""), "$WORK") || strings.Contains(r.Script, "\npackagefile runtime/cgo=") || !strings.Contains(r.Script, "$PROGRAM") {
		return nil
	}
	names := []string{"GOOS", "GOARCH", "GOAMD64", "GOARM64", "GOEXPERIMENT"}
	set, err := exec.Command(c.goCommand, append([]string{"env"}, names...)...).Output()
	values := strings.Split(string(set), "\n")
	if err != nil || len(values) < len(names) {
		return nil
	}
	for i, name := range names {
		r.Tools = append(r.Tools, name+"="+values[i])
	}
	if r.Modules, _, err = c.state(r.Files, nil); err != nil {
		return nil
	}
	var changed time.Time
	// What changes while it is built may be in the program or not.
	if r.Sum, changed, err = c.state(r.Files, r.Folders); err != nil || changed.After(start.Add(-time.Second)) {
		return nil
	}
	return &r
}

// state is a hash over all that programs with these packages, whose modules have these files, depend on but the cell's
// own source, and when the last of the packages' files was changed.
func (c *cell) state(modules []string, folders []folder) (sum string, changed time.Time, err error) {
	h := sha256.New()
	for _, v := range os.Environ() {
		for _, name := range []string{"GO", "CGO_", "CC=", "CXX=", "PKG_CONFIG", "PATH="} {
			if strings.HasPrefix(v, name) && !strings.HasPrefix(v, "GONB_") {
				fmt.Fprintf(h, "%q\n", v)
			}
		}
	}
	files := []string{c.goCommand, "go.mod", "go.sum", "go.work", "go.work.sum"}
	if config, err := os.UserConfigDir(); err == nil {
		files = append(files, filepath.Join(config, "go", "env"))
	}
	for _, name := range append(files, modules...) {
		if info, err := os.Stat(name); err == nil {
			fmt.Fprintf(h, "%q %d %d\n", name, info.Size(), info.ModTime().UnixNano())
		} else if !os.IsNotExist(err) {
			return "", changed, err
		}
	}
	for _, f := range folders {
		last, err := f.state(h)
		if err != nil {
			return "", changed, err
		}
		if last.After(changed) {
			changed = last
		}
	}
	return hex.EncodeToString(h.Sum(nil)), changed, nil
}

// listing lists the packages that can change: their folders, how many files they embed, and the go.mod files of their
// modules. All others lie where nobody changes them, in Go's own folder and in the cache of modules.
const listing = "{{if ne .Name `main`}}{{with .Module}}{{if or .Main (and .Replace (not .Replace.Version))}}{{$.Dir}}\t{{len $.EmbedFiles}}\t{{.GoMod}}{{end}}{{end}}{{end}}"

// folder is the folder of a package; Deep ones have files that the package embeds, in folders below, too.
type folder struct {
	Dir  string
	Deep bool
}

// state writes what the folder has, and returns when the last file was changed.
func (f folder) state(w io.Writer) (changed time.Time, err error) {
	entries, err := os.ReadDir(f.Dir)
	if err != nil {
		return changed, err
	}
	for _, e := range entries {
		path := filepath.Join(f.Dir, e.Name())
		if e.IsDir() {
			if f.Deep {
				last, err := folder{path, true}.state(w)
				if err != nil {
					return changed, err
				}
				if last.After(changed) {
					changed = last
				}
			}
			continue
		}
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		info, err := os.Stat(path)
		if err != nil {
			return changed, err
		}
		fmt.Fprintf(w, "%q %d %d\n", path, info.Size(), info.ModTime().UnixNano())
		if last := info.ModTime(); last.After(changed) {
			changed = last
		}
	}
	return changed, nil
}
