package sets

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"formicary/pkg/puzzle"
)

// Origin says how a puzzle is had again, in another process and on another machine:
// from its text, or from a set that both have. The hash says whether it is the same.
type Origin struct {
	// Kind and ID are those of the puzzle.
	Kind, ID string
	puzzle.Size
	// Hash is its content.
	Hash puzzle.Hash
	// Set is what [Kind.Open] finds the set by that the puzzle is of; empty where
	// this process has opened no set with it.
	Set string
	// Text is [Puzzle.Text]. It is empty for puzzles of a set below what [DataEnv]
	// names, which are other people's, and are not copied into files.
	Text string
	// Solution is the published solution, by [Grid.Pack]; empty where there is none,
	// and where Text is empty.
	Solution string
}

// OriginOf is the origin of a puzzle. The sets are those that this process has opened
// ([Known]).
func OriginOf(p puzzle.Puzzle) Origin {
	o := Origin{Kind: p.Kind(), ID: p.ID(), Size: p.Size(), Hash: p.Hash()}
	if s, ok := Known(o.Hash.String()); ok && s.Hash() == o.Hash {
		path, ok := paths.Load(o.Kind + "/" + s.Set)
		if !ok {
			path = s.Set
		}
		name, shared := placeOf(o.Kind, path.(string))
		if o.Set = name; shared {
			return o
		}
	}
	o.Text = p.Text()
	if item, ok := p.(puzzle.Item); ok {
		o.Solution = item.Solution.Pack()
	}
	return o
}

// placeOf is the name of the set of a path, and whether it is below what [DataEnv]
// names. A file elsewhere has its base name.
func placeOf(kind, path string) (name string, shared bool) {
	if file, ok := strings.CutPrefix(path, carriedPath+kind+"/"); ok {
		return strings.TrimSuffix(file, filepath.Ext(file)), false
	}
	whole, err := filepath.Abs(path)
	if err != nil {
		return SetName(path), false
	}
	data := os.Getenv(DataEnv)
	if root, err := Root(); err == nil {
		if name, ok := below(filepath.Join(root, "data", kind), whole); ok {
			return name, false
		}
	}
	if data == "" {
		return SetName(path), false
	}
	if name, ok := below(filepath.Join(data, kind), whole); ok {
		return name, true
	}
	_, shared = below(data, whole)
	return SetName(path), shared
}

// below is the name of a set of a path in a folder, and whether it is there.
func below(folder, path string) (name string, ok bool) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return "", false
	}
	name, err = filepath.Rel(folder, path)
	if err != nil || name == "." || name == ".." || strings.HasPrefix(name, ".."+string(filepath.Separator)) {
		return "", false
	}
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		name = strings.TrimSuffix(name, filepath.Ext(name))
	}
	return filepath.ToSlash(name), true
}

// Open makes the puzzle again, with its solution if one was published. The error is
// that its text or its set cannot be read, that there is no such set, or that what is
// there has another content.
func (o Origin) Open(k Kind) (puzzle.Puzzle, error) {
	item, err := o.item(k)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", o.Kind, puzzle.Quote(o.ID), err)
	}
	if item.Hash() != o.Hash {
		return nil, fmt.Errorf("%s %s: expected the content %v, found %v", o.Kind, puzzle.Quote(o.ID), o.Hash, item.Hash())
	}
	if item.ID() != o.ID {
		item.Puzzle = k.Rename(item.Puzzle, o.ID)
	}
	if item.Solution.IsZero() {
		return item.Puzzle, nil
	}
	return item, nil
}

func (o Origin) item(k Kind) (puzzle.Item, error) {
	if o.Text == "" {
		return o.fromSet(k)
	}
	set, err := k.Read("its text", bytes.NewReader([]byte(o.Text)))
	if err != nil {
		return puzzle.Item{}, err
	}
	if set.Len() != 1 {
		return puzzle.Item{}, fmt.Errorf("its text: expected one puzzle, found %d", set.Len())
	}
	item := set.Items[0]
	if item.Solution, err = puzzle.Unpack(item.Size(), o.Solution); err != nil {
		return puzzle.Item{}, fmt.Errorf("its solution: %w", err)
	}
	return item, nil
}

// fromSet takes the puzzle from its set, which is opened once in a process. A set may
// have one content under several ids.
func (o Origin) fromSet(k Kind) (puzzle.Item, error) {
	if s, ok := Known(o.Hash.String()); ok {
		return s.Item, nil
	}
	path, err := k.named(o.Set) // never a file of this name in the working folder
	if errors.Is(err, fs.ErrNotExist) {
		return puzzle.Item{}, fmt.Errorf("expected the set %s, which the plan does not copy; let %s name the folder with %s/%s: %w", puzzle.Quote(o.Set), DataEnv, k.Name, o.Set, err)
	}
	set, err := k.Open(path)
	if err != nil {
		return puzzle.Item{}, err
	}
	if s, ok := Known(o.Hash.String()); ok {
		return s.Item, nil
	}
	return puzzle.Item{}, fmt.Errorf("the set %s has %s, and none has the content %v", puzzle.Quote(o.Set), puzzle.Plural(set.Len(), "puzzle"), o.Hash)
}
