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
	"slices"
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
		return l.panicked(c, said), ""
	}
	var entries []string
	if traceback, ok := m.open()["traceback"].([]any); ok {
		for _, entry := range traceback {
			text, _ := entry.(string)
			entries = append(entries, text)
		}
	}
	c.broken = true
	return l.uncompiled(c, m.text("ename"), value, entries), ""
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
	marked = regexp.MustCompile(`(?: *(?:\x1b\[7m)?\[\[ Cell \[(\d+)\] Line (\d+) \]\](?:\x1b\[0m)? )?(/[^\s<>"':|]*/gonb_\w+/main\.go):(\d+)`)
	// undefined is a name for which no package was found.
	undefined = regexp.MustCompile(`^undefined: (\w+)$`)
)

// uncompiled says why a cell has no program: a line for each error, with the cell's line
// below it. Of the lines that gonb gives, entries have the places in cells.
func (l *listener) uncompiled(c *cell, name, value string, entries []string) fault {
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
			line = l.plainer(c, found[1], source, caret)
			if place := at.FindStringSubmatch(entry); place != nil {
				line = fmt.Sprintf("cell %s, line %s: %s", place[1], place[2], line)
			}
		}
		if len(words) == 0 {
			line = strings.TrimSpace(line)
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
func (l *listener) plainer(c *cell, words, source, caret string) string {
	if strings.HasPrefix(words, "expected declaration, found ") && !runs(c.source) {
		return "a cell that runs statements begins with a line %%: above it are declarations only (" + words + ")"
	}
	if name := undefined.FindStringSubmatch(words); name != nil && len(caret) <= len(source) {
		member, ok := strings.CutPrefix(source[len(caret)-1:], name[1]+".")
		if member = word.FindString(member); ok && member != "" {
			return fmt.Sprintf("%s (no package %s with %s can be imported, and the cell has no variable of that name)", words, name[1], member)
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		for _, other := range slices.Backward(l.counted) {
			if _, declared := declarations(other.source)[name[1]]; declared && other.broken && other != c {
				return fmt.Sprintf("%s (cell %d, which declares it, does not compile)", words, other.number)
			}
		}
	}
	return words
}

var word = regexp.MustCompile(`^\w+`)

// panicked is the error of a program that broke down: what it said, and the lines of
// cells that led there. What Go itself found wrong in a package has the lines of that,
// too, and where no line is a cell's, all is kept.
func (l *listener) panicked(c *cell, said string) fault {
	said = colour.ReplaceAllString(said, "")
	words, stack, _ := strings.Cut(said, "\ngoroutine ")
	name, _, _ := strings.Cut(words, ":")
	words = l.places(strings.ReplaceAll(strings.TrimSpace(words), "\n\t\t", "\n\t"))
	stack, _, _ = strings.Cut(stack, "\n\n")
	frames := strings.Split(stack, "\n")[1:]
	own := strings.HasPrefix(words, "panic: runtime error: ") || strings.HasPrefix(words, "panic: assignment to entry in nil map")
	var inner, lines []string
	again := 0 // the cell with a declaration that breaks
	for i := 0; i+1 < len(frames); i += 2 {
		function, file := frames[i], frames[i+1]
		switch {
		case strings.HasPrefix(function, "created by "):
		case marked.MatchString(file):
			where, source := l.place(file)
			if strings.HasPrefix(function, "main.init") {
				_, _ = fmt.Sscanf(where, "cell %d,", &again)
			}
			if !strings.Contains(words, where) {
				lines = append(lines, "\t"+where+": "+source)
			} else if len(lines) == 0 { // the words name it
				lines = append(lines, "")
			}
		case len(lines) == 0 && !strings.HasPrefix(function, "panic(") && !strings.HasPrefix(function, "runtime.") && !strings.HasPrefix(function, "sync."):
			file, _, _ = strings.Cut(strings.TrimSpace(file), " ")
			inner = append(inner, "\t"+function[:max(0, strings.LastIndexByte(function, '('))]+", "+file)
		}
	}
	if len(lines) == 0 {
		words = l.places(said)
	} else if own {
		lines = append(inner, lines...)
	}
	if lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" }); len(lines) > 0 {
		words += "\n" + strings.Join(lines, "\n")
	}
	if again > 0 && again != c.number {
		words += fmt.Sprintf("\nWhat cell %d declares is rerun in every later cell: correct it there and run that cell again.", again)
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
			cell, line = l.find(lines, number-1)
		}
	}
	if cell == 0 {
		return found[3] + ":" + found[4], ""
	}
	return fmt.Sprintf("cell %d, line %d", cell, line), l.line(cell, line)
}

// places has lines of cells in place of those of gonb's program.
func (l *listener) places(text string) string {
	return marked.ReplaceAllStringFunc(text, func(place string) string {
		where, _ := l.place(place)
		return where
	})
}

// find is the cell with a line of a program, and its line there: of lines with the same
// text that with most of the same neighbours, in the last cell.
func (l *listener) find(program []string, at int) (cell, line int) {
	same := func(source []string, i, by int) int {
		if i+by >= 0 && i+by < len(source) && at+by >= 0 && at+by < len(program) && strings.TrimSpace(source[i+by]) == strings.TrimSpace(program[at+by]) {
			return 1
		}
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	best := -1
	for _, c := range slices.Backward(l.counted) {
		source := strings.Split(c.source, "\n")
		for i := range source {
			if n := same(source, i, -1) + same(source, i, 1); same(source, i, 0) > 0 && n > best && strings.TrimSpace(source[i]) != "" {
				cell, line, best = c.number, i+1, n
			}
		}
	}
	return cell, line
}

// mainLine begins the statements of a cell.
var mainLine = regexp.MustCompile(`(?m)^(//gonb:)?(%%|%main)(\s.*)?$`)

// runs says whether a cell has statements, or ones of another language.
func runs(source string) bool {
	return mainLine.MatchString(source) || strings.HasPrefix(source, "%%")
}

// special is a line that is gonb's.
var special = regexp.MustCompile(`(?m)^(//gonb:)?[%!].*$`)

// declarations are the lines on which a cell declares names, those of methods as
// Type.Method; none where it does not parse, of which gonb speaks.
func declarations(source string) map[string][]int {
	above := source
	statements := mainLine.FindStringIndex(source)
	if statements != nil {
		above = source[:statements[0]]
	}
	set := token.NewFileSet()
	// The package's name is in the first line, so lines are the cell's.
	file, err := parser.ParseFile(set, "cell", "package cell; "+special.ReplaceAllString(above, ""), parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	lines := map[string][]int{}
	add := func(key string, at token.Pos) { lines[key] = append(lines[key], set.Position(at).Line) }
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
	if statements != nil && lines["main"] != nil {
		lines["main"] = append(lines["main"], 1+strings.Count(above, "\n"))
	}
	delete(lines, "_")
	return lines
}

// twice finds the first name that a cell declares again, and returns what says so of the
// cell of a number; otherwise nil. In a later cell a name may be declared again.
func twice(source string) func(number int) fault {
	name, first, second := "", 0, 0
	for n, lines := range declarations(source) {
		if len(lines) > 1 && (name == "" || lines[1] < second || lines[1] == second && n < name) {
			name, first, second = n, lines[0], lines[1]
		}
	}
	if name == "" {
		return nil
	}
	text := strings.Split(source, "\n")
	return func(number int) fault {
		again := fmt.Sprintf("cell %d, line %d: %s is declared a second time in this cell", number, second, name)
		before := fmt.Sprintf("cell %d, line %d: the first time", number, first)
		return fault{"ERROR", again + "\n" + before, again + "\n    " + text[second-1] + "\n" + before + "\n    " + text[first-1]}
	}
}
