package session

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"formicary/pkg/engines"
	"formicary/pkg/formats"
	"formicary/pkg/play/service"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// own are the engines of a cell, and ownKinds the kinds of puzzles that it declares; both come before
// those of the registry.
var (
	own      map[string]solver.Solver
	ownKinds []sets.Kind
)

// Register registers the services of play: "engines", "parameters", "read",
// "draw", "play", "steer", "recorded", "film" and "many". cell are engines
// that are in no registry, by what a page calls them, and kinds those of their puzzles that are in none.
func Register(cell map[string]solver.Solver, kinds ...sets.Kind) {
	own, ownKinds = cell, kinds
	service.Register("engines", listEngines)
	service.Register("parameters", listParameters)
	service.Register("read", read)
	service.Register("draw", draw)
	service.Register("play", play)
	service.Register("steer", steer)
	service.Register("recorded", recorded)
	service.Register("film", film)
	service.Register("many", many)
}

// choice is an engine with its parameters, as a page names it.
type choice struct {
	Engine     string            `json:"engine"`
	Parameters map[string]string `json:"parameters"`
}

// plain is the engine with its defaults.
func (c choice) plain() (solver.Solver, error) {
	if e, ok := own[c.Engine]; ok {
		return Copy(e), nil
	}
	entry, err := engines.Find(c.Engine)
	if err != nil {
		return nil, err
	}
	return entry.New(), nil
}

// solver is the engine.
func (c choice) solver() (solver.Solver, error) {
	e, err := c.plain()
	if err != nil {
		return nil, err
	}
	var refused error
	for name, value := range c.Parameters { // in any order: what one refuses another may allow
		if set(e, name, value) != nil {
			refused = errors.New(name)
		}
	}
	if refused != nil {
		for name, value := range c.Parameters {
			if err := set(e, name, value); err != nil {
				return nil, err
			}
		}
	}
	return e, nil
}

// instance is a puzzle as a page has it.
type instance struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

func (i instance) read() (puzzle.Set, error) {
	kind, err := findKind(i.Kind)
	if err != nil {
		return puzzle.Set{}, fmt.Errorf("the program of this page does not know %s puzzles, which a notebook declares", i.Kind)
	}
	set, err := kind.Read("the puzzle", strings.NewReader(i.Text))
	if err == nil && len(set.Items) == 0 {
		err = errors.New("the puzzle: there is none in this text")
	}
	return set, err
}

func findKind(name string) (sets.Kind, error) {
	for _, k := range ownKinds {
		if k.Name == name {
			return k, nil
		}
	}
	return engines.FindKind(name)
}

// first is the puzzle of the text, or the first of several.
func (i instance) first() (puzzle.Item, error) {
	set, err := i.read()
	if err != nil {
		return puzzle.Item{}, err
	}
	return set.Items[0], nil
}

func listEngines(*service.Call, struct{}) (any, error) {
	type entry struct {
		Name  string `json:"name"`
		Label string `json:"label"`
		Kind  string `json:"kind"`
		Doc   string `json:"doc"`
	}
	var out []entry
	for _, e := range engines.All() {
		out = append(out, entry{e.Name, solver.Label(e.Name, ""), e.Kind, e.Doc})
	}
	return out, nil
}

func listParameters(_ *service.Call, in choice) (any, error) {
	plain, err := in.plain()
	if err != nil {
		return nil, err
	}
	e, err := in.solver()
	if err != nil {
		return nil, err
	}
	return append([]Parameter{}, Parameters(e, plain)...), nil
}

// read reads what somebody has typed or pasted: as the kind that it names, as addresses and JSON sets do, or else as the
// one that is asked for.
func read(_ *service.Call, in instance) (any, error) {
	type item struct {
		ID   string `json:"id"`
		Size string `json:"size"`
		Hash string `json:"hash"`
		Text string `json:"text"`
	}
	type answer struct {
		Kind  string `json:"kind"`
		Items []item `json:"items"`
	}
	if kind, ok := formats.Named([]byte(in.Text), slices.Concat(ownKinds, engines.Kinds())); ok {
		in.Kind = kind.Name
	}
	set, err := in.read()
	if err != nil {
		return nil, err
	}
	const most = 500
	out := answer{Kind: in.Kind}
	for _, i := range set.Items[:min(len(set.Items), most)] {
		out.Items = append(out.Items, item{i.ID(), i.Size().Words(), i.Hash().String(), i.Text()})
	}
	return out, nil
}

// playing are the sessions of calls that go on, by the names that the page gave
// them.
var playing = map[string]*Session{}

// frame is a picture as the page has it; numbers that there are none of are null.
type frame struct {
	Iterations  int64      `json:"iterations"`
	Evaluations int64      `json:"evaluations"`
	Cost        *float64   `json:"cost"`
	Best        *float64   `json:"best"`
	Entropy     *float64   `json:"entropy"`
	Paused      bool       `json:"paused"`
	SVG         puzzle.SVG `json:"svg"`
}

func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) || x < 0 {
		return nil
	}
	return &x
}

// ending is what a run came to.
type ending struct {
	Status      solver.Status `json:"status"`
	Cost        *float64      `json:"cost"`
	Iterations  int64         `json:"iterations"`
	Evaluations int64         `json:"evaluations"`
	Digest      string        `json:"digest"`
	Board       string        `json:"board"` // packed
	Second      string        `json:"second,omitempty"`
	Seconds     float64       `json:"seconds"`
}

// play runs a session; events are its pictures.
func play(c *service.Call, in struct {
	instance
	choice
	Name        string  `json:"name"`
	Seed        string  `json:"seed"`
	Run         int     `json:"run"`
	Own         bool    `json:"own"` // the seed is the run's own, not that of an experiment
	Iterations  int64   `json:"iterations"`
	Evaluations int64   `json:"evaluations"`
	Paused      bool    `json:"paused"`
	Speed       float64 `json:"speed"`
	Quiet       bool    `json:"quiet"` // no pictures
},
) (any, error) {
	p, err := in.first()
	if err != nil {
		return nil, err
	}
	engine, err := in.solver()
	if err != nil {
		return nil, err
	}
	seed, err := seedOf(in.Seed)
	if err != nil {
		return nil, err
	}
	run := seed
	if !in.Own {
		run = solver.Seed(seed, p.Hash(), engine.Describe().Engine, in.Run)
	}
	var out solver.Outcome
	budget := solver.Budget{Iterations: in.Iterations, Evaluations: in.Evaluations}
	breathe := func() { _ = c.Yield() } // the engine asks the context itself
	if in.Quiet {
		out, err = engine.Solve(c.Context, p, solver.Run{Seed: run, Budget: budget, Observer: func(solver.Event) { breathe() }})
	} else {
		s := New(Config{
			Puzzle: p, Engine: engine, Seed: run, Budget: budget, Paused: in.Paused, Speed: in.Speed,
			Breathe: breathe,
			Show: func(v Picture) {
				v.View.Title = fmt.Sprintf("%s, %s, after %s", p.Kind(), p.Size().Words(), puzzle.Plural(int(v.Iterations), "iteration"))
				c.Emit(frame{v.Iterations, v.Evaluations, finite(v.Cost), finite(v.Best), finite(v.Entropy), v.Paused, p.Draw(v.View)})
			},
		})
		playing[in.Name] = s
		defer func() {
			delete(playing, in.Name)
			ended = map[string]*Session{in.Name: s}
		}()
		out, err = s.Run(c.Context)
	}
	if err != nil {
		return nil, err
	}
	return ending{
		out.Status, finite(out.Cost), out.Iterations, out.Evaluations, fmt.Sprintf("%016x", out.Digest), out.Best.Pack(), out.Second.Pack(),
		out.Elapsed.Seconds(),
	}, nil
}

// seedOf reads a seed, which may be larger than the numbers of JavaScript.
func seedOf(text string) (uint64, error) {
	seed, err := strconv.ParseUint(cmp.Or(strings.TrimSpace(text), "1"), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("seed %s: expected a whole number from 0 to 2^64-1", puzzle.Quote(text))
	}
	return seed, nil
}

// steer changes a session that goes on.
func steer(_ *service.Call, in struct {
	Name  string  `json:"name"`
	Do    string  `json:"do"`
	Steps int64   `json:"steps"`
	Speed float64 `json:"speed"`
	Set   string  `json:"set"`
	Value string  `json:"value"`
},
) (any, error) {
	s := playing[in.Name]
	if s == nil {
		return map[string]bool{"over": true}, nil
	}
	switch in.Do {
	case "pause":
		s.Pause()
	case "step":
		s.Step(in.Steps)
	case "play":
		s.Play(in.Speed)
	case "set":
		live, err := s.Set(in.Set, in.Value)
		return map[string]bool{"live": live}, err
	default:
		return nil, fmt.Errorf("do %s: expected pause, step, play or set", puzzle.Quote(in.Do))
	}
	return map[string]bool{}, nil
}

// mostRuns is the most that many makes at once: each keeps the memory of its engine.
const mostRuns = 1000

// many makes many runs; events are tallies.
func many(c *service.Call, in struct {
	instance
	Variants   []choice `json:"variants"`
	Seed       string   `json:"seed"`
	Runs       int      `json:"runs"`
	Iterations int64    `json:"iterations"`
},
) (any, error) {
	if n := len(in.Variants); n < 1 || n > 2 {
		return nil, fmt.Errorf("%d variants: expected one or two", n)
	}
	if in.Runs < 1 || in.Runs > mostRuns || in.Iterations < 1 {
		return nil, fmt.Errorf("%d runs of %d iterations: expected 1 to %d runs, and a limit of iterations", in.Runs, in.Iterations, mostRuns)
	}
	p, err := in.first()
	if err != nil {
		return nil, err
	}
	seed, err := seedOf(in.Seed)
	if err != nil {
		return nil, err
	}
	var variants []solver.Solver
	for _, v := range in.Variants {
		e, err := v.solver()
		if err != nil {
			return nil, err
		}
		variants = append(variants, e)
	}
	err = Many(c.Context, p, variants, seed, in.Runs, solver.Iterations(in.Iterations), func() { _ = c.Yield() }, func(t Tally) { c.Emit(t) })
	return true, err
}
