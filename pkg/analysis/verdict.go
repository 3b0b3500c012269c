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

// String says what holds, in one sentence.
func (c Contrast) String() string {
	if c.Puzzles == 0 {
		if c.ran > 0 {
			return fmt.Sprintf("%s and %s both ran on %s, and the %s is known of both on none.", c.First, c.Second, puzzle.Plural(c.ran, "puzzle"), c.Score.Name)
		}
		return fmt.Sprintf("%s and %s have no puzzle in common.", c.First, c.Second)
	}
	on := "by " + c.Score.Name + " on " + counted(c.Puzzles, c.ran)
	sentence := map[int]string{
		1:  fmt.Sprintf("%s is better than %s %s", c.First, c.Second, on),
		-1: fmt.Sprintf("%s is worse than %s %s", c.First, c.Second, on),
		0:  fmt.Sprintf("Whether %s or %s is better %s is not settled", c.First, c.Second, on),
	}[c.Verdict()]
	if !math.IsInf(c.FirstMean, 0) && !math.IsInf(c.SecondMean, 0) {
		sentence += fmt.Sprintf(": %s against %s", c.number(c.FirstMean), c.number(c.SecondMean))
	}
	level := fmt.Sprintf("%g %% interval", math.Round(1000*c.Level)/10)
	if c.together() {
		level = "simultaneous " + level
	}
	switch {
	case c.ByRuns():
		sentence += fmt.Sprintf(", and of two runs, one each, its own is the better one in %.2f of all pairs, ties counted half (%s %.2f to %.2f", c.Improvement, level, c.ImprovementInterval.Low, c.ImprovementInterval.High)
	case c.Ratio:
		cut := ""
		if c.Cut > 0 {
			cut = fmt.Sprintf(", cut at %g on %d of them", MostRatio, c.Cut)
		}
		sentence += fmt.Sprintf(", a factor of %s%s (%s %s to %s", short(c.Effect), cut, level, short(c.Interval.Low), short(c.Interval.High))
	default:
		sentence += fmt.Sprintf(", a difference of %s (%s %s to %s", signed(c.Effect), level, signed(c.Interval.Low), signed(c.Interval.High))
	}
	sentence += "; " + Probability(c.P) + c.corrected() + ")."
	if (c.P < 1-c.Level) != (c.side() != 0) {
		sentence += " The interval is about the mean and p about the order on each puzzle; they disagree."
	}
	if outlook := c.claim().outlook(); outlook != "" {
		sentence += " " + puzzle.Capital(outlook) + "."
	}
	return sentence
}

// together says whether the interval holds together with others.
func (c Contrast) together() bool { return c.Tests > 1 }

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

// claim is the contrast as an effect.
func (c Contrast) claim() Effect {
	what, mean, _ := strings.Cut(strings.TrimSuffix(c.Score.Name, ")"), " (")
	e := Effect{
		Subject: "“" + c.First + "”", Than: "“" + c.Second + "”", More: "has a higher", Less: "has a lower", What: what,
		Each: []float64{c.FirstMean, c.SecondMean}, Unit: c.Score.Unit, Value: c.Effect, Ratio: c.Ratio, Interval: c.Interval,
		P: c.P, Level: c.Level, Rule: "Bonferroni, p by Holm", Tests: c.Tests, Basis: c.basis.String(), Puzzles: c.Puzzles,
	}
	if c.Cut > 0 {
		mean += fmt.Sprintf(", factors cut at %g", MostRatio)
	}
	if mean != "" {
		e.Basis = mean + ", " + e.Basis
	}
	switch {
	case c.ByRuns(): // of pairs of runs, the share where the first is better less that where it is worse
		e.More, e.Less, e.What = "is better in more runs", "is better in fewer runs", "by "+what
		e.Each, e.Unit, e.Ratio, e.Basis = nil, "", false, c.basis.String()
		e.Value, e.Interval = 2*c.Improvement-1, Interval{Low: 2*c.ImprovementInterval.Low - 1, High: 2*c.ImprovementInterval.High - 1}
		if c.Puzzles == 1 { // its runs are the units
			e.Puzzles = 0
		}
	case c.Score.Name == SuccessRate().Name:
		e.More, e.Less, e.What, e.Unit = "solves more often", "solves less often", "", "of runs"
		if c.basis.limit != "" {
			e.What, e.Basis = "within "+c.basis.limit, c.basis.on
		}
	}
	return e
}

// corrected says for how many tests p is.
func (c Contrast) corrected() string {
	if !c.together() {
		return ""
	}
	return fmt.Sprintf(" after Holm for %d tests", c.Tests)
}

func (c Contrast) number(x float64) string {
	if c.Score.Unit == "" {
		return short(x)
	}
	return amount(x, c.Score.Unit)
}

// String says what holds, in one sentence: of two engines that of the contrast;
// of more, which ones the first is worse or better than, or, of all pairs,
// which others one is better than. None is called best that does not beat every
// other.
func (c Comparison) String() string {
	switch {
	case len(c.Contrasts) == 1:
		return c.Contrasts[0].String()
	case len(c.Contrasts) == 0:
		return "There is nothing to compare " + enumerate(c.Labels) + " with."
	}
	on := fmt.Sprintf("by %s on %s", c.Score.Name, puzzle.Plural(c.Puzzles, "puzzle"))
	rule := fmt.Sprintf("Holm's correction for %d pairs", len(c.Contrasts))
	if c.Overall != nil {
		rule += fmt.Sprintf("; that none of the %d differ: %s", len(c.Labels), Probability(c.Overall.P))
	}
	at := 0
	for j, label := range c.Labels {
		if !c.AgainstFirst && len(c.against(label, 1)) > len(c.against(c.Labels[at], 1)) {
			at = j
		}
	}
	one := c.Labels[at]
	var parts []string
	for _, verdict := range []struct {
		sign  int
		words string
	}{{1, "is better than "}, {-1, "is worse than "}, {0, "is not settled against "}} {
		if others := c.against(one, verdict.sign); len(others) > 0 {
			parts = append(parts, verdict.words+enumerate(others))
		}
	}
	if !c.AgainstFirst && len(c.against(one, 1)) == 0 {
		return fmt.Sprintf("Which of %s is best %s is not settled (%s).", enumerate(c.Labels), on, rule)
	}
	return fmt.Sprintf("%s %s, %s (%s).", one, strings.Join(parts, ", "), on, rule)
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
	if c.Overall != nil {
		out = append(out, c.Overall.Warnings...)
	}
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
