// Package assets locates the files that the lab keeps outside of this repository: the cache folder, the environment
// variables that name files and folders, and the text of the one JavaScript library that charts need. It locks files
// that two processes must not write.
//
// Its opinion: nothing is fetched here. Package lab fills the cache, everything
// else only reads it, so that a notebook cell links nothing but the standard
// library for it.
//
// Its limits: a missing file is an error that says what to run.
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
	// HomeEnv names the folder of the lab's cache, by default the folder
	// "formicary" in the user's cache folder.
	HomeEnv = "FORMICARY_HOME"
	// EchartsEnv names the absolute path of echarts.min.js.
	EchartsEnv = "FORMICARY_ECHARTS"
	// ModeEnv is how much a notebook runs: [ModeFull] for the full
	// experiment, anything else for a sample that takes seconds.
	ModeEnv = "FORMICARY_MODE"
	// ForceEnv has notebooks rerun published runs, if it is set.
	ForceEnv = "FORMICARY_FORCE"
	// RunsEnv names the folder for the journals of notebooks, by default
	// .formicary/runs in the module. Tests set it, so that they neither find
	// earlier runs nor leave any.
	RunsEnv = "FORMICARY_RUNS"
	// PlansEnv names a folder to which notebooks write what they would run, in place
	// of running it: one line of JSON each to [PlansFile], and the plan of each
	// show.Run to a folder of its own. The command and tests read it.
	PlansEnv = "FORMICARY_PLANS"
	// WorkEnv names the folder of a plan to which a program of a cell is to make
	// runs (package campaign).
	WorkEnv = "FORMICARY_WORK"
	// PlansFile is the name of a file in the folder of [PlansEnv].
	PlansFile = "plans.jsonl"
	// VerifyEnv names a folder with the request of “formicary verify --run-code”
	// ([VerifyFile]): notebooks verify the runs of their plans in place of making them,
	// and write there what came of each study, as STUDY.json.
	VerifyEnv = "FORMICARY_VERIFY"
	// VerifyFile is the name of a file in the folder of [VerifyEnv].
	VerifyFile = "request.json"
	// UsedEnv names a folder to which notebooks write what they take their records
	// from: a [Used] for each study to [UsedFile], a line of JSON, and runs that
	// are not published as a study in a folder of its own.
	UsedEnv = "FORMICARY_USED"
	// UsedFile is the name of a file in the folder of [UsedEnv].
	UsedFile = "used.jsonl"
	// RecordsEnv names a folder with studies, like data/records, that are looked for
	// there first: those of a bundle.
	RecordsEnv = "FORMICARY_RECORDS"
)

// Used is a line of [UsedFile]: a study that a notebook took records from, or what it
// shows of other runs.
type Used struct {
	Study string   `json:"study"`           // in data/records, or below the folder of [UsedEnv]
	Plans []string `json:"plans,omitempty"` // all where there are none
	Own   bool     `json:"own,omitempty"`   // below that folder
	// Beside is what a notebook shows of runs that no study has, in place of a Study,
	// unless a study has a plan of the name in Plans.
	Beside string `json:"beside,omitempty"`
}

// Values of [ModeEnv].
const (
	ModeQuick = "quick"
	ModeFull  = "full"
)

// EchartsVersion is the version of Apache ECharts that charts are drawn with.
const EchartsVersion = "5.6.0"

// Home is the absolute path of the lab's cache folder, which need not exist.
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

// EchartsPath is the path of echarts.min.js, whether or not it exists: what
// [EchartsEnv] names, else its place in the cache.
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

// Echarts is the text of echarts.min.js. If it is not in the cache, the error
// wraps [fs.ErrNotExist] and says what fetches it.
func Echarts() (string, error) {
	path, err := EchartsPath()
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("ECharts %s is not in the cache: start the lab once, or run formicary lab doctor --prepare: %w", EchartsVersion, err)
	}
	return string(text), err
}

// Full says whether a notebook runs the full experiment instead of a quick
// sample.
func Full() bool { return os.Getenv(ModeEnv) == ModeFull }
