package charts_test

import (
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts"
	"formicary/pkg/charts/internal/sample"
)

// TestRace: the picture has a line, a band and an end for each variant and
// question, its ends are the result's estimates, and nothing lies outside of
// the axes.
func TestRace(t *testing.T) {
	result := sample.Race()
	c := charts.Race(result)
	alltest.OK(t, c.Check())
	verdicts := 0
	for _, s := range series(t, c) {
		if s.Type != "scatter" {
			continue
		}
		v, ok := result.Find(s.Name)
		alltest.Require(t, ok && len(s.Data) == 1, "series %s of %d points", s.Name, len(s.Data))
		if strings.Contains(s.ID, "verdict") {
			if verdicts++; s.Data[0].Value[0] != float64(v.Decided) {
				t.Errorf("%s: the verdict is marked after %v, it came after %d", s.Name, s.Data[0].Value[0], v.Decided)
			}
			continue
		}
		want := v.Success.Value
		if s.YAxisIndex == 1 {
			want = v.Effort.Value
		}
		if d := s.Data[0].Value[1] - want; d > 1e-5 || d < -1e-5 || s.Data[0].Value[0] != float64(v.Blocks) {
			t.Errorf("%s ends at %v, want %v after %d", s.Name, s.Data[0].Value, want, v.Blocks)
		}
		settled := v.Success.Settled
		if s.YAxisIndex == 1 {
			settled = v.Effort.Settled
		}
		alltest.Equal(t, s.Symbol == "circle", settled, "%s: symbol %s, settled", s.Name, s.Symbol)
	}
	if verdicts != 2 { // in both panels, of the one that is better
		t.Errorf("%d verdicts are marked", verdicts)
	}
	sizes := charts.RaceSizes(result)
	alltest.OK(t, sizes.Check())
	marks := 0
	for _, s := range series(t, sizes) {
		if s.Type == "scatter" {
			marks += len(s.Data)
		}
	}
	if marks != 16 { // two questions, two variants, four sizes that have blocks
		t.Errorf("%d marks", marks)
	}
}
