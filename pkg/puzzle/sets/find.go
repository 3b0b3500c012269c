package sets

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"formicary/pkg/puzzle"
)

// DataEnv names the environment variable with a folder of benchmark sets that
// are not part of this repository, in the same layout as data/.
const DataEnv = "FORMICARY_DATA"

// RootEnv names the environment variable with the module's root folder. Where
// it is not set the root is looked for upwards from the working directory.
const RootEnv = "FORMICARY_ROOT"

// Root finds the folder of the formicary module.
func Root() (string, error) {
	if root := os.Getenv(RootEnv); root != "" {
		return root, nil
	}
	start, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && strings.HasPrefix(strings.TrimSpace(string(text)), "module formicary\n") {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("this needs a checkout: there is no formicary module in %s or above; get one with git clone and cd into it, or set %s to its folder", start, RootEnv)
		}
	}
}

// embedded has the sets that the program carries, as KIND/FILE; nil where it carries none.
var embedded fs.FS

// Embed gives the program sets to carry, as KIND/FILE, which [Kind.Open] finds outside of
// a checkout. It is for the initialiser of package formicary/data.
func Embed(sets fs.FS) { embedded = sets }

// carriedPath begins the paths of embedded sets.
const carriedPath = "embedded:"

// list are the paths of the files in a folder below dir: none where there is no such
// folder.
func list(dir, folder string) (paths []string) {
	kind, carried := strings.CutPrefix(dir, carriedPath)
	var entries []fs.DirEntry
	switch {
	case !carried:
		entries, _ = os.ReadDir(filepath.Join(dir, folder))
	case embedded != nil:
		entries, _ = fs.ReadDir(embedded, path.Join(kind, filepath.ToSlash(folder)))
	}
	for _, e := range entries {
		switch {
		case e.IsDir():
		case carried:
			paths = append(paths, carriedPath+path.Join(kind, filepath.ToSlash(folder), e.Name()))
		default:
			paths = append(paths, filepath.Join(dir, folder, e.Name()))
		}
	}
	return paths
}

// find returns the path of a named set of the kind (see [Kind.Open]).
func (k Kind) find(name string) (string, error) {
	if strings.HasPrefix(name, carriedPath) {
		return name, nil
	}
	info, wrong := os.Stat(name)
	if wrong == nil && (!info.IsDir() || k.Folders) {
		if info.IsDir() {
			return name, nil
		}
		return name, regular(name, info)
	}
	path, err := k.named(name)
	if err != nil && wrong == nil {
		return "", fmt.Errorf("%s: expected a file of %s puzzles, found a folder", name, k.Name)
	}
	return path, err
}

// named is the path of the set of a name in data/KIND or in KIND under what [DataEnv]
// names.
func (k Kind) named(name string) (string, error) {
	var dirs, searched []string
	root, err := Root()
	if err == nil {
		dirs = append(dirs, filepath.Join(root, "data", k.Name))
		searched = append(searched, dirs[0])
	} else {
		dirs = append(dirs, carriedPath+k.Name)
		searched = append(searched, fmt.Sprintf("data/%s of a checkout (%v; a program that imports formicary/data carries the open sets)", k.Name, err))
	}
	if shared := os.Getenv(DataEnv); shared != "" {
		dirs = append(dirs, filepath.Join(shared, k.Name))
		searched = append(searched, dirs[len(dirs)-1])
	} else {
		searched = append(searched, fmt.Sprintf("%s under %s (not set)", k.Name, DataEnv))
	}
	folder, file := filepath.Split(filepath.FromSlash(name))
	for _, dir := range dirs {
		for _, path := range list(dir, folder) {
			if base := filepath.Base(path); strings.TrimSuffix(base, filepath.Ext(base)) == file {
				return path, nil
			}
		}
	}
	for _, dir := range dirs {
		path := filepath.Join(dir, folder, file)
		if info, err := os.Stat(path); err == nil && k.Folders && info.IsDir() {
			return path, nil
		}
	}
	return "", fmt.Errorf("no %s set %q: looked for a file of this path, and for %s.* in %s and in %s: %w",
		k.Name, name, filepath.ToSlash(name), searched[0], searched[1], os.ErrNotExist)
}

// readFolder reads the set of a folder's files (see [Kind.Open]).
func (k Kind) readFolder(path string) (puzzle.Set, error) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return puzzle.Set{}, err
	}
	out, ids, all := puzzle.Set{Name: filepath.Base(path)}, map[string]string{}, amount{}
	for _, e := range entries {
		if e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		part, err := k.readFile(filepath.Join(path, e.Name()))
		if err != nil {
			return puzzle.Set{}, err
		}
		out.Warnings = append(out.Warnings, part.Warnings...)
		name := SetName(e.Name())
		for _, item := range part.Items {
			id := name
			if part.Len() > 1 {
				id += "/" + item.ID()
			}
			if other, met := ids[id]; met {
				return puzzle.Set{}, fmt.Errorf("%s: the files %s and %s both have a puzzle %q", path, other, e.Name(), id)
			}
			if err := all.add(item.Puzzle); err != nil {
				return puzzle.Set{}, fmt.Errorf("%s: %w", path, err)
			}
			ids[id] = e.Name()
			item.Puzzle = k.Rename(item.Puzzle, id)
			out.Items = append(out.Items, item)
		}
	}
	if out.Len() == 0 {
		return puzzle.Set{}, fmt.Errorf("%s: no file in this folder", path)
	}
	return out, nil
}
