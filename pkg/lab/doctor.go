package lab

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"formicary/pkg/assets"
	"formicary/pkg/puzzle/sets"
)

// Report lists what the lab uses: what is installed and what is missing.
type Report struct {
	Checks []Check `json:"checks"`
}

// Check is one line of a [Report].
type Check struct {
	// Name says what was looked for.
	Name string `json:"name"`
	// OK says that it was found. Required says that the lab needs it and cannot
	// make it.
	OK       bool `json:"ok"`
	Required bool `json:"required"`
	// Found is its version or size, Path its place.
	Found string `json:"found,omitempty"`
	Path  string `json:"path,omitempty"`
	// Hint says what to do where it is missing.
	Hint string `json:"hint,omitempty"`
}

// Fit says whether everything required was found.
func (r Report) Fit() bool {
	return !slices.ContainsFunc(r.Checks, func(c Check) bool { return c.Required && !c.OK })
}

// leastDisk is the free space below which the report warns: the environment
// takes 190 MB, fetching ECharts 210 MB more for a moment, and the caches of
// Go and pip about as much again.
const leastDisk = 1 << 30

// hintLater is what to do about parts that the lab makes itself.
const hintLater = "made by: go run ./pkg/cmd/formicary lab doctor --prepare (or by the first start of the lab)"

// Doctor looks at the machine and changes nothing.
func Doctor(ctx context.Context) Report {
	var r Report
	root, err := sets.Root()
	r.add(Check{Name: "formicary module", Required: true, Path: root}, "", err)

	toolchain, errGo := findGo(ctx, root)
	r.add(Check{Name: "Go", Required: true, Path: toolchain.path}, toolchain.version, errGo)
	python, errPython := findPython(ctx)
	r.add(Check{Name: "Python with venv", Required: true, Path: python.path}, python.version, errPython)

	home, err := assets.Home()
	r.add(Check{Name: "cache folder", Required: true, Path: home}, "", err)
	env := Env{Root: root, Home: home, toolchain: toolchain}
	if errPython == nil {
		env.Python = filepath.Join(home, pythonLayer(python))
		r.layer(ctx, "JupyterLab", env.Python, env.python(), "-m", "jupyterlab", "--version")
	}
	if errGo == nil {
		if name, err := kernelLayer(root, toolchain); err == nil {
			// The programs need not know their own versions: ask for their modules'.
			env.Kernel = filepath.Join(home, name)
			r.layer(ctx, "Go kernel", env.Kernel, toolchain.path, "version", "-m", filepath.Join(env.Kernel, "bin", "gonb"))
			r.layer(ctx, "goimports", env.Kernel, toolchain.path, "version", "-m", filepath.Join(env.Kernel, "bin", "goimports"))
		}
	}
	r.echarts()
	r.kernels(ctx, env)
	if own, err := exec.LookPath("gopls"); errGo != nil || err == nil && !env.HasGopls() {
		r.optional("gopls", "completion and documentation in notebooks", own, "version")
	} else {
		r.layer(ctx, "gopls", filepath.Dir(filepath.Dir(env.gopls())), toolchain.path, "version", "-m", env.gopls())
	}
	git, _ := exec.LookPath("git")
	r.optional("git", "keeps outputs out of commits", git, "--version")
	r.optional("Chromium", "needed by the tests only (Debian: apt install chromium; Fedora: dnf install chromium; macOS: brew install chromium)", FindChromium(), "--version")
	r.sets("open puzzle sets", filepath.Join(root, "data"), "looked for in data/ of a checkout of the repository")
	r.sets("benchmark sets", os.Getenv(sets.DataEnv), "set "+sets.DataEnv+" to a folder with sets that are not part of the repository")
	r.disk(home)
	return r
}

// add appends a check that is well when err is nil.
func (r *Report) add(c Check, found string, err error) {
	if err != nil {
		c.Hint, c.Path = err.Error(), ""
	} else {
		c.OK, c.Found = true, found
	}
	r.Checks = append(r.Checks, c)
}

// layer checks a part that the lab makes, by its program's version.
func (r *Report) layer(ctx context.Context, name, dir, program string, args ...string) {
	c := Check{Name: name, Path: dir}
	if !complete(dir) {
		r.add(c, "", errors.New(hintLater))
		return
	}
	text, err := output(ctx, "", nil, program, args...)
	if err != nil {
		err = fmt.Errorf("broken: remove %s and start the lab again: %w", dir, err)
	}
	r.add(c, version(text), err)
}

// version finds the version in what a program says of itself: the first word
// that looks like one.
func version(text string) string {
	for _, word := range strings.Fields(text) {
		if looksLikeVersion.MatchString(word) {
			return word
		}
	}
	return strings.TrimSpace(text)
}

var looksLikeVersion = regexp.MustCompile(`^v?[0-9]+\.[0-9]+[0-9.]*$`)

// echartsDigest is the SHA-256 of echarts.min.js of the npm package whose
// digest is echartsIntegrity.
const echartsDigest = "bf4a223524e40b77c304bec67e1222cf551f14880cf42c69dc046558e11c07b1"

func (r *Report) echarts() {
	path, err := assets.EchartsPath()
	if err == nil {
		var text string
		if text, err = assets.Echarts(); err == nil {
			if sum := sha256.Sum256([]byte(text)); hex.EncodeToString(sum[:]) != echartsDigest {
				err = fmt.Errorf("%s is not ECharts %s: remove its folder and start the lab again", path, assets.EchartsVersion)
			}
		} else if errors.Is(err, fs.ErrNotExist) {
			err = errors.New(hintLater)
		}
	}
	r.add(Check{Name: "ECharts", Path: path}, assets.EchartsVersion, err)
}

// kernels checks the kernels that were installed for other Jupyters.
func (r *Report) kernels(ctx context.Context, env Env) {
	found, err := FindKernels(ctx)
	if err != nil {
		r.add(Check{Name: "installed kernels"}, "", err)
	}
	for _, k := range found {
		if !k.Ours || strings.HasPrefix(k.Dir, env.Home+string(filepath.Separator)) {
			continue // the layer's own goes with it
		}
		var err error
		if k.outdated(env) {
			k.Wrong = "its programs are of another version of the lab"
		}
		if k.Wrong != "" {
			err = fmt.Errorf("%s: %s; repaired by: formicary lab doctor --prepare", k.Dir, k.Wrong)
		}
		r.add(Check{Name: "kernel " + k.Name, Path: k.Dir}, "installed", err)
	}
}

// optional checks a program that the lab can do without.
func (r *Report) optional(name, hint, path string, args ...string) {
	if path == "" {
		r.add(Check{Name: name}, "", errors.New(hint))
		return
	}
	text, err := exec.Command(path, args...).Output()
	if err != nil {
		err = fmt.Errorf("%s %s: %w", path, strings.Join(args, " "), err)
	}
	r.add(Check{Name: name, Path: path}, version(string(text)), err)
}

// sets counts the puzzle sets in a folder with a sub-folder for each kind.
func (r *Report) sets(name, dir, hint string) {
	kinds, err := os.ReadDir(dir)
	if err != nil {
		r.add(Check{Name: name}, "", errors.New(hint))
		return
	}
	var found []string
	for _, kind := range kinds {
		if !kind.IsDir() {
			continue
		}
		sets, err := os.ReadDir(filepath.Join(dir, kind.Name()))
		if err != nil {
			continue
		}
		found = append(found, fmt.Sprintf("%s: %d files", kind.Name(), len(sets)))
	}
	r.add(Check{Name: name, Path: dir}, strings.Join(found, ", "), nil)
}

// disk checks the free space where the cache is or will be.
func (r *Report) disk(dir string) {
	free, err := uint64(0), error(nil)
	for {
		free, err = freeBytes(dir)
		if !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir)
	}
	if err == nil && free < leastDisk {
		err = fmt.Errorf("%d MB free in %s, at least %d are needed", free>>20, dir, leastDisk>>20)
	}
	r.add(Check{Name: "disk", Path: dir}, fmt.Sprintf("%.1f GB free", float64(free)/(1<<30)), err)
}
