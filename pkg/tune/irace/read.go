package irace

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"formicary/pkg/analysis"
	"formicary/pkg/external"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
	"formicary/pkg/tune"
)

// Read makes a tuner of a scenario of irace, given the path of its scenario.txt. Engine makes what it tunes: an engine with
// parameters of the scenario's names; or an [external.Command], which gets the scenario's parameters and switches at the end
// of its arguments. Instances are files of puzzles of the kind. Budget and measure are those of a scenario that was written
// here, or boundMax in seconds of processor time; else the caller sets them. An error names file, line and column.
func Read(path string, kind sets.Kind, engine func() solver.Configurable) (t tune.Tuner, err error) {
	defer func() {
		if r := recover(); r != nil {
			wrong, ok := r.(error)
			if !ok || !errors.Is(wrong, errScenario) {
				panic(r)
			}
			err = wrong
		}
	}()
	s := readScenario(path)
	file := readLines(s.file("parameterFile", "parameters.txt"))
	p := file.parameters()
	t = tune.Tuner{
		Name: filepath.Base(filepath.Dir(path)), Space: p.space, Forbidden: p.forbidden, Runs: int(s.number("maxExperiments", 0)),
		Seed: uint64(max(s.number("seed", 1), 0)), First: int(s.number("firstTest", 5)), Alpha: 1 - s.number("confidence", 0.95), Capping: -1,
	}
	if file := s.file("forbiddenFile", ""); file != "" {
		for l := readLines(file); l.more(); l.line++ {
			t.Forbidden = append(t.Forbidden, l.condition(0, t.Space))
		}
	}
	if file := s.file("configurationsFile", ""); file != "" {
		l := readLines(file)
		t.Start = l.configurations(t.Space)
	}
	if bound := s.number("boundMax", 0); bound > 0 {
		t.Budget, t.Measure, t.Penalty = solver.CPU(time.Duration(bound*float64(time.Second))), analysis.CPU, max(s.number("boundPar", 1), 1)
	}
	if of, measure, err := readTarget(filepath.Join(filepath.Dir(path), "formicary.json")); err == nil {
		t.Budget, t.Measure, t.Penalty = of.Budget, measure, of.Penalty
	} else if !errors.Is(err, fs.ErrNotExist) {
		return t, err
	}
	for _, instance := range s.instances() {
		set, err := kind.Open(instance)
		if err != nil {
			return t, err
		}
		t.Puzzles = append(t.Puzzles, set.Puzzles()...)
	}
	t.New = engine
	if _, ok := engine().(*external.Command); ok {
		t.New = func() solver.Configurable { return p.program(*engine().(*external.Command), t.Start) }
	}
	return t, nil
}

// program is a command with the parameters of a file, whose first values are those of the first configuration.
func (p parameters) program(c external.Command, start []tune.Config) *external.Command {
	c.Args, c.Numbers = slices.Clone(c.Args), slices.Clone(c.Numbers)
	for _, s := range p.switches {
		c.Args = append(c.Args, strings.Fields(s[0]+"{"+s[1]+"}")...)
	}
	for _, q := range p.space {
		n := external.Number{Name: q.Name, Low: q.Low, High: q.High, Value: q.Low, Whole: q.Integer, Values: q.Values}
		if len(start) > 0 && start[0][q.Name] != "" {
			_ = n.Set(start[0][q.Name]) // configurations has read it
		}
		c.Numbers = append(c.Numbers, n)
	}
	return &c
}

// errScenario is wrapped by what is wrong with a scenario.
var errScenario = errors.New("irace")

// lines are those of a file, without comments and blanks at their ends.
type lines struct {
	path string
	all  []string
	line int // the present one, from 0
	at   int // in it
	from int // where the last value began
}

// fail says what was expected at the present place.
func (l *lines) fail(format string, args ...any) {
	panic(fmt.Errorf("%s:%d:%d: %w: expected %s", l.path, l.line+1, l.at+1, errScenario, fmt.Sprintf(format, args...)))
}

func readLines(path string) *lines {
	text, err := os.ReadFile(path)
	if err != nil {
		panic(fmt.Errorf("%w: %w", errScenario, err))
	}
	l := &lines{path: path}
	for _, line := range strings.Split(string(text), "\n") {
		var quote rune
		for i, r := range line {
			switch {
			case quote == 0 && r == '#':
				line = line[:i]
			case quote == 0 && strings.ContainsRune("\"'`", r):
				quote = r
				continue
			case r == quote:
				quote = 0
				continue
			default:
				continue
			}
			break
		}
		l.all = append(l.all, strings.TrimRight(line, " \t\r"))
	}
	return l
}

// more goes to the next line with something on it.
func (l *lines) more() bool {
	for l.at = 0; l.line < len(l.all) && strings.TrimSpace(l.all[l.line]) == ""; {
		l.line++
	}
	return l.line < len(l.all)
}

// rest is what is left of the line.
func (l *lines) rest() string {
	text := l.all[l.line]
	for l.at < len(text) && strings.ContainsRune(" \t", rune(text[l.at])) {
		l.at++
	}
	return text[l.at:]
}

// take takes a text if the line goes on with it.
func (l *lines) take(text string) bool {
	if !strings.HasPrefix(l.rest(), text) {
		return false
	}
	l.at += len(text)
	return true
}

// value is a text in quotes, or all up to one of some signs; quoted says which.
func (l *lines) value(until string) (text string, quoted bool) {
	rest := l.rest()
	l.from = l.at
	if rest != "" && strings.ContainsRune("\"'", rune(rest[0])) {
		n := strings.IndexByte(rest[1:], rest[0])
		if n < 0 {
			l.at = len(l.all[l.line])
			l.fail("another %c", rest[0])
		}
		l.at += n + 2
		return rest[1 : n+1], true
	}
	n := strings.IndexAny(rest, until)
	if n < 0 {
		n = len(rest)
	}
	l.at += n
	return strings.TrimSpace(rest[:n]), false
}

// number is a constant.
func (l *lines) number(text string, quoted bool) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || quoted {
		l.at = l.from
		l.fail("a number, found %q: a domain that depends on another parameter is not read", text)
	}
	return x
}

// condition is the rest of the line, from a column on.
func (l *lines) condition(column int, space tune.Space) tune.Condition {
	c := tune.Condition(strings.TrimSpace(l.all[l.line][column:]))
	if err := c.Check(space); err != nil {
		l.at = column
		l.fail("a condition: %v", err)
	}
	return c
}

// parameters are what a file of them has.
type parameters struct {
	space     tune.Space
	switches  [][2]string // what stands before the value of each, and its name, in the file's order
	forbidden []tune.Condition
}

// parameters reads a file of parameters. What matters under a condition stands behind the parameters of the condition.
func (l *lines) parameters() (p parameters) {
	type row struct {
		tune.Parameter
		line, column int // of the condition
	}
	var rows []row
	var forbidden []int
	for section := ""; l.more(); l.line++ {
		if l.take("[") {
			section, _ = l.value("]")
			continue
		}
		switch section {
		case "forbidden":
			forbidden = append(forbidden, l.line)
			continue
		case "global": // digits
			continue
		}
		r := row{line: l.line}
		if r.Name, _ = l.value(" \t"); r.Name == "" || strings.ContainsAny(r.Name, "-{}=") {
			l.fail("the name of a parameter, letters and digits")
		}
		r.Name = strings.ReplaceAll(r.Name, ".", "-")
		label, quoted := l.value(" \t")
		if !quoted || strings.ContainsAny(label, "\"'`$\\{}") {
			l.fail("a switch in quotes, without signs of a shell")
		}
		kind, _ := l.value(" \t(")
		kind, r.Log = strings.CutSuffix(kind, ",log")
		if r.Log && kind != "i" && kind != "r" || !slices.Contains([]string{"i", "r", "c", "o"}, kind) {
			l.fail("a type: r, i, r,log, i,log, c or o")
		}
		if !l.take("(") {
			l.fail("a domain in parentheses")
		}
		var ends []float64
		for more := true; more; more = l.take(",") {
			text, quoted := l.value(",)")
			if kind == "i" || kind == "r" {
				ends = append(ends, l.number(text, quoted))
			} else {
				r.Values = append(r.Values, text)
			}
		}
		if !l.take(")") || r.Values == nil && len(ends) != 2 {
			l.fail("a domain in parentheses: two numbers, or values, with commas")
		}
		if r.Integer, r.Ordered = kind == "i", kind == "o"; r.Values == nil {
			r.Low, r.High = ends[0], ends[1]
		}
		if l.take("|") {
			r.column = l.at
			r.When = tune.Condition(strings.TrimSpace(l.rest()))
			if r.When == "" {
				l.fail("a condition")
			}
		} else if l.rest() != "" {
			l.fail("| and a condition, or the end of the line")
		}
		if slices.ContainsFunc(rows, func(other row) bool { return other.Name == r.Name }) {
			l.at = 0
			l.fail("another name: %s stands twice", r.Name)
		}
		rows, p.switches = append(rows, r), append(p.switches, [2]string{label, r.Name})
	}
	for len(rows) > 0 { // those whose conditions have only parameters that stand before
		i := slices.IndexFunc(rows, func(r row) bool { return r.When.Check(p.space) == nil })
		if i < 0 {
			l.line = rows[0].line
			l.condition(rows[0].column, p.space)
		}
		p.space = append(p.space, rows[i].Parameter)
		rows = slices.Delete(rows, i, i+1)
	}
	for _, l.line = range forbidden {
		p.forbidden = append(p.forbidden, l.condition(0, p.space))
	}
	return p
}

// fields are the words of the line.
func (l *lines) fields() (out []string) {
	for l.rest() != "" {
		text, _ := l.value(" \t")
		out = append(out, text)
	}
	return out
}

// configurations reads a table of configurations, whose first line has the names.
func (l *lines) configurations(space tune.Space) (all []tune.Config) {
	var of []tune.Parameter // of each column
	for ; l.more(); l.line++ {
		values, first := l.fields(), of == nil
		for _, name := range values {
			i := slices.IndexFunc(space, func(p tune.Parameter) bool { return p.Name == strings.ReplaceAll(name, ".", "-") })
			if first && i < 0 {
				l.fail("names of parameters in the first line, found %q", name)
			} else if first {
				of = append(of, space[i])
			}
		}
		if first {
			continue
		}
		if len(values) != len(of) {
			l.fail("%d values", len(of))
		}
		c := tune.Config{}
		for i, v := range values {
			_, err := strconv.ParseFloat(v, 64)
			if v == "NA" {
				continue
			} else if of[i].Values == nil && err != nil || of[i].Values != nil && !slices.Contains(of[i].Values, v) {
				l.fail("a value of %s, found %q", of[i].Name, v)
			}
			c[of[i].Name] = v
		}
		all = append(all, c)
	}
	return all
}

// scenario has the settings of a scenario's file.
type scenario struct {
	*lines
	settings map[string]setting
}

type setting struct {
	value    string
	line, at int
}

// readScenario reads a scenario.
func readScenario(path string) scenario {
	s := scenario{readLines(path), map[string]setting{}}
	for ; s.more(); s.line++ {
		name, _ := s.value(" \t=<")
		if !s.take("=") && !s.take("<-") || name == "" {
			s.fail("NAME = VALUE")
		}
		s.rest()
		at := s.at
		text, quoted := s.value("\n")
		_, err := strconv.ParseFloat(text, 64)
		switch {
		case quoted || err == nil:
		case slices.Contains([]string{"TRUE", "FALSE", "NA", "NULL"}, text):
			text = map[string]string{"TRUE": "1", "FALSE": "0"}[text]
		default:
			s.at = at
			s.fail("a text in quotes, a number, TRUE, FALSE, NA or NULL: code in R is not run")
		}
		if s.rest() != "" {
			s.fail("the end of the line")
		}
		s.settings[name] = setting{text, s.line, at}
	}
	return s
}

// number is the setting of a name as a number.
func (s scenario) number(name string, otherwise float64) float64 {
	set := s.settings[name]
	if set.value == "" {
		return otherwise
	}
	x, err := strconv.ParseFloat(set.value, 64)
	if err != nil {
		s.line, s.at = set.line, set.at
		s.fail("a number for %s", name)
	}
	return x
}

// file is the path that a setting names, from the scenario's folder; "" for none.
func (s scenario) file(name, otherwise string) string {
	path := cmp.Or(s.settings[name].value, otherwise)
	if path != "" && !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(s.path), path)
	}
	return path
}

// instances are the paths of the training instances.
func (s scenario) instances() (paths []string) {
	dir, given := s.settings["trainInstancesDir"]
	folder := s.file("trainInstancesDir", "")
	if !given && dir.value == "" {
		folder = filepath.Join(filepath.Dir(s.path), "Instances") // irace's default
	}
	if file := s.file("trainInstancesFile", ""); file != "" {
		for l := readLines(file); l.more(); l.line++ {
			name, _ := l.value(" \t")
			if l.rest() != "" {
				l.fail("the end of the line: arguments of an instance are not read")
			}
			paths = append(paths, filepath.Join(folder, name))
		}
		return paths
	}
	_ = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			paths = append(paths, path)
		}
		return nil
	})
	if len(paths) == 0 {
		s.line, s.at = dir.line, dir.at
		s.fail("instances in %s", folder)
	}
	return paths
}
