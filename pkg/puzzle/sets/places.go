package sets

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Place is where a set is: a file, or a folder of files with one puzzle each.
type Place struct {
	// Name is what [Kind.Open] finds it by, Path where it is.
	Name, Path string
	// Shared says that it is below what [DataEnv] names, not in data/.
	Shared bool
}

// Places lists the sets of the kind in data/, or those that the program carries, and then
// those below what [DataEnv] names, each ordered by path. It reads little of them: what
// others have in their folder need not be a set.
func (k Kind) Places() (places []Place, err error) {
	root, err := Root()
	data := filepath.Join(root, "data")
	if err != nil {
		for _, path := range list(carriedPath+k.Name, "") {
			name, _ := placeOf(k.Name, path)
			places = append(places, Place{name, path, false})
		}
		if data = ""; places == nil {
			return nil, err
		}
	}
	for _, folder := range []string{data, os.Getenv(DataEnv)} {
		if folder == "" {
			continue
		}
		top := filepath.Join(folder, k.Name)
		err := filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil || entry.IsDir() || entry.Name() == "MANIFEST" || strings.HasPrefix(entry.Name(), ".") {
				return err
			}
			if folder != data && k.Folders {
				within := filepath.Dir(path)
				if slices.ContainsFunc(places, func(p Place) bool { return p.Path == within }) {
					return nil
				}
				if set, err := k.Open(path); err == nil && set.Len() == 1 {
					path = within
				}
			}
			name, err := filepath.Rel(top, path)
			places = append(places, Place{strings.TrimSuffix(filepath.ToSlash(name), filepath.Ext(name)), path, folder != data})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return places, nil
}
