package race

import (
	"math"
	"math/rand/v2"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
)

// task is a block before it is run: puzzles, and the first run on each.
type task struct {
	places []int
	run    int
}

// tasks are the blocks of the race, in their order.
func (r Race) tasks() []task {
	order := rand.New(rand.NewPCG(r.Seed, 0x7ace)).Perm(len(r.Puzzles))
	out := make([]task, r.Blocks)
	for i := range out {
		if r.Scope == FixedInstances {
			out[i] = task{order, i * r.Runs}
		} else {
			out[i] = task{order[i : i+1], 0}
		}
	}
	return out
}

func (r Race) trials(t task, engines []int) (out []experiment.Trial) {
	for _, engine := range engines {
		for _, place := range t.places {
			for run := range r.Runs {
				out = append(out, experiment.Trial{Puzzle: place, Engine: engine, Run: t.run + run})
			}
		}
	}
	return out
}

// observation is what a block says of a variant.
type observation struct {
	variant, baseline float64 // success rates
	effort            float64 // mean log(variant/baseline) of effort
	clock             float64 // of processor time
}

// pair is what the runs on one puzzle of a block say, from a run on.
type pair struct {
	puzzle, run, cells int
	observation
}

// effort is what a run took, and all of the budget where it found nothing. A
// run too short for the clock counts as a billionth of the budget.
func (r Race) effort(record experiment.Record) float64 {
	if !record.Solved() {
		return r.limit
	}
	return min(max(r.measure.Of(record), r.limit*1e-9), r.limit)
}

// clock is the processor time of a run in seconds, with a solution or without;
// at least a microsecond, below which clocks say little.
func clock(record experiment.Record) float64 { return max(record.CPU, 1e-6) }

// compare makes pairs of the records of a block, puzzle by puzzle and run by run.
func (r Race) compare(t task, baseline, variant []experiment.Record) []pair {
	pairs := make([]pair, len(t.places))
	n := float64(r.Runs)
	for k, place := range t.places {
		p := pair{puzzle: place, run: t.run, cells: r.Puzzles[place].Size().Cells()}
		for i := k * r.Runs; i < (k+1)*r.Runs; i++ {
			if variant[i].Solved() {
				p.variant += 1 / n
			}
			if baseline[i].Solved() {
				p.baseline += 1 / n
			}
			p.effort += math.Log(r.effort(variant[i])/r.effort(baseline[i])) / n
			p.clock += math.Log(clock(variant[i])/clock(baseline[i])) / n
		}
		pairs[k] = p
	}
	return pairs
}

// observe is the mean of the pairs of a size, and of their cells; ok is false
// where there are none.
func observe(pairs []pair, class analysis.Class) (o observation, cells float64, ok bool) {
	n := 0.0
	for _, p := range pairs {
		if !class.Contains(p.cells) {
			continue
		}
		n++
		cells += (float64(p.cells) - cells) / n
		o.variant += (p.variant - o.variant) / n
		o.baseline += (p.baseline - o.baseline) / n
		o.effort += (p.effort - o.effort) / n
		o.clock += (p.clock - o.clock) / n
	}
	return o, cells, n > 0
}
