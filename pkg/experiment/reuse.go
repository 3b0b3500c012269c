package experiment

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// What an engine's funcs capture, and what they get from files, the environment or the
// clock, stands in no parameter, no text and no program's hash; nor do, in a program
// without its text ([code]), variables. So before any record of an engine with funcs or
// types of somebody else's is reused, up to [checks] of those runs are made again
// ([Session.settle]). Where one comes out otherwise none is reused: records of this session
// begin a new revision, "~2", "~3" behind the version of the code, and each revision is
// asked in the same way.
//
// Its limit: what differs in none of the runs made again is not noticed, such as a rule for
// runs that are longer than these.

// How many runs of an engine are made again, and the seconds for it, shared by
// the engines of a plan: a share of what its records took, with bounds. Where no
// run is so short it is the shortest that is made again.
const (
	checks      = 3
	share       = 0.01
	least, most = 0.5, 5.0
)

// decision is which records stand for the runs of a plan.
type decision struct {
	samples
	// Records are those that the folder had, and what was made since; each stands for the
	// run of its key.
	Records   map[key]Record
	dir       string
	otherCode bool
	published *publishedRecords // nil where there is none
	known     codes             // what the folder tells of codes; nil until it is asked
	notes     []note            // about the engines' records there
	reused    map[string]bool   // engines by configuration of which records were reused
	settled   bool              // the records are known to be the engines'
	warnings  []string
}

// samples are runs of a plan that are made again before records are reused.
type samples struct {
	*bound
	flying  *inFlight
	repeats *repeats
	workers int
}

// newDecision decides about records of a plan, of which some may be published. Runs of
// engines' funcs that were made again are noted in repeats.
func newDecision(b *bound, workers int, repeats *repeats, otherCode bool, of *Archived) *decision {
	d := &decision{samples: samples{bound: b, repeats: repeats, workers: workers}, Records: map[key]Record{}, otherCode: otherCode, reused: map[string]bool{}}
	if of != nil {
		d.published = &publishedRecords{Archived: *of, keys: map[key]bool{}}
	}
	return d
}

// in has the records of a folder, which join those that there are.
func (d *decision) in(f *runsFolder) {
	for k, r := range d.Records { // published
		if _, own := f.Records[k]; own {
			delete(d.published.keys, k)
		} else {
			f.Records[k] = r
		}
	}
	d.Records, d.dir, d.flying = f.Records, f.dir, f.Flying
}

// settle decides which records are those of the plan's engines, before the first run is
// asked for. Where the context ends first, no record of an engine that was not decided is
// reused.
func (d *decision) settle(ctx context.Context) {
	if d.settled || d.dir == "" && d.published == nil {
		return
	}
	places := d.places()
	if d.dir != "" {
		d.ownRecords(ctx, places)
	}
	if d.published != nil {
		d.fromArchive(ctx, places)
	}
	d.settled = ctx.Err() == nil
}

// ownRecords decides about the records of the folder; places are [bound.places].
func (d *decision) ownRecords(ctx context.Context, places map[string]int) {
	old := make([]map[string][]Record, len(d.Engines)) // by code, those on the plan's puzzles
	for i, e := range d.Engines {
		old[i] = map[string][]Record{}
		for _, r := range d.Records {
			if r.Engine != e.Engine || r.ConfigHash != e.Hash {
				continue
			}
			if _, ok := places[r.Content]; ok {
				old[i][r.Code] = append(old[i][r.Code], r)
			} else if old[i][r.Code] == nil {
				old[i][r.Code] = nil
			}
		}
	}
	d.notes = nil
	for i := range d.Engines {
		e := &d.Engines[i]
		e.Code, _, _ = strings.Cut(e.Code, revision)
		n := note{engine: e.Description, code: e.Code}
		if d.custom(i) {
			e.Code, n = d.revision(ctx, i, old[i], places)
		}
		d.adopt(ctx, i, &n, old[i], places)
		n.missing(d, old[i], places)
		d.notes = append(d.notes, n)
	}
}

// revision is the version of an engine's code with the revision of the
// records that it goes on with.
func (d *decision) revision(ctx context.Context, engine int, old map[string][]Record, places map[string]int) (code string, n note) {
	e := d.Engines[engine]
	n = note{engine: e.Description, code: e.Code}
	var codes []string
	last := 0
	for code := range old {
		if number, ok := revisionOf(e.Code, code); ok {
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
		if n.difference == "" {
			n.difference = difference
		}
	}
	n.code = fmt.Sprintf("%s%s%d", e.Code, revision, last+1)
	return n.code, n
}

// check makes some of an engine's runs again: those that tell the most, on
// different puzzles, within the time for it; ok says that all came out the same.
// Runs that failed are never made again, since they may end the process: where
// there are no others they are taken for the engine's.
func (s samples) check(ctx context.Context, engine int, records []Record, places map[string]int) (made int, difference string, ok bool) {
	all := slices.DeleteFunc(slices.Clone(records), func(r Record) bool { return r.Status == Failed })
	if len(all) == 0 {
		return 0, "", len(records) > 0
	}
	spent := 0.0
	for _, r := range all {
		spent += r.Seconds
	}
	left := min(max(least, spent*share), most) / float64(len(s.Engines))
	slices.SortFunc(all, func(a, b Record) int {
		return cmp.Or(cmp.Compare(b.rounds(), a.rounds()), cmp.Compare(a.Content, b.Content), a.Run-b.Run, cmp.Compare(a.Seed, b.Seed))
	})
	short := slices.Clone(all)
	slices.SortStableFunc(short, func(a, b Record) int {
		trivial := func(r Record) int { return min(int(r.rounds()/substantial), 1) }
		return cmp.Or(trivial(b)-trivial(a), cmp.Compare(a.Seconds, b.Seconds))
	})
	seen := map[string]bool{}
	try := func(r Record) bool {
		left -= r.Seconds
		p := s.Puzzles[places[r.Content]]
		mark := shortName("check " + r.key().mark())
		what := fmt.Sprintf("run %d on %s made again", r.Run, p.ID())
		if s.flying.crashed(mark) > 0 {
			difference = what + " ended the process"
			return false
		}
		s.flying.start(s.workers)
		s.flying.begin(0, mark, fmt.Sprintf("%s (%s)", what, r.Label()), true)
		second, told := again(ctx, r, s.Solvers[engine], p)
		s.flying.end(0)
		switch {
		case !told:
			return true
		case !same(r, second):
			difference = fmt.Sprintf("%s gave %s instead of %s", what, tell(second), tell(r))
			return false
		}
		seen[r.Content] = true
		s.repeats.came(engine, r)
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
	made       int            // runs that were made again and came out the same
	difference string         // of the first that did not
	aside      map[string]int // records left aside, by code, whose runs are not there
	adopted    []adopted      // records of other code that are reused all the same
}

// missing counts the records of the plan's runs that are left aside, and whose
// runs have to be made again.
func (n *note) missing(d *decision, old map[string][]Record, places map[string]int) {
	n.aside = map[string]int{}
	for code, records := range old {
		if code == n.code {
			continue
		}
		for _, r := range records {
			k := r.key()
			k.code = n.code
			_, there := d.Records[k]
			if !there && d.planned(r, places[r.Content]) {
				n.aside[code]++
			}
		}
	}
}

// deliver notes that a record of a run was given, and whether it was reused.
func (d *decision) deliver(k key, reused bool) Record {
	r := d.Records[k]
	switch {
	case reused && d.published != nil && d.published.keys[k]:
		d.published.taken++
	case reused && r.Code == k.code:
		d.reused[r.ConfigHash] = true
	}
	return r
}

// said says in one line what of a number of runs was taken from where and what it was
// recognised by, and how many records were left aside, and why; "" where there is nothing
// to say.
func (d *decision) said(total, reused int) string {
	var out []string
	if p := d.published; p != nil {
		out = p.said(d.bound)
		reused -= p.taken
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
		base, _, _ := strings.Cut(n.code, revision)
		for _, code := range codes {
			if _, ok := revisionOf(base, code); !ok {
				other = code
			}
		}
		text, were, are := fmt.Sprintf("%s of %s ", puzzle.Plural(count, "record"), called(n.engine)), "were", "are"
		if count == 1 {
			were, are = "was", "is"
		}
		switch {
		case other != "":
			text += were + " made " + d.otherwise(n, other) + " and " + are + " left aside; the option experiment.OtherCode() reuses them"
		case n.difference != "":
			text += are + " left aside: " + n.difference
		default:
			text += are + " left aside: no such run could be made again"
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

// matched says what code the reused records were recognised by.
func (d *decision) matched() string {
	var order []string
	names, made := map[string][]string{}, map[string]int{}
	for _, n := range d.notes {
		if !d.reused[n.engine.Hash()] {
			continue
		}
		code, _, _ := strings.Cut(n.code, revision)
		code, _, fed := strings.Cut(code, given)
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
			name = called(n.engine)
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
			text += fmt.Sprintf(" (%s made again came out the same)", puzzle.Plural(n, "run"))
		}
	}
	return text
}
