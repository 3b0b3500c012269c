package reuse

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"formicary/pkg/experiment/internal/folder"
	"formicary/pkg/experiment/internal/identity"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Records of other code stay in the journal. They are counted, and named by the
// packages that differ, as far as somebody wrote down what that code was made of:
// the sessions of a manifest, the attempts of workers, the plan. They are reused
// where that is asked for (OtherCode), and where [Plan.Verify] has seen that the
// code comes to the same.

// adopted are records of other code that are reused.
type adopted struct {
	code    string
	records int    // of the plan's runs
	why     string // they are
}

// adopt lets records of other code stand for runs of an engine, where that is asked
// for or verified. Those of funcs of somebody else's must come out the same when some are made
// again.
func (d *Decision) adopt(ctx context.Context, engine int, n *note, old map[string][]record.Record, places map[string]int) {
	base, _, _ := strings.Cut(n.code, identity.Revision)
	verified, err := folder.ReadVerified(d.dir)
	if err != nil {
		d.Warnings = append(d.Warnings, err.Error())
	}
	for _, code := range slices.Sorted(maps.Keys(old)) {
		equal, known := verified.Find(n.engine.Hash(), code, base)
		if _, mine := identity.RevisionOf(base, code); mine || !known && !d.otherCode {
			continue
		}
		a := adopted{code: code, why: "as asked"}
		if known {
			a.why = fmt.Sprintf("since %s rerun on %s came out the same", puzzle.Plural(equal.Runs, "run"), equal.Day)
		}
		if d.Custom(engine) {
			made, difference, ok := d.check(ctx, engine, old[code], places)
			if !ok {
				n.difference = cmp.Or(n.difference, difference)
				continue
			}
			a.why += fmt.Sprintf(" (%s rerun now came out the same)", puzzle.Plural(made, "run"))
		}
		for _, r := range old[code] {
			k := r.Key()
			k.Code = n.code
			if !d.Records.Has(k) {
				d.Records.Put(k, r)
				if d.Planned(r, places[r.Content]) {
					a.records++
				}
			}
		}
		if a.records > 0 {
			n.adopted = append(n.adopted, a)
		}
	}
}

// told says what records were adopted.
func (d *Decision) told(n note, a adopted) string {
	return fmt.Sprintf("%s of %s made %s are reused %s", puzzle.Plural(a.records, "record"), identity.Called(n.engine), d.otherwise(n, a.code), a.why)
}

// otherwise says by what another version of code differs first, with the day of
// the last session that had it, and in which packages.
func (d *Decision) otherwise(n note, code string) string {
	if d.known == nil && d.dir != "" {
		d.known = folder.CodesOf(d.dir)
	}
	base, _, _ := strings.Cut(n.code, identity.Revision)
	part, text := code, "by other code"
	for _, kind := range []struct{ mark, text string }{
		{"src-", "by other sources"}, {"cell-", "before " + d.rules(n.engine) + " changed"}, {"bin-", "by another program"}, {"with-", "with other arguments or values"},
	} {
		if mine, theirs := identity.Section(base, kind.mark), identity.Section(code, kind.mark); theirs != "" && mine != theirs {
			part, text = theirs, kind.text
			break
		}
	}
	known := d.known[cmp.Or(identity.Section(code, "src-"), code)]
	text += " (" + part
	if !known.Day.IsZero() {
		text += " of " + known.Day.UTC().Format(time.DateOnly)
	}
	if known.Packages != nil && strings.HasPrefix(part, "src-") {
		text += "; yours differs in " + identity.Few(identity.Differing(d.packages(n.engine), known.Packages))
	}
	return text + ")"
}

// packages are what an engine's code is made of.
func (d *Decision) packages(of solver.Description) map[string]string {
	if i := d.Find(of); i >= 0 {
		if c, err := identity.CodeOf(d.Parts[i], of, d.Puzzles); err == nil {
			return c.Packages
		}
	}
	return nil
}

// rules names what text of an engine counts: "Choose (main.go:12) or what it calls".
func (d *Decision) rules(of solver.Description) string {
	var names []string
	if i := d.Find(of); i >= 0 {
		names = d.Parts[i].Names()
	}
	switch len(names) {
	case 0:
		return "the text of its cell"
	case 1:
		return names[0] + " or what it calls"
	}
	return identity.Few(names) + " or what they call"
}
