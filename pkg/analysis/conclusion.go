package analysis

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"formicary/pkg/puzzle"
)

// Conclusion is what claims say together.
type Conclusion struct {
	// Headline is the answer in short, Answer with its numbers: the first claim
	// that is settled. Where none is, they say so, and Answer names the comparison
	// that is nearest to being settled. Where the next claims say the same of the
	// first one's subject and others, both name them all, without numbers; counts
	// that follow a first one, up to two, go with it.
	Headline, Answer string
	// Others are the other claims, settled ones first.
	Others []string
	// Rule says what the intervals hold for; empty without intervals.
	Rule string
	// Merged is how many of the first Others the answer names without numbers.
	Merged int
}

// openShown is how many open comparisons a conclusion lists one by one. Of more,
// the one that is nearest to being settled stands for all; but those of a pair of
// which something else is settled are always listed: who needs less may solve
// less.
const openShown = 4

// Conclude makes sentences of claims: settled ones in the given order, then
// those that are not. It panics where a count or a fact compares ([Ranks]), and
// where effects do not share one rule: two rules for the same runs can
// contradict each other.
func Conclude(claims ...Claim) Conclusion {
	var settled []Claim
	var open []Effect
	for _, claim := range claims {
		e, effect := claim.(Effect)
		if word := Ranks(claim.String()); !effect && word != "" {
			panic(fmt.Sprintf("analysis: only an Effect may say %q: %v", word, claim))
		}
		if claim.Settled() {
			settled = append(settled, claim)
		} else {
			open = append(open, e)
		}
	}
	slices.SortStableFunc(open, func(a, b Effect) int { return cmp.Compare(b.clarity(), a.clarity()) })
	c := Conclusion{Rule: rule(claims)}
	switch {
	case len(settled) > 0:
		c.Headline, c.Answer = settled[0].Short(), settled[0].String()
		listed := settled[1:]
		if others, merged := leading(settled); others != "" {
			c.Headline += others
			c.Answer, listed, c.Merged = c.Headline, settled, 1+merged
		}
		for _, claim := range counts(settled) {
			c.Headline += "; " + lower(claim.Short())
			c.Answer += "; " + lower(claim.String())
			listed = listed[1:]
		}
		for _, claim := range listed {
			c.Others = append(c.Others, claim.String())
		}
	case len(open) > 0:
		c.Headline, c.Answer = unsettled(open), "No difference is settled. Closest: "+open[0].question()+": "+open[0].numbers()
		open = open[1:]
	}
	var rest []Effect
	for _, e := range open {
		pair := func(claim Claim) bool {
			other, ok := claim.(Effect)
			return ok && (other.Subject == e.Subject && other.Than == e.Than || other.Subject == e.Than && other.Than == e.Subject)
		}
		if slices.ContainsFunc(settled, pair) {
			c.Others = append(c.Others, e.String())
		} else {
			rest = append(rest, e)
		}
	}
	shown := len(rest)
	if shown > openShown {
		shown = 1
	}
	for _, e := range rest[:shown] {
		c.Others = append(c.Others, e.String())
	}
	if others := len(rest) - shown; others > 0 {
		c.Others = append(c.Others, fmt.Sprintf("The other %s are not settled either", puzzle.Plural(others, "comparison")))
	}
	return c
}

// unsettled is the headline where nothing is settled.
func unsettled(open []Effect) string {
	one := open[0]
	other := func(e Effect) bool { return e.Than != one.Than || e.More != one.More || e.What != one.What }
	switch {
	case len(open) == 1:
		return one.Short()
	case one.Than == "" || slices.ContainsFunc(open, other):
		return fmt.Sprintf("None of %d differences is settled", len(open))
	}
	return join("Whether", one.Than, "or any of", fmt.Sprint(len(open)), "others", one.More, one.What, "is not settled")
}

// leading is what goes on from the first claim where that is an effect and the
// next ones say the same of its subject and others: ", B and C", and how many do.
func leading(claims []Claim) (string, int) {
	first, ok := claims[0].(Effect)
	if !ok || first.Than == "" {
		return "", 0
	}
	var others []string
	for _, claim := range claims[1:] {
		e, ok := claim.(Effect)
		if !ok || e.Subject != first.Subject || e.More != first.More || e.What != first.What || e.sign() != first.sign() || e.Than == first.Than {
			break
		}
		others = append(others, e.Than)
	}
	switch n := len(others); n {
	case 0:
		return "", 0
	case 1:
		return " and " + others[0], 1
	default:
		return ", " + enumerate(others), n
	}
}

// counts are up to two counts that follow a first one: an answer in numbers is
// seldom one number.
func counts(claims []Claim) (out []Claim) {
	for i, claim := range claims[:min(len(claims), 3)] {
		if _, ok := claim.(Count); !ok {
			break
		} else if i > 0 {
			out = append(out, claim)
		}
	}
	return out
}

// lower begins a sentence within another.
func lower(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToLower(first)) + text[size:]
}

// rule says what the intervals of claims hold for.
func rule(claims []Claim) string {
	var effect *Effect
	var levels []string
	for _, claim := range claims {
		switch claim := claim.(type) {
		case Effect:
			if effect != nil && (math.Abs(effect.Level-claim.Level) > 1e-9 || effect.Rule != claim.Rule || effect.Tests != claim.Tests) {
				panic(fmt.Sprintf("analysis: one conclusion, one rule: %q over %d comparisons at %v, and %q over %d at %v (see Bonferroni)",
					effect.Rule, effect.Tests, effect.Level, claim.Rule, claim.Tests, claim.Level))
			}
			effect = &claim
		case Count:
			if level := percent(cmp.Or(claim.Level, Default.Level)); !slices.Contains(levels, level) {
				levels = append(levels, level)
			}
		}
	}
	var parts []string
	if effect != nil && effect.Tests > 1 {
		parts = append(parts, fmt.Sprintf("Intervals are simultaneous %s (%s, %d comparisons).", percent(effect.Level), effect.Rule, effect.Tests))
	} else if effect != nil {
		parts = append(parts, fmt.Sprintf("The interval is %s.", percent(effect.Level)))
	}
	switch len(levels) {
	case 0:
	case 1:
		parts = append(parts, fmt.Sprintf("Intervals of shares are %s, each for itself.", levels[0]))
	default:
		panic(fmt.Sprintf("analysis: one conclusion, one rule: intervals of shares at %s", enumerate(levels)))
	}
	return strings.Join(parts, " ")
}

// Claim is what a conclusion may say: an [Effect], a [Count] or a [Fact].
type Claim interface {
	// String is a sentence with its numbers, without a full stop.
	fmt.Stringer
	// Short is the same with as few numbers as it makes sense with.
	Short() string
	// Settled says whether the numbers bear the sentence out.
	Settled() bool
}

// Claims are what a conclusion says, the first claim first. As JSON they are an array of
// the claims' own fields.
type Claims []Claim

// UnmarshalJSON reads what json.Marshal writes.
func (c *Claims) UnmarshalJSON(text []byte) error {
	var all []json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	*c = nil
	for _, one := range all {
		var fact Fact
		var effect Effect
		var count Count
		switch {
		case json.Unmarshal(one, &fact) == nil:
			*c = append(*c, fact)
		case json.Unmarshal(one, &effect) == nil && effect.Subject != "":
			*c = append(*c, effect)
		default:
			if err := json.Unmarshal(one, &count); err != nil {
				return err
			}
			*c = append(*c, count)
		}
	}
	return nil
}

// Count is how many of a number of things something holds for, with the
// interval of the share. It compares nothing.
type Count struct {
	// What is all before the numbers, Of what is counted: "Ants solve" and
	// "puzzles".
	What, Of string
	Proportion
}

// Count is a count with its interval ([Proportion]): Count("Ants solve", 3, 4, "puzzles").
func (s Settings) Count(what string, successes, trials int, of string) Count {
	return Count{What: what, Of: of, Proportion: s.Proportion(successes, trials)}
}

// Settled is always true: a count is what it is.
func (Count) Settled() bool { return true }

// Short is the count.
func (c Count) Short() string {
	return join(c.What, puzzle.Thousands(c.Successes)+" of "+puzzle.Thousands(c.Trials), c.Of)
}

// String is the count with the interval of the share.
func (c Count) String() string {
	return fmt.Sprintf("%s (share %s to %s)", c.Short(), puzzle.Share(c.Low), puzzle.Share(c.High))
}

// Fact is a sentence, without a full stop, about these very runs that compares
// nothing: how many steps a puzzle takes, how a run ended.
type Fact string

// Settled is always true.
func (Fact) Settled() bool { return true }

// Short is the whole fact.
func (f Fact) Short() string { return string(f) }

// String is the whole fact.
func (f Fact) String() string { return string(f) }
