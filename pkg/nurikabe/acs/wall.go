package acs

import (
	"encoding/binary"

	"formicary/pkg/puzzle"
)

// wall knows which cells are black while cells turn white one by one, and
// answers in near-constant time whether a black cell is a cut cell: whether
// turning it white would break the wall into more pieces.
//
// By planar duality. Walk the ring of eight cells around a black cell x; its
// black 4-neighbours split the ring into gaps. Two of these neighbours can
// reach each other without x unless a white 8-connected path, with x, closes a
// curve between them; such a curve leaves x by two different gaps that contain
// white, and these belong to one white 8-component. (A gap without white is a
// black corner, which joins its two neighbours directly.) Everything outside
// the board counts as white. White components only ever merge, so a union-find
// keeps them. A wall that starts in pieces needs no care: a curve around a
// piece is a white component like another.
//
// Positions are those of a board with a frame of one cell, in rows of
// stride = columns + 1: the frame on the right of a row is the frame on the
// left of the next.
type wall struct {
	frame  *frame
	white  []byte       // one bit a position, and spare bytes at the end
	parent []uint16     // union-find over the white positions; 0 is the outside
	asked  *surrounding // of the position that isCut was last asked about
	roots  [4]uint16    // and the white components there
	blocks int          // black 2×2 blocks
}

// frame is what all walls of one puzzle share.
type frame struct {
	size   puzzle.Size
	stride int
	// delta leads from a position to its eight neighbours: 0 to 7 row by row,
	// without the middle; side to the four beside it.
	delta [8]int
	side  [4]int
	// white, parent and blocks are how every wall begins: black but for the
	// cells of the clues.
	white  []byte
	parent []uint16
	blocks int
}

// maxPositions is the most positions that a 16-bit number can name.
const maxPositions = 1 << 16

// positions is the number of positions of a framed board.
func positions(size puzzle.Size) int { return (size.Rows+2)*(size.Cols+1) + 1 }

// newFrame makes the beginning of all walls: white exactly at the given cells
// (raster indices).
func newFrame(size puzzle.Size, whites []int) *frame {
	stride, n := size.Cols+1, positions(size)
	f := &frame{
		size: size, stride: stride,
		delta:  [8]int{-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1},
		side:   [4]int{-stride, -1, 1, stride},
		white:  make([]byte, n/8+3),
		parent: make([]uint16, n),
		blocks: (size.Rows - 1) * (size.Cols - 1),
	}
	for pos := range n {
		f.white[pos>>3] |= 1 << (pos & 7)
	}
	for i := range size.Cells() {
		pos := f.position(i)
		f.white[pos>>3] &^= 1 << (pos & 7)
	}
	w := newWall(f)
	for _, i := range whites {
		w.force(f.position(i))
	}
	copy(f.white, w.white)
	copy(f.parent, w.parent)
	f.blocks = w.blocks
	return f
}

// position is where the cell with a raster index stands.
func (f *frame) position(index int) int {
	return (index/f.size.Cols+1)*f.stride + index%f.size.Cols + 1
}

func newWall(f *frame) *wall {
	w := &wall{frame: f, white: make([]byte, len(f.white)), parent: make([]uint16, len(f.parent))}
	w.reset()
	return w
}

// reset begins again.
func (w *wall) reset() {
	copy(w.white, w.frame.white)
	copy(w.parent, w.frame.parent)
	w.blocks = w.frame.blocks
}

// isBlack says whether a position is wall.
func (w *wall) isBlack(pos int) bool { return w.white[pos>>3]>>(pos&7)&1 == 0 }

// around is what the eight neighbours of a position tell.
func (w *wall) around(pos int) *surrounding {
	s := w.frame.stride
	return &surroundings[(w.three(pos-s)|w.three(pos)<<3|w.three(pos+s)<<6)&0x1ff]
}

// three is a position and the two beside it in its row, one bit each; 1 is
// white.
func (w *wall) three(pos int) uint {
	pos--
	return uint(binary.LittleEndian.Uint16(w.white[pos>>3:])>>(pos&7)) & 7
}

// isCut says whether a black position is a cut cell. It leaves the white
// components around it in roots, for open.
func (w *wall) isCut(pos int) bool {
	r := w.around(pos)
	w.asked = r
	if r.gaps < 2 {
		// Nothing to tell apart, and nothing for open to join but pos itself.
		if r.gaps == 1 {
			w.roots[0] = uint16(pos + w.frame.delta[r.gap[0]])
		}
		return false
	}
	first := w.find(uint16(pos + w.frame.delta[r.gap[0]]))
	second := w.find(uint16(pos + w.frame.delta[r.gap[1]]))
	if first == second {
		return true
	}
	w.roots[0], w.roots[1] = first, second
	for i := 2; i < int(r.gaps); i++ {
		root := w.find(uint16(pos + w.frame.delta[r.gap[i]]))
		for _, other := range w.roots[:i] {
			if root == other {
				return true
			}
		}
		w.roots[i] = root
	}
	return false
}

// open turns a black position white. The last call of isCut must have been for
// it, and must have said no.
func (w *wall) open(pos int) {
	root := uint16(pos)
	switch gaps := w.asked.gaps & 7; gaps {
	case 0:
	case 1:
		root = w.roots[0]
	default:
		root = min(w.roots[0], w.roots[1])
		for _, other := range w.roots[2:gaps] {
			root = min(root, other)
		}
		for _, other := range w.roots[:gaps] {
			w.parent[other] = root
		}
	}
	w.parent[pos] = root
	w.blocks -= int(w.asked.blocks)
	w.white[pos>>3] |= 1 << (pos & 7)
}

// force turns a black position white, be it a cut cell or not.
func (w *wall) force(pos int) {
	r := w.around(pos)
	w.asked = r
	for i, gap := range r.gap[:r.gaps] {
		w.roots[i] = w.find(uint16(pos + w.frame.delta[gap]))
	}
	w.open(pos)
}

// pieces is the number of 4-connected pieces of the wall, by flooding: for the
// rare board whose wall is in pieces from the beginning.
func (w *wall) pieces() int {
	n := 0
	seen := make([]bool, len(w.parent))
	var stack []int
	for start := range seen {
		if seen[start] || !w.isBlack(start) {
			continue
		}
		n++
		seen[start] = true
		stack = append(stack[:0], start)
		for len(stack) > 0 {
			pos := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, d := range w.frame.side {
				if next := pos + d; w.isBlack(next) && !seen[next] {
					seen[next] = true
					stack = append(stack, next)
				}
			}
		}
	}
	return n
}

// breaks is the number of black 2×2 blocks that a black position is part of.
func (w *wall) breaks(pos int) int { return int(w.around(pos).blocks) }

// find is the root of a white position's component, halving the path to it.
func (w *wall) find(pos uint16) uint16 {
	parent := w.parent
	for {
		up := parent[pos]
		top := parent[up]
		if top == up {
			return up
		}
		parent[pos] = top
		pos = top
	}
}

// surrounding is what the eight neighbours of a black cell tell by themselves.
type surrounding struct {
	gaps   uint8    // gaps that contain white, 0 to 4
	gap    [4]uint8 // a white neighbour in each, as index into delta
	blocks uint8    // black 2×2 blocks around the middle
}

// surroundings has the answer for each square of nine cells, one bit each, row
// by row; the middle one does not matter.
var surroundings = func() (table [512]surrounding) {
	// The ring in order, clockwise from the corner at the top left; the odd
	// places are the 4-neighbours. Each with its bit and its place in delta.
	walk := [8]struct{ bit, delta uint8 }{{0, 0}, {1, 1}, {2, 2}, {5, 4}, {8, 7}, {7, 6}, {6, 5}, {3, 3}}
	for square := range table {
		white := func(i int) bool { return square>>walk[i&7].bit&1 == 1 }
		s := &table[square]
		for corner := 0; corner < 8; corner += 2 {
			if !white(corner) && !white(corner+1) && !white(corner+7) {
				s.blocks++
			}
		}
		// Start behind a black 4-neighbour; without one the ring is one gap.
		start := 0
		for i := 1; i < 8; i += 2 {
			if !white(i) {
				start = i + 1
			}
		}
		open := false // the gap under way contains white
		for i := start; i < start+8; i++ {
			switch {
			case white(i) && !open:
				open = true
				s.gap[s.gaps] = walk[i&7].delta
				s.gaps++
			case !white(i) && i%2 == 1:
				open = false
			}
		}
	}
	return table
}()
