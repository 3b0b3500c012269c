package race

import (
	"fmt"
	"strings"
)

// String says what was found, one sentence a variant.
func (res *Result) String() string {
	var out []string
	for _, c := range res.Comparisons {
		out = append(out, c.String())
	}
	return strings.Join(out, "\n")
}

// String says in one sentence whether the variant is better, with effects and
// intervals, and on which sizes. What was settled comes first.
func (c Comparison) String() string {
	variant, baseline := "“"+c.Variant+"”", "“"+c.Baseline+"”"
	if c.Blocks == 0 {
		return fmt.Sprintf("%s and %s have not run on any puzzle.", variant, baseline)
	}
	success := fmt.Sprintf("it solves %.3f against %.3f of runs (difference %+.3f, interval %+.3f to %+.3f)",
		c.VariantRate, c.BaselineRate, c.Success.Value, c.Success.Interval.Low, c.Success.Interval.High)
	effort := fmt.Sprintf("it takes %.3g times the %v (interval %.3g to %.3g)", c.Effort.Value, c.Measure, c.Effort.Interval.Low, c.Effort.Interval.High)
	first, second := success, effort
	if c.Effort.Settled && !c.Success.Settled {
		first, second = effort, success
	}
	var verdict string
	switch c.Verdict {
	case Better:
		verdict = fmt.Sprintf("%s is better than %s", variant, baseline)
	case Worse:
		verdict = fmt.Sprintf("%s is worse than %s", variant, baseline)
	case Alike:
		verdict = fmt.Sprintf("%s and %s are alike", variant, baseline)
	case Mixed:
		verdict = fmt.Sprintf("%s differs from %s, one way in success and the other in effort", variant, baseline)
	default:
		verdict = fmt.Sprintf("Whether %s is better than %s is not settled", variant, baseline)
	}
	link := "and"
	if c.Verdict != Open && c.Verdict != Alike && c.Effort.Settled != c.Success.Settled {
		link = "and, which is not settled,"
	}
	return fmt.Sprintf("%s: %s, %s %s, on %s%s.", verdict, first, link, second, plural(c.Blocks, "puzzle"), c.sizes())
}

// sizes says on which sizes the variant is better.
func (c Comparison) sizes() string {
	var parts []string
	for _, v := range []Verdict{Better, Worse, Mixed, Alike, Open} {
		var sizes []string
		for _, s := range c.Sizes {
			if s.Blocks > 0 && s.Verdict == v {
				sizes = append(sizes, s.Class.String())
			}
		}
		if len(sizes) > 0 {
			parts = append(parts, v.String()+" on "+strings.Join(sizes, ", "))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "; by cells of the board: " + strings.Join(parts, "; ")
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
