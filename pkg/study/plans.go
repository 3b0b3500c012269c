package study

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/external"
	"formicary/pkg/nonogram/nonograms"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	printed "formicary/pkg/nurikabe/paper"
	"formicary/pkg/pencil"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/genome"
	"formicary/pkg/sudoku/network"
	"formicary/pkg/sudoku/sudokus"
)

// written are the studies as studies.json has them.
//
//go:embed studies.json
var written []byte

// row is a study of the file.
type row struct {
	Name     string
	Question string
	Traces   bool
	Note     string // for readers of the file
	Plans    []planRow
}

// planRow is a plan on each of some sets.
type planRow struct {
	// Name has "{set}" for the name of the set, and "{kind}" for that of its kind.
	Name string
	// Sets are "KIND/SET"; the kind "*" stands for every declared one.
	Sets []string
	// Draw is how puzzles are drawn from a set ([draw]); of several draws all are taken,
	// one after another. None takes the whole set.
	Draw []string
	// Engines are rows that [maker.engine] reads, or the name of a list of rows.
	Engines []string
	Runs    int
	Seed    uint64
	Budget  solver.Budget
	Note    string
}

// All lists the studies, ordered by name.
func All() []Study { return slices.Clone(all()) }

// all is the list; nobody changes it.
var all = sync.OnceValue(func() (out []Study) {
	in := json.NewDecoder(bytes.NewReader(written))
	in.DisallowUnknownFields()
	var rows []row
	if err := in.Decode(&rows); err != nil {
		panic("study: studies.json: " + err.Error())
	}
	for _, r := range rows {
		out = append(out, Study{r.Name, r.Question, r.Traces, r.plans})
	}
	return out
})

// plans are those of a study. Sets that are missing are left out, and the error names them.
func (r row) plans() (out []experiment.Plan, err error) {
	made := maker{} // funcs that were made anew would be other ones
	for _, p := range r.Plans {
		for _, name := range p.Sets {
			plans, failed := p.on(name, made)
			out, err = append(out, plans...), errors.Join(err, failed)
		}
	}
	return out, err
}

// on are the plans on a set, of every declared kind where it says so.
func (p planRow) on(name string, made maker) (out []experiment.Plan, err error) {
	kind, name, _ := strings.Cut(name, "/")
	kinds := []string{kind}
	if kind == "*" {
		kinds = nil
		for _, k := range pencil.Kinds() {
			kinds = append(kinds, k.Name)
		}
	}
	for _, kind := range kinds {
		set, failed := open(kind, name)
		items := set.Items
		if len(p.Draw) > 0 {
			items = nil
		}
		for _, steps := range p.Draw {
			if failed == nil {
				var drawn puzzle.Set
				drawn, failed = draw(set, steps)
				items = append(items, drawn.Items...)
			}
		}
		if failed != nil {
			err = errors.Join(err, failed)
			continue
		}
		names := strings.NewReplacer("{set}", name, "{kind}", kind)
		plan := experiment.Plan{Name: names.Replace(p.Name), Puzzles: puzzle.Set{Items: items}.Puzzles(), Runs: p.Runs, Seed: p.Seed, Budget: p.Budget}
		for _, engine := range p.Engines {
			rows := []string{engine}
			if list := lists[engine]; list != nil {
				rows = list(kind)
			}
			for _, row := range rows {
				plan.Engines = append(plan.Engines, made.engine(names.Replace(row)))
			}
		}
		out = append(out, plan)
	}
	return out, err
}

// open opens a set.
func open(kind, name string) (puzzle.Set, error) {
	of, err := engines.FindKind(kind)
	if err != nil {
		panic("study: " + err.Error())
	}
	return of.Open(name)
}

// draw takes puzzles of a set by steps with commas between them: "cells 100 144, sample 240 1"
// are 240 puzzles of 100 to 144 cells, drawn with seed 1.
func draw(set puzzle.Set, steps string) (puzzle.Set, error) {
	for step := range strings.SplitSeq(steps, ", ") {
		words := strings.Fields(step)
		n := make([]int, len(words)+1) // numbers by their place behind the verb
		for i, word := range words[1:] {
			n[i], _ = strconv.Atoi(word) // others are words
		}
		first := func(i puzzle.Item) int { h := i.Hash(); return int(h[0]) }
		switch words[0] {
		case "cells": // from, to
			set = set.Between(n[0], n[1])
		case "columns": // from, to
			set = set.Where(func(i puzzle.Item) bool { return i.Size().Cols >= n[0] && i.Size().Cols <= n[1] })
		case "sample": // number, seed
			set = set.Sample(n[0], uint64(n[1]))
		case "take": // number, from the first on
			set = set.Take(n[0])
		case "distinct":
			set = set.Distinct()
		case "part": // divisor, remainders of the first byte of the content's hash
			set = set.Where(func(i puzzle.Item) bool { return slices.Contains(n[1:len(words)-1], first(i)%n[0]) })
		case "even": // the last digit of the number
			set = set.Where(func(i puzzle.Item) bool { return strings.ContainsAny(i.ID()[len(i.ID())-1:], "02468") })
		case "upper": // half of all contents
			set = set.Where(func(i puzzle.Item) bool { return first(i) >= 128 })
		case "grade": // any of these
			set = set.Where(func(i puzzle.Item) bool { return slices.Contains(words[1:], i.Grade) })
		case "known": // no clue of unknown size
			set = set.Where(nurikabe.Known)
		case "coloured":
			set = set.Where(nonograms.Colourful)
		case "black-and-white":
			set = set.Where(func(i puzzle.Item) bool { return !nonograms.Colourful(i) })
		case "given": // percent of the cells
			set = set.Where(func(i puzzle.Item) bool { return sudokus.Fixed(i) == float64(n[0]) })
		case "searched": // the filter of the paper on cuckoo search leaves cells open
			set = set.Where(func(i puzzle.Item) bool {
				space, ok := genome.New(i.Puzzle.(*sudoku.Puzzle), network.AC3, genome.Rows)
				return ok && space.Open() > 0
			})
		case "without": // the contents of another set
			kind, name, _ := strings.Cut(words[1], "/")
			other, err := open(kind, name)
			if err != nil {
				return set, err
			}
			used := map[puzzle.Hash]bool{}
			for _, item := range other.Items {
				used[item.Hash()] = true
			}
			set = set.Where(func(i puzzle.Item) bool { return !used[i.Hash()] })
		case "unsolved-in-five":
			solved, err := solvedInFive()
			if err != nil {
				return set, err
			}
			set = set.Where(func(i puzzle.Item) bool { return !solved[i.Hash().String()] })
		default:
			panic(fmt.Sprintf("study: studies.json: there is no step %q", step))
		}
	}
	return set, nil
}

// solvedInFive are the puzzles, by content, that published runs with shuffled islands
// solve within the iterations of the paper's minute.
func solvedInFive() (map[string]bool, error) {
	s, err := archive.Open("nurikabe-table-1")
	if err != nil {
		return nil, err
	}
	all, err := s.Records()
	solved := map[string]bool{}
	for _, r := range all {
		if r.Is(acs.WithScheme(acs.Shuffled).Variant) && r.Solved() && r.Iterations <= printed.Minute(r.Cells()) {
			solved[r.Content] = true
		}
	}
	return solved, err
}

// maker has engines by their rows.
type maker map[string]solver.Solver

// engine makes the engine of a row: its name, parameters as NAME=VALUE, the name of a rule
// ([rules]), and behind “|” the variant's label. A row may also be one of [sketches], or "NAME on KIND", one of
// [external.Baselines].
func (m maker) engine(row string) solver.Solver {
	if made := m[row]; made != nil {
		return made
	}
	engine := sketches[row]
	if name, kind, ok := strings.Cut(row, " on "); ok {
		engine = baseline(name, kind)
	}
	if engine == nil {
		var parameters []string
		var rule func(*acs.Solver)
		text, variant, _ := strings.Cut(row, " | ")
		words := strings.Fields(text)
		for _, word := range words[1:] {
			if strings.Contains(word, "=") {
				parameters = append(parameters, word)
			} else if rule = rules[word]; rule == nil {
				panic(fmt.Sprintf("study: studies.json: there is no rule %q", word))
			}
		}
		plain, err := engines.New(words[0], parameters...)
		if err == nil {
			d := plain.Describe()
			d.Variant = cmp.Or(variant, d.Variant)
			engine, err = engines.FromDescription(d)
		}
		if err != nil {
			panic("study: studies.json: " + err.Error())
		}
		if rule != nil {
			rule(engine.(*acs.Solver))
		}
	}
	m[row] = engine
	return engine
}

// baseline is a third-party solver of a kind; nil where there is none.
func baseline(name, kind string) solver.Solver {
	of, err := engines.FindKind(kind)
	for _, c := range external.Baselines(of) {
		if c.Name == name && err == nil {
			return c
		}
	}
	return nil
}
