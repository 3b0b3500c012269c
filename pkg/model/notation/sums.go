package notation

import (
	"strconv"
	"strings"

	"formicary/pkg/model"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// sumDigits are the numbers up to 45 in addresses of Kakuro; "-" is none.
const sumDigits = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"

// Sums are walls with sums such as 16,23 and white cells 0 (decodeKakuro of pzpr.js). The first row and the first
// column, which have nothing but walls, do not count as part of the board there: their sums come behind those of the
// others, for each line that does not begin with a wall. A sum of 0 is none.
func Sums(part *model.Part) Code {
	const white = "0"
	sum := func(b *sets.Address) string {
		n := one(b, sumDigits+"-", "a sum: a digit, a letter from a to j, a capital or -")
		if n == 0 || n == len(sumDigits) {
			return ""
		}
		return strconv.Itoa(n)
	}
	// heads are the walls outside the board, and the cell at which the line of each begins.
	heads := func(t *tables) (out [][2]place) {
		for col := 1; col < t.size.Cols; col++ {
			out = append(out, [2]place{{part, col}, {part, t.size.Cols + col}})
		}
		for row := 1; row < t.size.Rows; row++ {
			out = append(out, [2]place{{part, row * t.size.Cols}, {part, row*t.size.Cols + 1}})
		}
		return out
	}
	return Code{
		parts: []*model.Part{part}, grows: 1,
		read: func(t *tables, b *sets.Address) {
			run := 0
			for _, p := range t.places(part) {
				if p.index < t.size.Cols || p.index%t.size.Cols == 0 {
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
						down := sum(b)
						right := sum(b)
						if down+right != "" {
							t.set(p, down+","+right, column)
						}
						continue
					}
				}
				run--
				t.set(p, white, column)
			}
			if run > 0 {
				panic(b.Errorf(b.Column(), "expected no more cells, found %d", run))
			}
			for _, h := range heads(t) {
				if t.sign(h[1]) != white {
					continue
				}
				column := b.Column()
				n := sum(b)
				switch {
				case n == "":
				case h[0].index < t.size.Cols:
					t.set(h[0], n+",", column)
				default:
					t.set(h[0], ","+n, column)
				}
			}
		},
		write: func(t *tables, b *strings.Builder) {
			// put writes the sums of a wall.
			put := func(p place, down, right bool) {
				d, r, _ := strings.Cut(t.sign(p), ",")
				if t.sign(p) == model.None {
					d = ""
				} else if !strings.Contains(t.sign(p), ",") {
					panic(t.refuse(p))
				}
				for i, text := range []string{d, r} {
					n, ok := puzzle.ParseNatural(text)
					switch {
					case text != "" && (!ok || n == 0 || n >= len(sumDigits) || i == 0 && !down || i == 1 && !right):
						panic(t.refuse(p))
					case i == 0 && down || i == 1 && right:
						b.WriteByte(sumDigits[n])
					}
				}
			}
			run := 0
			flush := func() {
				runs(b, 20, 16)(run)
				run = 0
			}
			for _, p := range t.places(part) {
				switch sign := t.sign(p); {
				case p.index < t.size.Cols || p.index%t.size.Cols == 0:
				case sign == white:
					run++
				case sign == model.None:
					flush()
					b.WriteByte('.')
				default:
					flush()
					put(p, true, true)
				}
			}
			flush()
			if corner := (place{part, 0}); t.sign(corner) != model.None {
				panic(t.refuse(corner))
			}
			for _, h := range heads(t) {
				top := h[0].index < t.size.Cols
				begins := t.sign(h[1]) == white
				put(h[0], begins && top, begins && !top)
			}
		},
	}
}
