package race

import (
	"math"
	"slices"

	"formicary/pkg/analysis"
)

// Question is what a race decides on.
type Question int

// The questions.
const (
	// Both: success and effort. A variant is better only if it is better in one
	// of them and not worse, by more than a margin, in the other. Each question
	// gets half of the error.
	Both Question = iota
	// Success: how often runs solve. Effort is estimated, and not decided on.
	Success
	// Effort: what runs take. Success is estimated, and not decided on.
	Effort
)

// asks says whether a question is one of those that are decided on.
func (q Question) asks(one Question) bool { return q == Both || q == one }

func (q Question) count() int {
	if q == Both {
		return 2
	}
	return 1
}

var logMostRatio, logEffortMargin = math.Log(analysis.MostRatio), math.Log(EffortMargin)

// questions are what is asked of a variant. Processor time is never decided on.
type questions struct {
	decide                 Question
	success, effort, clock *sequence
	ways                   []way
}

// newQuestions asks each with an error of alpha.
func newQuestions(decide Question, alpha, margin float64) questions {
	q := questions{
		decide:  decide,
		success: newSequence(-1, 1, alpha, -margin, 0, margin),
		effort:  newSequence(-logMostRatio, logMostRatio, alpha, -logEffortMargin, 0, logEffortMargin),
		clock:   newSequence(-logMostRatio, logMostRatio, alpha, 0),
	}
	q.ways = q.verdicts(margin)
	return q
}

// add takes an observation and gives the verdict.
func (q questions) add(o observation) Verdict {
	q.success.add(o.variant - o.baseline)
	q.effort.add(o.effort)
	q.clock.add(o.clock)
	for _, w := range q.ways {
		if w.settled() {
			return w.verdict
		}
	}
	return Open
}

// way is a verdict with the claims that it takes.
type way struct {
	verdict Verdict
	claims  []claim
}

// verdicts are all verdicts with what each takes, the most telling first. Every
// claim is one about the same two intervals, so that there is nothing to pay for
// their number.
func (q questions) verdicts(margin float64) []way {
	success := func(test float64, above bool) claim { return claim{q.success, test, above} }
	effort := func(test float64, above bool) claim { return claim{q.effort, test, above} }
	more, fewer := success(0, true), success(0, false)
	noFewer, noMore := success(-margin, true), success(margin, false)
	longer, shorter := effort(0, true), effort(0, false)
	noShorter, noLonger := effort(-logEffortMargin, true), effort(logEffortMargin, false)
	switch q.decide {
	case Success:
		return []way{{Better, []claim{more}}, {Worse, []claim{fewer}}, {Alike, []claim{noFewer, noMore}}}
	case Effort:
		return []way{{Better, []claim{shorter}}, {Worse, []claim{longer}}, {Alike, []claim{noShorter, noLonger}}}
	}
	return []way{
		{Mixed, []claim{more, longer}},
		{Mixed, []claim{fewer, shorter}},
		{Better, []claim{more, noLonger}},
		{Better, []claim{shorter, noFewer}},
		{Worse, []claim{fewer, noShorter}},
		{Worse, []claim{longer, noMore}},
		{Alike, []claim{noFewer, noMore, noShorter, noLonger}},
	}
}

func (w way) settled() bool {
	return !slices.ContainsFunc(w.claims, func(c claim) bool { return !c.settled() })
}

// forecast is how many observations there would be at a verdict, if all were
// like those so far; +Inf where there would never be one.
func (q questions) forecast() float64 {
	least := math.Inf(1)
	for _, w := range q.ways {
		most := 0.0
		for _, c := range w.claims {
			if !c.settled() {
				most = max(most, c.forecast())
			}
		}
		least = min(least, most)
	}
	return least
}

// estimate is the answer to a question on its own scale, with a value that rests
// on the mean of some of the observations. What was settled stays so: the
// interval ends there, at the latest. A value outside of the interval is moved
// to its end. What is not decided on settles nothing.
func estimate(s *sequence, mean float64, decided bool, scale func(float64) float64) Estimate {
	i := s.interval()
	if decided {
		for _, b := range s.tests {
			if b.wasAbove {
				i.Low, i.High = max(i.Low, b.original), max(i.High, b.original)
			}
			if b.wasBelow {
				i.Low, i.High = min(i.Low, b.original), min(i.High, b.original)
			}
		}
	}
	return Estimate{
		Value:    scale(min(max(mean, i.Low), i.High)),
		Interval: analysis.Interval{Low: scale(i.Low), High: scale(i.High)},
		Evidence: s.evidence(0), Settled: decided && (s.above(0) || s.below(0)),
	}
}

func same(x float64) float64 { return x }
