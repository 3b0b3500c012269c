package show

import (
	"context"
	"errors"
	"fmt"
	"html"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"formicary/pkg/charts"
	"formicary/pkg/charts/page"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/race"
	"formicary/pkg/solver"
)

// Race runs a race and shows it: a chart that grows while it runs, the chart
// by size of board, one sentence for each variant, and for each a puzzle on
// which it and the baseline differ, with both boards and what pheromone there
// is. A race with a name has its journal where [Run] has those of plans; it
// goes on where it was.
//
// Interrupting the kernel ends the race and shows what it knows. Race panics
// where the race cannot be run, and where a run fails: a rule that was typed
// into the cell and that panics, answers nonsense or does not return is named
// with its line.
func Race(r race.Race, options ...experiment.Option) *race.Result {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if dir, err := journalFolder(r.Name); err != nil {
		Warn("The runs are not kept on disk: %v", err)
	} else {
		options = append([]experiment.Option{experiment.In(dir)}, options...)
	}
	live := &liveRace{id: displayID(), every: liveEvery}
	result, err := r.Run(ctx, live.watch, options...)
	if err != nil {
		if errors.Is(err, experiment.ErrLocked) {
			err = fmt.Errorf("%w: another cell or program runs this race; wait for it, or give the race another name", err)
		}
		panic("show: " + err.Error() + sourceLine(err.Error()))
	}
	if result.Interrupted {
		Warn("Interrupted after %s; what follows is about these alone. Run the cell again to go on.", count(result.Blocks, "puzzle"))
	}
	for _, w := range result.Warnings {
		Warn("%s", w)
	}
	if result.Blocks == 0 {
		return result
	}
	live.update(result, true)
	reader().flush()
	if len(result.Comparisons[0].Sizes) > 1 {
		Chart(charts.RaceSizes(result))
	}
	for _, c := range result.Comparisons {
		Markdown("**%s**", c)
	}
	for i, c := range result.Comparisons {
		if p, run, ok := result.Example(c.Variant); ok {
			differ(ctx, result.Race, r.Variants[i], p, run)
		}
	}
	return result
}

// differ shows the boards of a variant and of the baseline on a puzzle, with
// what pheromone there is on one scale.
func differ(ctx context.Context, r race.Race, variant solver.Solver, p puzzle.Puzzle, run int) {
	var views []puzzle.View
	most := 0.0
	for _, s := range []solver.Solver{r.Baseline, variant} {
		d := s.Describe()
		film := solver.NewFilm(filmFrames)
		out, err := s.Solve(ctx, p, solver.Run{Seed: solver.Seed(r.Seed, p.Hash(), d.Engine, run), Budget: r.Budget, Observer: film.Observe})
		if err != nil {
			panic(fmt.Sprintf("show: %s on %s: %v", d.Label(), p.ID(), err) + sourceLine(err.Error()))
		}
		v := puzzle.View{Board: out.Best, Title: fmt.Sprintf("%s: %s after %s", d.Label(), out.Status, count(int(out.Iterations), "iteration"))}
		if !out.Status.HasSolution() && !out.Best.IsZero() {
			v.Violations = p.Check(out.Best)
			v.Title += fmt.Sprintf(", cost %v", out.Cost)
		}
		if frames := film.Frames(); len(frames) > 0 && len(frames[len(frames)-1].Pheromone) == p.Size().Cells() {
			v.Heat, v.HeatName = frames[len(frames)-1].Pheromone, "pheromone"
			most = max(most, slices.Max(v.Heat))
		}
		views = append(views, v)
	}
	for i := range views {
		views[i].HeatMax = most
	}
	Text("A puzzle on which they differ: %s (%v), with the same seed.", p.ID(), p.Size())
	Draw(p, views...)
}

// ruleAt finds the place of a rule in the text of a [colony.RuleError].
var ruleAt = regexp.MustCompile(`(?m)\brule \w+: .*\n\t(.+):(\d+)$`)

// sourceLine is the line of source that an error names, so that the reader
// recognises it: while a cell runs the kernel keeps its program.
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

// liveRace is the chart of a race that changes in place.
type liveRace struct {
	id      string
	every   time.Duration
	next    time.Time
	element string
	updates int
}

// watch draws, but not too often; see [liveShare].
func (l *liveRace) watch(result *race.Result) {
	start := time.Now()
	if start.Before(l.next) {
		return
	}
	l.update(result, false)
	l.next = time.Now().Add(max(l.every, liveShare*time.Since(start)))
}

func (l *liveRace) update(result *race.Result, last bool) {
	c := charts.Race(result)
	if l.element == "" {
		l.element = c.ID()
	} else {
		l.updates++
	}
	done, reused := result.Counts()
	state := fmt.Sprintf("%s, %s", count(result.Blocks, "puzzle"), count(done, "run"))
	if reused > 0 {
		state += fmt.Sprintf(", %d of them reused", reused)
	}
	for _, v := range result.Comparisons {
		state += fmt.Sprintf(" · %s: %v", v.Variant, v.Verdict)
	}
	o := output{html: page.Live(c, l.element, l.updates) + `<div class="formicary-progress" style="font-variant-numeric:tabular-nums">` + html.EscapeString(state) + `</div>`, id: l.id}
	switch {
	case last:
		o.html += libraryOnce()
		o.plain = c.String()
	case l.updates == 0:
		o.html += library()
	}
	reader().put(o)
}
