// Command scale measures what one machine does with plans of many runs: seconds, seconds of processor time and peak memory of
// each step, and the exponents with which the last two grow. A step that goes wrong fails, a slow one does not. Run it with “go run ./.ci/scale” in the
// checkout, or with other numbers of runs; FORMICARY_PYTHON names a Python for the step that runs a notebook (.ci/python).
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/solver"
)

const name = "scale"

// plan has so many runs of two engines that take microseconds, on fifty puzzles.
func plan(runs int) experiment.Plan {
	return experiment.Plan{
		Name: name, Puzzles: experimenttest.Table(50), Runs: runs / 100, Seed: 1, Budget: solver.Iterations(8),
		Engines: []solver.Solver{experimenttest.Flips{Bias: 0.9}, experimenttest.Flips{Bias: 0.7, Variant: "worse"}},
	}
}

// steps are what a process of its own does in the folder of the plan.
var steps = map[string]func(dir string, runs int) error{
	"run": func(dir string, runs int) error {
		_, err := plan(runs).Run(context.Background(), experiment.In(dir))
		return err
	},
	"resume": func(dir string, runs int) error {
		r, err := plan(runs).Run(context.Background(), experiment.In(dir), experiment.Columnar(columns.Records))
		if err == nil && r.Len() != runs {
			err = fmt.Errorf("%d runs of %d", r.Len(), runs)
		}
		return err
	},
	"columns": func(dir string, runs int) error {
		_, err := read(dir, runs)
		return err
	},
	"success": func(dir string, runs int) error {
		c, err := read(dir, runs)
		if err == nil {
			analysis.Collect(c, 0, runs).By(analysis.Size).Success()
		}
		return err
	},
	"restarts": func(dir string, runs int) error {
		c, err := read(dir, runs)
		if err == nil {
			analysis.Collect(c, 0, runs).Restarts(analysis.Iterations)
		}
		return err
	},
}

func read(dir string, runs int) (*columns.Columns, error) {
	c, _, err := columns.OfPlan(dir, name)
	if err == nil && (c == nil || len(c.Puzzle) != runs) {
		err = fmt.Errorf("the columns do not have %d runs", runs)
	}
	return c, err
}

func main() {
	step := flag.String("step", "", "one step of a process of its own")
	flag.Parse()
	if *step != "" {
		runs, err := strconv.Atoi(flag.Arg(1))
		if err == nil {
			err = steps[*step](flag.Arg(0), runs)
		}
		end(err)
		return
	}
	sizes := []int{10_000, 100_000}
	if flag.NArg() > 0 {
		sizes = nil
	}
	for _, text := range flag.Args() {
		n, err := strconv.Atoi(text)
		end(err)
		sizes = append(sizes, n)
	}
	end(measure(sizes))
}

func end(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// row is a step: of this program, or the arguments of the command.
type row struct {
	name string
	args []string
}

// packed is a notebook whose cell makes so many runs, which are published and packed with it: of puzzles that a plan's file
// can name.
func packed(runs int) []byte {
	return labtest.Notebook([]string{fmt.Sprintf(`import (
	"formicary/pkg/experiment"
	"formicary/pkg/show"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku/exact"
	"formicary/pkg/sudoku/sudokus"
)
%%%%
show.Run(experiment.Plan{
	Name: "packed", Puzzles: sudokus.Kind.MustOpen("open").Take(50).Puzzles(), Runs: %d, Seed: 1, Budget: solver.Iterations(1000),
	Engines: []solver.Solver{exact.New(), &exact.Solver{}},
})`, runs/100)}, false)
}

func rows(dir string) (out []row) {
	for _, step := range []string{"run", "resume"} {
		out = append(out, row{step, nil})
	}
	out = append(out, row{"collect", []string{"cluster", "collect", dir}}, row{"resume, sealed", nil}, row{"columns", nil}, row{"success", nil}, row{"restarts", nil},
		row{"journal show", []string{"journal", "show", dir}})
	for _, format := range []string{"csv", "parquet", "aslib", "ioh"} {
		out = append(out, row{"export --" + format, []string{"journal", "export", "--" + format, "--out", filepath.Join(dir, format), dir}})
	}
	out = append(out, row{"explore", []string{"explore", "--out", filepath.Join(dir, "explore.html"), dir}})
	if os.Getenv("FORMICARY_PYTHON") == "" {
		return out
	}
	return append(out, row{"pack, runs too", []string{"bundle", "pack", "--out", filepath.Join(dir, "packed.zip"), filepath.Join(dir, "packed.ipynb")}})
}

func measure(sizes []int) error {
	temporary, err := os.MkdirTemp("", "formicary-scale-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	command, self := filepath.Join(temporary, "formicary"), filepath.Join(temporary, "scale")
	for out, of := range map[string]string{command: "./pkg/cmd/formicary", self: "./.ci/scale"} {
		if text, err := exec.Command("go", "build", "-o", out, of).CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, text)
		}
	}
	// The first page builds the program that pages carry.
	if text, err := exec.Command(command, "play", "--out", filepath.Join(temporary, "play.html")).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, text)
	}
	if os.Getenv("FORMICARY_PYTHON") == "" {
		fmt.Println("SKIPPED: pack: FORMICARY_PYTHON does not name a Python for the kernel")
	}
	seconds, memory := map[string][]float64{}, map[string][]float64{}
	for _, n := range sizes {
		dir := filepath.Join(temporary, strconv.Itoa(n))
		if err := errors.Join(os.Mkdir(dir, 0o777), os.WriteFile(filepath.Join(dir, "packed.ipynb"), packed(n), 0o666)); err != nil {
			return err
		}
		for _, r := range rows(dir) {
			c := exec.Command(command, r.args...)
			c.Env = append(os.Environ(), "FORMICARY_RUNS="+filepath.Join(dir, "runs"))
			if r.args == nil {
				step := r.name
				if step == "resume, sealed" {
					step = "resume"
				}
				c = exec.Command(self, "-step", step, dir, strconv.Itoa(n))
			}
			start := time.Now()
			if text, err := c.CombinedOutput(); err != nil {
				return fmt.Errorf("%s of %d: %w: %s", r.name, n, err, text)
			}
			took, peak := time.Since(start).Seconds(), float64(c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)/1e6
			busy := (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
			seconds[r.name], memory[r.name] = append(seconds[r.name], busy), append(memory[r.name], peak)
			fmt.Printf("%9d  %-17s %8.2f s %8.2f s CPU %6.2f GB", n, r.name, took, busy, peak)
			if k := len(seconds[r.name]); k > 1 {
				fmt.Printf("   exponents %5.2f %5.2f", exponent(sizes[k-2:], seconds[r.name][k-2:]), exponent(sizes[k-2:], memory[r.name][k-2:]))
			}
			fmt.Println()
		}
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	return nil
}

// exponent is that of the power of the number of runs with which a figure grew.
func exponent(sizes []int, figures []float64) float64 {
	return math.Log(figures[1]/figures[0]) / math.Log(float64(sizes[1])/float64(sizes[0]))
}
