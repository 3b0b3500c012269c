// Package assets says where the lab keeps what is not part of this repository
// and how the programs that the lab starts find it: the cache folder, the
// names of the environment variables, and the text of the one JavaScript
// library that charts need.
//
// Its opinion: nothing is fetched here. Package lab puts things into the
// cache, everything else only reads them, so that a notebook cell links
// nothing but the standard library for it.
//
// Its limits: a file that is not there is an error that says what to run.
package assets

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Environment variables that the lab sets for kernels and reads itself.
const (
	// HomeEnv names the folder of the lab's cache; where it is not set the
	// cache is the folder "formicary" in the user's cache folder.
	HomeEnv = "FORMICARY_HOME"
	// EchartsEnv names the absolute path of echarts.min.js.
	EchartsEnv = "FORMICARY_ECHARTS"
	// ModeEnv is how much a notebook does: [ModeFull] for the figures of the
	// paper, anything else for a look that takes seconds.
	ModeEnv = "FORMICARY_MODE"
	// RunsEnv names the folder for the journals of notebooks; where it is not
	// set it is .formicary/runs in the module. Tests set it, so that they
	// neither find runs already made nor leave any.
	RunsEnv = "FORMICARY_RUNS"
)

// Values of [ModeEnv].
const (
	ModeQuick = "quick"
	ModeFull  = "full"
)

// EchartsVersion is the version of Apache ECharts that charts are drawn with.
const EchartsVersion = "5.6.0"

// Home is the lab's cache folder, as an absolute path. It need not exist.
func Home() (string, error) {
	if home := os.Getenv(HomeEnv); home != "" {
		return filepath.Abs(home)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no cache folder: %w; set %s", err, HomeEnv)
	}
	return filepath.Join(cache, "formicary"), nil
}

// EchartsPath is where echarts.min.js is, or would be: what [EchartsEnv]
// names, else its place in the cache.
func EchartsPath() (string, error) {
	if path := os.Getenv(EchartsEnv); path != "" {
		return path, nil
	}
	home, err := Home()
	if err != nil {
		return "", err
	}
	return filepath.Join(home, "echarts-"+EchartsVersion, "echarts.min.js"), nil
}

// Echarts is the text of echarts.min.js. Where it is not in the cache the
// error wraps [fs.ErrNotExist] and says what puts it there.
func Echarts() (string, error) {
	path, err := EchartsPath()
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("ECharts %s is not there yet: start the lab once, or run: formicary doctor --prepare: %w", EchartsVersion, err)
	}
	return string(text), err
}

// Full says whether a notebook is to do all that the paper did rather than a
// quick look.
func Full() bool { return os.Getenv(ModeEnv) == ModeFull }
