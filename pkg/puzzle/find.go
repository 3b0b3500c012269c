package puzzle

import (
	"fmt"
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
			return "", fmt.Errorf("no formicary module in %s or above; set %s to its folder", start, RootEnv)
		}
	}
}

// find returns the path of a named set of the kind (see [Kind.Open]).
func (k Kind) find(name string) (string, error) {
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
		searched = append(searched, fmt.Sprintf("data/%s of a checkout (%v)", k.Name, err))
	}
	if shared := os.Getenv(DataEnv); shared != "" {
		dirs = append(dirs, filepath.Join(shared, k.Name))
		searched = append(searched, dirs[len(dirs)-1])
	} else {
		searched = append(searched, fmt.Sprintf("%s under %s (not set)", k.Name, DataEnv))
	}
	folder, file := filepath.Split(filepath.FromSlash(name))
	for _, dir := range dirs {
		entries, _ := os.ReadDir(filepath.Join(dir, folder)) // a folder that is missing has no entries
		for _, e := range entries {
			base := e.Name()
			if !e.IsDir() && strings.TrimSuffix(base, filepath.Ext(base)) == file {
				return filepath.Join(dir, folder, base), nil
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
