package session_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/nonogram/nonograms"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/play/session"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku/sudokus"
)

// sample is a puzzle for each kind that takes incomplete engines some
// iterations.
func sample(t *testing.T, kind string) puzzle.Puzzle {
	t.Helper()
	var set puzzle.Set
	var at int
	switch kind {
	case "nurikabe":
		for _, item := range nurikabes.Kind.MustOpen("open-908").Items {
			if item.ID() == "18x18-105-3" {
				return item
			}
		}
	case "sudoku":
		set, at = sudokus.Kind.MustOpen("open"), 40
	case "nonogram":
		set, at = nonograms.Kind.MustOpen("open"), 3
	default:
		k := alltest.Must(engines.FindKind(kind))(t)
		set = k.MustOpen("open")
		at = set.Len() - 1
	}
	return set.Items[at%len(set.Items)]
}

func engine(t *testing.T, name string, parameters ...string) solver.Solver {
	t.Helper()
	return alltest.Must(engines.New(name, parameters...))(t)
}

// TestSameRun: a session that is paused, stepped and slowed down is the run that
// Solve makes.
func TestSameRun(t *testing.T) {
	for _, entry := range engines.Groups() {
		t.Run(entry.Name, func(t *testing.T) {
			t.Parallel()
			p, budget := sample(t, entry.Kind), solver.Iterations(12)
			want := alltest.Must(entry.New().Solve(t.Context(), p, solver.Run{Seed: 5, Budget: budget}))(t)
			pictures := make(chan session.Picture, 100)
			s := session.New(session.Config{Puzzle: p, Engine: entry.New(), Seed: 5, Budget: budget, Paused: true, Show: func(v session.Picture) {
				p.Draw(v.View)
				v.Board, v.Pheromone, v.View = puzzle.Grid{}, nil, puzzle.View{}
				pictures <- v
			}})
			go func() {
				s.Step(1)
				s.Step(2)
				s.Play(2000)
				s.Pause()
				s.Step(1)
				s.Play(0)
			}()
			got := alltest.Must(s.Run(t.Context()))(t)
			if got.Status != want.Status || got.Digest != want.Digest || got.Iterations != want.Iterations || got.Cost != want.Cost || !got.Best.Equal(want.Best) {
				t.Errorf("steered %v %x after %d, else %v %x after %d", got.Status, got.Digest, got.Iterations, want.Status, want.Digest, want.Iterations)
			}
			close(pictures)
			var last session.Picture
			for v := range pictures {
				last = v
			}
			alltest.Check(t, want.Best.IsZero() || last.Iterations == want.Iterations && last.Best == want.Cost && !last.Paused,
				"the last picture is of %d, cost %g, paused %v", last.Iterations, last.Best, last.Paused)
		})
	}
}

// TestSteps: a paused run waits, and goes so far as it is told.
func TestSteps(t *testing.T) {
	p := sample(t, "nurikabe")
	pictures := make(chan session.Picture)
	ctx, cancel := context.WithCancel(t.Context())
	s := session.New(session.Config{Puzzle: p, Engine: engine(t, "nurikabe/acs"), Seed: 1, Paused: true, Show: func(v session.Picture) {
		select {
		case pictures <- v:
		case <-ctx.Done():
		}
	}})
	ended := make(chan solver.Outcome)
	go func() {
		out, _ := s.Run(ctx)
		ended <- out
	}()
	v := <-pictures
	alltest.Check(t, v.Iterations == 1 && v.Paused && v.Entropy <= 1 && len(v.View.Heat) == p.Size().Cells(), "it begins with %+v", v)
	s.Step(1)
	alltest.Equal(t, (<-pictures).Iterations, 2, "a step leads to")
	go s.Step(5)
	for want := int64(0); want < 7; {
		want = (<-pictures).Iterations
		alltest.Require(t, want <= 7, "five steps lead to %d", want)
	}
	cancel()
	out := <-ended
	alltest.Check(t, out.Status == solver.Cancelled && out.Iterations == 7, "%v after %d", out.Status, out.Iterations)
	s.Step(3) // of a run that is over
	s.Pause()
}

// other is another value of a parameter, in its range.
func other(p session.Parameter) string {
	switch p.Kind {
	case "switch":
		return fmt.Sprint(p.Value != "true")
	case "choice":
		for _, o := range p.Options {
			if o != p.Value {
				return o
			}
		}
	case "text":
		return "3"
	}
	if p.To != 0 && fmt.Sprint(p.To) != p.Value {
		return strconv.FormatFloat(p.To, 'g', -1, 64)
	}
	return strconv.FormatFloat(p.From, 'g', -1, 64)
}

// TestLive: a parameter that is said to act in mid-run does, in one run at
// least; what is not, is left alone until the next run.
func TestLive(t *testing.T) {
	// What must be so that the others matter.
	beside := map[string][]string{
		"sudoku/cuckoo lambda": {"walk=levy"}, "sudoku/cuckoo step": {"walk=levy"},
		"sudoku/cuckoo-improved lambda": {"walk=levy"}, "sudoku/cuckoo-improved step": {"walk=levy"},
		"sudoku/cuckoo-improved px": {"adaptive=false"}, "sudoku/cuckoo-improved pm": {"adaptive=false"},
		"sudoku/cuckoo keep": {"filter=gac"}, "sudoku/cuckoo-improved keep": {"filter=gac"},
		"sudoku/aco punishment": {"singles=batch"}, "sudoku/aco award": {"choice=roulette"},
		"nurikabe/swarm bve":     {"moves=0", "mend=0"}, // or a run ends after a few iterations
		"nonogram/genetic steps": {"search=1"}, "nonogram/genetic elite": {"search=0"}, "nonogram/genetic tournament": {"selection=tournament"},
	}
	// Restarts come late, unless the change is to one a few iterations away.
	values := map[string]string{"stagnation": "2", "crossed-rows": "1", "elite": "5", "first-tie": "true", "search": "3"}
	for _, entry := range engines.Groups() {
		t.Run(entry.Name, func(t *testing.T) {
			t.Parallel()
			e := entry.New()
			live := e.Table().Live()
			if live == nil {
				return
			}
			p := sample(t, entry.Kind)
			if entry.Name == "nurikabe/memetic" { // whose iterations take long on it
				p = nurikabes.Kind.MustOpen("open-908").Between(100, 100).Items[7]
			}
			known := map[string]session.Parameter{}
			for _, x := range session.Parameters(e, e) {
				known[x.Name] = x
			}
			for _, name := range live {
				x, ok := known[name]
				if !ok || !x.Live {
					t.Errorf("%s: %+v", name, x)
					continue
				}
				value := other(x)
				if v, ok := values[name]; ok && v != x.Value {
					value = v
				}
				alltest.Check(t, acts(t, entry, p, name, value, beside[entry.Name+" "+name]), "%s=%s in mid-run changes nothing", name, value)
			}
		})
	}
}

// acts says whether a change after the second iteration changes a run.
func acts(t *testing.T, entry engines.Group, p puzzle.Puzzle, name, value string, beside []string) bool {
	for seed := range uint64(6) {
		var digests [2]uint64
		for i := range digests {
			e := engine(t, entry.Name, beside...)
			var s *session.Session
			done := false
			s = session.New(session.Config{Puzzle: p, Engine: e, Seed: seed, Budget: solver.Iterations(60), Paused: true, Show: func(v session.Picture) {
				if i == 0 || done || v.Iterations < 2 {
					return
				}
				done = true
				go func() {
					live, err := s.Set(name, value)
					alltest.Check(t, err == nil && live, "%s=%s: live %v, %v", name, value, live, err)
					s.Play(0)
				}()
			}})
			if i == 0 {
				s.Play(0)
			} else {
				s.Step(1)
			}
			out, err := s.Run(t.Context())
			alltest.Require(t, err == nil, "%s=%s: %v", name, value, err)
			digests[i] = out.Digest
			if i == 1 && !done {
				return true // a run of fewer iterations shows nothing
			}
		}
		if digests[0] != digests[1] {
			return true
		}
	}
	return false
}

// TestRanges: the ends that a parameter shows are accepted, and what lies beyond
// is not; the slider lies between them.
func TestRanges(t *testing.T) {
	ranges := 0
	for _, entry := range engines.Groups() {
		for _, x := range session.Parameters(entry.New(), entry.New()) {
			accepts := func(text string) bool {
				s, err := engines.New(entry.Name, x.Name+"="+text)
				return err == nil && s.(solver.Configurable).Table().Validate() == nil
			}
			alltest.Check(t, x.Meaning != "" && x.Value == x.Default && accepts(x.Value), "%s: %+v", entry.Name, x)
			for _, o := range x.Options {
				alltest.Check(t, accepts(o), "%s: %s=%s is offered", entry.Name, x.Name, o)
			}
			alltest.Equal(t, (x.Kind == "choice"), (len(x.Options) > 1), "%s: a %s with %d options: %s", entry.Name, x.Kind, len(x.Options), x.Name)
			if x.Kind != "whole" && x.Kind != "number" {
				continue
			}
			alltest.Check(t, x.From < x.To && x.Step > 0 && accepts(strconv.FormatFloat(x.To, 'g', -1, 64)) && x.Low != "", "%s: %+v", entry.Name, x)
			for i, end := range []string{x.Low, x.High} {
				if end == "" {
					continue
				}
				ranges++
				at := alltest.Must(strconv.ParseFloat(end, 64))(t)
				beyond := math.Nextafter(at, []float64{math.Inf(-1), math.Inf(1)}[i])
				if x.Kind == "whole" {
					beyond = at + []float64{-1, 1}[i]
				}
				alltest.Check(t, accepts(end) && !accepts(strconv.FormatFloat(beyond, 'g', -1, 64)), "%s: %s ends at %s, says its control", entry.Name, x.Name, end)
			}
		}
	}
	alltest.Check(t, ranges >= 60, "%d ends of ranges", ranges)
}

// TestRange has the numbers that the papers' engine declares.
func TestRange(t *testing.T) {
	e := engine(t, "nurikabe/acs", "q0=0.5")
	got := map[string]session.Parameter{}
	for _, x := range session.Parameters(e, engine(t, "nurikabe/acs")) {
		got[x.Name] = x
	}
	x := got["ants"]
	alltest.Check(t, x.Low == "1" && x.High == "10000" && x.From == 1 && x.To == 41 && x.Step == 1 && x.Live, "%+v", x)
	if x := got["q0"]; x.Low != "-0" && x.Low != "0" || x.High != "1" || x.To != 1 || x.Step != 0.01 || x.Value != "0.5" || x.Default != "0.9" {
		t.Errorf("%+v", x)
	}
	if x := got["scheme"]; x.Kind != "choice" || len(x.Options) != 6 || x.Live {
		t.Errorf("%+v", x)
	}
}

// TestRefused: what is out of range changes nothing.
func TestRefused(t *testing.T) {
	s := session.New(session.Config{Puzzle: sample(t, "nurikabe"), Engine: engine(t, "nurikabe/acs")})
	for _, c := range [][2]string{{"ants", "0"}, {"ants", "x"}, {"<b>", "1"}} {
		alltest.Refused(s.Set(c[0], c[1]))(t, "", "%s=%s is accepted", c[0], c[1])
	}
	alltest.Refused(s.Set("ants", "0"))(t, solver.ErrParameter)
	live, err := s.Set("scheme", "raster")
	alltest.Check(t, !live && err == nil, "a scheme in mid-run: %v, %v", live, err)
}

// renamed is an engine under another name.
type renamed struct{ solver.Solver }

func (renamed) Describe() solver.Description { return solver.Description{Engine: "nurikabe/other"} }

// TestMany: the runs are those of a race, with the same seeds for engines of different
// names, and pairs are counted.
func TestMany(t *testing.T) {
	p := sample(t, "nurikabe")
	variants := []solver.Solver{engine(t, "nurikabe/acs"), renamed{engine(t, "nurikabe/acs", "ants=2")}}
	const runs, limit = 12, 60
	var last session.Tally
	breaths := 0
	alltest.OK(t, session.Many(t.Context(), p, variants, 9, runs, solver.Iterations(limit), func() { breaths++ }, func(tally session.Tally) { last = tally }))
	var ends [2][]int64 // of the runs that solve: their iterations
	turns := 0
	for i, v := range variants {
		for run := range runs {
			iterations := int64(0)
			out := alltest.Must(v.Solve(t.Context(), p, solver.Run{Seed: solver.Seed(9, p.Hash(), "nurikabe/acs", run), Budget: solver.Iterations(limit), Observer: func(e solver.Event) {
				if !e.Improved {
					iterations = e.Iterations
				}
			}}))(t)
			turns += int(iterations)
			if out.Status.Decided() {
				ends[i] = append(ends[i], max(out.Iterations, 1))
			}
		}
		side := last.Sides[i]
		alltest.Check(t, side.Runs == runs && len(side.Curve) > 1, "%+v", side)
		for k, step := range side.Curve {
			solved := 0
			for _, end := range ends[i] {
				if end <= step.Iterations {
					solved++
				}
			}
			if step.Successes != solved || step.Rate != float64(solved)/runs || step.Low > step.Rate || step.High < step.Rate || step.High <= step.Low || k > 0 && step.Iterations <= side.Curve[k-1].Iterations {
				t.Errorf("%+v, want %d of %v", step, solved, ends[i])
			}
		}
	}
	alltest.Equal(t, breaths, turns, "iterations")
	first, second := len(ends[0]), len(ends[1])
	if last.Both+last.First != first || last.Both+last.Second != second || last.Both+last.First+last.Second+last.Neither != runs || last.Low > last.Difference || last.High < last.Difference {
		t.Errorf("%+v", last)
	}
}

// TestManyStops: runs that are called off end in mid-turn and say nothing more; an engine's error is the answer.
func TestManyStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	breaths, told := 0, 0
	err := session.Many(ctx, sample(t, "nurikabe"), []solver.Solver{engine(t, "nurikabe/acs")}, 1, 50, solver.Iterations(1_000_000), func() {
		if breaths++; breaths == 170 {
			cancel()
		}
	}, func(session.Tally) { told++ })
	alltest.Check(t, err == nil && breaths == 170, "%d iterations, %d tallies, %v", breaths, told, err)
	err = session.Many(t.Context(), sample(t, "sudoku"), []solver.Solver{engine(t, "nurikabe/acs")}, 1, 3, solver.Iterations(5), nil, func(session.Tally) { told = -1 })
	alltest.Check(t, err != nil && told >= 0, "a puzzle of another kind: %v", err)
}

// pressed are ants with a typed rule that reads a number.
func pressed() solver.Solver {
	pressure := 0.2
	s := acs.Named("pressed")
	s.With("pressure", &pressure, 0, 1)
	s.Filter = func(v *acs.View, candidates []int32) []int32 {
		return slices.DeleteFunc(candidates, func(cell int32) bool { return v.Breaks(cell) == 0 && float64(cell%10) < 10*pressure })
	}
	return s
}

// TestNumberOfTypedRule: it has a slider from end to end of its range that acts in mid-run, and two
// sides of a comparison, which are copies of one engine, have a value each, also turn by turn.
func TestNumberOfTypedRule(t *testing.T) {
	e, p := pressed(), sample(t, "nurikabe")
	for _, x := range session.Parameters(e, e) {
		if x.Name == "pressure" && (x.Kind != "number" || !x.Live || x.Low != "0" || x.High != "1" || x.From != 0 || x.To != 1 || x.Value != "0.2") {
			t.Errorf("%+v", x)
		}
	}
	list := do[[]session.Parameter](t, "parameters", map[string]any{"engine": "own"})
	alltest.Check(t, slices.ContainsFunc(list, func(x session.Parameter) bool { return x.Name == "pressure" && x.Default == "0.2" }), "%+v", list)
	run := func(s solver.Solver, between func()) uint64 {
		out := alltest.Must(s.Solve(t.Context(), p, solver.Run{Seed: 1, Budget: solver.Iterations(20), Observer: func(solver.Event) { between() }}))(t)
		return out.Digest
	}
	other := session.Copy(e)
	alltest.OK(t, solver.NewFlags(other.(solver.Configurable).Table().Define).Set("pressure", "0.9"))
	a, b := run(pressed(), func() {}), run(other, func() {})
	alltest.Check(t, a != b && run(e, func() { run(other, func() {}) }) == a && run(other, func() { run(e, func() {}) }) == b, "the sides of a comparison share a number")
	steered := func() solver.Outcome {
		var s *session.Session
		done := false
		s = session.New(session.Config{Puzzle: p, Engine: e, Seed: 1, Budget: solver.Iterations(20), Paused: true, Show: func(v session.Picture) {
			if v.Iterations < 2 || done {
				return
			}
			done = true
			go func() {
				alltest.Refused(s.Set("pressure", "1.5"))(t, "", "a pressure of 1.5")
				live, err := s.Set("pressure", "0.9")
				alltest.Check(t, err == nil && live, "live %v, %v", live, err)
				s.Play(0)
			}()
		}})
		s.Step(2)
		out, err := s.Run(t.Context())
		alltest.Require(t, err == nil && done, "%v %v", done, err)
		return out
	}
	first := steered().Digest
	alltest.Check(t, first != a && first == steered().Digest && run(e, func() {}) == a, "the number does not act in mid-run, or stays changed")
}
