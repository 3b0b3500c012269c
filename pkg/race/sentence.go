package race

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/puzzle"
)

// Unit is what a race counts: "puzzle", or "round" where it is about these.
func (a Scope) Unit() string {
	if a == FixedInstances {
		return "round"
	}
	return "puzzle"
}

// String says whether the variant is better and in what, with effects and intervals, and how many
// puzzles the estimates are from. It says how far away a verdict is that was not reached, and the
// verdict by size. It is the same for equal races; [Price] adds the processor time, which is not.
//
// [Price]: VariantResult.Price
func (v VariantResult) String() string {
	if v.Blocks == 0 {
		return fmt.Sprintf("“%s” and “%s” have not run on any puzzle.", v.Variant, v.Baseline)
	}
	if v.Verdict == Identical {
		return fmt.Sprintf("%s%s%s. At most %v %% of such runs differ, with %s %% confidence.", v.Short(), v.within(), v.twin.why(), math.Ceil(100*v.twin.atMost), puzzle.Number(100*(1-v.twin.alpha)))
	}
	success, effort := v.effects()
	var found, rest string
	switch v.Decide {
	case Success:
		found, rest = "It "+success, fmt.Sprintf(" It typically takes about %s times the %v (%s), which was not decided on.", puzzle.Number(v.Effort.Value), v.Measure, typical)
	case Effort:
		found, rest = "It "+effort, fmt.Sprintf(" It solves about %s against %s of runs, which was not decided on.", puzzle.Share(v.VariantRate), puzzle.Share(v.BaselineRate))
	default:
		found = "It " + success + ". It " + effort
	}
	return v.head() + " " + v.where() + v.within() + ". " + found + "." + rest + v.never() + v.basis() + v.outlook() + v.sizes()
}

// Short is the sentence without its numbers: the verdict, and what it is about.
func (v VariantResult) Short() string { return v.head() + " " + v.where() }

// head is the verdict as the begin of a sentence.
func (v VariantResult) head() string {
	variant, baseline := "“"+v.Variant+"”", "“"+v.Baseline+"”"
	if v.Verdict == Identical {
		return fmt.Sprintf("%s and %s came out %v", variant, baseline, v.twin)
	}
	effort := fmt.Sprintf("typical effort (%v)", v.Measure)
	success, less := v.signs()
	in := func(other string) string {
		switch {
		case v.Decide == Success:
			return "in success"
		case v.Decide == Effort:
			return "in " + effort
		case less == 0:
			return fmt.Sprintf("in success and no %s in typical effort (%v, margin ×%v)", other, v.Measure, EffortMargin)
		case success == 0:
			return fmt.Sprintf("in %s and no %s in success (margin %v)", effort, other, v.Margin)
		}
		return "in success and in " + effort
	}
	switch {
	case v.Verdict == Better:
		return fmt.Sprintf("%s is better than %s %s", variant, baseline, in("worse"))
	case v.Verdict == Worse:
		return fmt.Sprintf("%s is worse than %s %s", variant, baseline, in("better"))
	case v.Verdict == Alike:
		var within []string
		if v.Decide.asks(Success) {
			within = append(within, fmt.Sprintf("%v of success", v.Margin))
		}
		if v.Decide.asks(Effort) {
			within = append(within, fmt.Sprintf("a factor of %v of the typical %v", EffortMargin, v.Measure))
		}
		return fmt.Sprintf("%s performs like %s, within %s,", variant, baseline, strings.Join(within, " and "))
	case success == 0 && less == 0:
		what := map[Question]string{Both: "success or in " + effort, Success: "success", Effort: effort}[v.Decide]
		return fmt.Sprintf("Whether %s is better than %s in %s is not settled", variant, baseline, what)
	}
	// One question speaks for it, and the other one against it, or might.
	solves := map[bool]string{true: "solves more", false: "solves less"}
	takes := map[bool]string{true: "typically takes " + more(v.Measure), false: "typically takes " + fewer(v.Measure)}
	lead, rest := solves[success > 0], takes[success > 0]
	if success == 0 || v.Verdict == Mixed && success < 0 {
		lead, rest = takes[less < 0], solves[less < 0]
	}
	if v.Verdict == Mixed {
		return variant + " " + lead + " than " + baseline + " but " + rest
	}
	return variant + " " + lead + " than " + baseline + "; whether it " + rest + " is not settled"
}

// never says that no run was changed, where the verdict does not.
func (v VariantResult) never() string {
	if text := v.twin.String(); text != "" {
		return " The two came out " + text + v.twin.why() + "."
	}
	return ""
}

// Words are those of the finding, or that all runs came out identical and what that
// means.
func (v VariantResult) Words() string {
	if text := v.twin.String(); text != "" {
		return text + v.twin.why()
	}
	return v.Finding.Words()
}

// Words is the verdict in a few words, with what it is about: "better in
// effort", "solves more, but typically takes more iterations", "not settled".
func (f Finding) Words() string {
	success, less := f.signs()
	switch f.Verdict {
	case Better, Worse:
		switch {
		case success != 0 && less != 0:
			return f.Verdict.String() + " in success and effort"
		case success != 0:
			return f.Verdict.String() + " in success"
		}
		return f.Verdict.String() + " in effort"
	case Mixed:
		if success > 0 {
			return "solves more, but typically takes " + more(f.Measure)
		}
		return "typically takes " + fewer(f.Measure) + ", but solves less"
	case Alike:
		return "alike" + map[Question]string{Success: " in success", Effort: " in effort"}[f.Decide]
	}
	return f.Verdict.String()
}

// signs say in what the variant is settled to be better, 1, or worse, −1: at the
// verdict, where there is one.
func (f Finding) signs() (success, less int) {
	if f.decided != nil {
		return f.decided[0], f.decided[1]
	}
	sign := func(e Estimate, none float64) int {
		switch {
		case !e.Settled:
			return 0
		case e.Interval.Low >= none:
			return 1
		}
		return -1
	}
	return sign(f.Success, 0), -sign(f.Effort, 1)
}

// fewer and more compare what runs took.
func fewer(m analysis.Measure) string {
	if m.Unit() == "" {
		return "fewer " + m.String()
	}
	return "less " + m.String()
}

func more(m analysis.Measure) string { return "more " + m.String() }

// typical says what the ratio of effort is, which is no quotient of means.
var typical = fmt.Sprintf("geometric mean, ratios cut at %v, failures counted as the budget", analysis.MostRatio)

func (f Finding) effects() (success, effort string) {
	s, e := f.Success, f.Effort
	return fmt.Sprintf("solves %s against %s of runs (difference %s, interval %s to %s)", puzzle.Share(f.VariantRate), puzzle.Share(f.BaselineRate),
			puzzle.Signed(s.Value), puzzle.Signed(s.Interval.Low), puzzle.Signed(s.Interval.High)),
		fmt.Sprintf("typically takes %s times the %v (%s; interval %s to %s)", puzzle.Number(e.Value), f.Measure, typical, puzzle.Number(e.Interval.Low), puzzle.Number(e.Interval.High))
}

// where says which puzzles a sentence is about.
func (v VariantResult) where() string {
	switch {
	case v.Scope == InstanceSample && v.Verdict == Identical:
		return "on these " + puzzle.Plural(v.Blocks, "puzzle")
	case v.Scope == InstanceSample:
		return "on puzzles like these " + puzzle.Thousands(v.Blocks)
	case v.Puzzles == 1:
		return "on this puzzle"
	}
	return "on these " + puzzle.Plural(v.Puzzles, "puzzle")
}

func (v VariantResult) within() string {
	if v.limit == "" {
		return ""
	}
	return ", with up to " + v.limit + " a run"
}

// basis says what the estimates rest on.
func (v VariantResult) basis() string {
	switch {
	case v.Decided == 0:
		if success, less := v.signs(); success != 0 || less != 0 {
			return " The estimate of what is settled is too large on average: nothing followed it."
		}
		return ""
	case v.After == 0:
		bias := "large"
		if v.Verdict == Alike {
			bias = "small"
		}
		return fmt.Sprintf(" Decided after %s; such estimates are too %s on average.", puzzle.Plural(v.Decided, v.Scope.Unit()), bias)
	}
	return fmt.Sprintf(" Decided after %s; the estimates are from the %s after them.", puzzle.Plural(v.Decided, v.Scope.Unit()), puzzle.Thousands(v.After))
}

// outlook says how far away a verdict is that was not reached.
func (v VariantResult) outlook() string {
	if v.Verdict != Open {
		return ""
	}
	return fmt.Sprintf(" After %s, %s by these estimates.", puzzle.Plural(v.Blocks, v.Scope.Unit()), analysis.Outlook(v.Blocks, v.More, ""))
}

// sizes says on which sizes the variant is better, and in what.
func (v VariantResult) sizes() string {
	var parts []string
	on := map[string][]string{}
	for _, verdict := range []Verdict{Better, Worse, Mixed, Alike, Open} {
		for _, s := range v.Sizes {
			if s.Blocks == 0 || s.Verdict != verdict {
				continue
			}
			words := s.Words()
			if !slices.Contains(parts, words) {
				parts = append(parts, words)
			}
			on[words] = append(on[words], s.Class.String())
		}
	}
	if len(v.Sizes) < 2 {
		return ""
	}
	for i, words := range parts {
		parts[i] = words + " on " + strings.Join(on[words], ", ")
	}
	return " By board size in cells, with an alpha of their own for all sizes: " + strings.Join(parts, "; ") + "."
}

// Price says what the processor time came to where effort is counted in
// something else, which hides what a round costs; empty where effort is a time.
// against says that processor time contradicts the effort: one is settled to be
// less, or no more than the margin, and the other's interval says otherwise. The
// interval is one at all times, like the others, with an error of its own.
func (v VariantResult) Price() (text string, against bool) {
	if v.Measure.Unit() != "" || v.Blocks == 0 {
		return "", false
	}
	e, c := v.Effort.Interval, v.CPU.Interval
	for _, m := range []float64{1, EffortMargin} {
		const rounding = 1 + 1e-9
		less := e.High <= m*rounding && c.Low > m*rounding
		longer := e.Low*rounding >= 1/m && c.High*rounding < 1/m
		against = against || v.Decide.asks(Effort) && (less || longer)
	}
	times := puzzle.Number(v.CPU.Value)
	if v.CPU.Value >= analysis.MostRatio*(1-1e-9) { // every ratio was cut
		times = "at least " + times
	}
	interval := fmt.Sprintf("%s times the processor time of “%s” (geometric mean, ratios cut at %v; interval %s to %s)", times, v.Baseline, analysis.MostRatio, puzzle.Number(c.Low), puzzle.Number(c.High))
	if against {
		return fmt.Sprintf("“%s” typically takes %s times the %v, but %s.", v.Variant, puzzle.Number(v.Effort.Value), v.Measure, interval), true
	}
	return fmt.Sprintf("“%s” typically takes %s.", v.Variant, interval), false
}
