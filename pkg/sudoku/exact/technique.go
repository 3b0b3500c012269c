package exact

import (
	"fmt"
	"math/bits"
	"slices"
)

// Technique is a way in which people get on with a puzzle, by its usual name.
// Later ones are harder to see. The order is that of Sudoku Explainer (Nicolas
// Juillerat, 2006), as far as it has them.
type Technique uint8

const (
	// NoTechnique is the zero value.
	NoTechnique Technique = iota
	// fullHouse: one cell of a unit is open.
	fullHouse
	// hiddenSingle: a digit has one cell left in a unit.
	hiddenSingle
	// nakedSingle: a cell has one digit left.
	nakedSingle
	// pointing: in a box a digit is on one line only, so nowhere else on that
	// line.
	pointing
	// claiming: on a line a digit is in one box only, so nowhere else in that
	// box.
	claiming
	// nakedPair: two cells of a unit share two digits, which are nowhere else
	// in it; nakedTriple and nakedQuad are the same with three and four.
	nakedPair
	// xWing: on two rows a digit is in the same two columns only, so nowhere
	// else in these; or the same with columns and rows. swordfish and
	// jellyfish are the same with three and four lines.
	xWing
	// hiddenPair: two digits of a unit share two cells, which hold nothing
	// else; hiddenTriple and hiddenQuad are the same with three and four.
	hiddenPair
	nakedTriple
	swordfish
	hiddenTriple
	// xyWing: a cell with the digits x and y sees one with x and z and one
	// with y and z; what sees both of these is not z.
	xyWing
	// xyzWing: a cell with x, y and z sees one with x and z and one with y and
	// z; what sees all three is not z.
	xyzWing
	// simpleColouring: cells that a digit fills in turns (each the only other
	// one in some unit) have two colours. A colour of which two cells see each
	// other is wrong, and what sees both colours is not the digit.
	simpleColouring
	nakedQuad
	jellyfish
	hiddenQuad
	// Trial: a digit put into a cell leads to a contradiction by singles and
	// locked digits alone.
	Trial
	// Search: a digit put into a cell leads to contradictions whatever is
	// tried next.
	Search
)

// techniques are what each technique is, and how it is found: t is the technique
// itself, and size the number of cells, digits or lines of its pattern where
// several techniques differ by that alone.
var techniques = [...]struct {
	name  string
	grade Grade
	find  func(s *sheet, t Technique, size int) (Step, bool)
	size  int
}{
	NoTechnique:     {},
	fullHouse:       {"full house", Easy, (*sheet).fullHouse, 0},
	hiddenSingle:    {"hidden single", Easy, (*sheet).hiddenSingle, 0},
	nakedSingle:     {"naked single", Easy, (*sheet).nakedSingle, 0},
	pointing:        {"pointing", Medium, (*sheet).pointing, 0},
	claiming:        {"claiming", Medium, (*sheet).claiming, 0},
	nakedPair:       {"naked pair", Medium, (*sheet).naked, 2},
	xWing:           {"X-wing", Hard, (*sheet).fish, 2},
	hiddenPair:      {"hidden pair", Medium, (*sheet).hidden, 2},
	nakedTriple:     {"naked triple", Medium, (*sheet).naked, 3},
	swordfish:       {"swordfish", Hard, (*sheet).fish, 3},
	hiddenTriple:    {"hidden triple", Medium, (*sheet).hidden, 3},
	xyWing:          {"XY-wing", Hard, (*sheet).wing, 2},
	xyzWing:         {"XYZ-wing", Hard, (*sheet).wing, 3},
	simpleColouring: {"simple colouring", Hard, (*sheet).colouring, 0},
	nakedQuad:       {"naked quad", Hard, (*sheet).naked, 4},
	jellyfish:       {"jellyfish", Hard, (*sheet).fish, 4},
	hiddenQuad:      {"hidden quad", Hard, (*sheet).hidden, 4},
	Trial:           {"trial", Extreme, (*sheet).trial, 0},
	Search:          {"search", Extreme, nil, 0}, // see explain
}

// String is the technique's usual name; empty for none.
func (t Technique) String() string { return techniques[t].name }

// Grade is the class that the technique belongs to.
func (t Technique) Grade() Grade { return techniques[t].grade }

// Techniques lists all techniques, the easiest first.
func Techniques() []Technique {
	var out []Technique
	for t := fullHouse; t <= Search; t++ {
		out = append(out, t)
	}
	return out
}

// Grade is a class of difficulty: that of the hardest technique that a puzzle
// needs, when always the easiest one that helps is used.
type Grade uint8

const (
	// Ungraded: not solved, or with more than one solution.
	Ungraded Grade = iota
	// Easy: singles.
	Easy
	// Medium: also locked digits, and pairs and triples.
	Medium
	// Hard: also fish, wings, colouring and quads.
	Hard
	// Extreme: what only trial and error decides.
	Extreme
)

var gradeNames = [...]string{"", "easy", "medium", "hard", "extreme"}

// String is "easy", "medium", "hard" or "extreme"; empty for no grade.
func (g Grade) String() string { return gradeNames[g] }

// ParseGrade reads what [Grade.String] writes.
func ParseGrade(text string) (Grade, error) {
	for g := Easy; g <= Extreme; g++ {
		if g.String() == text {
			return g, nil
		}
	}
	return Ungraded, fmt.Errorf("grade %q: expected easy, medium, hard or extreme", text)
}

// fullHouse finds the last open cell of a unit.
func (s *sheet) fullHouse(t Technique, _ int) (Step, bool) {
	for u, unit := range s.l.Units {
		last, open := int16(0), 0
		for _, c := range unit {
			if !s.done[c] {
				last, open = c, open+1
			}
		}
		if open == 1 {
			d := bits.TrailingZeros64(s.can[last])
			return s.placing(t, last, d, "%s lacks only %d, at %s", s.l.UnitName(u), d+1, s.places([]int16{last}))
		}
	}
	return Step{}, false
}

// hiddenSingle finds a digit with one cell left in a unit; in boxes first,
// where people see it best.
func (s *sheet) hiddenSingle(t Technique, _ int) (Step, bool) {
	n := s.l.N
	for i := range 3 * n {
		u := (i + 2*n) % (3 * n)
		var once, twice uint64
		for _, c := range s.l.Units[u] {
			twice |= once & s.can[c]
			once |= s.can[c]
		}
		for single := once &^ twice; single != 0; single &= single - 1 {
			d := bits.TrailingZeros64(single)
			c := s.l.Units[u][slices.IndexFunc(s.l.Units[u], func(c int16) bool { return s.can[c]>>d&1 != 0 })]
			if !s.done[c] {
				return s.placing(t, c, d, "in %s, %d can only be at %s", s.l.UnitName(u), d+1, s.places([]int16{c}))
			}
		}
	}
	return Step{}, false
}

// nakedSingle finds a cell with one digit left.
func (s *sheet) nakedSingle(t Technique, _ int) (Step, bool) {
	for c, can := range s.can {
		if !s.done[c] && can&(can-1) == 0 {
			d := bits.TrailingZeros64(can)
			return s.placing(t, int16(c), d, "%s can only be %d", s.places([]int16{int16(c)}), d+1)
		}
	}
	return Step{}, false
}

// pointing finds digits that are on one line only in a box.
func (s *sheet) pointing(t Technique, _ int) (Step, bool) { return s.locked(t, 2*s.l.N, 0) }

// claiming finds digits that are in one box only on a line.
func (s *sheet) claiming(t Technique, _ int) (Step, bool) { return s.locked(t, 0, 2*s.l.N) }

// locked finds a digit of which all cells in one unit (lines or boxes, from
// index from on) lie in one other unit (from index to on), and strikes it off
// the rest of that.
func (s *sheet) locked(t Technique, from, to int) (Step, bool) {
	count := s.l.N
	if from == 0 {
		count = 2 * s.l.N
	}
	for u := from; u < from+count; u++ {
		for d := range s.l.N {
			cells := s.where(u, d)
			if len(cells) < 2 {
				continue
			}
			for _, v := range s.l.UnitsOf[cells[0]] {
				if int(v) == u || (int(v) >= 2*s.l.N) != (to > 0) || !s.all(cells, v) {
					continue
				}
				reason := fmt.Sprintf("in %s, %d is only in %s (%s)", s.l.UnitName(u), d+1, s.l.UnitName(int(v)), s.places(cells))
				if step, ok := s.striking(t, cells, 1<<d, func(c int16) uint64 {
					if s.in(c, v) && !s.in(c, int16(u)) {
						return 1 << d
					}
					return 0
				}, reason); ok {
					return step, true
				}
			}
		}
	}
	return Step{}, false
}

// where lists the cells of a unit that may hold a digit, from 0, and are open
// or hold it.
func (s *sheet) where(unit, digit int) []int16 {
	var out []int16
	for _, c := range s.l.Units[unit] {
		if s.can[c]>>digit&1 != 0 {
			out = append(out, c)
		}
	}
	return out
}

// in says whether a cell belongs to a unit.
func (s *sheet) in(c, unit int16) bool { return slices.Contains(s.l.UnitsOf[c][:], unit) }

// all says whether all cells belong to a unit.
func (s *sheet) all(cells []int16, unit int16) bool {
	return !slices.ContainsFunc(cells, func(c int16) bool { return !s.in(c, unit) })
}

// see says whether two cells share a unit.
func (s *sheet) see(a, b int16) bool {
	x, y := &s.l.UnitsOf[a], &s.l.UnitsOf[b]
	return a != b && (x[0] == y[0] || x[1] == y[1] || x[2] == y[2])
}
