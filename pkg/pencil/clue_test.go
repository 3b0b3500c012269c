package pencil_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/pencil"
	"formicary/pkg/pencil/pencils"
	"formicary/pkg/puzzle"
)

// of the board are rules that are not about one clue, although they change where one is missing.
var ofTheBoard = map[string]bool{
	"every cell is in a rectangle with a number":                       true, // of Shikaku
	"every area is connected and symmetric about its one centre":       true, // of Galaxies
	"as many shaded cells as are asked for leave the others connected": true, // of Heyawake
}

// clueless are kinds without a clue of which less could be said on the same board.
var clueless = []string{"fillomino", "galaxies", "lits", "norinori", "numberlink", "simpleloop", "skyscraper", "starbattle", "tent"}

// TestCluesAreNamed breaks solutions at random, and lets one clue after the other say less. The faults that go with the clue
// name its cell; those of a clue at a corner a cell at the corner.
func TestCluesAreNamed(t *testing.T) {
	for _, kind := range pencil.Kinds() {
		t.Run(kind.Name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			named := 0
			for _, item := range smallest(kind, 3) {
				p := item.Puzzle.(*model.Puzzle)
				var boards []puzzle.Grid
				var faults [][]puzzle.Violation
				for range alltest.Of(8, 60) {
					board := disturbed(p, item.Solution, r)
					boards, faults = append(boards, board), append(faults, p.Check(board))
				}
				for _, part := range kind.Parts {
					if part == model.Regions || part.At != model.InCells && part.At != model.AtCorners {
						continue
					}
					rows, cols := part.Of(p.Size())
					for at := range rows * cols {
						for _, bare := range lesser(kind, p, part, at) {
							for i, board := range boards {
								rest := bare.Check(board)
								for _, fault := range faults[i] {
									same := func(v puzzle.Violation) bool { return v.Rule == fault.Rule && slices.Equal(v.Cells, fault.Cells) }
									if ofTheBoard[fault.Rule] || slices.ContainsFunc(rest, same) {
										continue
									}
									named++
									if !names(fault, part, at, cols) {
										t.Errorf("%s: the clue %s at place %d is not in %v", item.ID(), p.Sign(part, at), at, fault)
									}
								}
							}
						}
					}
				}
			}
			alltest.Check(t, (named == 0) == slices.Contains(clueless, kind.Name), "%d faults of clues", named)
		})
	}
}

// names says whether a fault has the cell of a clue, or one around its corner.
func names(fault puzzle.Violation, part *model.Part, at, cols int) bool {
	return slices.ContainsFunc(fault.Cells, func(c puzzle.Cell) bool {
		row, col := at/cols-c.Row, at%cols-c.Col
		return row == 0 && col == 0 || part.At == model.AtCorners && row >= 0 && row <= 1 && col >= 0 && col <= 1
	})
}

// smallest are some of the smallest puzzles of the open set.
func smallest(kind *model.Kind, n int) []puzzle.Item {
	items := slices.Clone(pencils.Of(kind).MustOpen("open").Items)
	slices.SortStableFunc(items, func(a, b puzzle.Item) int { return a.Size().Cells() - b.Size().Cells() })
	return items[:n]
}

// disturbed is a board with up to four variables changed.
func disturbed(p *model.Puzzle, board puzzle.Grid, r *rand.Rand) puzzle.Grid {
	board = board.Clone()
	all := p.Form().Variables()
	for range 1 + r.IntN(4) {
		v := all[r.IntN(len(all))]
		v.Set(board, r.IntN(v.Values()))
	}
	return board
}

// lesser are the puzzles that say less at one place of a table, with the same variables.
func lesser(kind *model.Kind, p *model.Puzzle, part *model.Part, at int) (out []*model.Puzzle) {
	line := 1
	for _, other := range kind.Parts[:slices.Index(kind.Parts, part)] {
		rows, _ := other.Of(p.Size())
		line += rows
	}
	_, cols := part.Of(p.Size())
	lines := strings.Split(p.Text(), "\n")
	words := strings.Fields(lines[line+at/cols])
	signs := []string{model.None, model.Unknown, "x", "o"}
	if kind.Areas {
		signs = signs[1:2] // without a clue others can have other areas
	}
	for _, sign := range signs {
		if has := p.Sign(part, at); has == model.None || has == sign {
			continue
		}
		words[at%cols] = sign
		lines[line+at/cols] = strings.Join(words, " ")
		bare, err := kind.New("bare", "test", strings.Join(lines, "\n"))
		if err == nil && fmt.Sprint(bare.Form().Variables()) == fmt.Sprint(p.Form().Variables()) {
			out = append(out, bare)
		}
	}
	return out
}

// TestFaultsOfBlankBoards: clues in whose cells nothing is to be decided are named, and pieces of the board by their cells.
func TestFaultsOfBlankBoards(t *testing.T) {
	for _, c := range []struct{ kind, problem, fault string }{
		{"akari", "2 2\n2 -\n- -", "a number counts the bulbs beside it: broken for the clue at r1c1, at r1c2, r2c1"},
		{"akari", "2 3\nx 1 x\n- x -", "a number counts the bulbs beside it: broken for the clue at r1c2"},
		{"galaxies", "1 3\n- 0 -", "every area is connected and symmetric about its one centre: broken at r1c1, r1c2, r1c3"},
		{"hashi", "1 3\n1 - 1", "all islands are connected: broken for the clue at r1c3"},
		{"kakuro", "2 3\n- 1, 3,\n,5 0 0", "digits of a run differ and add up to the number at its head: broken for the clue at r2c1, at r2c2, r2c3"},
		{"killersudoku", "4 4\n3 - 7 -\n7 - 3 -\n3 - 7 -\n7 - 3 -\na a b b\nc c d d\ne e f f\ng g h h", "digits of a cage differ and add up to its number: broken for the clue at r1c1, at r1c2"},
		{"tent", "1 3\n- - -\n-\n- - x", "every tree has a tent beside it, and every tent a tree: broken for the clue at r1c3"},
		{"yajilin", "1 3\n1e - -", "a clue counts the shaded cells in its direction: broken for the clue at r1c1, at r1c2, r1c3"},
	} {
		p := alltest.Must(kindOf(c.kind).New("1", "test", c.problem))(t)
		faults := p.Check(puzzle.NewGrid(p.Size(), 0))
		alltest.Check(t, slices.ContainsFunc(faults, func(v puzzle.Violation) bool { return v.Text == c.fault && len(v.Cells) > 0 }),
			"%s %q: %v", c.kind, c.problem, faults)
	}
}
