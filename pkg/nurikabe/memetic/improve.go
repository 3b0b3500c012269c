package memetic

import (
	"math/rand/v2"

	"formicary/pkg/solver"
)

// Improver are the parameters of the annealing that improves each ant's board.
type Improver struct {
	// Moves is the number of moves that are proposed for each board and each of its
	// cells; 0 leaves the improver out.
	Moves int
	// Hot and Cold are the temperatures of the first and the last proposals, in
	// black 2×2 blocks: a change that costs d more is made with probability
	// exp(-d/T). 0.001 to 1000 each, and Cold is at most Hot. They are those of the windows, too.
	Hot, Cold float64
	// Lack is what a missing white cell costs the annealing, in black 2×2 blocks,
	// above 0. The cost of boards that ants are compared by is the paper's.
	Lack float64
	// Mend is the number of windows in a row, each around a defect of the annealed
	// board, that may pass without a lower cost before the ant ends; 0 leaves out the
	// windows.
	Mend int
	// Corners adds two moves of islands: around their own corners, and into positions that
	// another island's corner closes (see bend and trade).
	Corners bool
	// Kept is the number of finished boards of a run from which an ant's board takes the
	// parts that are better there (see breed); 0 to 1,000, and 0 leaves it out.
	Kept int
	// Local is the number of moves that are proposed for each cell of a window, at
	// least 1.
	Local int
}

func defaultImprover() Improver {
	return Improver{Moves: 1000, Hot: 0.6, Cold: 0.25, Lack: 2, Mend: 100, Local: 50}
}

// mostKept keeps the time to look at all kept boards below that of an annealing.
const mostKept = 1000

// mostMoves keeps the proposals for the largest board below 2⁴⁷.
const mostMoves = 1 << 31

func (p *Improver) table() solver.Table {
	const least, most = 1e-3, 1e3
	return solver.Table{
		solver.Int("moves", &p.Moves, "moves that the improver proposes for each cell of an ant's board; 0 leaves it out").Between(0, mostMoves),
		solver.Float("hot", &p.Hot, "first temperature of the improver, in black 2×2 blocks").Between(least, most),
		solver.Float("cold", &p.Cold, "last temperature of the improver, in black 2×2 blocks").Must(p.Cold >= least && p.Cold <= p.Hot, "0.001 to hot"),
		solver.Float("lack", &p.Lack, "what a missing white cell costs the improver, in black 2×2 blocks").Between(least, most),
		solver.Int("mend", &p.Mend, "windows around what is wrong that the improver anneals in a row without a lower cost; 0 leaves them out").Between(0, mostMoves),
		solver.Int("local", &p.Local, "moves that the improver proposes for each cell of a window").Between(1, mostMoves),
	}
}

// The temperature falls in steps, by one factor.
const temperatures = 64

// odds are the probabilities of changes that cost more, in units of 2⁻³²: of a
// cell that turns black, and of one that moves within its island, by the number
// of black blocks more. A cell that turns white never costs more.
type odds struct{ black, shift [5]uint64 }

// cool works out the odds of all temperatures.
func (p *Improver) cool() (out [temperatures]odds) {
	t := p.Hot
	factor := solver.Exp(solver.Log(p.Cold/p.Hot) / (temperatures - 1))
	for i := range out {
		for blocks := range out[i].black {
			out[i].black[blocks] = uint64(solver.Exp(-(p.Lack+float64(blocks))/t) * (1 << 32))
			out[i].shift[blocks] = uint64(solver.Exp(-float64(blocks)/t) * (1 << 32))
		}
		t *= factor
	}
	return out
}

// anneal tempers the whole board and leaves the best board of all.
func (l *land) anneal(r *rand.PCG, cooling *[temperatures]odds, moves int, budget int64, expired func() bool) (judged int64) {
	judged = l.temper(r, cooling, moves, budget, expired)
	l.restore()
	return judged
}

// temper proposes moves in the field until one solves the board, all are done, it
// judged budget boards, or time ran out, and returns how many it judged. It keeps the
// best board of all for restore. It asks for the time once a temperature.
func (l *land) temper(r *rand.PCG, cooling *[temperatures]odds, moves int, budget int64, expired func() bool) (judged int64) {
	l.remember()
	if len(l.field) == 0 || l.cost() == 0 {
		return 0
	}
	for step := range cooling {
		// The first steps have one move more where the moves do not come out even.
		n := moves / temperatures
		if step < moves%temperatures {
			n++
		}
		l.budget = budget - judged
		more, solved := l.walk(r, &cooling[step], n)
		judged += more
		if solved || judged == budget || expired() {
			break
		}
	}
	return judged
}

// walk proposes n moves in the field at one temperature, fewer where the budget of boards to judge
// ends before.
func (l *land) walk(r *rand.PCG, odds *odds, n int) (judged int64, solved bool) {
	field := l.field
	for range n {
		if judged == l.budget {
			break
		}
		u := r.Uint64()
		high, luck := u>>32, u&(1<<32-1)
		pos := field[high*uint64(len(field))>>32]
		if l.owner[pos] != black {
			if l.leaf(pos) {
				judged++
				if luck < odds.black[blocksOf[l.ring[pos]]] {
					l.close(pos)
				}
			}
			continue
		}
		tried, moved := l.take(r, pos, luck, odds)
		if tried {
			judged++
		}
		if !moved {
			continue
		}
		if c := l.cost(); c < l.lowest {
			l.remember()
			if c == 0 {
				return judged, true
			}
		}
	}
	return judged, false
}

// take proposes that a black position turns white. It says whether the cost was worked out, and
// whether the move was made.
func (l *land) take(r *rand.PCG, to int32, luck uint64, odds *odds) (tried, moved bool) {
	k := l.neighbour(to)
	switch {
	case k == black:
		return false, false
	case k == outside:
		return l.push(to, luck, odds)
	case l.size[k] == l.clues[k]:
		u := r.Uint64()
		if l.corners && u&1 == 0 && acrossOf[l.ring[to]&^l.frame[to]] != 0 {
			return l.bend(to, k, luck, u, odds)
		}
		return l.shift(to, k, luck, u, odds)
	case !l.cuts(to):
		l.open(to, k)
		return true, true
	}
	return true, l.corners && l.trade(to, k, luck, r.Uint64(), odds)
}

// shift proposes that a full island gives up one of its cells and takes another.
// The place of the first one is drawn from u.
func (l *land) shift(to int32, k uint16, luck, u uint64, odds *odds) (tried, moved bool) {
	from := l.list[l.base[k]+int32(u>>32*uint64(l.size[k])>>32)]
	if !l.leaf(from) {
		return false, false
	}
	return true, l.swap(from, to, k, luck, odds)
}

// swap turns one position black and another one white, for an island that is not full then,
// where the odds allow the cost and the rules of a land the board.
func (l *land) swap(from, to int32, k uint16, luck uint64, odds *odds) bool {
	other, more := l.owner[from], int(blocksOf[l.ring[from]])
	l.close(from)
	more -= int(blocksOf[l.ring[to]])
	if (more > 0 && luck >= odds.shift[more]) || l.neighbour(to) != k || l.cuts(to) {
		l.open(from, other)
		return false
	}
	l.open(to, k)
	return true
}

// push proposes that an island that lacks cells takes a position beside another
// island, which gives up the one cell that it has there.
func (l *land) push(to int32, luck uint64, odds *odds) (tried, moved bool) {
	var k uint16 // the island that takes
	from, cells := int32(0), 0
	for at := l.ring[to] &^ l.frame[to] & sides; at != 0; at &= at - 1 {
		pos := to + int32(l.delta[lowestOf[at]])
		switch o := l.owner[pos]; {
		case o == k:
		case k == black && l.size[o] < l.clues[o]:
			k = o
		case cells == 0:
			from, cells = pos, 1
		default:
			return false, false
		}
	}
	if k == black || !l.leaf(from) {
		return false, false
	}
	return true, l.swap(from, to, k, luck, odds)
}
