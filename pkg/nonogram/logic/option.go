package logic

import (
	"fmt"
	"strings"
)

// Rules is a set of sub-procedures.
type Rules uint8

// The sub-procedures. One and Two are those of black-and-white puzzles, Colour
// takes their place in colour puzzles.
const (
	One Rules = 1 << iota
	Two
	Three
	Four
	Five
	Colour

	// All are the paper's.
	All = One | Two | Three | Four | Five | Colour
)

const ruleDigits = "12345c"

// String writes the digits of the sub-procedures, c for sub-procedure colour,
// or "none".
func (r Rules) String() string {
	var b strings.Builder
	for i, digit := range ruleDigits {
		if r>>i&1 != 0 {
			b.WriteRune(digit)
		}
	}
	if b.Len() == 0 {
		return "none"
	}
	return b.String()
}

// Set reads what String writes, in any order.
func (r *Rules) Set(text string) error {
	if text == "none" {
		*r = 0
		return nil
	}
	var set Rules
	for _, digit := range text {
		i := strings.IndexRune(ruleDigits, digit)
		if i < 0 {
			return fmt.Errorf("sub-procedure %q: expected some of %s, or none", digit, ruleDigits)
		}
		set |= 1 << i
	}
	if set == 0 {
		return fmt.Errorf("no sub-procedure: expected some of %s, or none", ruleDigits)
	}
	*r = set
	return nil
}

// Label is what people read: "sub-procedures 1, 2", "all sub-procedures" or
// "preprocessing alone".
func (r Rules) Label() string {
	switch r {
	case 0:
		return "preprocessing alone"
	case All:
		return "all sub-procedures"
	}
	digits := strings.Split(r.String(), "")
	if len(digits) == 1 {
		return "sub-procedure " + digits[0]
	}
	return "sub-procedures " + strings.Join(digits, ", ")
}

// Reading says which blocks are candidates in sub-procedures 3 to 5. Both are
// sound.
type Reading uint8

const (
	// Faithful: those that can come there between their left-most and
	// right-most places, as the paper's text says.
	Faithful Reading = iota
	// Strong: of these, those that fit there, cell by cell. Sub-procedure 4
	// also makes single cells of a gap blank that no candidate covers, and
	// sub-procedure 5 looks at the two ends of a run one by one.
	Strong
)

var readingNames = []string{"faithful", "strong"}
