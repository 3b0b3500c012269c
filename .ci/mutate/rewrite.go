package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/packages"
)

// loaded is a package with its types.
type loaded struct {
	pattern string
	path    string // the package's folder
	dir     string // the same from the module's root, with slashes
	fset    *token.FileSet
	types   *types.Package
	info    *types.Info
	files   []*source
	known   map[string]*types.Package
	next    int // number of the next mutant
	overlay map[string]string
}

// source is one file of the package and its places, the outermost of which are
// in top.
type source struct {
	path        string
	text        []byte
	top, places []*place
}

func load(pattern string) (*loaded, error) {
	mode := packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedSyntax | packages.NeedTypes |
		packages.NeedTypesInfo | packages.NeedImports | packages.NeedDeps | packages.NeedModule
	all, err := packages.Load(&packages.Config{Mode: mode}, pattern, "os", "strconv", "syscall")
	if err != nil {
		return nil, err
	}
	if packages.PrintErrors(all) > 0 {
		return nil, errors.New("the package does not compile")
	}
	l := &loaded{pattern: pattern, known: map[string]*types.Package{}}
	packages.Visit(all, nil, func(p *packages.Package) { l.known[p.PkgPath] = p.Types })
	var p *packages.Package
	for _, q := range all {
		if q.Module != nil {
			if p != nil {
				return nil, fmt.Errorf("%s is more than one package", pattern)
			}
			p = q
		}
	}
	if p == nil || len(p.GoFiles) == 0 {
		return nil, fmt.Errorf("%s is no package", pattern)
	}
	l.path, l.fset, l.types, l.info = filepath.Dir(p.GoFiles[0]), p.Fset, p.Types, p.TypesInfo
	dir, err := filepath.Rel(p.Module.Dir, l.path)
	if err != nil {
		return nil, err
	}
	l.dir = filepath.ToSlash(dir)
	for _, file := range p.Syntax {
		path := l.fset.Position(file.Pos()).Filename
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		f := &finder{
			pkg: l, file: file, name: l.dir + "/" + filepath.Base(path), source: text,
			whole: map[ast.Node]bool{}, beside: map[ast.Node]bool{},
		}
		l.files = append(l.files, &source{path: path, text: text, places: f.find()})
	}
	return l, nil
}

// rewrite writes the package with all its mutants into a folder and lists them.
// Places that do not compile are left out.
func (l *loaded) rewrite(work string) ([]*mutant, error) {
	for _, s := range l.files {
		s.nest()
	}
	helper := l.helper()
	for range 50 {
		fset := token.NewFileSet()
		var files []*ast.File
		var faults []error
		byName := map[string]*source{}
		for _, s := range l.files {
			byName[s.path] = s
			f, err := parser.ParseFile(fset, s.path, s.render(), parser.SkipObjectResolution|parser.ParseComments)
			if err != nil {
				if list := (scanner.ErrorList)(nil); errors.As(err, &list) {
					return nil, fmt.Errorf("rewritten: %w", list[0])
				}
				return nil, err
			}
			files = append(files, f)
		}
		f, err := parser.ParseFile(fset, "runtime", helper, 0)
		if err != nil {
			return nil, err
		}
		config := types.Config{Importer: l, Error: func(err error) { faults = append(faults, err) }, GoVersion: "go1.26"}
		_, _ = config.Check(l.types.Path(), fset, append(files, f), nil)
		if len(faults) == 0 {
			return l.write(work, helper)
		}
		for _, err := range faults {
			var fault types.Error
			if !errors.As(err, &fault) {
				return nil, err
			}
			at := fset.Position(fault.Pos)
			s := byName[at.Filename]
			if s == nil || !drop(s.top, at.Offset) {
				return nil, fmt.Errorf("rewritten: %s: %s", at, fault.Msg)
			}
		}
	}
	return nil, errors.New("the rewritten package does not compile")
}

// Import is how the type checker finds what is loaded.
func (l *loaded) Import(path string) (*types.Package, error) {
	if p := l.known[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%s is not loaded", path)
}

// helper is the file that the rewritten ones call.
func (l *loaded) helper() string {
	var out bytes.Buffer
	fmt.Fprintf(&out, "package %s\n", l.types.Name())
	fmt.Fprintf(&out, runtimeFile, max(1, l.next))
	for _, op := range slices.Sorted(maps.Keys(relations)) {
		r := relations[op]
		fmt.Fprintf(&out, relation, r.name, r.near, r.far, op)
	}
	for _, op := range slices.Sorted(maps.Keys(operations)) {
		o, kind := operations[op], "mutant_real"
		switch op {
		case token.SHL, token.SHR:
			fmt.Fprintf(&out, shift, o.name, o.op, op)
			continue
		case token.REM, token.AND, token.OR, token.XOR, token.AND_NOT:
			kind = "mutant_integer"
		}
		fmt.Fprintf(&out, operation, o.name, kind, o.op, op)
	}
	return out.String()
}

// write lays the rewritten files beside the package and lists its mutants.
func (l *loaded) write(work, helper string) (mutants []*mutant, err error) {
	l.overlay = map[string]string{}
	put := func(path, text string) {
		to := filepath.Join(work, filepath.Base(path))
		l.overlay[path] = to
		err = errors.Join(err, os.WriteFile(to, []byte(text), 0o644))
	}
	for _, s := range l.files {
		put(s.path, s.render())
		for _, p := range s.places {
			if !p.gone {
				mutants = append(mutants, p.mutants...)
			}
		}
	}
	put(filepath.Join(l.path, "mutant_runtime.go"), helper)
	slices.SortFunc(mutants, func(a, b *mutant) int { return a.id - b.id })
	number(mutants)
	return mutants, err
}

// number tells mutants apart that have the same words on one line: "0 → 1 [2]".
func number(mutants []*mutant) {
	type words struct {
		key string
		row int
	}
	alike := map[words][]*mutant{}
	for _, m := range mutants {
		w := words{m.key(), m.row}
		alike[w] = append(alike[w], m)
	}
	for _, list := range alike {
		for i, m := range list {
			if len(list) > 1 {
				m.after += fmt.Sprintf(" [%d]", i+1)
			}
		}
	}
}

// compile makes the test binary.
func (l *loaded) compile(work string) (string, error) {
	text, err := json.Marshal(map[string]any{"Replace": l.overlay})
	if err != nil {
		return "", err
	}
	list, bin := filepath.Join(work, "overlay.json"), filepath.Join(work, "mutants.test")
	if err := os.WriteFile(list, text, 0o644); err != nil {
		return "", err
	}
	out, err := exec.Command("go", "test", "-c", "-vet=off", "-overlay", list, "-o", bin, l.pattern).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go test -c: %w\n%s", err, out)
	}
	return bin, nil
}

// nest puts places into those around them. Of two on the same stretch the one
// noted first is around the other.
func (s *source) nest() {
	slices.SortStableFunc(s.places, func(a, b *place) int {
		if a.from != b.from {
			return a.from - b.from
		}
		return b.to - a.to
	})
	var open []*place
	for _, p := range s.places {
		for len(open) > 0 && open[len(open)-1].to <= p.from {
			open = open[:len(open)-1]
		}
		if len(open) == 0 {
			s.top = append(s.top, p)
		} else {
			last := open[len(open)-1]
			last.children = append(last.children, p)
		}
		open = append(open, p)
	}
}

// render is the file's text with its places rewritten.
func (s *source) render() string {
	var out bytes.Buffer
	s.stretch(&out, 0, len(s.text), s.top)
	return out.String()
}

// stretch writes the source between two offsets, with the places in it rewritten.
func (s *source) stretch(out *bytes.Buffer, from, to int, places []*place) {
	for _, p := range places {
		if p.from < from || p.to > to {
			continue
		}
		out.Write(s.text[from:p.from])
		p.out[0] = out.Len()
		if p.gone {
			s.stretch(out, p.from, p.to, p.children)
		} else {
			for _, part := range p.parts {
				switch {
				case part.text != "":
					out.WriteString(part.text)
				case part.raw:
					out.Write(s.text[part.from:part.to])
				default:
					s.stretch(out, part.from, part.to, p.children)
				}
			}
		}
		p.out[1] = out.Len()
		from = p.to
	}
	out.Write(s.text[from:to])
}

// drop leaves out the innermost place around an offset of the rewritten text.
func drop(places []*place, at int) bool {
	for _, p := range places {
		if p.out[0] <= at && at < p.out[1] {
			if !drop(p.children, at) && !p.gone {
				p.gone = true
				return true
			}
			return true
		}
	}
	return false
}
