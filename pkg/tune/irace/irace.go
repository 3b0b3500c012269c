// Package irace asks irace (López-Ibáñez and others 2016) what package tune is asked, and the other way round. [Write] writes
// a tuner as a scenario of irace, and [Read] makes a tuner of one. [Target] is the target runner of a scenario that was
// written. The formats are those of the user guide of irace 3.5 (sections 5 and 11.1), with the sections [forbidden] and
// [global] that files of parameters have since irace 4.
//
// # Design
//
// A scenario is a folder: scenario.txt, parameters.txt, configurations.txt (what the tuner begins with), instances.txt and a
// file for each puzzle, target-runner, and formicary.json, which has what irace does not know: engine, budget, measure and
// penalty. Names have dots there for the hyphens here. irace runs the program formicary, or the one that the variable
// FORMICARY names.
//
// # Limits
//
// A scenario is read as text and nothing of it is run: its values are constants, not code in R. A domain that depends on
// another parameter is refused. A program gets a parameter that does not matter with its first value, where irace leaves
// the switch out. irace rounds to decimal places and not to four digits; its capping counts time only and is off. The target
// runner is a script of sh.
package irace

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
	"formicary/pkg/tune"
)

// target is formicary.json.
type target struct {
	Kind    string             `json:"kind"`
	Engine  solver.Description `json:"engine"`
	Budget  solver.Budget      `json:"budget"`
	Measure string             `json:"measure"`
	Penalty float64            `json:"penalty,omitempty"`
}

// measures are those of [analysis.Measure].
var measures = []analysis.Measure{analysis.Seconds, analysis.CPU, analysis.Iterations, analysis.Evaluations}

// runner is the target runner.
const runner = `#!/bin/sh
# irace calls this for each run, with a configuration, an instance, a seed, the file of a puzzle and the parameters.
# It prints what the run costs.
exec "${FORMICARY:-formicary}" irace "$(dirname "$0")" "$@"
`

// Write writes a tuner as a scenario of irace into a folder, which it makes. The error is that of a tuner that cannot run, or
// that of an engine with a func, which only its cell has.
func Write(dir string, t tune.Tuner, kind sets.Kind) error {
	t, err := t.Complete()
	if err != nil {
		return err
	}
	of := target{kind.Name, t.New().Describe(), t.Budget, t.Measure.String(), t.Penalty}
	if of.Engine.Custom {
		return fmt.Errorf("irace: %s has a func, which only its program has", of.Engine.Label())
	}
	about, err := json.MarshalIndent(of, "", "  ")
	if err != nil {
		return err
	}
	parameters, digits, err := parametersOf(t.Space)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(dir, "puzzles"), 0o777); err != nil {
		return err
	}
	write := func(name, text string, mode os.FileMode) {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), []byte(text), mode))
	}
	var instances, forbidden strings.Builder
	for i, p := range t.Puzzles {
		name := fmt.Sprintf("%04d-%s%s", i+1, experiment.Slug(p.ID()), kind.Formats[0].Extension)
		for item, ok := p.(puzzle.Item); ok; item, ok = p.(puzzle.Item) { // without its solution
			p = item.Puzzle
		}
		var text bytes.Buffer
		if err := kind.Formats[0].Write(&text, puzzle.Set{Name: p.ID(), Items: []puzzle.Item{{Puzzle: p}}}); err != nil {
			return fmt.Errorf("irace: puzzle %s: %w", p.ID(), err)
		}
		fmt.Fprintln(&instances, name)
		write(filepath.Join("puzzles", name), text.String(), 0o666)
	}
	for _, no := range t.Forbidden {
		fmt.Fprintln(&forbidden, no.Spelled(dotted))
	}
	write("scenario.txt", fmt.Sprintf(`# %s, as irace is asked it
execDir = "./"
parameterFile = "./parameters.txt"
configurationsFile = "./configurations.txt"
forbiddenFile = "./forbidden.txt"
trainInstancesDir = "./puzzles"
trainInstancesFile = "./instances.txt"
targetRunner = "./target-runner"
maxExperiments = %d
firstTest = %d
confidence = %g
digits = %d
seed = %d
`, strconv.Quote(t.Name), t.Runs, t.First, 1-t.Alpha, digits, t.Seed%math.MaxInt32+1), 0o666)
	write("parameters.txt", parameters, 0o666)
	write("forbidden.txt", forbidden.String(), 0o666)
	write("configurations.txt", configurations(t.Space, t.Start), 0o666)
	write("instances.txt", instances.String(), 0o666)
	write("formicary.json", string(about)+"\n", 0o666)
	write("target-runner", runner, 0o777)
	return err
}

// dotted is a parameter's name as irace has it.
func dotted(name string) string { return strings.ReplaceAll(name, "-", ".") }

// parametersOf is the file of parameters, and how many decimal places keep four digits of all of them.
func parametersOf(space tune.Space) (text string, digits int, err error) {
	var out strings.Builder
	digits = 4
	for _, p := range space {
		kind, domain := "r", fmt.Sprintf("(%v, %v)", plain(p.Low), plain(p.High))
		switch {
		case p.Values != nil:
			kind = map[bool]string{false: "c", true: "o"}[p.Ordered]
			var quoted []string
			for _, v := range p.Values {
				if strings.ContainsAny(v, " \t\"'`$\\") || v == "" {
					return "", 0, fmt.Errorf("irace: parameter %s: the value %q does not pass irace's shell", p.Name, v)
				}
				quoted = append(quoted, strconv.Quote(v))
			}
			domain = "(" + strings.Join(quoted, ", ") + ")"
		case p.Integer:
			kind = "i"
		default:
			least := p.High - p.Low
			if p.Log {
				least = p.Low
			}
			digits = min(max(digits, 3-int(math.Floor(math.Log10(least)))), 15)
		}
		if p.Log {
			kind += ",log"
		}
		when := ""
		if p.When != "" {
			when = " | " + p.When.Spelled(dotted)
		}
		fmt.Fprintf(&out, "%s \"--%s=\" %s %s%s\n", dotted(p.Name), p.Name, kind, domain, when)
	}
	return out.String(), digits, nil
}

func plain(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// configurations is a table of configurations, without those that have a value outside the space.
func configurations(space tune.Space, all []tune.Config) string {
	var out strings.Builder
	for _, p := range space {
		fmt.Fprintf(&out, "%s ", dotted(p.Name))
	}
	fmt.Fprintln(&out)
	for _, c := range all {
		line, fits := "", true
		for _, p := range space {
			v, ok := c[p.Name]
			x, _ := strconv.ParseFloat(v, 64)
			switch {
			case !ok:
				v = "NA"
			case p.Values != nil:
				fits = fits && slices.Contains(p.Values, v)
			default:
				fits = fits && x >= p.Low && x <= p.High
			}
			line += v + " "
		}
		if fits {
			fmt.Fprintln(&out, line)
		}
	}
	return out.String()
}

// Target makes the run that irace asks the target runner for, with the folder of the scenario: arguments are those of the
// user guide (section 5.2.1), the bound in seconds included, if there is one. It gives what the run counts as
// ([tune.Tuner.Cost]) and its seconds: of processor time if that is the measure, and else on the clock. Rebuild makes the
// engine of its description, and kind finds a kind by its name.
func Target(ctx context.Context, dir string, args []string, rebuild func(solver.Description) (solver.Solver, error), kind func(name string) (sets.Kind, error)) (cost, seconds float64, err error) {
	if len(args) < 4 {
		return 0, 0, fmt.Errorf("irace: expected a configuration, an instance, a seed and the file of a puzzle, found %q", args)
	}
	of, measure, err := readTarget(filepath.Join(dir, "formicary.json"))
	if err != nil {
		return 0, 0, err
	}
	seed, err := strconv.ParseUint(args[2], 10, 64)
	if err != nil {
		return 0, 0, fmt.Errorf("irace: the seed %q: expected a whole number", args[2])
	}
	k, err := kind(of.Kind)
	if err != nil {
		return 0, 0, err
	}
	set, err := k.Open(args[3])
	if err != nil {
		return 0, 0, err
	}
	s, err := rebuild(of.Engine)
	if err != nil {
		return 0, 0, err
	}
	engine, ok := s.(solver.Configurable)
	if !ok {
		return 0, 0, fmt.Errorf("irace: %s has no parameters", of.Engine.Label())
	}
	c, rest := tune.Config{}, args[4:]
	if len(rest) > 0 && !strings.HasPrefix(rest[0], "--") {
		bound, err := strconv.ParseFloat(rest[0], 64)
		if err != nil || !(bound > 0) {
			return 0, 0, fmt.Errorf("irace: %q: expected a bound in seconds or --NAME=VALUE", rest[0])
		}
		limit := &of.Budget.Wall
		if measure == analysis.CPU {
			limit = &of.Budget.CPU
		}
		if most := time.Duration(bound * float64(time.Second)); *limit == 0 || most < *limit {
			*limit = most
		}
		rest = rest[1:]
	}
	for _, a := range rest {
		name, value, ok := strings.Cut(strings.TrimPrefix(a, "--"), "=")
		if !ok || !strings.HasPrefix(a, "--") {
			return 0, 0, fmt.Errorf("irace: %q: expected --NAME=VALUE", a)
		}
		c[name] = value
	}
	if err := c.Apply(engine); err != nil {
		return 0, 0, err
	}
	t := tune.Tuner{Budget: of.Budget, Measure: measure, Penalty: of.Penalty}
	plan := experiment.Plan{Name: "irace", Puzzles: set.Take(1).Puzzles(), Engines: []solver.Solver{engine}, Runs: 1, Budget: of.Budget, Seed: seed, Workers: 1}
	result, err := plan.Run(ctx)
	if err != nil {
		return 0, 0, err
	}
	records := result.Records()
	switch {
	case len(records) == 0:
		return 0, 0, context.Cause(ctx)
	case records[0].Status == experiment.Failed:
		return 0, 0, fmt.Errorf("irace: %v on puzzle %s failed: %s", c, records[0].Puzzle, records[0].Error)
	case measure == analysis.CPU:
		return t.Cost(records[0]), records[0].CPU, nil
	}
	return t.Cost(records[0]), records[0].Seconds, nil
}

// readTarget reads formicary.json.
func readTarget(path string) (of target, measure analysis.Measure, err error) {
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &of)
	}
	if err != nil {
		return of, 0, fmt.Errorf("%s: %w", path, err)
	}
	i := slices.IndexFunc(measures, func(m analysis.Measure) bool { return m.String() == of.Measure })
	if i < 0 {
		return of, 0, fmt.Errorf("%s: the measure %q: expected one of %v", path, of.Measure, measures)
	}
	return of, measures[i], nil
}
