package notebooks_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/lab"
	"formicary/pkg/show"
)

// answers is what every notebook is said to have found: the README and the index
// quote it, and runs are held against it.
const answers = "answers.json"

// answer is what one notebook is said to have found.
type answer struct {
	// From is "records" where all claims are computed from published records, so
	// that every run in every mode says the same, and from whatever sets of
	// puzzles; "quick" for the run that every reader gets, whose claims come out
	// the same everywhere.
	From string
	// Claims are those of its conclusion, the first one first.
	Claims analysis.Claims
}

// source says where the answer comes from.
func (a answer) source() string {
	if a.From == "records" {
		return "published records"
	}
	return a.From + " run"
}

// headline is the answer in short, with where it comes from and, of an effect,
// with what it rests on: puzzles, sizes and budget.
func (a answer) headline() string {
	source, at := a.source(), max(slices.IndexFunc(a.Claims, analysis.Claim.Settled), 0)
	if e, ok := a.Claims[at].(analysis.Effect); ok && e.Basis != "" {
		source += ": " + e.Basis + e.On
	}
	return analysis.Conclude(a.Claims...).Headline + " (" + source + ")"
}

// full is the answer with its numbers.
func (a answer) full() string {
	return analysis.Conclude(a.Claims...).Answer + " (" + a.source() + ")"
}

// readAnswers are the answers by the notebooks' names.
func readAnswers(t testing.TB) map[string]answer {
	t.Helper()
	text := alltest.Must(os.ReadFile(answers))(t)
	var all map[string]answer
	alltest.OK(t, json.Unmarshal(text, &all))
	return all
}

// mostSentences is how many sentences a conclusion has.
const mostSentences = 5

var writing sync.Mutex

// checkAnswer holds what a notebook's run concludes against what it is said to
// have found: it must say it word for word. UPDATE=1 writes what the run found.
func checkAnswer(t *testing.T, path string, executed []byte) {
	t.Helper()
	nb := alltest.Must(lab.ParseNotebook(path, executed))(t)
	var ran []string // of the last cell of code
	for _, cell := range nb.Cells {
		if cell.Type != "code" {
			continue
		}
		ran = nil
		for _, o := range cell.Outputs {
			if text, ok := o.Data[show.ConclusionType]; ok {
				ran = append(ran, string(text))
				n := 1 + strings.Count(fmt.Sprint(o.Data["text/markdown"]), "\n- ")
				alltest.Check(t, n <= mostSentences, "its conclusion has %d sentences, at most %d are allowed: the rest belongs into a chart", n, mostSentences)
			}
		}
	}
	name := strings.TrimSuffix(filepath.Base(path), ".ipynb")
	said, ok := readAnswers(t)[name]
	if numbered := name[0] >= '0' && name[0] <= '9'; !numbered || len(ran) != 1 || !ok {
		alltest.Check(t, !numbered, "%d conclusions; an answer in %s: %v", len(ran), answers, ok)
		return
	}
	var now struct {
		Claims analysis.Claims
	}
	alltest.OK(t, json.Unmarshal([]byte(ran[0]), &now))
	if os.Getenv("UPDATE") != "" {
		update(t, name, answer{said.From, now.Claims})
		return
	}
	for _, wrong := range changes(said, now.Claims, os.Getenv("FORMICARY_DATA") != "") {
		t.Errorf("%s says %s", answers, wrong)
	}
}

// changes are claims of an answer that a run should make word for word, and does
// not: all of those from records, and the first of a quick run, unless there are
// third-party benchmark sets, which notebooks then use. UPDATE=1 writes what the
// run says.
func changes(said answer, now analysis.Claims, sets bool) (out []string) {
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
	alltest.OK(t, err)
}

// Claims from records are those of every run, in every mode and with every set of
// puzzles; and a headline says where it comes from.
func TestAnswersFromRecords(t *testing.T) {
	effect := analysis.Effect{
		Wording: analysis.Wording{Subject: "“a”", Than: "“b”", More: "solves more often", Less: "solves less often"}, Difference: analysis.Difference{Value: 0.2, Interval: analysis.Interval{Low: 0.1, High: 0.3}}, Evidence: analysis.Evidence{Level: 0.95}, Basis: "24 puzzles, 100 to 144 cells, up to 60 iterations a run",
	}
	other := effect
	other.Value = 0.25
	both := analysis.Claims{effect, analysis.Fact("One")}
	for _, c := range []struct {
		from string
		sets bool
		now  analysis.Claims
		want int
	}{
		{"records", true, both, 0},
		{"records", true, analysis.Claims{other, analysis.Fact("One")}, 1},
		{"records", false, analysis.Claims{effect, analysis.Fact("Two")}, 1},
		{"records", false, analysis.Claims{effect}, 1},
		{"quick", false, analysis.Claims{effect, analysis.Fact("Two")}, 0},
		{"quick", false, analysis.Claims{other, analysis.Fact("One")}, 1},
		{"quick", true, analysis.Claims{other, analysis.Fact("One")}, 0},
	} {
		got := changes(answer{c.from, both}, c.now, c.sets)
		alltest.Check(t, len(got) == c.want, "%s, with third-party sets %v, now %v: %q", c.from, c.sets, c.now, got)
	}
	for from, want := range map[string]string{
		"records": "published records: " + effect.Basis, "quick": "quick run: " + effect.Basis,
	} {
		alltest.Equal(t, (answer{from, both}).headline(), "“a” solves more often than “b” ("+want+")", from)
	}
}
