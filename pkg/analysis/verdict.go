package analysis

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"formicary/pkg/puzzle"
)

// ByRuns says that there is no effect of means to tell, so that the Improvement
// of runs stands for it: with one puzzle, with infinite scores, and where
// all puzzles agree in everything and show no spread.
func (c Contrast) ByRuns() bool {
	return math.IsNaN(c.Effect) || math.IsInf(c.Interval.Low, -1) || math.IsInf(c.Interval.High, 1)
}

// side is 1 where the interval lies above no difference in favour of the first,
// −1 where below, 0 where it contains it.
func (c Contrast) side() int {
	interval, none, sign := c.Interval, 0.0, 1
	switch {
	case c.ByRuns():
		interval, none = c.ImprovementInterval, 0.5
	case c.Ratio:
		none = 1
	}
	if !c.ByRuns() && !c.Score.Larger {
		sign = -1
	}
	switch {
	case interval.Contains(none):
		return 0
	case interval.High < none:
		sign = -sign
	}
	return sign
}

// Verdict is 1 where the first is better, −1 where the second is, and 0 where it
// is not settled: the corrected test and the interval must both say so.
func (c Contrast) Verdict() int {
	if !(c.P < 1-c.Level) {
		return 0
	}
	return c.side()
}

// String is the contrast as an effect, in one sentence without a full stop.
func (c Contrast) String() string {
	if c.Puzzles == 0 {
		return "No puzzle has runs of both " + c.First + " and " + c.Second
	}
	return c.claim().String()
}

// Effects are the contrasts as claims of a conclusion, which settle what
// [Contrast.Verdict] does. Where all pairs are compared and one of a pair is
// settled to be better, it is the subject. They say on how many puzzles, of which
// sizes, and with which budget, where all runs had the same. Pairs without a
// puzzle in common say nothing.
func (c Comparison) Effects() []Claim {
	var out []Claim
	for _, x := range c.Contrasts {
		if x.Puzzles == 0 {
			continue
		}
		e := x.claim()
		if !c.AgainstFirst && len(c.Contrasts) > 1 && x.Verdict() < 0 {
			e = e.Reversed()
		}
		out = append(out, e)
	}
	return out
}

func (c Contrast) claim() Effect {
	what, mean, _ := strings.Cut(strings.TrimSuffix(c.Score.Name, ")"), " (")
	e := Effect{
		Wording:    Wording{Subject: "“" + c.First + "”", Than: "“" + c.Second + "”", More: "has a higher", Less: "has a lower", What: what},
		Difference: Difference{Each: []float64{c.FirstMean, c.SecondMean}, Unit: c.Score.Unit, Value: c.Effect, Ratio: c.Ratio, Interval: c.Interval},
		Evidence:   Evidence{P: c.P, Level: c.Level, Rule: "Bonferroni, p by Holm", Tests: c.Tests}, Basis: c.basis.String(), Puzzles: c.Puzzles,
	}
	if c.Cut > 0 {
		mean += fmt.Sprintf(", factors cut at %g", MostRatio)
	}
	if mean != "" {
		e.Basis = mean + ", " + e.Basis
	}
	par, of, is := strings.Cut(what, " of ")
	switch {
	case c.ByRuns(): // of pairs of runs, the share where the first is better less that where it is worse
		e.More, e.Less, e.What = "is better in more runs", "is better in fewer runs", "by "+what
		e.Each, e.Unit, e.Ratio, e.Basis = nil, "", false, c.basis.String()
		e.Value, e.Interval = 2*c.Improvement-1, Interval{Low: 2*c.ImprovementInterval.Low - 1, High: 2*c.ImprovementInterval.High - 1}
		if c.Puzzles == 1 { // its runs are the units
			e.Puzzles = 0
		}
	case is && strings.HasPrefix(par, "PAR-"):
		less := map[bool]string{true: "needs fewer ", false: "needs less "}[strings.HasSuffix(of, "s")]
		e.More, e.Less, e.What = "needs more "+of, less+of, "("+par+")"
	case c.Score.Name == SuccessRate().Name:
		e.More, e.Less, e.What, e.Unit = "solves more often", "solves less often", "", "of runs"
		if c.basis.limit != "" {
			e.What, e.Basis = "within "+c.basis.limit, c.basis.on
		}
	}
	return e
}

// String is what the effects say together ([Conclude]).
func (c Comparison) String() string {
	effects := c.Effects()
	if len(effects) == 0 {
		return "No two labels to compare: " + enumerate(c.Labels) + "."
	}
	said := Conclude(effects...)
	return strings.Join(append([]string{said.Answer}, said.Others...), ". ") + ". " + said.Rule
}

// against lists the labels with which a label was compared with that verdict,
// as seen from the label.
func (c Comparison) against(label string, verdict int) []string {
	var out []string
	for _, x := range c.Contrasts {
		switch {
		case x.First == label && x.Verdict() == verdict:
			out = append(out, x.Second)
		case x.Second == label && x.Verdict() == -verdict:
			out = append(out, x.First)
		}
	}
	return out
}

// enumerate writes "a", "a and b" or "a, b and c".
func enumerate(words []string) string {
	switch n := len(words); n {
	case 0:
		return "none"
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
}

// Probability writes a p-value: "p = 0.013", "p < 0.0001".
func Probability(p float64) string {
	if p < 0.0001 {
		return "p < 0.0001"
	}
	return "p = " + puzzle.Number(p)
}

// short writes a number, signed a difference.
func short(x float64) string { return puzzle.Number(x) }

func signed(x float64) string { return puzzle.Signed(x) }

// amount writes a value with its unit.
func amount(x float64, unit string) string {
	if unit == "s" {
		return puzzle.Time(x)
	}
	return join(short(x), unit)
}

// AllWarnings are those of the comparison and of its contrasts, each once, the
// latter with the names of the two engines where there are several.
func (c Comparison) AllWarnings() []string {
	out := slices.Clone(c.Warnings)
	for _, x := range c.Contrasts {
		for _, w := range x.Warnings {
			if len(c.Contrasts) > 1 {
				w = x.First + " and " + x.Second + ": " + w
			}
			out = append(out, w)
		}
	}
	return out
}
