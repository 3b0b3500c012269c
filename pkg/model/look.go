package model

// Look is how a board shows a variable.
type Look uint8

const (
	// Hidden values are not drawn.
	Hidden Look = iota
	// Shade draws cells with a value above 0 dark, with their signs where there are several such
	// values.
	Shade
	// Number draws the sign of the value.
	Number
	// Line draws the links as lines from cell to cell.
	Line
	// Border draws a wall between cells without a link.
	Border
	// Inside draws a loop along the lines of the grid, around the cells with value 1, and tints them.
	Inside
	// Disc draws a white disc for 0 and a black one for 1.
	Disc
	// Star, Tent and Bulb draw one where the value is 1. A bulb lights its row and column up to the
	// next [Wall].
	Star
	Tent
	Bulb
	// Bridge draws as many lines as the value says: those of the first such layer across, those
	// of the second down. In a cell with a clue they go to the next cell, to the right or below.
	Bridge
	// Diagonal draws a line across the cell, falling for 0 and rising for 1.
	Diagonal
	// Triangle fills half of the cell, that around the corner that its sign names: ne, se, sw or nw.
	Triangle
)

// Mark is how a sign that is given is drawn.
type Mark uint8

const (
	// Plain writes the sign into the middle of its cell.
	Plain Mark = iota
	// Blank draws nothing.
	Blank
	// White and Black are circles.
	White
	Black
	// Circled writes a number into a circle, which stays empty for other signs.
	Circled
	// Cornered writes the sign small into the cell's corner.
	Cornered
	// Wall fills the cell, with a number light on it.
	Wall
	// Tree is a tree.
	Tree
	// Arrow is a number with the direction behind it, such as 2e, as an arrow.
	Arrow
	// Sums are numbers such as 16,23 in a wall that a diagonal divides: for the cells below and for
	// those to the right. Either may be missing.
	Sums
	// Centre is a dot: for 0 in the middle of the cell, 1 on its right side, 2 on its lower side, 3 at its
	// lower right corner.
	Centre
)

// mark is how a kind draws a sign.
func (k *Kind) mark(sign string) Mark {
	if mark, ok := k.Marks[sign]; ok {
		return mark
	}
	if sign == None {
		return Blank
	}
	return k.Marks[""]
}
