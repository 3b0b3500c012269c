package session

import (
	"math"
	"strings"

	"formicary/pkg/play/service"
	"formicary/pkg/puzzle"
)

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

// draw draws a puzzle, with a board, and what is wrong with that where it is asked for.
func draw(_ *service.Call, in struct {
	instance
	Title       string `json:"title"`
	Board       string `json:"board"`   // as [puzzle.Grid.Pack] writes it
	Against     string `json:"against"` // another board: cells that differ are outlined
	Violations  bool   `json:"violations"`
	Coordinates bool   `json:"coordinates"`
},
) (any, error) {
	item, err := in.first()
	if err != nil {
		return nil, err
	}
	view := puzzle.View{Title: in.Title, Coordinates: in.Coordinates}
	if view.Board, err = puzzle.Unpack(item.Size(), in.Board); err != nil {
		return nil, err
	}
	other, err := puzzle.Unpack(item.Size(), in.Against)
	if err != nil {
		return nil, err
	}
	if !other.IsZero() && !view.Board.IsZero() {
		for i, v := range view.Board.Values {
			if v != other.Values[i] {
				view.Changed = append(view.Changed, item.Size().At(i))
			}
		}
	}
	out := drawn{Size: item.Size().String(), Hash: item.Hash().String(), Violations: []string{}, Features: features(item), Address: address(item)}
	if in.Violations && !view.Board.IsZero() {
		view.Violations = item.Check(view.Board)
		for _, v := range view.Violations {
			out.Violations = append(out.Violations, v.Text)
		}
	}
	out.SVG = item.Draw(view)
	return out, nil
}

// features are those that the puzzle has.
func features(item puzzle.Item) []feature {
	out := []feature{}
	if kind, err := findKind(item.Kind()); err == nil {
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
	kind, err := findKind(item.Kind())
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
