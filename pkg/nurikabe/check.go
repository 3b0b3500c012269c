package nurikabe

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"formicary/pkg/puzzle"
)

// The names of the rules that [Puzzle.Check] judges by. They are stable: they
// stand in records and in the command's output.
const (
	// ruleSize: the board has another size than the puzzle, or not one value
	// for every cell. Its violation has no cells.
	ruleSize = "board-size"
	// ruleValue: a cell holds a value other than Island, Wall and Unset.
	ruleValue = "cell-value"
	// ruleUnset: a cell is neither wall nor island.
	ruleUnset = "cell-unset"
	// ruleClueWhite: a cell with a clue is wall.
	ruleClueWhite = "clue-is-island"
	// ruleWallConnected: the wall is in several pieces.
	ruleWallConnected = "wall-connected"
	// ruleBlock: four cells that meet in one point are all wall.
	ruleBlock = "wall-2x2"
	// ruleIslandSize: an island has more or fewer cells than its clue says.
	ruleIslandSize = "island-size"
	// ruleIslandClues: an island has more than one clue.
	ruleIslandClues = "island-two-clues"
	// ruleIslandNoClue: an island has no clue.
	ruleIslandNoClue = "island-no-clue"
)

// Check judges a board by the rules of Nurikabe and returns every broken one;
// nothing means that the board solves the puzzle. It reads the rules off the
// board with a plain flood fill and shares no code with any engine.
//
// One violation is: all cells with a bad value; all unset cells; a clue on a
// wall; all pieces of the wall but the largest (the first of equals); a 2×2
// block; an island. They come in that order, each kind in raster order. An
// island with several clues is not judged by its size, and the island of a
// "?" has any size.
//
// A board without wall is accepted as far as the wall goes: nothing is in
// pieces. So the one island of all cells solves a puzzle with the one clue
// "number of cells".
//
// Where cells are unset (or hold a bad value) the board is not complete, and
// besides those cells only such rules are reported broken as no completion can
// mend: clues on walls, 2×2 blocks, islands with two clues or already too
// large.
func (p *Puzzle) Check(board puzzle.Grid) []puzzle.Violation {
	if board.Size != p.size || len(board.Values) != p.size.Cells() {
		text := fmt.Sprintf("the board is %v with %d values, the puzzle %v with %d cells", board.Size, len(board.Values), p.size, p.size.Cells())
		return []puzzle.Violation{{Rule: ruleSize, Text: text}}
	}
	j := judge{p: p, board: board.Values}
	j.cells()
	j.clues()
	j.wall()
	j.blocks()
	j.islands()
	return j.broken
}

// judge is one judgement in the making.
type judge struct {
	p          *Puzzle
	board      []uint8
	incomplete bool
	broken     []puzzle.Violation
}

func (j *judge) report(rule string, cells []int, format string, args ...any) {
	slices.Sort(cells)
	places := make([]puzzle.Cell, len(cells))
	for i, cell := range cells {
		places[i] = j.p.size.At(cell)
	}
	j.broken = append(j.broken, puzzle.Violation{Rule: rule, Cells: places, Text: fmt.Sprintf(format, args...)})
}

// cells looks for values that are neither wall nor island.
func (j *judge) cells() {
	var bad, unset []int
	for i, v := range j.board {
		switch v {
		case Wall, Island:
		case puzzle.Unset:
			unset = append(unset, i)
		default:
			bad = append(bad, i)
		}
	}
	if len(bad) > 0 {
		j.report(ruleValue, bad, "the value %d at %v is neither wall nor island%s", j.board[bad[0]], j.p.size.At(bad[0]), others(len(bad)-1, "cell"))
	}
	if len(unset) > 0 {
		j.report(ruleUnset, unset, "the cell %v is neither wall nor island%s", j.p.size.At(unset[0]), others(len(unset)-1, "cell"))
	}
	j.incomplete = len(bad)+len(unset) > 0
}

// others writes ", and so are n other things" for n above zero.
func others(n int, thing string) string {
	switch n {
	case 0:
		return ""
	case 1:
		return ", nor is 1 other " + thing
	}
	return fmt.Sprintf(", nor are %d other %ss", n, thing)
}

// clues looks for walls on clues.
func (j *judge) clues() {
	for _, cell := range j.p.clueCells {
		if j.board[cell] == Wall {
			j.report(ruleClueWhite, []int{cell}, "the clue %s at %v is wall", j.p.clueText(cell), j.p.size.At(cell))
		}
	}
}

// wall looks for more than one piece of wall.
func (j *judge) wall() {
	if j.incomplete {
		return
	}
	pieces := j.regions(Wall)
	if len(pieces) < 2 {
		return
	}
	largest := 0
	for i, piece := range pieces {
		if len(piece) > len(pieces[largest]) {
			largest = i
		}
	}
	var cut []int
	for i, piece := range pieces {
		if i != largest {
			cut = append(cut, piece...)
		}
	}
	slices.Sort(cut)
	noun := "cells are"
	if len(cut) == 1 {
		noun = "cell is"
	}
	j.report(ruleWallConnected, cut, "the wall is in %d pieces: %d %s cut off from the largest piece, the first at %v", len(pieces), len(cut), noun, j.p.size.At(cut[0]))
}

// blocks looks for 2×2 blocks of wall.
func (j *judge) blocks() {
	cols := j.p.size.Cols
	for row := range j.p.size.Rows - 1 {
		for col := range cols - 1 {
			at := row*cols + col
			block := []int{at, at + 1, at + cols, at + cols + 1}
			if !slices.ContainsFunc(block, func(cell int) bool { return j.board[cell] != Wall }) {
				j.report(ruleBlock, block, "the 2x2 block from %v to %v is all wall", j.p.size.At(at), j.p.size.At(at+cols+1))
			}
		}
	}
}

// islands compares every island with its clues.
func (j *judge) islands() {
	for _, island := range j.regions(Island) {
		clues := slices.DeleteFunc(slices.Clone(island), func(cell int) bool { return j.p.clues[cell] == 0 })
		slices.Sort(clues)
		n := puzzle.Plural(len(island), "cell")
		switch {
		case len(clues) > 1:
			j.report(ruleIslandClues, island, "the island at %v has %d clues: %s", j.p.size.At(clues[0]), len(clues), j.list(clues))
		case len(clues) == 0:
			if !j.incomplete {
				j.report(ruleIslandNoClue, island, "the island at %v has %s and no clue", j.p.size.At(slices.Min(island)), n)
			}
		default:
			clue := j.p.Clue(clues[0])
			if clue == Unknown || len(island) == clue || j.incomplete && len(island) < clue {
				continue
			}
			j.report(ruleIslandSize, island, "the island at %v has %s, its clue says %d", j.p.size.At(clues[0]), n, clue)
		}
	}
}

// list writes clues with their places; the first four where there are many.
func (j *judge) list(clues []int) string {
	const shown = 4
	var parts []string
	for _, cell := range clues[:min(len(clues), shown)] {
		parts = append(parts, fmt.Sprintf("%s at %v", j.p.clueText(cell), j.p.size.At(cell)))
	}
	if len(clues) > shown {
		parts = append(parts, fmt.Sprintf("%d more", len(clues)-shown))
	}
	return strings.Join(parts, ", ")
}

// regions are the 4-connected regions of cells with a value, ordered by their
// first cell in raster order, which comes first in each.
func (j *judge) regions(value uint8) [][]int {
	seen := make([]bool, len(j.board))
	var out [][]int
	for start, v := range j.board {
		if v != value || seen[start] {
			continue
		}
		seen[start] = true
		region := []int{start}
		for next := 0; next < len(region); next++ {
			for i := range j.p.size.Neighbours(region[next]) {
				if j.board[i] == value && !seen[i] {
					seen[i] = true
					region = append(region, i)
				}
			}
		}
		out = append(out, region)
	}
	return out
}

// clueText writes the clue of a cell as people do: a number or "?".
func (p *Puzzle) clueText(cell int) string {
	if p.clues[cell] == Unknown {
		return "?"
	}
	return strconv.Itoa(int(p.clues[cell]))
}
