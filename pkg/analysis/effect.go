package analysis

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"formicary/pkg/puzzle"
)

// Effect is a difference between two things with its interval. Its sentence
// says no more than the interval: which way the difference goes only where the
// interval excludes that there is none.
type Effect struct {
	Wording
	Difference
	Evidence
	// Basis says what it rests on: "24 puzzles". On goes on from there: " of the open set".
	Basis string
	On    string `json:",omitempty"`
	// Puzzles is how many the interval is across. A sentence that is not settled then says
	// about how many more would settle it by this estimate; 0 means that it does not.
	Puzzles int `json:",omitempty"`
}

// Wording is the words of an [Effect].
type Wording struct {
	// Subject is compared with Than: labels, or what a sentence calls them.
	// Than is empty where the subject's own effect is told ("one standard deviation
	// more of island size").
	Subject, Than string
	// More and Less are what the subject does where Value is above, or below,
	// no difference, and What they do it in: "solves more often", "solves less
	// often" and ""; "needs more", "needs fewer" and "iterations"; without Than
	// "goes with a rise of", "goes with a fall of" and "the odds of success".
	More, Less, What string
}

// Difference is the numbers of an [Effect].
type Difference struct {
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
}

// Evidence is what bears an [Effect] out.
type Evidence struct {
	// P is the corrected p-value of the test that goes with the interval. An
	// effect is not settled where it is 1−Level or more. 0 means no test: no test
	// has a p of 0 (see [stats.Test]).
	P float64 `json:",omitempty"`
	// Level is the confidence of all Tests comparisons together, Rule what
	// makes it so: "Holm", "Bonferroni".
	Level float64
	Rule  string `json:",omitempty"`
	Tests int
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
		return puzzle.Capital(join(e.Subject, verb, e.What))
	}
	return "W" + e.question()[1:] + " is not settled"
}

// question asks which way the difference goes: "whether A or B solves more
// often".
func (e Effect) question() string {
	if e.Than != "" {
		return join("whether", e.Subject, "or", e.Than, e.More, e.What)
	}
	return join("whether", e.Subject, strings.TrimSuffix(e.More, " of"), "or", strings.TrimPrefix(e.Less, "goes with "), e.What)
}

// String is Short with the numbers.
func (e Effect) String() string { return e.Short() + ": " + e.numbers() }

// numbers are the values, the difference, its interval and what it rests on, and how
// far away it is from being settled.
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
		switch within := e.Interval.Contains(e.none()); {
		case !e.Settled() && !within:
			text += ", not significant after correction"
		case within && e.P < 1-e.Level:
			text += fmt.Sprintf(", but the interval includes %g", e.none())
		}
	}
	if e.Basis != "" {
		text += "; " + e.Basis + e.On
	}
	if outlook := e.outlook(); outlook != "" {
		return text + "); " + outlook
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

// Bonferroni tells of several families of effects, each with a correction of its
// own, as one: by Bonferroni's inequality all hold together with one less the
// sum of what the families may fail by. Ask each at a level that leaves room:
// of four families, Settings{Level: 1 − 0.05/4}.
func Bonferroni(families ...[]Claim) []Claim {
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

// percent writes a level: "95 %".
func percent(level float64) string { return fmt.Sprintf("%g %%", math.Round(1000*level)/10) }

// join joins the words that are not empty.
func join(words ...string) string {
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}

// far is how many times as many units as there were are not worth counting.
const far = 10

// Outlook says how far away a verdict is that was not reached after so many units: "about
// 130 more puzzles would settle it", or that more than ten times as many would be needed.
// Unit is the word for several, and may be empty. More is rounded up to two digits.
func Outlook(units int, more float64, unit string) string {
	if more > far*float64(units) {
		return join(fmt.Sprintf("more than %d times as many", far), unit, "would be needed")
	}
	digit := math.Pow(10, max(math.Floor(math.Log10(max(more, 1)))-1, 0))
	return join("about", puzzle.Thousands(int(math.Ceil(max(more, 1)/digit)*digit)), "more", unit, "would settle it")
}

// more is how many more puzzles would settle the effect if it were as large as it
// seems: an interval shrinks with the square root of the number of puzzles, and what a
// test is by grows with it. It is +Inf where there seems to be none.
func (e Effect) more() float64 {
	times := 1 / e.clarity()
	if e.P > 0 {
		normal := func(p float64) float64 { return distuv.UnitNormal.Quantile(1 - p/float64(max(e.Tests, 1))/2) }
		if seen := normal(min(e.P, 1)); e.P < 1 {
			times = max(times, normal(1-e.Level)/seen)
		} else {
			times = math.Inf(1)
		}
	}
	return float64(e.Puzzles) * (times*times - 1)
}

// outlook is the [Outlook] of an effect that is not settled; empty where the number of
// its puzzles is not known, or its interval has no end.
func (e Effect) outlook() string {
	if e.Settled() || e.Puzzles == 0 || math.IsNaN(e.Value) || math.IsInf(e.Interval.Low, 0) || math.IsInf(e.Interval.High, 0) {
		return ""
	}
	return Outlook(e.Puzzles, e.more(), "puzzles")
}
