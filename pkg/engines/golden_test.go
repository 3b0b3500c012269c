package engines_test

import (
	"crypto/sha256"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/model"
	"formicary/pkg/model/generate"
	nonogramgenerate "formicary/pkg/nonogram/generate"
	nurikabegenerate "formicary/pkg/nurikabe/generate"
	"formicary/pkg/pencil"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
	sudokugenerate "formicary/pkg/sudoku/generate"
)

// goldens is a file of runs and what they come to, one a line:
//
//	ENGINE PARAMETER=VALUE… SET PUZZLE ITERATIONS => OUTCOME
//	formicary generate KIND OPTIONS => PUZZLES
//
// and lines of comments. With UPDATE=1 [TestGolden] writes what stands behind
// the arrows.
const goldens = "testdata/golden.txt"

// goldenLines are those of the file.
func goldenLines(t *testing.T) []string {
	t.Helper()
	text := alltest.Must(os.ReadFile(goldens))(t)
	return strings.Split(string(text), "\n")
}

// TestGolden makes all runs again and compares them bit for bit. [TestSameBits]
// runs it as a program for other processors.
func TestGolden(t *testing.T) {
	lines := goldenLines(t)
	t.Run("runs", func(t *testing.T) {
		for i, line := range lines {
			run, want, ok := strings.Cut(line, " => ")
			if !ok {
				continue
			}
			t.Run(strings.ReplaceAll(run, "/", " "), func(t *testing.T) {
				t.Parallel()
				got := golden(t, strings.Fields(run))
				lines[i] = run + " => " + got
				alltest.Check(t, got == want || os.Getenv("UPDATE") != "", "%s, want %s", got, want)
			})
		}
	})
	if os.Getenv("UPDATE") != "" {
		alltest.OK(t, os.WriteFile(goldens, []byte(strings.Join(lines, "\n")), 0o644))
	}
}

// TestGoldenCovers demands a golden run of each engine, of those of declared kinds on one kind at least, with
// its defaults, and one with another value of each parameter: an operation that only one variant
// does is seen, too. The portfolio's parallel runs are not repeatable.
func TestGoldenCovers(t *testing.T) {
	seen := map[string]bool{"nurikabe/portfolio parallel": true}
	for _, line := range goldenLines(t) {
		run, _, _ := strings.Cut(line, " => ")
		words := strings.Fields(run)
		for i, word := range words {
			if i == 0 {
				seen[word] = true
			} else if name, _, ok := strings.Cut(word, "="); ok {
				seen[words[0]+" "+name] = true
			}
		}
	}
	for _, e := range engines.Groups() {
		any := func(parameter string) bool {
			for name := range seen {
				if engine, p, _ := strings.Cut(name, " "); p == parameter && e.Has(engine) {
					return true
				}
			}
			return false
		}
		alltest.Check(t, any(""), "no run of %s in %s", e.Title(), goldens)
		for _, p := range e.Parameters() {
			alltest.Check(t, any(p.Name), "no run of %s with another value of %s in %s", e.Title(), p.Name, goldens)
		}
	}
}

// golden makes one run of a file of goldens.
func golden(t *testing.T, words []string) string {
	if words[0] == "formicary" {
		return made(t, words)
	}
	engine, p, budget := planned(t, words)
	return figures(solvertest.Solve(t, engine, p, solver.Run{Seed: 1, Budget: budget}))
}

// eachRun gives the runs of the goldens, each to a test of its own.
func eachRun(t *testing.T, test func(*testing.T, solver.Solver, puzzle.Puzzle, solver.Budget)) {
	for _, line := range goldenLines(t) {
		run, _, ok := strings.Cut(line, " => ")
		if !ok || strings.HasPrefix(run, "formicary") {
			continue
		}
		t.Run(strings.ReplaceAll(run, "/", " "), func(t *testing.T) {
			engine, p, budget := planned(t, strings.Fields(run))
			test(t, engine, p, budget)
		})
	}
}

// planned is what one run of a file of goldens is made of.
func planned(t *testing.T, words []string) (solver.Solver, puzzle.Puzzle, solver.Budget) {
	n := len(words) - 3
	engine := alltest.Must(engines.New(words[0], words[1:n]...))(t)
	name, _, _ := strings.Cut(words[0], "/")
	kind := alltest.Must(engines.FindKind(name))(t)
	iterations := alltest.Must(strconv.ParseInt(words[n+2], 10, 64))(t)
	return engine, kind.MustOpen(words[n]).MustGet(words[n+1]).Puzzle, solver.Iterations(iterations)
}

// figures are what a seed determines of an outcome.
func figures(out solver.Outcome) string {
	statistics := sha256.New()
	for _, s := range out.Statistics {
		fmt.Fprintf(statistics, "%s %x\n", s.Name, math.Float64bits(s.Value))
	}
	return fmt.Sprintf("%s cost %v iterations %d evaluations %d digest %016x best %.8x statistics %.8x",
		out.Status, out.Cost, out.Iterations, out.Evaluations, out.Digest, sha256.Sum256(out.Best.Values), statistics.Sum(nil))
}

// made makes puzzles by the words of a command.
func made(t *testing.T, words []string) string {
	switch words[2] {
	case "nurikabe":
		return madeBy(t, nurikabegenerate.Generator, words)
	case "sudoku":
		return madeBy(t, sudokugenerate.Generator, words)
	case "nonogram":
		return madeBy(t, nonogramgenerate.Generator, words)
	}
	i := slices.IndexFunc(pencil.Kinds(), func(kind *model.Kind) bool { return kind.Name == words[2] })
	return madeBy(t, generate.Generator(pencil.Kinds()[i]), words)
}

func madeBy[O any](t *testing.T, g sets.Generator[O], words []string) string {
	recipe := alltest.Must(g.ParseRecipe(strings.Join(words, " ")))(t)
	set := alltest.Must(g.Make(t.Context(), recipe.Options, func(int, int) {}))(t)
	all := sha256.New()
	for _, item := range set.Items {
		fmt.Fprintln(all, item.Hash())
	}
	return fmt.Sprintf("%d puzzles %.8x", set.Len(), all.Sum(nil))
}
