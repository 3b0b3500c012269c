package exact

import "fmt"

// Technique is a way in which people get on with a puzzle, by its usual name.
// Later ones are harder to see. The order is that of Sudoku Explainer (Nicolas
// Juillerat, 2006), as far as it has them.
type Technique uint8

const (
	// NoTechnique is the zero value.
	NoTechnique Technique = iota
	// FullHouse: one cell of a unit is open.
	FullHouse
	// HiddenSingle: a digit has one cell left in a unit.
	HiddenSingle
	// NakedSingle: a cell has one digit left.
	NakedSingle
	// Pointing: in a box a digit is on one line only, so nowhere else on that
	// line.
	Pointing
	// Claiming: on a line a digit is in one box only, so nowhere else in that
	// box.
	Claiming
	// NakedPair: two cells of a unit share two digits, which are nowhere else
	// in it; NakedTriple and NakedQuad are the same with three and four.
	NakedPair
	// XWing: on two rows a digit is in the same two columns only, so nowhere
	// else in these; or the same with columns and rows. Swordfish and
	// Jellyfish are the same with three and four lines.
	XWing
	// HiddenPair: two digits of a unit share two cells, which hold nothing
	// else; HiddenTriple and HiddenQuad are the same with three and four.
	HiddenPair
	NakedTriple
	Swordfish
	HiddenTriple
	// XYWing: a cell with the digits x and y sees one with x and z and one
	// with y and z; what sees both of these is not z.
	XYWing
	// XYZWing: a cell with x, y and z sees one with x and z and one with y and
	// z; what sees all three is not z.
	XYZWing
	// SimpleColouring: cells that a digit fills in turns (each the only other
	// one in some unit) have two colours. A colour of which two cells see each
	// other is wrong, and what sees both colours is not the digit.
	SimpleColouring
	NakedQuad
	Jellyfish
	HiddenQuad
	// Trial: a digit put into a cell leads to a contradiction by singles and
	// locked digits alone.
	Trial
	// Search: a digit put into a cell leads to contradictions whatever is
	// tried next.
	Search

	techniques = iota
)

var techniqueNames = [techniques]string{
	"", "full house", "hidden single", "naked single", "pointing", "claiming", "naked pair", "X-wing", "hidden pair",
	"naked triple", "swordfish", "hidden triple", "XY-wing", "XYZ-wing", "simple colouring", "naked quad", "jellyfish", "hidden quad",
	"trial", "search",
}

// String is the technique's usual name; empty for none.
func (t Technique) String() string { return techniqueNames[t] }

// Techniques lists all techniques, the easiest first.
func Techniques() []Technique {
	var out []Technique
	for t := FullHouse; t < techniques; t++ {
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

// Grade is the class that the technique belongs to.
func (t Technique) Grade() Grade {
	switch t {
	case NoTechnique:
		return Ungraded
	case FullHouse, HiddenSingle, NakedSingle:
		return Easy
	case Pointing, Claiming, NakedPair, HiddenPair, NakedTriple, HiddenTriple:
		return Medium
	case Trial, Search:
		return Extreme
	}
	return Hard
}
