package puzzle

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

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
func (j *JSON) Values(expected string, f func(v JSONValue) error) error {
	for {
		token, err := j.Token(expected)
		if err != nil {
			return err
		}
		count := 0
		v, err := j.value(token, &count, 0)
		if err == nil {
			err = f(v)
		}
		if err != nil {
			return err
		}
		if rest := bytes.TrimLeft(j.Text[j.Offset():], " \t\r\n"); len(rest) == 0 || rest[0] != '{' && rest[0] != '[' {
			return j.End()
		}
	}
}

func (j *JSON) value(token json.Token, count *int, depth int) (v JSONValue, err error) {
	v = JSONValue{At: j.At, Token: token}
	inside := func(token json.Token) error {
		w, err := j.value(token, count, depth+1)
		v.Inside = append(v.Inside, w)
		return err
	}
	switch *count++; {
	case *count > mostValues:
		return v, j.Errorf(j.At, "expected at most %s values, found more", Thousands(mostValues))
	case depth > mostNestedValue:
		return v, j.Errorf(j.At, "expected at most %d values inside each other, found more", mostNestedValue)
	case token == json.Delim('['):
		err = j.Rest("the array", inside)
	case token == json.Delim('{'):
		err = j.Members("the object", func(name string, at int) error {
			v.Names = append(v.Names, name)
			token, err := j.Token("the value of " + Quote(name))
			if err == nil {
				err = inside(token)
				v.Inside[len(v.Inside)-1].NameAt = at
			}
			return err
		})
	}
	return v, err
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
