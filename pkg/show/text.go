package show

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"formicary/pkg/analysis"
	"formicary/pkg/markup"
	"formicary/pkg/puzzle"
)

// Markdown shows text in Markdown, formatted as by [fmt.Sprintf]: what a
// notebook says about its results is computed from them. Marks of Markdown and HTML
// mean something in the format, which is the author's; arguments are data and are
// shown as they are, unless they are [Raw]. They belong neither into code between
// backticks, where escapes are not read (<code>%s</code> is the same), nor into the
// address of a link. A [time.Duration] is written as people read it, and marked as a
// measured time: “formicary run --check” does not compare it.
func Markdown(format string, args ...any) {
	put(output{markdown: sprint(format, escaped(args)), plain: sprint(format, written(args, nil))})
}

// Text shows a paragraph of plain text, formatted as by [fmt.Sprintf], with times as in
// [Markdown].
func Text(format string, args ...any) {
	body := sprint(markup.HTML(format), written(args, markup.HTML))
	put(output{html: `<p style="white-space:pre-line;margin:.3rem 0">` + body + `</p>`, plain: sprint(format, written(args, nil))})
}

// Warn shows a sentence that the reader should not miss, formatted as by
// [fmt.Sprintf], with times as in [Markdown].
func Warn(format string, args ...any) {
	body := sprint(markup.HTML(format), written(args, markup.HTML))
	put(output{html: warning(body), plain: "Warning: " + sprint(format, written(args, nil))})
}

// warning is a box around a body, of further classes.
func warning(body string, classes ...string) string {
	return `<div class="` + strings.Join(append([]string{"formicary-warning"}, classes...), " ") + `" role="alert" style="border-left:4px solid #D55E00;padding:.25rem .75rem;margin:.4rem 0;white-space:pre-line">⚠ ` + body + `</div>`
}

func sprint(format string, args []any) string {
	if len(args) == 0 {
		return format
	}
	return fmt.Sprintf(format, args...)
}

// Raw is an argument of [Markdown] that is meant as Markdown. Whoever makes one
// answers for what it holds.
type Raw string

// escaped are the arguments of a format in Markdown: what they come to is data, in
// which no mark means anything, but for those that are [Raw].
func escaped(args []any) []any {
	out := written(args, markup.Markdown)
	for i, arg := range args {
		if raw, ok := arg.(Raw); ok {
			out[i] = string(raw)
		}
	}
	return out
}

// written are the arguments of a format with what they come to escaped, and measured
// times ([time.Duration]) marked as such.
func written(args []any, escape func(string) string) []any {
	out := make([]any, len(args))
	for i, arg := range args {
		if n, ok := arg.(int); ok { // may also be a width ("%*d")
			out[i] = number(n)
		} else {
			out[i] = argument{arg, escape}
		}
	}
	return out
}

// argument formats as the value does, escaped; a time as people read it.
type argument struct {
	value  any
	escape func(string) string
}

func (a argument) Format(f fmt.State, verb rune) {
	text := fmt.Sprintf(fmt.FormatString(f, verb), a.value)
	if d, ok := a.value.(time.Duration); ok && (verb == 'v' || verb == 's') {
		text = puzzle.Time(d.Seconds())
		if a.escape != nil {
			text = timed(a.escape(text))
		}
	} else if a.escape != nil {
		text = a.escape(text)
	}
	_, _ = io.WriteString(f, text) // fmt's own buffer
}

// number is an argument that package fmt takes for a number.
type number int

func (n number) Format(f fmt.State, verb rune) {
	_, _ = fmt.Fprintf(f, fmt.FormatString(f, verb), int(n))
}

// timed marks what depends on measured times: no two executions show the same, and
// nobody compares it (“formicary run --check”).
func timed(body string) string { return `<span class="formicary-time">` + body + `</span>` }

// sentence is a sentence that the lab has put together, of names among others, as
// Markdown: only what stands between backticks is set apart, as code.
func sentence(text string) string {
	parts := strings.Split(text, "`")
	var b strings.Builder
	for i, part := range parts {
		switch {
		case i%2 == 0:
			b.WriteString(markup.Markdown(part))
		case i < len(parts)-1:
			b.WriteString("<code>" + markup.Markdown(part) + "</code>")
		default: // nothing closes it
			b.WriteString(markup.Markdown("`" + part))
		}
	}
	return b.String()
}

// ConclusionType is the media type under which the output of [Conclusion] also
// carries what it says as JSON, with fields headline, answer and claims: the
// gallery and the tests take a notebook's answer from there and from nowhere
// else. Claims are left out where a number is infinite.
const ConclusionType = "application/vnd.formicary.conclusion+json"

// Conclusion shows what a notebook has found. The bold line is the first claim that is settled, and
// says so where none is; the others are a list below it. The last line says what the intervals hold
// for. It also says that the cell took published records, or that it asked for the mode, which is
// quick, so that this is a sample. See [analysis.Conclude] for what may be claimed. It says the first
// five of more claims, and draws all that are effects ([Effects]). A notebook ends with exactly one.
func Conclusion(claims ...analysis.Claim) {
	analysis.Conclude(claims...) // panics for what may not be claimed
	c, said := shortened(claims)
	rule := c.Rule
	switch {
	case quoted():
		what := "Counts"
		if slices.ContainsFunc(claims, func(c analysis.Claim) bool { _, compared := c.(analysis.Effect); return compared }) {
			what = "Comparisons"
		}
		rule += " " + what + " are of published records, the same in every mode."
	case !full && asked.Load():
		rule += " This is the quick sample; `%% --full` at the head of a cell runs the experiment in full."
	}
	rule = strings.TrimSpace(rule)
	lines, others := []string{"**" + sentence(c.Answer) + ".**"}, ""
	for _, other := range c.Others {
		others += "- " + sentence(other) + ".\n"
	}
	lines = append(lines, others, sentence(rule))
	plain := c.Answer + ".\n"
	for _, other := range c.Others {
		plain += "- " + other + ".\n"
	}
	put(output{
		markdown: strings.Join(lines, "\n\n"), plain: plain + strings.ReplaceAll(rule, "`", ""),
		extra: map[protocol.MIMEType]string{ConclusionType: conclusionData(c, said)},
	})
	if all := Effects("All comparisons of this conclusion", claims...); len(claims) > len(said) && len(all) > 0 {
		Chart(all...)
	}
}

// conclusionData is what [ConclusionType] carries.
func conclusionData(c analysis.Conclusion, claims []analysis.Claim) string {
	data := map[string]any{"headline": c.Headline, "answer": c.Answer}
	if text, err := json.Marshal(claims); err == nil {
		data["claims"] = json.RawMessage(text)
	}
	text, err := json.Marshal(data)
	if err != nil {
		panic("show: " + err.Error())
	}
	return string(text)
}
