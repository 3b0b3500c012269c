package gallery

import (
	_ "embed" // the templates and styles
	"errors"
	"fmt"
	"html/template"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/charts/page"
)

var (
	//go:embed site.html.tmpl
	siteText string
	//go:embed site.css
	siteStyle string
	//go:embed nav.css
	navStyle string
)

var siteTemplate = template.Must(template.New("site").Funcs(template.FuncMap{
	// link is the address of a file beside the page, whatever its name.
	"link":      func(file string) string { return "./" + url.PathEscape(file) },
	"firstLine": func(err error) string { line, _, _ := strings.Cut(err.Error(), "\n"); return line },
	"style":     func() template.HTML { return template.HTML("<style>\n" + siteStyle + navStyle + "</style>") },
	"script":    func() template.HTML { return template.HTML(page.Script()) },
	// What index.ipynb knows ends with what it rests on.
	"begins":  strings.HasPrefix,
	"seconds": func(took time.Duration) string { return fmt.Sprintf("%.0f s", took.Seconds()) },
}).Parse(siteText))

// place is what the head of a page says: its title, and the pages before and after it.
type place struct {
	Title         string
	Before, After *link
}

// link is a page of the gallery.
type link struct{ Page, Title string }

// between is the place of the i-th of several pages.
func between(links []link, i int) place {
	at := place{Title: links[i].Title + " · Formicary"}
	if i > 0 {
		at.Before = &links[i-1]
	}
	if i+1 < len(links) {
		at.After = &links[i+1]
	}
	return at
}

// site is the folder of a gallery, and what its pages share.
type site struct {
	folder string
	shared *page.Site
}

// page writes a page by its template. It runs the lab's own scripts and shows pictures beside it.
func (s site) page(file, name string, data any) error {
	var b strings.Builder
	if err := siteTemplate.ExecuteTemplate(&b, name, data); err != nil {
		return err
	}
	text, err := s.shared.Page([]byte(b.String()))
	if err != nil {
		return err
	}
	return s.write(file, text)
}

// write writes a page, after the files that it shares, in one step, so that a reader never sees half of it.
func (s site) write(file string, text []byte) error {
	for name, text := range s.shared.Files() {
		path := filepath.Join(s.folder, name)
		if _, err := os.Stat(path); err == nil {
			continue // it is named after what it holds
		}
		if err := assets.ReplaceFile(path, text); err != nil {
			return err
		}
	}
	return assets.ReplaceFile(filepath.Join(s.folder, file), text)
}

// sweep removes shared files of earlier galleries that no page of the folder has any more.
func (s site) sweep() error {
	used := s.shared.Files()
	pages, err := filepath.Glob(filepath.Join(s.folder, "*.html"))
	if err != nil {
		return err
	}
	for _, path := range pages {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, name := range page.SiteFile.FindAllString(string(text), -1) {
			used[name] = nil
		}
	}
	files, err := filepath.Glob(filepath.Join(s.folder, "formicary-*"))
	for _, path := range files {
		name := filepath.Base(path)
		if _, ok := used[name]; !ok && page.SiteFile.FindString(name) == name {
			err = errors.Join(err, os.Remove(path))
		}
	}
	return err
}

// navigation is the head of a notebook's page.
func navigation(at place) (string, error) {
	var b strings.Builder
	err := siteTemplate.ExecuteTemplate(&b, "nav", at)
	return "<style>\n" + navStyle + "</style>" + b.String(), err
}
