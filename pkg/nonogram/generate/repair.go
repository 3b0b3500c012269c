package generate

import (
	"context"
	"math/rand/v2"
	"slices"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/exact"
	"formicary/pkg/puzzle"
)

// repair makes a puzzle of a picture.
type repair struct {
	ctx     context.Context
	o       *Options
	id      string
	picture picture
	r       *rand.Rand

	board  puzzle.Grid // what the picture has become
	trials int         // changes that may still be tried
}

// measure says which cells of the board are in doubt, and how much doubt there
// is; 0 is none.
type measure func() (cells []int, amount int, err error)

// run repairs and grades. It returns false where the picture is to be drawn
// again.
func (p *repair) run() (puzzle.Item, bool, error) {
	p.board = p.picture.board.Clone()
	now, err := p.judge()
	if err != nil {
		return puzzle.Item{}, false, err
	}
	if now.grade != "" && (p.o.Grade == "" || p.o.Grade == now.grade) {
		return p.item(now.grade)
	}
	p.trials = 150 + p.o.Size.Cells()/8
	var steps []measure
	switch p.o.Grade {
	case "logic":
		steps = []measure{p.byLines, p.byLogic}
	case "line", "probe":
		steps = []measure{p.byLines} // and then to be made harder
	default:
		steps = []measure{p.byProof}
	}
	for _, m := range steps {
		ok, err := p.mend(m)
		if err != nil || !ok {
			return puzzle.Item{}, false, err
		}
	}
	if err := p.polish(steps[len(steps)-1]); err != nil {
		return puzzle.Item{}, false, err
	}
	if p.harm() > p.o.harm() {
		return puzzle.Item{}, false, nil
	}
	grade, err := p.harden()
	if err != nil || grade == "" || p.o.Grade != "" && grade != p.o.Grade {
		return puzzle.Item{}, false, err
	}
	return p.item(grade)
}

// item is the puzzle that the board is the solution of.
func (p *repair) item(grade string) (puzzle.Item, bool, error) {
	instance, err := p.instance()
	if err != nil {
		return puzzle.Item{}, false, err
	}
	return puzzle.Item{Puzzle: instance.Titled(p.picture.title), Solution: p.board, Grade: grade}, true, nil
}

func (p *repair) instance() (*nonogram.Puzzle, error) {
	return nonogram.FromPicture(p.id, p.board, p.picture.palette)
}

func (p *repair) byLines() ([]int, int, error) {
	q, err := p.instance()
	if err != nil {
		return nil, 0, err
	}
	board, _ := exact.Deduce(q)
	open := unset(board)
	return open, len(open), p.ctx.Err()
}

func (p *repair) byLogic() ([]int, int, error) {
	if cells, n, err := p.byLines(); err != nil || n > 0 {
		return cells, n + p.o.Size.Cells(), err // worse than any doubt of logic
	}
	q, err := p.instance()
	if err != nil {
		return nil, 0, err
	}
	cells, err := logicDoubt(p.ctx, q)
	return cells, len(cells), err
}

// provable is the number of cells in doubt by lines up to which a proof is
// tried; above it they count themselves.
const provable = 240

// byProof asks for another solution. What cannot be decided is left to what
// lines leave open.
func (p *repair) byProof() ([]int, int, error) {
	cells, n, err := p.byLines()
	if err != nil || n == 0 {
		return cells, n, err
	}
	if n > provable {
		return cells, p.o.Size.Cells() + n, nil
	}
	q, err := p.instance()
	if err != nil {
		return nil, 0, err
	}
	differ, grade, err := exactDoubt(p.ctx, q)
	if grade == exact.Ungraded {
		return cells, p.o.Size.Cells() + n, err
	}
	return differ, len(differ), err
}

// choices is the number of changes of which the best is made.
const choices = 6

// mend changes cells until a measure is 0. It returns false where that takes
// too many trials or too many changes.
func (p *repair) mend(m measure) (bool, error) {
	cells, amount, err := m()
	for err == nil && amount > 0 {
		best, bestAmount := change{}, undecided
		var bestCells []int
		for _, c := range p.changes(cells) {
			if p.trials--; p.trials < 0 {
				return false, nil
			}
			was := p.board.Values[c.cell]
			p.board.Values[c.cell] = c.value
			left, n, err := m()
			p.board.Values[c.cell] = was
			if err != nil {
				return false, err
			}
			if n < bestAmount {
				best, bestAmount, bestCells = c, n, left
			}
			if n == 0 {
				break
			}
		}
		if bestAmount == undecided {
			return false, nil // nothing can be changed
		}
		if bestAmount < amount || bestAmount == amount && p.r.IntN(3) == 0 {
			p.board.Values[best.cell] = best.value
			cells, amount = bestCells, bestAmount
			if p.harm() > 2*p.o.harm() {
				return false, nil // more than polishing takes back
			}
		}
	}
	return err == nil, err
}

// polish takes back changes that turned out not to be needed.
func (p *repair) polish(m measure) error {
	for again := true; again; {
		again = false
		var changed []int
		for i, v := range p.board.Values {
			if v != p.picture.board.Values[i] {
				changed = append(changed, i)
			}
		}
		p.r.Shuffle(len(changed), func(i, j int) { changed[i], changed[j] = changed[j], changed[i] })
		for _, c := range changed {
			was := p.board.Values[c]
			p.board.Values[c] = p.picture.board.Values[c]
			_, amount, err := m()
			if err != nil {
				return err
			}
			if amount > 0 {
				p.board.Values[c] = was
			} else {
				again = true
			}
		}
	}
	return nil
}

// harm is the number of cells that are not as they were drawn.
func (p *repair) harm() int {
	n := 0
	for i, v := range p.board.Values {
		if v != p.picture.board.Values[i] {
			n++
		}
	}
	return n
}

// change is a cell and another colour for it.
type change struct {
	cell   int
	value  uint8
	damage int
}

// changes proposes some changes of cells in doubt: of more that are drawn at
// random those that look least like damage.
func (p *repair) changes(cells []int) []change {
	if len(cells) == 0 {
		return nil
	}
	var out []change
	for range 4 * choices {
		c := cells[p.r.IntN(len(cells))]
		value := p.other(c)
		if slices.ContainsFunc(out, func(o change) bool { return o.cell == c && o.value == value }) {
			continue
		}
		out = append(out, change{c, value, p.damage(c, value)})
	}
	slices.SortStableFunc(out, func(a, b change) int { return a.damage - b.damage })
	return out[:min(choices, len(out))]
}

// other is another colour for a cell: that of a neighbour, the background, or
// any.
func (p *repair) other(cell int) uint8 {
	now := p.board.Values[cell]
	colours := len(p.picture.palette)
	if colours == 2 {
		return 1 - now
	}
	around := p.around(cell)
	for range 8 {
		if v := around[p.r.IntN(len(around))]; v != now {
			return v
		}
	}
	if now != nonogram.Blank {
		return nonogram.Blank
	}
	return uint8(1 + p.r.IntN(colours-1))
}

// around are the colours of a cell's neighbours, those at a side twice. Beyond
// the border the picture goes on as it is inside.
func (p *repair) around(cell int) []uint8 {
	rows, cols := p.board.Rows, p.board.Cols
	r, c := cell/cols, cell%cols
	out := make([]uint8, 0, 12)
	for dr := -1; dr <= 1; dr++ {
		for dc := -1; dc <= 1; dc++ {
			y, x := r+dr, c+dc
			if dr == 0 && dc == 0 || y < 0 || y >= rows || x < 0 || x >= cols {
				continue
			}
			v := p.board.Values[y*cols+x]
			out = append(out, v)
			if dr == 0 || dc == 0 {
				out = append(out, v)
			}
		}
	}
	return out
}

// damage is how much a colour stands out in a cell against the one that it has:
// neighbours like the old one less neighbours like the new one, and more where
// a line would be cut, two things joined, or a speck made. A little chance comes
// in.
func (p *repair) damage(cell int, value uint8) int {
	n := 0
	for _, v := range p.around(cell) {
		switch v {
		case p.board.Values[cell]:
			n++
		case value:
			n--
		}
	}
	n = n*2 + p.r.IntN(5)
	switch pieces, old := p.pieces(cell), p.board.Values[cell]; {
	case value == nonogram.Blank && pieces > 1:
		n += cutting
	case old == nonogram.Blank && pieces > 1:
		n += joining
	case old == nonogram.Blank && pieces == 0:
		n += speck
	}
	return n
}

// What changes cost that change more than an outline, in units of half a
// neighbour.
const (
	cutting = 16
	joining = 8
	speck   = 16
)

// pieces is the number of runs of ink in the ring of eight cells around a cell.
func (p *repair) pieces(cell int) int {
	rows, cols := p.board.Rows, p.board.Cols
	r, c := cell/cols, cell%cols
	var ring [8]bool
	for k, d := range [8][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}} {
		y, x := r+d[0], c+d[1]
		ring[k] = y >= 0 && y < rows && x >= 0 && x < cols && p.board.Values[y*cols+x] != nonogram.Blank
	}
	n := 0
	for k := range ring {
		if ring[k] && !ring[(k+7)%8] {
			n++
		}
	}
	if n == 0 && ring[0] {
		return 1
	}
	return n
}
