package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"formicary/pkg/engines"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// corpora are inputs without mistakes, by kind: the first puzzles of the open
// sets in every format.
var corpora = sync.OnceValue(func() map[string][][]byte {
	out := map[string][][]byte{}
	for _, kind := range engines.Kinds() {
		names := map[string][]string{"nurikabe": {"open-908"}, "sudoku": {"open", "open-general-16x16"}, "nonogram": {"open", "open-colour"}}[kind.Name]
		if names == nil {
			names = []string{"open"}
		}
		for _, name := range names {
			set := kind.MustOpen(name)
			for _, format := range kind.Formats {
				for _, n := range []int{1, 3} {
					var b bytes.Buffer
					if format.Write(&b, set.Take(n)) == nil {
						out[kind.Name] = append(out[kind.Name], b.Bytes())
					}
				}
			}
		}
	}
	return out
})

// mutateInputs reads inputs with mistakes.
func mutateInputs(f *field) error { return f.batches("inputs", f.rand.Uint64(), 500) }

// oneInput reads an input with mistakes. What is read can be written, checked,
// drawn and solved; what is not read has an error with a place.
func oneInput(seed uint64, number int) (err error) {
	r := rand.New(rand.NewPCG(seed, uint64(number)))
	kinds := engines.Kinds()
	kind := kinds[r.IntN(len(kinds))]
	all := corpora()[kind.Name]
	text := mutate(r, slices.Clone(all[r.IntN(len(all))]), all)
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%s: panic: %v with %q", kind.Name, v, text)
		}
	}()
	set, err := kind.Read("in", bytes.NewReader(text))
	if err != nil {
		if parse := (*puzzle.ParseError)(nil); !errors.As(err, &parse) {
			return fmt.Errorf("%s: an error without a place: %w with %q", kind.Name, err, text)
		}
		return nil
	}
	if set.Len() == 0 {
		return fmt.Errorf("%s: nothing was read, without an error, of %q", kind.Name, text)
	}
	item := set.Items[r.IntN(set.Len())]
	if item.Size().Cells() > 2500 {
		return nil
	}
	item.Check(puzzle.NewGrid(item.Size(), puzzle.Unset))
	item.Draw(puzzle.View{})
	var able []engines.Entry
	for _, e := range engines.All() {
		if e.Kind == kind.Name {
			able = append(able, e)
		}
	}
	e := able[r.IntN(len(able))]
	_, err = e.New().Solve(context.Background(), item, solver.Run{Seed: seed, Budget: solver.Budget{Iterations: 3, Wall: time.Second}})
	if err != nil && !errors.Is(err, solver.ErrPuzzle) {
		return fmt.Errorf("%s: %w with %q", e.Name, err, text)
	}
	return nil
}

// mutate makes mistakes in an input.
func mutate(r *rand.Rand, text []byte, others [][]byte) []byte {
	for range 1 + r.IntN(4) {
		if len(text) == 0 {
			return text
		}
		i := r.IntN(len(text))
		j := min(len(text), i+1+r.IntN(40))
		switch r.IntN(9) {
		case 0:
			text[i] ^= 1 << r.IntN(8)
		case 1:
			text = slices.Delete(text, i, j)
		case 2:
			text = slices.Insert(text, r.IntN(len(text)), slices.Clone(text[i:j])...)
		case 3:
			text = text[:i]
		case 4:
			other := others[r.IntN(len(others))]
			text = append(text[:i:i], other[r.IntN(len(other)):]...)
		case 5:
			text = slices.Insert(text, i, []byte(strange[r.IntN(len(strange))])...)
		case 6:
			text[i] = byte(r.IntN(256))
		case 7:
			text = slices.Insert(text, i, bytes.Repeat(text[i:min(j, i+3)], r.IntN(3000))...)
		case 8:
			text = bytes.ReplaceAll(text, []byte{text[i]}, []byte(strange[r.IntN(len(strange))]))
		}
	}
	return text
}

// strange is what few readers expect.
var strange = []string{
	"-1", "0", "99999999999999999999", "4294967296", "65536", "\x00", "\n", "\r\n", "\xff", "\uFEFF", "\u202e", "é", "<", "&amp;", "\"", "\\", "/", ",",
	"$", "{", "}", "[", "]", "<!--", "]]>", "\x1b[31m", "1e9", " ", "\t", "0x10",
}
