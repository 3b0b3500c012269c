package show

import (
	"fmt"
	"io"
	"strings"
	"time"

	"formicary/pkg/markup"
	"formicary/pkg/puzzle"
)

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
// nobody compares it (“formicary reproduce”).
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
