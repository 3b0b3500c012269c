package external

import (
	"bytes"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/solver"
)

// FuzzAnswer: whatever a program writes, it is read or refused, and a solution is accepted by the puzzle's judge alone.
func FuzzAnswer(f *testing.F) {
	for _, text := range []string{solution, ".#\n##\n", `{"status": "unique", "board": ".###"}`, `{"cost": 1, "board": "####"}` + "\n" + `{"status": "unknown"}`, "2 2\n- x\nx x", "nurikabe/2/2/1i", "{", ""} {
		f.Add([]byte(text), false)
		f.Add([]byte(text), true)
	}
	set := alltest.Must(nurikabes.Kind.Read("small", bytes.NewReader([]byte("nurikabe/2/2/1i"))))(f)
	f.Fuzz(func(t *testing.T, text []byte, expired bool) {
		last := 1e300
		trace := func(e solver.Event) {
			alltest.Check(t, e.Cost >= 0 && e.Cost < last, "an improvement to %v after %v", e.Cost, last)
			last = e.Cost
		}
		a := newAnswers(&Command{Name: "x", Kind: nurikabes.Kind}, set.Items[0], solver.Run{Trace: trace})
		l := lines{take: a.line}
		for chunk := range bytes.SplitAfterSeq(text, []byte("#")) {
			_, _ = l.Write(chunk)
		}
		l.end()
		out, err := a.outcome(ending{expired: expired})
		if err != nil {
			return
		}
		if found := len(set.Items[0].Check(out.Best)) == 0; out.Status.HasSolution() != found || found != (out.Cost == 0) {
			t.Errorf("%q: status %s and cost %v, and its board solves the puzzle: %v", text, out.Status, out.Cost, found)
		}
	})
}
