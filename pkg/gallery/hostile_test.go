package gallery

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts/page"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
)

// TestHostileEntry: whatever a notebook is called and says is text on its card, and
// its links lead to files beside the index.
func TestHostileEntry(t *testing.T) {
	evil := `--><img src=x onerror=alert(1)>"'` + "`</p></div>"
	name := "javascript:alert(1)//" + evil
	x := &index{names: []string{name}, intro: evil, questions: []string{evil}, questionOf: map[string]string{name: evil}}
	x.sets = []setLink{{link: link{name + ".html", evil}, Kind: evil, About: evil, Text: evil}}
	x.engines = []engineLink{{link: link{name + ".html", evil}, Doc: evil, Text: evil}}
	folder := t.TempDir()
	entry := Entry{
		Name: name, Words: Words{evil, evil, evil, evil}, Alt: evil, Err: errors.New(evil), kind: severalKinds, headings: evil,
		Page: name + ".html", Picture: name + ".svg",
	}
	alltest.OK(t, x.write(site{folder, page.NewSite("", "")}, []Entry{entry}))
	text := alltest.Must(os.ReadFile(filepath.Join(folder, "index.html")))(t)
	shown := string(text)
	if strings.Contains(shown, "<img src=x") || strings.Contains(shown, `href="javascript:`) || strings.Contains(shown, `src="javascript:`) || strings.Contains(shown, "ZgotmplZ") || strings.Contains(shown, "-->") {
		t.Errorf("the index is %s", shown)
	}
	n := strings.Count(shown, `href="./javascript:`)
	alltest.Check(t, n == 4 && strings.Count(shown, `<img `) == 1, "%d links to pages in %s", n, shown)
}

// TestHostileSet: the names of puzzles and sets are text on the page of a set and in
// its head.
func TestHostileSet(t *testing.T) {
	evil := `</script></style><img src=x onerror=alert(1)>"'`
	p := alltest.Must(nurikabe.New(evil, puzzle.Size{Rows: 1, Cols: 2}, []int{1, 0}))(t)
	folder := t.TempDir()
	s := setLink{link: link{"set.html", evil}, Kind: evil, About: evil, kind: nurikabes.Kind, Count: 1}
	at := place{Title: evil, Before: &link{"javascript:alert(1)", evil}}
	alltest.OK(t, writeSet(site{folder, page.NewSite("", "")}, at, s, puzzle.Set{Items: []puzzle.Item{{Puzzle: p, Grade: evil}}}, tally{p.Hash().String(): {evil: {3, 1}}}))
	text := alltest.Must(os.ReadFile(filepath.Join(folder, "set.html")))(t)
	body := string(text)
	if strings.Contains(body, "<img") || strings.Contains(body, `href="javascript:`) || strings.Contains(string(text), "ZgotmplZ") || strings.Count(body, "onerror") == 0 {
		t.Errorf("the page is %.4000s", body)
	}
}
