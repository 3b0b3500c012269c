package experiment

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
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

// promised says whether the version of an engine's code leaves something to its
// author: what funcs of a reader's have captured, and what they read.
func (s *Session) promised(engine int) bool {
	return s.manifest.Engines[engine].Custom || s.engines[engine].foreign()
}

// called names an engine for an error: its name, with the variant.
func called(d solver.Description) string {
	if d.Variant == "" {
		return d.Engine
	}
	return fmt.Sprintf("%s %q", d.Engine, d.Variant)
}

// revision stands between the version of an engine's code and the number of
// the revision, from 2.
const revision = "~"

// How many runs of an engine are made again, and the seconds for it, shared by
// the engines of a plan: a share of what its records took, with bounds. Where no
// run is so short it is the shortest that is made again.
const (
	checks      = 3
	share       = 0.01
	least, most = 0.5, 5.0
)

// settle decides which records of the journal are those of the plan's engines,
// before the first run is asked for. Where the context ends first, no record of an
// engine that was not decided is reused.
func (s *Session) settle(ctx context.Context) {
	if s.settled || s.journal == nil && s.archived == nil {
		return
	}
	places := s.places()
	if s.journal != nil {
		s.ownRecords(ctx, places)
	}
	s.fromArchive(ctx, places)
	s.settled = ctx.Err() == nil
}

// places are those of puzzles, by content.
func (s *Session) places() map[string]int {
	places := map[string]int{}
	for i, h := range slices.Backward(s.hashes) {
		places[h.String()] = i
	}
	return places
}

// ownRecords decides about the records of the journal; places are [Session.places].
func (s *Session) ownRecords(ctx context.Context, places map[string]int) {
	old := make([]map[string][]Record, len(s.engines)) // by code, those on the plan's puzzles
	for i, e := range s.manifest.Engines {
		old[i] = map[string][]Record{}
		for _, r := range s.records {
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
	s.notes = nil
	for i := range s.engines {
		e := &s.manifest.Engines[i]
		e.Code, _, _ = strings.Cut(e.Code, revision)
		n := note{engine: e.Description, code: e.Code}
		if s.promised(i) {
			e.Code, n = s.revision(ctx, i, old[i], places)
		}
		s.adopt(ctx, i, &n, old[i], places)
		n.missing(s, i, old[i], places)
		s.notes = append(s.notes, n)
	}
}

// revision is the version of an engine's code with the revision of the
// records that it goes on with.
func (s *Session) revision(ctx context.Context, engine int, old map[string][]Record, places map[string]int) (code string, n note) {
	e := s.manifest.Engines[engine]
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
		made, difference, ok := s.check(ctx, engine, old[code], places)
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

// generationOf is the number of the revision of code that records have; ok is
// false where they are of other code.
func revisionOf(base, code string) (number int, ok bool) {
	rest, ok := strings.CutPrefix(code, base)
	if !ok || rest == "" {
		return 1, ok
	}
	rest, ok = strings.CutPrefix(rest, revision)
	number, err := strconv.Atoi(rest)
	return number, ok && err == nil && number > 1
}

// check makes some of an engine's runs again: those that tell the most, on
// different puzzles, within the time for it; ok says that all came out the same.
// Runs that failed are never made again, since they may end the process: where
// there are no others they are taken for the engine's.
func (s *Session) check(ctx context.Context, engine int, records []Record, places map[string]int) (made int, difference string, ok bool) {
	all := slices.DeleteFunc(slices.Clone(records), func(r Record) bool { return r.Status == Failed })
	if len(all) == 0 {
		return 0, "", len(records) > 0
	}
	spent := 0.0
	for _, r := range all {
		spent += r.Seconds
	}
	left := min(max(least, spent*share), most) / float64(len(s.engines))
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
		p := s.plan.Puzzles[places[r.Content]]
		mark := shortName("check " + r.key().mark())
		what := fmt.Sprintf("run %d on %s made again", r.Run, p.ID())
		if s.flying.crashed(mark) > 0 {
			difference = what + " ended the process"
			return false
		}
		s.flying.start(s.plan.workers())
		s.flying.begin(0, mark, fmt.Sprintf("%s (%s)", what, r.Label()), true)
		second, told := again(ctx, r, s.plan.Engines[engine], p)
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
func (n *note) missing(s *Session, engine int, old map[string][]Record, places map[string]int) {
	n.aside = map[string]int{}
	for code, records := range old {
		if code == n.code {
			continue
		}
		for _, r := range records {
			k := r.key()
			k.code = n.code
			_, there := s.records[k]
			if !there && s.planned(r, places) {
				n.aside[code]++
			}
		}
	}
}

// Reuse says in one line what runs were taken from the journal and what they
// were recognised by, and how many records were left aside, and why; "" where
// there is nothing to say.
func (s *Session) Reuse() string {
	if s.journal == nil && s.notes == nil && s.archived == nil {
		return ""
	}
	out := s.archiveTold()
	if p := s.track.progress; p.Reused > s.taken {
		out = append(out, fmt.Sprintf("%d of %s reused: same puzzles, seeds, parameters", p.Reused-s.taken, puzzle.Plural(max(p.Total, p.Done), "run"))+s.matched())
	}
	for _, n := range s.notes {
		for _, a := range n.adopted {
			out = append(out, s.told(n, a))
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
			text += were + " made " + s.otherwise(n, other) + " and " + are + " left aside; the option experiment.OtherCode() reuses them"
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
func (s *Session) matched() string {
	var order []string
	names, made := map[string][]string{}, map[string]int{}
	for _, n := range s.notes {
		if !s.reused[n.engine.Hash()] {
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
