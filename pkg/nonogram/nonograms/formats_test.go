package nonograms

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
)

// formats are the formats and what they keep.
var formats = puzzletest.Formats{Kind: Kind, Seeds: append(seeds, pngSeeds()...), Keeps: map[string]puzzletest.Kept{
	"non":       {ID: true, Solution: true, Grade: true},
	"webpbn":    {ID: true, Solution: true},
	"json":      {ID: true, Solution: true, Grade: true},
	"batch":     {ID: true},
	"puzzlekit": {Solution: true},
	"pbm":       {Solution: true},
	"png":       {Solution: true},
}, Undetected: []string{"puzzlekit"}, Solution: func(format string, item puzzle.Item) puzzle.Grid { return item.Solution }}

// pngSeeds are pictures, whole and broken off.
func pngSeeds() []string {
	board := puzzle.Grid{Size: puzzle.Size{Rows: 2, Cols: 3}, Values: []uint8{0, 1, 2, 2, 0, 1}}
	p, err := nonogram.FromPicture("p", board, append(nonogram.BlackAndWhite(), nonogram.Ink{Name: "red", RGB: [3]uint8{255, 0, 0}}))
	if err != nil {
		panic(err)
	}
	var b bytes.Buffer
	if err := writePNG(&b, puzzle.Set{Name: "p", Items: []puzzle.Item{{Puzzle: p, Solution: board}}}); err != nil {
		panic(err)
	}
	return []string{b.String(), b.String()[:b.Len()/2]}
}

// single are the formats that hold one puzzle, plain those that know no
// colours.
var (
	single = []string{"olsak", "nin", "mk", "keen", "puzzlekit", "pbm", "png"}
	plain  = []string{"batch", "nin", "mk", "keen", "puzzlekit", "url", "pbm"}
)

// drawSet makes a set that a format can hold.
func drawSet(t *rapid.T, format string) puzzle.Set {
	s := puzzle.Set{Name: "made"}
	seen := map[string]bool{}
	count := 1
	if !slices.Contains(single, format) {
		count = rapid.IntRange(1, 3).Draw(t, "puzzles")
	}
	for range count {
		id := strings.TrimSpace(rapid.StringMatching(`[^\n\pZ\pC][^\n\pC]{0,8}`).Draw(t, "id"))
		if id == "" || seen[id] {
			id = fmt.Sprint("puzzle ", len(s.Items))
		}
		seen[id] = true
		s.Items = append(s.Items, drawItem(t, format, id))
	}
	return s
}

func drawItem(t *rapid.T, format, id string) puzzle.Item {
	side := rapid.IntRange(1, 7)
	size := puzzle.Size{Rows: side.Draw(t, "rows"), Cols: side.Draw(t, "cols")}
	if format == "batch" {
		size.Cols = size.Rows
	}
	colours := 1
	palette := nonogram.BlackAndWhite()
	if !slices.Contains(plain, format) && rapid.Bool().Draw(t, "colours") {
		colours = rapid.IntRange(1, 5).Draw(t, "how many")
		if format != "png" && rapid.IntRange(0, 20).Draw(t, "very many") == 0 {
			colours = nonogram.MaxColours - 1
		}
		palette = palette[:1]
		for i := range colours {
			palette = append(palette, nonogram.Ink{Name: rapid.SampledFrom([]string{"", "red", "green", "light blue", "r", "é"}).Draw(t, "name"), RGB: [3]uint8{uint8(i), 7, byte(rapid.IntRange(0, 255).Draw(t, "blue"))}})
		}
	}
	board := puzzle.NewGrid(size, nonogram.Blank)
	for i := range board.Values {
		board.Values[i] = uint8(rapid.IntRange(0, colours).Draw(t, "cell"))
	}
	if format == "png" {
		// A picture tells of no colour that it has not.
		used := slices.Clone(board.Values)
		slices.Sort(used)
		used = slices.DeleteFunc(slices.Compact(used), func(v uint8) bool { return v == nonogram.Blank })
		kept := palette[:1:1]
		for i, v := range used {
			kept = append(kept, palette[v])
			for j := range board.Values {
				if board.Values[j] == v {
					board.Values[j] = uint8(i + 1)
				}
			}
		}
		if palette = kept; len(palette) == 1 {
			palette = nonogram.BlackAndWhite()
		}
	}
	p := alltest.Must(nonogram.FromPicture(id, board, palette))(t)
	item := puzzle.Item{Puzzle: p.Titled(rapid.SampledFrom([]string{"", `a "title" & more`}).Draw(t, "title"))}
	if rapid.Bool().Draw(t, "solved") || format == "pbm" || format == "png" {
		item.Solution = board
	}
	if rapid.Bool().Draw(t, "graded") {
		item.Grade = rapid.String().Draw(t, "grade")
	}
	return item
}

func TestRoundTrip(t *testing.T) { formats.RoundTrip(t, drawSet) }
