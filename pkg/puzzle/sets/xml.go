package sets

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"

	"formicary/pkg/puzzle"
)

// XML walks through the tokens of an XML text and knows where they are, for readers whose errors name line and column.
type XML struct {
	// Text is the whole input.
	Text []byte
	// At is the byte where the last token starts.
	At     int
	source string
	dec    *xml.Decoder
}

// NewXML returns a walk through a text that [ReadAll] has read, whatever encoding the text says that it has; source names it
// in errors.
func NewXML(source string, text []byte) *XML {
	dec := xml.NewDecoder(bytes.NewReader(text))
	dec.CharsetReader = func(_ string, text io.Reader) (io.Reader, error) { return text, nil }
	return &XML{Text: text, source: source, dec: dec}
}

// Token reads one token, nil at the end. What is not XML ends the reading ([Reader]).
func (x *XML) Token() xml.Token {
	x.At = int(x.dec.InputOffset())
	token, err := x.dec.Token()
	if err != nil && !errors.Is(err, io.EOF) {
		x.wrong(err)
	}
	return token
}

// wrong ends the reading with an error of the decoder.
func (x *XML) wrong(err error) {
	message := err.Error()
	if syntax := (*xml.SyntaxError)(nil); errors.As(err, &syntax) {
		message = syntax.Msg
	}
	panic(x.Errorf(x.End(), "expected XML: %s", message))
}

// Decode reads the next element into a value; ok is false at the end. What is not XML ends the reading ([Reader]).
func (x *XML) Decode(into any, entities map[string]string) (ok bool) {
	x.dec.Entity = entities
	err := x.dec.Decode(into)
	if err != nil && !errors.Is(err, io.EOF) {
		x.wrong(err)
	}
	return err == nil
}

// End is the byte behind the last token.
func (x *XML) End() int { return int(x.dec.InputOffset()) }

// Errorf is a [puzzle.ParseError] at a byte of the text.
func (x *XML) Errorf(at int, format string, args ...any) *puzzle.ParseError {
	line, column := puzzle.Position(x.Text, at)
	return puzzle.Errorf(x.source, line, column, format, args...)
}

// Check ends the reading at a byte of the text with an error, if there is one (see [Reader]).
func (x *XML) Check(at int, err error) {
	if err != nil {
		panic(x.Errorf(at, "%v", err))
	}
}

// Attribute is the value of an element's attribute, empty where the element has none.
func Attribute(attributes []xml.Attr, name string) string {
	for _, a := range attributes {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
