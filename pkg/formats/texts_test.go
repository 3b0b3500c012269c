package formats_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/formats"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// kindOf is a kind of the lab.
func kindOf(t testing.TB, name string) sets.Kind {
	t.Helper()
	kind := alltest.Must(engines.FindKind(name))(t)
	return kind
}

// text is a foreign text of a kind, and what is wanted of it.
type text struct{ kind, text, want string }

// penpaText is a picture's text that stands for its address.
var penpaText = regexp.MustCompile(`(?s)⟦.*?⟧`)

// texts are those of a list in testdata/texts.json: "texts", puzzles with one solution, whose game ids are from the
// generators of Simon Tatham's collection (20230122) and the others made by hand; "signs", puzzles that need no solution;
// "errors", "warnings", and "named", texts with the kind that they name.
func texts(t testing.TB, list string) (all []text) {
	t.Helper()
	content := alltest.Must(os.ReadFile("testdata/texts.json"))(t)
	var lists map[string][][3]string
	err := json.Unmarshal(content, &lists)
	alltest.Require(t, err == nil && len(lists[list]) != 0, "%d texts of %s, %v", len(lists[list]), list, err)
	for _, c := range lists[list] {
		said := penpaText.ReplaceAllStringFunc(c[1], func(picture string) string {
			return penpaURL(strings.Trim(picture, "⟦⟧"))
		})
		all = append(all, text{c[0], said, c[2]})
	}
	return all
}

// Texts of other programs are read as what they say, and as puzzles with one solution.
func TestTexts(t *testing.T) {
	for _, c := range texts(t, "texts") {
		set, err := kindOf(t, c.kind).Read("in", strings.NewReader(c.text))
		warned := warnings(set)
		alltest.Check(t, warned == "" || strings.Contains(warned, "letters are"), "%s %q: %s", c.kind, c.text, warned)
		if err != nil || set.Len() != 1 {
			t.Errorf("%s %q: %v, %d puzzles", c.kind, c.text, err, set.Len())
			continue
		}
		p := set.Items[0].Puzzle
		text := p.Text()
		alltest.Check(t, c.want == "" || text == c.want, "%s %q: %s", c.kind, c.text, text)
		engine := alltest.Must(engines.New(c.kind + "/exact"))(t)
		out, err := engine.Solve(t.Context(), p, solver.Run{Budget: solver.Iterations(100_000)})
		alltest.Check(t, err == nil && out.Status == solver.Unique, "%s %q: %v, %v:\n%s", c.kind, c.text, out.Status, err, p.Text())
	}
}

// What does not fit is named with its place.
func TestErrors(t *testing.T) {
	large := text{"slitherlink", penpaURL(strings.Repeat(" ", 5<<20)), "in:1:51: expected a deflated picture in base64 (more than 4 MB)"}
	for _, c := range append(texts(t, "errors"), large) {
		set, err := kindOf(t, c.kind).Read("in", strings.NewReader(c.text))
		alltest.Check(t, err != nil && strings.Contains(err.Error(), c.want), "%s %q: %v, want %s", c.kind, c.text, err, c.want+show(set))
	}
}

// What is left out or assumed is a warning with its place.
func TestWarnings(t *testing.T) {
	for _, c := range texts(t, "warnings") {
		set, err := kindOf(t, c.kind).Read("in", strings.NewReader(c.text))
		got := warnings(set)
		alltest.Check(t, err == nil && got == c.want, "%s %q: %v, %q, want %q", c.kind, c.text, err, got, c.want)
	}
}

func warnings(s puzzle.Set) string {
	var out []string
	for _, w := range s.Warnings {
		out = append(out, w.Error())
	}
	return strings.Join(out, "; ")
}

// A text names its kind, where it says one.
func TestNamed(t *testing.T) {
	for _, c := range texts(t, "named") {
		kind, ok := formats.Named([]byte(c.text), engines.Kinds())
		alltest.Check(t, kind.Name == c.want && ok == (c.want != ""), "%q: %q, %v, want %q", c.text, kind.Name, ok, c.want)
	}
}

// What somebody filled in is left out with a warning; foreign formats are not written, and a kind that is not the lab's
// stays as it is.
func TestReadOnly(t *testing.T) {
	kind := kindOf(t, "nurikabe")
	set, err := kind.Read("in", strings.NewReader("pzprv3/nurikabe/2/3/# # 2 /1 # + /"))
	alltest.Check(t, err == nil && set.Len() == 1 && set.Items[0].Solution.IsZero() && len(set.Warnings) == 1, "%v, %v", set, err)
	format := alltest.Must(kind.Format("penpa"))(t)
	alltest.Check(t, format.Write(&strings.Builder{}, set) != nil, "a picture was written")
	k := formats.Of(sets.Kind{Name: "chess"})
	alltest.Check(t, k.Formats == nil && k.Detect == nil, "chess has %v", k.Formats)
}

// An input may have several puzzles, with their numbers as ids.
func TestSeveral(t *testing.T) {
	picture := penpaURL("square,1,1,38,0,1,1,1,1,1,1\n[0,0,0,0]\n{}\n{}\n")
	for _, text := range []string{
		"pzprv3/slither/1/1/. /0 0 /0 /0 /\n\n# comment / here\npzprv3.1\nslither\n1\n1\n3\n0\n0 0\n0\n0\nhistory:{\n\"a/b\": [1]\n}\n",
		"# comment\nx?pzprv3/slither/1/1/./\nx?pzprv3/slither/1/1/3/\n",
		picture + "\n# comment\n\n " + picture + "\n",
		"1x1t0:a\n# comment\n 1x1t0:3\n",
		"# comment\n.\n\n3\n\n",
	} {
		kind := kindOf(t, "slitherlink")
		set, err := kind.Read("in", strings.NewReader(text))
		alltest.Check(t, err == nil && set.Len() == 2 && set.Items[0].ID() == "1" && set.Items[1].ID() == "2" && len(set.Warnings) == 0,
			"%q: %v, %v", text, err, show(set))
	}
}

// Small numbers of a large Sudoku are numbers, too: 7 is the seventh digit, which Text writes 6.
func TestLargeSudoku(t *testing.T) {
	kind := kindOf(t, "sudoku")
	for _, text := range []string{"pzprv3/sudoku/16/16/7" + strings.Repeat(" .", 15) + " /" + strings.Repeat(strings.Repeat(" .", 16)+" /", 15), "4x4:7" + strings.Repeat("z", 9) + "u"} {
		set, err := kind.Read("in", strings.NewReader(text))
		alltest.Check(t, err == nil && set.Len() == 1 && set.Items[0].Text() == "6"+strings.Repeat(".", 255), "%q: %v, %s", text, err, show(set))
	}
}

// Signs of foreign texts are what they are in the kind's own text, whether or not the puzzle can be solved.
func TestSigns(t *testing.T) {
	for _, c := range texts(t, "signs") {
		kind := kindOf(t, c.kind)
		set, err := kind.Read("in", strings.NewReader(c.text))
		if c.want == "" && err != nil {
			continue
		}
		if err != nil || set.Len() != 1 || len(set.Warnings) > 0 {
			t.Errorf("%s %q: %v, %s", c.kind, c.text, err, show(set))
			continue
		}
		var own strings.Builder
		format, _ := kind.Format(map[bool]string{false: "text", true: "non"}[c.kind == "nonogram"])
		if err := format.Write(&own, set); err != nil || strings.TrimPrefix(strings.TrimSpace(own.String()), "catalogue \"1\"\n") != strings.TrimSpace(c.want) {
			t.Errorf("%s %q: %v, %s", c.kind, c.text, err, own.String())
		}
	}
}
