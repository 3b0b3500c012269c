package aco

import (
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/network"
	"formicary/pkg/sudoku/paper"
	"formicary/pkg/sudoku/sudokus"
	"formicary/pkg/sudoku/sudokutest"
)

// puzzle2 is the paper's.
const puzzle2 = "75.98....6...5...8......42....395....23....81...8...5...4...3......79.....8....12"

// modes are the paper's mode and each option alone.
func modes() []*Solver {
	return slices.Collect(maps.Values(solvertest.Modes(New, map[string]func(*Solver){
		"random ties":          func(s *Solver) { s.Choice = RandomTie },
		"roulette":             func(s *Solver) { s.Choice = Roulette },
		"batch":                func(s *Solver) { s.Singles = BatchSingles },
		"no singles":           func(s *Solver) { s.Singles = NoSingles },
		"after simplification": func(s *Solver) { s.Update = AfterSimplification },
		"after trip":           func(s *Solver) { s.Update = AfterTrip },
		"at once":              func(s *Solver) { s.AtOnce = true },
	})))
}

// Every mode solves the paper's puzzle 5, which all but the one without
// singles solve without a choice, and all but that one solve puzzle 2.
func TestModesSolve(t *testing.T) {
	for _, s := range modes() {
		out := solvertest.Solve(t, s, sudokutest.Read(t, sudokutest.Singles), solver.Run{Seed: 1, Budget: solver.Iterations(20000)})
		alltest.Check(t, out.Status == solver.Solved && (s.Singles != NoSingles) == (out.Evaluations == 0 && solvertest.Statistic(t, out, "singles") == 45),
			"%s: puzzle 5 %s after %d choices, %v singles", s.Variant, out.Status, out.Evaluations, solvertest.Statistic(t, out, "singles"))
		out = solvertest.Solve(t, s, sudokutest.Read(t, puzzle2), solver.Run{Seed: 1, Budget: solver.Iterations(5000)})
		want := map[bool]solver.Status{true: solver.Exhausted, false: solver.Solved}[s.Singles == NoSingles]
		alltest.Check(t, out.Status == want, "%s: puzzle 2 %s, want %s", s.Variant, out.Status, want)
	}
}

// The paper's mode solves its hardest puzzle.
func TestSolvesHardest(t *testing.T) {
	for seed := range uint64(3) {
		out := solvertest.Solve(t, New(), sudokutest.Read(t, sudokutest.Inkala), solver.Run{Seed: seed, Budget: solver.Iterations(400000)})
		alltest.Check(t, out.Status == solver.Solved && out.Evaluations != 0 && solvertest.Statistic(t, out, "awards") == float64(out.Evaluations),
			"seed %d: %+v", seed, out)
	}
}

// Boards of other sizes, boxes that are not square, and boards without any
// given.
func TestSizes(t *testing.T) {
	for _, box := range []puzzle.Size{{Rows: 2, Cols: 2}, {Rows: 2, Cols: 3}, {Rows: 3, Cols: 2}, {Rows: 3, Cols: 3}} {
		p := sudokutest.Open(t, box, nil)
		for _, s := range modes() {
			if s.Singles == NoSingles && box.Cells() > 6 {
				continue // solved by luck, or not
			}
			out := solvertest.Solve(t, s, p, solver.Run{Seed: 1, Budget: solver.Iterations(20000)})
			alltest.Check(t, out.Status == solver.Solved, "%s, empty board with boxes of %v: %s, cost %v", s.Variant, box, out.Status, out.Cost)
		}
	}
	// A 36×36 board by the pattern, without its last row of boxes.
	givens := make([]uint8, 36*36)
	for c := range givens {
		row, col := c/36, c%36
		if givens[c] = uint8((row%6*6+row/6+col)%36 + 1); row >= 30 && col%2 == 0 {
			givens[c] = puzzle.Unset
		}
	}
	p := alltest.Must(sudoku.New("large", puzzle.Size{Rows: 6, Cols: 6}, givens))(t)
	out := solvertest.Solve(t, New(), p, solver.Run{Seed: 1, Budget: solver.Iterations(2000)})
	alltest.Check(t, out.Status == solver.Solved, "36×36: %s, cost %v", out.Status, out.Cost)
}

// With singles filled one at a time no choice is ever invalid, in any other
// respect of the mode: the punishment is dead code, but for updates that do not
// come right after the choice. Filled on the spot, choices become invalid.
func TestPunishments(t *testing.T) {
	run := solver.Run{Seed: 3, Budget: solver.Iterations(300)}
	for _, s := range modes() {
		out := solvertest.Solve(t, s, sudokutest.Read(t, sudokutest.Stuck), run)
		punished := solvertest.Statistic(t, out, "punishments")
		want := s.Singles == BatchSingles || s.Update != AfterChoice
		alltest.Check(t, (punished > 0) == want, "%s: %v punishments, want some: %v", s.Variant, punished, want)
	}
	// What is never used changes nothing.
	s := New()
	s.Punishment = 0.7
	a, b := solvertest.Solve(t, s, sudokutest.Read(t, sudokutest.Stuck), run), solvertest.Solve(t, New(), sudokutest.Read(t, sudokutest.Stuck), run)
	alltest.Check(t, solvertest.Same(a, b), "the punishment changed the run")
}

// Rewarded at the end of a trip, pheromone is 0 until the solution: whatever
// award and punishment are, it is the same run.
func TestTripRewardsNothing(t *testing.T) {
	run := solver.Run{Seed: 3, Budget: solver.Iterations(300)}
	s := New()
	s.Update = AfterTrip
	first := solvertest.Solve(t, s, sudokutest.Read(t, sudokutest.Stuck), run)
	s.Award, s.Punishment = 7, 3
	again := solvertest.Solve(t, s, sudokutest.Read(t, sudokutest.Stuck), run)
	alltest.Check(t, solvertest.Same(first, again) && solvertest.Statistic(t, first, "punishments") != 0, "%+v, with other rewards %+v", first, again)
}

func TestReward(t *testing.T) {
	a := ant1(t, New(), sudokutest.Inkala)
	for _, step := range []struct {
		valid bool
		want  float64
	}{{false, 0}, {true, 1}, {false, 0.995}, {true, 1.995}} {
		if a.reward(7, step.valid); a.tau[7] != step.want {
			t.Errorf("pheromone %v, want %v", a.tau[7], step.want)
		}
	}
}

// What each rule of choice makes of pheromones 0, 2, 6, 2, 6 with the digit 1 no
// candidate.
func TestChoice(t *testing.T) {
	a := ant1(t, New(), strings.Repeat(".", 81))
	copy(a.tau, []float64{9, 0, 2, 6, 2, 6})
	a.board.can[0] = 0b111110
	for choice, want := range map[Choice]map[int]float64{
		FirstTie:  {3: 1},
		RandomTie: {3: 0.5, 5: 0.5},
		Roulette:  {2: 0.125, 3: 0.375, 4: 0.125, 5: 0.375},
	} {
		a.solver.Choice = choice
		const draws = 8000
		got := map[int]float64{}
		for range draws {
			got[a.choose(0)] += 1.0 / draws
		}
		for d := range 9 {
			se := math.Sqrt(want[d] * (1 - want[d]) / draws)
			alltest.Check(t, math.Abs(got[d]-want[d]) <= 4*se+1e-9, "%v: digit %d in %.3f, want %.3f", choice, d, got[d], want[d])
		}
	}
	// Without pheromone the roulette takes any candidate.
	copy(a.tau, make([]float64, 9))
	a.solver.Choice = Roulette
	seen := map[int]bool{}
	for range 200 {
		seen[a.choose(0)] = true
	}
	alltest.Check(t, len(seen) == 5 && !seen[0], "without pheromone the roulette takes %v", seen)
}

func TestPromises(t *testing.T) {
	p, run := sudokutest.Read(t, sudokutest.Stuck), solver.Run{Seed: 5, Budget: solver.Iterations(200)}
	sudokutest.Promises(t, p, 200, modes()...)
	solvertest.Stops(t, New(), sudokutest.Read(t, sudokutest.Stuck))
	for _, s := range modes() {
		film := solver.NewRecorder(8)
		run.Observer = film.Observe
		solvertest.Solve(t, s, p, run)
		frames := film.Frames()
		alltest.Require(t, len(frames) >= 4, "%s: %d frames", s.Variant, len(frames))
		for _, f := range frames {
			empty := 0
			for _, v := range f.Board.Values {
				if v == puzzle.Unset {
					empty++
				}
			}
			alltest.Require(t, len(f.Pheromone) == 729 && f.Cost >= float64(empty) && f.Cost >= f.Best && (s.Singles == BatchSingles || f.Cost == float64(empty)),
				"%s: frame of %d pheromones, cost %v, best %v, %d empty cells", s.Variant, len(f.Pheromone), f.Cost, f.Best, empty)
		}
	}
}

// Givens that contradict each other end before the first trip, in every mode,
// also where only the simplification tells.
func TestContradictory(t *testing.T) {
	for _, s := range modes() {
		solvertest.Unsolvable(t, "no cell for a digit", s, sudokutest.Read(t, sudokutest.HiddenContradiction))
	}
}

// The paper's eleven puzzles, in its mode: solved, and by nothing but
// simplification where the paper's time is 0.
func TestPaperPuzzles(t *testing.T) {
	if os.Getenv(sets.DataEnv) == "" {
		t.Skip(sets.DataEnv + " names no folder with the paper's instances")
	}
	for _, item := range sudokus.Kind.MustOpen("paper-11").Items {
		out := solvertest.Solve(t, New(), item, solver.Run{Seed: 1, Budget: solver.Iterations(400000)})
		seconds, ok := paper.AntSeconds(item.ID())
		alltest.Check(t, out.Status == solver.Solved && ok && (out.Evaluations == 0) == (seconds == 0),
			"%s: %s after %d choices", item.ID(), out.Status, out.Evaluations)
	}
}

func TestFilters(t *testing.T) {
	pairs, whole := New(), New()
	pairs.Filter, whole.Filter = network.AC3, network.GAC
	sudokutest.Filters(t, whole, pairs, New())
	// Here the filter ends with no tuple for a given, and leaves every open cell a digit.
	out := solvertest.Solve(t, whole, sudokutest.Read(t, "3"+sudokutest.Hard[1:]), solver.Run{Budget: solver.Iterations(20)})
	alltest.Check(t, out.Status == solver.Unsolvable, "a given without a tuple: %s", out.Status)
}

// Trips allocate nothing.
func TestNoAllocations(t *testing.T) {
	for _, s := range modes() {
		a := ant1(t, s, sudokutest.Stuck)
		a.trip()
		alltest.Equal(t, testing.AllocsPerRun(50, func() { a.trip() }), 0, "%s allocations a trip", s.Variant)
	}
}

// ant1 is the ant of a run with seed 1.
func ant1(t *testing.T, s *Solver, text string) *ant {
	p := sudokutest.Read(t, text)
	return newAnt(s, p, 1, solver.Start(t.Context(), p, solver.Run{}))
}
