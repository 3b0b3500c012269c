//go:build unix

package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// fault is the error of a cell in a reader's terms, from what gonb says of it and the
// last words of its program; rest are words that are something else.
func (l *listener) fault(c *cell, m *message, said string) (f fault, rest string) {
	value := m.text("evalue")
	if c.refuse != nil {
		return c.refuse(c.number), ""
	}
	if ended.MatchString(value) {
		said = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(said), value))
		if !strings.Contains(said, "\ngoroutine ") {
			if said != "" {
				rest = said + "\n"
			}
			return fault{m.text("ename"), value, value}, rest
		}
		return l.panicked(said), ""
	}
	var entries []string
	if traceback, ok := m.open()["traceback"].([]any); ok {
		for _, entry := range traceback {
			text, _ := entry.(string)
			entries = append(entries, text)
		}
	}
	return c.uncompiled(m.text("ename"), value, entries), ""
}

var (
	colour = regexp.MustCompile("\x1b\\[[0-9;]*m")
	// ended is what gonb says of a program's end.
	ended = regexp.MustCompile(`^(exit status \d+|signal: [a-z ]+( \(core dumped\))?)$`)
	// broken begins the last words of Go's.
	broken = regexp.MustCompile(`(?m)^(panic: |fatal error: |SIG[A-Z]+: |unexpected fault address |runtime: goroutine stack exceeds|\n?(exit status \d+|signal: [a-z ]+)\n\z)`)
	// wrong is a line of the compiler's about a program of gonb's.
	wrong = regexp.MustCompile(`^.*main(?:_test)?\.go:\d+(?::\d+)?: (.+)$`)
	// at is what gonb says of such a line's place.
	at = regexp.MustCompile(`(?m)\ACell\[(\d+)\]: Line (\d+)$`)
	// marked is a line of a program in its stack, with gonb's mark of the cell's where it
	// has seen it.
	marked = regexp.MustCompile(`(?: *\[\[ Cell \[(\d+)\] Line (\d+) \]\] )?(/\S*/gonb_\w+/main\.go):(\d+)`)
	// undefined is a name for which no package was found.
	undefined = regexp.MustCompile(`^undefined: (\w+)$`)
)

// breakdown is where in what a program writes its last words begin, or -1.
func breakdown(text string) int {
	if at := broken.FindStringIndex(text); at != nil {
		return at[0]
	}
	return -1
}

// uncompiled says why a cell has no program: a line for each error, with the cell's line
// below it. Of the lines that gonb gives, entries have the places in cells.
func (c *cell) uncompiled(name, value string, entries []string) fault {
	var words, shown []string
	for i, line := range strings.Split(value, "\n") {
		switch {
		case strings.HasPrefix(line, "---------------"): // what gonb advises about go.work
			return fault{name, strings.Join(words, "\n"), strings.Join(shown, "\n")}
		case line == "" || strings.HasPrefix(line, "# gonb_") || strings.HasPrefix(line, "go: gonb_") || strings.HasPrefix(line, "failed to run ") || ended.MatchString(line):
			continue
		}
		source, caret := "", ""
		if found := wrong.FindStringSubmatch(line); found != nil && i < len(entries) {
			entry := colour.ReplaceAllString(entries[i], "")
			source, caret = pointed(entry)
			line = c.plainer(found[1], source, caret)
			if place := at.FindStringSubmatch(entry); place != nil {
				line = fmt.Sprintf("cell %s, line %s: %s", place[1], place[2], line)
			}
		}
		words, shown = append(words, line), append(shown, line)
		if source != "" {
			shown = append(shown, "    "+source, "    "+caret)
		}
	}
	if len(words) == 0 {
		return fault{name, value, value}
	}
	return fault{name, strings.Join(words, "\n"), strings.Join(shown, "\n")}
}

// pointed is the line of a program to which gonb's caret points, and the caret.
func pointed(entry string) (source, caret string) {
	lines := strings.Split(entry, "\n")
	for i, line := range lines {
		if i > 0 && strings.TrimLeft(line, " ") == "^" {
			source = strings.TrimLeft(lines[i-1], " \t")
			return source, strings.Repeat(" ", max(0, len(line)-1-len(lines[i-1])+len(source))) + "^"
		}
	}
	return "", ""
}

// plainer says what is missing where the compiler's words speak of something else.
func (c *cell) plainer(words, source, caret string) string {
	if strings.HasPrefix(words, "expected declaration, found ") && !runs(c.source) {
		return "a cell that runs statements begins with a line %%: above it are declarations only (" + words + ")"
	}
	if name := undefined.FindStringSubmatch(words); name != nil && len(caret) <= len(source) {
		member, ok := strings.CutPrefix(source[len(caret)-1:], name[1]+".")
		if member = word.FindString(member); ok && member != "" {
			return fmt.Sprintf("%s (no package %s with %s can be imported, and the cell has no variable of that name)", words, name[1], member)
		}
	}
	return words
}

var word = regexp.MustCompile(`^\w+`)

// panicked is the error of a program that broke down: what it said, and the lines of
// cells that led there. What Go itself found wrong in a package has the lines of that,
// too, and where no line is a cell's, all is kept.
func (l *listener) panicked(said string) fault {
	said = colour.ReplaceAllString(said, "")
	words, stack, _ := strings.Cut(said, "\ngoroutine ")
	name, _, _ := strings.Cut(words, ":")
	words = marked.ReplaceAllStringFunc(strings.TrimSpace(words), func(place string) string {
		where, _ := l.place(place)
		return where
	})
	stack, _, _ = strings.Cut(stack, "\n\n")
	frames := strings.Split(stack, "\n")[1:]
	own := strings.Contains(words, "runtime error: ") || !strings.HasPrefix(words, "panic: ") || strings.Contains(words, "nil map")
	var inner, lines []string
	for i := 0; i+1 < len(frames); i += 2 {
		function, file := frames[i], frames[i+1]
		switch {
		case strings.HasPrefix(function, "created by "):
		case marked.MatchString(file):
			where, source := l.place(file)
			if !strings.Contains(words, where) {
				lines = append(lines, "\t"+where+": "+source)
			} else if len(lines) == 0 { // the words name it
				lines = append(lines, "")
			}
		case len(lines) == 0 && !strings.HasPrefix(function, "panic(") && !strings.HasPrefix(function, "runtime.") && !strings.HasPrefix(function, "sync."):
			inner = append(inner, function, file)
		}
	}
	if len(lines) == 0 {
		words = said
	} else if own {
		lines = append(inner, lines...)
	}
	if text := strings.Join(lines, "\n"); text != "" {
		words += "\n" + strings.TrimSpace("\n"+text)
	}
	return fault{name, words, words}
}

// place is the cell's line that a line of a stack is, and its text. Where gonb has not
// marked it, since it came in two pieces, the line is found by its text in the program.
func (l *listener) place(text string) (where, source string) {
	found := marked.FindStringSubmatch(text)
	cell, _ := strconv.Atoi(found[1])
	line, _ := strconv.Atoi(found[2])
	if cell == 0 {
		number, _ := strconv.Atoi(found[4])
		program, _ := os.ReadFile(found[3])
		if lines := strings.Split(string(program), "\n"); number <= len(lines) {
			cell, line = l.find(strings.TrimSpace(lines[number-1]))
		}
	}
	if cell == 0 {
		return found[3] + ":" + found[4], ""
	}
	return fmt.Sprintf("cell %d, line %d", cell, line), l.line(cell, line)
}

// find is the last cell with a line of a text, and the line.
func (l *listener) find(text string) (cell, line int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := len(l.counted) - 1; i >= 0 && text != ""; i-- {
		for number, source := range strings.Split(l.counted[i].source, "\n") {
			if strings.TrimSpace(source) == text {
				return l.counted[i].number, number + 1
			}
		}
	}
	return 0, 0
}

// mainLine begins the statements of a cell.
var mainLine = regexp.MustCompile(`(?m)^(//gonb:)?(%%|%main|%test|%wasm)(\s.*)?$`)

// runs says whether a cell has statements, or ones of another language.
func runs(source string) bool {
	return mainLine.MatchString(source) || strings.HasPrefix(source, "%%")
}

// special is a line that is gonb's.
var special = regexp.MustCompile(`(?m)^(//gonb:)?[%!].*$`)

// twice finds a name that a cell declares twice, and returns what says so of the cell of
// a number; otherwise nil. In a later cell a name may be declared again.
func twice(source string) func(number int) fault {
	declarations := source
	statements := mainLine.FindStringIndex(source)
	if statements != nil {
		declarations = source[:statements[0]]
	}
	set := token.NewFileSet()
	// The package's name is in the first line, so lines are the cell's.
	file, err := parser.ParseFile(set, "cell", "package cell; "+special.ReplaceAllString(declarations, ""), parser.SkipObjectResolution)
	if err != nil {
		return nil // gonb says so
	}
	first := map[string]int{}
	if statements != nil {
		first["main"] = 1 + strings.Count(declarations, "\n")
	}
	name, lines := "", [2]int{}
	add := func(key string, at token.Pos) {
		line := set.Position(at).Line
		if before, found := first[key]; found && key != "_" && name == "" {
			name, lines = key, [2]int{max(before, line), min(before, line)}
		}
		first[key] = line
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			key := d.Name.Name
			if d.Recv != nil && len(d.Recv.List) == 1 {
				receiver := d.Recv.List[0].Type
				if star, ok := receiver.(*ast.StarExpr); ok {
					receiver = star.X
				}
				key = types.ExprString(receiver) + "." + key
			}
			add(key, d.Name.Pos())
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					add(s.Name.Name, s.Name.Pos())
				case *ast.ValueSpec:
					for _, n := range s.Names {
						add(n.Name, n.Pos())
					}
				}
			}
		}
	}
	if name == "" {
		return nil
	}
	text := strings.Split(source, "\n")
	return func(number int) fault {
		words := fmt.Sprintf("cell %d, line %d: %s is declared a second time in this cell\n\tline %d: the first time", number, lines[0], name, lines[1])
		shown := fmt.Sprintf("cell %d, line %d: %s is declared a second time in this cell\n    %s\n\tline %d: the first time\n    %s", number, lines[0], name, text[lines[0]-1], lines[1], text[lines[1]-1])
		return fault{"ERROR", words, shown}
	}
}
