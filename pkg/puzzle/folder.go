package puzzle

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// OpenFolder is [OpenSet] for kinds of puzzles whose collections come as one
// file a puzzle: the name may be that of a folder, too, in data/KIND or under
// what [DataEnv] names, or a folder's path. A name may go down into folders
// ("tournament/taai2011").
//
// A folder's set has the puzzles of all its files in the order of the files'
// names; folders within it and files whose names start with a dot are passed
// over. The id of a puzzle is its file's name without the ending, followed by
// "/" and its own id where the file holds several. rename gives a puzzle that
// id.
func OpenFolder(kind, name string, read func(source string, r io.Reader) (Set, error), rename func(p Puzzle, id string) Puzzle) (Set, error) {
	path, err := Find(kind, name)
	if err != nil {
		if path = findFolder(kind, name); path == "" {
			return Set{}, err
		}
		return readFolder(path, read, rename)
	}
	return OpenSet(kind, path, read)
}

// findFolder is the folder that a name stands for, or nothing.
func findFolder(kind, name string) string {
	for _, dir := range append(roots(kind), "") {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return path
		}
	}
	return ""
}

func readFolder(path string, read func(source string, r io.Reader) (Set, error), rename func(p Puzzle, id string) Puzzle) (Set, error) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return Set{}, err
	}
	out, ids := Set{Name: filepath.Base(path)}, map[string]string{}
	for _, e := range entries {
		if e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		part, err := readFile(filepath.Join(path, e.Name()), read)
		if err != nil {
			return Set{}, err
		}
		name := SetName(e.Name())
		for _, item := range part.Items {
			id := name
			if part.Len() > 1 {
				id += "/" + item.ID()
			}
			if other, met := ids[id]; met {
				return Set{}, fmt.Errorf("%s: the files %s and %s both have a puzzle %q", path, other, e.Name(), id)
			}
			ids[id] = e.Name()
			item.Puzzle = rename(item.Puzzle, id)
			out.Items = append(out.Items, item)
		}
	}
	if out.Len() == 0 {
		return Set{}, fmt.Errorf("%s: no file in this folder", path)
	}
	return out, nil
}

func readFile(path string, read func(source string, r io.Reader) (Set, error)) (Set, error) {
	f, err := os.Open(path)
	if err != nil {
		return Set{}, err
	}
	defer f.Close()
	return read(path, f)
}
