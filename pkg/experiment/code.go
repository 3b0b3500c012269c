package experiment

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/scanner"
	"go/token"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// module is the path of this module; its engines are identified by their
// sources.
const module = "formicary"

// coder identifies the code of engines.
//
// A run must not be taken from the journal once the code that made it has
// changed, and should be after any other change (a chart, another engine, the
// cell that calls). So the version of an engine is "src-" and a hash of the
// sources of every package that its value has types or funcs from, of the
// puzzles' packages, and of all packages of this module that those import, with
// the versions of the other modules that they import. Tests are left out. What
// has no source there, above all a func that was typed into a cell (the package
// of a cell is "main"), has no identity but that of the whole program: for it,
// and for engines that call themselves custom, "bin-" and a hash of the
// executable is added. Without a checkout, or where its sources are newer than
// the program, that hash stands alone. An engine with parts of a cell or of
// another module gets "with-" and a hash of what the program was given (its
// arguments, the mode) and of the plain values in the engine's fields, since either
// may tell what no parameter does.
type coder struct {
	root     string    // "" where there is no checkout
	built    time.Time // when the program's file was written; the zero time where that is not known
	packages map[string]*source
	warnings []string
}

// source is one package of this module.
type source struct {
	sum     [sha256.Size]byte
	changed time.Time // of the newest file: when its text changed, or the file itself
	imports []string  // packages of this module, without "formicary/"
	outside []string  // import paths of other modules
}

func newCoder() *coder {
	root, _ := puzzle.Root()
	return &coder{root: root, built: built(), packages: map[string]*source{}}
}

// built is when the running program's file was written.
var built = sync.OnceValue(func() time.Time {
	if program, err := os.Executable(); err == nil {
		if info, err := os.Stat(program); err == nil {
			return info.ModTime()
		}
	}
	return time.Time{}
})

// engine is the version of the code of one engine working on puzzles.
func (c *coder) engine(s *parts, d solver.Description, puzzles []puzzle.Puzzle) (string, error) {
	names := maps.Clone(s.packages)
	for _, p := range puzzles {
		for item, ok := p.(puzzle.Item); ok; item, ok = p.(puzzle.Item) {
			p = item.Puzzle
		}
		t := reflect.TypeOf(p)
		for t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		names[t.PkgPath()] = true
	}
	whole := d.Custom
	var dirs []string
	for name := range names {
		if dir, ok := strings.CutPrefix(name, module+"/"); ok && c.root != "" && c.load(dir) != nil {
			dirs = append(dirs, dir)
		} else if !standard(name) {
			whole = true
		}
	}
	sources := ""
	if len(dirs) > 0 {
		version, fresh := c.sources(dirs)
		switch {
		case fresh && !whole:
			return version, nil
		case fresh:
			sources = version + "+"
		default:
			c.warn("the sources of " + d.Label() + " have changed since the program was built: its runs are identified by the program")
		}
	}
	program, err := executable()
	if s.foreign() {
		h := sha256.New()
		fmt.Fprintf(h, "%q %v %s\n", os.Args[1:], assets.Full(), s.values)
		program += given + hex.EncodeToString(h.Sum(nil)[:6])
	}
	return sources + program, err
}

// given stands before the hash of what an engine of foreign parts was given.
const given = "+with-"

// sources hashes packages of this module and all that they import of it. They
// are not fresh where one is newer than the program, which then may have been
// built from something else. A file's own time of change counts besides that of
// its text, which cp -p, tar and touch set back: an old program never gets the
// name of new sources, unless its own file is written again.
func (c *coder) sources(dirs []string) (version string, fresh bool) {
	var newest time.Time
	var lines []string
	seen, outside := map[string]bool{}, map[string]bool{}
	for queue := slices.Clone(dirs); len(queue) > 0; queue = queue[1:] {
		dir := queue[0]
		s := c.load(dir)
		if s == nil || seen[dir] {
			continue
		}
		seen[dir] = true
		lines = append(lines, fmt.Sprintf("%s %x", dir, s.sum))
		newest = later(newest, s.changed)
		queue = append(queue, s.imports...)
		for _, name := range s.outside {
			outside[name] = true
		}
	}
	if newest.After(c.built) {
		return "", false
	}
	slices.Sort(lines)
	h := sha256.New()
	for _, line := range append(lines, c.requirements(outside)...) {
		fmt.Fprintln(h, line)
	}
	return "src-" + hex.EncodeToString(h.Sum(nil)[:6]), true
}

// load reads one package: nil where the folder has no Go source. Files for
// other systems count, too, so that the version is the same on all machines.
func (c *coder) load(dir string) *source {
	if s, ok := c.packages[dir]; ok {
		return s
	}
	c.packages[dir] = nil
	folder := filepath.Join(c.root, filepath.FromSlash(dir))
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	s, found := &source{}, false
	h := sha256.New()
	for _, e := range entries {
		name := e.Name()
		if ext := path.Ext(name); e.IsDir() || ext != ".go" && ext != ".s" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return nil
		}
		if info, err := e.Info(); err == nil {
			s.changed = later(s.changed, later(info.ModTime(), changeTime(info)))
		}
		found = true
		fmt.Fprintf(h, "%s %x\n", name, sha256.Sum256(text))
		for _, name := range importsOf(text) {
			if dir, ok := strings.CutPrefix(name, module+"/"); ok {
				s.imports = append(s.imports, dir)
			} else if !standard(name) {
				s.outside = append(s.outside, name)
			}
		}
	}
	if found {
		h.Sum(s.sum[:0])
		c.packages[dir] = s
	}
	return c.packages[dir]
}

// later is the later of two times.
func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// importsOf lists the import paths of a Go file, as far as its import
// declarations go. It is not go/parser, because a cell would have to link that.
func importsOf(text []byte) []string {
	var out []string
	var scan scanner.Scanner
	files := token.NewFileSet()
	scan.Init(files.AddFile("", files.Base(), len(text)), text, nil, 0)
	for {
		switch _, t, literal := scan.Scan(); t {
		case token.STRING:
			if name, err := strconv.Unquote(literal); err == nil {
				out = append(out, name)
			}
		case token.PACKAGE, token.IMPORT, token.LPAREN, token.RPAREN, token.SEMICOLON, token.IDENT, token.PERIOD:
			// "package x", "import ( … )", and names before a path
		default:
			return out
		}
	}
}

// requirements are the lines of go.mod for the modules that the given import
// paths are from, as "module version".
func (c *coder) requirements(names map[string]bool) (out []string) {
	text, err := os.ReadFile(filepath.Join(c.root, "go.mod"))
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "require "))
		if len(fields) < 2 || !strings.HasPrefix(fields[1], "v") {
			continue
		}
		for name := range names {
			if name == fields[0] || strings.HasPrefix(name, fields[0]+"/") {
				out = append(out, fields[0]+" "+fields[1])
				break
			}
		}
	}
	return out
}

func (c *coder) warn(text string) {
	if !slices.Contains(c.warnings, text) {
		c.warnings = append(c.warnings, text)
	}
}

// standard says whether an import path, or the "" of a type without a name, is
// part of Go itself: the first element has no dot and is neither this module
// nor a program.
func standard(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return !strings.Contains(first, ".") && first != module && first != "main" && first != "command-line-arguments"
}

// executable is "bin-" and a hash of the running program's file.
var executable = sync.OnceValues(func() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return "", err
	}
	return "bin-" + hex.EncodeToString(h.Sum(nil)[:6]), nil
})
