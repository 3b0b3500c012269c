package experiment

import (
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Records of other code stay in the journal. They are counted, and named by the
// packages that differ, as far as somebody wrote down what that code was made of:
// the sessions of a manifest, the attempts of workers, the plan. They are reused
// where that is asked for ([OtherCode]), and where [Plan.Verify] has seen that the
// code comes to the same.

// codes are what versions of code are made of: for each by its "src-" part the
// packages, and the last day on which it was run.
type codes map[string]madeOf

type madeOf struct {
	packages map[string]string
	day      time.Time
}

// codesOf reads what a folder tells of codes. What cannot be read tells nothing.
func codesOf(dir string) codes {
	c := codes{}
	manifests, _ := filepath.Glob(filepath.Join(escapeGlob(dir), "manifest-*.json"))
	for _, path := range manifests {
		var m manifest
		if text, err := os.ReadFile(path); err == nil && json.Unmarshal(text, &m) == nil {
			c.add(m.codes(), m.Sessions...)
		}
	}
	for _, s := range attempts(dir) {
		c.add(s.Codes, s)
	}
	if f, err := OpenPlan(dir); err == nil {
		s := session{Packages: f.Code}
		for _, e := range f.Engines {
			s.Codes = append(s.Codes, e.Code)
		}
		c.add(nil, s)
	}
	return c
}

// add takes the sessions of a plan, oldest first; last are the codes of the last
// one where it does not have them itself.
func (c codes) add(last []string, sessions ...session) {
	var packages map[string]string
	for i, s := range slices.Backward(sessions) {
		if s.Packages != nil {
			packages = s.Packages
		}
		if s.Codes == nil && i == len(sessions)-1 {
			s.Codes = last
		}
		for _, code := range s.Codes {
			code = cmp.Or(partOf(code, "src-"), code)
			known := c[code]
			if known.packages == nil {
				known.packages = packages
			}
			if s.Started.After(known.day) {
				known.day = s.Started
			}
			c[code] = known
		}
	}
}

// differing are the packages of one code that another has not, or has otherwise.
func differing(mine, other map[string]string) (out []string) {
	for _, name := range slices.Sorted(maps.Keys(mine)) {
		if hash, ok := other[name]; !ok || hash != mine[name] {
			out = append(out, name)
		}
	}
	return out
}

// adopted are records of other code that are reused.
type adopted struct {
	code    string
	records int    // of the plan's runs
	why     string // they are
}

// adopt lets records of other code stand for runs of an engine, where that is asked
// for or verified. Those of funcs of somebody else's must come out the same when some are made
// again.
func (s *Session) adopt(ctx context.Context, engine int, n *note, old map[string][]Record, places map[string]int) {
	base, _, _ := strings.Cut(n.code, revision)
	verified, err := ReadVerified(s.settings.dir)
	if err != nil {
		s.warnings = append(s.warnings, err.Error())
	}
	for _, code := range slices.Sorted(maps.Keys(old)) {
		equal, known := verified.Find(n.engine.Hash(), code, base)
		if _, mine := revisionOf(base, code); mine || !known && !s.settings.otherCode {
			continue
		}
		a := adopted{code: code, why: "as asked"}
		if known {
			a.why = fmt.Sprintf("since %s made again on %s came out the same", puzzle.Plural(equal.Runs, "run"), equal.Day)
		}
		if s.promised(engine) {
			made, difference, ok := s.check(ctx, engine, old[code], places)
			if !ok {
				n.difference = cmp.Or(n.difference, difference)
				continue
			}
			a.why += fmt.Sprintf(" (%s made again now came out the same)", puzzle.Plural(made, "run"))
		}
		for _, r := range old[code] {
			k := r.key()
			k.code = n.code
			if _, there := s.records[k]; !there {
				s.records[k] = r
				if s.planned(r, places) {
					a.records++
				}
			}
		}
		if a.records > 0 {
			n.adopted = append(n.adopted, a)
		}
	}
}

// planned says whether a record of an engine of the plan on a puzzle of it is of one
// of its runs, whoever's number that has.
func (s *Session) planned(r Record, places map[string]int) bool {
	return r.Seed == s.plan.RunSeed(s.hashes[places[r.Content]], r.Engine, r.Run) && s.plan.allows(r.Budget)
}

// told says what records were adopted.
func (s *Session) told(n note, a adopted) string {
	return fmt.Sprintf("%s of %s made %s are reused %s", puzzle.Plural(a.records, "record"), called(n.engine), s.otherwise(n, a.code), a.why)
}

// otherwise says by what another version of code differs first, with the day of
// the last session that had it, and in which packages.
func (s *Session) otherwise(n note, code string) string {
	if s.known == nil && s.journal != nil {
		s.known = codesOf(s.settings.dir)
	}
	base, _, _ := strings.Cut(n.code, revision)
	part, text := code, "by other code"
	for _, kind := range []struct{ mark, text string }{
		{"src-", "by other sources"}, {"cell-", "before " + s.rules(n.engine) + " changed"}, {"bin-", "by another program"}, {"with-", "with other arguments or values"},
	} {
		if mine, theirs := partOf(base, kind.mark), partOf(code, kind.mark); theirs != "" && mine != theirs {
			part, text = theirs, kind.text
			break
		}
	}
	known := s.known[cmp.Or(partOf(code, "src-"), code)]
	text += " (" + part
	if !known.day.IsZero() {
		text += " of " + known.day.UTC().Format(time.DateOnly)
	}
	if known.packages != nil && strings.HasPrefix(part, "src-") {
		text += "; yours differs in " + few(differing(s.packages(n.engine), known.packages))
	}
	return text + ")"
}

// parts are those of the engine of a description, nil where there is none.
func (s *Session) parts(d solver.Description) *parts {
	for i, e := range s.manifest.Engines {
		if e.Hash == d.Hash() {
			return s.engines[i]
		}
	}
	return nil
}

// packages are what an engine's code is made of.
func (s *Session) packages(d solver.Description) map[string]string {
	if p := s.parts(d); p != nil {
		if c, err := codeOf(p, d, s.plan.Puzzles); err == nil {
			return c.packages
		}
	}
	return nil
}

// rules names what text of an engine counts: "Choose (main.go:12) or what it calls".
func (s *Session) rules(d solver.Description) string {
	var names []string
	if p := s.parts(d); p != nil {
		names = p.names()
	}
	switch len(names) {
	case 0:
		return "the text of its cell"
	case 1:
		return names[0] + " or what it calls"
	}
	return few(names) + " or what they call"
}

// few lists names, at most so many that a line can hold them.
func few(names []string) string {
	const most = 4
	switch left := len(names) - most; {
	case len(names) == 0:
		return "a module or package that it no longer needs"
	case left > 0:
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", left)
	}
	return strings.Join(names, ", ")
}

// others counts the records of a plan's runs that are of code that does not count;
// count has for each engine the versions that do.
func (m *manifest) others(records map[key]Record, count [][]string, known codes) (out []FolderOther) {
	contents := map[string]puzzle.Hash{}
	for _, q := range m.Puzzles {
		var hash puzzle.Hash
		if n, err := hex.Decode(hash[:], []byte(q.Hash)); err == nil && n == len(hash) {
			contents[hash.String()] = hash
		}
	}
	type place struct {
		engine int
		code   string
	}
	numbers := map[place]int{}
	for k := range records {
		hash, there := contents[k.content]
		i := slices.IndexFunc(m.Engines, func(e manifestEngine) bool { return e.Hash == k.configHash })
		if there && i >= 0 && m.plan().allows(k.budget) && k.run < m.Runs && k.seed == m.plan().RunSeed(hash, k.engine, k.run) && !slices.Contains(count[i], k.code) {
			numbers[place{i, k.code}]++
		}
	}
	for at, n := range numbers {
		o := FolderOther{Engine: at.engine, Code: at.code, Records: n}
		mine, theirs := known[partOf(m.Engines[at.engine].Code, "src-")], known[partOf(at.code, "src-")]
		if mine.packages != nil && theirs.packages != nil {
			o.Differs = differing(theirs.packages, mine.packages)
		}
		out = append(out, o)
	}
	slices.SortFunc(out, func(a, b FolderOther) int { return cmp.Or(a.Engine-b.Engine, cmp.Compare(a.Code, b.Code)) })
	return out
}

// partOf is the part of a version of code that begins with a mark, "" where there
// is none.
func partOf(code, mark string) string {
	code, _, _ = strings.Cut(code, revision)
	for part := range strings.SplitSeq(code, "+") {
		if strings.HasPrefix(part, mark) {
			return part
		}
	}
	return ""
}
