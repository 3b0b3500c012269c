package notebooks_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/lab"
	"formicary/pkg/pencil"
)

var (
	// link matches a link in a notebook's text to another file.
	link = regexp.MustCompile(`\[([^\]]+)\]\(([^):#]+)[^)]*\)`)
	// card matches a notebook's row in the index: question, file, answer.
	card = regexp.MustCompile(`(?m)^\| \[[^\]]+\]\((\d[^)/]+\.ipynb)\) \| .+ \|$`)
)

// texts are the notebook's cells of text.
func texts(nb lab.Notebook) (out []string) {
	for _, cell := range nb.Cells {
		if cell.Type == "markdown" {
			out = append(out, string(cell.Source))
		}
	}
	return out
}

// TestSourceLinks holds the notebooks together: the index has each of them once
// and in order; each ends with links to the one before and after;
// and every link leads to a file.
func TestSourceLinks(t *testing.T) {
	paths := alltest.Must(filepath.Glob("*.ipynb"))(t)
	order := slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return path == "index.ipynb" })
	for _, path := range paths {
		nb := alltest.Must(lab.ReadNotebook(path))(t)
		text := texts(nb)
		for _, found := range link.FindAllStringSubmatch(strings.Join(text, "\n"), -1) {
			if found[2] == "https" {
				continue // another site
			}
			_, err := os.Stat(found[2])
			alltest.Check(t, err == nil, "%s: the link %q leads nowhere: %v", path, found[0], err)
		}
		if i := slices.Index(order, path); i >= 0 {
			got, want := text[len(text)-1], neighbours(order, i)
			alltest.Check(t, nb.Cells[len(nb.Cells)-1].ID == "nav" && got == want, "%s ends with %q, want a cell nav with %q", path, got, want)
		}
	}
	index := alltest.Must(lab.ReadNotebook("index.ipynb"))(t)
	var listed []string
	for _, found := range card.FindAllStringSubmatch(strings.Join(texts(index), "\n"), -1) {
		listed = append(listed, found[1])
	}
	alltest.Check(t, slices.Equal(listed, order), "the index has %q, want %q", listed, order)
}

// neighbours is the last line of a notebook: links to the one before it, to the
// index and to the one after it.
func neighbours(order []string, i int) string {
	to := func(path string) string {
		return fmt.Sprintf("[%s](%s)", strings.TrimSuffix(path, ".ipynb"), path)
	}
	parts := []string{"[All notebooks](index.ipynb)"}
	if i > 0 {
		parts = append([]string{"← " + to(order[i-1])}, parts...)
	}
	if i+1 < len(order) {
		parts = append(parts, to(order[i+1])+" →")
	}
	return strings.Join(parts, " · ")
}

// TestSourceKinds: the index and the citation name all declared kinds.
func TestSourceKinds(t *testing.T) {
	for _, path := range []string{"index.ipynb", "../CITATION.cff"} {
		text := strings.Join(strings.Fields(strings.NewReplacer(`\n",`, " ", `"`, " ").Replace(string(alltest.Must(os.ReadFile(path))(t)))), " ")
		for _, kind := range pencil.Kinds() {
			alltest.Check(t, strings.Contains(text, " "+kind.Title), "%s does not name %s", path, kind.Title)
		}
	}
}

// TestSourceReadmes: every link of a README, and of the other pages for readers of the repository,
// leads to a file, and to a heading of it.
func TestSourceReadmes(t *testing.T) {
	pages := strings.Fields(string(alltest.Must(exec.Command("git", "-C", "..", "ls-files", "*README.md", "CONTRIBUTING.md").Output())(t)))
	target := regexp.MustCompile(`(?:\]\(|src="|srcset=")([^)"]+)[)"]`)
	heading := regexp.MustCompile(`(?m)^#+ (.+)$`)
	address := regexp.MustCompile(`[^\p{L}\p{N} -]`)
	for _, page := range pages {
		for _, found := range target.FindAllStringSubmatch(string(alltest.Must(os.ReadFile(filepath.Join("..", page)))(t)), -1) {
			file, anchor, _ := strings.Cut(found[1], "#")
			if strings.Contains(file, "://") {
				continue // another site
			}
			path := filepath.Join("..", filepath.Dir(page), file)
			if file == "" {
				path = filepath.Join("..", page)
			}
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s: the link %s leads nowhere: %v", page, found[1], err)
				continue
			}
			if anchor == "" {
				continue
			}
			var anchors []string
			for _, h := range heading.FindAllStringSubmatch(string(alltest.Must(os.ReadFile(path))(t)), -1) {
				anchors = append(anchors, strings.ReplaceAll(address.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-"))
			}
			alltest.Check(t, slices.Contains(anchors, anchor), "%s: %s has no heading #%s: %s", page, path, anchor, strings.Join(anchors, " "))
		}
	}
	lines := strings.Count(string(alltest.Must(os.ReadFile("../README.md"))(t)), "\n")
	alltest.Check(t, lines <= 130 && len(pages) >= 10, "the README has %d lines, 130 at most; %d pages", lines, len(pages))
}
