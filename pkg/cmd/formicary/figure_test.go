package main

import (
	"bytes"
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/charts"
	"formicary/pkg/charts/page"
	"formicary/pkg/cmd/formicary/internal/typeset"
	"formicary/pkg/experiment/bundle"
	"formicary/pkg/lab/labtest"
)

// hostileText is text that LaTeX, Typst, XML and spreadsheets would take for something else.
const hostileText = `=\input{/etc/passwd} 50% of $a_b$ & #1 ^~ {x} --> <script>"' #read("x") −3 ≤ 10⁻⁶`

// shownPage is a page with a chart and a table, whose words are hostile.
func shownPage(t *testing.T) string {
	t.Helper()
	option := `{"baseOption":{"xAxis":{"type":"value","name":"time"},"yAxis":{"type":"value"},"series":[{"type":"scatter","data":[[1,2],[3,4]],"symbol":"image://http://example.org/x.png"},{"type":"line","data":[[1,1],[2,3]],"lineStyle":{"color":"url(http://example.org/y)"}}]}}`
	c := alltest.Must(charts.Chart{Title: "Shares " + hostileText, Subtitle: "on 3 puzzles", Alt: "alt", Height: 300, Points: 4}.Restore([]byte(option), "label,rate,low,high\n"+`"'=1+1",0.5,0.40123,0.6`+"\nants,-1.25,,\n"))(t)
	table := `<table aria-label="Times &lt;b&gt;"><tr><th>engine</th><th>time</th><th>runs</th></tr><tr><td>` + strings.ReplaceAll(strings.ReplaceAll(hostileText, "<", "&lt;"), "&", "&amp;") + `</td><td>1.25 s</td><td>1,234</td></tr><tr><td>b</td><td>10 s</td><td>–</td></tr></table>`
	file := filepath.Join(t.TempDir(), "shown.html")
	alltest.OK(t, os.WriteFile(file, []byte("<html><head><title>x</title></head><body>"+page.Chart(c)+table+"records of the study &#34;nurikabe-table-1&#34; (3 runs)</body></html>"), 0o666))
	return file
}

// TestFigure: a chart and a table of a page of somebody else are files for papers, the same bytes each time, in which
// nothing of the page is code, an address or markup.
func TestFigure(t *testing.T) {
	labtest.Env(t)
	file, dir := shownPage(t), t.TempDir()
	if text, notes, code := command(t, "figure", "--list", file); code != 0 || !strings.Contains(text, "1\tShares =") || !strings.Contains(text, "t1\tTimes <b>") {
		t.Fatalf("status %d: %s%s", code, text, notes)
	}
	made := map[string]string{}
	for _, which := range []string{"1", "t1"} {
		for _, ending := range []string{".svg", ".pdf", ".csv", ".tex", ".typ"} {
			if which == "t1" && (ending == ".svg" || ending == ".pdf") {
				continue
			}
			name := filepath.Join(dir, which+ending)
			for round := range 2 {
				text, notes, code := command(t, "figure", "--title", "--out", name, file, which)
				alltest.Require(t, code == 0, "status %d: %s%s", code, text, notes)
				got, err := os.ReadFile(name)
				alltest.Check(t, err == nil && (round <= 0 || made[which+ending] == string(got)), "%s%s differs the second time, %v", which, ending, err)
				made[which+ending] = string(got)
			}
		}
	}
	for name, text := range made {
		alltest.Check(t, strings.HasSuffix(name, ".csv") || strings.HasSuffix(name, ".pdf") || strings.Contains(text, "formicary verify nurikabe-table-1"),
			"%s does not say what reruns it: %.400s", name, text)
		alltest.Check(t, !strings.Contains(text, "example.org"), "%s has an address of the page", name)
	}
	d := xml.NewDecoder(strings.NewReader(made["1.svg"]))
	for {
		token, err := d.Token()
		if token == nil {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && !strings.Contains(" svg title desc rect path clipPath linearGradient stop ", " "+e.Name.Local+" ") {
			t.Errorf("the figure has an element %s", e.Name.Local)
		}
	}
	alltest.Check(t, strings.Contains(made["1.svg"], `width="8.5cm"`) && bytes.HasPrefix([]byte(made["1.pdf"]), []byte("%PDF-")),
		"%.300s, %.20s", made["1.svg"], made["1.pdf"])
	for name, want := range map[string]string{
		"1.tex": `{[}0.4012, 0.6{]}`, "t1.tex": `{lS[table-format=2.2]S[table-format=4.0]}`, "t1.typ": "\"10\u2008\u2007\u2007\"", "1.csv": "'=1+1,0.5,0.40123,0.6\n", "t1.csv": "1.25 s,\"1,234\"\n",
	} {
		alltest.Check(t, strings.Contains(made[name], want), "%s lacks %s: %s", name, want, made[name])
	}
	for _, args := range [][]string{{"--out", "x.png", file, "1"}, {"--out", "x.svg", file, "t1"}, {"--out", "x.svg", file, "none"}, {"--out", "x.svg", "--width", "NaN", file, "1"}, {file}, {"--list", filepath.Join(dir, "1.tex")}, {"--list", "none.zip"}, {"--card", "x.svg", "none.ipynb"}, {"--card", "x.svg", filepath.Join("..", "..", "..", "notebooks", "index.ipynb")}} {
		text, notes, code := command(t, append([]string{"figure"}, args...)...)
		alltest.Check(t, code == 2 && notes != "", "%q: status %d, %s%s", args, code, text, notes)
	}
	latexDocument(t, dir)
	program := "import typst, sys\n" + `for n in ["1", "t1"]: typst.compile(sys.argv[1] + "/" + n + ".typ", output=sys.argv[1] + "/" + n + "-typst.pdf")`
	python(t, program, dir)
}

// latexDocument is a document with the figure and both tables, by pdflatex where there is one.
func latexDocument(t *testing.T, dir string) {
	t.Helper()
	if err := exec.Command("kpsewhich", "siunitx.sty").Run(); err != nil {
		t.Log("SKIPPED: no pdflatex with siunitx reads the tables")
		return
	}
	document := `\documentclass{article}\usepackage[T1]{fontenc}\usepackage{textcomp,booktabs,siunitx,graphicx}\begin{document}\includegraphics{1.pdf}

\input{1.tex}

\input{t1.tex}

` + typeset.LaTeX(hostileText) + `\end{document}`
	alltest.OK(t, os.WriteFile(filepath.Join(dir, "paper.tex"), []byte(document), 0o666))
	latex := exec.CommandContext(t.Context(), "pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "paper.tex")
	latex.Dir = dir
	if out, err := latex.CombinedOutput(); err != nil || bytes.Contains(out, []byte("Missing character")) || bytes.Contains(out, []byte("root:")) {
		t.Errorf("%v: %s", err, string(out[max(0, len(out)-1500):]))
	}
}

// TestBibliography: BibTeX, where there is one, reads the entry of a bundle whose titles are hostile.
func TestBibliography(t *testing.T) {
	dir := t.TempDir()
	m := bundle.Manifest{Made: time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC), Code: bundle.Code{Version: "(devel)", Commit: "abc"}, Notebooks: []bundle.Notebook{{Name: "00 tour, {x}"}}}
	text := bibliography(bundle.About{Name: "Formicary: } @misc{ " + hostileText, Authors: []string{"The Formicary authors", "B } and C"}}, m)
	if strings.Count(string(text), "{") != strings.Count(string(text), "}") || !strings.HasPrefix(string(text), "@misc{formicary-00-tour-x-20261126,\n") || !strings.Contains(string(text), "year = {2026}") {
		t.Errorf("%s", text)
	}
	for name, content := range map[string]string{"a.bib": string(text), "a.aux": "\\citation{*}\n\\bibstyle{plain}\n\\bibdata{a}\n"} {
		alltest.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666))
	}
	if _, err := exec.LookPath("bibtex"); err != nil {
		t.Skip("no bibtex reads the entry")
	}
	reader := exec.CommandContext(t.Context(), "bibtex", "a")
	reader.Dir = dir
	out, err := reader.CombinedOutput()
	made, _ := os.ReadFile(filepath.Join(dir, "a.bbl"))
	alltest.Check(t, err == nil && !bytes.Contains(out, []byte("Warning")) && bytes.Count(made, []byte("\\bibitem")) == 1, "%v: %s%s", err, out, made)
}
