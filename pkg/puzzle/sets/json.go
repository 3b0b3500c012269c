package sets

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"formicary/pkg/puzzle"
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
	line, column := puzzle.Position(j.Text, at)
	return puzzle.Errorf(j.source, line, column, format, args...)
}

// Offset is the byte behind the last token.
func (j *JSON) Offset() int { return int(j.dec.InputOffset()) }

// Token reads one token and notes where it starts. Numbers are
// [json.Number].
func (j *JSON) Token(expected string) json.Token {
	j.At = j.Offset()
	for j.At < len(j.Text) && strings.IndexByte(" \t\r\n,:", j.Text[j.At]) >= 0 {
		j.At++
	}
	token, err := j.dec.Token()
	if err != nil {
		panic(j.syntax(expected, err))
	}
	return token
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

// ShowToken writes a token for an error.
func ShowToken(token json.Token) string {
	if s, ok := token.(string); ok {
		return puzzle.Quote(s)
	}
	return fmt.Sprint(token)
}

// end is the error of anything but white space behind the last token.
func (j *JSON) end() {
	j.At = j.Offset()
	if rest := bytes.TrimLeft(j.Text[j.At:], " \t\r\n"); len(rest) > 0 {
		c, _ := utf8.DecodeRune(rest)
		panic(j.Errorf(len(j.Text)-len(rest), "expected the end, found %q", c))
	}
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

// JSONValue is a value of a JSON text and where it stands, for readers that take many shapes of an input.
type JSONValue struct {
	// At is the byte where the value starts, and NameAt that where its name starts if it is a member of an object.
	At, NameAt int
	// Token is a string, a [json.Number], a bool, nil, or the bracket that opens the value.
	Token json.Token
	// Inside are the elements of an array and the values of an object.
	Inside []JSONValue
	// Names are those of an object's members, as Inside has their values.
	Names []string
}

// What is kept of a JSON text has at most so many values, and so many inside each other.
const (
	mostValues      = 1 << 22
	mostNestedValue = 100
)

// Values calls f for every value of a text; expected says what they are. Texts are mostly one value, and in JSON Lines
// several. One with more than 4,194,304 values inside, or with 100 inside each other, is an error, and so is a member
// that an object has twice.
func (j *JSON) Values(expected string, f func(v JSONValue)) {
	for {
		f(j.value(j.Token(expected), new(int), 0))
		if rest := bytes.TrimLeft(j.Text[j.Offset():], " \t\r\n"); len(rest) == 0 || rest[0] != '{' && rest[0] != '[' {
			j.end()
			return
		}
	}
}

// Value is the only value of a text, with the limits of [JSON.Values].
func (j *JSON) Value(expected string) JSONValue {
	v := j.value(j.Token(expected), new(int), 0)
	j.end()
	return v
}

func (j *JSON) value(token json.Token, count *int, depth int) (v JSONValue) {
	v = JSONValue{At: j.At, Token: token}
	inside := func(token json.Token) {
		v.Inside = append(v.Inside, j.value(token, count, depth+1))
	}
	switch *count++; {
	case *count > mostValues:
		panic(j.Errorf(j.At, "expected at most %s values, found more", puzzle.Thousands(mostValues)))
	case depth > mostNestedValue:
		panic(j.Errorf(j.At, "expected at most %d values inside each other, found more", mostNestedValue))
	case token == json.Delim('['):
		for token := j.Token("an element of the array or ]"); token != json.Delim(']'); token = j.Token("an element of the array or ]") {
			inside(token)
		}
	case token == json.Delim('{'):
		for seen := map[string]bool{}; ; {
			name, ok := j.Token("a member of the object or }").(string)
			if !ok {
				return v // the decoder lets nothing but a name or } pass here
			}
			at := j.At
			if seen[name] {
				panic(j.Errorf(at, "expected each member of the object once, found %s again", puzzle.Quote(name)))
			}
			seen[name], v.Names = true, append(v.Names, name)
			inside(j.Token("the value of " + puzzle.Quote(name)))
			v.Inside[len(v.Inside)-1].NameAt = at
		}
	}
	return v
}

// IsArray says whether the value is an array.
func (v JSONValue) IsArray() bool { return v.Token == json.Delim('[') }

// IsObject says whether the value is an object.
func (v JSONValue) IsObject() bool { return v.Token == json.Delim('{') }

// Text is the text of a string or the digits of a number; ok is false for other values.
func (v JSONValue) Text() (text string, ok bool) {
	switch token := v.Token.(type) {
	case string:
		return token, true
	case json.Number:
		return token.String(), true
	}
	return "", false
}

// Flat says whether the value is an array without arrays and objects inside.
func (v JSONValue) Flat() bool {
	return v.IsArray() && !slices.ContainsFunc(v.Inside, func(w JSONValue) bool { return w.IsArray() || w.IsObject() })
}

// JSONName is a member's name without capitals and without anything but letters: "row_clues" and "rowClues" are one.
func JSONName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, strings.ToLower(name))
}

// Unmarshal reads JSON that is no set. The error has the place of what is wrong, and says what was expected there.
func Unmarshal(source string, text []byte, to any, expected string) error {
	err := json.Unmarshal(text, to)
	if err == nil {
		return nil
	}
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	offset := int64(1)
	if errors.As(err, &syntax) {
		offset = syntax.Offset
	} else if errors.As(err, &kind) {
		offset = kind.Offset
	}
	line, column := puzzle.Position(text, int(max(offset-1, 0)))
	return puzzle.Errorf(source, line, column, "%s: %v", expected, err)
}
