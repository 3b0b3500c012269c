package race

import (
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/experiment/campaign"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// Engines of different names run with the same seeds in every block, and these runs are
// those of the race's plan: in the journal, in the plan's file, when they are made
// again, in a campaign's folder that a race starts from, and published.
func TestPlanOfARace(t *testing.T) {
	for _, about := range []Scope{InstanceSample, FixedInstances} {
		var runs atomic.Int64
		r := example(60)
		r.Scope, r.Name = about, "a race"
		r.Baseline = luck{name: "plain", skill: 1, solve: &runs}
		r.Variants = []solver.Solver{luck{engine: "stone/skill", name: "slow", skill: 0.9, solve: &runs}, luck{engine: "stone/more", name: "fast", skill: 3, solve: &runs}}
		if r.Blocks, r.Runs = 40, 2; about == FixedInstances {
			r.Blocks, r.Runs = 3, 1
		}
		dir := t.TempDir()
		res, err := r.Run(t.Context(), nil, experiment.In(dir))
		alltest.OK(t, err)
		plan := res.Race.Plan()
		if d := cmp.Diff(fileOf(t, plan), fileOf(t, r.Plan())); d != "" || len(plan.Puzzles) != map[Scope]int{InstanceSample: 40, FixedInstances: 60}[about] || plan.Runs != map[Scope]int{InstanceSample: 2, FixedInstances: 3}[about] {
			t.Errorf("the plan has %d puzzles and %d runs; with defaults put in it differs: %s", len(plan.Puzzles), plan.Runs, d)
		}
		type run struct {
			puzzle string
			number int
		}
		seeds, engines := map[run]map[uint64]bool{}, map[run]int{}
		for _, x := range res.Records {
			at := run{x.Content, x.Run}
			if seeds[at] == nil {
				seeds[at] = map[uint64]bool{}
			}
			seeds[at][x.Seed] = true
			engines[at]++
			alltest.Require(t, x.Design == "race", "a record of a race is of the design %q", x.Design)
		}
		shared := 0
		for at, of := range seeds {
			if len(of) == 1 && engines[at] > 1 {
				shared++
			}
		}
		alltest.Check(t, shared == len(seeds) && shared >= 80, "about %d: %d of %d runs have one seed for all engines", about, shared, len(seeds))
		// The file of the plan, read again, has the race's records as its own.
		folder := t.TempDir()
		text := alltest.Must(os.Create(filepath.Join(folder, experiment.PlanName)))(t)
		alltest.OK(t, fileOf(t, plan).Write(text), text.Close())
		file := alltest.Must(experiment.OpenPlan(folder))(t)
		rebuild := func(d solver.Description) (solver.Solver, error) {
			return plan.Engines[slices.IndexFunc(plan.Engines, func(s solver.Solver) bool { return s.Describe().Hash() == d.Hash() })], nil
		}
		open := func(o sets.Origin) (puzzle.Puzzle, error) {
			return plan.Puzzles[slices.IndexFunc(plan.Puzzles, func(p puzzle.Puzzle) bool { return p.ID() == o.ID })], nil
		}
		read := alltest.Must(experiment.PlanOf(file, nil, rebuild, open))(t)
		out := differ(t, read, res.Records[:20])
		alltest.Require(t, out == nil, "%v", out)
		kept, err := columns.Kept(dir)
		alltest.Require(t, err == nil && len(kept.Plans) == 1 && len(kept.Plans[0].Records) >= len(res.Records) && kept.Plans[0].Records[0].Design == "race",
			"%+v, %v", kept.Others, err)
		before := runs.Swap(0)
		whole, err := read.Run(t.Context(), experiment.In(dir))
		if made := runs.Load(); err != nil || made+before < int64(len(whole.Records())) || made > int64(len(whole.Records())-len(res.Records))+10 {
			t.Errorf("%d runs in the race and %d for the plan's %d: %v", before, made, len(whole.Records()), err)
		}
		// After a campaign of its plan a race makes no run, but to see that the engines are
		// the same, and is the same race.
		dir = t.TempDir()
		alltest.OK(t, file.Save(dir))
		f := alltest.Must(campaign.Open(dir))(t)
		worked, err := f.Work(t.Context(), campaign.Worker{Shard: campaign.Shard{Of: 1}, Job: "race", Task: "0", Workers: 2, Rebuild: rebuild, Open: open})
		progress, failed := f.Progress()
		alltest.Require(t, err == nil && failed == nil && progress.Done == file.Total(), "%+v, %+v, %v, %v", worked, progress, err, failed)
		if kept, err := columns.Kept(dir); err != nil || len(kept.Plans) != 1 || len(kept.Plans[0].Records) != file.Total() || kept.Plans[0].Records[0].Design != "race" {
			t.Errorf("%d runs of the campaign are of no plan: %v", kept.Others, err)
		}
		runs.Store(0)
		again, err := r.Run(t.Context(), nil, experiment.In(dir))
		d := cmp.Diff(res, again, timeless)
		alltest.Check(t, err == nil && d == "" && runs.Load() <= 10, "%d runs after the campaign: %v %s", runs.Load(), err, d)
		// Published as a study, and verified.
		home, made := t.TempDir(), res.Runs()
		alltest.OK(t, archive.Publish(home, "a-race", "Which is better?", archive.Part{Plan: file, Records: made.All(), Provenance: made.Provenance()}))
		study, err := archive.Read(filepath.Join(home, "a-race"))
		alltest.Require(t, err == nil && study.Plans[0].Provenance.First != "" && study.Plans[0].Planned == len(res.Records),
			"%v %v", study, err)
		records, err := study.Records()
		alltest.Check(t, err == nil && len(records) == len(res.Records) && records[0].Design == "race", "%d of %d records published: %v", len(records), len(res.Records), err)
		v, err := study.Verify(t.Context(), archive.Makers{Engine: func(_ string, e experiment.PlanEngine) (solver.Solver, error) { return rebuild(e.Description) }, Puzzle: open}, archive.Sample{Runs: 20})
		alltest.Check(t, err == nil && v.Plans[0].Made == 20 && v.Plans[0].Differences == nil, "verified: %+v, %v", v, err)
	}
}

func fileOf(t *testing.T, p experiment.Plan) experiment.PlanFile {
	t.Helper()
	f := alltest.Must(p.File())(t)
	return f
}

// differ says how runs of a plan differ when they are rerun.
func differ(t *testing.T, plan experiment.Plan, records []experiment.Record) (out []string) {
	t.Helper()
	made := 0
	for _, r := range alltest.Must(experiment.Replicate(t.Context(), experiment.Sampling{Runs: len(records)}, experiment.Evidence{Plan: plan, Records: experiment.Held(records...)}))(t) {
		out, made = append(out, r.Differences...), made+r.Made
	}
	alltest.Require(t, made != 0, "no run was rerun")
	return out
}
