package nonogram

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"formicary/pkg/puzzle"
)

// pbnReader walks through the elements of a file.
type pbnReader struct {
	source string
	text   []byte
	dec    *xml.Decoder
	at     int // where the last token starts
	set    *puzzle.Collector
}

func (x *pbnReader) errorf(at int, format string, args ...any) error {
	line, column := puzzle.Position(x.text, at)
	return puzzle.Errorf(x.source, line, column, format, args...)
}

// token reads the next start, end or text.
func (x *pbnReader) token() (xml.Token, error) {
	x.at = int(x.dec.InputOffset())
	token, err := x.dec.Token()
	if err == nil {
		return token, nil
	}
	if errors.Is(err, io.EOF) {
		return nil, io.EOF
	}
	message := err.Error()
	var wrong *xml.SyntaxError
	if errors.As(err, &wrong) {
		message = wrong.Msg
	}
	return nil, x.errorf(int(x.dec.InputOffset()), "expected XML: %s", message)
}

// inside calls f for every element inside of the one whose start was read; f
// reads it to its end.
func (x *pbnReader) inside(f func(xml.StartElement) error) error {
	for {
		token, err := x.token()
		if err != nil {
			return err // the decoder itself finds elements without end
		}
		switch t := token.(type) {
		case xml.StartElement:
			if err := f(t); err != nil {
				return err
			}
		case xml.EndElement:
			return nil
		}
	}
}

// content is the text of the element whose start was read, and where it starts.
func (x *pbnReader) content() (string, int, error) {
	var b strings.Builder
	at := int(x.dec.InputOffset())
	depth := 1
	for {
		token, err := x.token()
		if err != nil {
			return "", at, err
		}
		switch t := token.(type) {
		case xml.CharData:
			b.Write(t)
		case xml.StartElement:
			depth++
		case xml.EndElement:
			if depth--; depth == 0 {
				return b.String(), at, nil
			}
		}
	}
}

func (x *pbnReader) skip(xml.StartElement) error {
	_, _, err := x.content()
	return err
}

// attribute is an attribute's value, or a default.
func attribute(e xml.StartElement, name, other string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return other
}
