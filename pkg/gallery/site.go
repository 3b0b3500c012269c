package gallery

import (
	_ "embed" // the templates and styles
	"fmt"
	"html/template"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

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

// writePage writes a page of the gallery in one step, so that a reader never sees
// half of it. It runs the lab's own scripts and shows pictures beside it.
func writePage(folder, file, name string, data any) error {
	var b strings.Builder
	if err := siteTemplate.ExecuteTemplate(&b, name, data); err != nil {
		return err
	}
	text, err := page.Protect([]byte(b.String()), "")
	if err != nil {
		return err
	}
	path := filepath.Join(folder, file)
	whole := strings.Replace(string(text), "img-src data:", "img-src data: 'self'", 1)
	if err := os.WriteFile(path+".new", []byte(whole), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// navigation is the head of a notebook's page.
func navigation(at place) (string, error) {
	var b strings.Builder
	err := siteTemplate.ExecuteTemplate(&b, "nav", at)
	return "<style>\n" + navStyle + "</style>" + b.String(), err
}
