package exact

import "fmt"

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
