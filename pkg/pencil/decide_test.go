//go:build unix

package pencil_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/model/exact"
	"formicary/pkg/pencil"
	"formicary/pkg/pencil/pencils"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// What BenchmarkDecide takes of each set: a number of puzzles, spread over the set, or all of
// them; a number of seconds for each; and a Python with the library puzzlekit.
const (
	envTake   = "FORMICARY_DECIDE"
	envLimit  = "FORMICARY_DECIDE_SECONDS"
	envPython = "FORMICARY_PYTHON"
)

// rustPeer is what a solver in Rust that proves uniqueness needs for 20 puzzles of each set: how many it
// decides, and the median of the seconds, which include the start of a process.
var rustPeer = map[string]peer{
	"slitherlink": {20, 0.013}, "masyu": {20, 0.016}, "yajilin": {20, 0.012}, "heyawake": {20, 0.009}, "lits": {20, 0.046},
	"yinyang": {20, 0.013}, "kuromasu": {20, 0.012}, "creek": {20, 0.005}, "cave": {20, 0.008}, "kurotto": {20, 0.15},
	"shikaku": {19, 1.0}, "fillomino": {19, 0.15}, "hashi": {20, 0.009}, "gokigennaname": {20, 0.033}, "shakashaka": {20, 0.029},
	"kakuro": {20, 0.018}, "starbattle": {20, 0.009}, "akari": {20, 0.006}, "hakyuu": {20, 0.009}, "tent": {20, 0.045},
}

// pythonNames are the names of kinds in puzzlekit where they are others.
var pythonNames = map[string]string{
	"countryroad": "country_road", "kenken": "ken_ken", "killersudoku": "killer_sudoku", "simpleloop": "simple_loop",
	"tennergrid": "tenner_grid", "yinyang": "yin_yang",
}

type peer struct {
	solved int
	median float64
}

func (p peer) String() string {
	if p == (peer{}) {
		return "–"
	}
	return fmt.Sprintf("%d %.4f", p.solved, p.median)
}

// BenchmarkDecide prints, for each kind, how many puzzles of its set are decided and in how much
// processor time, the reading of the puzzle's text included. It is for -benchtime 1x.
func BenchmarkDecide(b *testing.B) {
	limit := 20 * time.Second
	if n, err := strconv.ParseFloat(os.Getenv(envLimit), 64); err == nil {
		limit = time.Duration(n * float64(time.Second))
	}
	python := os.Getenv(envPython)
	if python == "" {
		fmt.Printf("\nno column of puzzlekit: %s names no Python\n", envPython)
	}
	fmt.Printf("\n%-14s %6s %7s %6s %8s %8s %8s %8s %9s %10s %10s\n", "kind", "number", "decided", "unique", "median", "p95", "mean", "max", "largest", "Rust", "puzzlekit")
	for _, kind := range pencil.Kinds() {
		b.Run(kind.Name, func(b *testing.B) {
			set, err := pencils.Of(kind).Open("janko")
			if err != nil {
				b.Skip(err)
			}
			items := sample(b, set.Items)
			for range b.N {
				row := decide(b, kind, items, limit)
				row.rust, row.python = rustPeer[kind.Name], peer{}
				if python != "" {
					row.python = puzzlekit(b, python, kind.Name, items, limit)
				}
				fmt.Printf("%-14s %s\n", kind.Name, row)
			}
		})
	}
}

// BenchmarkHandMade prints what generality costs: the processor time of a puzzle by hand and as declared, declaration included,
// and their ratio.
//
//	go test -run '^$' -bench HandMade -benchtime 1x ./pkg/pencil
func BenchmarkHandMade(b *testing.B) {
	for _, h := range handmades() {
		set := alltest.Must(h.kind.Open(h.set))(b)
		var puzzles []puzzle.Puzzle
		for i := 0; i < set.Len(); i += h.every {
			if p := set.Items[i].Puzzle; h.form(p) != nil {
				puzzles = append(puzzles, p)
			}
		}
		b.Run(h.kind.Name+"/"+h.set, func(b *testing.B) {
			took := func(decide func(p puzzle.Puzzle)) float64 { // seconds a puzzle
				const rounds = 5
				runtime.GC() // what others left is not theirs
				start := processor(b)
				for range rounds * b.N {
					for _, p := range puzzles {
						decide(p)
					}
				}
				return (processor(b) - start).Seconds() / float64(rounds*b.N*len(puzzles))
			}
			hand := took(func(p puzzle.Puzzle) { alltest.Must(h.exact.Solve(b.Context(), p, solver.Run{}))(b) })
			declared := took(func(p puzzle.Puzzle) { decideBoth(h.form(p), 20000) })
			b.ReportMetric(hand*1e6, "hand-cpu-µs")
			b.ReportMetric(declared*1e6, "declared-cpu-µs")
			b.ReportMetric(declared/hand, "ratio")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// sample takes of a set what the environment asks for, first and last included.
func sample(b *testing.B, items []puzzle.Item) []puzzle.Item {
	n := 20
	switch text := os.Getenv(envTake); {
	case text == "all":
		return items
	case text != "":
		var err error
		if n, err = strconv.Atoi(text); err != nil || n < 1 {
			b.Fatalf("%s: expected a number or all, found %q", envTake, text)
		}
	}
	if n = min(n, len(items)); n < 2 {
		return items[:n]
	}
	var out []puzzle.Item
	for i := range n {
		out = append(out, items[i*(len(items)-1)/(n-1)])
	}
	return out
}

// row is a line of the table.
type row struct {
	number, decided, unique int
	seconds                 []float64
	largest                 puzzle.Size
	rust, python            peer
}

func (r row) String() string {
	slices.Sort(r.seconds)
	sum := 0.0
	for _, x := range r.seconds {
		sum += x
	}
	at := func(q float64) float64 { return r.seconds[int(q*float64(len(r.seconds)-1))] }
	return fmt.Sprintf("%6d %7d %6d %8.4f %8.4f %8.4f %8.4f %9v %10v %10v", r.number, r.decided, r.unique, at(0.5), at(0.95), sum/float64(r.number), at(1), r.largest, r.rust, r.python)
}

// decide reads and decides puzzles, one after the other.
func decide(b *testing.B, kind *model.Kind, items []puzzle.Item, limit time.Duration) (r row) {
	for _, item := range items {
		text := item.Text()
		start := processor(b)
		p := alltest.Must(kind.New(item.ID(), "janko", text))(b)
		out := alltest.Must(exact.New(kind).Solve(b.Context(), p, solver.Run{Budget: solver.CPU(limit)}))(b)
		seconds := (processor(b) - start).Seconds()
		r.number++
		r.seconds = append(r.seconds, seconds)
		if p.Size().Cells() > r.largest.Cells() {
			r.largest = p.Size()
		}
		switch out.Status {
		case solver.Unique, solver.Multiple:
			r.decided++
		case solver.Unsolvable:
			b.Errorf("%s: unsolvable", item.ID())
		}
		if out.Status == solver.Unique {
			r.unique++
			alltest.Check(b, item.Solution.IsZero() || out.Best.Equal(item.Solution), "%s: another solution than that of the set", item.ID())
		}
		if seconds > 1 || out.Status != solver.Unique {
			b.Logf("%s %v: %s in %.2f s, %v", item.ID(), p.Size(), out.Status, seconds, out.Statistics)
		}
	}
	return r
}

// processor is the processor time of this process, of its collector of garbage, too.
func processor(b *testing.B) time.Duration {
	var use syscall.Rusage
	alltest.OK(b, syscall.Getrusage(syscall.RUSAGE_SELF, &use))
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// script solves the puzzles that it reads, and prints the status and the processor time of each.
const script = `
import json, sys, time
try:
    import puzzlekit
except ImportError:
    print("missing"); sys.exit()
task = json.load(sys.stdin)
def solve(text):
    start = time.process_time()
    try:
        result = puzzlekit.solve(text, puzzle_type=task["kind"], solver_options={"time_limit_sec": task["limit"], "num_search_workers": 1})
        status = result.solution_data["status"]
    except Exception as e:
        status = "error: " + repr(e)[:100].replace("\n", " ")
    return time.process_time() - start, status
solve(task["texts"][0])
for text in task["texts"]:
    print(*solve(text), flush=True)
`

// puzzlekit lets the Python library look for a solution of each puzzle, with one thread. It
// does not count its start, nor a first call.
func puzzlekit(b *testing.B, python, kind string, items []puzzle.Item, limit time.Duration) (p peer) {
	type task struct {
		Kind  string   `json:"kind"`
		Limit float64  `json:"limit"`
		Texts []string `json:"texts"`
	}
	todo := task{Kind: cmp.Or(pythonNames[kind], kind), Limit: limit.Seconds()}
	for _, item := range items {
		todo.Texts = append(todo.Texts, item.Text())
	}
	input, err := json.Marshal(todo)
	alltest.OK(b, err)
	c := exec.Command(python, "-c", script)
	c.Stdin = strings.NewReader(string(input))
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		b.Logf("puzzlekit: %v", err)
		return peer{}
	}
	var seconds []float64
	failed := ""
	for line := range strings.Lines(string(out)) {
		text, status, _ := strings.Cut(strings.TrimSpace(line), " ")
		if text == "missing" {
			b.Log("this Python has no puzzlekit")
			return peer{}
		}
		x := alltest.Must(strconv.ParseFloat(text, 64))(b)
		seconds = append(seconds, x)
		if status == "Optimal" || status == "Feasible" {
			p.solved++
		} else {
			failed = status
		}
	}
	if p.solved == 0 {
		b.Logf("puzzlekit solves none: %s", failed)
		return peer{}
	}
	slices.Sort(seconds)
	p.median = seconds[len(seconds)/2]
	return p
}
