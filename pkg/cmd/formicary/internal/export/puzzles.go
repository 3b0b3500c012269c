package export

import (
	"errors"
	"fmt"
	"maps"

	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// Puzzles finds the puzzles of runs: by their contents in files, then in the sets of
// data/ and of FORMICARY_DATA.
type Puzzles struct {
	Texts  map[string]string      // by content
	Sets   map[string]string      // their names, by content
	Items  map[string]puzzle.Item // by content
	All    int                    // puzzles that runs are on
	Shared int                    // texts from sets of others

	wanted Wanted
}

// Wanted are contents of puzzles, by kind.
type Wanted map[string]map[string]bool

// Add adds the puzzle of a run.
func (w Wanted) Add(r *experiment.Record) {
	if w[r.Kind] == nil {
		w[r.Kind] = map[string]bool{}
	}
	w[r.Kind][r.Content] = true
}

// Find finds the puzzles that are wanted, and reads as many sets as it takes. The error is that of a file that is no
// set of the runs' kinds, or of a set in data/ that cannot be read.
func Find(wanted Wanted, files []string) (*Puzzles, error) {
	b := &Puzzles{wanted: Wanted{}, Texts: map[string]string{}, Sets: map[string]string{}, Items: map[string]puzzle.Item{}}
	for kind, contents := range wanted {
		b.wanted[kind] = maps.Clone(contents)
	}
	var kinds []sets.Kind
	for _, contents := range b.wanted {
		b.All += len(contents)
	}
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
			if wrong = errors.Join(wrong, err); err == nil {
				read = true
				b.take(k, set, set.Name)
			}
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
				b.Shared += n
			}
		}
	}
	return b, nil
}

// take takes the texts of puzzles that are wanted yet, and says how many.
func (b *Puzzles) take(k sets.Kind, set puzzle.Set, name string) (taken int) {
	wanted := b.wanted[k.Name]
	for _, item := range set.Items {
		if content := item.Hash().String(); wanted[content] {
			b.Texts[content], b.Sets[content], b.Items[content] = item.Text(), name, item
			delete(wanted, content)
			taken++
		}
	}
	return taken
}
