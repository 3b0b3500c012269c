package record

import (
	"cmp"
	"fmt"
	"slices"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Comparison is what two sets of records have in common, and what not. A run is known by
// the content of its puzzle, its engine with all parameters, and its number.
type Comparison struct {
	// First and Second are the records of runs that only one set has, in its order.
	First, Second []Record
	// Both are the runs of both sets, in the order of the first.
	Both []Pair
}

// Pair is a run that two sets of records have.
type Pair struct{ First, Second Record }

// Compare finds the runs that two sets of records have in common. Where a set has a run
// more than once, those with the same budget and seed go together first, then those
// with the same seed.
func Compare(first, second []Record) (c Comparison) {
	type name struct {
		content, engine, parameters string
		run                         int
	}
	of := func(r Record) name { return name{r.Content, r.Engine, r.ConfigHash, r.Run} }
	left := map[name][]int{} // places in the second set that nobody has yet
	for i, r := range second {
		left[of(r)] = append(left[of(r)], i)
	}
	partner, taken := make([]int, len(first)), make([]bool, len(second))
	for i := range partner {
		partner[i] = -1
	}
	for _, fits := range []func(Pair) bool{Pair.Alike, Pair.sameSeed, func(Pair) bool { return true }} {
		for i, r := range first {
			others := left[of(r)]
			at := slices.IndexFunc(others, func(j int) bool { return fits(Pair{r, second[j]}) })
			if partner[i] >= 0 || at < 0 {
				continue
			}
			partner[i] = others[at]
			taken[others[at]] = true
			left[of(r)] = slices.Delete(others, at, at+1)
		}
	}
	for i, r := range first {
		if partner[i] < 0 {
			c.First = append(c.First, r)
		} else {
			c.Both = append(c.Both, Pair{r, second[partner[i]]})
		}
	}
	for i, r := range second {
		if !taken[i] {
			c.Second = append(c.Second, r)
		}
	}
	return c
}

func (p Pair) sameSeed() bool { return p.First.Seed == p.Second.Seed }

// Alike says whether the two had the same seed and the same budget, so that they should
// have come out the same.
func (p Pair) Alike() bool { return p.sameSeed() && p.First.Budget == p.Second.Budget }

// Difference says how the first came out, and how the second did; "" twice where they came
// out the same. That is, in all that both records tell. Runs that are not [Pair.Alike], or
// that a limit of time could end, are compared only by what they came to: whether there is
// a solution, its cost, whether the run failed, and proofs that contradict each other.
func (p Pair) Difference() (first, second string) {
	a, b := p.First, p.Second
	equal := Same(a, b) || Same(b, a) // one may tell less
	if !p.Alike() || a.Timed() && !a.Contradicts(b) {
		proved := func(s solver.Status) bool { return s.Decided() && s != solver.Solved }
		opposed := proved(a.Status) && proved(b.Status) && a.Status != b.Status
		equal = a.Solved() == b.Solved() && a.Cost == b.Cost && (a.Status == Failed) == (b.Status == Failed) && !opposed
	}
	if equal {
		return "", ""
	}
	return TellApart(a, b)
}

// Name is the run in words: "run 3 of ants on janko-12".
func (p Pair) Name() string {
	return fmt.Sprintf("run %d of %s on %s", p.First.Run, p.First.Label(), cmp.Or(p.First.Puzzle, p.First.Content))
}

// Rounds is how long the run was, as engines count.
func (r Record) Rounds() int64 { return max(r.Iterations, r.Evaluations) }

// Timed says whether the run could end by a limit of time.
func (r Record) Timed() bool { return LimitsTime(r.Budget) }

// LimitsTime says whether a budget has a limit of time.
func LimitsTime(b solver.Budget) bool { return b.Wall > 0 || b.CPU > 0 }

// Same says whether two runs of one seed came out the same, as far as the first
// record tells: published ones have no board, and may have no trace and no digest.
func Same(r, second Record) bool {
	counted := slices.Equal(r.Statistics, second.Statistics) || r.Timed() && !r.Status.Decided()
	traced := len(r.Trace) == 0 || slices.EqualFunc(r.Trace, second.Trace, func(a, b Point) bool {
		return a.Iterations == b.Iterations && a.Evaluations == b.Evaluations && a.Cost == b.Cost
	})
	digested := r.Digest == 0 || second.Digest == 0 || r.Digest == second.Digest
	return counted && traced && digested && r.Status == second.Status && r.Cost == second.Cost && r.Iterations == second.Iterations && r.Evaluations == second.Evaluations
}

// Contradicts says whether two records of one run cannot both be true: they differ,
// and no limit of time explains it. With one, a run may have ended sooner, or
// without the proof that its solution is the only one; but it does not go on
// beyond the iteration in which another ended with an answer, and what is proved
// twice is proved in the same way.
func (r Record) Contradicts(other Record) bool {
	if Same(r, other) || Same(other, r) { // one may tell less
		return false
	}
	longer := func(a, b Record) bool {
		return a.Status == solver.Exhausted && b.Status.Decided() && a.Iterations > b.Iterations+1
	}
	proved := func(s solver.Status) bool { return s.Decided() && s != solver.Solved }
	unsolvable := r.Status == solver.Unsolvable && other.Status.HasSolution() || other.Status == solver.Unsolvable && r.Status.HasSolution()
	return !r.Timed() || longer(r, other) || longer(other, r) || unsolvable || proved(r.Status) && proved(other.Status)
}

// Tell says how a run ended.
func Tell(r Record) string {
	text := fmt.Sprintf("%s, cost %v, %s, %s", r.Status, r.Cost, puzzle.Plural(int(r.Iterations), "iteration"), puzzle.Plural(int(r.Evaluations), "evaluation"))
	if r.Status == Failed {
		text += ": " + r.Error
	}
	return text
}

// TellApart says how two runs ended that did not come out the same: where that does
// not tell them apart, with their digests.
func TellApart(a, b Record) (string, string) {
	first, second := Tell(a), Tell(b)
	if first == second {
		first, second = fmt.Sprintf("%s, digest %016x", first, a.Digest), fmt.Sprintf("%s, digest %016x", second, b.Digest)
	}
	return first, second
}
