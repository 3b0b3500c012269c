package identity

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"maps"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"formicary/pkg/solver"
)

// parts is what the value of an engine is made of, as far as its fields tell.
type parts struct {
	packages map[string]bool // of its types and funcs
	funcs    []part          // in the order of its fields
	values   string          // a hash of the plain values in its own fields
	types    map[string]bool // of package main, by name
	hidden   bool            // somebody else's values lie where no hash looks
	program  string          // the version of the program that the engine runs; empty of others
}

// part is a func that was plugged into an engine.
type part struct {
	field string // that it was assigned to
	name  string // the func's full name
	file  string // where it begins
	line  int
	own   bool // it is in a field of the engine itself
	start int  // the line of its declaration, 0 where that is not known
}

// String is "Choose (cell.go:12)".
func (p part) String() string {
	if strings.HasPrefix(p.file, "<") { // the value of a method
		return fmt.Sprintf("%s (%s)", p.field, strings.TrimSuffix(p.name, "-fm"))
	}
	return fmt.Sprintf("%s (%s:%d)", p.field, filepath.Base(p.file), p.line)
}

// Program says whether the engine runs a program.
func (p *parts) Program() bool { return p.program != "" }

// Names are those of the funcs, with their places.
func (p *parts) Names() (out []string) {
	for _, f := range p.funcs {
		out = append(out, f.String())
	}
	return out
}

// places are the funcs with their places, each on lines of their own, as the
// error of a rule has them: a notebook's kernel translates them into lines of a
// cell.
func (p *parts) places() string {
	var b strings.Builder
	for _, f := range p.funcs {
		fmt.Fprintf(&b, "\nrule %s: a func of this engine\n\t%s:%d", f.field, f.file, f.line)
	}
	return b.String()
}

// foreign says whether there are types or funcs of other modules or of a cell,
// whose package is "main".
func (p *parts) foreign() bool {
	return slices.ContainsFunc(slices.Collect(maps.Keys(p.packages)), foreign)
}

// foreign says whether a package is of another module or a cell's.
func foreign(name string) bool { return !strings.HasPrefix(name, module+"/") && !standard(name) }

// walk goes through the fields of an engine.
type walk struct {
	parts
	seen   map[visit]bool
	values hash.Hash
	owner  string // the package of the struct whose fields are visited
}

// visit keeps a walk from going in circles.
type visit struct {
	pointer uintptr
	kind    reflect.Type
}

// deepest is how far a walk follows an engine's fields.
const deepest = 8

func newWalk() *walk {
	return &walk{parts: parts{packages: map[string]bool{}, types: map[string]bool{}}, seen: map[visit]bool{}, values: sha256.New()}
}

// PartsOf takes an engine apart: its own fields, and those of whatever was
// plugged into it. Plain values are those of the engine's own struct, with the
// structs, arrays, slices and maps in it; what lies behind a further pointer may be
// state (a counter, a cache) and says nothing.
func PartsOf(s solver.Solver) *parts {
	w := newWalk()
	if outside, ok := s.(interface{ Program() string }); ok { // what decides its runs is outside, and its parameters tell the rest
		w.program, w.packages[reflect.TypeOf(s).Elem().PkgPath()] = outside.Program(), true
		return &w.parts
	}
	w.visit(reflect.ValueOf(s), "", 0, true)
	w.parts.values = hex.EncodeToString(w.values.Sum(nil))
	return &w.parts
}

// valuesOf is a hash of the plain values in a map's key, for an order of keys.
func valuesOf(key reflect.Value) string {
	w := newWalk()
	w.visit(key, "", 0, true)
	return string(w.values.Sum(nil))
}

func (w *walk) visit(v reflect.Value, name string, depth int, own bool) {
	if !v.IsValid() || depth > deepest {
		w.hidden = w.hidden || foreign(w.owner)
		return
	}
	from := v.Type().PkgPath()
	w.packages[from] = true
	if from == "main" {
		w.types[v.Type().Name()] = true
	}
	switch v.Kind() {
	case reflect.Func:
		w.function(v, name, own)
	case reflect.Pointer:
		mark := visit{v.Pointer(), v.Type()}
		if !v.IsNil() && !w.seen[mark] {
			w.seen[mark] = true
			if depth > 0 {
				w.hidden = w.hidden || foreign(w.owner) || foreign(v.Type().Elem().PkgPath()) || declared(v)
			}
			w.visit(v.Elem(), name, depth+1, own && depth == 0)
		}
	case reflect.Interface:
		if own && !v.IsNil() {
			fmt.Fprintf(w.values, "%s is %v\n", name, v.Elem().Type())
		}
		w.visit(v.Elem(), name, depth+1, own)
	case reflect.Struct:
		outer := w.owner
		w.owner = from
		for i := range v.NumField() {
			w.visit(v.Field(i), v.Type().Field(i).Name, depth+1, own)
		}
		w.owner = outer
	case reflect.Slice, reflect.Array:
		if own {
			fmt.Fprintf(w.values, "%s has %d\n", name, v.Len())
		}
		if own || !plain(v.Type().Elem().Kind()) {
			for i := range v.Len() {
				w.visit(v.Index(i), name, depth+1, own)
			}
		}
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(valuesOf(a), valuesOf(b)) })
		for _, key := range keys {
			w.visit(key, name, depth+1, own)
			w.visit(v.MapIndex(key), name, depth+1, own)
		}
	case reflect.Chan, reflect.UnsafePointer, reflect.Uintptr:
		w.hidden = w.hidden || foreign(w.owner)
	default:
		if own && plain(v.Kind()) {
			fmt.Fprintf(w.values, "%s = %q\n", name, plainText(v))
		}
	}
}

// plain says whether values of a kind are what they look like: numbers, texts
// and truth values.
func plain(k reflect.Kind) bool {
	return k >= reflect.Bool && k <= reflect.Complex128 && k != reflect.Uintptr || k == reflect.String
}

// plainText is a plain value as text, "" for others: package fmt would ask the
// methods of its type.
func plainText(v reflect.Value) string {
	switch {
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	case v.CanUint():
		return strconv.FormatUint(v.Uint(), 10)
	case v.CanFloat():
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	case v.CanComplex():
		return strconv.FormatComplex(v.Complex(), 'g', -1, 128)
	case v.Kind() == reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case v.Kind() == reflect.String:
		return v.String()
	}
	return ""
}

// declared says whether a pointer is to something that a cell declares, such as a kind of
// puzzles.
func declared(v reflect.Value) bool {
	if !v.Type().Implements(reflect.TypeFor[interface{ Custom() bool }]()) {
		return false
	}
	kind, ok := reflect.NewAt(v.Type().Elem(), v.UnsafePointer()).Interface().(interface{ Custom() bool }) // also in a private field
	return ok && kind.Custom()
}

// function notes a func.
func (w *walk) function(v reflect.Value, name string, own bool) {
	f := runtime.FuncForPC(v.Pointer()) // nil of a nil func
	if v.IsNil() || f == nil {
		return
	}
	w.packages[solver.PackageOf(f.Name())] = true
	file, line := f.FileLine(f.Entry())
	w.funcs = append(w.funcs, part{field: name, own: own, name: f.Name(), file: file, line: line, start: startLine(f, v.Pointer())})
}
