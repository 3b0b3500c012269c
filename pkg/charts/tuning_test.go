package charts_test

import (
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts"
	"formicary/pkg/charts/internal/sample"
	"formicary/pkg/tune"
)

// TestTuning: each configuration that ran is one mark in each panel of a
// parameter that it has.
func TestTuning(t *testing.T) {
	space := tune.Space{tune.Real("x", 0, 1), tune.Whole("n", 1, 100).OnLog(), tune.OneOf("mode", "a", "b")}
	all := []*tune.Candidate{
		{Config: tune.Config{"x": "0.5", "n": "10", "mode": "a"}, Seen: tune.Seen{Blocks: 9, Mean: 5, Solved: 0.5, Common: 9, Relative: 2.5}},
		{Config: tune.Config{"x": "0.2", "n": "3", "mode": "b"}, Born: 1, Seen: tune.Seen{Blocks: 20, Mean: 20, Solved: 1, Common: 20, Relative: 1}},
		{Config: tune.Config{"n": "90", "mode": "b"}, Dropped: "test", Born: 1, Seen: tune.Seen{Blocks: 5, Mean: 8, Common: 5, Relative: 4}},
		{Config: tune.Config{"n": "91", "mode": "b"}, Born: 2},
		{Config: tune.Config{"n": "50", "mode": "a"}, Dropped: "test", Born: 1, Seen: tune.Seen{Blocks: 6, Mean: 7, Common: 2, Relative: 0.1}},
	}
	c := charts.Tuning(&tune.Result{Candidates: all, Elites: all[1:2], Reference: 1, Used: 40}, space)
	alltest.OK(t, c.Check())
	marks, least := map[string]int{}, map[string]float64{}
	for _, s := range series(t, c) {
		if s.Name == "" {
			continue // the line at 1
		}
		marks[s.Name] += len(s.Data)
		least[s.Name] = s.Data[0].Value[1]
		if s.Name == "elite" && s.YAxisIndex == 2 && s.Data[0].Value[0] != 2 {
			t.Errorf("mode b stands at %v", s.Data[0].Value)
		}
	}
	alltest.Check(t, marks["default"] == 3 && marks["elite"] == 3 && marks["dropped"] == 2 && marks["not comparable"] == 2, "marks %v", marks)
	// The elite is the cheapest on common blocks, though it ran on the hardest.
	alltest.Check(t, least["elite"] == 1 && least["default"] == 2.5 && least["dropped"] == 4 && least["not comparable"] < 1, "costs %v", least)
	if rows := strings.Count(c.CSV(), "\n"); rows != 5 || !strings.Contains(c.Alt, "Elite 1, mode=b n=3 x=0.2: 1 times the reference's mean cost on 20 blocks in common; mean cost 20 after 20 runs.") {
		t.Errorf("%d rows, %s", rows, c.Alt)
	}
	for _, want := range []string{"1 is elite 1: each is compared with it on the blocks that both have seen (of its 20)", "not comparable: 1 with fewer than five blocks"} {
		alltest.Has(t, c.Subtitle, want, "subtitle")
	}
}

func TestAblation(t *testing.T) {
	c := charts.Ablation(sample.Ablation())
	alltest.OK(t, c.Check())
	if c.Points != 4 || !strings.HasPrefix(c.Alt, "Start, ants=10 q0=0.9 rho=0.1 rule=none: mean cost 160. q0 = 0.8: lowers the typical cost, from 160 to 90 (a factor of 0.562, 98.8 % interval 0.478 to 0.647, 40 puzzles). ") {
		t.Errorf("%d points, %s", c.Points, c.Alt)
	}
	hollow := 0
	for _, s := range series(t, c) {
		if s.Type == "scatter" && s.ItemStyle.BorderWidth == 2 {
			hollow++
		}
	}
	alltest.Check(t, hollow == 2 && strings.Count(c.Alt, "not settled") == 2, "%d hollow marks, %s", hollow, c.Alt)
	want := "98.8 % intervals over puzzles, 95 % for all together (Bonferroni)"
	alltest.Check(t, strings.Contains(c.Subtitle, want), "subtitle %q lacks %q", c.Subtitle, want)
	alltest.Check(t, charts.Ablation(nil).Check() != nil, "nothing passes for a chart")
}
