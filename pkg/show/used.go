package show

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"formicary/pkg/assets"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
)

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
func useRuns(plan experiment.Plan, result *experiment.Result) {
	home := os.Getenv(assets.UsedEnv)
	if home == "" || result == nil || len(result.Records) == 0 {
		return
	}
	file, err := plan.File()
	check(err)
	published, ok, err := archive.Find(file.Fingerprint)
	check(err)
	if ok && slices.EqualFunc(published.Records, result.Records, sameRun) {
		use(published.Study, plan.Name)
		return
	}
	name := experiment.Slug(fmt.Sprintf("runs %.80s %s", plan.Name, file.Fingerprint)) // notebooks may give one name to two plans
	question := "Runs of a notebook"
	if file.Design != "" {
		question = fmt.Sprintf("Runs of the %s %q of a notebook", file.Design, file.Name)
	}
	check(archive.Publish(home, name, question, archive.Part{Plan: file, Records: result.Records, Provenance: result.Provenance(), Traces: true}))
	check(uses().Encode(assets.Used{Study: name, Own: true}))
}

// sameRun says whether records are of one run that was made once: it is not enough that
// they came out the same.
func sameRun(a, b experiment.Record) bool {
	return a.Content == b.Content && a.ConfigHash == b.ConfigHash && a.Run == b.Run && a.Code == b.Code && a.Seconds == b.Seconds && a.CPU == b.CPU
}
