package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"formicary/pkg/lists"
)

// shape has the names that an object of JSON may have, and the shapes of the
// objects that are their values, or the elements of their values.
type shape struct {
	names  []string
	needed []bool
	inner  []*shape // nil where there are none
	any    bool     // of names
	strict bool
}

// ShapeOf is the shape of a struct in JSON. strict says that members without "omitempty"
// have to be there, and that none is null.
func ShapeOf(t reflect.Type, strict bool) *shape {
	for t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() == reflect.Map {
		return &shape{any: true}
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	s := &shape{strict: strict}
	for i := range t.NumField() {
		f := t.Field(i)
		name, how, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" {
			in := ShapeOf(f.Type, strict)
			s.names, s.needed, s.inner = append(s.names, in.names...), append(s.needed, in.needed...), append(s.inner, in.inner...)
			continue
		}
		s.names = append(s.names, name)
		s.needed = append(s.needed, strict && how == "")
		s.inner = append(s.inner, ShapeOf(f.Type, strict))
	}
	return s
}

// Decode reads an object of JSON of the shape, and tells where it is wrong.
func (s *shape) Decode(text []byte, to any) (offset int, err error) {
	err = json.Unmarshal(text, to)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return int(syntax.Offset), err
	case errors.As(err, &kind):
		return int(kind.Offset), err
	case err != nil:
		return 0, err
	}
	return s.check(text, nil)
}

// Where is the place of the nth value with such a path of names in valid JSON of the shape:
// "engines.hash"; the end where there is none.
func (s *shape) Where(text []byte, path string, n int) int {
	place := len(text)
	_, _ = s.check(text, func(at string, offset int) {
		if at == path {
			if n == 0 {
				place = offset
			}
			n--
		}
	})
	return place
}

// check finds a name in valid JSON that its object does not have, has twice, or lacks.
// [json.Unmarshal] skips the first, takes the last of the second, and does not
// tell small letters from capitals. note, unless it is nil, is told where values begin.
func (s *shape) check(text []byte, note func(path string, offset int)) (offset int, err error) {
	type object struct {
		*shape
		seen uint64 // one bit for each name
		name string // of the member
	}
	var open []object
	next := s // of the next object to begin
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{':
			open = append(open, object{shape: next})
		case '}':
			last := open[len(open)-1]
			for place, needed := range last.needed {
				if needed && last.seen&(1<<place) == 0 {
					return i, fmt.Errorf("there is no field %q", last.names[place])
				}
			}
			next, open = last.shape, open[:len(open)-1]
		case 'n': // of null
			if s.strict {
				return i, errors.New("null is no value")
			}
		case '"':
			start := i + 1
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			rest := bytes.TrimLeft(text[i+1:], " \t\r\n")
			if len(rest) == 0 || rest[0] != ':' {
				continue // a value
			}
			in := &open[len(open)-1]
			place := -1
			if in.shape != nil {
				place = slices.Index(in.names, string(text[start:i]))
			}
			switch {
			case in.shape != nil && in.any:
				continue
			case place < 0:
				return start, fmt.Errorf("unknown field %q", text[start:i])
			case in.seen&(1<<place) != 0:
				return start, fmt.Errorf("two fields %q", text[start:i])
			}
			in.seen |= 1 << place
			next = in.inner[place]
			if note != nil {
				in.name = in.names[place]
				path := lists.Map(open, func(o object) string { return o.name })
				value := bytes.TrimLeft(rest[1:], " \t\r\n")
				note(strings.Join(path, "."), len(text)-len(value))
			}
		}
	}
	return 0, nil
}
