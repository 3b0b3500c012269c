// Package campaign runs a plan on any number of machines that share a folder.
//
//  1. The folder has the plan as a file, plan.json ([experiment.PlanFile]), and
//     nothing else is needed to begin. [Open] reads it.
//  2. A [Shard] is a part of the plan: blocks of one run of all engines on one puzzle,
//     in a shuffled order, every n-th of them. All engines take part in every shard,
//     and difficult puzzles are spread over all.
//  3. [Folder.Work] makes what is missing of a shard. Each attempt writes a journal of
//     its own and takes no lock ([experiment.Worker]). A shard may be worked on any
//     number of times, also at the same time: a run that was made twice counts once.
//     A worker that is done takes the shards that others left, which were killed or
//     ended early: it knows them by a lock that the system gives up with the process.
//  4. [Folder.Progress] tells what is done, running, missing and failed, and
//     [Folder.Missing] lists what is to be made by another submission. Both look at
//     the journals, which are the truth, and need nothing else.
//
// Its opinion: there is nothing to keep but the plan and the journals. No broker, no
// database and no list of tasks can disagree with them.
//
// Its limits: the number of shards has to be known when they are begun. A worker that is done takes
// nothing from a slow one that lives. After a silence of 90 seconds others take what a worker of
// another machine left. They take nothing if the file system has no locks. A run that kills its
// process kills two workers; the third records that it failed (see package experiment). The folder is
// on one file system. Every machine sees a file that another has written, and a file is created once
// (O_EXCL; NFS from version 3 on). A worker reads all journals of the folder when it begins.
package campaign

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/bits"
	"slices"
	"strconv"

	"formicary/pkg/experiment"
	"formicary/pkg/experiment/internal/folder"
	"formicary/pkg/experiment/internal/journal"
	"formicary/pkg/puzzle"
)

// Folder is the folder of a plan. It is read-only: goroutines may share it.
type Folder struct {
	// Dir is its path.
	Dir string
	// Plan is what plan.json says.
	Plan experiment.PlanFile

	verified folder.Verified
	engines  map[string]int // by hash of the parameters
	// first has for every puzzle the first with the same content: those share their runs.
	first  []int
	places map[uint64]int // of first puzzles, by the start of their content
}

// Open opens the folder of a plan. The error is that of its file.
func Open(dir string) (*Folder, error) {
	plan, err := experiment.OpenPlan(dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{Dir: dir, Plan: plan, engines: map[string]int{}, places: map[uint64]int{}}
	if f.verified, err = folder.ReadVerified(dir); err != nil {
		return nil, err
	}
	for i, e := range plan.Engines {
		f.engines[e.Hash] = i
	}
	for i := range plan.Puzzles {
		content, ok := contentOf(plan.Puzzles[i].Hash.String())
		if !ok {
			panic("campaign: a hash that is no number") // it is the start of a sum
		}
		first, ok := f.places[content]
		if !ok {
			first = i
			f.places[content] = i
		}
		f.first = append(f.first, first)
	}
	return f, nil
}

// contentOf is a content ([experiment.Record.Content]) as a number.
func contentOf(text string) (n uint64, ok bool) {
	if len(text) != 16 {
		return 0, false
	}
	n, err := strconv.ParseUint(text, 16, 64)
	return n, err == nil
}

// run is the number of a run: runs are numbered by puzzle, engine and run as the
// plan has them. Those of puzzles with the content of an earlier one are that one's.
type run int

func (f *Folder) run(puzzle, engine, number int) run {
	return run((puzzle*len(f.Plan.Engines)+engine)*f.Plan.Runs + number)
}

func (f *Folder) trial(r run) experiment.Trial {
	n, engines := f.Plan.Runs, len(f.Plan.Engines)
	return experiment.Trial{Puzzle: int(r) / n / engines, Engine: int(r) / n % engines, Run: int(r) % n}
}

// firsts cuts the runs from one up to another, which is not among them, into rows of
// one puzzle each, and leaves out the puzzles with the content of an earlier one.
func (f *Folder) firsts(from, to run) iter.Seq2[run, run] {
	size := f.run(1, 0, 0) // the runs of a puzzle
	return func(yield func(run, run) bool) {
		for ; from < to; from = (from/size + 1) * size {
			if p := int(from / size); f.first[p] == p && !yield(from, min(to, f.run(p+1, 0, 0))) {
				return
			}
		}
	}
}

// set is a set of runs: bits by the number of their word. It is as large as what is
// in it, however many runs the plan has.
type set map[run]uint64

func (s set) add(r run)      { s[r>>6] |= 1 << (r & 63) }
func (s set) has(r run) bool { return s[r>>6]&(1<<(r&63)) != 0 }

// sorted are its runs in order.
func (s set) sorted() iter.Seq[run] {
	return func(yield func(run) bool) {
		for _, at := range slices.Sorted(maps.Keys(s)) {
			for word := s[at]; word != 0; word &= word - 1 {
				if !yield(at<<6 + run(bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}

func (s set) len() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// states are the lines that count of the runs that have any.
type states struct {
	done set
	told map[run]experiment.Record // how it ended, where it failed, or was rerun: few
}

// take takes a line of a run.
func (s *states) take(r run, of *experiment.Record) {
	l := experiment.Record{Retry: of.Retry, Status: of.Status, Error: of.Error}
	if s.done.has(r) && !l.Before(s.told[r]) {
		return
	}
	s.done.add(r)
	delete(s.told, r)
	if l.Status == experiment.Failed || l.Retry > 0 {
		s.told[r] = l
	}
}

// scan is what a look at the journals gives.
type scan struct {
	states
	// other is the number of records that are of no run of the plan, or of other code.
	other    int
	longest  map[string]float64 // seconds, by parameters
	attempts []Attempt
	// warnings name damaged lines; damaged counts them.
	warnings []string
	damaged  int
}

// mostWarnings is how many damaged lines are named.
const mostWarnings = 20

// scan looks at all journals. With places only the lines of those puzzles count. With
// codes records of these versions of the code count, too.
func (f *Folder) scan(places map[int]bool, codes []string) (*scan, error) {
	paths, err := journal.JournalsAndRescued(f.Dir)
	if err != nil {
		return nil, err
	}
	s := &scan{longest: map[string]float64{}}
	s.done, s.told = set{}, map[run]experiment.Record{}
	var want func(content []byte) bool
	if places != nil {
		contents := make(map[string]bool, len(places)) // of few puzzles, which stay in the processor's cache
		for place := range places {
			contents[f.Plan.Puzzles[place].Hash.String()] = true
		}
		want = func(content []byte) bool { return contents[string(content)] }
	}
	for _, path := range paths {
		a := Attempt{Journal: path}
		for l, err := range journal.Scan(path, want) {
			var damage *puzzle.ParseError
			switch {
			case err != nil && !errors.As(err, &damage):
				return nil, fmt.Errorf("campaign: %w", err)
			case err != nil:
				if s.damaged++; s.damaged <= mostWarnings {
					s.warnings = append(s.warnings, err.Error())
				}
				continue
			}
			a.Made++
			if l.Status == experiment.Failed {
				a.Failed++
			}
			r, ok := f.find(l, codes)
			if !ok {
				s.other++
				continue
			}
			s.take(r, l)
			e := f.Plan.Engines[f.trial(r).Engine].Hash
			s.longest[e] = max(s.longest[e], l.Seconds)
		}
		s.attempts = append(s.attempts, a)
	}
	if more := s.damaged - mostWarnings; more > 0 {
		s.warnings = append(s.warnings, fmt.Sprintf("%d more lines are not records", more))
	}
	return s, nil
}

// find is the run that a line is of.
func (f *Folder) find(l *experiment.Record, codes []string) (r run, ok bool) {
	content, ok := contentOf(l.Content)
	if !ok {
		return 0, false
	}
	place, ok := f.places[content]
	if !ok {
		return 0, false
	}
	engine, ok := f.engines[l.ConfigHash]
	if !ok || l.Run < 0 || l.Run >= f.Plan.Runs || l.Budget != f.Plan.Budget {
		return 0, false
	}
	if e := f.Plan.Engines[engine]; l.Code != e.Code && !slices.Contains(codes, l.Code) {
		if _, equal := f.verified.Find(e.Hash, l.Code, e.Code); !equal {
			return 0, false
		}
	}
	seed := f.Plan.RunSeed(f.Plan.Puzzles[place].Hash, f.Plan.Engines[engine].Engine, l.Run)
	return f.run(place, engine, l.Run), seed == l.Seed
}
