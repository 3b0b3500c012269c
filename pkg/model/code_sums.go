package model

import (
	"strconv"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// sumDigits are the numbers up to 45 in addresses of Kakuro; "-" is none.
const sumDigits = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"

// CodeSums are walls with sums such as 16,23 and white cells 0 (decodeKakuro of pzpr.js). The first row and the first
// column, which have nothing but walls, do not count as part of the board there: their sums come behind those of the
// others, for each line that does not begin with a wall. A sum of 0 is none.
func CodeSums(part *Part) Code {
	const white = "0"
	parts := []*Part{part}
	sum := func(b *sets.Address) (string, error) {
		n, err := one(b, sumDigits+"-", "a sum: a digit, a letter from a to j, a capital or -")
		if n == 0 || n == len(sumDigits) {
			return "", err
		}
		return strconv.Itoa(n), err
	}
	// heads are the walls outside the board, and the cell at which the line of each begins.
	heads := func(a *addressed) (out [][2]place) {
		for col := 1; col < a.size.Cols; col++ {
			out = append(out, [2]place{{part, col}, {part, a.size.Cols + col}})
		}
		for row := 1; row < a.size.Rows; row++ {
			out = append(out, [2]place{{part, row * a.size.Cols}, {part, row*a.size.Cols + 1}})
		}
		return out
	}
	return Code{
		parts: parts, grows: 1,
		read: func(a *addressed, b *sets.Address) error {
			run := 0
			for _, p := range a.places(parts) {
				if p.index < a.size.Cols || p.index%a.size.Cols == 0 {
					continue
				}
				column := b.Column()
				if run == 0 {
					switch next := b.Peek(); {
					case next >= "k" && next <= "z":
						b.Take(1)
						run = int(next[0]-'k') + 1
					case next == ".":
						b.Take(1)
						continue
					default:
						down, err := sum(b)
						if err != nil {
							return err
						}
						right, err := sum(b)
						if err != nil {
							return err
						}
						if down+right != "" {
							a.set(p, down+","+right, column)
						}
						continue
					}
				}
				run--
				a.set(p, white, column)
			}
			if run > 0 {
				return b.Errorf(b.Column(), "expected no more cells, found %d", run)
			}
			for _, h := range heads(a) {
				if a.sign(h[1]) != white {
					continue
				}
				column := b.Column()
				n, err := sum(b)
				if err != nil {
					return err
				}
				switch {
				case n == "":
				case h[0].index < a.size.Cols:
					a.set(h[0], n+",", column)
				default:
					a.set(h[0], ","+n, column)
				}
			}
			return nil
		},
		write: func(a *addressed, b *strings.Builder) error {
			// put writes the sums of a wall.
			put := func(p place, down, right bool) error {
				d, r, _ := strings.Cut(a.sign(p), ",")
				if a.sign(p) == None {
					d = ""
				} else if !strings.Contains(a.sign(p), ",") {
					return a.refuse(p)
				}
				for i, text := range []string{d, r} {
					n, ok := puzzle.ParseNatural(text)
					switch {
					case text != "" && (!ok || n == 0 || n >= len(sumDigits) || i == 0 && !down || i == 1 && !right):
						return a.refuse(p)
					case i == 0 && down || i == 1 && right:
						b.WriteByte(sumDigits[n])
					}
				}
				return nil
			}
			run := 0
			flush := func() {
				for ; run > 0; run -= min(run, 16) {
					b.WriteByte(base36[19+min(run, 16)])
				}
			}
			for _, p := range a.places(parts) {
				switch sign := a.sign(p); {
				case p.index < a.size.Cols || p.index%a.size.Cols == 0:
				case sign == white:
					run++
				case sign == None:
					flush()
					b.WriteByte('.')
				default:
					flush()
					if err := put(p, true, true); err != nil {
						return err
					}
				}
			}
			flush()
			if corner := (place{part, 0}); a.sign(corner) != None {
				return a.refuse(corner)
			}
			for _, h := range heads(a) {
				top := h[0].index < a.size.Cols
				begins := a.sign(h[1]) == white
				if err := put(h[0], begins && top, begins && !top); err != nil {
					return err
				}
			}
			return nil
		},
	}
}
