package notation

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"formicary/pkg/model"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// side is what is between two cells: group 0 has the sides between columns, group 1 those between rows.
type side struct{ group, cell, next int }

// sides are those of a board: first those between columns, then those between rows, each in raster order.
func sides(size puzzle.Size) (out []side) {
	for group, step := range [2]int{1, size.Cols} {
		for cell := range size.Cells() {
			if at := size.At(cell); group == 0 && at.Col+1 < size.Cols || group == 1 && at.Row+1 < size.Rows {
				out = append(out, side{group, cell, cell + step})
			}
		}
	}
	return out
}

// Borders are the lines between regions: first those between columns, then those between rows, five a
// character (decodeBorder of pzpr.js). Regions are named by numbers in the order of their first
// cells. Lines that end inside a region are left out, with a warning.
func Borders() Code {
	const bits = 5 // of a character
	return Code{
		parts: []*model.Part{model.Regions},
		read: func(t *tables, b *sets.Address) {
			lines := map[[2]int]int{} // where they were read
			group, n, left, column := 0, 0, 0, 0
			for _, s := range sides(t.size) {
				if left == 0 || s.group != group {
					group, left, column = s.group, bits, b.Column()
					n = one(b, base36[:1<<bits], "a character from 0 to v")
				}
				if left--; n>>left&1 == 1 {
					lines[[2]int{s.cell, s.next}] = column
				}
			}
			regions := model.Components(t.size, func(cell, next int) bool {
				_, line := lines[[2]int{min(cell, next), max(cell, next)}]
				return !line
			})
			for i, piece := range regions {
				t.signs[model.Regions][i] = strconv.Itoa(piece + 1)
			}
			inside, first := 0, b.Column()
			for pair, column := range lines {
				if regions[pair[0]] == regions[pair[1]] {
					inside, first = inside+1, min(first, column)
				}
			}
			if inside > 0 {
				b.Warn(first, "%s left out: regions are what counts", puzzle.Plural(inside, "border that ends inside a region is", "borders that end inside a region are"))
			}
		},
		write: func(t *tables, b *strings.Builder) {
			names := t.signs[model.Regions]
			known := map[string]int{}
			for cell, piece := range model.Components(t.size, func(cell, next int) bool { return names[cell] == names[next] }) {
				if before, ok := known[names[cell]]; ok && before != piece {
					panic(fmt.Errorf("an address cannot say that the region %s is in several pieces", puzzle.Quote(names[cell])))
				}
				known[names[cell]] = piece
			}
			group, n, left := 0, 0, bits
			flush := func() {
				if left < bits {
					b.WriteByte(base36[n])
				}
				n, left = 0, bits
			}
			for _, s := range sides(t.size) {
				if s.group != group || left == 0 {
					flush()
				}
				group = s.group
				if left--; names[s.cell] != names[s.next] {
					n |= 1 << left
				}
			}
			flush()
		},
	}
}

// Rooms are numbers of regions or none, in the order of their first cells, where they are put. It comes
// behind [Borders] (decodeRoomNumber16 of pzpr.js).
func Rooms(part *model.Part) Code {
	const open = "?"
	rooms := &model.Part{Name: part.Name}
	list := Numbers(open, rooms)
	// firsts are the first cells of regions, and the number of each region by its name.
	firsts := func(t *tables) (out []int, at map[string]int) {
		at = map[string]int{}
		for cell, name := range t.signs[model.Regions] {
			if _, ok := at[name]; !ok {
				at[name] = len(out)
				out = append(out, cell)
			}
		}
		t.clear(rooms, len(out))
		return out, at
	}
	return Code{
		parts: []*model.Part{part},
		read: func(t *tables, b *sets.Address) {
			cells, _ := firsts(t)
			list.read(t, b)
			for i, cell := range cells {
				t.set(place{part, cell}, t.signs[rooms][i], t.columns[rooms][i])
			}
		},
		write: func(t *tables, b *strings.Builder) {
			_, at := firsts(t)
			for cell, sign := range t.signs[part] {
				room := &t.signs[rooms][at[t.signs[model.Regions][cell]]]
				switch _, ok := puzzle.ParseNatural(sign); {
				case sign == model.None:
				case !ok && sign != open || *room != model.None:
					panic(t.refuse(place{part, cell}))
				default:
					*room = sign
				}
			}
			list.write(t, b)
		},
	}
}

// Arrows are numbers with a direction, such as 2e, and blocked cells x, which are arrows without number
// there (decodeArrowNumber16 of pzpr.js).
func Arrows(part *model.Part) Code {
	const directions = " nswe"
	return items([]*model.Part{part}, func(b *sets.Address) (string, int) {
		column := b.Column()
		first := one(b, base36+"-", "a digit, - or a small letter")
		if first >= 10 && first < len(base36) {
			return "", first - 9
		}
		digits := 1 + first/5
		if first == len(base36) {
			first = one(b, base36[:5], "a direction from 0 to 4")
			digits = 3
		}
		number := b.Take(digits)
		if number == "." {
			if first%5 != 0 {
				b.Warn(column, "an arrow without a number is left out: the cell is blocked all the same")
			}
			return "x", 0
		}
		n, err := strconv.ParseUint(number, 16, 16)
		switch {
		case err != nil || len(number) != digits || strings.ToLower(number) != number || number[0] == '+':
			panic(b.Errorf(column, "expected %s of an arrow, found %s", puzzle.Plural(digits, "hexadecimal digit"), puzzle.Quote(number)))
		case first%5 == 0:
			panic(b.Errorf(column, "expected a direction from 1 to 4, found 0"))
		}
		return strconv.FormatUint(n, 10) + directions[first%5:first%5+1], 0
	}, spelled(10, 26, func(sign string) (string, bool) {
		if sign == "x" {
			return "0.", true
		}
		n, ok := puzzle.ParseNatural(sign[:len(sign)-1])
		switch d := strings.IndexByte(directions, sign[len(sign)-1]); {
		case !ok || d < 1 || n > puzzle.MaxNumber:
			return "", false
		case n < 0x10:
			return fmt.Sprintf("%d%x", d, n), true
		case n < 0x100:
			return fmt.Sprintf("%d%x", d+5, n), true
		default:
			return fmt.Sprintf("-%d%x", d, n), true
		}
	}))
}

// Centres are dots in the middle of cells, on their sides and at their corners: 0 to 3 as with
// [model.Centre] (decodeStar of pzpr.js). The colour of black dots is left out, with a warning.
func Centres(part *model.Part) Code {
	// at is the place of a dot, by its index among those of half a cell's distance.
	at := func(t *tables, dot int) (p place, sign string) {
		wide := 2*t.size.Cols - 1
		row, col := dot/wide, dot%wide
		return place{part, row/2*t.size.Cols + col/2}, []string{"0", "1", "2", "3"}[row%2*2+col%2]
	}
	dots := func(t *tables) int { return (2*t.size.Cols - 1) * (2*t.size.Rows - 1) }
	return Code{
		parts: []*model.Part{part},
		read: func(t *tables, b *sets.Address) {
			black, first := 0, 0
			for dot := 0; dot < dots(t); {
				column := b.Column()
				n := one(b, base36, "a digit or a small letter")
				if n > 15 {
					if dot += n - 15; dot > dots(t) {
						panic(b.Errorf(column, "expected %d more places, found %d", dots(t)-dot+n-15, n-15))
					}
					continue
				}
				p, sign := at(t, dot)
				if t.sign(p) != model.None {
					panic(b.Errorf(column, "expected one dot in and beside a cell, found another at %v", t.size.At(p.index)))
				}
				t.set(p, sign, column)
				dot += n/2 + 1
				if n%2 == 1 {
					if black++; black == 1 {
						first = column
					}
				}
			}
			if black > 0 {
				b.Warn(first, "the colour of %s is left out: here all dots are alike", puzzle.Plural(black, "black dot"))
			}
		},
		write: func(t *tables, b *strings.Builder) {
			said := 0
			has := func(dot int) bool {
				if dot >= dots(t) {
					return false
				}
				p, sign := at(t, dot)
				return t.sign(p) == sign
			}
			run := 0
			for dot := 0; dot < dots(t); dot++ {
				if !has(dot) {
					run++
					continue
				}
				said++
				b.WriteString(puzzle.Run(run))
				run = 0
				skip := 0
				for skip < 7 && !has(dot+skip+1) {
					skip++
				}
				b.WriteByte(base36[2*skip])
				dot += skip
			}
			b.WriteString(puzzle.Run(run))
			for _, p := range t.places(part) {
				if t.sign(p) != model.None {
					said--
				}
			}
			if said != 0 {
				panic(errors.New("an address cannot say all dots: expected 0 to 3, on the board"))
			}
		},
	}
}
