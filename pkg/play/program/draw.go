package main

import (
	"fmt"
	"math"
	"strings"

	"formicary/pkg/engines"
	"formicary/pkg/play/service"
	"formicary/pkg/puzzle"
)

// Puzzle is a puzzle as it travels to and from a page.
type Puzzle struct {
	Kind string `json:"kind"`
	ID   string `json:"id,omitempty"`
	// Text is in any format of the kind; what a page gets is [puzzle.Puzzle.Text].
	Text string `json:"text"`
}

// Read reads the puzzle. Where the text has several it is the first one.
func (p Puzzle) Read() (puzzle.Item, error) {
	kind, err := engines.FindKind(p.Kind)
	if err != nil {
		return puzzle.Item{}, fmt.Errorf("the program of this page does not know %s puzzles, which a notebook declares", p.Kind)
	}
	set, err := kind.Read("the puzzle", strings.NewReader(p.Text))
	if err != nil {
		return puzzle.Item{}, err
	}
	return set.Items[0], nil
}

// drawn is the answer of the service "draw".
type drawn struct {
	SVG        puzzle.SVG `json:"svg"`
	Size       string     `json:"size"`
	Hash       string     `json:"hash"`
	Address    string     `json:"address,omitempty"` // at puzz.link; none where it has no such puzzles
	Violations []string   `json:"violations"`
	Features   []feature  `json:"features"`
}

// feature is one of the numbers by which puzzles of a kind differ.
type feature struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// draw draws a puzzle: with a board, and what is wrong with it where that is asked
// for; or with heat.
func draw(c *service.Call) (any, error) {
	var in struct {
		Puzzle
		Title       string    `json:"title"`
		Board       string    `json:"board"` // as [puzzle.Grid.Pack] writes it
		Violations  bool      `json:"violations"`
		Heat        []float64 `json:"heat"`
		HeatName    string    `json:"heatName"`
		Coordinates bool      `json:"coordinates"`
	}
	if err := c.Decode(&in); err != nil {
		return nil, err
	}
	item, err := in.Read()
	if err != nil {
		return nil, err
	}
	view := puzzle.View{Title: in.Title, Heat: in.Heat, HeatName: in.HeatName, Coordinates: in.Coordinates}
	if view.Board, err = puzzle.Unpack(item.Size(), in.Board); err != nil {
		return nil, err
	}
	if in.Heat != nil && len(in.Heat) != item.Size().Cells() {
		return nil, fmt.Errorf("%d numbers of heat for a board of %v", len(in.Heat), item.Size())
	}
	out := drawn{Size: item.Size().String(), Hash: item.Hash().String(), Violations: []string{}, Features: features(item)}
	if in.Violations && !view.Board.IsZero() {
		view.Violations = item.Check(view.Board)
		for _, v := range view.Violations {
			out.Violations = append(out.Violations, v.Text)
		}
	}
	out.SVG = item.Draw(view)
	out.Address = address(item)
	return out, nil
}

// features are those that the puzzle has.
func features(item puzzle.Item) []feature {
	out := []feature{}
	if kind, err := engines.FindKind(item.Kind()); err == nil {
		for _, f := range kind.Features {
			if x := f.Of(item); !math.IsNaN(x) {
				out = append(out, feature{f.Name, x})
			}
		}
	}
	return out
}

// address is a puzzle's address at puzz.link, or nothing.
func address(item puzzle.Item) string {
	kind, err := engines.FindKind(item.Kind())
	if err != nil {
		return ""
	}
	format, err := kind.Format("url")
	if err != nil {
		return ""
	}
	var b strings.Builder
	if format.Write(&b, puzzle.Set{Items: []puzzle.Item{item}}) != nil {
		return "" // not every puzzle has one
	}
	return strings.TrimSpace(b.String())
}

func init() { service.Register("draw", draw) }
