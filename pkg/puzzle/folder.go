package puzzle

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// readFolder reads the set of a folder's files (see [Kind.Open]).
func (k Kind) readFolder(path string) (Set, error) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return Set{}, err
	}
	out, ids, all := Set{Name: filepath.Base(path)}, map[string]string{}, amount{}
	for _, e := range entries {
		if e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		part, err := k.readFile(filepath.Join(path, e.Name()))
		if err != nil {
			return Set{}, err
		}
		out.Warnings = append(out.Warnings, part.Warnings...)
		name := SetName(e.Name())
		for _, item := range part.Items {
			id := name
			if part.Len() > 1 {
				id += "/" + item.ID()
			}
			if other, met := ids[id]; met {
				return Set{}, fmt.Errorf("%s: the files %s and %s both have a puzzle %q", path, other, e.Name(), id)
			}
			if err := all.add(item.Puzzle); err != nil {
				return Set{}, fmt.Errorf("%s: %w", path, err)
			}
			ids[id] = e.Name()
			item.Puzzle = k.Rename(item.Puzzle, id)
			out.Items = append(out.Items, item)
		}
	}
	if out.Len() == 0 {
		return Set{}, fmt.Errorf("%s: no file in this folder", path)
	}
	return out, nil
}
