package experiment

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"formicary/pkg/puzzle"
)

// Archived are published records of runs of a plan.
type Archived struct {
	// Study is what they were published under.
	Study string
	// Records are those of the plan.
	Records []Record
	// Provenance says when and where they were made.
	Provenance Provenance
	// Verified says which of their codes were seen to come to the same here, and how many
	// runs were made again for that.
	Verified Verified
	// Trusted says that all records are taken, whatever code made them: it is known that
	// they are the engines' own.
	Trusted bool
	// NoMore says that no run is made: what neither the folder nor the archive has stays
	// missing ([Result.Interrupted]).
	NoMore bool
}

// Archive has [Plan.Run] take runs that the folder ([In]) does not have from those
// that were published for the plan of the same fingerprint; what is missing then is run.
// find returns them; ok is false where there are none, and an error becomes a warning.
//
// Where the folder has no journal yet and nothing is missing, nothing is written there.
// Records of other code than today's are taken only where it was verified to come to
// the same, or where some runs of each engine are made again now and come out the same
// ([Result.Reuse] says so). Those of engines with funcs of a cell are never taken.
func Archive(find func(fingerprint string) (a Archived, ok bool, err error)) Option {
	return func(s *settings) { s.archive = find }
}

// lookUp asks the archive for the plan.
func (s *Session) lookUp() {
	if s.settings.archive == nil {
		return
	}
	a, ok, err := s.settings.archive(s.manifest.fingerprint())
	if err != nil {
		s.warnings = append(s.warnings, fmt.Sprintf("published records cannot be read: %v", err))
	}
	if ok && err == nil {
		s.archived = &a
	}
}

// noMore says whether no run is to be made.
func (s *Session) noMore() bool { return s.archived != nil && s.archived.NoMore }

// untouched says whether the archive promises all runs that are wanted of a plan whose
// folder has no journal: it need not be opened then.
func (s *Session) untouched() bool {
	if s.archived == nil || len(s.archived.Records) < s.plan.total() && !s.archived.NoMore {
		return false
	}
	journals, err := JournalsAndRescued(s.settings.dir)
	return err == nil && len(journals) == 0
}

// fromArchive takes published records of runs that nobody has made here.
func (s *Session) fromArchive(ctx context.Context, places map[string]int) {
	if s.archived == nil {
		return
	}
	if s.published == nil {
		s.published = map[key]bool{}
	}
	s.refused = nil
	for i := range s.engines {
		e := s.manifest.Engines[i]
		if s.promised(i) && !s.archived.Trusted {
			continue
		}
		byCode := map[string][]Record{}
		var codes []string
		for _, r := range s.archived.Records {
			place, ours := places[r.Content]
			if r.Engine != e.Engine || r.ConfigHash != e.Hash || !ours || !s.planned(r, places) {
				continue
			}
			k := s.job(Trial{Puzzle: place, Engine: i, Run: r.Run, Budget: r.Budget}).key
			if _, there := s.records[k]; there {
				continue
			}
			if byCode[r.Code] == nil {
				codes = append(codes, r.Code)
			}
			byCode[r.Code] = append(byCode[r.Code], r)
		}
		slices.Sort(codes)
		for _, code := range codes {
			if _, verified := s.archived.Verified.Find(e.Hash, code, e.Code); code != e.Code && !verified && !s.archived.Trusted {
				made, difference, ok := s.check(ctx, i, byCode[code], places)
				if !ok || made == 0 { // all had failed
					s.refused = append(s.refused, fmt.Sprintf("%s: %s", puzzle.Plural(len(byCode[code]), "published record of "+called(e.Description)+" is left aside", "published records of "+called(e.Description)+" are left aside"), refusal(difference)))
					continue
				}
				s.remade += made
			}
			if short := shortCode(code); !slices.Contains(s.codes, short) {
				s.codes = append(s.codes, short)
			}
			for _, r := range byCode[code] {
				k := s.job(Trial{Puzzle: places[r.Content], Engine: i, Run: r.Run, Budget: r.Budget}).key
				s.records[k], s.published[k] = r, true
			}
		}
	}
}

func refusal(difference string) string {
	if difference == "" {
		return "other code made them, and none of their runs could be made again"
	}
	return "other code made them, and " + difference
}

// archiveTold says what came from the archive, as a part of [Session.Reuse].
func (s *Session) archiveTold() (out []string) {
	if s.taken > 0 {
		out = append(out, fmt.Sprintf("%s %v, published with the study %q%s", puzzle.Plural(s.taken, "run"), s.archived.Provenance, s.archived.Study, s.verifiedHere()))
	}
	return append(out, s.refused...)
}

// verifiedHere says how many of the published runs were made again on this machine,
// with the code of today, and came out the same.
func (s *Session) verifiedHere() (text string) {
	text = ", code " + few(s.codes)
	n := 0
	for _, v := range s.archived.Verified {
		if slices.ContainsFunc(s.manifest.Engines, func(e manifestEngine) bool { return v.Parameters == e.Hash && v.Ours == e.Code }) {
			n += v.Runs
		}
	}
	if n > 0 {
		text += fmt.Sprintf("; %s verified here", puzzle.Thousands(n))
	}
	if s.remade > 0 {
		text += fmt.Sprintf("; %s made again now came out the same", puzzle.Plural(s.remade, "run"))
	}
	return text
}

// shortCode is what people see of a version of code.
func shortCode(code string) string {
	code = strings.TrimPrefix(code, "src-")
	return code[:min(len(code), 7)]
}

// Slug makes the name of a folder out of a plan's name: small letters, digits and
// points, all other characters as dashes; "plan" where nothing is left.
func Slug(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '.' && b.Len() > 0:
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	if s := strings.Trim(b.String(), "-."); s != "" {
		return s
	}
	return "plan"
}
