package play_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/play/service"
	"formicary/pkg/play/session"
	"formicary/pkg/puzzle"
)

func init() { session.Register(nil) }

// run is one call of the service "play", without pictures.
type run struct {
	Kind       string `json:"kind"`
	Text       string `json:"text"`
	Engine     string `json:"engine"`
	Seed       string `json:"seed"`
	Iterations int64  `json:"iterations"`
	Quiet      bool   `json:"quiet"`
}

// outcome is all of a run that does not depend on the machine.
type outcome struct {
	Status      string
	Cost        *float64
	Iterations  int64
	Evaluations int64
	Digest      string
	Board       string
	Second      string
	Seconds     float64
}

func (o outcome) String() string {
	cost := "none"
	if o.Cost != nil {
		cost = fmt.Sprint(*o.Cost)
	}
	return fmt.Sprint(o.Status, " cost ", cost, " after ", o.Iterations, " ", o.Evaluations, " digest ", o.Digest, " board ", o.Board, " ", o.Second)
}

// sets are puzzles of each kind for these runs: small ones and middling ones.
func sets(t *testing.T) map[string][]puzzle.Item {
	t.Helper()
	out := map[string][]puzzle.Item{}
	for _, e := range engines.Groups() {
		kind := e.Kind
		if out[kind] != nil {
			continue
		}
		k := alltest.Must(engines.FindKind(kind))(t)
		items := k.MustOpenFirst("open", "open-908").Items
		if kind == "nonogram" {
			items = items[:min(len(items), 12)]
		}
		for i := range 7 {
			out[kind] = append(out[kind], items[i*len(items)/10])
		}
	}
	return out
}

// TestSameBitsInPage: 211 runs, of all engines, come to the same in a page as here,
// bit for bit: status, cost, counts, the digest of all costs, and boards. With -v it
// says what WebAssembly costs.
func TestSameBitsInPage(t *testing.T) {
	alltest.Only(t, "it runs every engine in a browser")
	var runs []run
	puzzles := sets(t)
	for _, e := range engines.Groups() {
		for i, item := range puzzles[e.Kind] {
			for seed := range 2 {
				runs = append(runs, run{e.Kind, item.Text(), e.Name, fmt.Sprint(uint64(1)<<63 + uint64(10*i+seed)), 40, true})
			}
		}
	}
	alltest.Require(t, len(runs) >= 200, "%d runs", len(runs))
	// The last one is long, so that what a browser takes to compile matters less.
	long := nurikabes.Kind.MustOpen("open-908").MustGet("9x9-103-1")
	runs = append(runs, run{"nurikabe", long.Text(), "nurikabe/acs", "1", 10_000, true})
	b := labtest.Open(t, labtest.Offline)
	b.Go(t, document(t, ""))
	args := alltest.Must(json.Marshal(runs))(t)
	there := labtest.Eval[[]outcome](t, b, fmt.Sprintf(`formicary.program().then(async p => {
		const out = [];
		for (const r of %s) out.push(await p.call("play", r));
		return out.map(o => ({Status: o.status, Cost: o.cost, Iterations: o.iterations, Evaluations: o.evaluations, Digest: o.digest, Board: o.board, Second: o.second || "", Seconds: o.seconds}));
	})`, args))
	digests := map[string]bool{}
	native, page, last := 0.0, 0.0, 0.0
	for i, r := range runs {
		args := alltest.Must(json.Marshal(r))(t)
		answer := alltest.Must(service.Do(t.Context(), "play", args, nil, nil, nil))(t)
		var here outcome
		alltest.OK(t, json.Unmarshal(answer, &here))
		alltest.Equal(t, here.String(), there[i].String(), "%s, seed %s:\n%v here,\n%v in the page", r.Engine, r.Seed, here, there[i])
		digests[r.Engine+here.Digest] = true
		if i == len(runs)-1 {
			last = there[i].Seconds / here.Seconds
			break
		}
		native, page = native+here.Seconds, page+there[i].Seconds
	}
	alltest.Check(t, len(digests) >= 60, "the runs have only %d digests", len(digests))
	t.Logf("WebAssembly takes %.1f times as long for %d short runs together, %.1f times for a long one of ants", page/native, len(runs)-1, last)
}
