// Package notation reads and writes puzzles of declared kinds: sets of the puzzlekit project, the text of one puzzle, and
// addresses of puzzle sites.
//
// # Design
//
// A kind declares its tables, and all formats follow from them. Only addresses have codes of their own ([Code]), of which a
// kind lists those of its tables. Engines do not import the package, so that a mended reader leaves the identity of their
// runs as it is.
//
// # Limits
//
// An address cannot say every puzzle. The writer gives an error for one that it cannot say.
package notation

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"

	"formicary/pkg/lists"
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// Of is the kind as the rest of the lab sees it: its formats, and what makes its puzzles hard. ad says how addresses name its
// puzzles; nil: they do not.
func Of(k *model.Kind, ad *Address) sets.Kind {
	puzzlekit := sets.Puzzlekit{Name: cmp.Or(k.Set, k.Title), MostText: 64 * model.MostCells, Item: func(id string, problem, solution *puzzle.Words) (puzzle.Item, error) {
		p, err := k.Read(id, problem)
		if err != nil || solution == nil {
			return puzzle.Item{Puzzle: p}, err
		}
		board, err := p.ReadSolution(solution)
		return puzzle.Item{Puzzle: p, Solution: board}, err
	}}
	formats := []sets.Format{
		{Name: "puzzlekit", Extension: ".json", Doc: "a JSON set of the puzzlekit project: ids and solutions; no grades", Read: puzzlekit.Read, Write: writePuzzlekit(k, puzzlekit)},
		{Name: "text", Extension: ".txt", Doc: "the signs of one puzzle, as in the JSON sets; no id, no solution", Read: readText(k, ad), Write: writeText(k)},
	}
	var names []string
	if ad != nil {
		formats, names = append(formats, ad.format(k)), ad.names()
	}
	return sets.Kind{
		Name: k.Name, Title: k.Title,
		Formats: formats, Addresses: names,
		Detect: func(text []byte) string {
			switch {
			case strings.HasPrefix(strings.TrimLeft(string(text), " \t\r\n"), "{"):
				return "puzzlekit"
			case ad != nil && isAddress(string(text)):
				return "url"
			}
			return "text"
		},
		Rename:   func(p puzzle.Puzzle, id string) puzzle.Puzzle { return p.(*model.Puzzle).Renamed(id) },
		Features: k.Features(),
	}
}

// readText reads the text of one puzzle.
func readText(k *model.Kind, ad *Address) func(source string, r io.Reader) (puzzle.Set, error) {
	return sets.Reader(func(source string, r io.Reader) puzzle.Set {
		text := sets.Must(sets.ReadAll(source, r))
		if ad == nil && isAddress(string(text)) {
			return sets.Must(sets.ReadAddresses(ad.of(k), nil)(source, bytes.NewReader(text))) // whose error says what it is
		}
		c := sets.Collect(source)
		sets.Check(c.Add(puzzle.Item{Puzzle: sets.Must(k.New(c.NextID(), source, string(text)))}))
		return c.Done("a puzzle")
	})
}

func writeText(k *model.Kind) func(w io.Writer, s puzzle.Set) error {
	return func(w io.Writer, s puzzle.Set) error {
		if s.Len() != 1 {
			return fmt.Errorf("%s: the text format has one puzzle, not %d", k.Name, s.Len())
		}
		_, err := fmt.Fprintln(w, s.Items[0].Puzzle.Text())
		return err
	}
}

// ours is a puzzle of a set as one of the kind.
func ours(k *model.Kind, item puzzle.Item) (*model.Puzzle, error) {
	p, ok := item.Puzzle.(*model.Puzzle)
	if !ok || p.Kind() != k.Name {
		return nil, fmt.Errorf("%s: %s is another kind of puzzle", k.Name, item.Kind())
	}
	return p, nil
}

func writePuzzlekit(k *model.Kind, puzzlekit sets.Puzzlekit) func(w io.Writer, s puzzle.Set) error {
	return func(w io.Writer, s puzzle.Set) error {
		solved := lists.Count(s.Items, func(item puzzle.Item) bool { return !item.Solution.IsZero() })
		var b strings.Builder
		for i, item := range s.Items {
			p, err := ours(k, item)
			if err != nil {
				return err
			}
			solution := ""
			if !item.Solution.IsZero() {
				if _, bad := p.Form().Values(item.Solution); bad != nil {
					return fmt.Errorf("%s %s: cannot write the solution: %s", k.Name, p.ID(), bad[0].Text)
				}
				solution = p.SolutionText(item.Solution)
			}
			puzzlekit.Append(&b, i, s.Len(), solved, p.ID(), p.Text(), solution)
		}
		_, err := io.WriteString(w, b.String())
		return err
	}
}
