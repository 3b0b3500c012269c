package race

import (
	"fmt"
	"math"

	"formicary/pkg/analysis"
	"formicary/pkg/puzzle"
)

// Effects are the answers about all variants to what was decided on, success
// before effort, as claims of a conclusion: all of them together err with
// probability Alpha, whenever the race stops. Their values are the estimates of the
// race's sentences and charts, of the blocks after the verdict where there are enough
// ([Finding.After]). Of a variant that is [Identical] the claim is this fact.
func (res *Result) Effects() []analysis.Claim {
	var out []analysis.Claim
	for _, v := range res.Variants {
		if v.Verdict == Identical {
			out = append(out, analysis.Fact(v.Short()+v.within()+v.twin.why()))
			continue
		}
		e := analysis.Effect{
			Wording:    analysis.Wording{Subject: "“" + v.Variant + "”", Than: "“" + v.Baseline + "”", More: "solves more often", Less: "solves less often"},
			Difference: analysis.Difference{Each: []float64{v.VariantRate, v.BaselineRate}, Unit: "of runs"}, Evidence: analysis.Evidence{Level: 1 - res.Race.Alpha, Rule: "Bonferroni, valid whenever a race stops", Tests: res.Race.Decide.count() * len(res.Variants)}, Basis: res.basis(v),
		}
		effort := e
		effort.More, effort.Less, effort.What = "typically needs more", "typically needs fewer", v.Measure.String()
		effort.Basis = e.Basis + ", " + typical
		if v.Measure.Unit() != "" {
			effort.Less = "typically needs less"
		}
		effort.Each, effort.Unit, effort.Ratio = nil, "", true
		e.Value, e.Interval = v.Success.Value, v.Success.open(0)
		effort.Value, effort.Interval = v.Effort.Value, v.Effort.open(1)
		if v.Decide.asks(Success) {
			out = append(out, e)
		}
		if v.Decide.asks(Effort) {
			out = append(out, effort)
		}
	}
	return out
}

// basis says what a finding rests on: the puzzles or rounds, the sizes of the
// boards and what a run may take.
func (res *Result) basis(v VariantResult) string {
	least, most := math.MaxInt, 0
	for _, p := range res.Race.Puzzles {
		least, most = min(least, p.Size().Cells()), max(most, p.Size().Cells())
	}
	text := puzzle.Plural(v.Blocks, v.Scope.Unit())
	if v.Scope == FixedInstances {
		text += " on " + puzzle.Plural(v.Puzzles, "puzzle")
	}
	if least < most {
		text += fmt.Sprintf(", %d to %d cells", least, most)
	}
	if limit := res.Race.allowed(); limit != "" {
		text += ", up to " + limit + " a run"
	}
	return text
}

// allowed is what a run of the race was allowed: "150 iterations"; "" before the
// race is complete.
func (r Race) allowed() string {
	switch {
	case !(r.limit > 0):
		return ""
	case r.measure.Unit() == "":
		return puzzle.Thousands(int(r.limit)) + " " + r.measure.String()
	}
	return fmt.Sprintf("%v %s of %v", r.limit, r.measure.Unit(), r.measure)
}

// open is the interval of which no difference is outside exactly where the
// estimate is settled: what was settled earlier ends just there.
func (e Estimate) open(none float64) analysis.Interval {
	i := e.Interval
	switch {
	case !e.Settled:
		i.Low, i.High = min(i.Low, none), max(i.High, none)
	case i.Low == none:
		i.Low = math.Nextafter(none, math.Inf(1))
	case i.High == none:
		i.High = math.Nextafter(none, math.Inf(-1))
	}
	return i
}
