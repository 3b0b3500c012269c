package tune

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
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
	// Change is the cost after the step by that before it, puzzle by puzzle: the
	// geometric mean of these factors (a difference of means where a cost is 0). Of
	// the mean cost itself few puzzles settle nothing: one in a hundred that fails
	// would outweigh all others by its penalty. Test and interval hold for all steps
	// together, by Bonferroni's correction. It is zero for the first step.
	Change analysis.Contrast
}

// Settled says that the step changes the cost: that neither the corrected
// test nor the simultaneous interval allows no change.
func (s Step) Settled() bool {
	return s.Change.Puzzles > 0 && s.Change.Verdict() != 0 && !s.Change.ByRuns()
}

// What names the change: "q0 = 0.8".
func (s Step) What() string {
	var parts []string
	for _, name := range s.Changed {
		if value, ok := s.Config[name]; ok {
			parts = append(parts, name+" = "+value)
		} else {
			parts = append(parts, "no "+name)
		}
	}
	return strings.Join(parts, ", ")
}

// String says what the step changes and whether that is settled; it is empty for
// the first step.
func (s Step) String() string {
	if len(s.Changed) == 0 {
		return ""
	}
	what, none, write := "a difference of ", 0.0, puzzle.Signed
	if s.Change.Ratio {
		what, none, write = "a factor of ", 1, puzzle.Number
	}
	found := "whether this changes the typical cost is not settled"
	if s.Settled() {
		found = "lowers the typical cost"
		if s.Change.Effect > none {
			found = "raises the typical cost"
		}
	}
	return fmt.Sprintf("%s: %s, from %s to %s (%s%s, %s %% interval %s to %s, %s).", s.What(), found, puzzle.Number(s.Change.SecondMean), puzzle.Number(s.Change.FirstMean),
		what, write(s.Change.Effect), puzzle.Number(100*s.Change.Level), write(s.Change.Interval.Low), write(s.Change.Interval.High), puzzle.Plural(s.Change.Puzzles, "puzzle"))
}

// Ablate goes from one configuration to another, one parameter at a time,
// each time the one that helps most (or hurts least): an ablation path (Fawcett
// and Hoos, "Analysing differences between algorithm configurations through
// ablation", Journal of Heuristics 22 (2016), 431–458). The first step is where
// it starts, the last one where it ends.
//
// The way is chosen on some blocks, as many as are asked for, and then measured
// on as many more, which chose nothing: what looked best where it was chosen
// would look too good there. Each step is compared with the one before on the
// same puzzles and seeds. Options and recovery are those of [Tuner.Run]. Without
// an error there is a step at least.
func (t Tuner) Ablate(ctx context.Context, from, to Config, blocks int, options ...experiment.Option) ([]Step, error) {
	t, err := t.complete()
	if err != nil {
		return nil, err
	}
	if blocks < 2 {
		return nil, fmt.Errorf("tune: %w: an ablation needs two blocks at least, not %d", ErrTuner, blocks)
	}
	w := &work{Tuner: t, options: options, design: "tuning", result: &Result{}}
	path, err := w.path(ctx, t.Space.fill(t, from), t.Space.fill(t, to), blocks)
	if err != nil {
		return nil, err
	}
	w.design = "" // which blocks these are was fixed in advance
	measured, err := w.measure(ctx, column(path), blocks, 2*blocks)
	if err != nil {
		return nil, err
	}
	settings := analysis.Settings{Level: 1 - t.Alpha/float64(max(len(path)-1, 1))}
	score := analysis.PAR(t.Measure, t.Penalty)
	score.Name = "cost"
	for i, c := range measured {
		path[i].Mean, path[i].Solved = c.Mean, c.Solved
		if i == 0 {
			continue
		}
		before := measured[i-1]
		path[i].Change = settings.Group(slices.Concat(before.Records(), c.Records())).Compare(analysis.Question{Score: score, AgainstFirst: true}).Contrasts[0]
	}
	return path, nil
}

func column(path []Step) []Config {
	return lists.Map(path, func(s Step) Config { return s.Config })
}

// Records are the runs of a candidate so far, labelled by its configuration.
func (c *Candidate) Records() (out []experiment.Record) {
	for _, block := range blocksOf(c.costs) {
		r := *c.costs[block].record
		r.Variant = c.Config.String()
		out = append(out, r)
	}
	return out
}

// path chooses the steps of an ablation.
func (w *work) path(ctx context.Context, now, end Config, blocks int) ([]Step, error) {
	t := w.Tuner
	path := []Step{{Config: t.Space.active(now)}}
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
		costs, err := w.measure(ctx, configs, 0, blocks)
		if err != nil {
			return nil, err
		}
		best := 0
		for i, c := range costs {
			if c.Mean < costs[best].Mean {
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

// measure runs configurations on the blocks from one to before another.
func (w *work) measure(ctx context.Context, configs []Config, from, to int) (out []*Candidate, err error) {
	for _, c := range configs {
		out = append(out, &Candidate{Config: c, racer: racer{costs: map[int]trial{}}})
	}
	stepper, err := w.open(out)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, stepper.Close()) }()
	for block := from; block < to; block++ {
		if err := w.run(ctx, stepper, out, out, block, nil); err != nil {
			return nil, err
		}
	}
	for _, c := range out {
		c.sum()
	}
	return out, nil
}
