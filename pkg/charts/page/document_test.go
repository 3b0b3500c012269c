package page

import (
	"bytes"
	"net/url"
	"strings"
	"testing"

	"formicary/pkg/alltest"
)

// TestDocument: a document gets a list of its headings with links that lead to them,
// one line about all runs, and a program; names that repeat are told apart.
func TestDocument(t *testing.T) {
	const skeleton = `<html><head><meta charset="utf-8">` + StylePlace + `</head><body>` + ContentsPlace + `<main>` +
		`<h1 id="Title">Title<a class="anchor-link" href="#Title">¶</a></h1>` +
		`<h2 id="A-&amp;-b?">A &amp; <em>b</em>?<a class="anchor-link" href="#x">¶</a></h2>` +
		`<h2 id="A-&amp;-b?">A &amp; b?<a class="anchor-link" href="#x">¶</a></h2><details class="formicary-code"></details>` + SourcesPlace + `</main></body></html>`
	one, two := Source{"one", "one\nin full"}, Source{"<b>two</b>", "<i>two</i> in full"}
	got := string(Document([]byte(skeleton), "quick", []Source{one, two, one}))
	for _, want := range []string{
		`<nav class="formicary-contents" aria-label="Contents"><details open><summary>Contents</summary><ul><li class="formicary-level-2"><a href="#A-&amp;-b%3F">A &amp; b?</a></li><li class="formicary-level-2"><a href="#A-&amp;-b%3F-2">A &amp; b?</a></li></ul>`,
		`<h2 id="A-&amp;-b?">A &amp; <em>b</em>?</h2>`, `<h2 id="A-&amp;-b?-2">A &amp; b?</h2>`, `>Show all code</button>`,
		`<summary>Quick mode. Where runs come from: one; &lt;b&gt;two&lt;/b&gt;</summary><ul><li>one` + "\nin full</li><li>&lt;i&gt;two&lt;/i&gt; in full</li></ul>",
	} {
		alltest.Has(t, got, want, "in")
	}
	for _, place := range []string{StylePlace, ContentsPlace, SourcesPlace} {
		alltest.Check(t, !strings.Contains(got, place), "%s is left", place)
	}
	alltest.Equal(t, strings.Count(got, scriptStart), 1, "programs")
	again := bytes.Replace([]byte(skeleton), []byte("<main>"), []byte("<main>"+libraryStart+libraryEnd), 1)
	alltest.Check(t, !strings.Contains(string(Document(again, "", nil)), scriptStart), "a document with a library has a second program")
	if got := string(Document([]byte(`<h2 id="a">a<a class="anchor-link" href="#a">¶</a></h2>`+ContentsPlace+SourcesPlace), "", nil)); strings.Contains(got, "<nav") || strings.Contains(got, `<p class="formicary-fold"`) || strings.Contains(got, `<p class="formicary-sources"`) {
		t.Errorf("a document with one heading, no code and no runs has %.300s", got)
	}
}

// TestSource reads what it writes, and nothing that stands beside something else.
func TestSource(t *testing.T) {
	s := Source{`short <script>`, "in full: \"a\" & 'b'\nand more"}
	frame := func(text string) string { return `<div class="mathjax_ignore" style="x">` + text + `</div>` }
	for _, text := range []string{s.Markup(), frame(s.Markup())} {
		got, ok := ReadSource(text)
		alltest.Check(t, ok && got == s, "%q reads %+v, %v", text, got, ok)
	}
	for _, text := range []string{"", frame(s.Markup() + "<p>more</p>"), s.Markup() + s.Markup(), frame(Mode("full"))} {
		got, ok := ReadSource(text)
		alltest.Check(t, !ok, "%q reads %+v", text, got)
	}
	alltest.Check(t, ReadMode(frame(Mode("full"))) == "full" && ReadMode(frame(Mode("full")+"x")) == "", "the mode is not read back")
	long := strings.Repeat("many words ", 20)
	if got := gathered("", []Source{{long + "a", "a in full"}, {long + "b", "b in full"}}); !strings.Contains(got, "<summary>Where runs come from: 2 sources</summary><ul><li>a in full</li>") {
		t.Errorf("two long sources: %s", got)
	}
	for mode, want := range map[string]string{"": `<p class="formicary-sources">in full</p>`, "full": `<p class="formicary-sources">Full mode. in full</p>`} {
		alltest.Equal(t, strings.TrimSpace(gathered(mode, []Source{{"in full", "in full"}})), want, "one line")
	}
}

func TestFragment(t *testing.T) {
	for c := range 256 {
		id := string([]byte{'a', byte(c), 'z'})
		alltest.Check(t, fragment(id) == url.PathEscape(id), "%q: %s, not %s", id, fragment(id), url.PathEscape(id))
	}
}
