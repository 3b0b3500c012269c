//go:build !js

package show

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"formicary/pkg/charts/page"
	"formicary/pkg/play"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// Play shows a panel in which an engine runs on a puzzle, in the page itself: it is
// paused and stepped there, its parameters change while it runs, and many seeds
// show how often it succeeds. With a budget in iterations the panel shows the success of a hundred seeds within it, as a
// curve over the iterations, which the page makes anew when the reader moves a control. It needs no kernel, and works the same in an exported
// page that is opened from disk.
//
// An engine with a rule typed into a cell, or one made by [solver.Sketch], plays, too: the cell's
// program is compiled a second time, for the page. There it runs up to this call, which serves the
// engine and shows nothing. All else of this package shows nothing there. So what stands before Play
// in its cell is to be quick, and no cell may read files but sets by [sets.Kind.Open], which travel
// along.
func Play(p puzzle.Puzzle, engine solver.Solver, within ...solver.Budget) {
	d := engine.Describe()
	ground := page.Playground{Puzzle: p, Engine: playName(engine), Parameters: map[string]string{}}
	for _, budget := range within {
		if budget != solver.Iterations(budget.Iterations) || budget.Iterations < 1 {
			panic("show: Play takes one budget, in iterations")
		}
		ground.Within = budget.Iterations
	}
	for _, x := range d.Parameters {
		ground.Parameters[x.Name] = x.Value
	}
	if !inRegistry(engine) {
		program, err := cellProgram()
		if err != nil {
			Warn("%s plays in a notebook only, where its cell can be compiled for the page: %v", d.Label(), err)
			return
		}
		ground.Own, ground.Program, ground.Parameters = []string{ground.Engine}, page.Program(program.WASM, program.Glue), nil
	}
	put(output{html: page.Play(ground) + page.Script(), plain: fmt.Sprintf("Play %s %s, %v, with %s: it runs in pages.", p.Kind(), p.ID(), p.Size(), d.Label())})
}

// cellProgram compiles the program of the cell that runs for pages. The kernel keeps
// its source in a folder; what is added to it there gives it the sets that this
// program has opened.
func cellProgram() (play.Program, error) {
	folder := os.Getenv(protocol.GONB_TMP_DIR_ENV)
	if folder == "" {
		return play.Program{}, fmt.Errorf("%s is not set", protocol.GONB_TMP_DIR_ENV)
	}
	texts := map[string]string{}
	for name, path := range sets.Opened() {
		text, err := os.ReadFile(path)
		if err != nil {
			return play.Program{}, err
		}
		texts[name] = string(text)
	}
	// Variables of a package are set in the order of its files' names: these come
	// before those of the cells, which may open sets.
	var source strings.Builder
	source.WriteString("package main\n\nimport \"formicary/pkg/puzzle/sets\"\n\nvar _ = sets.Carry\n")
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		fmt.Fprintf(&source, "var _ = sets.Carry(%s, %s)\n", strconv.Quote(name), strconv.Quote(texts[name]))
	}
	scratch, err := os.MkdirTemp("", "formicary-play-")
	if err != nil {
		return play.Program{}, err
	}
	defer os.RemoveAll(scratch)
	added, overlay := filepath.Join(scratch, "sets.go"), filepath.Join(scratch, "overlay.json")
	table, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(folder, "a_formicary_sets.go"): added}})
	if err != nil {
		return play.Program{}, err
	}
	if err := os.WriteFile(added, []byte(source.String()), 0o600); err != nil {
		return play.Program{}, err
	}
	if err := os.WriteFile(overlay, table, 0o600); err != nil {
		return play.Program{}, err
	}
	ctx, stop := interruptible()
	defer stop()
	return play.Build(ctx, folder, ".", append(os.Environ(), "GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -overlay="+overlay)))
}
