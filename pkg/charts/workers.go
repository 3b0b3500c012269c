package charts

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"formicary/pkg/charts/internal/numbers"
	"formicary/pkg/charts/internal/scale"
	"formicary/pkg/experiment/campaign"
	"formicary/pkg/puzzle"
)

// workersBins is into how many parts of the time the runs are counted.
const workersBins = 60

// life is an attempt in seconds since the first one began.
type life struct {
	name     string
	from, to float64
	runs     int
	killed   bool
}

// livesOf are attempts as they were at a time, sorted by their start.
func livesOf(attempts []campaign.Attempt, now time.Time) (out []life) {
	attempts = slices.SortedStableFunc(slices.Values(attempts), func(a, b campaign.Attempt) int { return a.Started.Compare(b.Started) })
	for _, a := range attempts {
		since := func(t time.Time) float64 { return max(0, t.Sub(attempts[0].Started).Seconds()) }
		out = append(out, life{a.Name, since(a.Started), max(since(a.Started), since(a.End())), a.Made, a.Dead(now)})
	}
	return out
}

// Workers draws who worked when: the runs made each second, and a line for each
// attempt of a worker, with a cross where it was killed. An attempt's runs are spread
// evenly over its time. Attempts stand in as few lanes as keep them apart: as many
// as lived at the same time. The time tells which of them still live.
func Workers(all []campaign.Attempt, now time.Time) Chart {
	attempts := livesOf(all, now)
	end, runs, killed := 0.0, 0, 0
	for _, a := range attempts {
		end, runs = max(end, a.to), runs+a.runs
		if a.killed {
			killed++
		}
	}
	end = cmp.Or(end, 1)
	lanes := lanesOf(attempts)
	most := 1 + slices.Max(append(slices.Clone(lanes), 0))
	rate := ratesOf(attempts, end)
	_, high, _ := scale.Span(rate)
	x := axis{name: "time since the start (s)", min: 0, max: end, time: true}
	f := newPanels(
		[2]axis{x, {name: "runs per second", min: 0, max: scale.Nice(high)}},
		[2]axis{x, {name: "workers at the same time", min: 0, max: float64(most), integer: true}},
	)
	works, dies := more, less
	var steps []point
	for i, r := range rate {
		from, to := end*float64(i)/workersBins, end*float64(i+1)/workersBins
		text := fmt.Sprintf("%s runs per second\n%s to %s", human(r), puzzle.Time(from), puzzle.Time(to))
		steps = append(steps, point{x: from, y: r, text: text}, point{x: to, y: r, text: text})
	}
	f.curve(0, "rate", "runs per second", stroke{colour: works, width: 2}, steps)
	t := numbers.NewTable("attempt", "from (s)", "to (s)", "runs", "killed")
	var lives, ends []point
	for i, a := range attempts {
		y := float64(lanes[i]) + 0.5
		how := "ended by itself"
		if a.killed {
			how = "killed"
			ends = append(ends, point{x: a.to, y: y, size: 9, text: fmt.Sprintf("%s was killed after %s", a.name, plural(a.runs, "run"))})
		}
		text := fmt.Sprintf("%s: %s in %s, %s", a.name, plural(a.runs, "run"), puzzle.Time(a.to-a.from), how)
		lives = append(lives, point{x: a.from, y: y, text: text}, point{x: a.to, y: y, text: text}, point{x: a.to, y: math.NaN()})
		t.Add(a.name, a.from, a.to, a.runs, fmt.Sprint(a.killed))
	}
	f.curve(1, "attempts", "attempts", stroke{colour: works, width: 3}, lives)
	f.scatter(1, "killed", "killed", look{colour: dies, symbol: cross, opacity: 1, z: 6}, ends)
	f.legend = []entry{{"attempts", works, "rect", false}, {"killed", dies, cross, false}}
	return f.chart(Chart{
		Title:    "Who worked when",
		Subtitle: fmt.Sprintf("%s by %s in %s, %d of them killed", plural(runs, "run"), plural(len(attempts), "attempt"), puzzle.Time(end), killed),
		Alt: fmt.Sprintf("%s were made by %s within %s, at most %d at the same time; %d were killed. The most runs in one second are %s.",
			plural(runs, "run"), plural(len(attempts), "attempt"), puzzle.Time(end), most, killed, human(high)),
	}, t)
}

// lanesOf gives attempts, sorted by their start, the lowest lane that is free.
func lanesOf(attempts []life) []int {
	var until []float64
	out := make([]int, len(attempts))
	for i, a := range attempts {
		lane := slices.IndexFunc(until, func(t float64) bool { return t <= a.from })
		if lane < 0 {
			lane, until = len(until), append(until, 0)
		}
		until[lane], out[i] = a.to, lane
	}
	return out
}

// ratesOf are the runs per second in equal parts of the time.
func ratesOf(attempts []life, end float64) []float64 {
	rate := make([]float64, workersBins)
	width := end / workersBins
	for _, a := range attempts {
		for i := range rate {
			from, to := max(a.from, width*float64(i)), min(a.to, width*float64(i+1))
			if a.to > a.from && to > from {
				rate[i] += float64(a.runs) * (to - from) / (a.to - a.from) / width
			} else if a.to <= a.from && i == min(int(a.from/width), workersBins-1) {
				rate[i] += float64(a.runs) / width
			}
		}
	}
	return rate
}
