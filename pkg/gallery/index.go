package gallery

import (
	_ "embed" // index.html.tmpl
	"html/template"
	"os"
	"path/filepath"
	"strings"
)

//go:embed index.html.tmpl
var indexText string

var indexTemplate = template.Must(template.New("index").Funcs(template.FuncMap{
	"firstLine": func(err error) string { line, _, _ := strings.Cut(err.Error(), "\n"); return line },
}).Parse(indexText))

// writeIndex writes index.html in one step, so that a reader never sees half
// of it.
func writeIndex(folder string, entries []Entry, of int) error {
	var b strings.Builder
	err := indexTemplate.Execute(&b, struct {
		Entries  []Entry
		Done, Of int
	}{entries, len(entries), of})
	if err != nil {
		return err
	}
	path := filepath.Join(folder, "index.html")
	if err := os.WriteFile(path+".new", []byte(b.String()), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
