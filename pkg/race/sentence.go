package race

import (
	"fmt"
	"strings"

	"formicary/pkg/puzzle"
)

// String says whether the variant is better, with effects and intervals, and on
// which sizes. What is settled comes first; what is not has a sentence that says
// so.
func (v VariantResult) String() string {
	variant, baseline := "“"+v.Variant+"”", "“"+v.Baseline+"”"
	if v.Blocks == 0 {
		return fmt.Sprintf("%s and %s have not run on any puzzle.", variant, baseline)
	}
	s, e := v.Success, v.Effort
	rates := fmt.Sprintf("%.3f against %.3f of runs (difference %+.3f, interval %+.3f to %+.3f)", v.VariantRate, v.BaselineRate, s.Value, s.Interval.Low, s.Interval.High)
	success := "it solves " + rates
	effort := fmt.Sprintf("it takes %.3g times the %v (interval %.3g to %.3g)", e.Value, v.Measure, e.Interval.Low, e.Interval.High)
	found, open := success+" and "+strings.TrimPrefix(effort, "it "), ""
	if v.Verdict == Better || v.Verdict == Worse {
		switch {
		case !e.Settled:
			found, open = success, fmt.Sprintf(" Effort (%v) is not settled: ×%.3g (%.3g to %.3g).", v.Measure, e.Value, e.Interval.Low, e.Interval.High)
		case !s.Settled:
			found, open = effort, " Success is not settled: "+rates+"."
		}
	}
	mixed := "is better in success and worse in effort than"
	if s.Value < 0 {
		mixed = "is worse in success and better in effort than"
	}
	verdict := map[Verdict]string{Better: "is better than", Worse: "is worse than", Alike: "performs like", Mixed: mixed}[v.Verdict]
	verdict = fmt.Sprintf("%s %s %s on %s", variant, verdict, baseline, puzzle.Plural(v.Blocks, "puzzle"))
	if v.Verdict == Open {
		verdict = fmt.Sprintf("Whether %s is better than %s is not settled after %s", variant, baseline, puzzle.Plural(v.Blocks, "puzzle"))
	}
	return verdict + ": " + found + "." + open + v.sizes()
}

// sizes says on which sizes the variant is better.
func (v VariantResult) sizes() string {
	var parts []string
	for _, verdict := range []Verdict{Better, Worse, Mixed, Alike, Open} {
		var sizes []string
		for _, s := range v.Sizes {
			if s.Blocks > 0 && s.Verdict == verdict {
				sizes = append(sizes, s.Class.String())
			}
		}
		if len(sizes) > 0 {
			parts = append(parts, verdict.String()+" on "+strings.Join(sizes, ", "))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return " By board size in cells: " + strings.Join(parts, "; ") + "."
}
