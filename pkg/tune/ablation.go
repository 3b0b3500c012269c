package tune

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"formicary/pkg/experiment"
)

// Step is one step of an ablation.
type Step struct {
	// Changed are the parameters that this step sets, and those that begin or
	// cease to matter by it; empty for the configuration that it starts from.
	Changed []string
	// Config is the configuration after the step.
	Config Config
	// Mean is what a run takes with it on average, penalties included, and
	// Solved the share of runs that find a solution.
	Mean, Solved float64
}

// Ablate goes from one configuration to another, one parameter at a time,
// each time the one that helps most (or hurts least): an ablation path (Fawcett
// and Hoos, "Analysing differences between algorithm configurations through
// ablation", Journal of Heuristics 22 (2016), 431–458). The first step is where
// it starts, the last one where it ends. All configurations run on the same
// blocks, as many as are asked for, the first of them those of Run. Options and
// recovery are those of [Tuner.Run].
func (t Tuner) Ablate(ctx context.Context, from, to Config, blocks int, options ...experiment.Option) (path []Step, err error) {
	t, err = t.complete()
	if err != nil {
		return nil, err
	}
	if blocks < 1 {
		return nil, fmt.Errorf("tune: %w: an ablation needs a block at least, not %d", ErrTuner, blocks)
	}
	w := &work{Tuner: t, options: options, result: &Result{}}
	now, end := t.Space.fill(t, from), t.Space.fill(t, to)
	costs, err := w.measure(ctx, []Config{t.Space.active(now)}, blocks)
	if err != nil {
		return nil, err
	}
	path = append(path, Step{Config: t.Space.active(now), Mean: costs[0].Mean, Solved: costs[0].Solved})
	for {
		var steps []Step
		var nexts, configs []Config
		for _, p := range t.Space {
			if now[p.Name] == end[p.Name] {
				continue
			}
			next := Config{}
			for name, value := range now {
				next[name] = value
			}
			next[p.Name] = end[p.Name]
			before, after := t.Space.active(now), t.Space.active(next)
			changed := []string{}
			for _, q := range t.Space {
				if before[q.Name] != after[q.Name] {
					changed = append(changed, q.Name)
				}
			}
			if len(changed) == 0 {
				// It does not matter now; it comes along for when it does.
				now = next
				continue
			}
			steps = append(steps, Step{Changed: changed, Config: after})
			nexts, configs = append(nexts, next), append(configs, after)
		}
		if len(steps) == 0 {
			return path, nil
		}
		costs, err := w.measure(ctx, configs, blocks)
		if err != nil {
			return path, err
		}
		best := 0
		for i := range steps {
			steps[i].Mean, steps[i].Solved = costs[i].Mean, costs[i].Solved
			if steps[i].Mean < steps[best].Mean {
				best = i
			}
		}
		// What came along without mattering stays along.
		for _, p := range t.Space {
			if !slices.Contains(steps[best].Changed, p.Name) {
				nexts[best][p.Name] = now[p.Name]
			}
		}
		now = nexts[best]
		path = append(path, steps[best])
	}
}

// fill puts the engine's defaults in for what a configuration does not say.
func (space Space) fill(t Tuner, c Config) Config {
	flags := Config{}
	for _, p := range t.New().Describe().Parameters {
		flags[p.Name] = p.Value
	}
	out := Config{}
	for _, p := range space {
		out[p.Name] = flags[p.Name]
		if v, ok := c[p.Name]; ok {
			out[p.Name] = v
		}
	}
	return out
}

// measure runs configurations on the first blocks.
func (w *work) measure(ctx context.Context, configs []Config, blocks int) (out []*Candidate, err error) {
	for _, c := range configs {
		out = append(out, &Candidate{Config: c, costs: map[int]trial{}})
	}
	stepper, err := w.open(out)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, stepper.Close()) }()
	for block := range blocks {
		if err := w.run(ctx, stepper, out, out, block, nil); err != nil {
			return nil, err
		}
	}
	for _, c := range out {
		c.sum()
	}
	return out, nil
}
