package gallery

import (
	"context"
	_ "embed" // index.css and card.html.tmpl
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"formicary/pkg/lab"
)

//go:embed index.css
var indexStyle string

//go:embed card.html.tmpl
var cardText string

var cardTemplate = template.Must(template.New("card").Funcs(template.FuncMap{
	// link is the address of a file beside the page, whatever its name.
	"link":      func(file string) string { return "./" + url.PathEscape(file) },
	"firstLine": func(err error) string { line, _, _ := strings.Cut(err.Error(), "\n"); return line },
}).Parse(cardText))

var (
	// table matches a table of notebooks in index.ipynb, row one of its rows:
	// title, name, question and answer.
	table = regexp.MustCompile(`\| notebook \|.*\n\|[-|]+\n(?:\| \[.*(?:\n|$))+`)
	row   = regexp.MustCompile(`(?m)^\| \[(.+?)\]\(([^)/]+)\.ipynb\) \| (.+) \| (.+) \|$`)
	// pageLink matches a link to a page of the same folder.
	pageLink = regexp.MustCompile(`<a href="([^":/#]+)\.html"[^>]*>(.*?)</a>`)
)

// index is the gallery's first page: the page of index.ipynb, with places for the
// cards of the notebooks.
type index struct {
	page  string
	cards map[string]Entry // what index.ipynb says of a notebook
	names []string         // of the gallery's notebooks
}

// place marks where a part of the page goes.
func place(name string) string { return fmt.Sprintf("<!-- gallery: %x -->", name) }

// newIndex turns the index.ipynb that lies beside the notebooks into a page. Its
// tables become cards, those of other notebooks are left out, and notebooks that it
// does not list come last.
func newIndex(ctx context.Context, env *lab.Env, notebooks []string) (*index, error) {
	x := &index{cards: map[string]Entry{}}
	for _, path := range notebooks {
		x.names = append(x.names, base(path))
	}
	folder := filepath.Dir(append(notebooks, ".")[0])
	nb, err := lab.ReadNotebook(filepath.Join(folder, lab.Index))
	if errors.Is(err, fs.ErrNotExist) {
		nb, err = lab.Notebook{Cells: []lab.Cell{markdown("# Formicary: gallery")}}, nil
	}
	if err != nil {
		return nil, err
	}
	var cells []lab.Cell
	for _, cell := range nb.Cells {
		shown := len(x.cards)
		text := table.ReplaceAllStringFunc(string(cell.Source), x.read)
		if text == string(cell.Source) || len(x.cards) > shown {
			cells = append(cells, markdown(text))
		}
	}
	var others strings.Builder
	for _, name := range x.names {
		if _, listed := x.cards[name]; !listed {
			others.WriteString(place(name) + "\n")
		}
	}
	cells[0].Source += lab.Text("\n\n<style>\n" + indexStyle + "</style>\n" + place("progress") + "\n")
	text, err := json.Marshal(lab.Notebook{Format: 4, Minor: 4, Cells: append(cells, markdown(cards(others.String())))})
	if err != nil {
		return nil, err
	}
	page, err := env.HTML(ctx, text, "gallery", folder)
	// Its pictures lie beside it.
	x.page = strings.Replace(x.within(string(page)), "img-src data:", "img-src data: 'self'", 1)
	return x, err
}

// read turns a table into places for cards.
func (x *index) read(table string) string {
	var b strings.Builder
	for _, m := range row.FindAllStringSubmatch(table, -1) {
		if slices.Contains(x.names, m[2]) {
			x.cards[m[2]] = Entry{Question: plain(m[3]), Known: plain(m[4])}
			b.WriteString(place(m[2]) + "\n")
		}
	}
	return cards(b.String())
}

func cards(places string) string { return "<div class=\"cards\">\n" + places + "</div>\n" }

func markdown(text string) lab.Cell {
	return lab.Cell{Type: "markdown", Source: lab.Text(text), Metadata: json.RawMessage("{}")}
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

// write writes index.html in one step, so that a reader never sees half of it.
func (x *index) write(folder string, entries []Entry) error {
	progress := ""
	if len(entries) < len(x.names) {
		progress = fmt.Sprintf("<p>%d of %d notebooks so far.</p>", len(entries), len(x.names))
	}
	parts := []string{place("progress"), progress}
	for _, entry := range entries {
		var b strings.Builder
		if err := cardTemplate.Execute(&b, entry); err != nil {
			return err
		}
		parts = append(parts, place(entry.Name), b.String())
	}
	path := filepath.Join(folder, "index.html")
	if err := os.WriteFile(path+".new", []byte(strings.NewReplacer(parts...).Replace(x.page)), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// base is a notebook's name without folder and ending.
func base(path string) string { return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) }
