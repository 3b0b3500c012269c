package sets_test

import "formicary/pkg/puzzle"

// plain is a puzzle that is nothing but a name, a size and a content.
type plain struct {
	id      string
	size    puzzle.Size
	content string
}

func (plain) Kind() string                         { return "plain" }
func (p plain) ID() string                         { return p.id }
func (p plain) Size() puzzle.Size                  { return p.size }
func (p plain) Hash() puzzle.Hash                  { return puzzle.HashOf("plain", p.content) }
func (plain) Check(puzzle.Grid) []puzzle.Violation { return nil }
func (plain) Rows(puzzle.Grid) []string            { return nil }
func (plain) Text() string                         { return "" }
func (plain) Draw(puzzle.View) puzzle.SVG          { return "" }

func ids(s puzzle.Set) (ids []string) {
	for _, p := range s.Puzzles() {
		ids = append(ids, p.ID())
	}
	return ids
}
