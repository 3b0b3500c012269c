package experiment

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/scanner"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// module is the path of this module; engines of this module are known by their
// sources.
const module = "formicary"

// Version identifies the code of this module: "src-" and a hash over the Go
// sources under pkg/ (tests left out) where the program runs inside the
// checkout that it was built from, else "rev-" and the revision that the Go
// tool stamped into the program, else "bin-" and a hash of the program itself.
// A stamped revision with changes on top of it identifies nothing and is not
// used.
func Version() string { return newCoder("").all() }

// coder finds out which code engines are made of.
//
// A run must not be taken from the journal once the code that made it has
// changed, and should be once anything else has (a chart, another engine, the
// cell that calls). So the version of an engine is the hash of the sources of
// every package that its value has types or funcs from, of the puzzles'
// packages, and of all packages of this module that those import. What has no
// source there, above all a func that was typed into a cell (the package of a
// cell is "main"), has no identity but that of the whole program: for it, and
// for engines that call themselves custom, the hash of the executable is added.
type coder struct {
	fixed    string // given by the caller, in place of everything else
	root     string // "" where there is no checkout
	packages map[string]*source
	warnings []string
}

// source is one package of this module.
type source struct {
	sum     [sha256.Size]byte
	changed time.Time // of the newest file
	imports []string  // packages of this module, without "formicary/"
	outside []string  // import paths of other modules
}

func newCoder(fixed string) *coder {
	c := &coder{fixed: fixed, packages: map[string]*source{}}
	if root, err := puzzle.Root(); err == nil && fixed == "" {
		c.root = root
	}
	return c
}

// all is the version of the whole module.
func (c *coder) all() string {
	if c.fixed != "" {
		return c.fixed
	}
	if c.root != "" {
		var dirs []string
		err := filepath.WalkDir(filepath.Join(c.root, "pkg"), func(dir string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return err
			}
			if name := d.Name(); name == "testdata" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") {
				return filepath.SkipDir
			}
			relative, err := filepath.Rel(c.root, dir)
			dirs = append(dirs, filepath.ToSlash(relative))
			return err
		})
		if err == nil {
			if version, fresh := c.sources(dirs); fresh {
				return version
			}
		}
	}
	return c.build()
}

// engine is the version of the code of one engine working on puzzles.
func (c *coder) engine(s solver.Solver, d solver.Description, puzzles []puzzle.Puzzle) (string, error) {
	if c.fixed != "" {
		return c.fixed, nil
	}
	names := map[string]bool{}
	packagesOf(reflect.ValueOf(s), names, map[visit]bool{}, 0)
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
	version := ""
	if len(dirs) > 0 {
		var fresh bool
		if version, fresh = c.sources(dirs); !fresh {
			c.warn("the sources of " + d.Label() + " have changed since the program was built: its runs are known by the program")
			version = ""
		}
	}
	if version == "" {
		version = c.build()
	}
	if !whole || strings.HasPrefix(version, "bin-") {
		return version, nil
	}
	sum, err := executable()
	if err != nil {
		return "", err
	}
	return version + "+bin-" + sum, nil
}

// build is the version where there are no sources to go by.
func (c *coder) build() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		settings := map[string]string{}
		for _, s := range info.Settings {
			settings[s.Key] = s.Value
		}
		if r := settings["vcs.revision"]; r != "" && settings["vcs.modified"] == "false" && info.Main.Path == module {
			return "rev-" + r[:min(12, len(r))]
		}
	}
	sum, err := executable()
	if err != nil {
		return "unknown"
	}
	return "bin-" + sum
}

// sources hashes packages of this module and all that they import of it. They
// are not fresh where one is newer than the program, which then may have been
// built from something else.
func (c *coder) sources(dirs []string) (version string, fresh bool) {
	var newest time.Time
	seen := map[string]*source{}
	outside := map[string]bool{}
	for queue := slices.Clone(dirs); len(queue) > 0; queue = queue[1:] {
		dir := queue[0]
		if _, ok := seen[dir]; ok {
			continue
		}
		s := c.load(dir)
		seen[dir] = s
		if s == nil {
			continue
		}
		if s.changed.After(newest) {
			newest = s.changed
		}
		queue = append(queue, s.imports...)
		for _, name := range s.outside {
			outside[name] = true
		}
	}
	if program, err := os.Executable(); err == nil {
		if info, err := os.Stat(program); err == nil && newest.After(info.ModTime()) {
			return "", false
		}
	}
	h := sha256.New()
	for _, dir := range sorted(seen) {
		if s := seen[dir]; s != nil {
			fmt.Fprintf(h, "%s %x\n", dir, s.sum)
		}
	}
	for _, line := range c.requirements(sorted(outside)) {
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
		if info, err := e.Info(); err == nil && info.ModTime().After(s.changed) {
			s.changed = info.ModTime()
		}
		found = true
		fmt.Fprintf(h, "%s %x\n", name, sha256.Sum256(text))
		s.collect(text)
	}
	if !found {
		return nil
	}
	h.Sum(s.sum[:0])
	c.packages[dir] = s
	return s
}

// collect adds the imports of a file.
func (s *source) collect(text []byte) {
	for _, name := range importsOf(text) {
		if dir, ok := strings.CutPrefix(name, module+"/"); ok {
			s.imports = append(s.imports, dir)
		} else if !standard(name) {
			s.outside = append(s.outside, name)
		}
	}
}

// importsOf lists the import paths of a Go file, as far as its import
// declarations go. It is no parser, because a cell would have to link that.
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
func (c *coder) requirements(names []string) []string {
	text, err := os.ReadFile(filepath.Join(c.root, "go.mod"))
	if err != nil {
		return nil
	}
	var out []string
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "require "))
		if len(fields) < 2 || !strings.HasPrefix(fields[1], "v") {
			continue
		}
		if slices.ContainsFunc(names, func(n string) bool { return n == fields[0] || strings.HasPrefix(n, fields[0]+"/") }) {
			out = append(out, fields[0]+" "+fields[1])
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

func sorted[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for name := range m {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// executable is a hash of the running program's file.
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
	return hex.EncodeToString(h.Sum(nil)[:6]), nil
})

// visit keeps packagesOf from going in circles.
type visit struct {
	pointer uintptr
	kind    reflect.Type
}

// deepest is how far packagesOf follows an engine's fields.
const deepest = 8

// packagesOf collects the packages of the types and funcs in a value: the
// engine's own, and those of whatever was plugged into it.
func packagesOf(v reflect.Value, names map[string]bool, seen map[visit]bool, depth int) {
	if !v.IsValid() || depth > deepest {
		return
	}
	names[v.Type().PkgPath()] = true
	switch v.Kind() {
	case reflect.Func:
		if f := runtime.FuncForPC(v.Pointer()); f != nil {
			names[packageOf(f.Name())] = true
		}
	case reflect.Pointer:
		mark := visit{v.Pointer(), v.Type()}
		if !v.IsNil() && !seen[mark] {
			seen[mark] = true
			packagesOf(v.Elem(), names, seen, depth+1)
		}
	case reflect.Interface:
		packagesOf(v.Elem(), names, seen, depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			packagesOf(v.Field(i), names, seen, depth+1)
		}
	case reflect.Slice, reflect.Array:
		switch v.Type().Elem().Kind() {
		case reflect.Func, reflect.Pointer, reflect.Interface, reflect.Struct:
			for i := range v.Len() {
				packagesOf(v.Index(i), names, seen, depth+1)
			}
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			packagesOf(v.MapIndex(key), names, seen, depth+1)
		}
	}
}

// packageOf takes the package's path out of a func's full name, such as
// "formicary/pkg/nurikabe/acs.(*Solver).step.func1".
func packageOf(name string) string {
	slash := strings.LastIndexByte(name, '/') + 1
	if dot := strings.IndexByte(name[slash:], '.'); dot >= 0 {
		return name[:slash+dot]
	}
	return name
}
