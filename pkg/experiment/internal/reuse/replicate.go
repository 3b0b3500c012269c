package reuse

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"formicary/pkg/experiment/internal/folder"
	"formicary/pkg/experiment/internal/identity"
	"formicary/pkg/experiment/internal/journal"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/experiment/internal/run"
	"formicary/pkg/solver"
)

// Sampling says which runs are rerun ([Replicate]).
type Sampling struct {
	// Runs is how many, at least 1.
	Runs int
	// Longest leaves out runs that took more processor time, in seconds; 0 leaves
	// out none.
	Longest float64
	// Seed draws the sample.
	Seed uint64
	// Each is told of every run that was rerun: which of the evidence it is of, its
	// record, and how it differs; "" where it came out the same. It may be nil.
	Each func(evidence int, r record.Record, difference string)
}

// Evidence are records of the runs of a plan.
type Evidence struct {
	Plan    identity.Task
	Records iter.Seq2[record.Record, error]
}

// Replication is what came of runs that were rerun: those that one version of an
// engine's code had made in one plan.
type Replication struct {
	// Plan is its name, Engine and Variant are what it ran, with the parameters of that
	// hash.
	Plan, Engine, Variant, Parameters string
	// Code had made the runs.
	Code string
	// Records is how many there were to draw from, Made how many were rerun.
	Records, Made int
	// Differences says how each of them that differs came out.
	Differences []string
}

// Label is what people read: engine and variant in words.
func (r Replication) Label() string { return solver.Label(r.Engine, r.Variant) }

// stratum is what a sample is spread over, before puzzles.
type stratum struct {
	evidence         int
	parameters, code string
	status           solver.Status
}

func (s stratum) compare(o stratum) int {
	return cmp.Or(s.evidence-o.evidence, cmp.Compare(s.parameters, o.parameters), cmp.Compare(s.code, o.code), cmp.Compare(s.status, o.status))
}

// drawn is a record with its lot.
type drawn struct {
	lot uint64
	record.Record
}

// Replicate draws runs from records, spread evenly over the plans, engines, versions
// of code, and the ways in which runs end, on different puzzles as far as there are
// any, and reruns them as [Plan.Repeat] does, one after the other. Runs that
// failed, and those that cannot be repeated exactly, are not drawn. The error is
// that of a record, of a plan that does not have its run, or the context's; what was
// made before is returned with it.
func Replicate(ctx context.Context, s Sampling, of ...Evidence) ([]Replication, error) {
	strata, counts := map[stratum][]drawn{}, map[stratum]int{}
	keep := 2*s.Runs + 20 // some cannot be repeated
	for i, e := range of {
		for r, err := range e.Records {
			if err != nil {
				return nil, err
			}
			if r.Status == record.Failed || s.Longest > 0 && r.CPU > s.Longest {
				continue
			}
			at := stratum{i, r.ConfigHash, r.Code, r.Status}
			counts[at]++
			strata[at] = append(strata[at], drawn{lot(s.Seed, r), r})
			if len(strata[at]) >= 2*keep {
				strata[at] = draw(strata[at], keep)
			}
		}
	}
	var out []Replication
	var queues [][]drawn // of runs to be rerun, for each of out
	var from []int       // the evidence, for each of out
	for _, at := range slices.SortedFunc(maps.Keys(strata), stratum.compare) {
		all, last := spread(draw(strata[at], keep), func(d drawn) string { return d.Content }), len(out)-1
		r := all[0].Record
		if last < 0 || from[last] != at.evidence || out[last].Parameters != at.parameters || out[last].Code != at.code {
			out = append(out, Replication{Plan: of[at.evidence].Plan.Name, Engine: r.Engine, Variant: r.Variant, Parameters: at.parameters, Code: at.code})
			queues, from = append(queues, nil), append(from, at.evidence)
			last++
		}
		out[last].Records += counts[at]
		queues[last] = append(queues[last], all...)
	}
	for i, all := range queues {
		queues[i] = spread(all, func(d drawn) string { return string(d.Status) })
	}
	for made, left := 0, true; left && made < s.Runs; {
		left = false
		for i, m := range out {
			for len(queues[i]) > 0 && made < s.Runs {
				r := queues[i][0].Record
				queues[i], left = queues[i][1:], true
				difference, err := run.Repeat(ctx, of[from[i]].Plan, r)
				if errors.Is(err, errors.ErrUnsupported) {
					continue
				} else if err != nil {
					return out, err
				}
				if m.Made++; difference != "" {
					m.Differences = append(m.Differences, difference)
				}
				out[i] = m
				if s.Each != nil {
					s.Each(from[i], r, difference)
				}
				made++
				break
			}
		}
	}
	return out, nil
}

// lot is a record's place in a shuffled order: a hash (the finalizer of Steele, Lea
// and Flood's SplitMix, 2014) of its seed and the sample's.
func lot(seed uint64, r record.Record) uint64 {
	x := r.Seed + (seed+1)*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// draw keeps the first in the order of lots.
func draw(all []drawn, most int) []drawn {
	slices.SortFunc(all, func(a, b drawn) int {
		return cmp.Or(cmp.Compare(a.lot, b.lot), cmp.Compare(a.Content, b.Content), a.Run-b.Run)
	})
	return all[:min(most, len(all))]
}

// spread puts records that differ in something before more of the same.
func spread(all []drawn, by func(drawn) string) []drawn {
	seen, order, round := map[string]int{}, make([]int, len(all)), make([]int, len(all))
	for i, d := range all {
		order[i], round[i] = i, seen[by(d)]
		seen[by(d)]++
	}
	slices.SortStableFunc(order, func(a, b int) int { return round[a] - round[b] })
	out := make([]drawn, len(all))
	for i, from := range order {
		out[i] = all[from]
	}
	return out
}

// Verify makes a sample of those runs of a plan again that other code has made
// ([Plan.Verify]).
func Verify(ctx context.Context, b *identity.Bound, dir string, s Sampling) ([]Replication, error) {
	known, err := folder.ReadVerified(dir)
	if err != nil {
		return nil, err
	}
	mine := map[string]string{} // versions by parameters
	for _, e := range b.Engines {
		mine[e.Hash] = e.Code
	}
	places := b.Places()
	journals, err := journal.Journals(dir)
	if err != nil {
		return nil, err
	}
	gathered, err := journal.Gather(journals...)
	if err != nil {
		return nil, err
	}
	others := func(yield func(record.Record, error) bool) {
		for r, err := range gathered.Records() {
			place, there := places[r.Content]
			code, ran := mine[r.ConfigHash]
			_, own := identity.RevisionOf(code, r.Code)
			if (err != nil || there && ran && !own && b.Planned(r, place)) && !yield(r, err) {
				return
			}
		}
	}
	out, err := Replicate(ctx, s, Evidence{b.Task, others})
	if err != nil || len(out) == 0 {
		return out, err
	}
	day := time.Now().UTC().Format(time.DateOnly)
	for _, m := range out {
		if code, _, _ := strings.Cut(m.Code, identity.Revision); m.Made > 0 {
			known = known.And(folder.Equal{Engine: m.Engine, Variant: m.Variant, Parameters: m.Parameters, Theirs: code, Ours: mine[m.Parameters], Runs: m.Made, Day: day}, len(m.Differences) == 0)
		}
	}
	return out, known.Write(dir)
}
