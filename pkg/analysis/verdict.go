package analysis

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/puzzle"
)

// Significant says whether the corrected p-value is below one less the level.
func (c Contrast) Significant() bool { return c.P < 1-c.Level }

// FirstBetter says whether the test, where it is significant, speaks for the
// first: by the mean score, or by the runs where there is one puzzle.
func (c Contrast) FirstBetter() bool {
	switch {
	case c.Puzzles == 1 || c.Effect == 0 && !c.Ratio || c.Effect == 1 && c.Ratio || math.IsNaN(c.Effect):
		return c.Improvement > 0.5
	case c.Ratio:
		return (c.Effect > 1) == c.Score.Larger
	}
	return (c.Effect > 0) == c.Score.Larger
}

// String says what holds, in one sentence.
func (c Contrast) String() string {
	if c.Puzzles == 0 {
		return fmt.Sprintf("%s and %s have no puzzle in common.", c.First, c.Second)
	}
	verdict := "does not differ significantly from"
	if c.Significant() {
		verdict = "is worse than"
		if c.FirstBetter() {
			verdict = "is better than"
		}
	}
	sentence := fmt.Sprintf("%s %s %s by %s on %s: %s against %s", c.First, verdict, c.Second, c.Score.Name,
		puzzle.Plural(c.Puzzles, "puzzle"), c.number(c.FirstMean), c.number(c.SecondMean))
	level := fmt.Sprintf("%g %% interval", math.Round(1000*c.Level)/10)
	switch {
	case c.Puzzles == 1:
		sentence += fmt.Sprintf(", and one of its runs is better than one of the other's with probability %.2f (%s %.2f to %.2f", c.Improvement, level, c.ImprovementInterval.Low, c.ImprovementInterval.High)
	case c.Ratio:
		sentence += fmt.Sprintf(", a factor of %s (%s %s to %s", short(c.Effect), level, short(c.Interval.Low), short(c.Interval.High))
	default:
		sentence += fmt.Sprintf(", a difference of %s (%s %s to %s", signed(c.Effect), level, signed(c.Interval.Low), signed(c.Interval.High))
	}
	return sentence + "; " + probability(c.P) + c.corrected() + ")."
}

// Effects are the contrasts as claims of a conclusion. Where all pairs are
// compared and one of a pair is settled to be better, it is the subject.
func (c Comparison) Effects() []Claim {
	more, less, unit := "has a higher", "has a lower", c.Score.Unit
	what := c.Score.Name
	if what == SuccessRate().Name {
		more, less, what, unit = "solves more often", "solves less often", "", "of runs"
	}
	against := len(c.Contrasts) == len(c.Labels)-1 // the first, or the only pair
	var out []Claim
	for _, x := range c.Contrasts {
		e := Effect{
			Subject: x.First, Than: x.Second, More: more, Less: less, What: what,
			Each: []float64{x.FirstMean, x.SecondMean}, Unit: unit, Value: x.Effect, Ratio: x.Ratio, Interval: x.Joint,
			P: x.P, Level: x.Level, Rule: "Bonferroni, p by " + x.Correction.String(), Tests: x.Tests, Basis: puzzle.Plural(x.Puzzles, "puzzle"),
		}
		if !against && e.Settled() && !x.FirstBetter() {
			e = e.Reversed()
		}
		out = append(out, e)
	}
	return out
}

// corrected says for how many tests p is.
func (c Contrast) corrected() string {
	if c.Tests < 2 || c.Correction == stats.NoCorrection {
		return ""
	}
	return fmt.Sprintf(" after %v for %d tests", c.Correction, c.Tests)
}

func (c Contrast) number(x float64) string {
	if c.Score.Unit == "" {
		return short(x)
	}
	return short(x) + " " + c.Score.Unit
}

// String says what holds, in one sentence: of two engines that of the contrast;
// of more, which one is best and whether it beats every other.
func (c Comparison) String() string {
	if len(c.Contrasts) == 1 {
		return c.Contrasts[0].String()
	}
	if c.Puzzles == 0 {
		return "No puzzle has a score of each of " + enumerate(c.Labels) + "."
	}
	best := 0
	for j := range c.Means {
		if c.Score.better(c.Means[j], c.Means[best]) {
			best = j
		}
	}
	var beaten, open []string
	for _, x := range c.Contrasts {
		var other string
		switch c.Labels[best] {
		case x.First:
			other = x.Second
		case x.Second:
			other = x.First
		default:
			continue
		}
		if x.Significant() && x.FirstBetter() == (x.First == c.Labels[best]) {
			beaten = append(beaten, other)
		} else {
			open = append(open, other)
		}
	}
	verdict := ""
	switch {
	case len(open) == 0:
		verdict = "is better than " + enumerate(beaten)
	case len(beaten) == 0:
		verdict = "has the best mean but is not significantly better than " + enumerate(open)
	default:
		verdict = "is better than " + enumerate(beaten) + " but not significantly better than " + enumerate(open)
	}
	sentence := fmt.Sprintf("%s %s by %s on %s (mean %s", c.Labels[best], verdict, c.Score.Name,
		puzzle.Plural(c.Puzzles, "puzzle"), c.Contrasts[0].number(c.Means[best]))
	if c.Overall != nil {
		sentence += fmt.Sprintf("; over all %d engines %s", len(c.Labels), probability(c.Overall.P))
	}
	return sentence + "; pairs" + c.Contrasts[0].corrected() + ")."
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

// probability writes a p-value: "p = 0.013", "p < 0.0001".
func probability(p float64) string {
	switch {
	case p < 0.0001:
		return "p < 0.0001"
	case p < 0.01:
		return fmt.Sprintf("p = %.4f", p)
	}
	return fmt.Sprintf("p = %.2g", p)
}

// short writes three digits, whole numbers in full.
func short(x float64) string {
	switch a := math.Abs(x); {
	case math.IsInf(x, 0):
		return map[bool]string{true: "∞", false: "−∞"}[x > 0]
	case a >= 100:
		return fmt.Sprintf("%.0f", x)
	case a >= 10:
		return fmt.Sprintf("%.1f", x)
	case a >= 1 || a == 0:
		return fmt.Sprintf("%.2f", x)
	case a >= 0.1:
		return fmt.Sprintf("%.3f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

// signed is [short] with its sign.
func signed(x float64) string {
	if x >= 0 {
		return "+" + short(x)
	}
	return short(x)
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
