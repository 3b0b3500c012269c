package show

import (
	"errors"
	"html"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
)

// TestMarkdownArguments: arguments of Markdown format as by fmt and mean nothing;
// the format does, and what is typed as meant.
func TestMarkdownArguments(t *testing.T) {
	r := record(t)
	evil := "<img src=x onerror=alert(1)> [a](javascript:alert(1)) `b` *c* _d_ $e$ | f\n\n# g"
	for _, c := range []struct {
		format string
		args   []any
		want   string // after character references are read
	}{
		{"**%s**", []any{"scheme_1"}, "**scheme_1**"},
		{"%6.2f|%-4d|%+d|%x", []any{3.14159, 7, 8, 255}, "  3.14|7   |+8|ff"},
		{"%*d|%q|%v|%5s", []any{4, 7, "a", []string{"b", "c"}, "d"}, `   7|"a"|[b c]|    d`},
		{"%v %v %v %d", []any{nil, true, time.Second, time.Duration(3)}, `<nil> true <span class="formicary-time">1 s</span> 3`},
		{"%d. %v", []any{1, errors.New("a: *b*")}, "1. a: *b*"},
		{"%[2]s %[1]s %c %U", []any{"a", "b", '<', 'x'}, "b a b %!U(string=a)"},
		{"%s", []any{Raw("**meant**")}, "**meant**"},
		{"%s%s", []any{Raw("*"), evil}, "*" + strings.ReplaceAll(evil, "\n", "<br>")},
		{"%v %+v %q", []any{struct{ A string }{evil}, []error{errors.New(evil)}, evil}, ""},
		{"%d %s %!", []any{evil, 5, evil}, ""},
	} {
		Markdown(c.format, c.args...)
		all := r.all()
		got := all[len(all)-1].markdown
		read := strings.NewReplacer("<span>$</span>", "$", "<span>\\</span>", "\\").Replace(html.UnescapeString(got))
		alltest.Check(t, c.want == "" || read == c.want || strings.Contains(c.format, "%U"),
			"%q: %q, read as %q, want %q", c.format, got, read, c.want)
		for _, live := range []string{"<img", "](", "`", "$e", " | ", "# ", "_d", "javascript:"} {
			alltest.Check(t, !strings.Contains(got, live), "%q of %q: %q is live in %s", c.format, c.args, live, got)
		}
	}
	alltest.Equal(t, r.all()[7].plain, "*"+evil, "in plain text")
}

// TestSentence: code stays code, and a backtick in a name opens nothing.
func TestSentence(t *testing.T) {
	for text, want := range map[string]string{
		"`a_b` solves 3": "<code>a&#95;b</code>&#32;solves 3",
		"one ` two":      "one &#96; two",
		"`<b>` and `":    "<code>&#60;b&#62;</code>&#32;and &#96;",
	} {
		alltest.Equal(t, sentence(text), want, "%q", text)
	}
}

// TestFrame: JupyterLab looks for formulas in no output that is HTML, since names
// may hold dollars.
func TestFrame(t *testing.T) {
	for _, o := range []output{{html: "<p>$x$</p>"}, {html: "<p>", id: "a"}} {
		got := o.data().Data["text/html"]
		alltest.Check(t, strings.HasPrefix(got.(string), `<div class="mathjax_ignore"`), "%v", got)
	}
	got := (output{html: "x", plain: "a\x1b[31mb"}).data().Data["text/plain"]
	alltest.Check(t, got == `a\u001b[31mb`, "text for consoles: %q", got)
}
