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
// [DataEnv] names. A name that is itself the path of a file is returned as it
// is.
func Find(kind, name string) (string, error) {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		return name, nil
	}
	var dirs []string
	if root, err := Root(); err == nil {
		dirs = append(dirs, filepath.Join(root, "data", kind))
	}
	if shared := os.Getenv(DataEnv); shared != "" {
		dirs = append(dirs, filepath.Join(shared, kind))
	}
	for _, dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			base := e.Name()
			if !e.IsDir() && strings.TrimSuffix(base, filepath.Ext(base)) == name {
				return filepath.Join(dir, base), nil
			}
		}
	}
	return "", fmt.Errorf("no %s set %q in %s: %w", kind, name, strings.Join(dirs, " or "), os.ErrNotExist)
}

// OpenSet reads a set of a kind by its name (see [Find]).
func OpenSet(kind, name string, read func(source string, r io.Reader) (Set, error)) (Set, error) {
	path, err := Find(kind, name)
	if err != nil {
		return Set{}, err
	}
	f, err := os.Open(path)
	if err != nil {
		return Set{}, err
	}
	defer f.Close()
	return read(path, f)
}

// MustSet is for cells of a notebook: it returns the set, and panics where
// there is an error, naming the kind.
func MustSet(kind string, set Set, err error) Set {
	if err != nil {
		panic(kind + ": " + err.Error())
	}
	return set
}
