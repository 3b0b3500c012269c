package papers

import (
	"fmt"
	"math"

	"formicary/pkg/analysis"
	"formicary/pkg/puzzle"
)

// Figure is a number with the interval of what it stands for.
type Figure struct {
	// Text is how it is printed: "50 of 97", "about 0.7 s".
	Text string
	// Value is the number; NaN where a claim gives a range only ("higher than
	// the other").
	Value float64
	// Interval holds Value, or is the claimed range, without its ends. A number
	// without chance in it has both ends at Value.
	analysis.Interval
}

// share is a count as a share of trials, with its own interval.
func share(p analysis.Proportion) Figure {
	return Figure{puzzle.Thousands(p.Successes) + " of " + puzzle.Thousands(p.Trials), p.Rate, p.Interval}
}

// number is a number as printed, of which no interval is known.
func number(x float64, text string) Figure {
	return Figure{text, x, analysis.Interval{Low: x, High: x}}
}

// above claims a value above x: of a difference 0, of a quotient 1.
func above(x float64, text string) Figure {
	return Figure{text, math.NaN(), analysis.Interval{Low: x, High: math.Inf(1)}}
}

// below claims a value below x.
func below(x float64, text string) Figure {
	return Figure{text, math.NaN(), analysis.Interval{Low: math.Inf(-1), High: x}}
}

// claimed says whether the figure is a range and no number.
func (f Figure) claimed() bool { return math.IsNaN(f.Value) }

// String is the text with the interval, where that has a width.
func (f Figure) String() string {
	if f.claimed() || f.Low == f.High {
		return f.Text
	}
	return fmt.Sprintf("%s (%s to %s)", f.Text, short(f.Low), short(f.High))
}

// Finding sets a number of ours beside one of a paper.
type Finding struct {
	Paper, Ours Figure
	// Ratio compares by quotient, for times and efforts; otherwise by
	// difference, for shares, and for counts without chance in them.
	Ratio bool
	// Basis says what ours rests on: puzzles, runs, budget, study.
	Basis string
}

// Two shares are the same within sameShare, or within sameEnd where the paper's is
// below sameEnd or above 1 − sameEnd; two efforts within a factor of sameRatio. A
// difference is small within half of that, on the logarithm of a factor.
const (
	sameShare = 0.2
	sameEnd   = 0.1
	sameRatio = 2
)

// Verdict is the rule.
//
//   - The paper claims a range: reproduced where our interval lies inside it,
//     higher or lower here where it lies outside, an end of the range counting
//     as outside; else not settled.
//   - The paper has a number: the interval of the difference (ours less the
//     paper's; of the quotient where Ratio is set) is made of both intervals.
//     Reproduced where it does not exclude that there is no difference, and does
//     exclude one of more than 0.2 (0.1 from a share below 0.1 or above 0.9; a
//     factor of more than 2). Where it excludes that there is none, a difference
//     is settled: close, a little higher or lower here, where it also excludes
//     more than half of that; otherwise higher or lower here. Else not settled:
//     our runs, or the paper's, are too few to tell.
func (f Finding) Verdict() Verdict {
	if f.Paper.claimed() {
		ours, claim := f.Ours.Interval, f.Paper.Interval
		switch {
		case ours.Low >= claim.High:
			return Higher
		case ours.High <= claim.Low:
			return Lower
		case ours.Low > claim.Low && math.IsInf(claim.High, 1), ours.High < claim.High && math.IsInf(claim.Low, -1):
			return Reproduced
		}
		return Unsettled
	}
	_, in := f.difference()
	none, near, small := 0.0, around(sameShare), around(sameShare/2)
	switch p := f.Paper.Value; {
	case f.Ratio:
		none, near = 1, analysis.Interval{Low: 1. / sameRatio, High: sameRatio}
		small = analysis.Interval{Low: math.Sqrt(near.Low), High: math.Sqrt(near.High)}
	case p < sameEnd || p > 1-sameEnd && p <= 1:
		near, small = around(sameEnd), around(sameEnd/2)
	}
	within := func(of analysis.Interval) bool { return of.Contains(in.Low) && of.Contains(in.High) }
	switch {
	case in.Low > none && within(small):
		return CloseHigher
	case in.Low > none:
		return Higher
	case in.High < none && within(small):
		return CloseLower
	case in.High < none:
		return Lower
	case within(near):
		return Reproduced
	}
	return Unsettled
}

func around(x float64) analysis.Interval { return analysis.Interval{Low: -x, High: x} }

// difference is ours less the paper's, or the quotient, with an interval made
// of the two: method of variance estimates recovery (G. Y. Zou and A. Donner,
// "Construction of confidence limits about effect measures: a general approach",
// Statistics in Medicine 27 (2008), 1693–1702), as R. G. Newcombe's method 10 for two
// shares is, here of wider intervals.
func (f Finding) difference() (float64, analysis.Interval) {
	on, back := func(x float64) float64 { return x }, func(x float64) float64 { return x }
	if f.Ratio {
		on, back = math.Log, math.Exp
	}
	o, low, high := on(f.Ours.Value), on(f.Ours.Low), on(f.Ours.High)
	p, least, most := on(f.Paper.Value), on(f.Paper.Low), on(f.Paper.High)
	return back(o - p), analysis.Interval{
		Low:  back(o - p - math.Hypot(o-low, most-p)),
		High: back(o - p + math.Hypot(high-o, p-least)),
	}
}

// String says both numbers and how far they are apart, with the interval.
func (f Finding) String() string {
	if f.Paper.claimed() {
		return f.sides()
	}
	d, in := f.difference()
	if f.Ratio {
		return fmt.Sprintf("%s; factor %s (%s to %s)", f.sides(), short(d), short(in.Low), short(in.High))
	}
	return fmt.Sprintf("%s; difference %s (%s to %s)", f.sides(), signed(d), signed(in.Low), signed(in.High))
}

// sides are the two numbers.
func (f Finding) sides() string {
	text := fmt.Sprintf("ours %v, the paper's %v", f.Ours, f.Paper)
	if f.Paper.claimed() {
		text = fmt.Sprintf("ours %v, the paper claims %v", f.Ours, f.Paper)
	}
	if f.Basis != "" {
		text += "; " + f.Basis
	}
	return text
}

// short writes a number, signed a difference.
func short(x float64) string { return puzzle.Number(x) }

func signed(x float64) string { return puzzle.Signed(x) }
