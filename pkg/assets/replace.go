package assets

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Partial matches what [ReplaceFile] leaves in a folder where its process is killed.
const Partial = ".partial-*"

// ReplaceFile writes a file in place of what is there, entirely or not at all.
func ReplaceFile(path string, text []byte) error {
	file, err := os.CreateTemp(filepath.Dir(path), Partial)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	err = errors.Join(err, file.Chmod(0o644), file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}

// NewFolder makes a folder in place of what is there, entirely or not at all: it is filled beside that place before. What is
// there stays where it cannot be done. Where the process is killed in between, it is found by [Folder], and the next call
// goes on from it.
func NewFolder(place string, fill func(dir string) error) error {
	place = filepath.Clean(place)
	if err := os.MkdirAll(filepath.Dir(place), 0o777); err != nil {
		return err
	}
	next, err := os.MkdirTemp(filepath.Dir(place), ".next-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(next)
	if err = os.Chmod(next, 0o755); err == nil {
		err = fill(next)
	}
	if err == nil {
		err = replaceFolder(next, place)
	}
	return err
}

// replaceFolder moves a folder to a place beside it, and removes the one that is there.
func replaceFolder(next, place string) error {
	old := aside(place)
	if _, err := os.Stat(place); errors.Is(err, fs.ErrNotExist) {
		if err := os.Rename(old, place); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	} else if err := os.RemoveAll(old); err != nil {
		return err
	}
	if err := os.Rename(place, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(next, place); err != nil {
		if back := os.Rename(old, place); back != nil && !errors.Is(back, fs.ErrNotExist) {
			err = errors.Join(err, back)
		}
		return err
	}
	return os.RemoveAll(old)
}

// Folder is where the folder of a place is: there, or where [NewFolder] left it when
// its process was killed.
func Folder(place string) string {
	if _, err := os.Stat(place); !errors.Is(err, fs.ErrNotExist) {
		return place
	}
	if info, err := os.Stat(aside(place)); err == nil && info.IsDir() {
		return aside(place)
	}
	return place
}

// Place is the place of a folder that [NewFolder] has put aside; aside is false where
// it has another name than those have.
func Place(folder string) (place string, aside bool) {
	dir, name := filepath.Split(folder)
	name, dotted := strings.CutPrefix(name, ".")
	name, old := strings.CutSuffix(name, ".old")
	return filepath.Join(dir, name), dotted && old
}

// aside is where the folder of a place is while another one takes it.
func aside(place string) string {
	dir, name := filepath.Split(filepath.Clean(place))
	return filepath.Join(dir, "."+name+".old")
}
