package charts

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/charts/internal/numbers"
	"formicary/pkg/charts/internal/scale"
	"formicary/pkg/charts/internal/wording"
	"formicary/pkg/lists"
)

// Hardness draws what features do to success and to the time of a solution:
// by what one standard deviation of a feature multiplies the odds and the
// time, the other features staying as they are.
func Hardness(h analysis.Hardness) Chart {
	t := numbers.NewTable("response", "feature", "factor", "low", "high", "p", "standard deviation", "variance inflation")
	d := &dots{}
	var said []string
	puzzles := 0
	for _, r := range []analysis.Regression{h.Success, h.Time} {
		if !r.Fitted {
			continue
		}
		puzzles = max(puzzles, r.Puzzles)
		what := "the odds of " + r.Response
		if !r.Logistic {
			what = r.Response
		}
		d.panels = append(d.panels, dotPanel{axis: "factor on " + what, log: true, none: 1})
		for _, e := range r.Effects {
			settled := e.Within.Low > 1 || e.Within.High < 1
			d.effect(e.Feature, colourOf(h.Label), settled, e.Factor, e.Within, fmt.Sprintf("%s: %s more multiplies %s by %s %s\n%s, variance inflation %s", e.Feature, human(e.Deviation), what, human(e.Factor),
				interval(e.Within.Low, e.Within.High, human), analysis.Probability(e.P), human(e.Inflation)))
			t.Add(what, e.Feature, e.Factor, e.Within.Low, e.Within.High, e.P, e.Deviation, e.Inflation)
			if settled {
				said = append(said, fmt.Sprintf("%s multiplies %s by %s", e.Feature, what, human(e.Factor)))
			}
		}
	}
	alt := "Effects of features. " + strings.Join(said, "; ") + "."
	if len(said) == 0 {
		alt = "No feature has an effect whose interval excludes 1."
	}
	if len(d.panels) == 0 {
		d.panels = []dotPanel{{axis: "factor", none: 1}}
	}
	return d.figure().chart(Chart{
		Notes:    distinct(slices.Concat(h.Success.Warnings, h.Time.Warnings)),
		Title:    "What makes puzzles hard: " + h.Label,
		Subtitle: fmt.Sprintf("%s · effect of one standard deviation, other features held fixed · simultaneous %s %% intervals for puzzles like these · filled: interval excludes 1", plural(puzzles, "puzzle"), human(100*cmp.Or(h.Success.Scope.Level, 0.95))),
		Alt:      alt,
	}, t)
}

// Contrasts draws a comparison of engines, a row for each pair: the effect
// with its interval, filled where it is settled which one is better. Where a
// pair has no effect of means ([analysis.Contrast.ByRuns]) all rows are the share of
// pairs of runs, one each, of which the first's is better, ties counted half.
func Contrasts(d analysis.Comparison) Chart {
	t := numbers.NewTable("first", "second", "effect", "low", "high", "p (corrected)", "pairs of runs, ties half", "puzzles")
	one := dotPanel{axis: "difference in " + d.Score.Name}
	if others := distinct(lists.Map(d.Contrasts, func(k analysis.Contrast) string { return k.Second })); len(others) == 1 { // the greatest on top
		d.Contrasts = slices.SortedStableFunc(slices.Values(d.Contrasts), func(a, b analysis.Contrast) int { return cmp.Compare(b.Effect, a.Effect) })
	}
	var labels []string // of both sides, so that the colours are those of other charts
	for _, k := range d.Contrasts {
		labels = append(labels, k.First, k.Second)
	}
	colours := coloursOf(labels)
	byRuns := slices.ContainsFunc(d.Contrasts, analysis.Contrast.ByRuns)
	switch {
	case byRuns:
		one.axis, one.none = "pairs of runs in which the first is better (share, ties half)", 0.5
	case d.Score.Ratio:
		one.axis, one.none, one.log = "factor on "+d.Score.Name, 1, true
	}
	rows := &dots{panels: []dotPanel{one}}
	var said []string
	for i, k := range d.Contrasts {
		value, within := k.Effect, k.Interval
		if byRuns {
			value, within = k.Improvement, k.ImprovementInterval
		}
		rows.effect(k.First+" against "+k.Second, colours[2*i], k.Verdict() != 0, value, within, fmt.Sprint(k))
		t.Add(k.First, k.Second, value, within.Low, within.High, k.P, k.Improvement, k.Puzzles)
		said = append(said, fmt.Sprint(k))
	}
	intervals := fmt.Sprintf("%s %% intervals over puzzles", human(100*cmp.Or(d.Level, 0.95)))
	if len(d.Contrasts) > 1 {
		intervals = "simultaneous " + intervals
	}
	return rows.figure().chart(Chart{
		Notes:    d.AllWarnings(),
		Title:    "How engines differ, pair by pair",
		Subtitle: fmt.Sprintf("%s · %s · %s · filled: settled", plural(d.Puzzles, "puzzle"), d.Score.Name, intervals),
		Alt:      strings.Join(said, ". ") + ".",
	}, t)
}

// Contributions draws what each engine brings to a portfolio: its Shapley
// value with the interval over puzzles (Fréchette et al., "Using the Shapley
// value to analyze algorithm portfolios", AAAI 2016).
func Contributions(p analysis.Portfolio) Chart {
	t := numbers.NewTable("label", "Shapley value", "low", "high", "share", "alone", "marginal", "best on", "alone the best on")
	d := &dots{panels: []dotPanel{{axis: "Shapley value (" + p.Score.Name + ")"}}}
	var said []string
	shares := slices.Clone(p.Shares)
	slices.SortStableFunc(shares, func(a, b analysis.Contribution) int { return cmp.Compare(b.Shapley, a.Shapley) })
	colours := coloursOf(lists.Map(shares, func(s analysis.Contribution) string { return s.Label }))
	for i, s := range shares {
		d.effect(s.Label, colours[i], true, s.Shapley, s.Interval, fmt.Sprintf("%s: Shapley value %s %s, %s of all\nwithout it the virtual best is worse by %s\nbest on %s, alone on %s of %s", s.Label, human(s.Shapley),
			interval(s.Interval.Low, s.Interval.High, human), share(s.Share), human(s.Marginal), thousands(float64(s.Best)), thousands(float64(s.OnlyBest)), plural(p.Puzzles, "puzzle")))
		t.Add(s.Label, s.Shapley, s.Interval.Low, s.Interval.High, s.Share, s.Alone, s.Marginal, s.Best, s.OnlyBest)
		said = append(said, fmt.Sprintf("%s %s (%s of all)", s.Label, human(s.Shapley), share(s.Share)))
	}
	f := d.figure()
	for i, s := range shares {
		f.segment(0, "bar", s.Label, stroke{colour: colours[i], width: 9}, 0, f.y.row(i), s.Shapley, f.y.row(i))
	}
	return f.chart(Chart{
		Notes: p.Warnings,
		Title: "What each engine brings to a portfolio",
		Subtitle: fmt.Sprintf("%s · virtual best: mean %s %s, single best (%s): %s · 95 %% intervals for puzzles like these", plural(p.Puzzles, "puzzle"), p.Score.Name,
			human(p.VirtualBest), p.Single, human(p.SingleBest)),
		Alt: "Shapley values: " + strings.Join(said, ", ") + ".",
	}, t)
}

// CriticalDifference draws mean ranks with the bars of Demšar ("Statistical
// comparisons of classifiers over multiple data sets", JMLR 7, 2006, figure
// 1): of engines with a dot on a common bar it is not settled which is better.
// The best mean rank is on top.
func CriticalDifference(d analysis.CriticalDifference) Chart {
	worst := math.Max(float64(len(d.Labels)), 2)
	rows, before, _ := wording.Briefly(d.Labels)
	aside := (worst - 1) / 20 // bars stand beside the ranks, each in a lane of its own
	f := newFigure(axis{name: "mean rank (1 is the best on a puzzle)", min: 1, max: worst + aside*float64(len(d.Cliques)), marked: scale.Even(1, worst, min(9, int(worst)))}, axis{rows: rows})
	f.room.rowHigh, f.said = 28, before
	t := numbers.NewTable("label", "mean rank", "not settled against")
	colours := coloursOf(d.Labels)
	var said []string
	for i, label := range d.Labels {
		y, rank := f.y.row(i), d.Ranks[i]
		var alike []string
		for _, c := range d.Cliques {
			for _, j := range c {
				if slices.Contains(c, i) && j != i {
					alike = append(alike, d.Labels[j])
				}
			}
		}
		others := strings.Join(distinct(alike), ", ")
		text := fmt.Sprintf("%s · mean rank %s over %s", label, human(rank), plural(d.Puzzles, "puzzle"))
		if others != "" {
			text += "\nnot settled against " + others
		}
		t.Add(label, rank, others)
		said = append(said, label+" "+human(rank))
		f.segment(0, "stem "+label, label, stroke{colour: colours[i], width: 1.5, dash: "dotted"}, 1, y, rank, y)
		f.scatter(0, "rank", label, look{colour: colours[i], symbol: "circle", opacity: 1, z: 5}, []point{{x: rank, y: y, size: 12, text: text}})
	}
	alt := "Mean ranks: " + strings.Join(said, ", ") + "."
	for i, c := range d.Cliques {
		first, last := c[0], c[len(c)-1]
		var names []string
		var members []point
		x := worst + aside*(float64(i)+0.5)
		for _, j := range c {
			names = append(names, d.Labels[j])
			members = append(members, point{x: x, y: f.y.row(j), size: 9, text: "not settled: " + d.Labels[j]})
		}
		alt += " Not settled between " + strings.Join(names, ", ") + "."
		f.segment(0, fmt.Sprintf("bar %d", i), "not settled", stroke{colour: named("text"), width: 3}, x, f.y.row(first), x, f.y.row(last))
		f.scatter(0, fmt.Sprintf("members %d", i), "not settled", look{colour: named("text"), symbol: "circle", opacity: 1, z: 5}, members)
	}
	bars := "every pair is settled ("
	if len(d.Cliques) > 0 {
		bars = "bars join engines of which it is not settled which is better (pairs, "
	}
	subtitle := fmt.Sprintf("%s by %s · %s%s %%, Holm)", plural(d.Puzzles, "puzzle"), d.Score.Name, bars, human(100*d.Level))
	if p := d.Overall.P; scale.Finite(p) {
		subtitle += " · test that all are alike: " + analysis.Probability(p)
	}
	return f.chart(Chart{Notes: d.Warnings, Title: "Which engines differ", Subtitle: subtitle, Alt: alt}, t)
}
