package engines_test

import (
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
)

// Parameters as text make an engine that says which it has, or are refused.
func FuzzParameters(f *testing.F) {
	for i, text := range []string{"ants=3", "ants=-1", "scheme=nearest", "scheme=7", "q0=NaN", "tau0=1e400", "filter=gac", "proof=maybe", "sp=135", "sp=c", "=", "", "nests=99999999999999999999"} {
		f.Add(uint8(i), text)
	}
	f.Fuzz(func(t *testing.T, engine uint8, text string) {
		all := engines.All()
		e := all[int(engine)%len(all)]
		s, err := engines.New(e.Name, text)
		if err != nil {
			return
		}
		alltest.Check(t, s.Describe().Engine == e.Name, "%s is %s", e.Name, s.Describe().Engine)
	})
}
