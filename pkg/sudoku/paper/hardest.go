package paper

// Program is how a program of others did on boards of 25×25 with 45 % of the
// cells given, the hardest share, out of the general instances of Lloyd and
// Amos. It was measured for this lab on one core, and is not in their paper.
type Program struct {
	Name string
	// Runs and Solved count runs, one for each board.
	Runs, Solved int
	// Mean is the mean time of a solved run in seconds.
	Mean float64
}

// Hardest lists the authors' own program (github.com/huwlloyd-mmu/sudoku_acs,
// C++, on the first twelve boards, 20 s of processor time a run) and the CP-SAT solver of Google's OR-Tools
// with one worker (60 s).
func Hardest() []Program {
	return []Program{
		{"Lloyd and Amos, C++", 12, 10, 4.3},
		{"CP-SAT, one worker", 100, 100, 0.14},
	}
}
