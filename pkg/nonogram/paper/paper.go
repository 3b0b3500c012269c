// Package paper holds the figures of the paper on nonograms that the lab
// repeats:
//
// S. Salcedo-Sanz, E. G. Ortiz-García, A. M. Pérez-Bellido, A. Portilla-Figueras
// and X. Yao, "Solving Japanese Puzzles with Heuristics", IEEE Symposium on
// Computational Intelligence and Games (CIG), Honolulu, April 2007,
// DOI 10.1109/CIJG.2007.368102.
//
// Its opinion: a published figure is data, typed in once, with its place. It is checked against what
// the paper itself says of it in words.
//
// Its limits: seconds as printed, on a Pentium IV of 3 GHz (section IV; the
// memory of 1 Mb that is printed there must be another number). The puzzles were
// samples of a publisher and are not to be had any more: what can be repeated is
// how the algorithms compare on puzzles of the same sizes.
package paper

import (
	"math"
	"slices"
	"time"

	"formicary/pkg/analysis"
	"formicary/pkg/puzzle"
)

// Limit is what a run was allowed: "N/A stands for the case where the heuristic
// is not able to find a solution within an hour" (caption of table II).
const Limit = time.Hour

// LimitNow is the Limit on one core of a machine of today, which is taken to be 8
// times as fast as the paper's, at least 4 and at most 16 times. This is an
// estimate. One core of a Core i7 860 of 2009 has 5.2 times the speed of a
// Pentium 4 of 3.0 GHz (on DES: www.ilsistemista.net, "x86-64 and SSE2 performance
// on John the Ripper", page 6). By SPECint a Core i7 of 2017 has 12 times that of
// one of 3.06 GHz, with compilers that have learned to use several cores
// (Hennessy and Patterson, "Computer Architecture", 6th edition 2017, figure 1.1);
// cores of servers are slower than those of desktops. A sentence about the
// paper's hour should hold from least to most.
func LimitNow() (least, likely, most time.Duration) { return Limit / 16, Limit / 8, Limit / 4 }

// Row is a puzzle: a row of table I and of table II.
type Row struct {
	Name string
	Size puzzle.Size
	// Colour says that the puzzle has colours; all others are black and white.
	Colour bool
	// Genetic, Combinatorial, Logic and Lancaster are the seconds to a
	// solution: the genetic algorithm of reference [15], the two heuristics
	// of the paper, and the solver of reference [11]. +Inf means no solution
	// within the Limit, NaN that the algorithm does not take colour puzzles;
	// the paper prints N/A for both.
	Genetic, Combinatorial, Logic, Lancaster float64
}

// Engines are the names of the lab's engines for the four columns of times, in
// the order of the table.
func Engines() []string {
	return []string{"nonogram/genetic", "nonogram/combinatorial", "nonogram/logic", "nonogram/pushfit"}
}

// Seconds are the row's times in the order of [Engines].
func (r Row) Seconds() []float64 {
	return []float64{r.Genetic, r.Combinatorial, r.Logic, r.Lancaster}
}

// Published is the time in seconds for one of [Engines], without an interval; false if the paper has none.
func (r Row) Published(engine string) (seconds float64, within analysis.Interval, ok bool) {
	at := slices.Index(Engines(), engine)
	if at < 0 || !(r.Seconds()[at] > 0) {
		return 0, within, false
	}
	return r.Seconds()[at], within, true
}

// Tables is tables I and II ("Main characteristics of the Japanese puzzles
// tackled", "Results of the proposed heuristics in the black and white Japanese
// puzzles considered", section IV), row by row.
func Tables() []Row {
	never := math.Inf(1)
	rows := []Row{
		{Name: "Charlie", Size: size(15, 15), Genetic: 100.9, Combinatorial: 0.03, Logic: 0.01, Lancaster: 0.02},
		{Name: "Popeye", Size: size(20, 20), Genetic: 297.8, Combinatorial: 0.1, Logic: 0.03, Lancaster: 0.05},
		{Name: "Van Gogh", Size: size(35, 25), Genetic: never, Combinatorial: 0.7, Logic: 0.09, Lancaster: 0.7},
		{Name: "King Kong", Size: size(30, 30), Genetic: never, Combinatorial: 0.6, Logic: 0.09, Lancaster: 0.6},
		{Name: "Kabuki", Size: size(40, 40), Genetic: never, Combinatorial: 0.8, Logic: 0.1, Lancaster: 0.7},
		{Name: "Sheriff", Size: size(45, 45), Genetic: never, Combinatorial: 16.4, Logic: 0.2, Lancaster: 1.0},
		{Name: "Liberty", Size: size(50, 35), Genetic: never, Combinatorial: 47.9, Logic: 0.2, Lancaster: 0.9},
		{Name: "Parrot1", Size: size(55, 60), Genetic: never, Combinatorial: 3.6, Logic: 0.2, Lancaster: 1.0},
		{Name: "Da Vinci", Size: size(75, 55), Genetic: never, Combinatorial: 116.0, Logic: 0.5, Lancaster: 1.1},
		{Name: "Fishing", Size: size(50, 70), Genetic: never, Combinatorial: never, Logic: 0.6, Lancaster: never},
		{Name: "King", Size: size(60, 75), Genetic: never, Combinatorial: never, Logic: 0.8, Lancaster: 18.1},
		{Name: "Jazz", Size: size(60, 145), Genetic: never, Combinatorial: never, Logic: 1.0, Lancaster: 2.3},
		{Name: "Earth", Size: size(20, 20), Logic: 0.031},
		{Name: "Egyptian", Size: size(25, 25), Logic: 0.11},
		{Name: "Flower", Size: size(30, 30), Logic: 0.281},
		{Name: "Ship", Size: size(30, 30), Logic: 0.359},
		{Name: "Flag", Size: size(30, 30), Logic: 0.125},
		{Name: "Girl", Size: size(30, 30), Logic: 0.328},
		{Name: "Fred", Size: size(30, 30), Logic: 0.25},
		{Name: "Parrot2", Size: size(35, 35), Logic: 0.297},
	}
	for i := range rows {
		if r := &rows[i]; r.Genetic == 0 {
			r.Colour, r.Genetic, r.Combinatorial, r.Lancaster = true, math.NaN(), math.NaN(), math.NaN()
		}
	}
	return rows
}

func size(rows, cols int) puzzle.Size { return puzzle.Size{Rows: rows, Cols: cols} }
