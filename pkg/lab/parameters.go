package lab

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"formicary/pkg/puzzle"
)

// The tags of the cell that declares a notebook's parameters and of the one after it that sets them, as papermill has
// them.
const parametersTag, injectedTag = "parameters", "injected-parameters"

// SetParameters is a notebook with values for its parameters, each given as "name=value". Parameters are the variables
// that the cell with the tag "parameters" declares. A cell with the tag "injected-parameters" after it declares them
// once more with these values, which the kernel takes in place of the first; one that is there is replaced. Without
// values the notebook is checked and stays as it is.
//
// The declared type decides how a value is read, and where there is none that of the first value: whole numbers,
// numbers, true or false, texts as they are, durations such as 90s, and JSON for slices and for maps whose keys are texts.
// Unknown names and wrong values are errors that name the source, the cell and the line of the declaration.
func SetParameters(source string, data []byte, set []string) ([]byte, error) {
	nb, err := ParseNotebook(source, data)
	if err != nil {
		return nil, err
	}
	if len(set) == 0 {
		return data, nil
	}
	tagged := func(tag string) int { return slices.IndexFunc(nb.Cells, func(c Cell) bool { return c.tagged(tag) }) }
	at := tagged(parametersTag)
	if at < 0 {
		return nil, fmt.Errorf("%s: expected a code cell with the tag %q that declares the parameters, found none", source, parametersTag)
	}
	place := func(line int) string { return fmt.Sprintf("%s:cell %d:line %d", source, at+1, line) }
	declared, err := declarations(string(nb.Cells[at].Source))
	if list := (scanner.ErrorList{}); errors.As(err, &list) {
		return nil, fmt.Errorf("%s: expected declarations of variables: %s", place(list[0].Pos.Line), list[0].Msg)
	} else if err != nil {
		return nil, fmt.Errorf("%s: %w", place(1), err)
	}
	text := "// Parameters\n"
	given := map[string]bool{}
	for _, s := range set {
		name, value, ok := strings.Cut(s, "=")
		if name = strings.TrimSpace(name); !ok || name == "" {
			return nil, fmt.Errorf("%s: expected name=value, found %s", source, puzzle.Quote(s))
		}
		d, known := declared[name]
		switch {
		case !known:
			return nil, fmt.Errorf("%s: expected the name of a parameter (%s), found %s", place(1), strings.Join(slices.Sorted(maps.Keys(declared)), ", "), puzzle.Quote(name))
		case given[name]:
			return nil, fmt.Errorf("%s: expected one value of %s, found two", place(d.line), name)
		case d.kind == nil:
			return nil, fmt.Errorf("%s: expected %s to be declared with a type, such as var %s int = 1", place(d.line), name, name)
		}
		given[name] = true
		if kind := typeName(d.kind); kind == "string" || kind == "time.Duration" { // as they are
			quoted, err := json.Marshal(value)
			if err != nil {
				return nil, err
			}
			value = string(quoted)
		}
		written, err := literal(d.kind, value)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", place(d.line), name, err)
		}
		text += fmt.Sprintf("var %s %s = %s\n", name, typeName(d.kind), written)
	}
	old := tagged(injectedTag)
	return inject(data, text, at, old)
}

// inject puts a cell after the one at a place, and takes an old one out if there is one.
func inject(data []byte, text string, at, old int) ([]byte, error) {
	nb, err := rawNotebook(data)
	if err != nil {
		return nil, err
	}
	cells := nb["cells"].([]any)
	if old >= 0 {
		cells = slices.Delete(cells, old, old+1)
		if old < at {
			at--
		}
	}
	cell := map[string]any{
		"cell_type": "code", "execution_count": nil, "metadata": map[string]any{"tags": []string{injectedTag}}, "outputs": []any{}, "source": text,
	}
	if cells[at].(map[string]any)["id"] != nil {
		id := injectedTag
		for slices.ContainsFunc(cells, func(c any) bool { return c.(map[string]any)["id"] == id }) {
			id += "-"
		}
		cell["id"] = id
	}
	nb["cells"] = slices.Insert(cells, at+1, any(cell))
	return json.Marshal(nb)
}

// tagged says whether a code cell has a tag.
func (c Cell) tagged(tag string) bool {
	var meta struct {
		Tags []string `json:"tags"`
	}
	return c.Type == "code" && json.Unmarshal(c.Metadata, &meta) == nil && slices.Contains(meta.Tags, tag)
}

// declaration is a parameter's: the line in its cell and its type, nil if that is not to be seen.
type declaration struct {
	line int
	kind types.Type
}

var (
	// command matches a line that is the kernel's and not Go, statements the line where a program begins.
	command    = regexp.MustCompile(`(?m)^[%!].*$`)
	statements = regexp.MustCompile(`(?m)^%(%|main)`)
)

// cellPackage is the package of a cell.
const cellPackage = "p"

// clock is what a declaration may need of package time: all else that a cell imports is unknown here.
type clock struct{}

func (clock) Import(path string) (*types.Package, error) {
	const text = `package time
type Duration int64
const (
	Nanosecond Duration = 1
	Microsecond = 1000 * Nanosecond
	Millisecond = 1000 * Microsecond
	Second = 1000 * Millisecond
	Minute = 60 * Second
	Hour = 60 * Minute
)`
	if path != "time" {
		return nil, errors.New("unknown here")
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, text, 0)
	if err != nil {
		return nil, err
	}
	return new(types.Config).Check(path, files, []*ast.File{file}, nil)
}

// declarations are the variables that a cell declares.
func declarations(cell string) (map[string]declaration, error) {
	if at := statements.FindStringIndex(cell); at != nil {
		cell = cell[:at[0]]
	}
	files := token.NewFileSet()
	// Cells need not import package time: the kernel does it for them.
	file, err := parser.ParseFile(files, "", "package "+cellPackage+`;import "time";`+command.ReplaceAllString(cell, ""), parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	// What other cells and packages declare is missing: the types that can be told without are right.
	lenient := types.Config{Importer: clock{}, Error: func(error) {}}
	p, _ := lenient.Check(cellPackage, files, []*ast.File{file}, nil)
	found := map[string]declaration{}
	for _, name := range p.Scope().Names() {
		v, ok := p.Scope().Lookup(name).(*types.Var)
		if !ok {
			continue
		}
		d := declaration{files.PositionFor(v.Pos(), false).Line, v.Type()}
		if strings.Contains(d.kind.String(), types.Typ[types.Invalid].String()) {
			d.kind = nil
		}
		found[name] = d
	}
	return found, nil
}

// typeName is a type as a cell writes it.
func typeName(kind types.Type) string {
	return types.TypeString(kind, func(p *types.Package) string {
		if p.Name() == cellPackage {
			return ""
		}
		return p.Name()
	})
}

// literal is a value of a type, as Go has it. The value is JSON; numbers may also be written as Go does.
func literal(kind types.Type, value string) (string, error) {
	name := typeName(kind)
	text, isText := value, false
	if strings.HasPrefix(value, `"`) {
		isText = json.Unmarshal([]byte(value), &text) == nil
	}
	wrong := func(want string) (string, error) {
		return "", fmt.Errorf("expected %s (%s), found %s", want, name, puzzle.Quote(text))
	}
	var parts []string
	switch kind := kind.(type) {
	case *types.Slice:
		var list []json.RawMessage
		if json.Unmarshal([]byte(value), &list) != nil || list == nil {
			return wrong("a list in JSON")
		}
		for i, v := range list {
			part, err := literal(kind.Elem(), string(v))
			if err != nil {
				return "", fmt.Errorf("element %d: %w", i+1, err)
			}
			parts = append(parts, part)
		}
		return name + "{" + strings.Join(parts, ", ") + "}", nil
	case *types.Map:
		var all map[string]json.RawMessage
		if typeName(kind.Key()) != "string" {
			break
		}
		if json.Unmarshal([]byte(value), &all) != nil || all == nil {
			return wrong("an object in JSON")
		}
		for _, key := range slices.Sorted(maps.Keys(all)) {
			part, err := literal(kind.Elem(), string(all[key]))
			if err != nil {
				return "", fmt.Errorf("%s: %w", puzzle.Quote(key), err)
			}
			parts = append(parts, strconv.Quote(key)+": "+part)
		}
		return name + "{" + strings.Join(parts, ", ") + "}", nil
	case *types.Named:
		if name != "time.Duration" {
			break
		}
		d, err := time.ParseDuration(text)
		if !isText || err != nil {
			return wrong("a duration such as 90s or 1h30m")
		}
		return fmt.Sprintf("time.Duration(%d)", d), nil
	case *types.Basic:
		size := int(8 * types.SizesFor("gc", "amd64").Sizeof(kind))
		switch info := kind.Info(); {
		case info&types.IsFloat != 0:
			f, err := strconv.ParseFloat(value, size)
			if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
				return wrong("a finite number")
			}
			return strconv.FormatFloat(f, 'g', -1, size), nil
		case info&types.IsUnsigned != 0:
			n, err := strconv.ParseUint(value, 10, size)
			if err != nil {
				return wrong("a whole number in its range")
			}
			return strconv.FormatUint(n, 10), nil
		case info&types.IsInteger != 0:
			n, err := strconv.ParseInt(value, 10, size)
			if err != nil {
				return wrong("a whole number in its range")
			}
			return strconv.FormatInt(n, 10), nil
		case info&types.IsString != 0:
			if !isText {
				return wrong("a text")
			}
			return strconv.Quote(text), nil
		case info&types.IsBoolean != 0:
			if value != "true" && value != "false" {
				return wrong("true or false")
			}
			return value, nil
		}
	}
	return "", fmt.Errorf("expected a number, a text, true or false, a duration, or a slice or map of these, and it is declared as %s", name)
}
