// Package sample is made-up statistics for the tests of charts: plain formulas
// instead of experiments, so that no change elsewhere moves a golden file.
package sample

import (
	"fmt"
	"math"

	"formicary/pkg/analysis"
	"formicary/pkg/charts"
	"formicary/pkg/lists"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Labels are n schemes.
func Labels(n int) []string {
	return lists.Of(n, func(i int) string { return solver.Label("nurikabe/acs", fmt.Sprintf("scheme %d", i)) })
}

// half is the size at which a label solves half of its runs.
func half(label int) float64 { return 120 + 30*float64(label) }

func rate(label int, cells float64) float64 {
	return 1 / (1 + math.Pow(cells/half(label), 3))
}

var boards = []int{25, 36, 64, 64, 100, 100, 120, 144, 180, 225, 256, 324, 400, 625}

// Success is success rates of n labels on 14 puzzles with 20 runs each.
func Success(n int) charts.Success {
	s := charts.Success{Note: "at most 5 s a run"}
	s.Table.Labels = Labels(n)
	s.Table.Classes, s.Table.Scope = analysis.SizeClasses, analysis.Scope{Level: 0.95}
	for i, label := range s.Table.Labels {
		total := 0
		for j, cells := range boards {
			solved := int(math.Round(20 * rate(i, float64(cells))))
			total += solved
			s.Puzzles = append(s.Puzzles, analysis.Success{
				Part: analysis.Part{Label: label, PuzzleKey: analysis.PuzzleKey{Puzzle: fmt.Sprintf("p%02d", j), Content: fmt.Sprint(j), Cells: cells}}, Runs: proportion(solved, 20),
			})
		}
		for _, class := range s.Table.Classes {
			puzzles, solved := 0, 0
			for _, cells := range boards {
				if class.Contains(cells) {
					puzzles++
					solved += int(math.Round(20 * rate(i, float64(cells))))
				}
			}
			runs := proportion(solved, 20*puzzles)
			s.Table.Rows = append(s.Table.Rows, analysis.Success{
				Part: analysis.Part{Label: label, Class: class}, Instances: puzzles, Runs: runs,
				Across: analysis.Interval{Low: max(runs.Rate-0.15, 0), High: min(runs.Rate+0.15, 1)},
				Any:    proportion(min(solved, puzzles), puzzles),
			})
		}
		s.Table.Totals = append(s.Table.Totals, analysis.Success{Part: analysis.Part{Label: label}, Instances: len(boards), Runs: proportion(total, 20*len(boards))})
		c := analysis.SuccessCurve{Label: label, Half: half(i)}
		c.Puzzles, c.Runs = len(boards), 20*len(boards)
		c.Slope, c.Interval = -3, analysis.Interval{Low: -4, High: -2}
		for k := range 30 {
			cells := 25 * math.Pow(25, float64(k)/29)
			p := rate(i, cells)
			w := 0.3 * p * (1 - p)
			c.Points = append(c.Points, analysis.CurvePoint{X: cells, Value: p, Band: analysis.Interval{Low: p - w, High: p + w}})
		}
		s.Curves = append(s.Curves, c)
	}
	return s
}

func proportion(successes, trials int) analysis.Proportion {
	p := analysis.Proportion{Successes: successes, Trials: trials, Interval: analysis.Interval{High: 1}}
	if trials > 0 {
		p.Rate = float64(successes) / float64(trials)
		p.Low, p.High = max(p.Rate-0.2, 0), min(p.Rate+0.2, 1)
	}
	return p
}

// beside is success beside published rates.
func beside(n int) charts.Success {
	s := Success(n)
	s.References = References(n)
	return s
}

// References are published rates of n labels.
func References(n int) []analysis.Reference {
	var out []analysis.Reference
	for i, label := range Labels(n) {
		for j, class := range analysis.SizeClasses {
			out = append(out, analysis.Reference{
				Label: label, Class: class, Instances: 100, Any: 90 - 20*j, Rate: rate(i, 60+90*float64(j)), Runs: 100, Source: "A paper, table 1",
			})
		}
	}
	return out
}

// RunTimes are distributions of n labels with 40 runs each and a limit of 10 s.
func RunTimes(n int) []analysis.RunTime {
	var out []analysis.RunTime
	for i, label := range Labels(n) {
		t := analysis.RunTime{Sample: analysis.Sample{Label: label, Puzzles: 2, Runs: 40, Limit: 10}, Median: 0.3, MedianInterval: analysis.Interval{Low: 0.2, High: 0.7}, Scope: analysis.Scope{Level: 0.95}}
		for k := range 25 {
			p := float64(k+1) / 40
			t.Steps = append(t.Steps, analysis.Step{
				Time: 0.01 * math.Pow(1.3, float64(k)) * float64(i+1), AtRisk: 40 - k, Events: 1, Solved: p, Low: p * 0.7, High: min(p*1.4, 1),
				Found: []analysis.RunKey{{PuzzleKey: analysis.PuzzleKey{Content: fmt.Sprint(k % 2)}, Run: k / 2}},
			})
		}
		last := t.Steps[len(t.Steps)-1]
		last.Time, last.AtRisk, last.Events, last.Censored, last.Found = 10.02, 15, 0, 15, nil
		for k := 25; k < 40; k++ {
			last.Ended = append(last.Ended, analysis.RunKey{PuzzleKey: analysis.PuzzleKey{Content: fmt.Sprint(k % 2)}, Run: k / 2})
		}
		t.Steps = append(t.Steps, last)
		t.Solved, t.Censored = 25, 15
		out = append(out, t)
	}
	return out
}

// Anytime are cost curves of n labels; the first points have no upper
// quantiles yet.
func Anytime(n int) []analysis.Anytime {
	var out []analysis.Anytime
	for i, label := range Labels(n) {
		c := analysis.Anytime{Sample: analysis.Sample{Label: label, Measure: analysis.Iterations, Puzzles: 14, Runs: 280, Limit: 1000}}
		for k := range 20 {
			cost := math.Round(30/float64(i+1)*math.Exp(-float64(k)/5)*10) / 10
			p := analysis.AnytimePoint{At: math.Round(math.Pow(1000, float64(k)/19)), Runs: 280, Q10: cost / 4, Q25: cost / 2, Median: cost, Q75: cost * 1.5, Q90: cost * 2, Solved: float64(k) / 40}
			if k < 3 {
				p.Q75, p.Q90 = math.Inf(1), math.Inf(1)
			}
			c.Points = append(c.Points, p)
		}
		out = append(out, c)
	}
	return out
}

// Puzzle is a small instance with one clue of each kind.
func Puzzle(size puzzle.Size) puzzle.Puzzle {
	clues := make([]int, size.Cells())
	clues[0], clues[len(clues)-1], clues[len(clues)/2] = 3, nurikabe.Unknown, 12
	p, err := nurikabe.New("made-up", size, clues)
	if err != nil {
		panic(err)
	}
	return p
}

// Frames are n frames of a run on a board: pheromone decays but for a diagonal
// that grows; the last frame is a solution where solved says so, and tells no
// costs of ants then, as it is taken within an iteration.
func Frames(size puzzle.Size, n int, solved bool) []solver.Frame {
	out := make([]solver.Frame, n)
	for k := range out {
		f := solver.Frame{Iterations: int64(1 + k*k*10), Cost: float64(n - k), Best: float64(n - k), Board: puzzle.NewGrid(size, 1)}
		f.Pheromone = make([]float64, size.Cells())
		for i := range f.Pheromone {
			at := size.At(i)
			f.Pheromone[i] = 0.01 * math.Exp(-float64(k)/8)
			if (at.Row+at.Col)%5 == 0 {
				f.Pheromone[i] = 0.01 + 0.02*float64(k)
				f.Board.Values[i] = 0
			}
		}
		for ant := range 10 {
			f.Costs = append(f.Costs, f.Cost+float64((ant*7+k)%(n-k+1)))
		}
		if solved && k == n-1 {
			f.Cost, f.Best, f.Costs = 0, 0, nil
		}
		out[k] = f
	}
	return out
}

// HeadToHead is two engines on 30 puzzles: the second one solves fewer of the
// large ones, and one that the first does not.
func HeadToHead() analysis.HeadToHead {
	v := analysis.HeadToHead{First: "complete solver", Second: "ants, shuffled", Measure: analysis.CPU}
	all := analysis.HeadToHeadRow{Instances: 30}
	for i := range 30 {
		p := analysis.HeadToHeadPoint{PuzzleKey: analysis.PuzzleKey{Puzzle: fmt.Sprintf("p%02d", i), Content: fmt.Sprint(i), Cells: 25 + 12*i}}
		p.First = analysis.HeadToHeadTime{Runs: 1, Successes: 1, Total: 0.002 * math.Exp(float64(i%7)/2), Limit: 60, Status: solver.Unique}
		p.Second = analysis.HeadToHeadTime{Runs: 10, Successes: 10 - i/3, Total: 0.001 * math.Exp(float64(i)/3), Limit: 10, Status: solver.Solved}
		if i == 11 || i >= 28 {
			p.First.Successes, p.First.Total, p.First.Status = 0, 60, solver.Exhausted
		}
		if i >= 26 {
			p.Second.Successes, p.Second.Total, p.Second.Status = 0, 100, solver.Exhausted
		}
		for _, t := range []*analysis.HeadToHeadTime{&p.First, &p.Second} {
			t.Mean = math.Inf(1)
			if t.Solved() {
				t.Mean = t.Total / float64(t.Successes)
			}
		}
		a, b := p.SolvedBy()
		switch {
		case a && b && p.First.Mean < p.Second.Mean:
			all.Both, all.FasterFirst = all.Both+1, all.FasterFirst+1
		case a && b:
			all.Both, all.FasterSecond = all.Both+1, all.FasterSecond+1
		case a:
			all.OnlyFirst++
		case b:
			all.OnlySecond++
		}
		v.Points = append(v.Points, p)
	}
	all.First, all.Second = all.Both+all.OnlyFirst, all.Both+all.OnlySecond
	v.Rows = []analysis.HeadToHeadRow{all}
	return v
}

// Features is two engines in four ranges of three features.
func Features() analysis.FeatureTable {
	t := analysis.FeatureTable{Scope: analysis.Scope{Level: 0.95}, Labels: []string{"complete solver", "ants, shuffled"}, Features: []string{"cells", "islands", "mean island size"}, Measure: analysis.CPU}
	for i, feature := range t.Features {
		for j, label := range t.Labels {
			for k := range 4 {
				at := float64(5 * (k + 1) * (4 - i))
				b := analysis.FeatureBin{Part: analysis.Part{Label: label, Range: analysis.Range{Feature: feature, Least: at - 2, Most: at + 2, Middle: at}}, Any: proportion(40-11*j*k, 40)}
				b.Of = []analysis.PuzzleKey{{Content: fmt.Sprint(k)}, {Content: fmt.Sprint(k + 4)}}
				b.Median = 0.001 * math.Exp(float64(2*j*k))
				b.Between = analysis.Interval{Low: b.Median / 2, High: b.Median * 3}
				if j*k == 3 {
					b.Median, b.Between.High = math.Inf(1), math.Inf(1)
				}
				t.Bins = append(t.Bins, b)
			}
		}
	}
	return t
}

// Charts is one of each kind, by name, in order.
func Charts() (names []string, all []charts.Chart) {
	add := func(name string, c charts.Chart) {
		names, all = append(names, name), append(all, c)
	}
	size := puzzle.Size{Rows: 4, Cols: 5}
	add("success-one", beside(1).Chart())
	add("success-three", Success(3).Chart())
	add("success-six", beside(6).Chart())
	add("classes", charts.SuccessByClass(Success(6).Table, References(6)...))
	add("runtimes-two", charts.RunTimes(RunTimes(2)))
	long := RunTimes(3)
	for i := range long {
		long[i].Label += ", with the greedy rule of the program"
	}
	add("runtimes-long", charts.RunTimes(long))
	add("runtimes-six", charts.RunTimes(RunTimes(6)))
	along := RunTimes(5)
	for i := range along {
		along[i].Label = fmt.Sprint("ants, q0 = ", float64(2*i+1)/10)
	}
	add("parameter", charts.RunTimes(along))
	within := charts.DotPlot{Title: "Success by one parameter", Subtitle: "24 puzzles", Scope: analysis.Scope{Level: 0.95}, Axis: "share of runs", Share: true}
	for i := range 8 {
		share := 0.1 + 0.1*float64(i)
		within.All = append(within.All, charts.Estimate{Panel: "small boards", Row: fmt.Sprint("ants, q0 = ", float64(2*(i/2)+1)/10), Series: []string{"within 100", "within 1,000"}[i%2], Value: share, Within: analysis.Interval{Low: share - 0.05, High: share + 0.05}})
	}
	add("parameter-two", within.Chart())
	add("convergence-one", charts.Convergence(Anytime(1)))
	add("convergence-six", charts.Convergence(Anytime(6)))
	var films []charts.Film
	for i, panel := range []string{"solved", "stuck"} {
		for _, label := range []string{"with BVE", "without BVE"} {
			for range 1 + 4*i {
				films = append(films, charts.Film{Panel: panel, Label: label, Frames: Frames(size, 8, i == 0)})
			}
		}
	}
	add("versus", charts.HeadToHead(HeadToHead()))
	add("workers", charts.Workers(Attempts(), Now))
	add("features", charts.Features(Features()))
	add("summary", charts.PheromoneSummary(films...))
	films = nil
	for _, label := range Labels(3) {
		films = append(films, charts.Film{Label: label, Frames: Frames(size, 8, false)})
	}
	films[0].Frames = Frames(size, 8, true)
	add("ant-costs", charts.AntCosts(films...))
	for i := range films {
		films[i].Panel = fmt.Sprintf("12x12-101-%d, 144 cells, %s", i, films[i].Label)
	}
	add("ant-costs-long", charts.AntCosts(films...))
	comparing(add)
	return names, all
}
