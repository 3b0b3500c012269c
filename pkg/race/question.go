package race

import (
	"math"

	"formicary/pkg/analysis"
)

var logMostRatio, logEffortMargin = math.Log(MostRatio), math.Log(EffortMargin)

// questions are the two that are asked of a variant.
type questions struct {
	margin          float64
	success, effort *sequence
}

// newQuestions asks each with an error of alpha.
func newQuestions(alpha, margin float64) questions {
	return questions{
		margin:  margin,
		success: newSequence(-1, 1, alpha, -margin, 0, margin),
		effort:  newSequence(-logMostRatio, logMostRatio, alpha, -logEffortMargin, 0, logEffortMargin),
	}
}

// add takes a block and gives the verdict.
func (q questions) add(b block) Verdict {
	q.success.add(b.variant - b.baseline)
	q.effort.add(b.ratio)
	return q.verdict()
}

func (q questions) verdict() Verdict {
	more, less := q.success.sign(), -q.effort.sign()
	switch {
	case more*less < 0:
		return Mixed
	case more+less > 0:
		return Better
	case more+less < 0:
		return Worse
	case q.success.above(-q.margin) && q.success.below(q.margin) && q.effort.above(-logEffortMargin) && q.effort.below(logEffortMargin):
		return Alike
	}
	return Open
}

// sign is that of the mean where it is settled, otherwise 0.
func (s *sequence) sign() int {
	switch {
	case s.above(0):
		return 1
	case s.below(0):
		return -1
	}
	return 0
}

// estimates are the answers so far.
func (q questions) estimates() (success, effort Estimate) {
	return estimate(q.success, func(x float64) float64 { return x }), estimate(q.effort, math.Exp)
}

// estimate is the answer to a question on its own scale. What was settled
// stays so: the interval ends at no difference then, at the latest.
func estimate(s *sequence, scale func(float64) float64) Estimate {
	i := s.interval()
	if s.above(0) {
		i.Low = max(i.Low, 0)
	}
	if s.below(0) {
		i.High = min(i.High, 0)
	}
	return Estimate{
		Value: scale(s.mean()), Interval: analysis.Interval{Low: scale(i.Low), High: scale(i.High)},
		Evidence: s.evidence(0), Settled: s.sign() != 0,
	}
}
