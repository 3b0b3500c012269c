package show

import (
	"fmt"
	"strings"
	"sync"

	"formicary/pkg/charts/page"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/puzzle"
)

// Published returns the records of a published study, or of some of its plans,
// and shows in one line where they come from. It runs nothing, and returns the
// same in both modes: conclusions come from here. Published panics where there
// is no such study or plan.
func Published(study string, plans ...string) []experiment.Record {
	s, err := archive.Open(study)
	check(err)
	records, err := s.Records(plans...)
	check(err)
	if _, told := provenance.LoadOrStore(study, true); !told {
		made, _ := s.Counts()
		say(page.Source{Short: fmt.Sprintf("Records of the study %q (%s)", study, puzzle.Plural(made, "run")), Full: comesFrom(s)})
	}
	engines, err := s.Engines()
	check(err)
	for _, e := range engines {
		met.engine(e)
	}
	met.records(records)
	names := ""
	for _, name := range append([]string{study}, plans...) {
		names += fmt.Sprintf(", %q", name)
	}
	cameFrom(records, study, "show.Published("+names[2:]+")")
	use(study, plans...)
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
func comesFrom(s *archive.Study) string {
	made, planned := s.Counts()
	text := fmt.Sprintf("%s of the study %q, %v", puzzle.Plural(made, "run"), s.Name, s.Provenance())
	if made < planned {
		text += fmt.Sprintf("; %s of its %s not been made yet", puzzle.Thousands(planned-made), puzzle.Plural(planned, "run has", "runs have"))
	}
	if n := s.VerifiedHere(); n > 0 {
		text += fmt.Sprintf("; %s verified here", puzzle.Thousands(n))
	}
	return text + fmt.Sprintf(". “formicary study %s” makes them again.", s.Name)
}
