package gallery_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/model/acs"
	"formicary/pkg/model/exact"
	"formicary/pkg/model/generate"
	"formicary/pkg/model/tabu"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

var lake = &model.Kind{
	Name: "lake", Title: "Lake", Parts: []*model.Part{model.Clues},
	Declare: func(m *model.Model, in *model.Instance) {
		water := m.Cells(model.Shade, 2, nil)
		m.Rule("water is one lake")
		m.Connected(water.Is(1))
		m.Rule("a number is dry and counts the water around it")
		for cell := range water {
			if n, ok := in.Number(model.Clues, cell); ok {
				at := m.Size().At(cell)
				m.Is(water[cell].Is(0))
				m.Exactly(n, water.In(1, m.Block(at.Row-1, at.Col-1, 3, 3)...)...)
			}
		}
	},
	Sign: func(_ *model.Instance, _ int, v []int) string { return []string{"-", "x"}[v[0]] },
	Make: &model.Making{Places: []*model.Part{model.Clues}, Signs: func(*model.Instance) []string { return model.Numbers(0, 8) }},
}

// TestDeclared: the README declares the kind above, word for word; its generator, judge and
// engines work on it; and the README shows a puzzle of it with its solution.
func TestDeclared(t *testing.T) {
	source := string(alltest.Must(os.ReadFile("declared_test.go"))(t))
	readme := string(alltest.Must(os.ReadFile(filepath.Join("..", "..", "README.md")))(t))
	_, declared, _ := strings.Cut(source, "\nvar lake")
	declared, _, _ = strings.Cut(declared, "\n}\n")
	alltest.Has(t, readme, "```go\nvar lake"+declared+"\n}\n```", "the README does not declare the kind as it is tested here")
	set := alltest.Must(generate.Generator(lake).Make(t.Context(), generate.Options{Size: puzzle.Size{Rows: 8, Cols: 8}, Count: 1, Seed: 1}, func(int, int) {}))(t)
	board := set.Items[0]
	faults := board.Check(board.Solution)
	alltest.Check(t, len(faults) == 0, "the solution breaks a rule: %v", faults)
	for _, engine := range []solver.Solver{exact.New(lake), acs.New(lake), tabu.New(lake)} {
		out := alltest.Must(engine.Solve(t.Context(), board, solver.Run{Seed: 1, Budget: solver.Iterations(100_000)}))(t)
		faults := board.Check(out.Best)
		alltest.Check(t, len(faults) == 0, "%T does not solve it: %v", engine, faults)
	}
	for name, view := range map[string]puzzle.View{"puzzle": {}, "solution": {Board: board.Solution}} {
		svg, file := string(board.Draw(view)), filepath.Join("pictures", "lake-"+name+".svg")
		if *update {
			alltest.OK(t, os.WriteFile(file, []byte(svg), 0o644))
		}
		was := alltest.Must(os.ReadFile(file))(t)
		alltest.Check(t, string(was) == svg, "%s is not what the code draws: look at it, then go test ./pkg/gallery -run Declared -update", file)
		alltest.Has(t, readme, "pkg/gallery/pictures/"+filepath.Base(file), "the README does not show %s", file)
	}
}
