package lab

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
		literal, err := fromText(d.kind, value)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", place(d.line), name, err)
		}
		text += fmt.Sprintf("var %s %s = %s\n", name, types.ExprString(d.kind), literal)
	}
	old := tagged(injectedTag)
	return inject(data, text, at, old)
}

// inject puts a cell after the one at a place, and takes an old one out if there is one.
func inject(data []byte, text string, at, old int) ([]byte, error) {
	var nb map[string]any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&nb); err != nil {
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
	kind ast.Expr
}

// command matches a line that is the kernel's and not Go.
var command = regexp.MustCompile(`(?m)^[%!].*$`)

// declarations are the variables that a cell declares.
func declarations(cell string) (map[string]declaration, error) {
	if at := regexp.MustCompile(`(?m)^%(%|main)`).FindStringIndex(cell); at != nil {
		cell = cell[:at[0]] // what follows is a program
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", "package p;"+command.ReplaceAllString(cell, ""), parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	found := map[string]declaration{}
	for _, d := range file.Decls {
		group, ok := d.(*ast.GenDecl)
		if !ok || group.Tok != token.VAR {
			continue
		}
		for _, s := range group.Specs {
			spec := s.(*ast.ValueSpec)
			for i, name := range spec.Names {
				kind := spec.Type
				if kind == nil && len(spec.Values) == len(spec.Names) {
					kind = kindOf(spec.Values[i])
				}
				found[name.Name] = declaration{files.PositionFor(name.Pos(), false).Line, kind}
			}
		}
	}
	return found, nil
}

// kindOf is the type of an expression where that can be seen from itself, else nil.
func kindOf(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.BasicLit:
		switch e.Kind {
		case token.INT:
			return ast.NewIdent("int")
		case token.FLOAT:
			return ast.NewIdent("float64")
		case token.STRING:
			return ast.NewIdent("string")
		}
	case *ast.Ident:
		if e.Name == "true" || e.Name == "false" {
			return ast.NewIdent("bool")
		}
	case *ast.ParenExpr:
		return kindOf(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.SUB || e.Op == token.ADD || e.Op == token.NOT {
			return kindOf(e.X)
		}
	case *ast.SelectorExpr:
		if slices.Contains([]string{"time.Hour", "time.Minute", "time.Second", "time.Millisecond", "time.Microsecond", "time.Nanosecond"}, types.ExprString(e)) {
			return duration
		}
	case *ast.BinaryExpr: // 5 * time.Minute, 1 / 3.0
		x, y := kindOf(e.X), kindOf(e.Y)
		switch {
		case e.Op.Precedence() <= token.EQL.Precedence():
			return ast.NewIdent("bool")
		case x != nil && y != nil && types.ExprString(x) == "int":
			return y
		}
		return x
	case *ast.CompositeLit:
		return e.Type
	case *ast.CallExpr: // int64(5)
		if name := types.ExprString(e.Fun); len(e.Args) == 1 && (bits[name] != 0 || name == "time.Duration") {
			return e.Fun
		}
	}
	return nil
}

var duration = &ast.SelectorExpr{X: ast.NewIdent("time"), Sel: ast.NewIdent("Duration")}

// bits are the sizes of the types of numbers, negative without a sign.
var bits = map[string]int{
	"int": 64, "int8": 8, "int16": 16, "int32": 32, "int64": 64, "rune": 32,
	"uint": -64, "uint8": -8, "uint16": -16, "uint32": -32, "uint64": -64, "byte": -8, "float32": 32, "float64": 64,
}

// fromText is the value of a type that a text gives, as Go has it.
func fromText(kind ast.Expr, text string) (string, error) {
	switch name := types.ExprString(kind); {
	case name == "string" || name == "time.Duration":
		return literal(kind, text)
	case name == "bool" && (text == "true" || text == "false"):
		return text, nil
	case bits[name] != 0:
		return literal(kind, json.Number(text))
	}
	var value any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&value); err != nil || d.More() {
		value = text
	}
	return literal(kind, value)
}

// literal is a value of a type, as Go has it. Values are those of JSON.
func literal(kind ast.Expr, value any) (string, error) {
	name := types.ExprString(kind)
	wrong := func(want string) (string, error) {
		text, isText := value.(string)
		if number, ok := value.(json.Number); ok {
			text, isText = number.String(), true
		}
		if !isText {
			found, err := json.Marshal(value)
			if err != nil {
				return "", err
			}
			text = string(found)
		}
		return "", fmt.Errorf("expected %s (%s), found %s", want, name, puzzle.Quote(text))
	}
	text, isText := value.(string)
	number, isNumber := value.(json.Number)
	switch size := bits[name]; {
	case name == "float32" || name == "float64":
		f, err := strconv.ParseFloat(string(number), size)
		if !isNumber || err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
			return wrong("a finite number")
		}
		return strconv.FormatFloat(f, 'g', -1, size), nil
	case size > 0:
		n, err := strconv.ParseInt(string(number), 10, size)
		if !isNumber || err != nil {
			return wrong("a whole number in its range")
		}
		return strconv.FormatInt(n, 10), nil
	case size < 0:
		n, err := strconv.ParseUint(string(number), 10, -size)
		if !isNumber || err != nil {
			return wrong("a whole number in its range")
		}
		return strconv.FormatUint(n, 10), nil
	case name == "string":
		if !isText {
			return wrong("a text")
		}
		return strconv.Quote(text), nil
	case name == "bool":
		if b, ok := value.(bool); ok {
			return strconv.FormatBool(b), nil
		}
		return wrong("true or false")
	case name == "time.Duration":
		d, err := time.ParseDuration(text)
		if !isText || err != nil {
			return wrong("a duration such as 90s or 1h30m")
		}
		return fmt.Sprintf("time.Duration(%d)", d), nil
	}
	var parts []string
	switch kind := kind.(type) {
	case *ast.ArrayType:
		list, ok := value.([]any)
		if kind.Len != nil {
			break
		}
		if !ok {
			return wrong("a list in JSON")
		}
		for i, v := range list {
			part, err := literal(kind.Elt, v)
			if err != nil {
				return "", fmt.Errorf("element %d: %w", i+1, err)
			}
			parts = append(parts, part)
		}
		return name + "{" + strings.Join(parts, ", ") + "}", nil
	case *ast.MapType:
		if types.ExprString(kind.Key) != "string" {
			break
		}
		all, ok := value.(map[string]any)
		if !ok {
			return wrong("an object in JSON")
		}
		for _, key := range slices.Sorted(maps.Keys(all)) {
			part, err := literal(kind.Value, all[key])
			if err != nil {
				return "", fmt.Errorf("%s: %w", puzzle.Quote(key), err)
			}
			parts = append(parts, strconv.Quote(key)+": "+part)
		}
		return name + "{" + strings.Join(parts, ", ") + "}", nil
	}
	return "", fmt.Errorf("expected a number, a text, true or false, a duration, or a slice or map of these, and it is declared as %s", name)
}
