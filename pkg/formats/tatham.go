package formats

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"formicary/pkg/puzzle"
)

// tatham are game ids of Simon Tatham's Portable Puzzle Collection, one a line, and its save files:
//
//	5x5de:a2a2a0b1a11a2b3a…
//	SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
//
// An id is the parameters of a game, a colon and the board (decode_params and validate_desc of the collection's
// sources). An id with "#" has the seed of the collection's generator instead of a board. A save file has lines of
// a name of eight characters, the length of the text, and the text; those named CPARAMS and DESC are an
// id, and GAME says of which game.
var tatham = &foreign{
	name: "tatham", extension: ".sgt", doc: "game ids of Simon Tatham's collection, one a line, and its save files: puzzles only, not written",
	many:   "Simon Tatham's collection",
	starts: func(text string) bool { return strings.HasPrefix(text, saveWord+":") || isGameID(firstLine(text)) },
	reads:  func(kind string) bool { return gameOf(kind) != nil },
	read:   readTatham,
	names: func(text string) string {
		lines := map[string]string{}
		for line := range strings.Lines(text) {
			for _, name := range []string{"GAME", "CPARAMS"} {
				if w, ok := saved(strings.TrimRight(line, "\r\n"), name); ok {
					lines[name] = w.text
				}
			}
		}
		i := slices.IndexFunc(games, func(g *game) bool { return g.name == lines["GAME"] })
		switch {
		case i < 0:
			return ""
		case games[i].killer != "" && strings.Contains(lines["CPARAMS"], "k"):
			return games[i].killer
		}
		return games[i].kind
	},
}

const saveWord = "SAVEFILE"

// gameOf is the game of a kind; nil if the collection has none.
func gameOf(kind string) *game {
	for _, g := range games {
		if g.kind == kind {
			return g
		}
	}
	return nil
}

// gameID is a size, options of a letter and perhaps a number, and a board behind a colon or a seed behind "#".
var gameID = regexp.MustCompile(`^[1-9][0-9]{0,3}(x[1-9][0-9]{0,3})?([A-Za-z][0-9.]*)*(:\S+|#[0-9]{5,})$`)

// isGameID says whether a line looks like an id. It is not one if it could be a row of a board.
func isGameID(line string) bool { return gameID.MatchString(line) }

// saved is the text of a line of a save file with a name.
func saved(line, name string) (word, bool) {
	key, rest, ok := strings.Cut(line, ":")
	length, text, ok2 := strings.Cut(rest, ":")
	if !ok || !ok2 || strings.TrimRight(key, " ") != name || !isNumber(length) {
		return word{}, false
	}
	return word{text, place{1, len(key) + len(length) + 3}}, true
}

func readTatham(in *input) {
	g := gameOf(in.kind.Name)
	if strings.HasPrefix(in.text, saveWord+":") {
		in.save(g)
		return
	}
	number := 0
	for line := range strings.SplitSeq(in.text, "\n") {
		number++
		trimmed := strings.TrimSpace(line)
		if comment(trimmed) {
			continue
		}
		at := place{number, len([]rune(line[:strings.Index(line, trimmed)])) + 1}
		params, desc, ok := strings.Cut(trimmed, ":")
		if before, _, seed := strings.Cut(params, "#"); seed {
			at.column += len([]rune(before))
			panic(in.errorf(at, "expected a colon and the board, found # and a seed, of which only the collection's generator knows the board"))
		}
		if !ok {
			panic(in.errorf(at, "expected the parameters of %s, a colon and the board, found %s", g.name, puzzle.Quote(trimmed)))
		}
		board := word{desc, place{number, at.column + len([]rune(params)) + 1}}
		in.game(g, word{params, at}, board)
	}
}

// save reads a save file.
func (in *input) save(g *game) {
	texts := map[string]word{}
	number := 0
	for line := range strings.SplitSeq(in.text, "\n") {
		number++
		for _, name := range []string{"GAME", "CPARAMS", "DESC", "NSTATES"} {
			if w, ok := saved(strings.TrimRight(line, "\r"), name); ok && texts[name].text == "" {
				w.at.line = number
				texts[name] = w
			}
		}
	}
	if name := texts["GAME"]; name.text != g.name {
		other := ""
		if i := slices.IndexFunc(games, func(g *game) bool { return g.name == name.text }); i >= 0 {
			other = games[i].kind
		}
		panic(in.otherKind(name.at, name.text, other))
	}
	for _, name := range []string{"CPARAMS", "DESC"} {
		if texts[name].text == "" {
			panic(in.errorf(place{number, 1}, "expected a line %s, found the end", name))
		}
	}
	if states := texts["NSTATES"]; puzzle.ParseCount(states.text, mostCells) > 1 {
		in.warn(states.at, "the moves are left out")
	}
	in.game(g, texts["CPARAMS"], texts["DESC"])
}

// game reads an id.
func (in *input) game(g *game, params, desc word) {
	r := &gameReader{in: in, text: []rune(params.text), from: params.at}
	width := r.number("the width", mostCells)
	size := puzzle.Size{Rows: width, Cols: width}
	if r.peek() == 'x' && (!g.square || g.killer != "") {
		r.next++
		size.Rows = r.number("the height", mostCells)
	}
	if g.killer != "" { // Solo says how high a box is and how wide
		r.box = puzzle.Size{Rows: width, Cols: size.Rows}
		size = puzzle.Size{Rows: r.box.Cells(), Cols: r.box.Cells()}
	}
	if size.Rows > mostCells || size.Cols > mostCells || size.Cells() > mostCells {
		panic(in.errorf(params.at, "expected at most %d cells, found %v", mostCells, size))
	}
	r.options(g)
	r.sheet = newSheet(size, params.at)
	r.text, r.from, r.next = []rune(desc.text), desc.at, 0
	g.read(r)
	if r.next < len(r.text) {
		panic(r.expected("the end of the board"))
	}
	in.add(r.sheet)
}

// gameReader reads the characters of an id.
type gameReader struct {
	in     *input
	text   []rune
	from   place
	next   int
	sheet  *sheet
	box    puzzle.Size // of Solo
	killer bool        // of Solo
}

func (r *gameReader) at() place { return place{r.from.line, r.from.column + r.next} }

// peek is the next character, 0 at the end.
func (r *gameReader) peek() rune {
	if r.next < len(r.text) {
		return r.text[r.next]
	}
	return 0
}

// expected is the error of another character.
func (r *gameReader) expected(what string) error {
	if r.next >= len(r.text) {
		return r.in.errorf(r.at(), "expected %s, found the end", what)
	}
	return r.in.errorf(r.at(), "expected %s, found %q", what, r.peek())
}

// number reads a number of digits up to most.
func (r *gameReader) number(what string, most int) int {
	from := r.next
	for r.peek() >= '0' && r.peek() <= '9' {
		r.next++
	}
	text := string(r.text[from:r.next])
	n := puzzle.ParseCount(text, most)
	if n == 0 {
		if r.next = from; text == "" {
			panic(r.expected(what + " from 1 to " + strconv.Itoa(most)))
		}
		panic(r.in.errorf(r.at(), "expected %s from 1 to %d, found %s", what, most, puzzle.Quote(text)))
	}
	return n
}

// options reads what follows the size. Options of the generator say nothing about the puzzle; those that change the
// rules are refused.
func (r *gameReader) options(g *game) {
	for r.next < len(r.text) {
		letter := r.peek()
		if letter == 'k' && g.killer != "" {
			if r.killer = true; r.in.kind.Name != g.killer {
				panic(r.in.errorf(r.at(), "expected a puzzle of %s, found the option k of killer Sudoku", r.in.kind.Title))
			}
		} else if rule := g.variants[letter]; rule != "" && !r.plain(g, letter) {
			panic(r.in.errorf(r.at(), "expected the usual rules of %s, found the option %c: %s", r.in.kind.Title, letter, rule))
		}
		if r.next++; letter == 'd' && r.peek() >= 'a' && r.peek() <= 'z' { // difficulty
			r.next++
		}
		for r.peek() >= '0' && r.peek() <= '9' || r.peek() == '.' {
			r.next++
		}
	}
	if g.killer == r.in.kind.Name && !r.killer {
		panic(r.in.errorf(r.from, "expected the option k of killer Sudoku, found none"))
	}
}

// plain says whether an option with a number has the one of the usual rules.
func (r *gameReader) plain(g *game, letter rune) bool {
	usual, ok := g.usual[letter]
	rest := string(r.text[r.next+1:])
	end := strings.IndexFunc(rest, func(sign rune) bool { return sign < '0' || sign > '9' })
	if end >= 0 {
		rest = rest[:end]
	}
	return ok && rest == usual
}
