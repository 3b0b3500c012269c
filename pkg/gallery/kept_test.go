package gallery

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/lab"
	"formicary/pkg/lab/labtest"
)

// timed prints the time at which it runs, and opens a journal.
const timed = `import (
	"fmt"
	"time"

	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/show"
	"formicary/pkg/solver"
)
%%
show.Run(experiment.Plan{Name: "a plan of TestKept", Puzzles: nurikabes.Kind.MustOpen("open-908").Take(1).Puzzles(), Engines: []solver.Solver{acs.New()}, Runs: 1, Budget: solver.Iterations(2)})
fmt.Println("at", time.Now().UnixNano())
`

// TestKept: a notebook is executed once as long as nothing changes. It is executed
// again if its text, the code of the lab or one of its journals has changed, if that is
// asked for, and each time if it reads what nobody looks at.
func TestKept(t *testing.T) {
	alltest.Only(t, "it executes a notebook six times")
	env := labtest.Env(t)
	path := filepath.Join(t.TempDir(), "timed.ipynb")
	write := func(source string) {
		t.Helper()
		text := alltest.Must(json.Marshal(source))(t)
		nb := fmt.Sprintf(`{"cells": [{"cell_type": "code", "id": "a", "execution_count": null, "metadata": {}, "outputs": [], "source": %s}],
			"metadata": {"kernelspec": {"name": "gonb", "display_name": "Go", "language": "go"}}, "nbformat": 4, "nbformat_minor": 5}`, text)
		alltest.OK(t, os.WriteFile(path, []byte(nb), 0o644))
	}
	k := kept{dir: t.TempDir(), code: []byte("code")}
	at := regexp.MustCompile(`at [0-9]+`)
	ran := func(afresh bool) string {
		t.Helper()
		out, _, err := k.execute(t.Context(), env, path, lab.ExecuteOptions{}, afresh)
		alltest.OK(t, err)
		return at.FindString(string(out))
	}
	write(timed)
	first := ran(false)
	alltest.Require(t, first != "", "the notebook printed no time")
	alltest.Equal(t, ran(false), first, "nothing has changed, but it ran again after")
	last := first
	anew := func(what string, afresh bool) {
		t.Helper()
		now := ran(afresh)
		alltest.Check(t, now != last, "%s, but the old outputs stand", what)
		last = now
	}
	anew("it is to be executed afresh", true)
	k.code = []byte("other code")
	anew("the code has changed", false)
	files, err := filepath.Glob(filepath.Join(k.dir, "*.json"))
	alltest.Require(t, err == nil && len(files) == 1, "%v %v", files, err)
	text, err := os.ReadFile(files[0])
	var e executed
	alltest.Require(t, err == nil && json.Unmarshal(text, &e) == nil && len(e.Journals) != 0, "%v: no journal is known in %.300s", err, text)
	for folder := range e.Journals {
		alltest.OK(t, os.WriteFile(filepath.Join(folder, "more"), []byte("{}\n"), 0o644))
		t.Cleanup(func() { _ = os.RemoveAll(folder) })
	}
	anew("a journal has changed", false)
	write(strings.Replace(timed, "2)", "3)", 1))
	anew("its text has changed", false)
	write(strings.Replace(timed, `"fmt"`, "\"fmt\"\n\t\"os\"", 1) + "fmt.Println(os.Args[0])\n")
	anew("its text has changed", false)
	anew("it may read anything", false)
}
