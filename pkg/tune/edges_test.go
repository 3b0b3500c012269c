package tune

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Each whole number has its share of the range, on a logarithmic scale, too, and
// the ends belong to it.
func TestSharesOfWholeNumbers(t *testing.T) {
	for _, p := range []Parameter{Whole("n", 1, 4), Whole("n", 1, 4).OnLog(), Whole("n", 3, 20).OnLog(), Whole("n", -2, 2)} {
		low, high := p.Low-0.5, p.High+0.5
		place := func(x float64) float64 {
			if p.Log {
				return math.Log(x/low) / math.Log(high/low)
			}
			return (x - low) / (high - low)
		}
		for n := int(p.Low); n <= int(p.High); n++ {
			from, to := place(float64(n)-0.5), place(float64(n)+0.5)
			for _, u := range []float64{from + 1e-6, (from + to) / 2, to - 1e-6} {
				alltest.Equal(t, p.text(u), strconv.Itoa(n), "%+v: %v, want %d", p, u, n)
			}
			if u, ok := p.unit(strconv.Itoa(n)); !ok || math.Abs(u-place(float64(n))) > 1e-12 {
				t.Errorf("%+v: %d is at %v, want %v", p, n, u, place(float64(n)))
			}
		}
		alltest.Check(t, p.text(-1) == strconv.Itoa(int(p.Low)) && p.text(2) == strconv.Itoa(int(p.High)),
			"%+v: beyond its ends %s and %s", p, p.text(-1), p.text(2))
	}
	_, ok := Real("x", 0, 1).unit("many")
	alltest.Check(t, !ok, "a word has a place")
	if u, ok := Real("x", 0.1, 1).OnLog().unit("0"); u != 0 || !ok {
		t.Errorf("nothing is at %v on a logarithmic scale", u)
	}
}

// What is not said has the documented default, and what is out of range is
// refused, at the bound as well.
func TestDefaults(t *testing.T) {
	tuner, err := hills(300, 1).complete()
	alltest.Check(t, err == nil && tuner.Penalty == 10 && tuner.Capping == 2 && tuner.First == 5 && tuner.Alpha == 0.05, "%+v, %v", tuner, err)
	for name, c := range map[string]struct {
		change func(*Tuner)
		good   bool
	}{
		"penalty 1":    {func(t *Tuner) { t.Penalty = 1 }, true},
		"penalty 0.9":  {func(t *Tuner) { t.Penalty = 0.9 }, false},
		"penalty NaN":  {func(t *Tuner) { t.Penalty = math.NaN() }, false},
		"alpha 0.99":   {func(t *Tuner) { t.Alpha = 0.99 }, true},
		"alpha 1":      {func(t *Tuner) { t.Alpha = 1 }, false},
		"alpha -0.1":   {func(t *Tuner) { t.Alpha = -0.1 }, false},
		"first 2":      {func(t *Tuner) { t.First = 2 }, true},
		"first 1":      {func(t *Tuner) { t.First = 1 }, false},
		"no capping":   {func(t *Tuner) { t.Capping = -1 }, true},
		"enough runs":  {func(t *Tuner) { t.Runs = 5 * (4 + 1) }, true}, // 4 = 2 + log2 of 4 parameters
		"one too few":  {func(t *Tuner) { t.Runs = 5*(4+1) - 1 }, false},
		"other budget": {func(t *Tuner) { t.Budget = solver.Evaluations(9) }, false},
		"good start":   {func(t *Tuner) { t.Start = []Config{{"n": "7"}} }, true},
	} {
		tuner := hills(300, 1)
		c.change(&tuner)
		_, err := tuner.complete()
		alltest.Check(t, (err == nil) == c.good, "%s: %v", name, err)
	}
	for parameters, rounds := range map[int]int{1: 2, 2: 3, 3: 3, 4: 4, 7: 4, 8: 5} {
		alltest.Equal(t, (Tuner{Space: make(Space, parameters)}).rounds(), rounds, "rounds for %d parameters", parameters)
	}
	_, err = Tuner{}.complete()
	alltest.Check(t, errors.Is(err, ErrTuner) && strings.Contains(err.Error(), "a tuner without a name"), "%v", err)
}

// Every candidate says where it is from: the default and those given first, then
// draws without a parent, then children of elites that were there before, in
// distributions as narrow as irace's formula has them (López-Ibáñez et al. 2016,
// equations 2 and 4).
func TestFamily(t *testing.T) {
	tuner := hills(1200, 3)
	tuner.Start = []Config{{"x": "0.4", "n": "9", "mode": "c", "y": "0.5"}, {"x": "0.9", "n": "60", "mode": "a", "y": "0.7"}}
	born := map[int]int{}
	result, err := tuner.Run(t.Context(), nil)
	alltest.OK(t, err)
	for i, c := range result.Candidates {
		born[c.Born]++
		switch {
		case c.place != i:
			t.Errorf("candidate %d has place %d", i, c.place)
		case c.Born <= 1 && c.Parent != -1:
			t.Errorf("candidate %d of iteration %d has the parent %d", i, c.Born, c.Parent)
		case c.Born > 1 && (c.Parent < 0 || c.Parent >= i || result.Candidates[c.Parent].Born >= c.Born):
			t.Errorf("candidate %d of iteration %d has the parent %d", i, c.Born, c.Parent)
		}
	}
	if born[0] != 2 { // the second start is the default
		t.Errorf("%d candidates were there at the start", born[0])
	}
	alltest.Check(t, result.Candidates[0].Config.String() == "mode=a n=60 x=0.9" && result.Candidates[1].Config.String() == "mode=c n=9 x=0.4",
		"it began with %v and %v", result.Candidates[0].Config, result.Candidates[1].Config)
	for j := 1; j <= 3; j++ {
		alltest.Check(t, born[j] != 0, "iteration %d drew nobody: %v", j, born)
	}
	alltest.Check(t, result.Used >= 1200*8/10 && result.Used <= 1200, "%d runs of 1200", result.Used)

	w := &work{Tuner: tuner, result: &Result{}, known: map[string]*Candidate{}, random: rand.New(rand.NewPCG(1, 2))}
	if w.Tuner, err = tuner.complete(); err != nil {
		t.Fatal(err)
	}
	elite := w.candidate(Config{"x": "0.5", "n": "9", "mode": "b", "y": "0.5"}, 0, -1, tuner.Space.firstModel())
	for j, n := range map[int]int{2: 16, 3: 81, 6: 16, 99: 16} {
		children := w.draw(j, n, []*Candidate{elite})
		spread := 0.5 * math.Pow(1/float64(n), 0.25)
		share := min(float64(j-1)/4, 0.9)
		alltest.Equal(t, len(children), n, "children")
		for _, c := range children {
			chance := c.model.chance["mode"]
			if math.Abs(c.model.spread-spread) > 1e-12 || math.Abs(chance[1]-(share+(1-share)/3)) > 1e-12 || math.Abs(chance[0]-(1-share)/3) > 1e-12 || c.Born != j || c.Parent != 0 {
				t.Fatalf("iteration %d of %d: spread %v, want %v; chances %v, share %v", j, n, c.model.spread, spread, chance, share)
			}
		}
	}
	sum := elite.model.chance["mode"]
	alltest.Check(t, slices.Equal(sum, []float64{1.0 / 3, 1.0 / 3, 1.0 / 3}) && elite.model.spread == 0.5, "the elite's own model became %+v", elite.model)
}

// A race is tested after every block, with that block, from the first test on,
// and ends once few enough are left.
func TestEndOfARace(t *testing.T) {
	for _, need := range [][]int64{{10, 20}, {10, 10}} {
		w, all, _ := scripted(t, -1, need...)
		alltest.Must(w.race(t.Context(), 300, all, 0))(t)
		// The number of blocks after which the same test drops the slower one.
		drops := 0
		var rows [][]float64
		for n := 1; drops == 0 && n < 20; n++ {
			rows = append(rows, []float64{float64(need[0]), float64(need[1])})
			same, order := columns(rows)
			if left := w.test(same, order, func(*Candidate) bool { return false }); n >= w.First && len(left) < 2 {
				drops = n
			}
		}
		// Few enough are left from the start: one block after the first test.
		want := w.First + 1
		if drops > 0 && drops < want {
			alltest.Check(t, len(all[1].costs) == drops && all[1].Dropped == "test",
				"%v: the slower saw %d blocks, dropped %q; the test drops after %d", need, len(all[1].costs), all[1].Dropped, drops)
		} else if all[1].Dropped == "" && len(all[1].costs) != want {
			t.Errorf("%v: %d blocks, want %d", need, len(all[1].costs), want)
		}
		alltest.Check(t, w.result.Blocks == want && len(all[0].costs) == want, "%v: the race took %d blocks, want %d", need, w.result.Blocks, want)
	}
}

// A run that fails ends the tuning, the error says with what and where; and the
// journal is free again.
func TestFailingRun(t *testing.T) {
	dir := t.TempDir()
	broken := hills(300, 1)
	broken.New = func() solver.Configurable { return &failing{*newHill()} }
	for range 2 {
		_, err := broken.Run(t.Context(), nil, experiment.In(dir))
		if err == nil || !strings.Contains(err.Error(), "on puzzle t") || !strings.Contains(err.Error(), "failed: out of order") || !strings.Contains(err.Error(), "mode=a n=60 x=0.9") {
			t.Fatalf("error %v", err)
		}
		if _, err := broken.Ablate(t.Context(), nil, Config{"n": "8"}, 2, experiment.In(dir)); err == nil || !strings.Contains(err.Error(), "out of order") {
			t.Fatalf("error %v", err)
		}
	}
	dir = t.TempDir() // the other has failures, which are runs, too
	for range 2 {
		alltest.Equal(t, len(alltest.Must(hills(300, 1).Ablate(t.Context(), nil, Config{"n": "8"}, 2, experiment.In(dir)))(t)), 2)
	}
}

type failing struct{ hill }

func (*failing) Solve(context.Context, puzzle.Puzzle, solver.Run) (solver.Outcome, error) {
	return solver.Outcome{}, errors.New("out of order")
}

// What a step says follows its difference, however small, and its level.
func TestStepSays(t *testing.T) {
	s := Step{Changed: []string{"n", "y"}, Config: Config{"n": "8"}}
	s.Change.Effect, s.Change.Puzzles, s.Change.Level, s.Change.FirstMean, s.Change.SecondMean = 0.25, 9, 0.95, 3.25, 3
	s.Change.Interval.Low, s.Change.Interval.High = 0.125, 0.375
	const want = "n = 8, no y: whether this changes the typical cost is not settled, from 3 to 3.25 (a difference of +0.25, 95 % interval +0.125 to +0.375, 9 puzzles)."
	s.Change.P = 1
	alltest.Equal(t, s.String(), want)
	for effect, says := range map[float64]string{0.25: "raises the typical cost", -0.25: "lowers the typical cost"} {
		s.Change.P, s.Change.Effect = 0, effect
		s.Change.Interval.Low, s.Change.Interval.High = effect-0.1, effect+0.1
		got := s.String()
		alltest.Check(t, s.Settled() && strings.Contains(got, says), "%v: %q", effect, got)
	}
}
