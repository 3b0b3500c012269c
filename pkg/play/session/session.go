// Package session is one run of an engine that somebody watches and steers: it
// pauses, goes on step by step or at a speed, takes other parameters in mid-run,
// and gives pictures at most thirty times a second. It is what a page plays with
// (package service carries it there), and knows no page.
//
// Its opinion: a session that nobody steers is the run that [solver.Solver.Solve]
// makes of the same seed, bit for bit. Its limits: all of it happens between the
// iterations of an engine, so that one whose iteration takes long answers late;
// complete engines have few.
package session

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// picture is the time from one picture to the next: thirty in a second.
const picture = time.Second / 30

// breath is how long an engine works before others may: short enough for a
// button, long enough to cost little.
const breath = 12 * time.Millisecond

// Config is what a session is made of.
type Config struct {
	Puzzle puzzle.Puzzle
	// Engine is left as it is: a session runs a copy.
	Engine solver.Solver
	Seed   uint64
	Budget solver.Budget
	// Paused says to wait before the first iteration is over.
	Paused bool
	// Speed is in iterations a second; 0 is as fast as it goes.
	Speed float64
	// Show takes pictures, on the engine's goroutine; nil takes none.
	Show func(Picture)
	// Breathe lets others work where there is one thread only; nil does nothing.
	Breathe func()
}

// Picture is a moment of the run. Board and Pheromone are the engine's memory.
type Picture struct {
	solver.Event
	// Entropy is that of the pheromone (see [solver.Entropy]); NaN with a solution,
	// which comes amid an iteration.
	Entropy float64
	// View draws it: the board, with the pheromone on one scale that only grows.
	View puzzle.View
	// Paused says that the run waits.
	Paused bool
}

// Session is a run. Its methods may be called from any goroutine, also when the
// run is over.
type Session struct {
	config   Config
	engine   solver.Solver // that runs
	wanted   solver.Solver // with all that was asked for, to be judged together
	commands chan func()
	done     chan struct{}

	// Of the engine's goroutine.
	pace     pace
	view     view
	recorder *solver.Recorder
	changes  []change
}

// pace says when the next iteration may begin.
type pace struct {
	paused  bool
	steps   int64     // to go while paused
	speed   float64   // iterations a second; 0 is as fast as it goes
	due     time.Time // of the next iteration
	breathe time.Time // when others worked last
}

// view is what was shown last.
type view struct {
	shown time.Time
	scale puzzle.HeatScale
	last  solver.Event
}

// change is what was asked for in mid-run.
type change struct {
	at   int64 // the last iteration before
	what string
}

// New returns a session that [Session.Run] runs.
func New(c Config) *Session {
	return &Session{
		config: c, engine: Copy(c.Engine), wanted: Copy(c.Engine), pace: pace{paused: c.Paused, speed: c.Speed},
		commands: make(chan func(), 64), done: make(chan struct{}), recorder: solver.NewRecorder(filmed),
	}
}

// Copy is an engine with its own fields: engines are descriptions, of plain
// values and funcs.
func Copy[S solver.Solver](s S) S {
	v := reflect.ValueOf(s)
	if v.Kind() != reflect.Pointer {
		return s
	}
	c := reflect.New(v.Type().Elem())
	c.Elem().Set(v.Elem())
	return c.Interface().(S)
}

// Run runs the engine to the end of its budget.
func (s *Session) Run(ctx context.Context) (solver.Outcome, error) {
	defer close(s.done)
	s.pace.breathe = time.Now()
	run := solver.Run{Seed: s.config.Seed, Budget: s.config.Budget, Observer: func(e solver.Event) {
		s.recorder.Observe(e)
		if !e.Improved {
			s.view.last = e
			s.turn(ctx)
		}
	}}
	out, err := s.engine.Solve(ctx, s.config.Puzzle, run)
	if err == nil && s.config.Show != nil && !out.Best.IsZero() {
		e := s.view.last
		e.Iterations, e.Evaluations, e.Board, e.Best = out.Iterations, out.Evaluations, out.Best, out.Cost
		s.pace.paused = false
		s.show(e, out.Status.HasSolution())
	}
	return out, err
}

// turn is what comes between two iterations.
func (s *Session) turn(ctx context.Context) {
	now := time.Now()
	if now.Sub(s.view.shown) >= picture || s.pace.paused && s.pace.steps <= 1 {
		// The next one is due by the clock, so that iterations between do not slow the
		// pictures down; what was missed is not made up for.
		if s.view.shown = s.view.shown.Add(picture); now.Sub(s.view.shown) >= picture {
			s.view.shown = now
		}
		s.show(s.view.last, false)
	}
	if now.Sub(s.pace.breathe) >= breath && s.config.Breathe != nil {
		s.config.Breathe()
		s.pace.breathe = time.Now()
	}
	if s.pace.steps > 0 {
		s.pace.steps--
	}
	for {
		var timer <-chan time.Time
		switch wait := time.Until(s.pace.due); {
		case s.pace.paused && s.pace.steps > 0, !s.pace.paused && (s.pace.speed <= 0 || wait <= 0):
			select {
			case f := <-s.commands:
				f()
				continue
			default:
			}
			if s.pace.speed > 0 {
				step := time.Duration(float64(time.Second) / s.pace.speed)
				if s.pace.due = s.pace.due.Add(step); time.Since(s.pace.due) > step {
					s.pace.due = time.Now().Add(step)
				}
			}
			return
		case !s.pace.paused:
			timer = time.After(wait)
		}
		select {
		case f := <-s.commands:
			f()
		case <-timer:
		case <-ctx.Done():
			return
		}
		s.pace.breathe = time.Now()
	}
}

// show gives a picture. Where it is of a solution the pheromone is that of amid an
// iteration, which has no entropy to compare with the others'.
func (s *Session) show(e solver.Event, amid bool) {
	if s.config.Show == nil {
		return
	}
	p := Picture{Event: e, Entropy: solver.Entropy(e.Pheromone), Paused: s.pace.paused}
	if amid {
		p.Entropy = math.NaN()
	}
	p.View = puzzle.View{Board: e.Board}
	if heat, name := Heat(e); heat != nil {
		s.grow(heat)
		p.View.Heat, p.View.HeatName, p.View.Pairs = heat, name, e.Layout.Pairs
		p.View.HeatMin, p.View.HeatMax, p.View.HeatLog = s.view.scale.Min, s.view.scale.Max, s.view.scale.Log
		if len(heat) != len(e.Pheromone) {
			p.View.HeatMin, p.View.HeatMax, p.View.HeatLog = 0, 1, false
		}
	}
	s.config.Show(p)
}

// grow lets the scale reach as far as the heat.
func (s *Session) grow(heat []float64) {
	lists := [][]float64{heat}
	if s.view.scale != (puzzle.HeatScale{}) {
		lists = append(lists, []float64{s.view.scale.Min, s.view.scale.Max})
	}
	s.view.scale = puzzle.HeatScaleOf(lists...)
}

// Heat is a number for each place of an event's pheromone, and what it is (see
// [solver.Layout]); nil without any. A place that has none has no value ahead of others.
func Heat(e solver.Event) (heat []float64, name string) {
	if e.Board.IsZero() {
		return nil, ""
	}
	heat, name = e.Layout.Heat(e.Pheromone, e.Board.Cells())
	for i, x := range heat {
		if math.IsNaN(x) {
			heat[i] = float64(len(heat)) / float64(len(e.Pheromone))
		}
	}
	return heat, name
}

// tell has the engine's goroutine call f before its next iteration; it does
// nothing when the run is over.
func (s *Session) tell(f func()) {
	select {
	case <-s.done:
	case s.commands <- f:
	}
}

// Pause waits before the next iteration.
func (s *Session) Pause() {
	s.tell(func() {
		s.pace.paused, s.pace.steps = true, 0
		s.show(s.view.last, false)
	})
}

// Step does so many iterations and waits.
func (s *Session) Step(n int64) {
	s.tell(func() { s.pace.paused, s.pace.steps = true, max(n, 1) })
}

// Play goes on, at a speed in iterations a second; 0 is as fast as it goes.
func (s *Session) Play(speed float64) {
	s.tell(func() { s.pace = pace{speed: speed, breathe: s.pace.breathe} })
}

// Set gives a parameter another value and answers whether it acts from the next
// iteration on; what does not is for the next run. Where
// the value is out of range nothing changes.
func (s *Session) Set(name, value string) (live bool, err error) {
	if err := set(s.wanted, name, value); err != nil {
		return false, err
	}
	if e, ok := s.engine.(solver.Configurable); ok && slices.Contains(e.Table().Live(), name) {
		answer := make(chan bool, 1)
		s.tell(func() {
			done := set(s.engine, name, value) == nil
			if done && s.view.last.Iterations > 0 {
				s.changes = append(s.changes, change{s.view.last.Iterations, name + " = " + value})
			}
			answer <- done
		})
		select {
		case live = <-answer:
		case <-s.done:
		}
	}
	return live, nil
}

// set changes a parameter, or leaves the engine as it is.
func set(engine solver.Solver, name, value string) error {
	e, ok := engine.(solver.Configurable)
	if !ok {
		return fmt.Errorf("%s has no parameters", engine.Describe().Label())
	}
	f := solver.NewFlags(e.Table().Define).Lookup(name)
	if f == nil {
		return fmt.Errorf("%s has no parameter %q", e.Describe().Engine, name)
	}
	before := f.Value.String()
	err := f.Value.Set(value)
	if err == nil {
		err = e.Table().Validate()
	}
	if err != nil {
		_ = f.Value.Set(before) // which it wrote itself
		if strings.HasPrefix(err.Error(), name+" = ") {
			return err // it says so itself
		}
		return fmt.Errorf("%s = %s: %w", name, value, err)
	}
	return nil
}
