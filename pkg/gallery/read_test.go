package gallery

import (
	"encoding/json"
	"html"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts"
	"formicary/pkg/charts/page"
	"formicary/pkg/lab"
	"formicary/pkg/show"
)

func TestParagraph(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"# A heading", ""},
		{"# A heading\nand its text", "and its text"},
		{"# A heading\n\n**Can ants\nsolve it?**\n\nYou will see.", "Can ants solve it?"},
		{"## One\n### Two\n\nThe *paper* of [one](https://example.org) and `two` &amp; 2 * 3 = 6", "The paper of one and two & 2 * 3 = 6"},
		{"- a list\n- of things\n\n| a | table |\n\n![picture](x.svg)\n\nThen words.", "Then words."},
		{"-1 is less than 0", ""}, // a list's mark and a minus are alike
	} {
		alltest.Equal(t, paragraph(c.text), c.want, "paragraph(%q)", c.text)
	}
}

// TestRead takes the question from the first words, the answer from the
// conclusion alone, and the picture from the first chart, else the first board.
func TestRead(t *testing.T) {
	shown := func(media, text string) lab.Cell {
		return lab.Cell{Type: "code", Outputs: []lab.Output{{Type: "display_data", Data: map[string]lab.Text{media: lab.Text(text)}}}}
	}
	still := sample(t)
	board := `<svg class="formicary-board fb-nurikabe"><title>a &lt; b</title></svg>`
	film := page.Film(page.Reel{Clock: "step", Tracks: []page.Track{{Moments: []page.Moment{{SVG: board, Caption: "first"}, {SVG: strings.Replace(board, "a &lt;", "end &lt;", 1), Caption: "last"}}}}})
	nb := lab.Notebook{Cells: []lab.Cell{
		{Type: "markdown", Source: "# Title"},
		{Type: "markdown", Source: "The question?\n\n## A *part*"},
		shown("text/markdown", "First words."), shown("text/html", "<p>"+board+"</p>"), shown("text/html", film),
		shown("text/html", page.Chart(still)), shown(show.ConclusionType, `{"answer":"a < b"}`), shown("text/markdown", "**Last** words.\n\nAnd more."),
	}}
	e := read(nb)
	alltest.Check(t, e.Title == "Title" && e.headings == "A part" && e.Question == "The question?" && e.Answer == "a < b", "read %+v", e)
	all, _, _ := pictures(nb)
	alltest.Check(t, len(all) == 1 && all[0].Title == still.Title, "the pictures are %+v, want the chart %q", all, still.Title)
	marked := slices.Clone(nb.Cells)
	marked[3].Metadata = json.RawMessage(`{"tags": ["card"]}`)
	if all, got, alt := pictures(lab.Notebook{Cells: marked}); all != nil || got != board || alt != "a < b" {
		t.Errorf("the picture of the cell with the tag is %+v, %q with %q", all, got, alt)
	}
	nb.Cells = nb.Cells[:5]
	if all, got, alt := pictures(nb); all != nil || got != board || alt != "a < b" {
		t.Errorf("the picture is %+v, %q with %q, want the board", all, got, alt)
	}
	nb.Cells = nb.Cells[4:]
	_, got, alt := pictures(nb)
	alltest.Check(t, alt == "end < b" && strings.HasPrefix(got, "<svg"), "the picture of a film is %q with %q", got, alt)
	alltest.Equal(t, read(lab.Notebook{}), (Entry{kind: severalKinds}), "an empty notebook reads")
}

// sample is a chart.
func sample(t *testing.T) charts.Chart {
	t.Helper()
	return alltest.Must(charts.Chart{Title: "still", Alt: "of a test", Height: 100, Points: 1}.Restore(json.RawMessage(`{"baseOption":{"series":[]},"media":[]}`), ""))(t)
}

// TestIndex reads the lab's own index.ipynb.
func TestIndex(t *testing.T) {
	x := alltest.Must(newIndex([]string{"../../notebooks/00-tour.ipynb", "../../notebooks/40-change-one-rule.ipynb"}))(t)
	for _, name := range x.names {
		if card := x.cards[name]; card.Question == "" || card.Known == "" || x.titles[name] == "" {
			t.Errorf("the index says %+v of %s, %q", card, name, x.titles[name])
		}
		alltest.Check(t, slices.Contains(x.questions, x.questionOf[name]), "the question of %s is %q", name, x.questionOf[name])
	}
	alltest.Check(t, x.intro != "" && len(x.questions) >= 3, "intro %q, questions %q", x.intro, x.questions)
	got := x.within(`<a href="00-tour.html">a</a> <a href="01-none.html" class="x">b</a> <a href="index.html">c</a>`)
	alltest.Check(t, got == `<a href="00-tour.html">a</a> b <a href="index.html">c</a>`, "links within the gallery: %s", got)
	at := x.around("00-tour")
	alltest.Check(t, at.Before == nil && at.After != nil && at.After.Page == "40-change-one-rule.html", "the first notebook stands between %+v and %+v", at.Before, at.After)
	// Every notebook of the lab has its question.
	paths := alltest.Must(filepath.Glob("../../notebooks/[0-9]*.ipynb"))(t)
	for _, path := range paths {
		if name := base(path); x.questionOf[name] == "" || x.cards[name].Question == "" {
			t.Errorf("index.ipynb lists %s by question as %q, in its tables as %q", name, x.questionOf[name], x.cards[name].Question)
		}
	}
}

// TestKindOf: a notebook is about the puzzle whose packages it imports.
func TestKindOf(t *testing.T) {
	code := func(text string) lab.Cell { return lab.Cell{Type: "code", Source: lab.Text(text)} }
	for _, c := range []struct {
		cells []lab.Cell
		want  string
	}{
		{nil, severalKinds},
		{[]lab.Cell{code(`import "formicary/pkg/nurikabe/acs"`), code(`import "formicary/pkg/nurikabe"`)}, "Nurikabe"},
		{[]lab.Cell{code("import (\n\t\"formicary/pkg/sudoku/exact\"\n\t\"formicary/pkg/puzzle\"\n)")}, "Sudoku"},
		{[]lab.Cell{code(`import "formicary/pkg/nurikabe"`), code(`import "formicary/pkg/sudoku"`)}, severalKinds},
		{[]lab.Cell{{Type: "markdown", Source: `"formicary/pkg/sudoku"`}}, severalKinds},
	} {
		alltest.Equal(t, kindOf(lab.Notebook{Cells: c.cells}), c.want, "%+v is about", c.cells)
	}
}

// TestCardSaysItOnce leaves out what the index says where the run said the same.
func TestCardSaysItOnce(t *testing.T) {
	for _, c := range []struct {
		known string
		want  int
	}{{"a < b.", 1}, {"a < b (published records).", 1}, {"a < c.", 2}, {"", 1}} {
		var b strings.Builder
		alltest.OK(t, siteTemplate.ExecuteTemplate(&b, "card", card{Entry: Entry{Words: Words{Known: c.known, Answer: "a < b"}}}))
		alltest.Equal(t, strings.Count(b.String(), `class="gallery-answer"`), c.want, "%q answers: %s", c.known, b.String())
	}
}

// TestCardHeading: above a picture stands the question, and the headline of the run or, if a cell asks for it, the picture's own title.
func TestCardHeading(t *testing.T) {
	for tags, want := range map[string]string{`["card"]`: "ants < none", `["card", "title"]`: "still"} {
		svg, _, err := Card(lab.Notebook{Cells: []lab.Cell{
			{Type: "markdown", Source: "# Which?\n\nNo question."},
			{Type: "code", Metadata: json.RawMessage(`{"tags": ` + tags + `}`), Outputs: []lab.Output{{Data: map[string]lab.Text{"text/html": lab.Text(page.Chart(sample(t)))}}}},
			{Type: "code", Outputs: []lab.Output{{Data: map[string]lab.Text{show.ConclusionType: `{"headline":"ants < none"}`}}}},
		}})
		alltest.OK(t, err)
		var above []string
		for _, m := range regexp.MustCompile(`<text[^>]*>([^<]*)</text>`).FindAllStringSubmatch(svg, -1) {
			above = append(above, html.UnescapeString(m[1]))
		}
		alltest.Equal(t, strings.Join(slices.Compact(above), " | "), "Which? | "+want, "above the card of %s", tags)
	}
}
