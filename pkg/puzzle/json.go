package puzzle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// JSON walks through the tokens of a JSON text and knows where they are, for
// readers whose errors name line and column.
type JSON struct {
	// Text is the whole input.
	Text []byte
	// At is the byte where the last token starts.
	At     int
	source string
	dec    *json.Decoder
}

// NewJSON returns a walk through a text that [ReadAll] has read; source names
// it in errors.
func NewJSON(source string, text []byte) *JSON {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	return &JSON{Text: text, source: source, dec: dec}
}

// Errorf is a [ParseError] at a byte of the text.
func (j *JSON) Errorf(at int, format string, args ...any) error {
	line, column := Position(j.Text, at)
	return Errorf(j.source, line, column, format, args...)
}

// Offset is the byte behind the last token.
func (j *JSON) Offset() int { return int(j.dec.InputOffset()) }

// Token reads one token and notes where it starts. Numbers are
// [json.Number].
func (j *JSON) Token(expected string) (json.Token, error) {
	j.At = j.Offset()
	for j.At < len(j.Text) && strings.IndexByte(" \t\r\n,:", j.Text[j.At]) >= 0 {
		j.At++
	}
	token, err := j.dec.Token()
	if err == nil {
		return token, nil
	}
	return nil, j.syntax(expected, err)
}

// syntax turns an error of the JSON decoder into one that names the place.
func (j *JSON) syntax(expected string, err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return j.Errorf(len(j.Text), "expected %s, found the end", expected)
	}
	at := j.At
	var wrong *json.SyntaxError
	if errors.As(err, &wrong) {
		if wrong.Offset > int64(len(j.Text)) || strings.Contains(wrong.Error(), "unexpected end") {
			return j.Errorf(len(j.Text), "expected %s, found the end", expected)
		}
		// The offset is that of the wrong character or of a separator before
		// it, depending on which part of the decoder complains.
		at = max(int(wrong.Offset)-1, 0)
		for i := at; i < len(j.Text); i++ {
			if strings.HasPrefix(wrong.Error(), "invalid character "+strconv.QuoteRune(rune(j.Text[i]))) {
				at = i
				break
			}
		}
	}
	return j.Errorf(at, "expected %s: %v", expected, err)
}

// Open reads the opening brace of an object.
func (j *JSON) Open(what string) error {
	token, err := j.Token(what)
	if err == nil && token != json.Delim('{') {
		return j.Errorf(j.At, "expected %s, found %s", what, ShowToken(token))
	}
	return err
}

// ShowToken writes a token for an error.
func ShowToken(token json.Token) string {
	if s, ok := token.(string); ok {
		return Quote(s)
	}
	return fmt.Sprint(token)
}

// Members calls f for every member of an object whose opening brace was read;
// f reads the value. A name that comes twice is an error.
func (j *JSON) Members(what string, f func(name string, at int) error) error {
	seen := map[string]bool{}
	for {
		token, err := j.Token("a member of " + what + " or }")
		if err != nil {
			return err
		}
		name, ok := token.(string)
		if !ok {
			return nil // the decoder lets nothing but a name or } pass here
		}
		at := j.At
		if seen[name] {
			return j.Errorf(at, "expected each member of %s once, found %s again", what, Quote(name))
		}
		seen[name] = true
		if err := f(name, at); err != nil {
			return err
		}
	}
}

// Elements reads an array; f is called for every element with the token that
// the element starts with, and reads the rest of it.
func (j *JSON) Elements(what string, f func(token json.Token) error) error {
	token, err := j.Token(what)
	if err == nil && token != json.Delim('[') {
		return j.Errorf(j.At, "expected %s, found %s", what, ShowToken(token))
	}
	if err != nil {
		return err
	}
	return j.Rest(what, f)
}

// Rest reads the rest of an array whose opening bracket was read; see
// [JSON.Elements].
func (j *JSON) Rest(what string, f func(token json.Token) error) error {
	for {
		token, err := j.Token("an element of " + what + " or ]")
		if err != nil {
			return err
		}
		if token == json.Delim(']') {
			return nil
		}
		if err := f(token); err != nil {
			return err
		}
	}
}

// Skip passes over one value.
func (j *JSON) Skip() error {
	depth := 0
	for {
		token, err := j.Token("a value")
		if err != nil {
			return err
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

// End is the error of anything but white space behind the last token.
func (j *JSON) End() error {
	j.At = j.Offset()
	if rest := bytes.TrimLeft(j.Text[j.At:], " \t\r\n"); len(rest) > 0 {
		c, _ := utf8.DecodeRune(rest)
		return j.Errorf(len(j.Text)-len(rest), "expected the end, found %q", c)
	}
	return nil
}

// JSONText writes a JSON string with as few escapes as the language allows.
func JSONText(s string) string {
	b := &strings.Builder{}
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic("puzzle: a string that JSON cannot hold: " + err.Error())
	}
	return strings.TrimSuffix(b.String(), "\n")
}
