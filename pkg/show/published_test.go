package show

import (
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
)

func TestComesFrom(t *testing.T) {
	plan := func(day string, made, planned int) archive.Plan {
		return archive.Plan{Made: made, Planned: planned, Provenance: experiment.Provenance{First: day, Last: day, Machines: []string{"Abacus"}}}
	}
	for _, c := range []struct {
		plans []archive.Plan
		want  string
	}{
		{[]archive.Plan{plan("2026-11-22", 1, 1)}, `1 run of the study "x", recorded on 2026-11-22 (Abacus). “formicary verify x” reruns a sample.`},
		{
			[]archive.Plan{plan("2026-11-22", 5, 5), plan("2026-11-20", 7, 10)},
			`12 runs of the study "x", recorded from 2026-11-20 to 2026-11-22 (Abacus); 3 of its 15 runs have not been made yet. “formicary verify x” reruns a sample.`,
		},
	} {
		alltest.Equal(t, comesFrom(&archive.Study{Name: "x", Plans: c.plans}), c.want)
	}
}

func TestNotPublished(t *testing.T) {
	alltest.Equal(t, alltest.Panics(t, func() { Published("none") }), `archive: no published study "none": “formicary study list” lists them: file does not exist`)
}
