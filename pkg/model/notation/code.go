package notation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"formicary/pkg/model"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// base36 are the digits of addresses: of base 16, 27, 32 and 36.
const base36 = "0123456789abcdefghijklmnopqrstuvwxyz"

// items is a code of items, one behind the other: read gives the next sign, or how many places have none; write has the signs of all places.
func items(parts []*model.Part, read func(b *sets.Address) (sign string, skip int), write func(t *tables, places []place, b *strings.Builder)) Code {
	return Code{
		parts: parts,
		read: func(t *tables, b *sets.Address) {
			t.fill(b, t.places(parts...), func() (string, int) { return read(b) })
		},
		write: func(t *tables, b *strings.Builder) { write(t, t.places(parts...), b) },
	}
}

// spelled writes the run of places before each sign, and the sign.
func spelled(first, most int, text func(sign string) (string, bool)) func(t *tables, places []place, b *strings.Builder) {
	return func(t *tables, places []place, b *strings.Builder) {
		t.spell(places, runs(b, first, most), func(sign string) bool {
			out, ok := text(sign)
			b.WriteString(out)
			return ok
		})
	}
}

// Numbers are numbers up to [puzzle.MaxNumber] and places without one, of several tables one behind the other
// (decodeNumber16 and decodeNumber16ExCell of pzpr.js). open is the sign of a number that is left open, ".".
func Numbers(open string, parts ...*model.Part) Code {
	return items(parts, func(b *sets.Address) (string, int) {
		n, run := b.Number()
		switch {
		case run > 0:
			return "", run
		case n == puzzle.UnknownNumber:
			return open, 0
		}
		return strconv.Itoa(n), 0
	}, spelled(16, 20, func(sign string) (string, bool) {
		if sign == open {
			return ".", true
		}
		n, number := puzzle.ParseNatural(sign)
		text, ok := puzzle.OneNumber(n)
		return text, ok && number
	}))
}

// Small are numbers from 0 to 4, which say too whether one or two places without number follow them
// (decode4Cell and decode4Cross of pzpr.js). open is as with [Numbers].
func Small(open string, part *model.Part) Code {
	const what = "a hexadecimal digit up to e, . or a letter from g to z"
	return items([]*model.Part{part}, func(b *sets.Address) (string, int) {
		column := b.Column()
		n := one(b, base36+".", what)
		switch {
		case n == 15:
			panic(b.Errorf(column, "expected %s, found 'f'", what))
		case n == len(base36):
			return open, 0
		case n > 15:
			return "", n - 15
		}
		return strconv.Itoa(n % 5), n / 5
	}, func(t *tables, places []place, b *strings.Builder) {
		run := runs(b, 16, 20)
		for i := 0; i < len(places); {
			sign, bare := t.sign(places[i]), 0
			for i+1+bare < len(places) && t.sign(places[i+1+bare]) == model.None {
				bare++
			}
			n, ok := puzzle.ParseNatural(sign)
			switch {
			case sign == model.None:
				run(bare + 1)
			case sign == open:
				b.WriteByte('.')
				bare = 0
			case !ok || n > 4:
				panic(t.refuse(places[i]))
			case i+1+bare == len(places): // behind the last place none has a number
				bare = min(bare, 2)
				b.WriteByte(base36[n+10])
			default:
				bare = min(bare, 2)
				b.WriteByte(base36[n+5*bare])
			}
			i += 1 + bare
		}
	})
}

// Pearls are the signs w and b, three places a character (decodeCircle of pzpr.js).
func Pearls(part *model.Part) Code { return packed(part, 3, false, model.None, "w", "b") }

// Marks is one sign, five places a character, or nothing where there is none (decodeEmpty of pzpr.js).
func Marks(part *model.Part, sign string) Code { return packed(part, 5, true, model.None, sign) }

// packed are signs as the digits of a number for so many places; nothing where all are [model.None] and may
// says so.
func packed(part *model.Part, group int, may bool, signs ...string) Code {
	base := 1
	for range group {
		base *= len(signs)
	}
	return Code{
		parts: []*model.Part{part},
		read: func(t *tables, b *sets.Address) {
			places := t.places(part)
			for at := 0; at < len(places) && !(may && at == 0 && b.Done()); at += group {
				column := b.Column()
				n := one(b, base36[:base], fmt.Sprintf("a character from 0 to %c", base36[base-1]))
				for i := at + group - 1; i >= at; i-- {
					if i < len(places) {
						t.set(places[i], signs[n%len(signs)], column)
					}
					n /= len(signs)
				}
			}
		},
		write: func(t *tables, b *strings.Builder) {
			var out strings.Builder
			for places := range slices.Chunk(t.places(part), group) {
				n := 0
				for i := range group {
					n *= len(signs)
					if i < len(places) { // the last character may have fewer
						digit := slices.Index(signs, t.sign(places[i]))
						if digit < 0 {
							panic(t.refuse(places[i]))
						}
						n += digit
					}
				}
				out.WriteByte(base36[n])
			}
			if text := out.String(); !may || strings.Trim(text, "0") != "" {
				b.WriteString(text)
			}
		},
	}
}

// Trees is one sign: each character says whether the next place has it, and how many without it
// follow (decode1Cell of pzpr.js).
func Trees(part *model.Part, sign string) Code {
	const most = 18 // places that a character stands for
	return items([]*model.Part{part}, func(b *sets.Address) (string, int) {
		n := one(b, base36, "a digit or a small letter")
		if n >= most {
			return "", n - most + 1
		}
		return sign, n
	}, func(t *tables, places []place, b *strings.Builder) {
		tree := false
		t.spell(places, func(n int) {
			if tree {
				b.WriteByte(base36[min(n, most-1)])
				n -= min(n, most-1)
			}
			runs(b, most, most)(n)
		}, func(s string) bool {
			tree = true
			return s == sign
		})
	})
}

// Letters is a number in every cell: one digit of base 36, or "-" and two of them; "." is a cell without one, and
// "@" or "%" a number that is left open, "?" (decodeHitori of pzpr.js).
func Letters(part *model.Part) Code {
	return items([]*model.Part{part}, func(b *sets.Address) (string, int) {
		const what = "a digit, a small letter, -, . or @"
		n := one(b, base36+"-.@%", what)
		switch n {
		case len(base36) + 1:
			return "", 1
		case len(base36) + 2, len(base36) + 3:
			return "?", 0
		case len(base36):
			n = one(b, base36, what) * len(base36)
			n += one(b, base36, what)
		}
		return strconv.Itoa(n), 0
	}, func(t *tables, places []place, b *strings.Builder) {
		for _, p := range places {
			n, ok := puzzle.ParseNatural(t.sign(p))
			switch sign := t.sign(p); {
			case sign == model.None:
				b.WriteByte('.')
			case sign == "?":
				b.WriteByte('@')
			case !ok || n >= len(base36)*len(base36):
				panic(t.refuse(p))
			case n >= len(base36):
				b.WriteString("-" + string(base36[n/len(base36)]) + string(base36[n%len(base36)]))
			default:
				b.WriteByte(base36[n])
			}
		}
	})
}

// Maybe is a code that is left out where its tables are empty.
func Maybe(code Code) Code {
	read, write := code.read, code.write
	code.read = func(t *tables, b *sets.Address) {
		if b.Done() {
			return
		}
		read(t, b)
	}
	code.write = func(t *tables, b *strings.Builder) {
		if !slices.ContainsFunc(t.places(code.parts...), func(p place) bool { return t.sign(p) != model.None }) {
			return
		}
		write(t, b)
	}
	return code
}

// Count is the number that the first line of the text has behind the size, up to a slash or the end.
func Count() Code {
	return Code{
		header: true,
		read: func(t *tables, b *sets.Address) {
			column := b.Column()
			number, _, _ := strings.Cut(b.Rest(), "/")
			if n, ok := puzzle.ParseNatural(number); !ok || n > puzzle.MaxNumber {
				panic(b.Errorf(column, "expected a number and /, found %s", puzzle.Quote(b.Rest())))
			}
			b.Take(len([]rune(number)) + 1)
			t.header = []string{number}
		},
		write: func(t *tables, b *strings.Builder) {
			if len(t.header) != 1 {
				panic(fmt.Errorf("an address cannot say %s", puzzle.Quote(strings.Join(t.header, " "))))
			}
			b.WriteString(t.header[0] + "/")
		},
	}
}

// Full says that the first line of the text has the number of columns behind the size, which an address
// does not say.
func Full() Code {
	return Code{
		header: true,
		read: func(t *tables, _ *sets.Address) {
			t.header = []string{strconv.Itoa(t.size.Cols)}
		},
		write: func(t *tables, _ *strings.Builder) {
			if said := strings.Join(t.header, " "); said != strconv.Itoa(t.size.Cols) {
				panic(fmt.Errorf("an address cannot say %s where it means %d", puzzle.Quote(said), t.size.Cols))
			}
		},
	}
}
