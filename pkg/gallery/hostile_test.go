package gallery

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHostileEntry: whatever a notebook is called and says is text on its card, and
// its links lead to files beside the index.
func TestHostileEntry(t *testing.T) {
	evil := `--><img src=x onerror=alert(1)>"'` + "`</p></div>"
	name := "javascript:alert(1)//" + evil
	x := &index{names: []string{name}, page: "<body>" + place("progress") + place(name) + "</body>"}
	folder := t.TempDir()
	entry := Entry{
		Name: name, Title: evil, Question: evil, Known: evil, Answer: evil, Alt: evil, Err: errors.New(evil),
		Page: name + ".html", Light: name + "-light.svg", Dark: name + "-dark.svg",
	}
	if err := x.write(folder, []Entry{entry}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(folder, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	if strings.Contains(page, "<img src=x") || strings.Contains(page, `="javascript:`) || strings.Contains(page, "ZgotmplZ") || strings.Contains(page, "-->") {
		t.Errorf("the index is %s", page)
	}
	if n := strings.Count(page, `href="./javascript:`); n != 2 || strings.Count(page, `<img `) != 1 {
		t.Errorf("%d links to the page in %s", n, page)
	}
	if strings.Contains(place(evil), "--><img") {
		t.Errorf("a name ends its comment: %s", place(evil))
	}
}
