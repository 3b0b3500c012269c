package gallery

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"formicary/pkg/engines"
	"formicary/pkg/lab"
)

var (
	// table matches a table of notebooks in index.ipynb, row one of its rows:
	// question, name and answer.
	table = regexp.MustCompile(`\| question \|.*\n\|[-|]+\n(?:\| \[.*(?:\n|$))+`)
	row   = regexp.MustCompile(`(?m)^\| \[(.+?)\]\(([^)/]+)\.ipynb\) \| (.+) \|$`)
	// asked matches a line of index.ipynb that lists notebooks by question, and
	// linked one of them.
	asked  = regexp.MustCompile(`(?m)^- \*\*(.+?)\*\* (.+)$`)
	linked = regexp.MustCompile(`\[(.+?)\]\(([^)/]+)\.ipynb\)`)
	// pageLink matches a link to a page of the same folder.
	pageLink = regexp.MustCompile(`<a href="([^":/#]+)\.html"[^>]*>(.*?)</a>`)
	// about matches an import that says which puzzle a cell is about.
	about = regexp.MustCompile(`"formicary/pkg/(\w+)["/]`)
)

// Groups of notebooks that index.ipynb does not name.
const (
	severalKinds   = "Several puzzles"
	otherQuestions = "Other questions"
)

// index is the gallery's first page.
type index struct {
	intro     string
	cards     map[string]Words // what index.ipynb says of a notebook
	names     []string         // of the gallery's notebooks
	questions []string         // in index.ipynb's order
	questionOf,
	titles map[string]string // by name
	sets    []setLink
	engines []engineLink
}

// newIndex reads the index.ipynb that lies beside the notebooks.
func newIndex(notebooks []string) (*index, error) {
	x := &index{cards: map[string]Words{}, questionOf: map[string]string{}, titles: map[string]string{}}
	for _, path := range notebooks {
		x.names = append(x.names, base(path))
		if nb, err := lab.ReadNotebook(path); err == nil {
			x.titles[base(path)] = plain(nb.Title())
		}
	}
	nb, err := lab.ReadNotebook(filepath.Join(filepath.Dir(append(notebooks, ".")[0]), lab.Index))
	if errors.Is(err, fs.ErrNotExist) {
		return x, nil
	}
	if err != nil {
		return nil, err
	}
	// What the lab is, not how its cells are run.
	if sentences := strings.SplitAfterN(read(nb).Question, ". ", 3); len(sentences) > 1 {
		x.intro = strings.TrimSpace(sentences[0] + sentences[1])
	}
	for _, cell := range nb.Cells {
		for _, t := range table.FindAllString(string(cell.Source), -1) {
			for _, m := range row.FindAllStringSubmatch(t, -1) {
				x.cards[m[2]] = Words{Question: plain(m[1]), Known: plain(m[3])}
			}
		}
		for _, m := range asked.FindAllStringSubmatch(string(cell.Source), -1) {
			links := linked.FindAllStringSubmatch(m[2], -1)
			if len(links) > 0 {
				x.questions = append(x.questions, plain(m[1]))
			}
			for _, l := range links {
				x.questionOf[l[2]] = plain(m[1])
			}
		}
	}
	return x, nil
}

// around is the place of a notebook's page among the others.
func (x *index) around(name string) place {
	var links []link
	for _, n := range x.names {
		title := x.titles[n]
		title = cmp.Or(title, n)
		links = append(links, link{n + ".html", title})
	}
	return between(links, slices.Index(x.names, name))
}

// within takes links out of a page that lead to notebooks outside of the gallery.
func (x *index) within(page string) string {
	return pageLink.ReplaceAllStringFunc(page, func(link string) string {
		m := pageLink.FindStringSubmatch(link)
		if m[1] == base(lab.Index) || slices.Contains(x.names, m[1]) {
			return link
		}
		return m[2]
	})
}

// card is a notebook in the index.
type card struct {
	Entry
	Kind, Group string // by puzzle, and by question
	Text        string // what a search looks through, in small letters
}

// group are the cards of one puzzle.
type group struct {
	Title string
	Cards []card
}

// write writes index.html.
func (x *index) write(to site, entries []Entry) error {
	data := struct {
		place
		Intro, Progress string
		ByPuzzle        []group
		ByQuestion      []string
		Sets            []setLink
		Engines         []engineLink
	}{place: place{Title: "Formicary: gallery"}, Intro: x.intro, Sets: x.sets, Engines: x.engines}
	if len(entries) < len(x.names) {
		data.Progress = fmt.Sprintf("%d of %d notebooks so far.", len(entries), len(x.names))
	}
	var kinds []string // in the order of their first notebooks, several last
	for _, e := range entries {
		if e.kind != severalKinds && !slices.Contains(kinds, e.kind) {
			kinds = append(kinds, e.kind)
		}
	}
	used := map[string]bool{}
	for _, kind := range append(kinds, severalKinds) {
		g := group{Title: kind}
		for _, e := range entries {
			if e.kind != kind {
				continue
			}
			c := card{Entry: e, Kind: kind, Group: x.questionOf[e.Name]}
			c.Group = cmp.Or(c.Group, otherQuestions)
			used[c.Group] = true
			c.Text = strings.ToLower(strings.Join([]string{e.Name, e.Title, e.Question, e.Known, e.Answer, kind, c.Group, e.headings}, " "))
			g.Cards = append(g.Cards, c)
		}
		if len(g.Cards) > 0 {
			data.ByPuzzle = append(data.ByPuzzle, g)
		}
	}
	for _, q := range append(slices.Clone(x.questions), otherQuestions) {
		if used[q] {
			data.ByQuestion = append(data.ByQuestion, q)
		}
	}
	return to.page("index.html", "index", data)
}

// kindOf is the title of the puzzle that a notebook is about, by what its cells import.
func kindOf(nb lab.Notebook) string {
	found := map[string]bool{}
	for _, cell := range nb.Cells {
		if cell.Type != "code" {
			continue
		}
		for _, m := range about.FindAllStringSubmatch(string(cell.Source), -1) {
			if kind, err := engines.FindKind(m[1]); err == nil {
				found[kind.Title] = true
			}
		}
	}
	if len(found) != 1 {
		return severalKinds
	}
	for title := range found {
		return title
	}
	return ""
}

// headings are those of a notebook's text, but for its title.
func headings(nb lab.Notebook) string {
	var all []string
	for _, cell := range nb.Cells {
		if cell.Type != "markdown" {
			continue
		}
		for line := range strings.Lines(string(cell.Source)) {
			if text := strings.TrimLeft(line, "#"); strings.HasPrefix(line, "##") && strings.HasPrefix(text, " ") {
				all = append(all, plain(text))
			}
		}
	}
	return strings.Join(all, " ")
}

// base is a notebook's name without folder and ending.
func base(path string) string { return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) }
