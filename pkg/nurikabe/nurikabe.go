// Package nurikabe is the puzzle: instances, the rules and their judge, and drawing.
//
// **Design.** Engines live in packages below this one, and what reads and writes sets in package nurikabes: neither is
// known here.
//
// The rules (Amos, Crossley and Lloyd, "Solving Nurikabe with Ant Colony
// Optimization", 2019, section 1): cells are wall (black) or island (white);
// the wall is one 4-connected region without a 2×2 block; every clue is in
// an island of its own of as many cells as it says; every white cell belongs
// to the island of a clue, and islands do not touch side by side.
//
// **Limits.** Boards of at most 65,535 cells and clues below 32,768. Clues
// may be unknown ("?", [Unknown]); engines that cannot take them say so.
package nurikabe

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
)

// kindName is what [Puzzle.Kind] answers.
const kindName = "nurikabe"

// The values of a board's cells.
const (
	Island uint8 = 0
	Wall   uint8 = 1
)

// Unknown is the clue "?": an island of any size.
const Unknown = -1

// MaxCells is the largest board, MaxClue the largest clue.
const (
	MaxCells = math.MaxUint16
	MaxClue  = math.MaxInt16
)

// Puzzle is one immutable instance.
type Puzzle struct {
	id        string
	size      puzzle.Size
	clues     []int16 // in raster order; 0 is no clue
	clueCells []int   // the cells with clues, in raster order
	hash      puzzle.Hash
}

var _ puzzle.Puzzle = (*Puzzle)(nil)

// New makes an instance from the clues in raster order: 0 for no clue,
// [Unknown] for "?". It copies clues. Instances that cannot be solved (clues
// that touch, no clue at all, a clue larger than the board) are instances all
// the same; sizes and numbers out of range are errors.
func New(id string, size puzzle.Size, clues []int) (*Puzzle, error) {
	if size.Rows < 1 || size.Cols < 1 || size.Cells() > MaxCells {
		return nil, fmt.Errorf("nurikabe %s: a board of %v: expected 1 to %d cells", id, size, MaxCells)
	}
	if len(clues) != size.Cells() {
		return nil, fmt.Errorf("nurikabe %s: %d cells given for a board of %v", id, len(clues), size)
	}
	p := &Puzzle{id: id, size: size, clues: make([]int16, len(clues))}
	for i, clue := range clues {
		if clue < Unknown || clue > MaxClue {
			return nil, fmt.Errorf("nurikabe %s: clue %d at %v: expected 1 to %d", id, clue, size.At(i), MaxClue)
		}
		p.clues[i] = int16(clue)
		if clue != 0 {
			p.clueCells = append(p.clueCells, i)
		}
	}
	p.hash = puzzle.HashOf(kindName, p.canonical())
	return p, nil
}

// canonical is the text that the content hash is taken of.
func (p *Puzzle) canonical() string {
	var b strings.Builder
	b.WriteString(p.size.String())
	for _, clue := range p.clues {
		b.WriteByte(' ')
		b.WriteString(strconv.Itoa(int(clue)))
	}
	return b.String()
}

// Text is the puzzle as an address without a site, or as a grid where a clue does
// not fit into an address.
func (p *Puzzle) Text() string {
	if address, err := p.Address(); err == nil {
		return address
	}
	return p.Grid()
}

// Address is what follows the question mark of the puzzle's address at puzz.link. Clues above
// [puzzle.MaxNumber] are an error.
func (p *Puzzle) Address() (string, error) {
	clues := lists.Map(p.clues, func(clue int16) int { return int(clue) })
	body, bad := puzzle.Numbers(clues)
	if bad >= 0 {
		return "", fmt.Errorf("nurikabe %s: the clue %d at %v does not fit into an address: expected at most %d", p.id, clues[bad], p.size.At(bad), puzzle.MaxNumber)
	}
	return fmt.Sprintf("%s/%d/%d/%s", kindName, p.size.Cols, p.size.Rows, body), nil
}

// Grid is the clues as rows of text, "." for none, with the size before them where a reader needs it.
func (p *Puzzle) Grid() string {
	var b strings.Builder
	width, largest := 0, int(slices.Max(p.clues))
	if largest > 9 {
		width = len(strconv.Itoa(largest))
	}
	if width > 0 && p.size.Cols == 1 {
		fmt.Fprintf(&b, "size: %v\n", p.size)
	}
	for cell := range p.clues {
		if width > 0 && cell%p.size.Cols > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%*s", width, cmp.Or(p.Label(cell), "."))
		if (cell+1)%p.size.Cols == 0 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Kind is "nurikabe".
func (p *Puzzle) Kind() string { return kindName }

// ID is the instance's name in its set.
func (p *Puzzle) ID() string { return p.id }

// Named is the instance under another id.
func (p *Puzzle) Named(id string) *Puzzle {
	q := *p
	q.id = id
	return &q
}

// Size is the size of the board.
func (p *Puzzle) Size() puzzle.Size { return p.size }

// Hash identifies size and clues.
func (p *Puzzle) Hash() puzzle.Hash { return p.hash }

// Clue is the clue at a raster index: 0 for none, [Unknown] for "?".
func (p *Puzzle) Clue(index int) int { return int(p.clues[index]) }

// Label is the clue at a raster index as it is written, "?" for [Unknown];
// empty where there is none.
func (p *Puzzle) Label(index int) string {
	if p.clues[index] == 0 {
		return ""
	}
	return p.clueText(index)
}

// ClueCells are the raster indices of the cells with clues, in raster order. The
// slice is a copy.
func (p *Puzzle) ClueCells() []int { return slices.Clone(p.clueCells) }

// HasUnknown says whether a clue is "?".
func (p *Puzzle) HasUnknown() bool { return slices.Contains(p.clues, Unknown) }

// White is the number of island cells of a solution: the sum of the clues.
// Unknown clues count nothing.
func (p *Puzzle) White() int {
	return lists.Sum(p.clues, func(clue int16) int { return max(int(clue), 0) })
}

// Rows writes a board with '#' for wall, '.' for island and '?' for unset.
func (p *Puzzle) Rows(board puzzle.Grid) []string {
	rows := make([]string, 0, board.Rows)
	for line := range slices.Chunk(board.Values, max(board.Cols, 1)) {
		text := make([]byte, len(line))
		for i, v := range line {
			switch v {
			case Wall:
				text[i] = '#'
			case Island:
				text[i] = '.'
			default:
				text[i] = '?'
			}
		}
		rows = append(rows, string(text))
	}
	return rows
}

// SolutionText is a board as sets of the puzzlekit project have solutions: its size, then "x" for wall and "-" for
// island.
func (p *Puzzle) SolutionText(board puzzle.Grid) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%d %d", board.Rows, board.Cols)
	for cell, value := range board.Values {
		sign := " -"
		if value == Wall {
			sign = " x"
		}
		if cell%board.Cols == 0 {
			sign = "\n" + sign[1:]
		}
		text.WriteString(sign)
	}
	return text.String()
}
