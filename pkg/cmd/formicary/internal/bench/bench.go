// Package bench measures the benchmarks of two commits against each other, in
// one run: each commit is laid out in a folder of its own, its benchmarks are
// built there, and then the two take turns.
//
// Its opinion: figures of two days are not compared, since a machine's speed
// changes from hour to hour by more than most changes to a program do. Within a
// run the two are measured right after one another, and each pair, whose two
// times saw the same machine, gives one ratio. What is told is the
// Hodges–Lehmann estimate of the ratio with the interval that goes with
// Wilcoxon's signed-rank test: no assumption on how times are distributed, but
// that the logarithm of a ratio is distributed symmetrically.
//
// Its limits: six pairs are the least for an interval at 95 %. Benchmarks that
// only one of the commits has are named, not measured. Intervals are not
// adjusted for the number of benchmarks: of twenty without a difference one
// will show one.
package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Options say what is measured. Zero values are those of the testing package
// unless something else is said.
type Options struct {
	// Root is a folder in the repository whose commits are compared, with the
	// module's go.mod in it.
	Root string
	// First and Second name the commits, as git understands them.
	First, Second string
	// Packages are patterns as the go command takes them; none stand for
	// ./... in the module's folder.
	Packages []string
	// Bench selects benchmarks, as go test -bench does; empty selects all.
	Bench string
	// Count is the number of pairs; zero means 10.
	Count int
	// Time is how long one measurement of one benchmark lasts.
	Time time.Duration
	// Iterations, where it is not zero, is how often one measurement runs the
	// benchmark's loop; Time is not used then.
	Iterations int
	// Log is told of what is done, a line a step; nil is told nothing.
	Log func(format string, args ...any)
}

// DefaultCount is the number of pairs where none is given.
const DefaultCount = 10

// Result is what was measured.
type Result struct {
	// First and Second are the full names of the commits.
	First  string `json:"first"`
	Second string `json:"second"`
	// Rows are the comparisons, in the order of packages, benchmarks and units.
	Rows []Row `json:"rows"`
	// Warnings tell what was not measured, and which packages have the same
	// program in both commits, so that a difference can only be the machine's.
	Warnings []string `json:"warnings,omitempty"`
}

// Run measures. It leaves nothing in the repository and no folders behind, also
// when the context ends early.
func Run(ctx context.Context, o Options) (Result, error) {
	if o.Log == nil {
		o.Log = func(string, ...any) {}
	}
	if o.Count < 0 || o.Time < 0 || o.Iterations < 0 {
		return Result{}, errors.New("bench: counts and times are not negative")
	}
	count := cmp.Or(o.Count, DefaultCount)
	work, err := os.MkdirTemp("", "formicary-bench-")
	if err != nil {
		return Result{}, err
	}
	defer os.RemoveAll(work)

	sides := [2]*side{{name: "first"}, {name: "second"}}
	for i, commit := range []string{o.First, o.Second} {
		s := sides[i]
		if s.tree, err = checkout(ctx, o.Root, commit, filepath.Join(work, s.name)); err != nil {
			return Result{}, err
		}
		defer s.tree.remove()
	}
	for _, s := range sides {
		o.Log("building the benchmarks of %s", s.tree.short())
		if err := s.build(ctx, filepath.Join(work, s.name+"-programs"), o); err != nil {
			return Result{}, fmt.Errorf("%s: %w", s.tree.short(), err)
		}
	}
	r := Result{First: sides[0].tree.commit, Second: sides[1].tree.commit}
	packages := r.common(sides)
	if len(packages) == 0 {
		return r, fmt.Errorf("bench: no benchmark that both commits have matches %q", o.Bench)
	}
	var samples []pair
	for n := range count {
		for _, p := range packages {
			// The one that begins changes, so that a drift favours neither.
			order := []int{0, 1}
			if n%2 == 1 {
				order = []int{1, 0}
			}
			var got [2][]Sample
			for _, i := range order {
				o.Log("%d of %d: %s of %s", n+1, count, p, sides[i].tree.short())
				if got[i], err = sides[i].programs[p].run(ctx, o); err != nil {
					return r, fmt.Errorf("%s: %w", sides[i].tree.short(), err)
				}
			}
			samples = append(samples, match(p, got[0], got[1])...)
		}
	}
	r.Rows = compare(samples)
	return r, nil
}

// common are the packages with a benchmark that both sides have, and warns of
// what only one has.
func (r *Result) common(sides [2]*side) []string {
	var out []string
	for i, s := range sides {
		for path, p := range s.programs {
			other, ok := sides[1-i].programs[path]
			var alone []string
			for _, name := range p.benchmarks {
				if !ok || !slices.Contains(other.benchmarks, name) {
					alone = append(alone, name)
				}
			}
			if len(alone) > 0 {
				r.Warnings = append(r.Warnings, fmt.Sprintf("%s: only %s has %s", path, s.tree.short(), strings.Join(alone, ", ")))
			}
			if i == 0 && ok && len(alone) < len(p.benchmarks) {
				out = append(out, path)
				if p.digest == other.digest {
					r.Warnings = append(r.Warnings, path+": both commits give the same program; what differs is the machine")
				}
			}
		}
	}
	slices.Sort(r.Warnings)
	slices.Sort(out)
	return out
}
