package model

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// CodeBorders are the lines between regions: first those between columns, then those between rows, five a
// character (decodeBorder of pzpr.js). Regions are named by numbers in the order of their first
// cells. Lines that end inside a region are left out, with a warning.
func CodeBorders() Code {
	return Code{
		parts: []*Part{Regions},
		read: func(a *addressed, b *sets.Address) error {
			links := Links{size: a.size}
			joined := map[[2]int]bool{}
			lines := map[[2]int]int{} // where they were read
			for _, side := range [2]Direction{East, South} {
				bits, n, column := 0, 0, 0
				for cell := range a.size.Cells() {
					next, ok := links.Beside(cell, side)
					if !ok {
						continue
					}
					if n == 0 {
						var err error
						column = b.Column()
						if bits, err = one(b, base36[:32], "a character from 0 to v"); err != nil {
							return err
						}
						n = 5
					}
					n--
					if pair := [2]int{cell, next}; bits>>n&1 == 0 {
						joined[pair] = true
					} else {
						lines[pair] = column
					}
				}
			}
			regions := pieces(a.size, func(cell, next int) bool { return joined[[2]int{min(cell, next), max(cell, next)}] })
			for i, piece := range regions {
				a.signs[Regions][i] = strconv.Itoa(piece + 1)
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
			return nil
		},
		write: func(a *addressed, b *strings.Builder) error {
			names := a.signs[Regions]
			known := map[string]int{}
			for cell, piece := range pieces(a.size, func(cell, next int) bool { return names[cell] == names[next] }) {
				if before, ok := known[names[cell]]; ok && before != piece {
					return fmt.Errorf("an address cannot say that the region %s is in several pieces", puzzle.Quote(names[cell]))
				}
				known[names[cell]] = piece
			}
			links := Links{size: a.size}
			for _, side := range [2]Direction{East, South} {
				bits, n := 0, 0
				for cell := range names {
					if next, ok := links.Beside(cell, side); ok {
						bits = 2*bits + b2i(names[cell] != names[next])
						if n++; n == 5 {
							b.WriteByte(base36[bits])
							bits, n = 0, 0
						}
					}
				}
				if n > 0 {
					b.WriteByte(base36[bits<<(5-n)])
				}
			}
			return nil
		},
	}
}

// pieces are the pieces of cells that are joined, by number in the order of their first cells.
func pieces(size puzzle.Size, joined func(cell, next int) bool) []int {
	of := make([]int, size.Cells())
	n := 0
	for cell := range of {
		if of[cell] > 0 {
			continue
		}
		n++
		of[cell] = n
		for queue := []int{cell}; len(queue) > 0; {
			at := queue[0]
			queue = queue[1:]
			for next := range size.Neighbours(at) {
				if of[next] == 0 && joined(at, next) {
					of[next] = n
					queue = append(queue, next)
				}
			}
		}
	}
	for cell := range of {
		of[cell]--
	}
	return of
}

// CodeRooms are numbers of regions or none, in the order of their first cells, where they are put. It comes
// behind [CodeBorders] (decodeRoomNumber16 of pzpr.js).
func CodeRooms(part *Part) Code {
	const open = "?"
	rooms := &Part{Name: part.Name}
	list := CodeNumbers(open, rooms)
	firsts := func(a *addressed) (out []int, at map[string]int) {
		at = map[string]int{}
		for cell, name := range a.signs[Regions] {
			if _, ok := at[name]; !ok {
				at[name] = len(out)
				out = append(out, cell)
			}
		}
		return out, at
	}
	return Code{
		parts: []*Part{part},
		read: func(a *addressed, b *sets.Address) error {
			cells, _ := firsts(a)
			a.signs[rooms], a.columns[rooms] = make([]string, len(cells)), make([]int, len(cells))
			for i := range cells {
				a.signs[rooms][i] = None
			}
			if err := list.read(a, b); err != nil {
				return err
			}
			for i, cell := range cells {
				a.set(place{part, cell}, a.signs[rooms][i], a.columns[rooms][i])
			}
			return nil
		},
		write: func(a *addressed, b *strings.Builder) error {
			cells, at := firsts(a)
			a.signs[rooms] = make([]string, len(cells))
			for i := range cells {
				a.signs[rooms][i] = None
			}
			for cell, sign := range a.signs[part] {
				room := &a.signs[rooms][at[a.signs[Regions][cell]]]
				switch _, ok := puzzle.ParseNatural(sign); {
				case sign == None:
				case !ok && sign != open || *room != None:
					return a.refuse(place{part, cell})
				default:
					*room = sign
				}
			}
			return list.write(a, b)
		},
	}
}

// CodeArrows are numbers with a direction, such as 2e, and blocked cells x, which are arrows without number
// there (decodeArrowNumber16 of pzpr.js).
func CodeArrows(part *Part) Code {
	const directions = " nswe"
	parts := []*Part{part}
	return Code{
		parts: parts,
		read: func(a *addressed, b *sets.Address) error {
			return a.fill(b, parts, func() (string, int, error) {
				column := b.Column()
				first, err := one(b, base36+"-", "a digit, - or a small letter")
				if err != nil || first >= 10 && first < len(base36) {
					return "", first - 9, err
				}
				digits := 1 + first/5
				if first == len(base36) {
					if first, err = one(b, base36[:5], "a direction from 0 to 4"); err != nil {
						return "", 0, err
					}
					digits = 3
				}
				number := b.Take(digits)
				if number == "." {
					if first%5 != 0 {
						b.Warn(column, "an arrow without a number is left out: the cell is blocked all the same")
					}
					return "x", 0, nil
				}
				n, err := strconv.ParseUint(number, 16, 16)
				switch {
				case err != nil || len(number) != digits || strings.ToLower(number) != number || number[0] == '+':
					return "", 0, b.Errorf(column, "expected %s of an arrow, found %s", puzzle.Plural(digits, "hexadecimal digit"), puzzle.Quote(number))
				case first%5 == 0:
					return "", 0, b.Errorf(column, "expected a direction from 1 to 4, found 0")
				}
				return strconv.FormatUint(n, 10) + directions[first%5:first%5+1], 0, nil
			})
		},
		write: func(a *addressed, b *strings.Builder) error {
			run := 0
			flush := func() {
				for ; run > 0; run -= min(run, 26) {
					b.WriteByte(base36[9+min(run, 26)])
				}
			}
			for _, p := range a.places(parts) {
				sign := a.sign(p)
				if sign == None {
					run++
					continue
				}
				flush()
				if sign == "x" {
					b.WriteString("0.")
					continue
				}
				n, ok := puzzle.ParseNatural(sign[:len(sign)-1])
				switch d := strings.IndexByte(directions, sign[len(sign)-1]); {
				case !ok || d < 1 || n > puzzle.MaxNumber:
					return a.refuse(p)
				case n < 0x10:
					fmt.Fprintf(b, "%d%x", d, n)
				case n < 0x100:
					fmt.Fprintf(b, "%d%x", d+5, n)
				default:
					fmt.Fprintf(b, "-%d%x", d, n)
				}
			}
			flush()
			return nil
		},
	}
}

// CodeCentres are dots in the middle of cells, on their sides and at their corners: 0 to 3 as with
// [Centre] (decodeStar of pzpr.js). The colour of black dots is left out, with a warning.
func CodeCentres(part *Part) Code {
	parts := []*Part{part}
	// at is the place of a dot, by its index among those of half a cell's distance.
	at := func(a *addressed, dot int) (p place, sign string) {
		wide := 2*a.size.Cols - 1
		row, col := dot/wide, dot%wide
		return place{part, row/2*a.size.Cols + col/2}, []string{"0", "1", "2", "3"}[row%2*2+col%2]
	}
	dots := func(a *addressed) int { return (2*a.size.Cols - 1) * (2*a.size.Rows - 1) }
	return Code{
		parts: parts,
		read: func(a *addressed, b *sets.Address) error {
			black, first := 0, 0
			for dot := 0; dot < dots(a); {
				column := b.Column()
				n, err := one(b, base36, "a digit or a small letter")
				switch {
				case err != nil:
					return err
				case n > 15:
					if dot += n - 15; dot > dots(a) {
						return b.Errorf(column, "expected %d more places, found %d", dots(a)-dot+n-15, n-15)
					}
					continue
				}
				p, sign := at(a, dot)
				if a.sign(p) != None {
					return b.Errorf(column, "expected one dot in and beside a cell, found another at %v", a.size.At(p.index))
				}
				a.set(p, sign, column)
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
			return nil
		},
		write: func(a *addressed, b *strings.Builder) error {
			said := 0
			has := func(dot int) bool {
				if dot >= dots(a) {
					return false
				}
				p, sign := at(a, dot)
				return a.sign(p) == sign
			}
			run := 0
			for dot := 0; dot < dots(a); dot++ {
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
			for _, p := range a.places(parts) {
				if a.sign(p) != None {
					said--
				}
			}
			if said != 0 {
				return errors.New("an address cannot say all dots: expected 0 to 3, on the board")
			}
			return nil
		},
	}
}

// CodeCount is the number that the first line of the text has behind the size, up to a slash or the end.
func CodeCount() Code {
	return Code{
		header: true,
		read: func(a *addressed, b *sets.Address) error {
			column := b.Column()
			number, _, _ := strings.Cut(b.Rest(), "/")
			if n, ok := puzzle.ParseNatural(number); !ok || n > puzzle.MaxNumber {
				return b.Errorf(column, "expected a number and /, found %s", puzzle.Quote(b.Rest()))
			}
			b.Take(len([]rune(number)) + 1)
			a.header = []string{number}
			return nil
		},
		write: func(a *addressed, b *strings.Builder) error {
			if len(a.header) != 1 {
				return fmt.Errorf("an address cannot say %s", puzzle.Quote(strings.Join(a.header, " ")))
			}
			b.WriteString(a.header[0] + "/")
			return nil
		},
	}
}

// CodeFull says that the first line of the text has the number of columns behind the size, which an address
// does not say.
func CodeFull() Code {
	return Code{
		header: true,
		read: func(a *addressed, _ *sets.Address) error {
			a.header = []string{strconv.Itoa(a.size.Cols)}
			return nil
		},
		write: func(a *addressed, _ *strings.Builder) error {
			if said := strings.Join(a.header, " "); said != strconv.Itoa(a.size.Cols) {
				return fmt.Errorf("an address cannot say %s where it means %d", puzzle.Quote(said), a.size.Cols)
			}
			return nil
		},
	}
}
