package puzzle

import (
	"errors"
	"io"
	"io/fs"
)

// MustOpenFirst opens the first of the named sets of a kind that is there, for
// notebooks that want a paper's set and do with an open one. It panics where
// none is, and where one is there but cannot be read.
func MustOpenFirst(kind string, read func(source string, r io.Reader) (Set, error), names ...string) Set {
	var missing error
	for _, name := range names {
		set, err := OpenSet(kind, name, read)
		if !errors.Is(err, fs.ErrNotExist) {
			return MustSet(kind, set, err)
		}
		missing = errors.Join(missing, err)
	}
	return MustSet(kind, Set{}, missing)
}
