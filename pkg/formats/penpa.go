package formats

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"formicary/pkg/puzzle"
)

// penpa are pictures of Penpa and Penpa+ (github.com/swaroopg92/penpa-edit), as addresses, one a line, or as the text
// that the addresses hold:
//
//	https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VZNb9…
//	square,10,10,38,0,1,1,418,418,286,286,…
//
// Behind "p=" stands the text, deflated and in base64 (maketext and load of the editor). Its lines are: the
// grid's shape, columns and rows; the margins; modes; what the puzzle has, as JSON; what somebody drew as an
// answer; the cells of the board; and so on up to the names of genres. Frequent words are "z" and a
// sign (penpaShort).
var penpa = &foreign{
	name: "penpa", extension: ".penpa", doc: "pictures of Penpa, as addresses or text: puzzles on square grids only, not written",
	many: "Penpa",
	starts: func(text string) bool {
		line := firstLine(text)
		shape, rest, _ := strings.Cut(line, ",")
		return penpaPayload(line) >= 0 || slices.Contains(penpaShapes, shape) && rest != "" && strings.Count(rest, ",") >= 9
	},
	reads: func(kind string) bool { _, ok := penpaKinds[kind]; return ok },
	read:  readPenpa,
	names: func(text string) string {
		line := firstLine(text)
		if at := penpaPayload(line); at >= 0 {
			inner, err := penpaInflate(line[at:])
			if err != nil {
				return ""
			}
			text = inner
		}
		_, kinds := penpaGenres(strings.Split(text, "\n"))
		if len(kinds) != 1 {
			return ""
		}
		return kinds[0]
	},
}

// penpaShapes are the grids of the editor, those of squares first.
var penpaShapes = []string{
	"square", "sudoku", "kakuro", "hex", "tri", "pyramid", "cube", "iso", "tetrakis_square", "truncated_square",
	"snub_square", "cairo_pentagonal", "rhombitrihexagonal", "deltoidal_trihexagonal", "penrose_P3",
}

// mostPicture bounds the text of a picture in an address, in bytes. The editor's largest grid has 10,000 cells.
const mostPicture = 4 << 20

// penpaSquare is how many of them have squares.
const penpaSquare = 3

// penpaShort are the signs behind "z" and what each of them stands for.
var penpaShort = map[byte]string{
	'Z': "z", '9': `"qa"`, 'Q': `"pu_q"`, 'A': `"pu_a"`, 'G': `"grid"`, 'M': `"edit_mode"`, 'S': `"surface"`, 'L': `"line"`, 'E': `"lineE"`,
	'W': `"wall"`, 'C': `"cage"`, 'N': `"number"`, 'Y': `"symbol"`, 'P': `"special"`, 'B': `"board"`, 'R': `"command_redo"`,
	'U': `"command_undo"`, '8': `"command_replay"`, '1': `"numberS"`, 'F': `"freeline"`, '2': `"freelineE"`, 'T': `"thermo"`,
	'3': `"arrows"`, 'D': `"direction"`, '0': `"squareframe"`, '5': `"polygon"`, '4': `"deletelineE"`, '6': `"killercages"`,
	'7': `"nobulbthermo"`, '_': `"__a"`, 'O': "null",
}

// penpaLong writes out the short words of a line.
func penpaLong(line string) string {
	var b strings.Builder
	for i := 0; i < len(line); i++ {
		if line[i] == 'z' && i+1 < len(line) && penpaShort[line[i+1]] != "" {
			i++
			b.WriteString(penpaShort[line[i]])
			continue
		}
		b.WriteByte(line[i])
	}
	return b.String()
}

// penpaPayload is the byte where the picture begins in an address, -1 if the line is none.
func penpaPayload(line string) int {
	from := strings.LastIndexAny(line[:max(strings.Index(line, "&"), 0)], "#?") + 1
	mode, _, _ := strings.Cut(line[from:], "&")
	p := strings.Index(line, "&p=")
	if mode != "m=edit" && mode != "m=solve" || p < 0 {
		return -1
	}
	return p + len("&p=")
}

// penpaInflate is the text of a picture that stands at the beginning of what follows "p=".
func penpaInflate(payload string) (string, error) {
	payload, _, _ = strings.Cut(payload, "&")
	payload = strings.NewReplacer("%2B", "+", "%2F", "/", "%3D", "=", "%2b", "+", "%2f", "/", "%3d", "=", " ", "+").Replace(strings.TrimSpace(payload))
	packed, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(payload, "="))
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), mostPicture+1))
	if err == nil && len(text) > mostPicture {
		err = fmt.Errorf("more than %d MB", mostPicture>>20)
	}
	return string(text), err
}

func readPenpa(in *input) {
	if at := penpaPayload(firstLine(in.text)); at < 0 {
		in.picture(in.text, place{1, 1})
		return
	}
	number := 0
	for line := range strings.SplitSeq(in.text, "\n") {
		number++
		trimmed := strings.TrimSpace(line)
		if comment(trimmed) {
			continue
		}
		start := strings.Index(line, trimmed)
		at := place{number, len([]rune(line[:start])) + 1}
		from := penpaPayload(trimmed)
		if from < 0 {
			panic(in.errorf(at, "expected an address with #m=edit&p= or #m=solve&p=, found %s", puzzle.Quote(trimmed)))
		}
		at.column += len([]rune(trimmed[:from]))
		text, err := penpaInflate(trimmed[from:])
		if err != nil {
			panic(in.errorf(at, "expected a deflated picture in base64 (%v), found %s", err, puzzle.Quote(trimmed[from:])))
		}
		in.picture(text, at)
	}
}

// penpaGenres are the names of genres of a picture, and the lab's kinds that they name.
func penpaGenres(lines []string) (genres, kinds []string) {
	const at = 17 // the line of the names
	if len(lines) <= at || json.Unmarshal([]byte(penpaLong(lines[at])), &genres) != nil {
		return nil, nil
	}
	for _, genre := range genres {
		if kind := penpaGenreKinds[genre]; kind != "" && !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	if slices.Contains(kinds, "killersudoku") {
		kinds = slices.DeleteFunc(kinds, func(kind string) bool { return kind == "sudoku" })
	}
	return genres, kinds
}

// picture reads the text of a picture, which stands at a place.
func (in *input) picture(text string, at place) {
	lines := strings.Split(strings.ReplaceAll(text, "\r", ""), "\n")
	head := strings.Split(lines[0], ",")
	if shape := slices.Index(penpaShapes, head[0]); shape < 0 || shape >= penpaSquare {
		panic(in.errorf(at, "expected a picture on a grid of squares, found %s", puzzle.Quote(head[0])))
	}
	if len(head) < 7 || len(lines) < 4 {
		panic(in.errorf(at, "expected the lines of a picture, found %s", puzzle.Quote(text)))
	}
	genres, kinds := penpaGenres(lines)
	if len(kinds) > 0 && !slices.Contains(kinds, in.kind.Name) {
		panic(in.otherKind(at, strings.Join(genres, ", "), kinds[0]))
	}
	for _, genre := range genres {
		switch {
		case penpaGenreKinds[genre] != "":
		case in.kind.Name == "sudoku" || in.kind.Name == "killersudoku":
			panic(in.errorf(at, "expected the usual rules of %s, found the genre %s", in.kind.Title, puzzle.Quote(genre)))
		default:
			in.warn(at, "the genre %s is left out", puzzle.Quote(genre))
		}
	}
	if head[4] != "0" || head[5] != "1" || head[6] != "1" {
		panic(in.errorf(at, "expected a picture that is neither turned nor mirrored, found %s", puzzle.Quote(strings.Join(head[4:7], ","))))
	}
	if len(head) > 12 && (head[11] == "1" || head[12] == "1") && strings.HasSuffix(in.kind.Name, "sudoku") {
		panic(in.errorf(at, "expected the usual rules of %s, found long diagonals", in.kind.Title))
	}
	p := &picture{in: in, at: at, spec: penpaKinds[in.kind.Name], notes: strings.Join(head[min(15, len(head)):], " ")}
	cols, rows := puzzle.ParseCount(head[1], mostCells), puzzle.ParseCount(head[2], mostCells)
	if cols == 0 || rows == 0 || rows*cols > mostCells {
		panic(in.errorf(at, "expected the size of a picture of at most %d cells, found %s", mostCells, puzzle.Quote(head[1]+","+head[2])))
	}
	p.grid = puzzle.Size{Rows: rows + 4, Cols: cols + 4}
	p.place(lines)
	var drawn map[string]json.RawMessage
	if err := json.Unmarshal([]byte(penpaLong(lines[3])), &drawn); err != nil {
		panic(in.errorf(at, "expected a picture's parts as JSON (%v), found %s", err, puzzle.Quote(lines[3])))
	}
	if len(lines) > 4 && penpaAnswered(lines[4]) {
		in.warn(at, "what somebody drew as an answer is left out")
	}
	p.read(drawn)
}

// penpaAnswered says whether the parts of an answer have anything.
func penpaAnswered(line string) bool {
	var drawn map[string]json.RawMessage
	if json.Unmarshal([]byte(penpaLong(line)), &drawn) != nil {
		return false
	}
	for name, part := range drawn {
		if !strings.HasPrefix(name, "command_") && string(part) != "{}" && string(part) != "[]" {
			return true
		}
	}
	return false
}

// place finds the board in the grid: the cells that are listed, or all but the margins.
func (p *picture) place(lines []string) {
	var margins []int // top, bottom, left, right
	if err := json.Unmarshal([]byte(lines[1]), &margins); err != nil || len(margins) != 4 {
		panic(p.in.errorf(p.at, "expected four margins, found %s", puzzle.Quote(lines[1])))
	}
	from, to := puzzle.Cell{Row: 2 + margins[0], Col: 2 + margins[2]}, puzzle.Cell{Row: p.grid.Rows - 3 - margins[1], Col: p.grid.Cols - 3 - margins[3]}
	var steps []int
	if len(lines) > 5 && json.Unmarshal([]byte(lines[5]), &steps) == nil && len(steps) > 0 {
		from, to = puzzle.Cell{Row: p.grid.Rows, Col: p.grid.Cols}, puzzle.Cell{Row: -1, Col: -1}
		at, cells := 0, map[int]bool{}
		for _, step := range steps {
			if at += step; at < 0 || at >= p.grid.Cells() {
				panic(p.in.errorf(p.at, "expected cells of the grid, found %d", at))
			}
			c := p.grid.At(at)
			from = puzzle.Cell{Row: min(from.Row, c.Row), Col: min(from.Col, c.Col)}
			to = puzzle.Cell{Row: max(to.Row, c.Row), Col: max(to.Col, c.Col)}
			cells[at] = true
		}
		if missing := (to.Row-from.Row+1)*(to.Col-from.Col+1) - len(cells); missing > 0 {
			panic(p.in.errorf(p.at, "expected a board that is a rectangle, found one without %s", puzzle.Plural(missing, "cell")))
		}
	}
	size := puzzle.Size{Rows: to.Row - from.Row + 1, Cols: to.Col - from.Col + 1}
	if size.Rows < 1 || size.Cols < 1 || from.Row < 0 || from.Col < 0 || to.Row >= p.grid.Rows || to.Col >= p.grid.Cols {
		panic(p.in.errorf(p.at, "expected a board inside the margins, found %s", strconv.Quote(lines[1])))
	}
	p.from, p.sheet = from, newSheet(size, p.at)
}
