// Package bench compares the benchmarks of two commits in one run: it checks out
// each commit into a folder of its own, builds the benchmarks there, and then
// lets the two take turns. Reading the results and the statistics are the
// business of golang.org/x/perf.
//
// Its opinion: figures of two days are not compared, since a machine's speed
// changes from hour to hour by more than most changes to a program do. Within a
// run the two commits are measured right after one another, and each pair of
// measurements, which saw the same machine, gives one ratio. The result is the
// median of these ratios with its distribution-free confidence interval (order
// statistics, [benchmath.AssumeNothing]). benchmath's comparison of two samples
// is not used: it ignores pairs, so the machine's drift would count as noise.
//
// Its limits: an interval at 95 % takes at least six pairs. Benchmarks that
// only one of the commits has are named, not measured. Intervals are not
// adjusted for the number of benchmarks: of twenty without a difference one may
// show one.
package bench

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"formicary/pkg/assets"
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
	// Count is the number of pairs, at least 1.
	Count int
	// Time is how long one measurement of one benchmark lasts.
	Time time.Duration
	// Iterations, where it is not zero, is how often one measurement runs the
	// benchmark's loop; Time is not used then.
	Iterations int
	// Log, unless it is nil, is called with a line for each step.
	Log func(format string, args ...any)
}

// Result is what was measured.
type Result struct {
	// First and Second are the full names of the commits.
	First  string `json:"first"`
	Second string `json:"second"`
	// Rows are the comparisons, in the order of packages, benchmarks and units.
	Rows []Row `json:"rows"`
	// Warnings name the benchmarks that were not measured, and the packages
	// whose program is the same in both commits, so that a difference can only
	// come from the machine.
	Warnings []string `json:"warnings,omitempty"`
}

// Run compares two commits. It leaves nothing behind, neither in the repository
// nor in the temporary folder, also when the context ends early.
func Run(ctx context.Context, o Options) (Result, error) {
	if o.Log == nil {
		o.Log = func(string, ...any) {}
	}
	if o.Count < 1 || o.Time < 0 || o.Iterations < 0 {
		return Result{}, errors.New("bench: expected at least one pair, and no negative time or number of iterations")
	}
	work, free, err := assets.Scratch("formicary-bench-")
	if err != nil {
		return Result{}, err
	}
	defer free()

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
	measured := pairs{}
	for n := range o.Count {
		for _, p := range packages {
			// The one that begins changes, so that a drift favours neither.
			order := []int{0, 1}
			if n%2 == 1 {
				order = []int{1, 0}
			}
			var got [2]values
			for _, i := range order {
				o.Log("%d of %d: %s of %s", n+1, o.Count, p, sides[i].tree.short())
				if got[i], err = sides[i].programs[p].run(ctx, p, o); err != nil {
					return r, fmt.Errorf("%s: %w", sides[i].tree.short(), err)
				}
			}
			measured.add(got[0], got[1])
		}
	}
	r.Rows = measured.rows()
	return r, nil
}

// common lists the packages with a benchmark that both sides have, and warns of
// the benchmarks that only one has.
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
					r.Warnings = append(r.Warnings, path+": both commits give the same program; any difference comes from the machine")
				}
			}
		}
	}
	slices.Sort(r.Warnings)
	slices.Sort(out)
	return out
}
