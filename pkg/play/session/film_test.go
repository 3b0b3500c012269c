package session_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model/notation"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/play/service"
	"formicary/pkg/play/session"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

func init() {
	session.Register(map[string]solver.Solver{"own": pressed()}, notation.Of(tetrominoes, nil))
}

// do calls a service.
func do[T any](t *testing.T, name string, in map[string]any) (out T) {
	t.Helper()
	args := alltest.Must(json.Marshal(in))(t)
	answer := alltest.Must(service.Do(t.Context(), name, args, nil, nil, nil))(t)
	alltest.OK(t, json.Unmarshal(answer, &out))
	return out
}

// TestFrames: which moments are kept does not depend on pictures, pauses and speed.
func TestFrames(t *testing.T) {
	p, budget := sample(t, "nurikabe"), solver.Iterations(300)
	recorder := solver.NewRecorder(240)
	alltest.Must(engine(t, "nurikabe/acs").Solve(t.Context(), p, solver.Run{Seed: 5, Budget: budget, Observer: recorder.Observe}))(t)
	want := recorder.Frames()
	s := session.New(session.Config{Puzzle: p, Engine: engine(t, "nurikabe/acs"), Seed: 5, Budget: budget, Paused: true, Show: func(session.Picture) {}})
	go func() {
		s.Step(3)
		s.Play(0)
	}()
	alltest.Must(s.Run(t.Context()))(t)
	got := s.Frames()
	alltest.Require(t, len(got) == len(want) && len(got) >= 100, "%d moments, want %d", len(got), len(want))
	for i := range got {
		alltest.Check(t, got[i].Iterations == want[i].Iterations && got[i].Board.Pack() == want[i].Board.Pack(),
			"moment %d is iteration %d, want %d", i, got[i].Iterations, want[i].Iterations)
	}
}

// TestEntropyOfPlay: the curve that is drawn while a run plays and that of its film have the same entropy at the same iteration,
// also at the last one, in which a solution comes before pheromone is laid down.
func TestEntropyOfPlay(t *testing.T) {
	for kind, p := range map[string]puzzle.Puzzle{"stuck": sample(t, "nurikabe"), "solved": nurikabes.Kind.MustOpen("open-908").MustGet("10x10-102-12")} {
		live, final := map[int64]float64{}, 0.0
		var s *session.Session
		s = session.New(session.Config{Puzzle: p, Engine: engine(t, "nurikabe/acs"), Seed: 1, Budget: solver.Iterations(3000), Paused: true, Show: func(p session.Picture) {
			if final = p.Entropy; !math.IsNaN(final) {
				live[p.Iterations] = final
			}
			s.Step(1)
		}})
		s.Step(1)
		out := alltest.Must(s.Run(t.Context()))(t)
		frames, compared := s.Frames(), 0
		for i, f := range frames {
			if x, ok := live[f.Iterations]; ok && (i+1 == len(frames) || frames[i+1].Iterations != f.Iterations) && f.Best > 0 {
				compared++
				alltest.Check(t, x == solver.Entropy(f.Pheromone), "%s, iteration %d: %v live, %v in the film", kind, f.Iterations, x, solver.Entropy(f.Pheromone))
			}
		}
		solved := out.Status.HasSolution()
		alltest.Check(t, compared >= 9 && solved == (kind == "solved") && math.IsNaN(final) == solved, "%s, %v after %d iterations: %d compared, at last %v", kind, out.Status, out.Iterations, compared, final)
	}
}

// TestFilmOfPlay: two runs become a film of two tracks on one scale, and titles say
// what differs from the defaults.
func TestFilmOfPlay(t *testing.T) {
	puzzle := map[string]any{"kind": "nurikabe", "text": sample(t, "nurikabe").Text()}
	variants := []map[string]string{nil, {"rho": "0"}}
	var tracks []map[string]any
	for _, parameters := range variants {
		run := map[string]any{"kind": "nurikabe", "text": puzzle["text"], "engine": "nurikabe/acs", "parameters": parameters, "name": "run", "iterations": 20}
		do[any](t, "play", run)
		tracks = append(tracks, map[string]any{"engine": "nurikabe/acs", "parameters": parameters, "moments": do[any](t, "recorded", map[string]any{"name": "run"})})
	}
	puzzle["tracks"] = tracks
	type track struct {
		Title    string
		At       []int64
		Captions []string
		Frames   [][]int
		Pieces   []string
		Numbers  []struct {
			Name   string
			Values []*float64
		}
	}
	film := do[struct{ Tracks []track }](t, "film", puzzle)
	alltest.Require(t, len(film.Tracks) == 2 && film.Tracks[0].Title == "A: ants" && film.Tracks[1].Title == "B: ants, rho = 0", "tracks %+v", film.Tracks)
	scale := func(svg string) string {
		_, rest, _ := strings.Cut(svg, `class="fb-note"`)
		ends := strings.Split(rest, "</text>")
		return ends[0] + ends[1]
	}
	for _, one := range film.Tracks {
		alltest.Check(t, len(one.At) == 20 && len(one.Captions) == 20 && len(one.Frames) == 20 && len(one.Numbers) == 3, "%s has %d moments", one.Title, len(one.At))
		for i, svg := range one.Pieces {
			a, b := scale(svg), scale(film.Tracks[0].Pieces[0])
			alltest.Check(t, a == b, "%s, moment %d: the scale is %s, else %s", one.Title, i, a, b)
		}
	}
}
