package experiment

import (
	"os"
	"regexp"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
)

// Days are those of the first and the last session, machines and tool chains are there
// once, and what nobody wrote down is left out.
func TestProvenance(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2026, 11, d, 23, 30, 0, 0, time.FixedZone("", -3600)) } // the next day, in UTC
	first := process{Started: day(20), Finished: day(21), Machine: Machine{Processor: "Abacus", Processors: 1, OS: "linux", Arch: "arm64", Go: "go1"}}
	second := process{Started: day(19), Machine: Machine{Processor: "Abacus", Processors: 1, OS: "linux", Arch: "arm64", Go: "go2"}}
	third := process{Machine: Machine{Processors: 4}}
	for _, tt := range []struct {
		sessions []process
		want     Provenance
		text     string
	}{
		{nil, Provenance{}, "recorded"},
		{[]process{first}, Provenance{"2026-11-21", "2026-11-22", []string{"Abacus, 1 processor, linux/arm64"}, []string{"go1"}}, "recorded from 2026-11-21 to 2026-11-22 (Abacus, 1 processor, linux/arm64)"},
		{[]process{second}, Provenance{"2026-11-20", "2026-11-20", []string{"Abacus, 1 processor, linux/arm64"}, []string{"go2"}}, "recorded on 2026-11-20 (Abacus, 1 processor, linux/arm64)"},
		{[]process{third}, Provenance{Machines: []string{"4 processors"}}, "recorded (4 processors)"},
		{[]process{third, first, second}, Provenance{"2026-11-20", "2026-11-22", []string{"4 processors", "Abacus, 1 processor, linux/arm64"}, []string{"go1", "go2"}}, "recorded from 2026-11-20 to 2026-11-22 (4 processors; Abacus, 1 processor, linux/arm64)"},
	} {
		var p Provenance
		p.add(tt.sessions...)
		if d := gocmp.Diff(tt.want, p); d != "" || p.String() != tt.text {
			t.Errorf("%v: %s", p, d)
		}
	}
}

// The provenance of a result is that of the sessions whose records it has, also where they
// were made for another plan of its folder, and not of others; with that of what came from
// the archive.
func TestProvenanceOfAResult(t *testing.T) {
	dir := t.TempDir()
	path := mustRun(t, examplePlan(2, 2), In(dir)).manifest.path(dir)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text = regexp.MustCompile(`"started": "\d{4}`).ReplaceAll(text, []byte(`"started": "1999`))
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
	result := mustRun(t, examplePlan(2, 3), In(dir))
	if p := result.Provenance(); len(result.Records) != 12 || p.First[:4] != "1999" || p.Last < "2026" || len(p.Machines) != 1 || len(p.Go) != 1 {
		t.Errorf("two sessions: %+v", p)
	}
	result.archived = &Provenance{First: "1998-01-01", Last: "1998-01-02", Machines: []string{"an abacus"}}
	if p := result.Provenance(); p.First != "1998-01-01" || p.Last < "2026" || len(p.Machines) != 2 || p.Machines[1] != "an abacus" {
		t.Errorf("with the archive: %+v", p)
	}
	result.archived = nil
	last := result.manifest.session().ID
	result.Records = slices.DeleteFunc(result.Records, func(r Record) bool { return r.Session != last })
	if p := result.Provenance(); len(result.Records) != 4 || p.First < "2026" {
		t.Errorf("of %d records of the last session: %+v", len(result.Records), p)
	}
	kept, err := ReadFolder(dir)
	if err != nil || len(kept.Plans) != 2 || kept.Plans[0].Provenance.First[:4] != "1999" || kept.Plans[1].Provenance.First < "2026" || len(kept.Plans[1].Provenance.Machines) != 1 {
		t.Errorf("%+v, %v", kept.Plans, err)
	}
}
