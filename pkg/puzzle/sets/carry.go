package sets

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// carried has the texts of sets that are found without a file, by KIND/NAME ([Carry]).
var carried sync.Map

// Carry lets [Kind.Open] find a set of a kind by a name without a file, for programs that have none. It returns its
// text, so that a variable's initialiser can call it.
func Carry(name, text string) string {
	carried.Store(name, text)
	return text
}

// A slash cannot be in a file's name.
var (
	carriedName  = strings.NewReplacer("%", "%25", "/", "%2F")
	originalName = strings.NewReplacer("%25", "%", "%2F", "/")
)

// WriteCarried copies the sets that this program has opened to a folder, a file each,
// for the same program on another machine ([ReadCarried]). Sets that are folders, and
// those below what [DataEnv] names, which are other people's, are left out.
func WriteCarried(dir string) error {
	var err error
	for name, path := range Opened() {
		kind, _, _ := strings.Cut(name, "/")
		info, errStat := os.Stat(path)
		if _, shared := placeOf(kind, path); shared || errStat != nil || info.IsDir() {
			continue
		}
		text, errRead := os.ReadFile(path)
		if errRead == nil {
			errRead = errors.Join(os.MkdirAll(dir, 0o777), os.WriteFile(filepath.Join(dir, carriedName.Replace(name)), text, 0o666))
		}
		err = errors.Join(err, errRead)
	}
	return err
}

// ReadCarried lets [Kind.Open] find the sets that [WriteCarried] has copied to a
// folder, by the names that they were opened by there. A folder that does not exist has
// none.
func ReadCarried(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		text, errRead := os.ReadFile(filepath.Join(dir, e.Name()))
		if errRead == nil {
			Carry(originalName.Replace(e.Name()), string(text))
		}
		err = errors.Join(err, errRead)
	}
	return err
}
