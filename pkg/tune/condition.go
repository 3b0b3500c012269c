package tune

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Condition is an expression of parameters, in the part of R's syntax that irace's files need: names, numbers, texts,
// TRUE, FALSE and NA; == != < <= > >= and %in% c(…); & && | || !; + - * /; as.numeric(…) and is.na(…). A name with a
// hyphen stands between backticks, or has a dot instead. Values of parameters without a range are texts, and texts compare
// as texts do. A parameter that does not matter is NA. The empty condition always holds; one that is NA does not.
type Condition string

// Holds says whether a condition holds for a configuration.
func (space Space) Holds(c Condition, of Config) bool {
	v, _ := c.eval(func(name string) any { return space.value(name, of) }) // validate has read it
	return v == true
}

// value is that of a parameter as a number or as a text; nil where it has none.
func (space Space) value(name string, of Config) any {
	text, ok := of[name]
	i := slices.IndexFunc(space, func(p Parameter) bool { return p.Name == name })
	switch {
	case !ok:
		return nil
	case i >= 0 && space[i].Values == nil:
		return numeric(text)
	}
	return text
}

// Check says what is wrong with a condition on the parameters of the space, with the column.
func (c Condition) Check(space Space) error {
	some, unknown := Config{}, ""
	for _, p := range space {
		some[p.Name] = append(p.Values, p.text(0))[0]
	}
	_, err := c.eval(func(name string) any {
		if _, ok := some[name]; !ok {
			unknown = name
		}
		return space.value(name, some)
	})
	if err == nil && unknown != "" {
		err = fmt.Errorf("%q has %s, which is no parameter before it", c, unknown)
	}
	return err
}

// Spelled is the condition with each name as another func writes it.
func (c Condition) Spelled(name func(string) string) string {
	var out strings.Builder
	e := reading{text: string(c)}
	for e.next(); e.kind != end; e.next() {
		out.WriteString(e.text[e.before:e.start])
		if e.kind == word && !slices.Contains(reserved, e.token) {
			out.WriteString(name(e.token))
		} else {
			out.WriteString(e.text[e.start:e.at])
		}
	}
	return out.String()
}

func (c Condition) eval(value func(name string) any) (out any, err error) {
	if strings.TrimSpace(string(c)) == "" {
		return true, nil
	}
	e := reading{text: string(c), value: value}
	defer func() {
		if r := recover(); r != nil {
			wrong, ok := r.(wrongCondition)
			if !ok {
				panic(r)
			}
			err = errors.New(string(wrong))
		}
	}()
	e.next()
	if out = e.either(); e.kind != end {
		e.fail("an operator or the end")
	}
	if _, ok := out.(bool); out != nil && !ok {
		e.fail("a comparison")
	}
	return out, nil
}

// reserved are the words of the language itself.
var reserved = []string{"TRUE", "FALSE", "NA", "c", "as.numeric", "is.na"}

// The kinds of tokens.
const (
	end = iota
	word
	number
	text
	sign
)

// reading is a condition as it is read and computed at once. Values are bool, float64, string, or nil, which is NA.
type reading struct {
	text              string
	value             func(name string) any
	before, start, at int // of the token
	kind              int
	token             string
}

type wrongCondition string

func (e *reading) fail(expected string) {
	found := "the end"
	if e.kind != end {
		found = e.text[e.start:e.at]
	}
	panic(wrongCondition(fmt.Sprintf("column %d of %q: expected %s, found %s", e.start+1, e.text, expected, found)))
}

// signs are the operators and brackets, long ones first.
var signs = []string{"%in%", "==", "!=", "<=", ">=", "&&", "||", "<", ">", "&", "|", "!", "+", "-", "*", "/", "(", ")", ","}

func (e *reading) next() {
	e.before = e.at
	rest := strings.TrimLeft(e.text[e.at:], " \t")
	e.start = len(e.text) - len(rest)
	take := func(kind, length int) { e.kind, e.token, e.at = kind, rest[:length], e.start+length }
	first, size := utf8.DecodeRuneInString(rest)
	switch {
	case rest == "":
		take(end, 0)
	case unicode.IsDigit(first) || first == '.' && len(rest) > 1 && unicode.IsDigit(rune(rest[1])):
		n := len(rest)
		for ; n > 1; n-- { // the longest one
			if _, err := strconv.ParseFloat(rest[:n], 64); err == nil && !strings.ContainsAny(rest[:n], "_xXpP") {
				break
			}
		}
		take(number, n)
	case unicode.IsLetter(first) || first == '.':
		n := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' && r != '_' })
		if n < 0 {
			n = len(rest)
		}
		take(word, n)
		if !slices.Contains(reserved, e.token) {
			e.token = strings.ReplaceAll(e.token, ".", "-")
		}
	case strings.ContainsRune("`'\"", first):
		n := strings.IndexRune(rest[1:], first)
		if n < 0 {
			take(sign, len(rest))
			e.fail("another " + string(first))
		}
		take(map[bool]int{true: word, false: text}[first == '`'], n+2)
		e.token = e.token[1 : n+1]
	default:
		i := slices.IndexFunc(signs, func(s string) bool { return strings.HasPrefix(rest, s) })
		if i < 0 {
			take(sign, size)
			e.fail("a name, a value or an operator")
		}
		take(sign, len(signs[i]))
	}
}

// is says whether the token is one of some signs, and takes it.
func (e *reading) is(signs ...string) (which string, ok bool) {
	if which, ok = e.token, e.kind == sign && slices.Contains(signs, e.token); ok {
		e.next()
	}
	return which, ok
}

func (e *reading) expect(sign string) {
	if _, ok := e.is(sign); !ok {
		e.fail(sign)
	}
}

// truth is a value as R takes it for a logical one.
func (e *reading) truth(v any) any {
	switch v := v.(type) {
	case float64:
		return v != 0
	case string:
		e.fail("a comparison before this")
	}
	return v
}

// either, both, not and comparison are the operators, from those that bind least.
func (e *reading) either() any { return e.joined(e.both, true, "|", "||") }
func (e *reading) both() any   { return e.joined(e.not, false, "&", "&&") }

// joined is what a row of parts comes to: decisive if one of them is, NA if one of the others is NA.
func (e *reading) joined(part func() any, decisive bool, signs ...string) any {
	v := part()
	for {
		if _, ok := e.is(signs...); !ok {
			return v
		}
		v = e.truth(v)
		switch w := e.truth(part()); {
		case v == decisive || w == decisive:
			v = decisive
		case v == nil || w == nil:
			v = nil
		}
	}
}

func (e *reading) not() any {
	if _, ok := e.is("!"); !ok {
		return e.comparison()
	}
	if v, ok := e.truth(e.not()).(bool); ok {
		return !v
	}
	return nil
}

func (e *reading) comparison() any {
	a := e.sum()
	which, ok := e.is("==", "!=", "<", "<=", ">", ">=")
	if !ok {
		return a
	}
	order, known := compare(a, e.sum())
	if !known {
		return nil
	}
	return map[string]bool{"==": order == 0, "!=": order != 0, "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[which]
}

// compare compares two values as R does: as numbers if both are, and else as texts; known is false beside NA.
func compare(a, b any) (order int, known bool) {
	x, first := a.(float64)
	y, second := b.(float64)
	switch {
	case a == nil || b == nil:
		return 0, false
	case first && second && x < y:
		return -1, true
	case first && second:
		return map[bool]int{true: 1}[x > y], true
	}
	return strings.Compare(asText(a), asText(b)), true
}

func asText(v any) string {
	switch v := v.(type) {
	case float64:
		return strconv.FormatFloat(v, 'g', 15, 64)
	case bool:
		return strings.ToUpper(strconv.FormatBool(v))
	}
	return v.(string)
}

func (e *reading) sum() any     { return e.arithmetic(e.product, "+", "-") }
func (e *reading) product() any { return e.arithmetic(e.within, "*", "/") }

func (e *reading) arithmetic(part func() any, signs ...string) any {
	v := part()
	for {
		which, ok := e.is(signs...)
		if !ok {
			return v
		}
		w := part()
		x, first := v.(float64)
		y, second := w.(float64)
		switch {
		case v == nil || w == nil:
			v = nil
		case !first || !second:
			e.fail("numbers on both sides of " + which + " before this")
		default:
			v = map[string]float64{"+": x + y, "-": x - y, "*": x * y, "/": x / y}[which]
		}
	}
}

func (e *reading) within() any {
	v := e.atom()
	if _, ok := e.is("%in%"); !ok {
		return v
	}
	if e.kind != word || e.token != "c" {
		e.fail("c(…)")
	}
	e.next()
	e.expect("(")
	found := false
	for {
		order, known := compare(v, e.atom())
		found = found || known && order == 0
		if _, ok := e.is(","); !ok {
			e.expect(")")
			return found
		}
	}
}

func (e *reading) atom() any {
	kind, token := e.kind, e.token
	switch kind {
	case number:
		e.next()
		x, _ := strconv.ParseFloat(token, 64) // next has tried it
		return x
	case text:
		e.next()
		return token
	case sign:
		if _, ok := e.is("("); ok {
			v := e.either()
			e.expect(")")
			return v
		}
		if _, ok := e.is("-", "+"); ok {
			if x, ok := e.atom().(float64); ok && token == "-" {
				return -x
			} else if ok {
				return x
			}
			return nil
		}
	case word:
		e.next()
		switch token {
		case "TRUE", "FALSE":
			return token == "TRUE"
		case "NA":
			return nil
		case "as.numeric", "is.na":
			e.expect("(")
			v := e.either()
			e.expect(")")
			if token == "is.na" {
				return v == nil
			}
			return numeric(v)
		}
		return e.value(token)
	}
	e.fail("a name or a value")
	return nil
}

// numeric is a value as a number, or NA.
func numeric(v any) any {
	if v == nil {
		return nil
	}
	if x, err := strconv.ParseFloat(asText(v), 64); err == nil && !math.IsNaN(x) {
		return x
	}
	return nil
}
