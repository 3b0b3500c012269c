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
	return MustFirst(kind, func(name string) (Set, error) { return OpenSet(kind, name, read) }, names...)
}

// MustFirst is [MustOpenFirst] for kinds with an opening of their own, such as
// one for folders.
func MustFirst(kind string, open func(name string) (Set, error), names ...string) Set {
	var missing error
	for _, name := range names {
		set, err := open(name)
		if !errors.Is(err, fs.ErrNotExist) {
			return MustSet(kind, set, err)
		}
		missing = errors.Join(missing, err)
	}
	return MustSet(kind, Set{}, missing)
}
