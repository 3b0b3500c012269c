//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/mod/modfile"
)

// workspace are the modules whose sources can change, other than the cell's own.
type workspace struct{ modules []module }

// module is one of them: its path and its folder.
type module struct{ path, dir string }

// folder is the folder of a package; Deep ones have files that the package embeds.
type folder struct {
	Dir  string
	Deep bool
}

// readWorkspace reads go.work in the present folder; nil where there is none or
// where a module is replaced by a folder that is not of the workspace.
func readWorkspace() *workspace {
	text, err := os.ReadFile("go.work")
	if err != nil {
		return nil
	}
	work, err := modfile.ParseWork("go.work", text, nil)
	if err != nil || len(work.Replace) > 0 {
		return nil
	}
	var w workspace
	var replaced []string
	used := map[string]bool{}
	for _, use := range work.Use {
		dir := use.Path
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err != nil {
			return nil
		}
		mod, err := modfile.ParseLax("go.mod", text, nil)
		if err != nil || mod.Module == nil {
			return nil
		}
		// ParseLax leaves replacements out, which count for the modules of a workspace.
		if mod, err = modfile.Parse("go.mod", text, nil); err != nil {
			return nil
		}
		for _, r := range mod.Replace {
			if r.New.Version == "" {
				replaced = append(replaced, absolute(dir, r.New.Path))
			}
		}
		used[absolute("", dir)] = true
		if filepath.Clean(dir) != "." {
			w.modules = append(w.modules, module{mod.Module.Mod.Path, absolute("", dir)})
		}
	}
	for _, dir := range replaced {
		if !used[dir] {
			return nil
		}
	}
	return &w
}

// absolute is a path that is relative to a folder or to the present one.
func absolute(dir, path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// folders are those of the workspace's packages in an importcfg. All others lie where
// nobody changes them, in Go's own folder and in the cache of modules.
func (w *workspace) folders(importcfg string) (out []folder) {
	for line := range strings.Lines(importcfg) {
		name, ok := strings.CutPrefix(line, "packagefile ")
		name, _, _ = strings.Cut(name, "=")
		best := -1
		for i, m := range w.modules {
			if ok && (name == m.path || strings.HasPrefix(name, m.path+"/")) && (best < 0 || len(m.path) > len(w.modules[best].path)) {
				best = i
			}
		}
		if best >= 0 {
			m := w.modules[best]
			dir := filepath.Join(m.dir, filepath.FromSlash(strings.TrimPrefix(name, m.path)))
			out = append(out, folder{dir, embeds(dir)})
		}
	}
	return out
}

// embeds says whether a source in the folder embeds files.
func embeds(dir string) bool {
	names, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, name := range names {
		if text, err := os.ReadFile(name); err != nil || bytes.Contains(text, []byte("//go:embed")) {
			return true
		}
	}
	return false
}

// state writes what the folder has, and returns when the last file was changed.
func (f folder) state(w io.Writer) (changed time.Time, err error) {
	entries, err := os.ReadDir(f.Dir)
	if err != nil {
		return changed, err
	}
	for _, e := range entries {
		path := filepath.Join(f.Dir, e.Name())
		if e.IsDir() {
			if f.Deep {
				last, err := folder{path, true}.state(w)
				if err != nil {
					return changed, err
				}
				if last.After(changed) {
					changed = last
				}
			}
			continue
		}
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		info, err := os.Stat(path)
		if err != nil {
			return changed, err
		}
		fmt.Fprintf(w, "%q %d %d\n", path, info.Size(), info.ModTime().UnixNano())
		if last := info.ModTime(); last.After(changed) {
			changed = last
		}
	}
	return changed, nil
}
