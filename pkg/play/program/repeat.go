package main

import (
	"formicary/pkg/engines"
	"formicary/pkg/play/service"
	"formicary/pkg/solver"
)

// repeated is the answer of the service "repeat".
type repeated struct {
	Status      solver.Status `json:"status"`
	Cost        float64       `json:"cost"`
	Iterations  int64         `json:"iterations"`
	Evaluations int64         `json:"evaluations"`
	Board       string        `json:"board"` // the best, as [puzzle.Grid.Pack] writes it
}

// repeat makes a run of an engine of the registry: to see the board that a record
// without one came to. It has no limit of time; the page may cancel it.
func repeat(c *service.Call) (any, error) {
	var in struct {
		Puzzle
		Engine      string             `json:"engine"`
		Parameters  []solver.Parameter `json:"parameters"`
		Seed        uint64             `json:"seed,string"` // more digits than a script's number has
		Iterations  int64              `json:"iterations"`
		Evaluations int64              `json:"evaluations"`
	}
	if err := c.Decode(&in); err != nil {
		return nil, err
	}
	item, err := in.Read()
	if err != nil {
		return nil, err
	}
	var parameters []string
	for _, p := range in.Parameters {
		parameters = append(parameters, p.Name+"="+p.Value)
	}
	engine, err := engines.New(in.Engine, parameters...)
	if err != nil {
		return nil, err
	}
	out, err := engine.Solve(c.Context, item, solver.Run{
		Seed: in.Seed, Budget: solver.Budget{Iterations: in.Iterations, Evaluations: in.Evaluations},
		Observer: func(solver.Event) { _ = c.Yield() }, // the context ends the run
	})
	if err != nil {
		return nil, err
	}
	return repeated{out.Status, out.Cost, out.Iterations, out.Evaluations, out.Best.Pack()}, nil
}

func init() { service.Register("repeat", repeat) }
