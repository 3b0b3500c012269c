package lab

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

//go:embed requirements.lock
var requirements string

// oldestPython is the least minor version of Python 3 that JupyterLab 4.6.6
// and nbclient 0.11.0 run on, by their own metadata.
const oldestPython = 10

// probe is what an interpreter is asked.
const probe = `
import json, sys
def has(name):
    try:
        __import__(name)
        return True
    except ImportError:
        return False
print(json.dumps({"minor": sys.version_info[:2], "version": ".".join(map(str, sys.version_info[:3])), "base": sys.base_prefix, "venv": has("venv") and has("ensurepip")}))
`

// findPython finds a Python 3 with venv on the PATH, or says what to install.
func findPython(ctx context.Context) (program, error) {
	names := []string{"python3"}
	for minor := 14; minor >= oldestPython; minor-- {
		names = append(names, fmt.Sprintf("python3.%d", minor))
	}
	var noVenv, old string
	for _, name := range append(names, "python") {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		text, err := output(ctx, "", nil, path, "-I", "-c", probe)
		if err != nil {
			if ctx.Err() != nil {
				return program{}, ctx.Err()
			}
			continue
		}
		var answer struct {
			Minor         [2]int
			Version, Base string
			Venv          bool
		}
		if json.Unmarshal([]byte(text), &answer) != nil {
			continue
		}
		switch {
		case answer.Minor[0] != 3 || answer.Minor[1] < oldestPython:
			old = path + " is Python " + answer.Version
		case !answer.Venv:
			noVenv = path + " (Python " + answer.Version + ") has no module venv or ensurepip"
		default:
			return program{path, answer.Version, answer.Base}, nil
		}
	}
	switch {
	case noVenv != "":
		return program{}, fmt.Errorf("%s: install the package python3-venv (Debian, Ubuntu: apt install python3-venv)", noVenv)
	case old != "":
		return program{}, fmt.Errorf("%s, but JupyterLab needs 3.%d or later: %s", old, oldestPython, installPython)
	}
	return program{}, errors.New("no Python 3 on the PATH: " + installPython)
}

const installPython = "install the packages python3 and python3-venv (Debian, Ubuntu: apt install python3 python3-venv; Fedora: dnf install python3; macOS: brew install python)"

// pythonLayer names the layer of an interpreter.
func pythonLayer(python program) string {
	return "python-" + digest(requirements, overrides, runtime.GOOS, runtime.GOARCH, python.version, python.base)
}

// makePython makes the virtual environment.
func (e *Env) makePython(ctx context.Context, log *steps, python program) error {
	var err error
	e.Python, err = layer(ctx, e.Home, pythonLayer(python), func(dir string) error {
		return log.do("installing JupyterLab, nbclient and nbconvert", func() error {
			if _, err := output(ctx, "", pipEnviron(), python.path, "-I", "-m", "venv", dir); err != nil {
				return err
			}
			lock := filepath.Join(dir, "requirements.lock")
			if err := os.WriteFile(lock, []byte(requirements), 0o644); err != nil {
				return err
			}
			if err := pip(ctx, dir, "-r", lock); err != nil {
				return err
			}
			// The Python kernel's place stays empty, and nothing asks for news.
			settings := filepath.Join(dir, "share", "jupyter", "lab", "settings")
			if err := os.MkdirAll(settings, 0o755); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(settings, "overrides.json"), []byte(overrides), 0o644)
		})
	})
	return err
}

// overrides are JupyterLab's defaults for the lab; users may change them in
// its own settings.
const overrides = `{
  "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": false},
  "@jupyterlab/apputils-extension:themes": {"adaptive-theme": true},
  "@jupyterlab/docmanager-extension:plugin": {"autosave": true, "autosaveInterval": 20},
  "@jupyterlab/notebook-extension:tracker": {"recordTiming": false, "windowingMode": "defer"}
}
`

// pip installs into the virtual environment, exactly what a lock file names, and
// wheels only: of a source distribution pip would run the setup program.
func pip(ctx context.Context, venv string, args ...string) error {
	args = append([]string{"-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check", "--require-hashes", "--no-deps", "--only-binary", ":all:"}, args...)
	_, err := output(ctx, "", pipEnviron(), filepath.Join(venv, "bin", "python"), args...)
	return err
}

// pipEnviron is the user's environment without what would send packages
// elsewhere or take others.
func pipEnviron() []string {
	return environ("PYTHONHOME", "PYTHONPATH", "PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_NO_BINARY", "PIP_ONLY_BINARY", "PIP_REQUIRE_VIRTUALENV", "VIRTUAL_ENV")
}
