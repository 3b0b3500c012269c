package identity

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/scanner"
	"go/token"
	"hash"
	"io"
	"maps"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"

	"formicary/pkg/assets"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sources"
)

// module is the path of this module; its engines are identified by their
// sources.
const module = "formicary"

// code is what an engine runs: its version, and what that is made of.
//
// A run must not be taken from the journal once the code that made it has
// changed, and should be after any other change (a chart, another engine, the
// cell that calls, a comment). So the version of an engine is "src-" and a hash
// of every package that its value has types or funcs from, of the puzzles'
// packages, of all packages of this module that those import, of the versions of
// the other modules that they import, and of the tags of the build. The sources
// are those that the program was built from (package sources); files for other
// systems count, too, so that the version is the same on all machines.
//
// An engine that runs a program (package external) adds the version of that.
//
// What was typed into a cell, whose package is "main", adds "cell-" and a hash of the
// text that decides how the engine runs ([text.read]), and what that imports. What has
// neither sources nor text there has no identity but that of the whole program: "bin-"
// and a hash of the executable is added. An engine with parts of a cell or of
// another module gets "with-" and a hash of what the program was given (its
// arguments, the mode) and of the plain values in the engine's fields, since either
// may tell what no parameter does.
type code struct {
	version string
	// Packages are hashes by package ("pkg/nurikabe/acs"), versions by module
	// ("gonum.org/v1/gonum") and the tags of the build by "-tags".
	Packages map[string]string
}

// source is one package of this module.
type source struct {
	sum     string
	imports []string // packages of this module, without "formicary/"
	outside []string // import paths of other modules
}

// CodeOf is the code of one engine working on puzzles.
func CodeOf(s *parts, d solver.Description, puzzles []puzzle.Puzzle) (code, error) {
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
	custom := d.Custom || names["main"] || s.foreign()
	delete(names, "main")
	whole, cell := custom && typed() == nil, ""
	if custom && !whole {
		parameters := lists.Map(d.Parameters, func(x solver.Parameter) string { return x.Name })
		var own, all []string
		cell, own, all = typed().read(s, parameters)
		for _, name := range own {
			names[name] = true
		}
		for _, name := range all { // of those that show and compare there are no sources
			dir, ok := strings.CutPrefix(name, module+"/")
			names[name] = names[name] || !ok || load(dir) != nil
		}
	}
	var c code
	var dirs []string
	modules := map[string]string{}
	for name, counts := range names {
		if dir, ok := strings.CutPrefix(name, module+"/"); ok && counts && load(dir) != nil {
			dirs = append(dirs, dir)
		} else if path, version := moduleOf(name, build().Deps); counts && foreign(name) && fetched(version) {
			modules[path] = version
		} else if counts && !standard(name) {
			whole = true
		}
	}
	if len(dirs)+len(modules) > 0 {
		var all bool
		c.Packages, all = closure(dirs, load, build())
		maps.Copy(c.Packages, modules)
		if s.program != "" {
			c.Packages["program "+d.Engine] = s.program
		}
		c.version = versionOf(c.Packages)
		whole = whole || !all
	}
	if !whole && !custom {
		return c, nil
	}
	program, err := "cell-"+cell, error(nil)
	if whole {
		program, err = executable()
	}
	if c.version != "" {
		program = c.version + "+" + program
	}
	if s.foreign() {
		h := sha256.New()
		fmt.Fprintf(h, "%q %v %s\n", os.Args[1:], assets.Full(), s.values)
		program += Given + hex.EncodeToString(h.Sum(nil)[:6])
	}
	c.version = program
	return c, err
}

// Given stands before the hash of what an engine of foreign parts was given.
const Given = "+with-"

// closure are the hashes of packages of this module and of all that they import
// of it, with the versions of the other modules and the tags of the build; all
// says that the program has the sources of all of them.
func closure(dirs []string, load func(dir string) *source, build debug.BuildInfo) (out map[string]string, all bool) {
	out, all = map[string]string{}, true
	for queue := slices.Clone(dirs); len(queue) > 0; queue = queue[1:] {
		s := load(queue[0])
		if s == nil {
			all = all && queue[0] == "pkg/sources" // which hands the others over
			continue
		}
		if _, seen := out[queue[0]]; seen {
			continue
		}
		out[queue[0]] = s.sum
		queue = append(queue, s.imports...)
		for _, name := range s.outside {
			path, version := moduleOf(name, build.Deps)
			out[path] = version
		}
	}
	for _, s := range build.Settings {
		if s.Key == "-tags" {
			out[s.Key] = s.Value
		}
	}
	return out, all
}

// build is what the tool chain wrote into the program.
var build = sync.OnceValue(func() (out debug.BuildInfo) {
	if info, ok := debug.ReadBuildInfo(); ok {
		out = *info
	}
	return out
})

// versionOf is "src-" and a hash of what a closure has.
func versionOf(packages map[string]string) string {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(packages)) {
		fmt.Fprintln(h, name, packages[name])
	}
	return "src-" + hex.EncodeToString(h.Sum(nil)[:6])
}

// loaded are the packages that were asked for: what a program was built from does
// not change.
var loaded sync.Map

// load hashes one package: nil where the program has no sources of it.
func load(dir string) *source {
	known, ok := loaded.Load(dir)
	if !ok {
		known = hashPackage(sources.Package(dir))
		loaded.Store(dir, known)
	}
	s := known.(*source)
	if sum, ok := Sums.Load(dir); ok {
		return &source{sum: sum.(string), imports: s.imports}
	}
	return s
}

// Sums replaces hashes of packages, by folder: tests tell by it what becomes of records when code changes.
var Sums sync.Map

// hashPackage hashes the files of a package; nil where there are none.
func hashPackage(files func(yield func(string, []byte) bool)) *source {
	var s *source
	h := sha256.New()
	for name, text := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if s == nil {
			s = &source{}
		}
		fmt.Fprintf(h, "file %s\n", name)
		for _, name := range hashTokens(h, text) {
			if dir, ok := strings.CutPrefix(name, module+"/"); ok {
				s.imports = append(s.imports, dir)
			} else if !standard(name) {
				s.outside = append(s.outside, name)
			}
		}
	}
	if s != nil {
		s.sum = hex.EncodeToString(h.Sum(nil)[:6])
	}
	return s
}

// hashTokens hashes what the compiler sees of a file: its tokens and its
// directives (“//go:build”, “//go:noinline”), not its white space and comments.
// A semicolon that a line's end stands for is one like any other, and one before a
// closing parenthesis or brace, where it may be left out, is none (the Go
// specification, “Semicolons”). It lists the import paths.
func hashTokens(h hash.Hash, text []byte) (imports []string) {
	var scan scanner.Scanner
	files := token.NewFileSet()
	scan.Init(files.AddFile("", files.Base(), len(text)), text, nil, scanner.ScanComments)
	var line []byte // what is not hashed yet
	head, semicolon := true, false
	for {
		_, t, literal := scan.Scan()
		if t == token.COMMENT && !strings.HasPrefix(literal, "//go:") {
			continue
		}
		if semicolon && t != token.RPAREN && t != token.RBRACE {
			line = append(line, ";\n"...)
		}
		if semicolon = t == token.SEMICOLON; semicolon {
			continue
		}
		if len(line) > 1<<12 || t == token.EOF {
			h.Write(line)
			line = line[:0]
		}
		switch t {
		case token.EOF:
			return imports
		case token.STRING:
			if name, err := strconv.Unquote(literal); err == nil && head {
				imports = append(imports, name)
			}
		case token.PACKAGE, token.IMPORT, token.LPAREN, token.RPAREN, token.IDENT, token.PERIOD, token.COMMENT:
			// "package x", "import ( … )", and names before a path
		default:
			head = false
		}
		if literal == "" {
			literal = t.String()
		}
		line = append(append(line, literal...), '\n')
	}
}

// moduleOf is the module that an import path is from, with the version that was
// built in. Without a module of its own the path stands for it.
func moduleOf(name string, modules []*debug.Module) (path, version string) {
	path = name
	longest := 0
	for _, m := range modules {
		if (name == m.Path || strings.HasPrefix(name, m.Path+"/")) && len(m.Path) > longest {
			path, version, longest = m.Path, m.Version, len(m.Path)
			if m.Replace != nil {
				version += " " + m.Replace.Path + " " + m.Replace.Version
			}
		}
	}
	return path, version
}

// fetched says whether a module's version tells its sources: none is a folder's.
func fetched(version string) bool {
	return version != "" && version != "(devel)" && !strings.HasSuffix(version, " ")
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
