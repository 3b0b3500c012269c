package identity

import (
	"path"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/solver"
)

// What decides how a rule runs changes its hash, and nothing else does. In each text
// the comment "rule" stands behind the line on which the func begins.
func TestTextOfARule(t *testing.T) {
	const imports = "package main\n\nimport (\n\t_ \"formicary/data\"\n\t\"fmt\"\n\t\"formicary/pkg/nurikabe/acs\"\n\t\"formicary/pkg/show\"\n)\n\n"
	const (
		named = imports + `const share, other = 0.3, 1
const ( low = iota; high )
type state struct{ turns int }
func (s *state) turn() int { s.turns++; return high }
type aside int
func (aside) text() string { return "aside" }
var table = []int{1, 2}
var limit = 5
func half(x float64) float64 { _ = table; return x / 2 }
func rule(x float64) float64 { // rule
	var s state
	return half(x*share) + float64(s.turn()+table[0]+limit)
}
func unrelated() int { return other }
func main() { e := acs.New(); e.Deposit = rule; show.Text(fmt.Sprint(unrelated())) }
`
		made = imports + `type field int
func ranking(w float64) func(float64) float64 {
	scale := 2.0
	return func(x float64) float64 { return x * w * scale } // rule
}
const weight = 0.7
func main() {
	show.Text("a chart")
	e := acs.New()
	e.Deposit = ranking(weight)
}
`
		inline = imports + `func main() {
	show.Text("a chart")
	pressure, steps, bias := 0.7, 3, 1.0
	score := func(x float64) float64 { return x + float64(steps) }
	e := acs.New()
	e.With("pressure", &pressure, 0, 1)
	e.Deposit = func(x float64) float64 { // rule
		return score(x) * e.Rho * pressure * bias
	}
}
`
		setting = imports + `var limit = 5
func set(k int) { limit = k }
func add(k int) int { limit += k; return k }
func init() { set(6) }
var added = add(8)
func rule(x float64) float64 { return x * float64(limit) } // rule
func unrelated() int { return 1 }
func main() { show.Text("a chart") }
`
		looped = imports + `func main() {
	for k := range 3 {
		e := acs.New()
		e.Deposit = func(x float64) float64 { return x * float64(k) } // rule
	}
}
`
		given = imports + `func changed(change func(e *acs.Solver)) *acs.Solver { e := acs.New(); change(e); return e }
var mine = changed(func(e *acs.Solver) {
	e.Deposit = func(x float64) float64 { return x * e.Rho } // rule
})
func main() { show.Text("a chart") }
`
		method = imports + `type cooling struct{ start float64 }
func (c cooling) search(x float64) float64 { return x * c.start }
func (c cooling) String() string { return "cooling" }
func main() {
	show.Text("a chart")
	e := acs.New()
	e.Deposit = cooling{0.5}.search
}
`
	)
	cases := []struct {
		text, name, old, new string
		same                 bool
	}{
		{named, "main.rule", "// rule\n", "// rule: another comment\n\n", true},
		{named, "main.rule", "return other", "return other + 1", true},
		{named, "main.rule", "func unrelated", "func more() int { return 7 }\nfunc unrelated", true},
		{named, "main.rule", "\"aside\"", "\"beside\"", true},
		{named, "main.rule", "show.Text(", "show.Text(\"more\" + ", true},
		{named, "main.rule", "const share, other", "const more = 2\nconst share, other", true},
		{named, "main.rule", "0.3", "0.4", false},
		{named, "main.rule", "= iota", "= 1 + iota", false},
		{named, "main.rule", "x / 2", "x / 3", false},
		{named, "main.rule", "x*share", "x*x*share", false},
		{named, "main.rule", "turns int", "turns int8", false},
		{named, "main.rule", "s.turns++", "s.turns--", false},
		{named, "main.rule", "{1, 2}", "{3, 2}", false},
		{named, "main.rule", "limit = 5", "limit = 6", false},
		{named, "main.rule", "e := acs.New(); ", "e := acs.New(); limit = 6; ", false},
		{named, "main.rule", "func unrelated", "func init() { limit = 6 }\nfunc unrelated", false},
		{named, "main.rule", "var limit", "var first = func() int { limit++; return 0 }()\nvar limit", false},
		{named, "main.rule", "e := acs.New(); ", "e := acs.New(); p := &limit; *p = 6; ", false},
		{named, "main.rule", "e := acs.New(); ", "e := acs.New(); t := table; t[0] = 6; ", false},
		{setting, "main.rule", "set(6)", "set(7)", false},
		{setting, "main.rule", "add(8)", "add(9)", false},
		{setting, "main.rule", "a chart", "another", false}, // the order decides
		{setting, "main.rule", "return 1", "return 2", true},
		{made, "main.ranking.func1", "a chart", "another", true},
		{made, "main.ranking.func1", "field int", "field int8", true},
		{made, "main.ranking.func1", "ranking(weight)", "ranking(0.9)", false},
		{made, "main.ranking.func1", "weight = 0.7", "weight = 0.9", false},
		{made, "main.ranking.func1", "scale := 2.0", "scale := 3.0", false},
		{inline, "main.main.func2", "a chart", "another", true},
		{inline, "main.main.func2", "0.7", "0.8", false}, // one statement with others
		{inline, "main.main.func2", "steps, bias := 0.7, 3", "steps, bias := 0.7, 4", false},
		{inline, "main.main.func2", "float64(steps)", "float64(2*steps)", false},
		{inline, "main.main.func2", "1.0\n", "2.0\n", false},
		{inline, "main.main.func2", "e := acs.New()", "bias++; e := acs.New()", false},
		{inline, "main.main.func2", "e.Rho", "e.Q0", false},
		{inline, "main.main.func2", "e := acs.New()", "for bias := range 3 { _ = bias }\n\te := acs.New()", true},
		{looped, "main.main.func1", "range 3", "range 4", false},
		{given, "main.init.changed.func1", "a chart", "another", true},
		{given, "main.init.func1.1", "x * e.Rho", "x + e.Rho", false},
		{method, "main.cooling.search-fm", "a chart", "another", true},
		{method, "main.cooling.search-fm", "x * c.start", "x + c.start", false},
		{method, "main.cooling.search-fm", "{0.5}", "{0.6}", false},
	}
	read := func(source, name string) string {
		t.Helper()
		text, err := readText([]byte(source))
		alltest.Require(t, err == nil, "%v: %s", err, source)
		start := 1 + strings.Count(source[:max(0, strings.Index(source, "// rule"))], "\n")
		p := &parts{funcs: []part{{field: "Deposit", name: name, start: start}}}
		sum, own, _ := text.read(p, []string{"pressure"})
		alltest.Check(t, !slices.Contains(own, "formicary/pkg/show") && !slices.Contains(own, "formicary/data"), "what shows and what is never named counts: %q", own)
		return sum
	}
	for _, c := range cases {
		changed := strings.Replace(c.text, c.old, c.new, 1)
		alltest.Require(t, changed != c.text, "no %q", c.old)
		alltest.Equal(t, (read(c.text, c.name) == read(changed, c.name)), c.same, "%s: %q for %q: the same %v", c.name, c.new, c.old, !c.same)
	}
}

// A package that a rule calls decides, what its cell shows does not; a type of the cell
// decides with its methods, and where values lie behind pointers all that runs does.
func TestTextOfParts(t *testing.T) {
	const source = "package main\n\nimport (\n\t\"example.org/dice/v3\"\n\t\"formicary/pkg/race\"\n\t\"formicary/pkg/solver\"\n)\n\n" + `type engine struct{ solver.Solver }
func (e *engine) throw() int { return dice.Throw(6) }
func main() { race.Race{}.Run(0.5) }
`
	read := func(source string, p parts) (string, []string, []string) {
		text := alltest.Must(readText([]byte(source)))(t)
		return text.read(&p, nil)
	}
	typed := parts{types: map[string]bool{"engine": true}}
	held := parts{types: typed.types, hidden: true}
	for _, c := range []struct {
		parts
		old, new string
		same     bool
	}{
		{typed, "Throw(6)", "Throw(7)", false},
		{typed, "0.5", "0.6", true},
		{held, "0.5", "0.6", false},
		{parts{types: map[string]bool{"local": true}}, "0.5", "0.6", false},
		{parts{}, "0.5", "0.6", false}, // what is custom does not show
		{parts{types: typed.types, funcs: []part{{name: "example.org/dice.Loaded.func1"}}}, "0.5", "0.6", false},
		{parts{types: typed.types, funcs: []part{{name: "formicary/pkg/colony.Mixed.func1", own: true}}}, "0.5", "0.6", false},
		{parts{types: typed.types, funcs: []part{{name: "formicary/pkg/colony.Greedy", own: true}}}, "0.5", "0.6", true},
	} {
		before, own, _ := read(source, c.parts)
		after, _, all := read(strings.Replace(source, c.old, c.new, 1), c.parts)
		alltest.Equal(t, (before == after), c.same, "%+v: %q for %q: the same %v", c.parts, c.new, c.old, !c.same)
		alltest.Check(t, !slices.Contains(own, "formicary/pkg/race") && (slices.Contains(all, "formicary/pkg/race") != c.same || c.new != "0.6"),
			"%+v: imports %q, %q", c.parts, own, all)
		alltest.Check(t, !c.types["engine"] || slices.Contains(own, "example.org/dice/v3"), "%+v: imports %q", c.parts, own)
	}
}

// What a cell's rule imports counts: the sources of this module's packages, the
// versions of others. Without sources or a version the whole program does.
func TestImportsOfARule(t *testing.T) {
	typedBefore, buildBefore := typed, build
	defer func() { typed, build = typedBefore, buildBefore }()
	version := func(imported string, modules ...*debug.Module) string {
		t.Helper()
		read := alltest.Must(readText([]byte("package main\n\nimport \"" + imported + "\"\n\ntype engine struct{}\n\nfunc (engine) do() { " + path.Base(imported) + ".Do() }\n\nfunc main() {}\n")))(t)
		typed = func() *text { return read }
		build = func() debug.BuildInfo { return debug.BuildInfo{Deps: modules} }
		c := alltest.Must(CodeOf(&parts{packages: map[string]bool{"main": true}, types: map[string]bool{"engine": true}}, solver.Description{Engine: "own", Custom: true}, experimenttest.Table(1)))(t)
		return c.version
	}
	dice := func(version string) *debug.Module { return &debug.Module{Path: "example.org/dice", Version: version} }
	one, two := version("example.org/dice", dice("v1.0.0")), version("example.org/dice", dice("v1.1.0"))
	alltest.Check(t, one != two && strings.Contains(one, "+cell-") && !strings.Contains(one, "bin-"), "two versions of a module: %s and %s", one, two)
	replaced := dice("v1.0.0")
	replaced.Replace = &debug.Module{Path: "../dice"}
	for name, whole := range map[string]string{
		"no version":          version("example.org/dice"),
		"a folder's":          version("example.org/dice", replaced),
		"of the workspace":    version("example.org/dice", dice("(devel)")),
		"a package that runs": version("formicary/pkg/experiment/campaign"),
	} {
		alltest.Check(t, strings.Contains(whole, "bin-") && !strings.Contains(whole, "cell-"), "%s: %s", name, whole)
	}
	before := version("formicary/pkg/solver")
	Sums.Store("pkg/solver", "another")
	defer Sums.Delete("pkg/solver")
	after := version("formicary/pkg/solver")
	alltest.Check(t, after != before && strings.Contains(after, "+cell-"), "an edited package: %s and %s", before, after)
	typed = func() *text { return nil } // a program that no kernel of the lab has made
	if c, err := CodeOf(&parts{packages: map[string]bool{"main": true}}, solver.Description{Engine: "own", Custom: true}, experimenttest.Table(1)); err != nil || !strings.Contains(c.version, "bin-") {
		t.Errorf("without a text: %v, %v", c, err)
	}
}
