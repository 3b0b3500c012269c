// Package puzzle holds what all puzzles of the lab share: sizes and cells,
// boards of small numbers, broken rules, content hashes, sets of puzzles, and the canvas
// that a puzzle draws itself on.
//
// **Design.** A puzzle is an immutable value that judges its own solutions and draws itself.
// Everything above it (engines, experiments, notebooks) works on any puzzle without knowing which.
// Every board, whatever the puzzle, is a [Grid] of small numbers; what a number means is the puzzle's
// business (Nurikabe: wall or island; Sudoku: a digit; nonogram: a colour).
//
// What reads and writes texts is in package puzzle/sets: engines import this package, and a mended
// reader is not to change the identity of their records.
//
// **Limits.** Rectangular boards only, and at most 255 values a cell.
package puzzle

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"strconv"
	"strings"
)

// Puzzle is one instance. Implementations are immutable and safe for
// concurrent use.
type Puzzle interface {
	// Kind is the [Kind.Name] of the puzzle's kind: "nurikabe", "sudoku",
	// "nonogram".
	Kind() string
	// ID names the instance within its set, such as "0029". It is not part of
	// the content: two puzzles that differ in their ID only have one Hash.
	ID() string
	// Size is the size of the board.
	Size() Size
	// Hash identifies the content: kind, size and everything given.
	Hash() Hash
	// Check judges a complete board. It returns nothing when the board solves
	// the puzzle, else every broken rule. It shares no code with any engine.
	// A board of another size or with [Unset] cells breaks a rule, too.
	Check(board Grid) []Violation
	// Rows writes a board as text, one string a row, one rune a cell, in the
	// puzzle's own signs.
	Rows(board Grid) []string
	// Text is the puzzle as text, without its id and what a set says of it. [Kind.Read] of its kind reads
	// one of the same content from it.
	Text() string
	// Draw draws the puzzle and what the view adds to it.
	Draw(view View) SVG
}

// Size is the size of a rectangular board.
type Size struct {
	Rows, Cols int
}

// Cells is the number of cells.
func (s Size) Cells() int { return s.Rows * s.Cols }

// String writes rows×columns as "10x12".
func (s Size) String() string { return strconv.Itoa(s.Rows) + "x" + strconv.Itoa(s.Cols) }

// ParseSize reads what [Size.String] writes: two positive numbers around an x.
func ParseSize(text string) (Size, error) {
	r, c, ok := strings.Cut(strings.ToLower(text), "x")
	rows, errR := strconv.Atoi(r)
	cols, errC := strconv.Atoi(c)
	if !ok || errR != nil || errC != nil || rows < 1 || cols < 1 {
		return Size{}, fmt.Errorf("size %q: expected ROWSxCOLS, such as 10x12", text)
	}
	return Size{rows, cols}, nil
}

// Cell is the place of a cell; rows and columns count from zero.
type Cell struct {
	Row, Col int
}

// String writes the place as people count, from one: "r1c1".
func (c Cell) String() string { return fmt.Sprintf("r%dc%d", c.Row+1, c.Col+1) }

// At is the place of the cell with the given index in raster order.
func (s Size) At(index int) Cell { return Cell{index / s.Cols, index % s.Cols} }

// Index is the raster index of a cell.
func (s Size) Index(c Cell) int { return c.Row*s.Cols + c.Col }

// Contains says whether the cell lies on the board.
func (s Size) Contains(c Cell) bool {
	return c.Row >= 0 && c.Row < s.Rows && c.Col >= 0 && c.Col < s.Cols
}

// Neighbours are the raster indices of the cells beside the one with an index:
// above, left, right and below, as far as they are on the board.
func (s Size) Neighbours(index int) iter.Seq[int] {
	return func(yield func(int) bool) {
		col := index % s.Cols
		_ = (index < s.Cols || yield(index-s.Cols)) && (col == 0 || yield(index-1)) &&
			(col == s.Cols-1 || yield(index+1)) && (index+s.Cols >= s.Rows*s.Cols || yield(index+s.Cols))
	}
}

// Unset marks a cell of a [Grid] that nothing is known of yet.
const Unset = 255

// Grid is a board: one small number a cell, in raster order. The zero Grid is
// "no board".
type Grid struct {
	Size
	Values []uint8
}

// NewGrid returns a board with every cell set to value.
func NewGrid(size Size, value uint8) Grid {
	g := Grid{size, make([]uint8, size.Cells())}
	if value != 0 {
		for i := range g.Values {
			g.Values[i] = value
		}
	}
	return g
}

// IsZero says that there is no board.
func (g Grid) IsZero() bool { return g.Values == nil }

// Clone returns a copy that shares nothing with g.
func (g Grid) Clone() Grid {
	if g.Values == nil {
		return g
	}
	return Grid{g.Size, append([]uint8(nil), g.Values...)}
}

// Value is the number at a place. It panics when the place is off the board.
func (g Grid) Value(c Cell) uint8 {
	if !g.Contains(c) {
		panic(fmt.Sprintf("puzzle: cell %v is off the %v board", c, g.Size))
	}
	return g.Values[g.Index(c)]
}

// Equal says whether two boards have one size and the same values.
func (g Grid) Equal(other Grid) bool {
	return g.Size == other.Size && string(g.Values) == string(other.Values)
}

// Violation is one broken rule: where, and what is wrong there.
type Violation struct {
	// Rule is the rule's stable name, such as "wall-connected".
	Rule string
	// Cells are the cells that break it, in raster order; never empty unless
	// the board as a whole is at fault (its size).
	Cells []Cell
	// Text says in one sentence what is wrong.
	Text string
}

// String writes "rule: text", and the text alone where it begins with the rule.
func (v Violation) String() string {
	if strings.HasPrefix(v.Text, v.Rule) {
		return v.Text
	}
	return v.Rule + ": " + v.Text
}

// Hash identifies the content of a puzzle.
type Hash [sha256.Size]byte

// HashOf hashes a kind and a canonical text.
func HashOf(kind, text string) Hash {
	return sha256.Sum256([]byte(kind + "\n" + text))
}

// String writes the first 16 hexadecimal digits, enough to tell the puzzles of
// any collection apart.
func (h Hash) String() string { return hex.EncodeToString(h[:8]) }
