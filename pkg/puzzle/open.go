package puzzle

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
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
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for ; ; dir = filepath.Dir(dir) {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && strings.HasPrefix(strings.TrimSpace(string(text)), "module formicary\n") {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("no formicary module above the working directory; set %s to its folder", RootEnv)
		}
	}
}

// Find returns the file of a named set of a kind of puzzle: a file whose name
// without its ending is name, in data/KIND and then in KIND under what
// [DataEnv] names, or in a folder of these that the name goes down into
// ("tournament/taai2011"). A name that is itself the path of a file is returned
// as it is.
func Find(kind, name string) (string, error) {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		return name, nil
	}
	dirs := roots(kind)
	folder, file := filepath.Split(filepath.FromSlash(name))
	for _, dir := range dirs {
		entries, err := os.ReadDir(filepath.Join(dir, folder))
		if err != nil {
			continue
		}
		for _, e := range entries {
			base := e.Name()
			if !e.IsDir() && strings.TrimSuffix(base, filepath.Ext(base)) == file {
				return filepath.Join(dir, folder, base), nil
			}
		}
	}
	return "", fmt.Errorf("no %s set %q in %s: %w", kind, name, strings.Join(dirs, " or "), os.ErrNotExist)
}

// roots are the folders that sets of a kind are looked for in.
func roots(kind string) []string {
	var dirs []string
	if root, err := Root(); err == nil {
		dirs = append(dirs, filepath.Join(root, "data", kind))
	}
	if shared := os.Getenv(DataEnv); shared != "" {
		dirs = append(dirs, filepath.Join(shared, kind))
	}
	return dirs
}

// OpenSet reads a set of a kind by its name (see [Find]).
func OpenSet(kind, name string, read func(source string, r io.Reader) (Set, error)) (Set, error) {
	path, err := Find(kind, name)
	if err != nil {
		return Set{}, err
	}
	return readFile(path, read)
}

// MustSet is for cells of a notebook: it returns the set, and panics where
// there is an error, naming the kind.
func MustSet(kind string, set Set, err error) Set {
	if err != nil {
		panic(kind + ": " + err.Error())
	}
	return set
}
