package puzzle

// SVG is a complete drawing: one <svg> element with a <title> (its text
// alternative), which follows the light or dark theme of the page around it.
type SVG string

// View says what to draw on top of a puzzle's givens. The zero View draws the
// bare puzzle.
type View struct {
	// Title is the text alternative; empty means "KIND ID, ROWS×COLS".
	Title string
	// Board is a complete or partial board; the zero Grid draws the givens
	// only. Cells may be [Unset].
	Board Grid
	// Changed are cells to outline: the last step.
	Changed []Cell
	// Because are cells that the last step rests on, in a broken outline.
	Because []Cell
	// Violations are broken rules to mark, as Check returns them.
	Violations []Violation
	// Heat is one number a cell in raster order, such as pheromone; nil draws
	// none. HeatMin and HeatMax fix the scale, so that frames of one film can
	// be compared; where both are zero the extremes of Heat are used. HeatLog
	// makes a fixed scale logarithmic.
	Heat             []float64
	HeatMin, HeatMax float64
	HeatLog          bool
	// HeatName says what the heat is, such as "pheromone"; it is written above the
	// scale. Empty names nothing. Unkeyed leaves the scale out, and what the signs on the
	// board are, where another drawing has them.
	HeatName string
	Unkeyed  bool
	// Solution is the solution as far as it is known, whatever Board is: a drawing with heat outlines it. Misled are
	// the cells that the heat leads away from it, which are crossed out.
	Solution Grid
	Misled   []Cell
	// Pairs are pairs of cells (raster indices) that Heat has one number each for, instead
	// of the cells: each is a line from the middle of one to that of the other.
	Pairs [][2]int32
	// Notes are the values that are still possible in each cell, in raster order. A puzzle with values of
	// its own (a digit, a colour) may draw them small in unset cells; nil draws none.
	Notes [][]uint8
	// Coordinates numbers rows and columns beside the board, for texts that name
	// cells ("r5c9"): to the left and above, or where clues stand there to the right
	// and below.
	Coordinates bool
	// CellSize is the side of a cell in pixels at the natural size; zero means
	// a size that suits the board. The drawing shrinks to the page's width.
	CellSize int
}
