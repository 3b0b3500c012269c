package reuse

import (
	"context"
	"fmt"
	"slices"

	"formicary/pkg/experiment/internal/folder"
	"formicary/pkg/experiment/internal/identity"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/puzzle"
)

// Archived are published records of runs of a plan.
type Archived struct {
	// Study is what they were published under.
	Study string
	// Records are those of the plan.
	Records []record.Record
	// Provenance says when and where they were made.
	Provenance folder.Provenance
	// Verified says which of their codes were seen to come to the same here, and how many
	// runs were rerun for that.
	Verified folder.Verified
	// Trusted says that all records are taken, whatever code made them: it is known that
	// they are the engines' own.
	Trusted bool
	// NoMore says that no run is made: what neither the folder nor the archive has stays
	// missing (Result.Interrupted).
	NoMore bool
}

// Published are published records of a plan.
type Published struct {
	Archived
	keys          map[record.Key]bool // of the records that were taken
	Taken, remade int                 // records that were delivered, runs that were rerun for it
	codes         []string            // of those that were taken
	refused       []string            // why others were not
}

// fromArchive takes published records of runs that nobody has made here.
func (d *Decision) fromArchive(ctx context.Context, places map[string]int) {
	p := d.Published
	p.refused = nil
	for i, e := range d.Engines {
		if d.Custom(i) && !p.Trusted {
			continue
		}
		byCode := map[string][]record.Record{}
		var codes []string
		for _, r := range p.Records {
			place, ours := places[r.Content]
			if r.Engine != e.Engine || r.ConfigHash != e.Hash || !ours || !d.Planned(r, place) {
				continue
			}
			k := d.Key(place, i, r.Run, r.Budget)
			if d.Records.Has(k) {
				continue
			}
			if byCode[r.Code] == nil {
				codes = append(codes, r.Code)
			}
			byCode[r.Code] = append(byCode[r.Code], r)
		}
		slices.Sort(codes)
		for _, code := range codes {
			if _, verified := p.Verified.Find(e.Hash, code, e.Code); code != e.Code && !verified && !p.Trusted {
				made, difference, ok := d.check(ctx, i, byCode[code], places)
				if !ok || made == 0 { // all had failed
					p.refused = append(p.refused, fmt.Sprintf("%s: %s", puzzle.Plural(len(byCode[code]), "published record of "+identity.Called(e.Description)+" is left aside", "published records of "+identity.Called(e.Description)+" are left aside"), refusal(difference)))
					continue
				}
				p.remade += made
			}
			if short := identity.Short(code); !slices.Contains(p.codes, short) {
				p.codes = append(p.codes, short)
			}
			for _, r := range byCode[code] {
				k := d.Key(places[r.Content], i, r.Run, r.Budget)
				d.Records.Put(k, r)
				p.keys[k] = true
			}
		}
	}
}

func refusal(difference string) string {
	if difference == "" {
		return "other code made them, and none of their runs could be rerun"
	}
	return "other code made them, and " + difference
}

// said says what came from the archive.
func (p *Published) said(b *identity.Bound) (out []string) {
	if p.Taken > 0 {
		out = append(out, fmt.Sprintf("%s %v, published with the study %q, code %s%s", puzzle.Plural(p.Taken, "run"), p.Provenance, p.Study, identity.Few(p.codes), p.verifiedHere(b)))
	}
	return append(out, p.refused...)
}

// verifiedHere says how many of the published runs were rerun on this machine,
// with the code of today, and came out the same.
func (p *Published) verifiedHere(b *identity.Bound) (text string) {
	n := 0
	for _, v := range p.Verified {
		if slices.ContainsFunc(b.Engines, func(e identity.Versioned) bool { return v.Parameters == e.Hash && v.Ours == e.Code }) {
			n += v.Runs
		}
	}
	if n > 0 {
		text = fmt.Sprintf("; %s verified here", puzzle.Thousands(n))
	}
	if p.remade > 0 {
		text += fmt.Sprintf("; %s rerun now came out the same", puzzle.Plural(p.remade, "run"))
	}
	return text
}
