package folder

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"time"

	"formicary/pkg/experiment/internal/identity"
	"formicary/pkg/experiment/internal/journal"
	"formicary/pkg/experiment/internal/planfile"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/puzzle"
)

// Codes are what versions of code are made of: for each by its "src-" part the
// packages, and the last day on which it was run.
type Codes map[string]madeOf

type madeOf struct {
	Packages map[string]string
	Day      time.Time
}

// CodesOf reads what a folder tells of codes. What cannot be read tells nothing.
func CodesOf(dir string) Codes {
	c := Codes{}
	manifests, _ := filepath.Glob(filepath.Join(journal.EscapeGlob(dir), "manifest-*.json"))
	for _, path := range manifests {
		var m Manifest
		if text, err := os.ReadFile(path); err == nil && json.Unmarshal(text, &m) == nil {
			c.add(m.codes(), m.Sessions...)
		}
	}
	for _, s := range journal.Processes(dir) {
		c.add(s.Codes, s)
	}
	if f, err := planfile.Open(dir); err == nil {
		s := identity.Process{Packages: f.Code}
		for _, e := range f.Engines {
			s.Codes = append(s.Codes, e.Code)
		}
		c.add(nil, s)
	}
	return c
}

// add takes the sessions of a plan, oldest first; last are the codes of the last
// one where it does not have them itself.
func (c Codes) add(last []string, sessions ...identity.Process) {
	var packages map[string]string
	for i, s := range slices.Backward(sessions) {
		if s.Packages != nil {
			packages = s.Packages
		}
		if s.Codes == nil && i == len(sessions)-1 {
			s.Codes = last
		}
		for _, code := range s.Codes {
			code = cmp.Or(identity.Section(code, "src-"), code)
			known := c[code]
			if known.Packages == nil {
				known.Packages = packages
			}
			if s.Started.After(known.Day) {
				known.Day = s.Started
			}
			c[code] = known
		}
	}
}

// others counts the records of a plan's runs that are of code that does not count;
// codes are for each engine those that do.
func (m *Manifest) others(records *record.Set, codes [][]string, known Codes) (out []Other) {
	contents := map[string]puzzle.Hash{}
	for _, q := range m.Puzzles {
		if hash, ok := q.content(); ok {
			contents[hash.String()] = hash
		}
	}
	type place struct {
		engine int
		code   string
	}
	numbers := map[place]int{}
	for _, k := range records.Keys() {
		hash, there := contents[k.Content]
		i := slices.IndexFunc(m.Engines, func(e identity.Versioned) bool { return e.Hash == k.ConfigHash })
		if there && i >= 0 && m.Allows(k.Budget) && k.Run < m.Runs && k.Seed == m.RunSeed(hash, k.Engine, k.Run) && !slices.Contains(codes[i], k.Code) {
			numbers[place{i, k.Code}]++
		}
	}
	for at, n := range numbers {
		o := Other{Engine: at.engine, Code: at.code, Records: n}
		mine, theirs := known[identity.Section(m.Engines[at.engine].Code, "src-")], known[identity.Section(at.code, "src-")]
		if mine.Packages != nil && theirs.Packages != nil {
			o.Differs = identity.Differing(theirs.Packages, mine.Packages)
		}
		out = append(out, o)
	}
	slices.SortFunc(out, func(a, b Other) int { return cmp.Or(a.Engine-b.Engine, cmp.Compare(a.Code, b.Code)) })
	return out
}
