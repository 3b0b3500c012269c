package show

import (
	"testing"

	"formicary/pkg/experiment"
)

func TestComesFrom(t *testing.T) {
	plan := func(day string, made, planned int) experiment.PublishedPlan {
		return experiment.PublishedPlan{Recorded: day, Processor: "Abacus", Made: made, Planned: planned}
	}
	for _, c := range []struct {
		plans []experiment.PublishedPlan
		want  string
	}{
		{[]experiment.PublishedPlan{plan("2026-11-22", 1, 1)}, `1 run of the study "x", recorded on 2026-11-22 (Abacus). “formicary study x” makes them again.`},
		{
			[]experiment.PublishedPlan{plan("2026-11-22", 5, 5), plan("2026-11-20", 7, 10)},
			`12 runs of the study "x", recorded from 2026-11-20 to 2026-11-22 (Abacus); 3 of its runs have not been made yet. “formicary study x” makes them again.`,
		},
	} {
		if got := comesFrom(experiment.Publication{Study: "x", Plans: c.plans}); got != c.want {
			t.Errorf("%s\nwant\n%s", got, c.want)
		}
	}
}

func TestNotPublished(t *testing.T) {
	defer func() {
		if text, ok := recover().(string); !ok || text != `experiment: no published study "none": “formicary study” lists the studies and runs one: file does not exist` {
			t.Errorf("%q", text)
		}
	}()
	Published("none")
}
