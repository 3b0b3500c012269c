package puzzle

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

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
			errRead = os.Setenv(CarriedEnv+originalName.Replace(e.Name()), string(text))
		}
		err = errors.Join(err, errRead)
	}
	return err
}
