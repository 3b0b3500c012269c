package model

import (
	"fmt"
	"strconv"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// base36 are the digits of addresses: of base 16, 27, 32 and 36.
const base36 = "0123456789abcdefghijklmnopqrstuvwxyz"

// CodeNumbers are numbers up to [puzzle.MaxNumber] and places without one, of several tables one behind the other
// (decodeNumber16 and decodeNumber16ExCell of pzpr.js). open is the sign of a number that is left open, ".".
func CodeNumbers(open string, parts ...*Part) Code {
	return Code{
		parts: parts,
		read: func(a *addressed, b *sets.Address) error {
			return a.fill(b, parts, func() (string, int, error) {
				n, run, err := b.Number()
				switch {
				case err != nil || run > 0:
					return "", run, err
				case n == puzzle.UnknownNumber:
					return open, 0, nil
				}
				return strconv.Itoa(n), 0, nil
			})
		},
		write: func(a *addressed, b *strings.Builder) error {
			run := 0
			for _, p := range a.places(parts) {
				sign := a.sign(p)
				if sign == None {
					run++
					continue
				}
				n, number := puzzle.ParseNatural(sign)
				if sign == open {
					n, number = puzzle.UnknownNumber, true
				}
				text, ok := puzzle.OneNumber(n)
				if !ok || !number {
					return a.refuse(p)
				}
				b.WriteString(puzzle.Run(run) + text)
				run = 0
			}
			b.WriteString(puzzle.Run(run))
			return nil
		},
	}
}

// CodeSmall are numbers from 0 to 4, which say too whether one or two places without number follow them
// (decode4Cell and decode4Cross of pzpr.js). open is as with [CodeNumbers].
func CodeSmall(open string, part *Part) Code {
	parts := []*Part{part}
	return Code{
		parts: parts,
		read: func(a *addressed, b *sets.Address) error {
			return a.fill(b, parts, func() (string, int, error) {
				column := b.Column()
				n, err := one(b, base36+".", "a hexadecimal digit up to e, . or a letter from g to z")
				switch {
				case err != nil:
					return "", 0, err
				case n == 15:
					return "", 0, b.Errorf(column, "expected a hexadecimal digit up to e, . or a letter from g to z, found 'f'")
				case n == len(base36):
					return open, 0, nil
				case n > 15:
					return "", n - 15, nil
				}
				return strconv.Itoa(n % 5), n / 5, nil
			})
		},
		write: func(a *addressed, b *strings.Builder) error {
			places := a.places(parts)
			bare := func(i int) bool { return i >= len(places) || a.sign(places[i]) == None }
			run := 0
			for i := 0; i < len(places); i++ {
				sign := a.sign(places[i])
				if sign == None {
					run++
					continue
				}
				b.WriteString(puzzle.Run(run))
				run = 0
				if sign == open {
					b.WriteByte('.')
					continue
				}
				n, ok := puzzle.ParseNatural(sign)
				if !ok || n > 4 {
					return a.refuse(places[i])
				}
				for range 2 {
					if !bare(i + 1) {
						break
					}
					i++
					n += 5
				}
				b.WriteByte(base36[n])
			}
			b.WriteString(puzzle.Run(run))
			return nil
		},
	}
}

// CodePearls are the signs w and b, three places a character (decodeCircle of pzpr.js).
func CodePearls(part *Part) Code { return packed(part, []string{None, "w", "b"}, 3, false) }

// CodeMarks is one sign, five places a character, or nothing where there is none (decodeEmpty of pzpr.js).
func CodeMarks(part *Part, sign string) Code { return packed(part, []string{None, sign}, 5, true) }

// packed are signs as the digits of a number for so many places; nothing where all are [None] and may
// says so.
func packed(part *Part, signs []string, group int, may bool) Code {
	parts := []*Part{part}
	base := 1
	for range group {
		base *= len(signs)
	}
	return Code{
		parts: parts,
		read: func(a *addressed, b *sets.Address) error {
			places := a.places(parts)
			for at := 0; at < len(places) && !(may && at == 0 && b.Done()); at += group {
				column := b.Column()
				n, err := one(b, base36[:base], fmt.Sprintf("a character from 0 to %c", base36[base-1]))
				if err != nil {
					return err
				}
				for i := at + group - 1; i >= at; i-- {
					if i < len(places) {
						a.set(places[i], signs[n%len(signs)], column)
					}
					n /= len(signs)
				}
			}
			return nil
		},
		write: func(a *addressed, b *strings.Builder) error {
			places := a.places(parts)
			empty := true
			var out strings.Builder
			for at := 0; at < len(places); at += group {
				n := 0
				for i := at; i < at+group; i++ {
					digit := 0
					for i < len(places) && a.sign(places[i]) != signs[digit] {
						if digit++; digit == len(signs) {
							return a.refuse(places[i])
						}
					}
					n = n*len(signs) + digit
				}
				empty = empty && n == 0
				out.WriteByte(base36[n])
			}
			if !may || !empty {
				b.WriteString(out.String())
			}
			return nil
		},
	}
}

// CodeTrees is one sign: each character says whether the next place has it, and how many without it
// follow (decode1Cell of pzpr.js).
func CodeTrees(part *Part, sign string) Code {
	parts := []*Part{part}
	const most = 18 // places that a character stands for
	return Code{
		parts: parts,
		read: func(a *addressed, b *sets.Address) error {
			return a.fill(b, parts, func() (string, int, error) {
				n, err := one(b, base36, "a digit or a small letter")
				if n >= most {
					return "", n - most + 1, err
				}
				return sign, n, err
			})
		},
		write: func(a *addressed, b *strings.Builder) error {
			run, tree := 0, false
			flush := func() {
				if tree {
					b.WriteByte(base36[min(run, most-1)])
					run -= min(run, most-1)
				}
				for ; run > 0; run -= min(run, most) {
					b.WriteByte(base36[most-1+min(run, most)])
				}
			}
			for _, p := range a.places(parts) {
				switch a.sign(p) {
				case None:
					run++
				case sign:
					flush()
					tree = true
				default:
					return a.refuse(p)
				}
			}
			flush()
			return nil
		},
	}
}

// CodeLetters is a number in every cell: one digit of base 36, or "-" and two of them; "." is a cell without one, and
// "@" or "%" a number that is left open, "?" (decodeHitori of pzpr.js).
func CodeLetters(part *Part) Code {
	parts := []*Part{part}
	return Code{
		parts: parts,
		read: func(a *addressed, b *sets.Address) error {
			return a.fill(b, parts, func() (string, int, error) {
				const what = "a digit, a small letter, -, . or @"
				n, err := one(b, base36+"-.@%", what)
				switch n {
				case len(base36) + 1:
					return "", 1, err
				case len(base36) + 2, len(base36) + 3:
					return "?", 0, err
				case len(base36):
					var low int
					if n, err = one(b, base36, what); err == nil {
						low, err = one(b, base36, what)
					}
					n = n*len(base36) + low
				}
				return strconv.Itoa(n), 0, err
			})
		},
		write: func(a *addressed, b *strings.Builder) error {
			for _, p := range a.places(parts) {
				if sign := a.sign(p); sign == None || sign == "?" {
					b.WriteByte(".@"[b2i(sign == "?")])
					continue
				}
				n, ok := puzzle.ParseNatural(a.sign(p))
				switch {
				case !ok || n >= len(base36)*len(base36):
					return a.refuse(p)
				case n >= len(base36):
					b.WriteString("-" + string(base36[n/len(base36)]))
				}
				b.WriteByte(base36[n%len(base36)])
			}
			return nil
		},
	}
}

// CodeMaybe is a code that is left out where its tables are empty.
func CodeMaybe(code Code) Code {
	read, write := code.read, code.write
	code.read = func(a *addressed, b *sets.Address) error {
		if b.Done() {
			return nil
		}
		return read(a, b)
	}
	code.write = func(a *addressed, b *strings.Builder) error {
		for _, p := range a.places(code.parts) {
			if a.sign(p) != None {
				return write(a, b)
			}
		}
		return nil
	}
	return code
}
