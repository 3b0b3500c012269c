package charts_test

import (
	"strings"
	"testing"

	"formicary/pkg/charts"
	"formicary/pkg/tune"
)

// TestTuning: each configuration that ran is one mark in each panel of a
// parameter that it has.
func TestTuning(t *testing.T) {
	space := tune.Space{tune.Real("x", 0, 1), tune.Whole("n", 1, 100).OnLog(), tune.OneOf("mode", "a", "b")}
	all := []*tune.Candidate{
		{Config: tune.Config{"x": "0.5", "n": "10", "mode": "a"}, Blocks: 9, Mean: 50, Solved: 0.5},
		{Config: tune.Config{"x": "0.2", "n": "3", "mode": "b"}, Blocks: 20, Mean: 20, Solved: 1, Born: 1},
		{Config: tune.Config{"n": "90", "mode": "b"}, Blocks: 5, Mean: 80, Dropped: "test", Born: 1},
		{Config: tune.Config{"n": "91", "mode": "b"}, Born: 2},
	}
	c := charts.Tuning(&tune.Result{Candidates: all, Elites: all[1:2], Used: 34}, space)
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	marks := map[string]int{}
	for _, s := range series(t, c) {
		marks[s.Name] += len(s.Data)
		if s.Name == "elite" && s.YAxisIndex == 2 && s.Data[0].Value[0] != 2 {
			t.Errorf("mode b stands at %v", s.Data[0].Value)
		}
	}
	if marks["default"] != 3 || marks["elite"] != 3 || marks["dropped"] != 2 {
		t.Errorf("marks %v", marks)
	}
	if rows := strings.Count(c.CSV(), "\n"); rows != 4 || !strings.Contains(c.Alt, "Elite 1, mode=b n=3 x=0.2: mean cost 20 after 20 runs.") {
		t.Errorf("%d rows, %s", rows, c.Alt)
	}
	if charts.Tuning(&tune.Result{}, nil).Check() == nil {
		t.Error("nothing passes for a chart")
	}
}

func TestAblation(t *testing.T) {
	c := charts.Ablation([]tune.Step{
		{Config: tune.Config{"x": "1"}, Mean: 100}, {Config: tune.Config{"x": "2"}, Changed: []string{"x"}, Mean: 60}, {Config: tune.Config{"x": "2", "y": "1"}, Changed: []string{"mode", "y"}, Mean: 20},
	})
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	if c.Points != 3 || c.Alt != "Mean cost after each change: start 100; x 2 60; mode, y 20." {
		t.Errorf("%d points, %s", c.Points, c.Alt)
	}
	if charts.Ablation(nil).Check() == nil {
		t.Error("nothing passes for a chart")
	}
}
