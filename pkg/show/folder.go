package show

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"formicary/pkg/experiment"
)

// JournalsEnv names a file to which cells write the folders of the journals that they open, a line each: what they show
// depends on them.
const JournalsEnv = "FORMICARY_JOURNALS"

// journalFolder is where the journal of a plan lives; "" for a plan without a
// name.
func journalFolder(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	runs, err := experiment.Home()
	if err != nil {
		return "", err
	}
	folder := folderOf(runs, name)
	if list := os.Getenv(JournalsEnv); list != "" {
		file, err := os.OpenFile(list, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
		if err != nil {
			return "", err
		}
		_, err = fmt.Fprintln(file, folder)
		if err := errors.Join(err, file.Close()); err != nil {
			return "", err
		}
	}
	return folder, nil
}

// folderOf is the folder of a plan's name below that of all runs. Names that
// [experiment.Slug] makes the same have different folders: a hash of the name follows,
// behind a sign that no slug has, unless the slug is the name.
func folderOf(runs, name string) string {
	short := experiment.Slug(name)
	if short == name && len(name) <= 80 {
		return filepath.Join(runs, short)
	}
	sum := sha256.Sum256([]byte(name))
	return filepath.Join(runs, fmt.Sprintf("%.80s_%x", short, sum[:4]))
}
