package analysis

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"formicary/pkg/puzzle"
)

// Claim is what a conclusion may say: an [Effect], a [Count] or a [Fact].
type Claim interface {
	// String is a sentence with its numbers, without a full stop.
	fmt.Stringer
	// Short is the same with as few numbers as it makes sense with.
	Short() string
	// Settled says whether the numbers bear the sentence out.
	Settled() bool
}

// Effect is a difference between two things with its interval. Its sentence
// says no more than the interval: which way the difference goes only where the
// interval excludes that there is none.
type Effect struct {
	// Subject is compared with Than: labels, or what a sentence calls them.
	// Than is empty where the subject's own effect is told ("an increase of 2 in
	// island size").
	Subject, Than string
	// More and Less are what the subject does where Value is above, or below,
	// no difference, and What they do it in: "solves more often", "solves less
	// often" and ""; "needs more", "needs fewer" and "iterations"; without Than
	// "raises", "lowers" and "the odds of success".
	More, Less, What string
	// Each are the values of Subject and of Than in Unit ("of runs", "s"), which
	// are told beside the difference; nil where they are not known.
	Each []float64 `json:",omitempty"`
	Unit string    `json:",omitempty"`
	// Value is Subject less Than, or their quotient where Ratio is set: no
	// difference is 0, or 1.
	Value float64
	Ratio bool `json:",omitempty"`
	// Interval is that of Value. It is made so that all intervals of a
	// conclusion hold together with the confidence Level. An end that is no
	// difference counts as inside.
	Interval Interval
	// P is the corrected p-value of the test that goes with the interval. An
	// effect is not settled where it is 1−Level or more. 0 means no test.
	P float64 `json:",omitempty"`
	// Level is the confidence of all Tests comparisons together, Rule what
	// makes it so: "Holm", "Bonferroni".
	Level float64
	Rule  string `json:",omitempty"`
	Tests int
	// Basis says what it rests on: "24 puzzles".
	Basis string
}

// sign is 1 where the difference is settled and above none, −1 where below,
// and 0 where it is not settled.
func (e Effect) sign() int {
	none := e.none()
	switch {
	case e.P > 1-e.Level-1e-12: // 1−0.95 is a little more than 0.05
		return 0
	case e.Interval.Low > none:
		return 1
	case e.Interval.High < none:
		return -1
	}
	return 0
}

// none is the value of no difference.
func (e Effect) none() float64 {
	if e.Ratio {
		return 1
	}
	return 0
}

// Settled says whether the interval, and the test where there is one, exclude
// that there is no difference.
func (e Effect) Settled() bool { return e.sign() != 0 }

// Short says which way the difference goes, or that it is not settled.
func (e Effect) Short() string {
	verb := map[int]string{1: e.More, -1: e.Less}[e.sign()]
	switch {
	case verb != "" && e.Than != "":
		return join(e.Subject, verb, e.What, "than", e.Than)
	case verb != "":
		text := join(e.Subject, verb, e.What)
		return strings.ToUpper(text[:1]) + text[1:]
	}
	return "W" + e.question()[1:] + " is not settled"
}

// question asks which way the difference goes: "whether A or B solves more
// often".
func (e Effect) question() string {
	if e.Than != "" {
		return join("whether", e.Subject, "or", e.Than, e.More, e.What)
	}
	return join("whether", e.Subject, e.More, "or", e.Less, e.What)
}

// String is Short with the numbers.
func (e Effect) String() string { return e.Short() + ": " + e.numbers() }

// numbers are the values, the difference, its interval and what it rests on.
func (e Effect) numbers() string {
	text := ""
	if len(e.Each) == 2 {
		text = join(short(e.Each[0]), "against", amount(e.Each[1], e.Unit)) + ", "
		if e.Unit == "s" {
			text = join(amount(e.Each[0], e.Unit), "against", amount(e.Each[1], e.Unit)) + ", "
		}
	}
	within := fmt.Sprintf("%s to %s", short(e.Interval.Low), short(e.Interval.High))
	if e.Ratio {
		text += "a factor of " + short(e.Value)
	} else {
		text += "a difference of " + signed(e.Value)
		within = fmt.Sprintf("%s to %s", signed(e.Interval.Low), signed(e.Interval.High))
	}
	text += " (" + within
	if e.P > 0 {
		text += "; " + Probability(e.P)
		if !e.Settled() && !e.Interval.Contains(e.none()) {
			text += " does not bear it out"
		}
	}
	if e.Basis != "" {
		text += "; " + e.Basis
	}
	return text + ")"
}

// Reversed is the same effect told of Than: it says the same.
func (e Effect) Reversed() Effect {
	e.Subject, e.Than = e.Than, e.Subject
	e.Each = slices.Clone(e.Each)
	slices.Reverse(e.Each)
	if low, high := e.Interval.Low, e.Interval.High; e.Ratio {
		e.Value, e.Interval = 1/e.Value, Interval{Low: 1 / high, High: 1 / low}
	} else {
		e.Value, e.Interval = 0-e.Value, Interval{Low: 0 - high, High: 0 - low}
	}
	return e
}

// clarity is how far the value lies from no difference by how far its interval
// reaches that way: 1 and more where it is settled.
func (e Effect) clarity() float64 {
	on := func(x float64) float64 { return x }
	if e.Ratio {
		on = math.Log
	}
	value, end := on(e.Value), on(e.Interval.Low)
	if value < 0 {
		end = on(e.Interval.High)
	}
	if math.IsInf(value, 0) || value == 0 || math.IsNaN(value) {
		return 0
	}
	return math.Abs(value) / math.Abs(value-end)
}

// Jointly tells of several families of effects, each with a correction of its
// own, as one: by Bonferroni's inequality all hold together with one less the
// sum of what the families may fail by. Ask each at a level that leaves room:
// of four families, Settings{Level: 1 − 0.05/4}.
func Jointly(families ...[]Claim) []Claim {
	fail, tests := 0.0, 0
	for _, family := range families {
		for _, claim := range family {
			if e, ok := claim.(Effect); ok {
				fail, tests = fail+1-e.Level, tests+e.Tests
				break
			}
		}
	}
	var out []Claim
	for _, claim := range slices.Concat(families...) {
		if e, ok := claim.(Effect); ok {
			e.P = min(1, e.P*fail/(1-e.Level))
			e.Level, e.Tests = 1-fail, tests
			claim = e
		}
		out = append(out, claim)
	}
	return out
}

// Count is how many of a number of things something holds for, with the
// interval of the share. It compares nothing.
type Count struct {
	// What is all before the numbers, Of what is counted: "Ants solve" and
	// "puzzles".
	What, Of string
	Proportion
}

// Count is a count with Wilson's interval: Count("Ants solve", 3, 4, "puzzles").
func (s Settings) Count(what string, successes, trials int, of string) Count {
	return Count{What: what, Of: of, Proportion: s.Wilson(successes, trials)}
}

// Settled is always true: a count is what it is.
func (Count) Settled() bool { return true }

// Short is the count.
func (c Count) Short() string {
	return join(c.What, fmt.Sprintf("%d of %d", c.Successes, c.Trials), c.Of)
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

// ranks matches words that put one thing above another, and quoted the parts of
// a sentence that are names.
var (
	ranks  = regexp.MustCompile(`(?i)\b(best|better|worse|worst|more|most|less|least|fewer|fewest|(?:fast|slow|high|low|great|large|small|long|short|quick|strong|weak|hard|eas|cheap|clos|near)i?(?:er|est)|superior|inferior|outperforms?|wins?|beats?|ahead|behind)\b`)
	quoted = regexp.MustCompile("“[^”]*”|`[^`]*`|(?i)\\bat (?:least|most)\\b")
)

// Ranks is the first word of a text outside of quotation marks that puts one
// thing above another, such as "better" or "most"; "" where there is none. A
// sentence with such a word has to come from an [Effect].
func Ranks(text string) string {
	return ranks.FindString(quoted.ReplaceAllString(text, ""))
}

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
		if others := leading(settled); others != "" {
			c.Headline += others
			c.Answer, listed = c.Headline, settled
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
		c.Headline, c.Answer = unsettled(open), "Nothing is settled, not even "+open[0].question()+": "+open[0].numbers()
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
		return fmt.Sprintf("Nothing is settled in %d comparisons", len(open))
	}
	return join("Whether", one.Than, "or any of", fmt.Sprint(len(open)), "others", one.More, one.What, "is not settled")
}

// leading is what goes on from the first claim where that is an effect and the
// next ones say the same of its subject and others: ", B and C".
func leading(claims []Claim) string {
	first, ok := claims[0].(Effect)
	if !ok || first.Than == "" {
		return ""
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
		return ""
	case 1:
		return " and " + others[0]
	default:
		return ", " + enumerate(others)
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
func lower(text string) string { return strings.ToLower(text[:1]) + text[1:] }

// rule says what the intervals of claims hold for.
func rule(claims []Claim) string {
	var effect *Effect
	level := 0.0
	for _, claim := range claims {
		switch claim := claim.(type) {
		case Effect:
			if effect != nil && (math.Abs(effect.Level-claim.Level) > 1e-9 || effect.Rule != claim.Rule || effect.Tests != claim.Tests) {
				panic(fmt.Sprintf("analysis: one conclusion, one rule: %q over %d comparisons at %v, and %q over %d at %v (see Jointly)",
					effect.Rule, effect.Tests, effect.Level, claim.Rule, claim.Tests, claim.Level))
			}
			effect = &claim
		case Count:
			level = Default.Level
		}
	}
	var parts []string
	if effect != nil && effect.Tests > 1 {
		parts = append(parts, fmt.Sprintf("Intervals are simultaneous %s (%s, %d comparisons).", percent(effect.Level), effect.Rule, effect.Tests))
	} else if effect != nil {
		parts = append(parts, fmt.Sprintf("The interval is %s.", percent(effect.Level)))
	}
	if level > 0 {
		parts = append(parts, fmt.Sprintf("Intervals of shares are %s, each for itself.", percent(level)))
	}
	return strings.Join(parts, " ")
}

// percent writes a level: "95 %".
func percent(level float64) string { return fmt.Sprintf("%g %%", math.Round(1000*level)/10) }

// join joins the words that are not empty.
func join(words ...string) string {
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}
