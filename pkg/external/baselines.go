package external

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"formicary/pkg/puzzle/sets"
)

// recipes are the programs of [Baselines].
//
//go:embed recipes/*.py recipes/*.lp recipes/*.mzn
var recipes embed.FS

// recipeFolder is a folder of the user's cache with the recipes, by their content: no file of another folder takes the
// place of one, nor of a library that it imports.
var recipeFolder = sync.OnceValues(func() (string, error) {
	h := sha256.New()
	files, err := fs.Glob(recipes, "recipes/*")
	for _, f := range files {
		text, _ := recipes.ReadFile(f) // of an embedded file
		fmt.Fprintf(h, "%s %d %s", f, len(text), text)
	}
	home, lost := filepath.Abs(os.Getenv("FORMICARY_HOME"))
	if os.Getenv("FORMICARY_HOME") == "" {
		home, lost = os.UserCacheDir()
		home = filepath.Join(home, "formicary")
	}
	folder := filepath.Join(home, fmt.Sprintf("recipes-%x", h.Sum(nil)[:8]))
	if err = cmp.Or(err, lost); err != nil || isFolder(folder) {
		return folder, err
	}
	if err := os.MkdirAll(home, 0o777); err != nil {
		return "", err
	}
	next, err := os.MkdirTemp(home, ".recipes-")
	if err != nil {
		return "", err
	}
	for _, f := range files {
		text, _ := recipes.ReadFile(f)
		err = cmp.Or(err, os.WriteFile(filepath.Join(next, filepath.Base(f)), text, 0o666))
	}
	if err == nil {
		err = os.Rename(next, folder)
	}
	if err != nil {
		_ = os.RemoveAll(next)
		if isFolder(folder) {
			return folder, nil // another program was quicker
		}
	}
	return folder, err
})

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Baselines are third-party solvers of a kind for which this package has recipes: clingo 5.8.3 (Nurikabe), CP-SAT of
// OR-Tools 9.15, and CaDiCaL 1.9.5 with the cardinalities of PySAT (the kinds that have a recipe); MiniZinc with Gecode
// (Nurikabe, small boards). They need a Python with these libraries, and the program minizinc; [Command.Missing] says what is
// not there. One thread each; they prove no uniqueness.
func Baselines(kind sets.Kind) (all []*Command) {
	folder, err := recipeFolder()
	if err != nil {
		return nil // there is no cache: no folder is safe
	}
	recipe := func(name string) string { return filepath.Join(folder, name) }
	python := func(name, library, source, file string, args ...string) {
		all = append(all, &Command{
			Name: name, Kind: kind, Format: "text", Worker: true, Args: append([]string{"python3", recipe(file)}, args...), folder: folder,
			Version: []string{"python3", "-c", "import " + library + "; print('" + library + "', " + library + ".__version__)"},
			Source:  "pip install " + source, Files: []string{recipe("worker.py"), recipe("clauses.py"), recipe(kind.Name + ".py")},
		})
	}
	if kind.Name == "nurikabe" {
		python("clingo", "clingo", "clingo==5.8.3", "clingo_nurikabe.py")
		all[0].Files = []string{recipe("worker.py"), recipe("nurikabe.lp")}
	}
	if _, err := recipes.Open("recipes/" + kind.Name + ".py"); err == nil {
		python("CP-SAT", "ortools", "ortools==9.15.6755", "cpsat.py", kind.Name)
		python("CaDiCaL", "pysat", "python-sat==1.9.dev24", "sat.py", "cadical195", kind.Name)
	}
	if kind.Name == "nurikabe" {
		all = append(all, &Command{
			Name: "MiniZinc", Kind: kind, Format: "text", Worker: true, Args: []string{"python3", recipe("minizinc.py"), kind.Name}, folder: folder,
			Version: []string{"minizinc", "--solver", "gecode", "--version"}, Source: "apt-get install minizinc", Files: []string{recipe("worker.py"), recipe("nurikabe.mzn")},
		})
	}
	return all
}
