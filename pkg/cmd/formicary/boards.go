package main

import (
	"errors"
	"fmt"

	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// boards finds the puzzles of runs: by their contents in files, then in the sets of
// data/ and of FORMICARY_DATA.
type boards struct {
	wanted map[string]map[string]bool // contents by kind
	texts  map[string]string          // by content
	sets   map[string]string          // their names, by content
	items  map[string]puzzle.Item     // by content
	all    int                        // puzzles that runs are on
	shared int                        // texts from sets of others
}

// findBoards reads as many sets as it takes. The error is that of a file that is no
// set of the runs' kinds, or of a set in data/ that cannot be read.
func findBoards(records []experiment.Record, files []string) (*boards, error) {
	b := &boards{wanted: map[string]map[string]bool{}, texts: map[string]string{}, sets: map[string]string{}, items: map[string]puzzle.Item{}}
	for i := range records {
		r := &records[i]
		if b.wanted[r.Kind] == nil {
			b.wanted[r.Kind] = map[string]bool{}
		}
		if !b.wanted[r.Kind][r.Content] {
			b.wanted[r.Kind][r.Content] = true
			b.all++
		}
	}
	var kinds []sets.Kind
	for _, k := range engines.Kinds() {
		if len(b.wanted[k.Name]) > 0 {
			kinds = append(kinds, k)
		}
	}
	for _, file := range files {
		var wrong error
		read := false
		for _, k := range kinds {
			set, err := k.Open(file)
			if err != nil {
				wrong = errors.Join(wrong, err)
				continue
			}
			read = true
			b.take(k, set, set.Name)
		}
		if !read {
			return nil, fmt.Errorf("--puzzles %s: %w", file, wrong)
		}
	}
	for _, k := range kinds {
		places, err := k.Places()
		if err != nil {
			return nil, err
		}
		for _, place := range places {
			if len(b.wanted[k.Name]) == 0 {
				break
			}
			set, err := k.Open(place.Path)
			if err != nil && !place.Shared {
				return nil, err
			}
			if err != nil { // what others have in the folder need not be a set
				continue
			}
			if n := b.take(k, set, place.Name); place.Shared {
				b.shared += n
			}
		}
	}
	return b, nil
}

// take takes the texts of puzzles that are wanted yet, and says how many.
func (b *boards) take(k sets.Kind, set puzzle.Set, name string) (taken int) {
	wanted := b.wanted[k.Name]
	for _, item := range set.Items {
		if content := item.Hash().String(); wanted[content] {
			b.texts[content], b.sets[content], b.items[content] = item.Text(), name, item
			delete(wanted, content)
			taken++
		}
	}
	return taken
}
