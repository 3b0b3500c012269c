package formats

import (
	"strconv"
	"strings"

	"formicary/pkg/puzzle"
)

// game is a game of the collection that is a kind of the lab.
type game struct {
	name, kind string
	// square says that the parameters have one number for the size.
	square bool
	// killer is the kind that the option k makes of it.
	killer string
	// variants are options that change the rules, with what they say; usual are the numbers behind them that do not.
	variants map[rune]string
	usual    map[rune]string
	// read reads the board.
	read func(r *gameReader)
}

// games are the games that the lab has, too.
var games = []*game{
	{name: "Bridges", kind: "hashi", read: gameCells("12345678", nil), variants: map[rune]string{'m': "another number of bridges between two islands", 'L': "no loops"}, usual: map[rune]string{'m': "2"}},
	{name: "Filling", kind: "fillomino", read: gameCells("123456789", nil)},
	{name: "Galaxies", kind: "galaxies", read: gameCentres},
	{name: "Keen", kind: "kenken", square: true, read: gameKeen},
	{name: "Light Up", kind: "akari", read: gameCells("01234", map[rune]string{'B': "x"})},
	{name: "Loopy", kind: "slitherlink", read: gameCells("01234", nil), variants: map[rune]string{'t': "a grid of other cells than squares"}, usual: map[rune]string{'t': "0"}},
	{name: "Mosaic", kind: "mosaic", read: gameCells("0123456789", nil)},
	{name: "Pattern", kind: "nonogram", read: gameLines},
	{name: "Pearl", kind: "masyu", read: gameCells("", map[rune]string{'W': "w", 'B': "b"})},
	{name: "Range", kind: "kuromasu", read: gameNumbers(clues)},
	{name: "Rectangles", kind: "shikaku", read: gameNumbers(clues)},
	{name: "Singles", kind: "hitori", read: gameHitori},
	{name: "Slant", kind: "gokigennaname", read: gameCorners},
	{name: "Solo", kind: "sudoku", killer: "killersudoku", square: true, read: gameSolo, variants: soloVariants},
	{name: "Solo", kind: "killersudoku", killer: "killersudoku", square: true, read: gameKiller, variants: soloVariants},
	{name: "Tents", kind: "tent", read: gameTents},
	{name: "Towers", kind: "skyscraper", square: true, read: gameTowers},
	{name: "Unruly", kind: "binairo", read: gameUnruly, variants: map[rune]string{'u': "no two equal rows or columns"}},
}

var soloVariants = map[rune]string{'x': "both long diagonals", 'j': "a jigsaw instead of boxes"}

// places reads signs for the places of a table: a letter from a to z is a run of 1 to 26 places without one, and
// all else is for sign, which says what it read at the next place; nothing is an error.
func (r *gameReader) places(t table, what string, sign func() string) {
	words := r.sheet.get(t)
	for i := 0; i < len(words); {
		at := r.at()
		if c := r.peek(); c >= 'a' && c <= 'z' {
			if i += int(c-'a') + 1; i > len(words) {
				panic(r.expected("a shorter run of places"))
			}
			r.next++
			continue
		}
		text := sign()
		if text == "" {
			panic(r.expected(what))
		}
		words[i] = word{text, at}
		i++
	}
}

// gameCells reads one character for each clue: one of the digits, or a sign with another meaning.
func gameCells(digits string, signs map[rune]string) func(r *gameReader) {
	return func(r *gameReader) { r.characters(clues, digits, signs) }
}

func (r *gameReader) characters(t table, digits string, signs map[rune]string) {
	what := "a letter from a to z"
	if digits != "" {
		what += ", a digit from " + digits[:1] + " to " + digits[len(digits)-1:]
	}
	if signs['B'] != "" {
		what += ", B"
	}
	if signs['W'] != "" {
		what += ", W"
	}
	r.places(t, what, func() string {
		c := r.peek()
		text := signs[c]
		if c > 0 && strings.ContainsRune(digits, c) {
			text = string(c)
		}
		if text != "" {
			r.next++
		}
		return text
	})
}

// gameNumbers reads decimal numbers, with "_" between two of them.
func gameNumbers(t table) func(r *gameReader) {
	return func(r *gameReader) {
		r.places(t, "", func() string {
			if r.peek() == '_' && r.next > 0 {
				r.next++
			}
			return strconv.Itoa(r.number("a letter from a to z or a number", puzzle.MaxNumber))
		})
	}
}

func gameCorners(r *gameReader) { r.characters(corners, "01234", nil) }

// gameHitori reads a character for each cell: digits, small letters from 10 on and capitals from 36 on.
func gameHitori(r *gameReader) {
	const signs = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	for i := range r.sheet.get(clues) {
		n := strings.IndexRune(signs, r.peek())
		if n < 1 || r.next >= len(r.text) {
			panic(r.expected("a digit from 1 to 9 or a letter"))
		}
		r.sheet.put(clues, i, strconv.Itoa(n), r.at())
		r.next++
	}
}

// gameCentres reads the centres of galaxies among the middles, sides and corners of cells: a letter from a to y is a run of
// 0 to 24 places and then one, white or, if it is a capital, black; z is a run of 25.
func gameCentres(r *gameReader) {
	size := r.sheet.size
	wide := 2*size.Cols - 1
	black := place{}
	for i := 0; r.next < len(r.text); r.next++ {
		c := r.peek()
		if c == 'z' {
			i += 25
			continue
		}
		small := c
		if c >= 'A' && c <= 'Y' {
			small += 'a' - 'A'
		}
		if small < 'a' || small > 'y' {
			panic(r.expected("a letter from a to z or from A to Y"))
		}
		if c != small && black == (place{}) {
			black = r.at()
		}
		if i += int(small - 'a'); i >= wide*(2*size.Rows-1) {
			panic(r.expected("a centre inside the board"))
		}
		r.in.centre(r.sheet, i/wide, i%wide, r.at())
		i++
	}
	if black != (place{}) {
		r.in.warn(black, "black centres are read like white ones")
	}
}

// gameUnruly reads given cells: a letter from a to y is a run of 0 to 24 places and then one, 1 or, if it is a
// capital, 2; z and Z are a run of 25. The last letter stands for a place behind the board.
func gameUnruly(r *gameReader) {
	cells := r.sheet.get(clues)
	i := 0
	for ; r.next < len(r.text); r.next++ {
		c := r.peek()
		value := "1"
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
			value = "2"
		}
		if c < 'a' || c > 'z' {
			panic(r.expected("a letter"))
		}
		if i += int(c - 'a'); i > len(cells) || i == len(cells) && r.next < len(r.text)-1 {
			panic(r.expected("a place of the board"))
		}
		if c == 'z' {
			continue
		}
		if i < len(cells) {
			cells[i] = word{value, r.at()}
		}
		i++
	}
	if i != len(cells)+1 {
		panic(r.expected("more places"))
	}
}

// gameTents reads trees like gameUnruly, with "_" for a run of 0, and then a number for each column and row.
func gameTents(r *gameReader) {
	cells := r.sheet.get(clues)
	i := 0
	for ; r.peek() != ',' && r.next < len(r.text); r.next++ {
		c := r.peek()
		run := int(c-'a') + 1
		switch {
		case c == '_':
			run = 0
		case c == 'z':
			if i += 25; i > len(cells) {
				panic(r.expected("a place of the board"))
			}
			continue
		case c < 'a' || c > 'z':
			panic(r.expected("a letter, _ or a comma"))
		}
		if i += run; i > len(cells) {
			panic(r.expected("a place of the board"))
		}
		if i < len(cells) {
			cells[i] = word{"x", r.at()}
		}
		i++
	}
	if i != len(cells)+1 {
		panic(r.expected("more places of the board"))
	}
	for _, t := range []table{top, left} {
		for i := range r.sheet.get(t) {
			if r.peek() != ',' {
				panic(r.expected("a comma and a number for each column and row"))
			}
			r.next++
			at := r.at()
			if r.peek() == '0' {
				r.next++
				r.sheet.put(t, i, "0", at)
				continue
			}
			n := r.number("a number", mostCells)
			r.sheet.put(t, i, strconv.Itoa(n), at)
		}
	}
}

// gameLines reads the blocks of each column and row, with dots between them and a slash behind each line but the
// last. Given cells may follow a comma; the lab has none.
func gameLines(r *gameReader) {
	first := true
	for _, t := range []table{top, left} {
		for i := range r.sheet.get(t) {
			if !first {
				if r.peek() != '/' {
					panic(r.expected("/ between lines"))
				}
				r.next++
			}
			first = false
			at, blocks := r.at(), []string{}
			for r.peek() >= '0' && r.peek() <= '9' {
				n := r.number("the length of a block", mostCells)
				if blocks = append(blocks, strconv.Itoa(n)); r.peek() != '.' {
					break
				}
				r.next++
			}
			if len(blocks) > 0 {
				r.sheet.put(t, i, strings.Join(blocks, ","), at)
			}
		}
	}
	r.sheet.empty()
	if r.peek() == ',' {
		panic(r.in.errorf(r.at(), "expected the end of the board, found given cells, which a nonogram of the lab does not have"))
	}
}
