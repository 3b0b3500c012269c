package charts_test

import (
	"encoding/json"
	"fmt"
	"maps"
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

// TestConfigurations: a line for each configuration that ran often enough, in
// its group, with a place on each axis of a parameter that it has.
func TestConfigurations(t *testing.T) {
	space := tune.Space{tune.Real("x", 0, 1), tune.Whole("n", 1, 100).OnLog(), tune.OneOf("mode", "a", "b")}
	all := []*tune.Candidate{
		{Config: tune.Config{"x": "0.5", "n": "10", "mode": "a"}, Blocks: 9, Mean: 50, Solved: 0.5},
		{Config: tune.Config{"x": "0.2", "n": "3", "mode": "b"}, Blocks: 20, Mean: 20, Solved: 1, Born: 1},
		{Config: tune.Config{"n": "90", "mode": "b"}, Blocks: 5, Mean: 80, Dropped: "test", Born: 1},
		{Config: tune.Config{"n": "91", "mode": "b"}, Blocks: 2, Mean: 700, Dropped: "capped", Born: 2},
		{Config: tune.Config{"n": "92", "mode": "b"}, Born: 2},
	}
	c := charts.Configurations(&tune.Result{Candidates: all, Elites: all[1:2], Used: 36}, space)
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	var option struct {
		BaseOption struct {
			Series []struct {
				Name string
				Data []struct{ Value []any }
			}
			ParallelAxis []struct {
				Name, Type string
				Min, Max   any
			}
		}
	}
	if err := json.Unmarshal(c.Option(), &option); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, s := range option.BaseOption.Series {
		for _, d := range s.Data {
			got[s.Name] += fmt.Sprint(d.Value)
		}
	}
	if want := map[string]string{"default": "[0.5 10 a 50]", "elite": "[0.2 3 b 20]", "dropped": "[- 90 b 80]"}; !maps.Equal(got, want) {
		t.Errorf("lines %v, want %v", got, want)
	}
	axes := ""
	for _, a := range option.BaseOption.ParallelAxis {
		axes += a.Name + " " + a.Type + ", "
	}
	if axes != "x value, n log, mode category, mean cost log, " || option.BaseOption.ParallelAxis[0].Max != 1.0 {
		t.Errorf("axes %s%v", axes, option.BaseOption.ParallelAxis)
	}
	if !strings.HasPrefix(c.CSV(), "configuration,x,n,mode,runs,mean cost,share solved,fate\n0,0.5,10,a,9,50,0.5,") || strings.Count(c.CSV(), "\n") != 5 {
		t.Error(c.CSV())
	}
	if charts.Configurations(&tune.Result{}, nil).Check() == nil {
		t.Error("nothing passes for a chart")
	}
}
