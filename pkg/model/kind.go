package model

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// Kind is a kind of puzzle: what its text has, its rules, and its signs. Name, Title, Parts, Declare and
// Sign make a kind, with a drawing and formats of its own; all else is for kinds that need it.
type Kind struct {
	// Name is the kind's name in small letters, that of the folder of its sets; Title is the one
	// that people read.
	Name, Title string
	// Set is what JSON sets call the kind, where that is not Title.
	Set string
	// Parts are the tables of a puzzle's text, in their order.
	Parts []*Part
	// Unknown says that tables may have clues without a number, [Unknown].
	Unknown bool
	// Header is the most words that the first line may have behind rows and columns.
	Header int
	// Board is the size of the board where the first line says another one; nil: the same.
	Board func(said puzzle.Size) puzzle.Size
	// Declare declares variables and rules of an instance. What is wrong with the instance it
	// tells the instance.
	Declare func(m *Model, in *Instance)
	// Sign is what a solution's text has for a cell with these values, one for each layer of the
	// board. Without it solutions have no text.
	Sign func(in *Instance, cell int, values []int) string
	// Areas says that the board is links with the look [Border], and that a solution's text has a name
	// for each area of cells that are linked; Sign is not asked then.
	Areas bool
	// Groups says that cells side by side with equal signs belong together: thick lines stand between others.
	Groups bool
	// Copied are tables of the puzzle that the text of a solution has again behind the board.
	Copied []*Part
	// Same names signs of solutions that mean the same as others.
	Same map[string]string
	// Marks are how signs of [Clues] are drawn; that of "" is for all signs without one of their own. By
	// themselves they are [Plain], and [None] is [Blank].
	Marks map[string]Mark
	// Address is how addresses of puzzle sites name the kind's puzzles; nil: they do not.
	Address *Address
	// Boxes is the size of boxes between which thick lines are drawn; regions are cages in broken lines then.
	// Nil has thick lines between regions.
	Boxes func(board puzzle.Size) puzzle.Size
	// Make says how puzzles are generated; nil: they are not.
	Make *Making
}

// New makes a puzzle of a text; source names it in errors.
func (k *Kind) New(id, source, text string) (*Puzzle, error) {
	return k.puzzle(id, puzzle.NewWords(source, []byte(text)))
}

func (k *Kind) puzzle(id string, w *puzzle.Words) (*Puzzle, error) {
	if k.Name == "" || k.Declare == nil {
		return nil, fmt.Errorf("model: kind %q: expected a Name and Declare", k.Name)
	}
	in, err := k.read(w)
	if err != nil {
		return nil, err
	}
	m := NewModel(in.Size)
	if err := k.declare(m, in); err != nil {
		return nil, err
	}
	if in.err != nil {
		return nil, in.err
	}
	if most := max(m.most, m.form.Codes()); most > puzzle.Unset {
		return nil, w.Errorf(0, 0, "expected a puzzle with at most %d values a cell, found %d", puzzle.Unset, most)
	}
	p := &Puzzle{kind: k, id: id, instance: in, form: m.Form()}
	p.tallies = &tallies{form: p.form}
	p.hash = puzzle.HashOf(k.Name, in.text())
	return p, nil
}

// Puzzles is the kind as the rest of the lab sees it.
func (k *Kind) Puzzles() sets.Kind {
	kit := sets.Kit{Name: cmp.Or(k.Set, k.Title), MostText: 64 * mostCells, Item: k.item}
	formats := []sets.Format{
		{Name: "puzzlekit", Extension: ".json", Doc: "a JSON set of the puzzlekit project: ids and solutions; no grades", Read: kit.Read, Write: k.write(kit)},
		{Name: "text", Extension: ".txt", Doc: "the signs of one puzzle, as in the JSON sets; no id, no solution", Read: k.readText, Write: k.writeText},
	}
	var names []string
	if k.Address != nil {
		formats = append(formats, k.addresses())
		names = append([]string{k.Address.Name}, k.Address.Also...)
	}
	return sets.Kind{
		Name: k.Name, Title: k.Title,
		Formats: formats, Addresses: names,
		Detect: func(text []byte) string {
			switch {
			case strings.HasPrefix(strings.TrimLeft(string(text), " \t\r\n"), "{"):
				return "puzzlekit"
			case k.Address != nil && isAddress(string(text)):
				return "url"
			}
			return "text"
		},
		Rename: func(p puzzle.Puzzle, id string) puzzle.Puzzle {
			q := *p.(*Puzzle)
			q.id = id
			return &q
		},
		Features: k.features(),
	}
}

// item reads a puzzle of a set.
func (k *Kind) item(id string, problem, solution *puzzle.Words) (puzzle.Item, error) {
	p, err := k.puzzle(id, problem)
	if err != nil || solution == nil {
		return puzzle.Item{Puzzle: p}, err
	}
	board, err := p.readSolution(solution)
	return puzzle.Item{Puzzle: p, Solution: board}, err
}

func (k *Kind) readText(source string, r io.Reader) (puzzle.Set, error) {
	text, err := sets.ReadAll(source, r)
	if err != nil {
		return puzzle.Set{}, err
	}
	if k.Address == nil && isAddress(string(text)) {
		return sets.ReadAddresses(source, bytes.NewReader(text), k.named(), nil) // whose error says what it is
	}
	c := sets.Collect(source)
	p, err := k.New(c.NextID(), source, string(text))
	if err == nil {
		err = c.Add(puzzle.Item{Puzzle: p})
	}
	if err != nil {
		return puzzle.Set{}, err
	}
	return c.Finish(sets.NewLines(source, strings.NewReader("")), "a puzzle")
}

func (k *Kind) writeText(w io.Writer, s puzzle.Set) error {
	if s.Len() != 1 {
		return fmt.Errorf("%s: the text format has one puzzle, not %d", k.Name, s.Len())
	}
	_, err := fmt.Fprintln(w, s.Items[0].Puzzle.Text())
	return err
}

func (k *Kind) write(kit sets.Kit) func(w io.Writer, s puzzle.Set) error {
	return func(w io.Writer, s puzzle.Set) error {
		solved := 0
		for _, item := range s.Items {
			if !item.Solution.IsZero() {
				solved++
			}
		}
		var b strings.Builder
		for i, item := range s.Items {
			p, ok := item.Puzzle.(*Puzzle)
			if !ok || p.kind.Name != k.Name {
				return fmt.Errorf("%s: %s is another kind of puzzle", k.Name, item.Kind())
			}
			solution := ""
			if !item.Solution.IsZero() {
				if err := p.complete(item.Solution); err != nil {
					return err
				}
				solution = p.SolutionText(item.Solution)
			}
			kit.Append(&b, i, s.Len(), solved, p.id, p.Text(), solution)
		}
		_, err := io.WriteString(w, b.String())
		return err
	}
}

// complete is the error of a solution that cannot be written.
func (p *Puzzle) complete(board puzzle.Grid) error {
	if board.Size != p.form.Size || len(board.Values) != board.Size.Cells() {
		return fmt.Errorf("%s %s: a solution of %v for a puzzle of %v", p.kind.Name, p.id, board.Size, p.form.Size)
	}
	for cell, code := range board.Values {
		if code == puzzle.Unset || !p.form.possible(cell, code) {
			return fmt.Errorf("%s %s: the solution is incomplete at %v", p.kind.Name, p.id, board.At(cell))
		}
	}
	return nil
}

// SolutionText is a board in the notation of the sets' solutions.
func (p *Puzzle) SolutionText(board puzzle.Grid) string {
	var b strings.Builder
	b.WriteString(strings.Join(p.instance.words.Lines[0], " "))
	signs := p.signs(board)
	for row := range board.Rows {
		for col := range board.Cols {
			b.WriteByte(" \n"[b2i(col == 0)])
			b.WriteString(signs[row*board.Cols+col])
		}
	}
	for _, line := range p.copied() {
		b.WriteByte('\n')
		b.WriteString(strings.Join(line, " "))
	}
	return b.String()
}

// signs are what a solution has for the cells of a board.
func (p *Puzzle) signs(board puzzle.Grid) []string {
	out := make([]string, len(board.Values))
	if !p.kind.Areas {
		for cell, code := range board.Values {
			out[cell] = p.sign(cell, code)
		}
		return out
	}
	links, areas := Links{size: board.Size}, 0
	for cell := range out {
		if out[cell] != "" {
			continue
		}
		areas++
		out[cell] = strconv.Itoa(areas)
		for queue := []int{cell}; len(queue) > 0; {
			at := queue[0]
			queue = queue[1:]
			first := p.first(Border)
			digits, _ := p.form.digits(board.Values[at])
			for d := North; d <= West; d++ {
				if next, ok := links.Beside(at, d); ok && board.Values[at] != puzzle.Unset && digits[first+int(d)] == 1 && out[next] == "" {
					out[next] = out[cell]
					queue = append(queue, next)
				}
			}
		}
	}
	return out
}

// copied are the lines of the puzzle's text that its solution's has, too.
func (p *Puzzle) copied() (lines [][]string) {
	for _, part := range p.kind.Copied {
		first, _ := p.instance.place(part, 0)
		rows, _ := part.Of(p.form.Size)
		lines = append(lines, p.instance.words.Lines[first:first+rows]...)
	}
	return lines
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// unknown is the sign of a value that no solution has.
const unknown = "?"

// sign is what a solution has for a cell with a value of the board.
func (p *Puzzle) sign(cell int, code uint8) string {
	digits, ok := p.form.digits(code)
	if !ok || code == puzzle.Unset || p.kind.Sign == nil {
		return unknown
	}
	return cmp.Or(p.kind.Sign(p.instance, cell, digits), unknown)
}

// readSolution reads a solution in that notation. A cell where nothing is to be decided may have [None] or what is
// given there, too.
func (p *Puzzle) readSolution(w *puzzle.Words) (puzzle.Grid, error) {
	size := p.form.Size
	board := puzzle.NewGrid(size, 0)
	for row := range size.Rows {
		if row+1 >= len(w.Lines) || len(w.Lines[row+1]) != size.Cols {
			return board, w.Errorf(row+1, size.Cols, "expected %d rows of %d signs", size.Rows, size.Cols)
		}
		for col, sign := range w.Lines[row+1] {
			cell := row*size.Cols + col
			if p.kind.Areas {
				links := Links{size: size}
				for d := North; d <= West; d++ {
					if next, ok := links.Beside(cell, d); ok && next/size.Cols+1 < len(w.Lines) && next%size.Cols < len(w.Lines[next/size.Cols+1]) && w.Lines[next/size.Cols+1][next%size.Cols] == sign {
						board.Values[cell] |= 1 << d
					}
				}
				continue
			}
			if other, ok := p.kind.Same[sign]; ok {
				sign = other
			}
			code, ok := p.code(cell, sign)
			if !ok {
				return board, w.Errorf(row+1, col, "expected a sign of a solution, found %s", puzzle.Quote(sign))
			}
			board.Values[cell] = code
		}
	}
	if p.kind.Areas {
		areas, signs := map[string]string{}, p.signs(board)
		for cell, area := range signs {
			row, col := cell/size.Cols+1, cell%size.Cols
			if first, ok := areas[w.Lines[row][col]]; ok && first != area {
				return board, w.Errorf(row, col, "expected another name for another area, found %s", puzzle.Quote(w.Lines[row][col]))
			}
			areas[w.Lines[row][col]] = area
		}
	}
	line := size.Rows + 1
	for _, want := range p.copied() {
		if line >= len(w.Lines) || !slices.Equal(w.Lines[line], want) {
			return board, w.Errorf(line, 0, "expected %s as in the problem", strings.Join(want, " "))
		}
		line++
	}
	for i, words := range w.Lines[line:] {
		if len(words) > 0 {
			return board, w.Errorf(line+i, 0, "expected the end, found %s", puzzle.Quote(words[0]))
		}
	}
	return board, nil
}

// code is the lowest value of the board with which a cell has a sign; ok is false where none has it, unless there is
// but one value and the sign is None or what is given there.
func (p *Puzzle) code(cell int, sign string) (code uint8, ok bool) {
	first, several := "", false
	for code := range p.form.Codes() {
		if !p.form.possible(cell, uint8(code)) {
			continue
		}
		other := p.sign(cell, uint8(code))
		if other == unknown {
			continue
		}
		if other == sign {
			return uint8(code), true
		}
		several = several || first != "" && other != first
		first = other
	}
	given := func(part *Part) bool {
		return part.At == InCells && part != Regions && p.Sign(part, cell) == sign
	}
	return 0, !several && (sign == None || slices.ContainsFunc(p.kind.Parts, given))
}
