package lab

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"formicary/pkg/assets"
	"formicary/pkg/puzzle/sets"
)

// Pages prepares what pages of play and of runs need, and no kernel: ECharts, fetched
// where the cache has none, and the sources of the program that runs in them. These
// are those of the checkout, or of this program where they still are when it runs
// outside of one.
func Pages(ctx context.Context, o Options) (*Env, error) {
	root, err := sets.Root()
	if err != nil {
		if root = builtFrom(); root == "" {
			return nil, err
		}
	}
	e, err := within(ctx, root)
	if err != nil {
		return nil, err
	}
	path, err := assets.EchartsPath()
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		e.Echarts = filepath.Dir(path)
		return e, err
	}
	python, err := findPython(ctx)
	if err != nil {
		return nil, err
	}
	log := &steps{w: o.Log}
	if err := e.makePython(ctx, log, python); err != nil {
		return nil, err
	}
	return e, e.makeEcharts(ctx, log)
}

// builtFrom is the module that this program was compiled from, a checkout or a folder
// of the module cache; "" where it is not there any more, or the build left no path.
func builtFrom() string {
	_, file, _, _ := runtime.Caller(0)
	root := filepath.Dir(filepath.Dir(filepath.Dir(file)))
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil || !filepath.IsAbs(file) || !strings.HasPrefix(string(text), "module formicary\n") {
		return ""
	}
	return root
}
