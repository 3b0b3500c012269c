package experiment

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/internal/folder"
)

// The provenance of a result is that of the sessions whose records it has, also where they
// were made for another plan of its folder, and not of others; with that of what came from
// the archive.
func TestProvenanceOfAResult(t *testing.T) {
	dir := t.TempDir()
	path := mustRun(t, examplePlan(2, 2), In(dir)).manifest.Path(dir)
	text := alltest.Must(os.ReadFile(path))(t)
	text = regexp.MustCompile(`"started": "\d{4}`).ReplaceAll(text, []byte(`"started": "1999`))
	alltest.OK(t, os.WriteFile(path, text, 0o666))
	result := mustRun(t, examplePlan(2, 3), In(dir))
	if p := result.Provenance(); len(result.Records()) != 12 || p.First[:4] != "1999" || p.Last < "2026" || len(p.Machines) != 1 || len(p.Go) != 1 {
		t.Errorf("two sessions: %+v", p)
	}
	result.archived = &Provenance{First: "1998-01-01", Last: "1998-01-02", Machines: []string{"an abacus"}}
	if p := result.Provenance(); p.First != "1998-01-01" || p.Last < "2026" || len(p.Machines) != 2 || p.Machines[1] != "an abacus" {
		t.Errorf("with the archive: %+v", p)
	}
	result.archived = nil
	last := result.manifest.Session().ID
	result = result.With(slices.DeleteFunc(result.Records(), func(r Record) bool { return r.Session != last }))
	if p := result.Provenance(); len(result.Records()) != 4 || p.First < "2026" {
		t.Errorf("of %d records of the last session: %+v", len(result.Records()), p)
	}
	kept, err := folder.Read(dir)
	if err != nil || len(kept.Plans) != 2 || kept.Plans[0].Provenance.First[:4] != "1999" || kept.Plans[1].Provenance.First < "2026" || len(kept.Plans[1].Provenance.Machines) != 1 {
		t.Errorf("%+v, %v", kept.Plans, err)
	}
}
