package show

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"formicary/pkg/assets"
	"formicary/pkg/charts/page"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/puzzle"
)

// Published returns the records of a published study, or of some of its plans,
// and shows in one line where they come from. It runs nothing, and returns the
// same in both modes: conclusions come from here. Published panics where there
// is no such study or plan.
func Published(study string, plans ...string) Records {
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
		cited.engine(e)
	}
	cited.records(slices.All(records))
	names := ""
	for _, name := range append([]string{study}, plans...) {
		names += fmt.Sprintf(", %q", name)
	}
	cameFrom(len(records), placed(records), study, "show.Published("+names[2:]+")")
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
	return text + fmt.Sprintf(". “formicary verify %s” reruns a sample.", s.Name)
}

// uses is the list in the folder that [assets.UsedEnv] names.
var uses = sync.OnceValue(openUses)

func openUses() *json.Encoder {
	file, err := os.OpenFile(filepath.Join(os.Getenv(assets.UsedEnv), assets.UsedFile), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	check(err)
	return json.NewEncoder(file)
}

// use lists a published study of which the cell takes records, where somebody asks.
func use(study string, plans ...string) {
	if os.Getenv(assets.UsedEnv) != "" {
		check(uses().Encode(assets.Used{Study: study, Plans: plans}))
	}
}

// useBeside lists what the cell shows of runs that are no records of a study.
func useBeside(what string, plans ...string) {
	if os.Getenv(assets.UsedEnv) != "" {
		check(uses().Encode(assets.Used{Beside: what, Plans: plans}))
	}
}

// useRuns lists the runs of a plan, where somebody asks: the study that they were
// published with, or they are written as one.
func useRuns(of func() (experiment.Plan, *experiment.Result)) {
	home := os.Getenv(assets.UsedEnv)
	if home == "" {
		return
	}
	plan, result := of()
	if result == nil || result.Len() == 0 {
		return
	}
	file, err := plan.File()
	check(err)
	published, ok, err := archive.Find(file.Fingerprint)
	check(err)
	if ok && sameRuns(published.Records, result) {
		use(published.Study, plan.Name)
		return
	}
	name := experiment.Slug(fmt.Sprintf("runs %.80s %s", plan.Name, file.Fingerprint)) // notebooks may give one name to two plans
	question := "Runs of a notebook"
	if file.Design != "" {
		question = fmt.Sprintf("Runs of the %s %q of a notebook", file.Design, file.Name)
	}
	check(archive.Publish(home, name, question, archive.Part{Plan: file, Records: result.All(), Provenance: result.Provenance(), Traces: true}))
	check(uses().Encode(assets.Used{Study: name, Own: true}))
}

// sameRuns says whether records are of the runs of a result, of which each was made once: it is not enough that
// they came out the same.
func sameRuns(records []experiment.Record, result *experiment.Result) bool {
	for i, b := range result.All() {
		if i >= len(records) || !sameRun(records[i], b) {
			return false
		}
	}
	return len(records) == result.Len()
}

func sameRun(a, b experiment.Record) bool {
	return a.Content == b.Content && a.ConfigHash == b.ConfigHash && a.Run == b.Run && a.Code == b.Code && a.Seconds == b.Seconds && a.CPU == b.CPU
}
