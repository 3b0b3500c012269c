package generate_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/model/exact"
	"formicary/pkg/model/generate"
	"formicary/pkg/pencil"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

func side(n int) puzzle.Size { return puzzle.Size{Rows: n, Cols: n} }

// status is what the complete engine says of a puzzle.
func status(t *testing.T, kind *model.Kind, p puzzle.Puzzle) solver.Outcome {
	t.Helper()
	out := alltest.Must(exact.New(kind).Solve(t.Context(), p, solver.Run{}))(t)
	return out
}

// blank is the sign of a place without a clue.
func blank(kind *model.Kind) string {
	if kind.Make.Blank != "" {
		return kind.Make.Blank
	}
	return model.None
}

// TestMinimal: every puzzle has one solution, and where a clue is taken away it has others, or
// the solution is none any more.
func TestMinimal(t *testing.T) {
	for _, kind := range []*model.Kind{pencil.Slitherlink, pencil.Masyu, pencil.Creek, pencil.Akari, pencil.Heyawake, pencil.Suguru, pencil.Tent, pencil.Nurimisaki, pencil.Fillomino, pencil.Kurotto, pencil.Shakashaka} {
		t.Run(kind.Name, func(t *testing.T) {
			for _, item := range puzzletest.Made(t, generate.Generator(kind), generate.Options{Size: side(6), Count: 2, Seed: 5}).Items {
				out := status(t, kind, item)
				alltest.Require(t, out.Status == solver.Unique && out.Best.Equal(item.Solution), "%s is %s", item.ID(), out.Status)
				lines := strings.Split(item.Text(), "\n")
				first := 1
				for _, part := range kind.Parts {
					rows, cols := part.Of(side(6))
					for row := first; row < first+rows; row++ {
						words := strings.Fields(lines[row])
						if len(words) != cols || !slices.Contains(kind.Make.Places, part) {
							continue
						}
						for i, word := range words {
							if strings.Trim(word, "0123456789wb") != "" || word == "" {
								continue
							}
							fewer := slices.Clone(words)
							fewer[i] = blank(kind)
							text := slices.Clone(lines)
							text[row] = strings.Join(fewer, " ")
							p := alltest.Must(kind.New("fewer", "fewer", strings.Join(text, "\n")))(t)
							if p.Check(item.Solution) == nil && status(t, kind, p).Status == solver.Unique {
								t.Errorf("%s does not need %q in line %d\n%s", item.ID(), word, row+1, item.Text())
							}
						}
					}
					first += rows
				}
			}
		})
	}
}

// TestClues: with a share of clues there are at least as many, and more than without.
func TestClues(t *testing.T) {
	density := func(share float64) int {
		n := 0
		for _, item := range puzzletest.Made(t, generate.Generator(pencil.Slitherlink), generate.Options{Size: side(6), Count: 3, Seed: 2, Clues: share}).Items {
			here := 0
			for _, word := range strings.Fields(item.Text())[2:] {
				if word != model.None {
					here++
				}
			}
			alltest.Check(t, float64(here) >= share/100*36-1, "%d clues of 36, expected %v %%", here, share)
			n += here
		}
		return n
	}
	few, more, all := density(0), density(70), density(100)
	alltest.Check(t, few < more && more == 3*25 && all == 3*36, "%d clues, with 70 %% %d, with 100 %% %d", few, more, all)
}

// All kinds that are quick.
func TestPromises(t *testing.T) {
	for i, kind := range pencil.Kinds() {
		if kind.Make == nil || kind == pencil.KillerSudoku || kind == pencil.TennerGrid || i%alltest.Of(3, 1) > 0 {
			continue // all take the same way
		}
		puzzletest.Repeats(t, generate.Generator(kind), func(seed uint64, count int) generate.Options {
			return generate.Options{Size: side(6), Count: count, Seed: seed}
		})
	}
	puzzletest.Cancels(t, generate.Generator(pencil.Slitherlink), generate.Options{Size: side(5), Count: 1000}, generate.Options{Size: side(40)}) // which takes hours
}

func TestOptions(t *testing.T) {
	for _, tt := range []struct {
		kind *model.Kind
		o    generate.Options
		want string
	}{
		{pencil.Slitherlink, generate.Options{Size: side(2)}, "a board of 2x2: expected 3x3 to 10000 cells"},
		{pencil.Slitherlink, generate.Options{Count: -1}, "a count of -1"},
		{pencil.Slitherlink, generate.Options{Clues: 101}, "clues in 101 %"},
		{pencil.Slitherlink, generate.Options{Name: "a b"}, "a name with blanks"},
		{pencil.Binairo, generate.Options{Size: side(5)}, "an even number of rows"},
		{pencil.KenKen, generate.Options{Size: puzzle.Size{Rows: 4, Cols: 5}}, "as many columns as rows"},
		{pencil.Skyscraper, generate.Options{Size: side(25)}, "expected at most 9x9, the largest that people make"},
		{pencil.KillerSudoku, generate.Options{Size: side(8)}, "expected 4x4, 6x6 or 9x9"},
	} {
		_, err := generate.Generator(tt.kind).Make(t.Context(), tt.o, nil)
		alltest.Check(t, errors.Is(err, sets.ErrOptions) && strings.Contains(err.Error(), tt.want), "%s %+v: %v", tt.kind.Name, tt.o, err)
	}
}

// TestNotFound: no Starbattle of 5×5 has two stars in a line, and the generator says so in the end.
func TestNotFound(t *testing.T) {
	two := *pencil.Starbattle
	how := *two.Make
	how.Header = func(puzzle.Size) []string { return []string{"2"} }
	two.Make = &how
	alltest.Refused(generate.Generator(&two).Make(t.Context(), generate.Options{Size: side(5)}, nil))(t, "no such puzzle found in 2050 attempts: starbattle 5x5-0-1")
}
