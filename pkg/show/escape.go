package show

import (
	"fmt"
	"io"
	"strings"

	"formicary/pkg/markup"
)

// Raw is an argument of [Markdown] that is meant as Markdown. Whoever makes one
// answers for what it holds.
type Raw string

// escaped are the arguments of a format in Markdown: what they come to is data, in
// which no mark means anything, but for those that are [Raw].
func escaped(args []any) []any {
	out := make([]any, len(args))
	for i, arg := range args {
		switch arg := arg.(type) {
		case Raw:
			out[i] = string(arg)
		case int: // may also be a width ("%*d")
			out[i] = number(arg)
		default:
			out[i] = argument{arg}
		}
	}
	return out
}

// argument formats as the value does, with the marks of Markdown escaped.
type argument struct{ value any }

func (a argument) Format(f fmt.State, verb rune) { format(f, verb, a.value) }

// number is an argument that package fmt takes for a number.
type number int

func (n number) Format(f fmt.State, verb rune) { format(f, verb, int(n)) }

func format(f fmt.State, verb rune, value any) {
	_, _ = io.WriteString(f, markup.Markdown(fmt.Sprintf(fmt.FormatString(f, verb), value))) // fmt's own buffer
}

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
