package markup_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/markup"
)

func Example() {
	name := "<b>scheme_1</b>\x1b[2J"
	fmt.Println(markup.HTML(name))
	fmt.Println(markup.Markdown("scheme_1 [x](y)"))
	fmt.Println(markup.Terminal(name))
	// Output:
	// &lt;b&gt;scheme_1&lt;/b&gt;�[2J
	// scheme&#95;1 &#91;x&#93;&#40;y&#41;
	// <b>scheme_1</b>\u001b[2J
}

// odd are texts of letters that mean something somewhere.
func odd() *rapid.Generator[string] {
	marks := []rune("aB0 \t\n\r\x00\x1b\x7f\u009b\u202e\u2028\u2066\ufffe<>&\"'`*_[]()#+-.!|~$\\{}@:=ä\ufffd")
	return rapid.Custom(func(t *rapid.T) string {
		text := rapid.StringOf(rapid.SampledFrom(marks)).Draw(t, "text")
		if rapid.Bool().Draw(t, "broken") {
			text += "\x9b\xff"
		}
		return text
	})
}

// seen is a text as every place may show it.
func seen(text string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || r == 0xFFFE || r < 0x20 && r != '\t' && r != '\n' || r >= 0x7F && r < 0xA0 || r >= 0x2028 && r <= 0x202E || r >= 0x2066 && r <= 0x2069 {
			return utf8.RuneError
		}
		return r
	}, text)
}

// TestHTML: a browser and a reader of XML read the text again, in an element and in
// an attribute.
func TestHTML(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := odd().Draw(t, "text")
		got := markup.HTML(text)
		alltest.Check(t, !strings.ContainsAny(got, `<>"'`) && html.UnescapeString(got) == seen(text), "%q: %q", text, got)
		var read struct {
			Text string `xml:",chardata"`
			In   string `xml:"in,attr"`
		}
		err := xml.Unmarshal([]byte("<a in=\""+got+"\">"+got+"</a>"), &read)
		alltest.Check(t, err == nil && read.Text == seen(text), "%q: %q is read as %q, %v", text, got, read.Text, err)
	})
}

// inert matches Markdown without a mark.
var inert = regexp.MustCompile(`^([A-Za-z0-9 ,/?%]|[^\x00-\x{9f}]|&#\d+;|<br>|<span>&#(36|92);</span>)*$`)

// TestMarkdown: nothing is left that Markdown, HTML in it or a formula is made of,
// and what is left is read as the text.
func TestMarkdown(t *testing.T) {
	read := strings.NewReplacer("<br>", "\n", "<span>", "", "</span>", "")
	rapid.Check(t, func(t *rapid.T) {
		text := odd().Draw(t, "text")
		got := markup.Markdown(text)
		alltest.Check(t, inert.MatchString(got) && !strings.Contains(got, "  ") && !strings.HasPrefix(got, " "), "%q: %q", text, got)
		lines := strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
		want := seen(lines)
		alltest.Check(t, html.UnescapeString(read.Replace(got)) == want, "%q: %q, want it read as %q", text, got, want)
	})
}

// TestTerminal: nothing is left that a terminal obeys, and JSON stays JSON of the
// same value.
func TestTerminal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := odd().Draw(t, "text")
		got := markup.Terminal(text)
		for _, r := range got {
			if r != '\t' && r != '\n' && (r < 0x20 || r >= 0x7F && r < 0xA0 || r >= 0x2028 && r <= 0x202E || r >= 0x2066 && r <= 0x2069) {
				t.Errorf("%q: %q has %U", text, got, r)
			}
		}
		line := alltest.Must(json.Marshal(text))(t)
		var back string
		if err := json.Unmarshal([]byte(markup.Terminal(string(line))), &back); err != nil || back != strings.ToValidUTF8(text, "\ufffd") && utf8.ValidString(text) {
			t.Errorf("%q as JSON: %q, %v", text, back, err)
		}
	})
}

// TestCell: what a spreadsheet would take for a formula is text.
func TestCell(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "ants": "ants", "=1+1": "'=1+1", "+cmd": "'+cmd", "-2": "'-2", "12": "12", "-x": "'-x", "@a": "'@a", "\tx": "'\tx", "\rx": "'\rx", "a=1": "a=1",
	} {
		alltest.Equal(t, markup.Cell(in), want, "%q is written", in)
	}
}
