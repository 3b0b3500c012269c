package combinatorial

// Select says what "most fixed squares" means.
type Select uint8

const (
	// ByCount takes the line with the largest number of fixed cells.
	ByCount Select = iota
	// ByShare takes the line with the largest share of fixed cells.
	ByShare
)

var selectNames = []string{"count", "share"}
