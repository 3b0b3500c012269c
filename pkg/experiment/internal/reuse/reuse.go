// Package reuse decides which records stand for the runs of a plan, and says why.
//
// # Design
//
// A [Decision] takes the folder's own records of the same code, and published ones. It takes records of other code where the
// caller asks for that, or where [Verify] has seen it to come to the same. Before it takes records of typed rules, or of
// other code, it makes some of those runs again. [Replicate] and [Verify] draw samples of runs and rerun them.
//
// # Limits
//
// A decision does not notice what differs in none of the runs that it makes again.
package reuse

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"formicary/pkg/experiment/internal/folder"
	"formicary/pkg/experiment/internal/identity"
	"formicary/pkg/experiment/internal/journal"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/experiment/internal/run"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// What an engine's funcs capture, and what they get from files, the environment or the
// clock, stands in no parameter, no text and no program's hash; nor do, in a program
// without its text, variables. So before any record of an engine with funcs or
// types of somebody else's is reused, up to [checks] of those runs are rerun
// ([record.Session.settle]). Where one differs none is reused: records of this session
// begin a new revision, "~2", "~3" behind the version of the code, and each revision is
// asked in the same way.
//
// Its limit: what differs in none of the runs rerun is not noticed, such as a rule for
// runs that are longer than these.

// How many runs of an engine are rerun, and the seconds for it, shared by
// the engines of a plan: a share of what its records took, with bounds. Where no
// run is so short it is the shortest that is rerun.
const (
	checks      = 3
	share       = 0.01
	least, most = 0.5, 5.0
)

// Decision is which records stand for the runs of a plan.
type Decision struct {
	samples
	// Records are those that the folder had, and what was made since; each stands for the
	// run of its key.
	Records   *record.Set
	dir       string
	otherCode bool
	Published *Published      // nil where there is none
	known     folder.Codes    // what the folder tells of codes; nil until it is asked
	notes     []note          // about the engines' records there
	reused    map[string]bool // engines by configuration of which records were reused
	Settled   bool            // the records are known to be the engines'
	Warnings  []string
}

// samples are runs of a plan that are rerun before records are reused.
type samples struct {
	*identity.Bound
	flying  *journal.InFlight
	repeats *run.Repeats
	workers int
}

// New decides about records of a plan, of which some may be published. Runs of
// engines' funcs that were rerun are noted in repeats.
func New(b *identity.Bound, workers int, repeats *run.Repeats, otherCode bool, of *Archived) *Decision {
	d := &Decision{samples: samples{Bound: b, repeats: repeats, workers: workers}, Records: &record.Set{}, otherCode: otherCode, reused: map[string]bool{}}
	if of != nil {
		d.Published = &Published{Archived: *of, keys: map[record.Key]bool{}}
	}
	return d
}

// Join has the records of a folder, which join those that there are.
func (d *Decision) Join(f *journal.Folder) {
	for k, r := range d.Records.All() { // published
		if f.Records.Has(k) {
			delete(d.Published.keys, k)
		} else {
			f.Records.Put(k, r)
		}
	}
	d.Records, d.dir, d.flying = f.Records, f.Dir, f.Flying
}

// Settle decides which records are those of the plan's engines, before the first run is
// asked for. Where the context ends first, no record of an engine that was not decided is
// reused.
func (d *Decision) Settle(ctx context.Context) {
	if d.Settled || d.dir == "" && d.Published == nil {
		return
	}
	places := d.Places()
	if d.dir != "" {
		d.OwnRecords(ctx, places)
	}
	if d.Published != nil {
		d.fromArchive(ctx, places)
	}
	d.Settled = ctx.Err() == nil
}

// OwnRecords decides about the records of the folder; places are those of [identity.Bound.Places].
func (d *Decision) OwnRecords(ctx context.Context, places map[string]int) {
	old := make([]map[string][]record.Record, len(d.Engines)) // by code, those on the plan's puzzles
	engines, custom := map[[2]string]int{}, make([]bool, len(d.Engines))
	for i, e := range d.Engines {
		custom[i] = d.Custom(i)
		old[i], engines[[2]string{e.Engine, e.Hash}] = map[string][]record.Record{}, i
	}
	for number, k := range d.Records.Keys() {
		i, ok := engines[[2]string{k.Engine, k.ConfigHash}]
		if !ok || !custom[i] && k.Code == d.Engines[i].Code { // it stands without a question
			continue
		}
		r := d.Records.At(number)
		if _, ok := places[r.Content]; ok {
			old[i][r.Code] = append(old[i][r.Code], r)
		} else if old[i][r.Code] == nil {
			old[i][r.Code] = nil
		}
	}
	d.notes = nil
	for i := range d.Engines {
		e := &d.Engines[i]
		e.Code, _, _ = strings.Cut(e.Code, identity.Revision)
		n := note{engine: e.Description, code: e.Code}
		if custom[i] {
			e.Code, n = d.revision(ctx, i, old[i], places)
		}
		d.adopt(ctx, i, &n, old[i], places)
		n.missing(d, old[i], places)
		d.notes = append(d.notes, n)
	}
}

// revision is the version of an engine's code with the revision of the
// records that it goes on with.
func (d *Decision) revision(ctx context.Context, engine int, old map[string][]record.Record, places map[string]int) (code string, n note) {
	e := d.Engines[engine]
	n = note{engine: e.Description, code: e.Code}
	var codes []string
	last := 0
	for code := range old {
		if number, ok := identity.RevisionOf(e.Code, code); ok {
			codes, last = append(codes, code), max(last, number)
		}
	}
	if last == 0 {
		return e.Code, n
	}
	slices.SortFunc(codes, func(a, b string) int {
		return cmp.Or(len(old[b])-len(old[a]), cmp.Compare(a, b))
	})
	for _, code := range codes {
		made, difference, ok := d.check(ctx, engine, old[code], places)
		if ok {
			n.code, n.made = code, made
			return code, n
		}
		n.difference = cmp.Or(n.difference, difference)
	}
	n.code = fmt.Sprintf("%s%s%d", e.Code, identity.Revision, last+1)
	return n.code, n
}

// check makes some of an engine's runs again: those that tell the most, on
// different puzzles, within the time for it; ok says that all came out the same.
// Runs that failed are never rerun, since they may end the process: where
// there are no others they are taken for the engine's.
func (s samples) check(ctx context.Context, engine int, records []record.Record, places map[string]int) (made int, difference string, ok bool) {
	all := slices.DeleteFunc(slices.Clone(records), func(r record.Record) bool { return r.Status == record.Failed })
	if len(all) == 0 {
		return 0, "", len(records) > 0
	}
	spent := lists.Sum(all, func(r record.Record) float64 { return r.Seconds })
	left := min(max(least, spent*share), most) / float64(len(s.Engines))
	slices.SortFunc(all, func(a, b record.Record) int {
		return cmp.Or(cmp.Compare(b.Rounds(), a.Rounds()), cmp.Compare(a.Content, b.Content), a.Run-b.Run, cmp.Compare(a.Seed, b.Seed))
	})
	short := slices.Clone(all)
	slices.SortStableFunc(short, func(a, b record.Record) int {
		trivial := func(r record.Record) int { return min(int(r.Rounds()/run.Substantial), 1) }
		return cmp.Or(trivial(b)-trivial(a), cmp.Compare(a.Seconds, b.Seconds))
	})
	seen := map[string]bool{}
	try := func(r record.Record) bool {
		left -= r.Seconds
		p := s.Puzzles[places[r.Content]]
		mark := record.ShortName("check " + r.Key().Mark(0))
		what := fmt.Sprintf("run %d on %s rerun", r.Run, p.ID())
		if s.flying.Crashed(mark) > 0 {
			difference = what + " ended the process"
			return false
		}
		s.flying.Start(s.workers)
		s.flying.Begin(0, mark, fmt.Sprintf("%s (%s)", what, r.Label()), true)
		second, told := run.Again(ctx, r, s.Solvers[engine], p)
		s.flying.End(0)
		switch {
		case !told:
			return true
		case !record.Same(r, second):
			difference = fmt.Sprintf("%s gave %s instead of %s", what, record.Tell(second), record.Tell(r))
			return false
		}
		seen[r.Content] = true
		s.repeats.Came(engine, r)
		made++
		return true
	}
	for _, r := range all {
		if made < checks && !seen[r.Content] && r.Seconds <= left && !try(r) {
			return made, difference, false
		}
	}
	for i := 0; made == 0 && i < min(checks, len(short)); i++ {
		if !try(short[i]) {
			return made, difference, false
		}
	}
	return made, "", made > 0
}

// note is what became of an engine's records in the journal.
type note struct {
	engine     solver.Description
	code       string
	made       int            // runs that were rerun and came out the same
	difference string         // of the first that did not
	aside      map[string]int // records left aside, by code, whose runs are not there
	adopted    []adopted      // records of other code that are reused all the same
}

// missing counts the records of the plan's runs that are left aside, and whose
// runs have to be rerun.
func (n *note) missing(d *Decision, old map[string][]record.Record, places map[string]int) {
	n.aside = map[string]int{}
	for code, records := range old {
		if code == n.code {
			continue
		}
		for _, r := range records {
			k := r.Key()
			k.Code = n.code
			if !d.Records.Has(k) && d.Planned(r, places[r.Content]) {
				n.aside[code]++
			}
		}
	}
}

// Deliver notes that the record of a number, of which the outline is given, was reused.
func (d *Decision) Deliver(number int, r *record.Record) {
	switch k := d.Records.Key(number); {
	case d.Published != nil && d.Published.keys[k]:
		d.Published.Taken++
	case r.Code == k.Code:
		d.reused[r.ConfigHash] = true
	}
}

// Said says in one line what of a number of runs was taken from where and what it was
// recognised by, and how many records were left aside, and why; "" where there is nothing
// to say.
func (d *Decision) Said(total, reused int) string {
	var out []string
	if p := d.Published; p != nil {
		out = p.said(d.Bound)
		reused -= p.Taken
	}
	if reused > 0 && (d.dir != "" || d.notes != nil) {
		out = append(out, fmt.Sprintf("%d of %s reused: same puzzles, seeds, parameters", reused, puzzle.Plural(total, "run"))+d.matched())
	}
	for _, n := range d.notes {
		for _, a := range n.adopted {
			out = append(out, d.told(n, a))
		}
		codes := make([]string, 0, len(n.aside))
		count, other := 0, ""
		for code, records := range n.aside {
			codes, count = append(codes, code), count+records
		}
		if count == 0 {
			continue
		}
		slices.Sort(codes)
		base, _, _ := strings.Cut(n.code, identity.Revision)
		for _, code := range codes {
			if _, ok := identity.RevisionOf(base, code); !ok {
				other = code
			}
		}
		text, were, are := fmt.Sprintf("%s of %s ", puzzle.Plural(count, "record"), identity.Called(n.engine)), "were", "are"
		if count == 1 {
			were, are = "was", "is"
		}
		switch {
		case other != "":
			text += were + " made " + d.otherwise(n, other) + " and " + are + " left aside; the option experiment.OtherCode() reuses them"
		case n.difference != "":
			text += are + " left aside: " + n.difference
		default:
			text += are + " left aside: no such run could be rerun"
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

// matched says what code the reused records were recognised by.
func (d *Decision) matched() string {
	var order []string
	names, made := map[string][]string{}, map[string]int{}
	for _, n := range d.notes {
		if !d.reused[n.engine.Hash()] {
			continue
		}
		code, _, _ := strings.Cut(n.code, identity.Revision)
		code, _, fed := strings.Cut(code, identity.Given)
		kind, name := "sources", n.engine.Engine
		for mark, text := range map[string]string{"bin-": "program", "cell-": "text"} {
			if at := strings.LastIndex(code, mark); at >= 0 {
				kind, code = text, code[at:]
			}
		}
		if fed {
			kind += " and arguments"
		}
		if n.made > 0 {
			name = identity.Called(n.engine)
		}
		code = fmt.Sprintf("%s (%s)", kind, code)
		if names[code] == nil {
			order = append(order, code)
		}
		if !slices.Contains(names[code], name) {
			names[code] = append(names[code], name)
		}
		made[code] += n.made
	}
	text := ""
	for _, code := range order {
		of := strings.Join(names[code], ", ")
		if len(names[code]) > 3 {
			of = puzzle.Plural(len(names[code]), "engine")
		}
		text += ", " + code + " of " + of
		if n := made[code]; n > 0 {
			text += fmt.Sprintf(" (%s rerun came out the same)", puzzle.Plural(n, "run"))
		}
	}
	return text
}
