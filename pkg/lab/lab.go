// Package lab makes the environment that notebooks run in, and runs them:
// JupyterLab for people, execution without a screen and export as one HTML
// file for everything else. The command and the tests use the same environment.
//
// Its opinion: a person types one command and does nothing by hand before it.
// So everything comes pinned: Python packages by the hashes in
// requirements.lock, ECharts by the digest of its npm package, the kernel and
// goimports by this module's go.sum. It is kept in layers in a cache folder
// outside the repository, each named after a hash of what it is made from; a
// layer is made once, under a file lock, and counts only when it is complete.
// Nothing of the user's own Jupyter is read or changed, and nothing listens
// beyond the loopback unless asked to. [Env.InstallKernel] alone writes there, by
// request: a folder with copies of the kernel's programs, which needs no layer.
//
//	python-…   a virtual environment with JupyterLab, nbclient and nbconvert
//	echarts-…  the JavaScript that draws charts
//	kernel-…   gonb, goimports and the kernel's specification
//	gopls-…    gopls, which completes names and shows documentation in cells
//	jupyter    what JupyterLab keeps for its user: settings, workspaces
//
// Nobody waits for gopls, whose build takes a minute ([Env.MakeGopls]): cells run without it, and have it
// as soon as it is there.
//
// Its limits: Linux and macOS; on Windows it builds, and says so. The first start needs a network.
package lab

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"formicary/pkg/assets"
	"formicary/pkg/puzzle/sets"
)

// Options says what [Prepare] reports. The zero Options are silent.
type Options struct {
	// Log gets a line at the start and one at the end of every step that takes
	// longer than a second; nil gets none.
	Log io.Writer
}

// Env is a complete environment.
type Env struct {
	// Root is the folder of the formicary module, Home the cache folder.
	Root, Home string
	// Python, Kernel and Echarts are the folders of the layers.
	Python, Kernel, Echarts string
	// Go is the folder of the Go toolchain.
	Go string

	toolchain program
}

// Prepare makes the missing parts of the environment and returns it. When nothing
// is missing it takes a fraction of a second. Programs that call it at the same
// time wait for one another. If the user has to install something, the error names
// the package.
func Prepare(ctx context.Context, o Options) (*Env, error) {
	root, err := sets.Root()
	if err != nil {
		return nil, err
	}
	e, err := within(ctx, root)
	if err != nil {
		return nil, err
	}
	python, err := findPython(ctx)
	if err != nil {
		return nil, err
	}
	log := &steps{w: o.Log}
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	var wait sync.WaitGroup
	wait.Go(func() {
		err := e.makePython(ctx, log, python)
		if err == nil {
			err = e.makeEcharts(ctx, log)
		}
		if err != nil {
			fail(err)
		}
	})
	wait.Go(func() {
		if err := e.makeKernel(ctx, log, e.toolchain); err != nil {
			fail(err)
			return
		}
		e.warm(ctx, log)
	})
	wait.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return e, nil
}

// within is the environment of a module before any layer is there.
func within(ctx context.Context, root string) (*Env, error) {
	if err := unsupported(); err != nil {
		return nil, err
	}
	home, err := assets.Home()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(home, 0o755); err != nil {
		return nil, err
	}
	toolchain, err := findGo(ctx, root)
	return &Env{Root: root, Home: home, Go: toolchain.base, toolchain: toolchain}, err
}

// EchartsFile is the path of echarts.min.js.
func (e *Env) EchartsFile() string { return filepath.Join(e.Echarts, "echarts.min.js") }

// python is the virtual environment's interpreter.
func (e *Env) python() string { return filepath.Join(e.Python, "bin", "python") }

// environ is the environment of every program that the lab starts: the user's
// own, without what would lead Python, Jupyter or Go elsewhere, and with the
// lab's places. Runtime files go to the session folder.
func (e *Env) environ(session string, extra ...string) []string {
	env := environ("JUPYTER*", "PYTHON*", "VIRTUAL_ENV", "IPYTHONDIR", "GOFLAGS", "GOWORK", "GOCOVERDIR")
	if data := os.Getenv(sets.DataEnv); data != "" {
		if abs, err := filepath.Abs(data); err == nil {
			data = abs
		}
		env = append(env, sets.DataEnv+"="+data)
	}
	path := []string{filepath.Join(e.Kernel, "bin"), filepath.Join(e.Python, "bin"), filepath.Join(e.Go, "bin"), os.Getenv("PATH")}
	env = append(env,
		"PATH="+strings.Join(path, string(os.PathListSeparator)),
		"PYTHONNOUSERSITE=1",
		"JUPYTER_CONFIG_DIR="+filepath.Join(e.Home, "jupyter", "config"),
		"JUPYTER_DATA_DIR="+filepath.Join(e.Home, "jupyter", "data"),
		"JUPYTER_RUNTIME_DIR="+filepath.Join(session, "runtime"),
		"JUPYTER_PATH="+filepath.Join(e.Kernel, "share", "jupyter"),
		"JUPYTER_PREFER_ENV_PATH=1",
		"TMPDIR="+filepath.Join(session, "tmp"),
		"GOTOOLCHAIN=local",
		"FORMICARY_GO_PROGRAM="+filepath.Join(e.Go, "bin", "go"), // what the kernel's go command stands before
		sets.RootEnv+"="+e.Root,
		assets.HomeEnv+"="+e.Home,
		assets.EchartsEnv+"="+e.EchartsFile(),
		"FORMICARY_KERNEL_LOG="+filepath.Join(session, "kernel.log"),
	)
	return append(env, extra...)
}

// newSession makes the folder for what one run of Jupyter leaves behind, and
// returns what removes it.
func newSession() (dir string, free func(), err error) {
	if dir, free, err = assets.Scratch("formicary-"); err != nil {
		return "", nil, err
	}
	for _, sub := range []string{"runtime", "tmp"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o700); err != nil {
			free()
			return "", nil, fmt.Errorf("session folder: %w", err)
		}
	}
	return dir, free, nil
}
