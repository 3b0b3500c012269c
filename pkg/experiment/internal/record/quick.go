package record

import (
	"bytes"
	"reflect"
	"strconv"
)

// quick reads an object as [Append] writes it, without its last brace: members in the order of the struct's fields, no
// space, no escape in a text. It takes a fifth of the time of package encoding/json. The rest of the text is nil for any
// other object, which whoever asks reads in the other way. Lists keep their memory.
func (s *shape) quick(text []byte, to reflect.Value) (rest []byte) {
	next := byte('{')
	for i, name := range s.names {
		size := len(name) + len(`{"":`)
		if len(text) < size || text[0] != next || text[1] != '"' || string(text[2:size-2]) != name || text[size-2] != '"' || text[size-1] != ':' {
			if left := to.Field(i); left.Kind() == reflect.Slice {
				left.SetLen(0)
			} else {
				left.SetZero()
			}
			continue
		}
		if text = s.inner[i].quickValue(text[size:], to.Field(i)); text == nil {
			return nil
		}
		next = ','
	}
	if next == '{' {
		return after(text, '{')
	}
	return text
}

// after is a text without the byte with which it begins; nil where it begins otherwise.
func after(text []byte, begin byte) []byte {
	if len(text) == 0 || text[0] != begin {
		return nil
	}
	return text[1:]
}

// quickValue reads a value; s is the shape of its objects.
func (s *shape) quickValue(text []byte, to reflect.Value) (rest []byte) {
	switch to.Kind() {
	case reflect.Struct:
		return after(s.quick(text, to), '}')
	case reflect.Slice:
		to.SetLen(0)
		to.Grow(bytes.Count(text[:bytes.IndexByte(text, ']')+1], []byte{'{'}))
		for rest = after(text, '['); rest != nil; rest = after(text, ',') {
			n := to.Len()
			to.Grow(1)
			to.SetLen(n + 1)
			text = after(s.quick(rest, to.Index(n)), '}')
		}
		return after(text, ']')
	case reflect.String:
		end := 1
		for end < len(text) && text[end] >= ' ' && text[end] != '"' && text[end] != '\\' {
			end++
		}
		if end >= len(text) || text[0] != '"' || text[end] != '"' {
			return nil
		}
		if s := text[1:end]; string(s) != to.String() { // lines have much in common
			to.SetString(string(s))
		}
		return text[end+1:]
	}
	end := numeral(text)
	var err error
	switch {
	case to.CanInt():
		var n int64
		n, err = strconv.ParseInt(string(text[:end]), 10, to.Type().Bits())
		to.SetInt(n)
	case to.CanUint():
		var n uint64
		n, err = strconv.ParseUint(string(text[:end]), 10, to.Type().Bits())
		to.SetUint(n)
	default:
		var n float64
		n, err = strconv.ParseFloat(string(text[:end]), 64)
		to.SetFloat(n)
	}
	if err != nil {
		return nil
	}
	return text[end:]
}

// numeral is the end of the number of JSON with which a text begins; 0 where there is none.
func numeral(text []byte) int {
	end, whole := 0, 0
	digits := func() bool {
		start := end
		for end < len(text) && text[end] >= '0' && text[end] <= '9' {
			end++
		}
		return end > start
	}
	at := func(one byte) bool { return end < len(text) && text[end] == one }
	if at('-') {
		end, whole = 1, 1
	}
	if !digits() || text[whole] == '0' && end > whole+1 {
		return 0
	}
	if at('.') {
		if end++; !digits() {
			return 0
		}
	}
	if at('e') {
		if end++; at('-') || at('+') {
			end++
		}
		if !digits() {
			return 0
		}
	}
	return end
}
