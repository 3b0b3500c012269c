package show

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"formicary/pkg/analysis"
	"formicary/pkg/charts"
	"formicary/pkg/experiment"
	"formicary/pkg/markup"
	"formicary/pkg/puzzle"
	"formicary/pkg/race"
	"formicary/pkg/solver"
)

// Race runs a race and shows it: a chart that grows while it runs, the chart by size of board, and one
// sentence in bold for each variant with the processor time beside it. For each variant it shows the
// puzzle on which it and the baseline differ most, with both boards and their pheromone, if any
// ([Example] has the films). It says how often each typed rule was asked there and changed something
// ([solver.Counting]); of a variant that never differs, how often in its longest run. A race with a
// name keeps its journal where [Run] does, and continues where it stopped; runs that are there of its
// plan ([race.Race.Plan]), or published, are not rerun. What a conclusion may say of it are its
// Effects: [analysis.Settings.Compare] refuses its records.
//
// Interrupting the kernel ends the race and shows what is known, and so does an
// error such as a full disk, which becomes a warning. Race panics where the race
// cannot be run, and where a run fails: the message names the line of a rule in
// the cell that panics, returns an invalid answer or does not return.
func Race(r race.Race, options ...experiment.Option) *race.Result {
	run := func(ctx context.Context, options ...experiment.Option) (*race.Result, error) {
		return r.Run(ctx, nil, options...)
	}
	if result, done := instead(race.Result{Race: r}, run, func() experiment.Option { return verifyRuns(r.Plan()) }, func() {
		extent := planned{What: "race", Runs: r.Runs, Blocks: r.Blocks}
		if r.Scope == race.FixedInstances {
			extent.Runs, extent.Blocks = max(r.Runs, 1)*r.Blocks, 0
		}
		writePlan(r.Plan(), extent)
	}); done {
		return result
	}
	ctx, stop := interruptible()
	defer stop()
	live := newGrowing(r.Name)
	draw := func(res *race.Result) (charts.Chart, string) { return charts.Race(res), raceState(res) }
	cited.solvers(r.Puzzles, append([]solver.Solver{r.Baseline}, r.Variants...)...)
	result, err := r.Run(ctx, func(res *race.Result) { live.watch(func() (charts.Chart, string) { return draw(res) }) }, append([]experiment.Option{experiment.Archive(fromArchive)}, kept(r.Name, options)...)...)
	checkUnless(err, result != nil && result.Blocks > 0)
	cited.records(slices.All(result.Records))
	useRuns(func() (experiment.Plan, *experiment.Result) { return result.Race.Plan(), result.Runs() })
	if result.Interrupted {
		Warn("%s after %s; what follows is based on these alone. Run the cell again to continue.", ended(err), puzzle.Plural(result.Blocks, r.Scope.Unit()))
	}
	warnings := slices.Clone(result.Warnings)
	for _, v := range result.Variants {
		if text, against := v.Price(); against {
			warnings = slices.DeleteFunc(warnings, func(w string) bool { return w == text })
			put(output{html: warning(markup.HTML(text), "formicary-time"), plain: "Warning: " + text})
		}
	}
	warn(warnings)
	if result.Blocks == 0 {
		return result
	}
	live.end(draw(result))
	if text := result.Reuse; text != "" {
		say(reused(r.Name, text))
	}
	if len(result.Variants[0].Sizes) > 1 {
		Chart(charts.RaceSizes(result))
	}
	verdicts(result)
	for _, v := range result.Variants {
		if !result.Interrupted { // whoever interrupts a cell does not want more runs
			if tracks := differ(ctx, result, v.Variant, true); tracks == nil {
				idle(ctx, result, v.Variant)
			}
		}
	}
	return result
}

// idle says how often the rules of a variant that never differs were asked in its longest
// run, and changed something.
func idle(ctx context.Context, result *race.Result, variant string) {
	if same, of := result.Identical(variant); same < of {
		return
	}
	r, longest := result.Race, experiment.Record{}
	for _, one := range result.Records {
		if one.Is(variant) && one.Iterations > longest.Iterations {
			longest = one
		}
	}
	p := slices.IndexFunc(r.Puzzles, func(p puzzle.Puzzle) bool { return p.Hash().String() == longest.Content })
	s := slices.IndexFunc(r.Variants, func(s solver.Solver) bool { return s.Describe().Hash() == longest.ConfigHash })
	if p < 0 || s < 0 || !r.Variants[s].Describe().Custom {
		return
	}
	film(ctx, r.Variants[s], r.Puzzles[p], solver.Run{Seed: longest.Seed, Budget: longest.Budget})
}

// Example shows the puzzle on which a variant of a race and the baseline differ most
// ([race.Result.Differ]): the films of both runs on one clock. It says so where they never differ, and panics where
// the race has no such variant.
func Example(result *race.Result, variant string) {
	if planning() {
		return
	}
	v, ok := result.Find(variant)
	if !ok {
		panic(fmt.Sprintf("show: Example: the race has no variant %s", puzzle.Quote(variant)))
	}
	ctx, stop := interruptible()
	defer stop()
	if tracks := differ(ctx, result, variant, false); tracks != nil {
		Film(tracks...)
	} else {
		Text("“%s” and “%s” differ on no puzzle of %s.", v.Variant, v.Baseline, puzzle.Plural(v.Blocks, v.Scope.Unit()))
	}
}

// verdicts shows the sentence of each variant, and with it what the processor
// time came to. It carries them as a conclusion does (see [ConclusionType]), for
// what ends with a race.
func verdicts(result *race.Result) {
	var lines, sentences []string
	for _, v := range result.Variants {
		sentences = append(sentences, v.String())
		lines = append(lines, sentence(v.String()))
		if text, against := v.Price(); text != "" && !against { // what it says against is a warning
			lines = append(lines, timed(sentence(text)))
		}
	}
	said := analysis.Conclusion{Headline: result.Variants[0].Short(), Answer: strings.Join(sentences, " ")}
	put(output{
		markdown: strings.Join(lines, "\n\n"), plain: strings.Join(sentences, "\n"),
		extra: map[protocol.MIMEType]string{ConclusionType: conclusionData(said, result.Effects())},
	})
}

// differ shows, if asked to, the boards of a variant and of the baseline on the puzzle on which they
// differ most, with their pheromone on one scale. It returns the tracks of both runs, none
// where they never differ.
func differ(ctx context.Context, result *race.Result, variant string, boards bool) (tracks []Track) {
	p, run, ok := result.Differ(variant)
	if !ok {
		return nil
	}
	r, plan := result.Race, result.Race.Plan()
	var views []puzzle.View
	var last []solver.Frame
	for i, s := range plan.Engines {
		d := s.Describe()
		if i > 0 && !solver.Means(variant, d.Label()) {
			continue
		}
		out, frames := film(ctx, s, p, solver.Run{Seed: plan.RunSeed(p.Hash(), d.Engine, run), Budget: r.Budget})
		tracks = append(tracks, Frames(d.Label(), p, frames))
		after := puzzle.Plural(int(out.Iterations), "iteration")
		if out.Iterations == 0 {
			after = puzzle.Plural(int(out.Evaluations), "evaluation")
		}
		v := puzzle.View{Board: out.Best, Title: fmt.Sprintf("%s: %s after %s", d.Label(), out.Status, after)}
		if !out.Status.HasSolution() && !out.Best.IsZero() {
			v.Violations = p.Check(out.Best)
			v.Title += fmt.Sprintf(", cost %v (hatched: broken rules)", out.Cost)
		}
		f := solver.Frame{}
		if len(frames) > 0 && len(frames[len(frames)-1].Pheromone) == p.Size().Cells() {
			f.Pheromone = frames[len(frames)-1].Pheromone
		}
		f.Board = v.Board
		views, last = append(views, v), append(last, f)
	}
	for i, v := range views {
		views[i] = charts.PheromoneView(last[i], last)
		views[i].Title, views[i].Violations = v.Title, v.Violations
	}
	Text("The puzzle on which they differ most: %s (%v), both runs with the same seed.", p.ID(), p.Size().Words())
	if boards {
		Draw(p, views...)
	}
	return tracks
}

// ruleAt finds the place of a rule in the text of a [colony.RuleError].
var ruleAt = regexp.MustCompile(`(?m)\brule \w+: .*\n\t(.+):(\d+)$`)

// sourceLine is the line of source that an error names, for the reader to
// recognise: while a cell runs the kernel keeps its program.
func sourceLine(text string) string {
	m := ruleAt.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	source, err := os.ReadFile(m[1])
	if err != nil {
		return ""
	}
	lines := strings.Split(string(source), "\n")
	n, err := strconv.Atoi(m[2])
	if err != nil || n < 1 || n > len(lines) {
		return ""
	}
	return "\nThe line: " + strings.TrimSpace(lines[n-1]) + "\n"
}

// raceState is the line below the chart of a race.
func raceState(res *race.Result) string {
	done, reused := res.Counts()
	state := fmt.Sprintf("%s, %s", puzzle.Plural(res.Blocks, res.Race.Scope.Unit()), puzzle.Plural(done, "run"))
	if reused > 0 && res.Reuse == "" {
		state += fmt.Sprintf(", %d of them reused", reused)
	}
	for _, v := range res.Variants {
		state += fmt.Sprintf(" · %s: %v", v.Variant, v.Words())
	}
	return state + " · " + mode() + " mode"
}
