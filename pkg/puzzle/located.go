package puzzle

import (
	"slices"
	"strconv"
)

// located is a part of a line: its characters, the column of each, and that behind the last.
type located struct {
	text    []rune
	columns []int
}

func locate(f Field) located {
	t := located{text: []rune(f.Text)}
	for i := range len(t.text) + 1 {
		t.columns = append(t.columns, f.Column+i)
	}
	return t
}

// from is what begins at a character, to what ends before one.
func (t located) from(i int) located { return located{t.text[i:], t.columns[i:]} }
func (t located) to(i int) located   { return located{t.text[:i], t.columns[:i+1]} }

// cut cuts a text at a character, as [strings.Cut] does.
func (t located) cut(at rune) (before, after located, found bool) {
	i := slices.Index(t.text, at)
	if i < 0 {
		return t, t.from(len(t.text)), false
	}
	return t.to(i), t.from(i + 1), true
}

// unescaped has the ASCII character that "%" and two hexadecimal digits stand for in their place.
func (t located) unescaped() located {
	var out located
	for i := 0; i < len(t.text); i++ {
		r, column := t.text[i], t.columns[i]
		if r == '%' && i+2 < len(t.text) {
			if n, err := strconv.ParseUint(string(t.text[i+1:i+3]), 16, 7); err == nil && n > ' ' {
				r = rune(n)
				i += 2
			}
		}
		out.text, out.columns = append(out.text, r), append(out.columns, column)
	}
	out.columns = append(out.columns, t.columns[len(t.text)])
	return out
}
