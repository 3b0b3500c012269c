package papers

import (
	"math"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

func of(value, low, high float64) Figure {
	return Figure{Text: "x", Value: value, Interval: analysis.Interval{Low: low, High: high}}
}

// TestVerdict is the rule, case by case.
func TestVerdict(t *testing.T) {
	shares := func(solved, tries int) Figure { return share(analysis.Default.Proportion(solved, tries)) }
	for _, c := range []struct {
		why         string
		paper, ours Figure
		ratio       bool
		want        Verdict
	}{
		{"two large samples alike", shares(500, 970), shares(510, 970), false, Reproduced},
		{"two small samples alike", shares(5, 10), shares(5, 10), false, Unsettled},
		{"ours clearly less", shares(150, 230), shares(10, 300), false, Lower},
		{"ours clearly more", shares(50, 97), shares(95, 100), false, Higher},
		{"less, but the samples are small", shares(7, 10), shares(4, 10), false, Unsettled},
		{"all of both", shares(50, 50), shares(50, 50), false, Reproduced},
		{"all of both, of few", shares(50, 50), shares(4, 4), false, Unsettled},
		{"a printed share without interval", number(0.942, "0.942"), of(0.93, 0.90, 0.95), false, Reproduced},
		{"the same, apart", number(0.942, "0.942"), of(0.90, 0.88, 0.94), false, Lower},
		{"apart by a little, surely", number(0.942, "0.942"), of(0.95, 0.945, 0.955), false, CloseHigher},
		{"few of many", number(0.023, "0.023"), shares(2, 72), false, Reproduced},
		{"none, of few", number(0, "0.000"), shares(0, 21), false, Unsettled},
		{"a small share, perhaps much more", number(0.09, "0.090"), shares(3, 30), false, Unsettled},
		{"the same beside a larger share", number(0.11, "0.110"), shares(3, 30), false, Reproduced},
		{"counts without chance", number(908, "908"), number(908, "908"), false, Reproduced},
		{"counts that differ", number(908, "908"), number(907, "907"), false, Lower},
		{"efforts alike", number(100, "100"), of(110, 70, 180), true, Reproduced},
		{"a share in the middle, a little apart", number(0.676, "0.676"), of(0.60, 0.58, 0.62), false, CloseLower},
		{"a share in the middle, apart", number(0.676, "0.676"), of(0.51, 0.49, 0.53), false, Lower},
		{"efforts a little apart", number(100, "100"), of(120, 110, 130), true, CloseHigher},
		{"efforts, too uncertain", number(100, "100"), of(110, 40, 180), true, Unsettled},
		{"twice the effort", number(100, "100"), of(200, 150, 260), true, Higher},
		{"half the effort", number(100, "100"), of(50, 40, 60), true, Lower},
		{"efforts with an interval each", of(100, 80, 125), of(150, 120, 187.5), true, Higher},
		{"the same, nearer", of(100, 80, 125), of(130, 104, 162.5), true, Reproduced},
		{"claimed slower, is", above(1, "slower"), of(1.5, 1.2, 1.9), true, Reproduced},
		{"claimed slower, without end", above(1, "slower"), of(math.Inf(1), 3, math.Inf(1)), true, Reproduced},
		{"claimed slower, is faster", above(1, "slower"), of(0.87, 0.80, 0.95), true, Lower},
		{"claimed slower, open", above(1, "slower"), of(1.2, 0.9, 1.6), true, Unsettled},
		{"claimed slower, touches", above(1, "slower"), of(1.2, 1, 1.6), true, Unsettled},
		{"claimed less, is", below(0, "less"), of(-0.2, -0.3, -0.1), false, Reproduced},
		{"claimed less, is more", below(0, "less"), of(0.2, 0.1, 0.3), false, Higher},
		{"claimed less, open", below(0, "less"), of(-0.1, -0.3, 0.1), false, Unsettled},
	} {
		f := Finding{Paper: c.paper, Ours: c.ours, Ratio: c.ratio}
		alltest.Equal(t, f.Verdict(), c.want, "%s: %v", c.why, f)
	}
}

// Newcombe, "Interval estimation for the difference between independent
// proportions", Statistics in Medicine 17 (1998), 873–890, table II: method 10
// without continuity correction, of Wilson's intervals, gives 56/70 − 48/80 as 0.0524 to 0.3339, and
// 10/10 − 0/20 as 0.6791 to 1.
func TestDifference(t *testing.T) {
	for _, c := range []struct {
		ours, paper [2]int
		low, high   float64
	}{
		{[2]int{56, 70}, [2]int{48, 80}, 0.0524, 0.3339},
		{[2]int{9, 10}, [2]int{3, 10}, 0.1705, 0.8090},
		{[2]int{10, 10}, [2]int{0, 20}, 0.6791, 1},
	} {
		wilson := func(of [2]int) Figure {
			const z = 1.959964
			k, n := float64(of[0]), float64(of[1])
			middle, half := (k+z*z/2)/(n+z*z), z/(n+z*z)*math.Sqrt(k*(n-k)/n+z*z/4)
			return Figure{"", k / n, analysis.Interval{Low: middle - half, High: middle + half}}
		}
		f := Finding{Ours: wilson(c.ours), Paper: wilson(c.paper)}
		_, in := f.difference()
		alltest.Check(t, math.Abs(in.Low-c.low) <= 1e-4 && math.Abs(in.High-c.high) <= 1e-4, "%v: %v, want %v to %v", c, in, c.low, c.high)
	}
}

func TestSentences(t *testing.T) {
	shares := func(solved, tries int) Figure { return share(analysis.Default.Proportion(solved, tries)) }
	for want, f := range map[string]Finding{
		"ours 10 of 300 (0.0161 to 0.0604), the paper's 150 of 230 (0.587 to 0.714); 3 puzzles; difference −0.619 (−0.683 to −0.548)": {Ours: shares(10, 300), Paper: shares(150, 230), Basis: "3 puzzles"},
		"ours 2 s (1.5 to 3), the paper's 1 s; factor 2 (1.5 to 3)":                                                                   {Ours: Figure{"2 s", 2, analysis.Interval{Low: 1.5, High: 3}}, Paper: number(1, "1 s"), Ratio: true},
		"ours 0.87 (0.8 to 0.95), the paper claims much slower":                                                                       {Ours: Figure{"0.87", 0.87, analysis.Interval{Low: 0.8, High: 0.95}}, Paper: above(1, "much slower"), Ratio: true},
	} {
		alltest.Equal(t, f.String(), want)
	}
}

// record is a run on one puzzle.
func record(variant string, run int, solved bool) experiment.Record {
	r := experiment.Record{Puzzle: "p", Content: "p", Variant: variant, Run: run, Status: solver.Exhausted, Budget: solver.Iterations(10000)}
	if solved {
		r.Status = solver.Solved
	}
	return r
}

// TestRecordsDecide follows a row from records to its verdict: other records,
// another verdict.
func TestRecordsDecide(t *testing.T) {
	p := Paper{Key: "test", Rows: []Row{{Place: "Table 1", Kind: Table, Paper: "Half of 97.", Here: "60-sudoku-aco", Ours: func() (Finding, error) {
		ours, basis, err := solved("test", func(r experiment.Record) bool { return r.Label() == "ours" })
		return Finding{Paper: share(analysis.Default.Proportion(50, 97)), Ours: ours, Basis: basis}, err
	}}}}
	for solvedRuns, want := range map[int]Verdict{10: Lower, 50: Reproduced, 64: Unsettled, 95: Higher} {
		records := []experiment.Record{record("other", 0, true)}
		for i := range 100 {
			records = append(records, record("ours", i, i < solvedRuns))
		}
		have(t, map[string][]experiment.Record{"test": records})
		got, err := p.Judge()
		alltest.Check(t, err == nil && got[0].Verdict == want, "%d of 100: %+v, %v, want %s", solvedRuns, got, err, want)
		alltest.Has(t, got[0].Sentence, "1 puzzle, 100 runs of at most 10,000 iterations (study test)", "does not say what it rests on")
	}
	p.Rows[0].Incomparable = "other puzzles"
	if got, err := p.Judge(); err != nil || got[0].Verdict != Incomparable || !strings.HasPrefix(got[0].Sentence, "other puzzles: ours ") {
		t.Errorf("%+v, %v", got, err)
	}
	have(t, map[string][]experiment.Record{"test": {record("other", 0, true)}})
	alltest.Refused(p.Judge())(t, "test, Table 1: the study test has no such records", "no records")
}

// Rows without numbers.
func TestJudgeWords(t *testing.T) {
	p := Paper{Rows: []Row{{}, {Reading: "Read."}, {Untried: "no machine"}, {Incomparable: "other puzzles"}}}
	got := alltest.Must(p.Judge())(t)
	for i, want := range []Verdict{Printed, Read, Untried, Incomparable} {
		alltest.Equal(t, got[i].Verdict, want, got[i])
	}
	alltest.Check(t, got[2].Sentence == "no machine" && got[3].Sentence == "other puzzles", "%+v", got)
}

// TestJudge gives every row of every paper its verdict.
func TestJudge(t *testing.T) {
	for _, p := range All() {
		_, err := p.Judge()
		alltest.Check(t, err == nil, "%v", err)
	}
}

func TestBudgets(t *testing.T) {
	for want, b := range map[string]solver.Budget{
		"": {}, "1 iteration": solver.Iterations(1), "10,000 evaluations": solver.Evaluations(10000), "1s of processor time": solver.CPU(1e9),
		"20 iterations and 2s": {Iterations: 20, Wall: 2e9},
	} {
		alltest.Equal(t, budget(b), want)
	}
}
