package folder

import (
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/internal/identity"
)

// Days are those of the first and the last session, machines and tool chains are there
// once, and what nobody wrote down is left out.
func TestProvenance(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2026, 11, d, 23, 30, 0, 0, time.FixedZone("", -3600)) } // the next day, in UTC
	first := identity.Process{Started: day(20), Finished: day(21), Machine: identity.Machine{Processor: "Abacus", Processors: 1, OS: "linux", Arch: "arm64", Go: "go1"}}
	second := identity.Process{Started: day(19), Machine: identity.Machine{Processor: "Abacus", Processors: 1, OS: "linux", Arch: "arm64", Go: "go2"}}
	third := identity.Process{Machine: identity.Machine{Processors: 4}}
	for _, tt := range []struct {
		sessions []identity.Process
		want     Provenance
		text     string
	}{
		{nil, Provenance{}, "recorded"},
		{[]identity.Process{first}, Provenance{"2026-11-21", "2026-11-22", []string{"Abacus, 1 processor, linux/arm64"}, []string{"go1"}}, "recorded from 2026-11-21 to 2026-11-22 (Abacus, 1 processor, linux/arm64)"},
		{[]identity.Process{second}, Provenance{"2026-11-20", "2026-11-20", []string{"Abacus, 1 processor, linux/arm64"}, []string{"go2"}}, "recorded on 2026-11-20 (Abacus, 1 processor, linux/arm64)"},
		{[]identity.Process{third}, Provenance{Machines: []string{"4 processors"}}, "recorded (4 processors)"},
		{[]identity.Process{third, first, second}, Provenance{"2026-11-20", "2026-11-22", []string{"4 processors", "Abacus, 1 processor, linux/arm64"}, []string{"go1", "go2"}}, "recorded from 2026-11-20 to 2026-11-22 (4 processors; Abacus, 1 processor, linux/arm64)"},
	} {
		var p Provenance
		p.add(tt.sessions...)
		d := gocmp.Diff(tt.want, p)
		alltest.Check(t, d == "" && p.String() == tt.text, "%v: %s", p, d)
	}
}
