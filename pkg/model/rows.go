package model

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"formicary/pkg/puzzle"
)

// shapes are the links of a cell as a line, by the bits north, east, south, west.
var shapes = []rune("·╵╶└╷│┌├╴┘─┴┐┤┬┼")

// corners are triangles by the corner that they fill.
var corners = map[string]rune{"ne": '◥', "se": '◢', "sw": '◣', "nw": '◤'}

// spans are the bridges of a cell: across, and down.
var spans = [3][3]rune{{'.', '│', '║'}, {'─', '┌', '╓'}, {'═', '╒', '╔'}}

// Rows writes a board, one rune a cell: loops as lines, bridges as single and double ones, also where a cell with a clue has those
// to the next one, shaded cells as '#', or as their letter, numbers as digits and then letters, areas as letters. Where the board has nothing,
// what is given: a number, walls as '■', trees as 'T'. Other cells are '.', unset ones '?'.
func (p *Puzzle) Rows(board puzzle.Grid) []string {
	var areas []string
	if p.kind.Areas {
		areas = p.signs(board)
	}
	var rows []string
	var row []rune
	for cell, code := range board.Values {
		var r rune
		switch values, ok := p.form.digits(code); {
		case !p.variable(cell):
			r = p.givenRune(cell)
		case !ok || code == puzzle.Unset:
			r = '?'
		case p.kind.Areas:
			r = digit(areas[cell])
		default:
			if r = p.boardRune(cell, code, values); r == '.' {
				r = p.givenRune(cell)
			}
		}
		if row = append(row, r); len(row) == board.Cols {
			rows, row = append(rows, string(row)), nil
		}
	}
	return rows
}

// digit is a number as one rune: digits, then small letters, then capitals, then from 1 on again.
func digit(number string) rune {
	const signs = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 {
		return '?'
	}
	if n >= len(signs) {
		n = 1 + (n-1)%(len(signs)-1)
	}
	return rune(signs[n])
}

// givenRune is what is given in a cell.
func (p *Puzzle) givenRune(cell int) rune {
	if !p.instance.has(Clues) {
		return '.'
	}
	sign := p.Sign(Clues, cell)
	number := strings.TrimRight(sign, "nesw") // of an arrow
	switch mark := p.kind.mark(sign); {
	case mark == Blank || mark == Cornered:
		return '.'
	case mark == Tree:
		return 'T'
	case number != "" && strings.Trim(number, "0123456789") == "":
		return digit(number)
	case mark == Wall || mark == Sums:
		return '■'
	case utf8.RuneCountInString(sign) == 1:
		return []rune(sign)[0]
	}
	return '+'
}

// boardRune is what a board has in a cell; '.' where that is nothing.
func (p *Puzzle) boardRune(cell int, code uint8, values []int) rune {
	out, links, bit, layer := '.', 0, 0, 0
	var bridges [2]int
	for i, l := range p.form.layers {
		x := values[i]
		switch {
		case l.look == Line:
			links |= x << bit
			bit++
			continue
		case l.look == Bridge:
			bridges[min(layer, 1)], layer = min(x, 2), layer+1
			continue
		case l.at[cell].values == 0:
			continue
		case l.look == Number:
			if out = digit(p.sign(cell, code)); out == '?' {
				out = '.'
			}
			continue
		case l.look == Diagonal:
			return []rune(`\/`)[min(x, 1)]
		case l.look == Triangle:
			if r, ok := corners[p.sign(cell, code)]; ok {
				return r
			}
			continue
		case l.look == Disc:
			return []rune("○●")[min(x, 1)]
		case x == 0:
			continue
		}
		switch sign := p.sign(cell, code); {
		case l.look == Star:
			out = '*'
		case l.look == Tent:
			out = 'A'
		case l.look == Bulb:
			out = 'o'
		case l.look == Shade && l.radix > 2 && utf8.RuneCountInString(sign) == 1:
			out = []rune(sign)[0]
		default:
			out = '#'
		}
	}
	if bridges != [2]int{} {
		out = spans[bridges[0]][bridges[1]]
	}
	if links > 0 {
		out = shapes[links&15]
	}
	return out
}
