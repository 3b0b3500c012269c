package notebooks_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"formicary/pkg/analysis"
	"formicary/pkg/lab"
	"formicary/pkg/show"
)

// answers is what every notebook is said to have found: the README and the index
// quote it, and runs are held against it.
const answers = "testdata/answers.json"

// answer is what one notebook is said to have found.
type answer struct {
	// From is "records" where all claims are computed from published records, so
	// that every run in every mode says the same, and from whatever sets of
	// puzzles; "quick" for the run that every reader gets, whose claims come out
	// the same everywhere; "quick, times" where they depend on the machine; or
	// says which full run they are of: "full run, November 2026".
	From string
	// Claims are those of its conclusion, the first one first.
	Claims claims
}

// claims are written as [show.Conclusion] writes them.
type claims []analysis.Claim

func (c *claims) UnmarshalJSON(text []byte) error {
	var all []json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	for _, one := range all {
		var fact analysis.Fact
		var effect analysis.Effect
		var count analysis.Count
		switch {
		case json.Unmarshal(one, &fact) == nil:
			*c = append(*c, fact)
		case json.Unmarshal(one, &effect) == nil && effect.Subject != "":
			*c = append(*c, effect)
		default:
			if err := json.Unmarshal(one, &count); err != nil {
				return err
			}
			*c = append(*c, count)
		}
	}
	return nil
}

// source says where the answer comes from.
func (a answer) source() string {
	switch a.From {
	case "records":
		return "published records"
	case "quick", "quick, times":
		return "quick run"
	}
	return a.From
}

// headline is the answer in short, with where it comes from and, of an effect,
// with what it rests on: puzzles, sizes and budget.
func (a answer) headline() string {
	source, at := a.source(), max(slices.IndexFunc(a.Claims, analysis.Claim.Settled), 0)
	if e, ok := a.Claims[at].(analysis.Effect); ok && e.Basis != "" {
		source += ": " + e.Basis
	}
	return analysis.Conclude(a.Claims...).Headline + " (" + source + ")"
}

// full is the answer with its numbers, as far as every run gives the same.
func (a answer) full() string {
	if a.From == "quick, times" {
		return a.headline()
	}
	return analysis.Conclude(a.Claims...).Answer + " (" + a.source() + ")"
}

// readAnswers are the answers by the notebooks' names.
func readAnswers(t testing.TB) map[string]answer {
	t.Helper()
	text, err := os.ReadFile(answers)
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]answer
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

var writing sync.Mutex

// checkAnswer holds what a notebook's run concludes against what it is said to
// have found. A run that every reader gets must say it word for word; others must
// not settle an effect the other way, or a share elsewhere. UPDATE=1 writes what
// the run found, unless the answer is of a full run.
func checkAnswer(t *testing.T, path string, executed []byte) {
	t.Helper()
	nb, err := lab.ParseNotebook(path, executed)
	if err != nil {
		t.Fatal(err)
	}
	var ran []string // of the last cell of code
	for _, cell := range nb.Cells {
		if cell.Type != "code" {
			continue
		}
		ran = nil
		for _, o := range cell.Outputs {
			if text, ok := o.Data[show.ConclusionType]; ok {
				ran = append(ran, string(text))
			}
		}
	}
	name := strings.TrimSuffix(filepath.Base(path), ".ipynb")
	said, ok := readAnswers(t)[name]
	if numbered := name[0] >= '0' && name[0] <= '9'; !numbered || len(ran) != 1 || !ok {
		if numbered {
			t.Errorf("%d conclusions; an answer in %s: %v", len(ran), answers, ok)
		}
		return
	}
	var now struct {
		Claims claims
	}
	if err := json.Unmarshal([]byte(ran[0]), &now); err != nil {
		t.Fatal(err)
	}
	if os.Getenv("UPDATE") != "" && (said.From == "records" || strings.HasPrefix(said.From, "quick")) {
		update(t, name, answer{said.From, now.Claims})
		return
	}
	for _, wrong := range append(contradictions(said, now.Claims), changes(said, now.Claims, os.Getenv("FORMICARY_DATA") != "")...) {
		t.Errorf("%s says %s", answers, wrong)
	}
}

// changes are claims of an answer that a run should make word for word, and does
// not: all of those from records, and the first of a quick run, unless there are
// benchmark sets of others, which notebooks then use. UPDATE=1 writes what the
// run says.
func changes(said answer, now claims, sets bool) (out []string) {
	was, is := analysis.Conclude(said.Claims...), analysis.Conclude(now...)
	switch {
	case said.From == "records":
		a, b := append([]string{was.Answer}, was.Others...), append([]string{is.Answer}, is.Others...)
		for i := range max(len(a), len(b)) {
			if i >= len(a) || i >= len(b) || a[i] != b[i] {
				out = append(out, fmt.Sprintf("%q\nthe run %q\n(UPDATE=1 writes it)", a[min(i, len(a)):], b[min(i, len(b)):]))
				break
			}
		}
	case said.From == "quick" && !sets && was.Answer != is.Answer:
		out = append(out, fmt.Sprintf("%s\nthe run\n%s\n(UPDATE=1 writes it)", was.Answer, is.Answer))
	}
	return out
}

// update writes one answer.
func update(t *testing.T, name string, a answer) {
	writing.Lock()
	defer writing.Unlock()
	all := readAnswers(t)
	all[name] = a
	text, err := json.MarshalIndent(all, "", " ")
	if err == nil {
		err = os.WriteFile(answers, append(text, '\n'), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// contradictions are claims of an answer that a run has settled otherwise: an
// effect the other way, or, of the same experiment, a share whose interval lies
// elsewhere.
func contradictions(said answer, now claims) (out []string) {
	for _, a := range said.Claims {
		for _, b := range now {
			switch a := a.(type) {
			case analysis.Effect:
				b, ok := b.(analysis.Effect)
				if ok && (b.Subject == a.Than && b.Than == a.Subject) {
					b = b.Reversed()
				}
				if ok && a.Subject == b.Subject && a.Than == b.Than && a.More == b.More && a.What == b.What && a.Basis == b.Basis &&
					a.Settled() && b.Settled() && a.Short() != b.Short() {
					out = append(out, fmt.Sprintf("%v; the run: %v", a, b))
				}
			case analysis.Count:
				b, ok := b.(analysis.Count)
				if ok && strings.HasPrefix(said.From, "quick") && a.What == b.What && (a.Low > b.High || b.Low > a.High) {
					out = append(out, fmt.Sprintf("%v; the run: %v", a, b))
				}
			}
		}
	}
	return out
}

func TestContradictions(t *testing.T) {
	effect := func(subject, than string, low, high float64) analysis.Effect {
		return analysis.Effect{
			Subject: subject, Than: than, More: "solves more often", Less: "solves less often",
			Value: (low + high) / 2, Interval: analysis.Interval{Low: low, High: high}, Level: 0.95,
		}
	}
	count := analysis.Default.Count
	said := answer{"quick, times", claims{effect("a", "b", 0.1, 0.2), count("Ants solve", 9, 10, "")}}
	for _, c := range []struct {
		now  analysis.Claim
		want int
	}{
		{effect("a", "b", 0.3, 0.4), 0},
		{effect("a", "b", -0.1, 0.4), 0},
		{effect("a", "b", -0.2, -0.1), 1},
		{effect("b", "a", 0.1, 0.2), 1},
		{effect("b", "a", -0.2, -0.1), 0},
		{effect("c", "b", -0.2, -0.1), 0},
		{count("Ants solve", 7, 10, ""), 0},
		{count("Ants solve", 1, 10, ""), 1},
		{count("Others solve", 1, 10, ""), 0},
	} {
		if got := contradictions(said, claims{c.now}); len(got) != c.want {
			t.Errorf("%v against %v: %v", said, c.now, got)
		}
	}
}

// Claims from records are those of every run, in every mode and with every set of
// puzzles; and a headline says where it comes from.
func TestAnswersFromRecords(t *testing.T) {
	effect := analysis.Effect{
		Subject: "“a”", Than: "“b”", More: "solves more often", Less: "solves less often", Value: 0.2,
		Interval: analysis.Interval{Low: 0.1, High: 0.3}, Level: 0.95, Basis: "24 puzzles, 100 to 144 cells, up to 60 iterations a run",
	}
	other := effect
	other.Value = 0.25
	both := claims{effect, analysis.Fact("One")}
	for _, c := range []struct {
		from string
		sets bool
		now  claims
		want int
	}{
		{"records", true, both, 0},
		{"records", true, claims{other, analysis.Fact("One")}, 1},
		{"records", false, claims{effect, analysis.Fact("Two")}, 1},
		{"records", false, claims{effect}, 1},
		{"quick", false, claims{effect, analysis.Fact("Two")}, 0},
		{"quick", false, claims{other, analysis.Fact("One")}, 1},
		{"quick", true, claims{other, analysis.Fact("One")}, 0},
		{"quick, times", false, claims{other}, 0},
	} {
		if got := changes(answer{c.from, both}, c.now, c.sets); len(got) != c.want {
			t.Errorf("%s, with sets of others %v, now %v: %q", c.from, c.sets, c.now, got)
		}
	}
	for from, want := range map[string]string{
		"records": "published records: " + effect.Basis, "quick, times": "quick run: " + effect.Basis, "full run, November 2026": "full run, November 2026: " + effect.Basis,
	} {
		if got := (answer{from, both}).headline(); got != "“a” solves more often than “b” ("+want+")" {
			t.Errorf("%s: %s", from, got)
		}
	}
}

var (
	// asked matches a notebook's row in the README: question, file, answer.
	asked = regexp.MustCompile(`(?m)^\| \[([^\]]+)\]\(notebooks/([^)/]+)\.ipynb\) \| (.+) \|$`)
	// results is the README's section of results, result one of them.
	results = regexp.MustCompile(`(?s)\n## Five results\n(.*?)\n## `)
	result  = regexp.MustCompile(`(?s)\n- (.+?) \(\[\d\d\]\(notebooks/([^)/]+)\.ipynb\)\)\.`)
)

// TestSourceAnswers holds the README's table and results and the index's table
// against the answers, each of which is in both. UPDATE=1 writes the tables.
func TestSourceAnswers(t *testing.T) {
	all := readAnswers(t)
	for _, table := range []struct {
		file string
		row  *regexp.Regexp
		name int // the group with the notebook's name; the last one is the answer
		text func(answer) string
	}{
		{"../README.md", asked, 2, answer.headline},
		{"index.ipynb", regexp.MustCompile(`"\| \[([^\]]+)\]\(([^)/]+)\.ipynb\) \| (.+) \| (.+) \|(?:\\n)?"`), 2, func(a answer) string { return a.full() + "." }},
	} {
		text, err := os.ReadFile(table.file)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		now := table.row.ReplaceAllStringFunc(string(text), func(row string) string {
			m := table.row.FindStringSubmatch(row)
			name, was := m[table.name], m[len(m)-1]
			seen[name] = true
			want := strings.ReplaceAll(table.text(all[name]), "|", `\|`)
			if was != want {
				if os.Getenv("UPDATE") == "" {
					t.Errorf("%s says of %s\n%s\nwant\n%s\n(UPDATE=1 writes it)", table.file, name, was, want)
				}
				return strings.Replace(row, "| "+was+" |", "| "+want+" |", 1)
			}
			return row
		})
		if names := slices.Sorted(maps.Keys(all)); !slices.Equal(names, slices.Sorted(maps.Keys(seen))) {
			t.Errorf("%s has %v, %s %v", table.file, slices.Sorted(maps.Keys(seen)), answers, names)
		}
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(table.file, []byte(now), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	found := results.FindStringSubmatch(string(text))
	if found == nil {
		t.Fatal("the README has no results")
	}
	told := result.FindAllStringSubmatch(found[1], -1)
	if len(told) != 5 {
		t.Errorf("the README has %d results", len(told))
	}
	for _, m := range told {
		a := all[m[2]]
		about, said, _ := strings.Cut(strings.Join(strings.Fields(m[1]), " "), "**")
		if a.From != "records" {
			if before, ok := strings.CutSuffix(said, ", "+a.source()); ok {
				said = before
			} else {
				t.Errorf("the README's result does not say that it is of a %s: %s", a.source(), said)
			}
		}
		var could []string
		for _, claim := range a.Claims {
			could = append(could, claim.Short()+"**"+strings.TrimPrefix(claim.String(), claim.Short()))
		}
		for part := range strings.SplitSeq(said, "; **") {
			same := func(claim string) bool {
				return part != "" && strings.EqualFold(claim[:1], part[:1]) && claim[1:] == part[1:]
			}
			if !slices.ContainsFunc(could, same) {
				t.Errorf("the README's result is none of %s:\n**%s\nwant one of\n**%s", m[2], part, strings.Join(could, "\n**"))
			}
		}
		if word := analysis.Ranks(about); word != "" {
			t.Errorf("%q ranks before the claim: %s", word, about)
		}
	}
}

// TestSourceConclusions looks at what notebooks write: each ends with exactly one
// conclusion, and nothing else that its cells write is bold or ranks.
func TestSourceConclusions(t *testing.T) {
	paths, err := filepath.Glob("[0-9]*.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		nb, err := lab.ReadNotebook(path)
		if err != nil {
			t.Fatal(err)
		}
		var codes []string
		for _, cell := range nb.Cells {
			if cell.Type == "code" {
				codes = append(codes, string(cell.Source))
			}
		}
		last := codes[len(codes)-1]
		if n := strings.Count(strings.Join(codes, "\n"), "show.Conclusion("); n != 1 || !strings.Contains(last, "show.Conclusion(") {
			t.Errorf("%s has %d conclusions, want one, in its last cell of code", path, n)
		}
		for i, code := range codes {
			for _, text := range written(t, code) {
				if word := analysis.Ranks(text); word != "" || strings.Contains(text, "**") {
					t.Errorf("%s, cell of code %d writes %q (%q): that is for the conclusion", path, i+1, text, word)
				}
			}
		}
	}
}

// words are the functions of package show that write sentences.
var words = []string{"Markdown", "Text", "Warn"}

// written are the texts that a cell hands to functions that write sentences.
func written(t *testing.T, code string) (out []string) {
	t.Helper()
	outside, inside, runs := strings.Cut("\n"+code, "\n%%")
	if runs {
		_, body, _ := strings.Cut(inside, "\n")
		outside += "\nfunc _() {\n" + body + "\n}\n"
	}
	file, err := parser.ParseFile(token.NewFileSet(), "cell.go", "package main\n"+outside, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		of, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || !slices.Contains(words, of.Sel.Name) {
			return true
		}
		if in, ok := of.X.(*ast.Ident); !ok || in.Name != "show" {
			return true
		}
		for _, arg := range call.Args {
			ast.Inspect(arg, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					if text, err := strconv.Unquote(lit.Value); err == nil {
						out = append(out, text)
					}
				}
				return true
			})
		}
		return true
	})
	return out
}

func TestWritten(t *testing.T) {
	got := written(t, "func a() { show.Text(\"one\", f(\"two\")) }\n%%\nshow.Markdown(`**three** `+\"four\")\nshow.Table(\"five\")")
	if want := []string{"one", "two", "**three** ", "four"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
