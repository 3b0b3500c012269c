package show

import (
	"fmt"
	"strings"
	"sync"

	"formicary/pkg/charts/page"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
)

// Published returns the records of a published study, or of some of its plans,
// and shows in one line where they come from. It runs nothing, and returns the
// same in both modes: conclusions come from here. Published panics where there
// is no such study or plan.
func Published(study string, plans ...string) []experiment.Record {
	p, err := experiment.Published(study)
	check(err)
	for _, name := range plans {
		if len(p.Records(name)) == 0 {
			panic(fmt.Sprintf("show: the study %q has no plan %q", study, name))
		}
	}
	if _, told := provenance.LoadOrStore(study, true); !told {
		made, _ := p.Counts()
		say(page.Source{Short: fmt.Sprintf("Records of the study %q (%s)", study, puzzle.Plural(made, "run")), Full: comesFrom(p)})
	}
	for _, plan := range p.Plans {
		for _, e := range plan.Engines {
			met.engine(e.Description)
		}
	}
	records := p.Records(plans...)
	met.records(records)
	names := ""
	for _, name := range append([]string{study}, plans...) {
		names += fmt.Sprintf(", %q", name)
	}
	cameFrom(records, study, "show.Published("+names[2:]+")")
	return records
}

// provenance has the studies of which this cell has said where they come from.
var provenance sync.Map

// quoted says whether this cell has taken records of a study.
func quoted() (yes bool) {
	provenance.Range(func(any, any) bool {
		yes = true
		return false
	})
	return yes
}

// say shows where runs come from, and prints it in full.
func say(s page.Source) { put(output{html: s.Markup(), plain: s.Full}) }

// reused is where the runs of a name come from that its journal had, as
// [experiment.Result] says it.
func reused(name, reuse string) page.Source {
	if name != "" {
		name += ": "
	}
	short, _, _ := strings.Cut(reuse, ": ")
	return page.Source{Short: name + short, Full: name + reuse}
}

// comesFrom says where the records of a study come from.
func comesFrom(p experiment.Publication) string {
	made, planned := p.Counts()
	first, last := p.Recorded()
	when := "on " + first
	if first != last {
		when = "from " + first + " to " + last
	}
	text := fmt.Sprintf("%s of the study %q, recorded %s", puzzle.Plural(made, "run"), p.Study, when)
	if machine := p.Plans[len(p.Plans)-1].Processor; machine != "" {
		text += " (" + machine + ")"
	}
	if made < planned {
		text += fmt.Sprintf("; %d of its runs have not been made yet", planned-made)
	}
	return text + fmt.Sprintf(". “formicary study %s” makes them again.", p.Study)
}
