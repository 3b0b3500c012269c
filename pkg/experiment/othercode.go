package experiment

import (
	"cmp"
	"encoding/json"
	"formicary/pkg/puzzle"
	"os"
	"path/filepath"
	"slices"
	"time"
)

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
		s := process{Packages: f.Code}
		for _, e := range f.Engines {
			s.Codes = append(s.Codes, e.Code)
		}
		c.add(nil, s)
	}
	return c
}

// add takes the sessions of a plan, oldest first; last are the codes of the last
// one where it does not have them itself.
func (c codes) add(last []string, sessions ...process) {
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

// others counts the records of a plan's runs that are of code that does not count;
// count has for each engine the versions that do.
func (m *manifest) others(records map[key]Record, count [][]string, known codes) (out []FolderOther) {
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
	for k := range records {
		hash, there := contents[k.content]
		i := slices.IndexFunc(m.Engines, func(e Versioned) bool { return e.Hash == k.configHash })
		if there && i >= 0 && m.allows(k.budget) && k.run < m.Runs && k.seed == m.RunSeed(hash, k.engine, k.run) && !slices.Contains(count[i], k.code) {
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
