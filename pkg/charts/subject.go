package charts

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/go-echarts/go-echarts/v2/opts"

	"formicary/pkg/analysis"
	"formicary/pkg/lists"
	"formicary/pkg/solver"
)

// subject is what a mark stands for: a puzzle, by the start of its content hash;
// the runs of a label on it; or one run of these.
type subject struct {
	content, label string
	run            int // anyRun for all runs
}

// anyRun is the run of a subject that is all runs of its label.
const anyRun = -1

// MarshalJSON writes a subject as an array, what is not said left out:
// ["01234567890abcde","ants, shuffled",3].
func (s subject) MarshalJSON() ([]byte, error) {
	parts := []any{s.content}
	if s.label != "" {
		parts = append(parts, s.label)
	}
	if s.run != anyRun {
		parts = append(parts, s.run)
	}
	return json.Marshal(parts)
}

// ofPuzzle is a puzzle, or where there is a label the runs of it there; nothing
// where the content is not known.
func ofPuzzle(k analysis.PuzzleKey, label string) []subject { return ofPuzzles(label, k) }

// ofPuzzles are several puzzles, or the runs of a label on them.
func ofPuzzles(label string, keys ...analysis.PuzzleKey) []subject {
	var out []subject
	for _, k := range keys {
		if k.Content != "" {
			out = append(out, subject{k.Content, label, anyRun})
		}
	}
	return out
}

// ofRuns are runs of a label.
func ofRuns(label string, keys ...analysis.RunKey) []subject {
	var out []subject
	for _, k := range keys {
		if k.Content != "" {
			out = append(out, subject{k.Content, label, k.Run})
		}
	}
	return out
}

// mostSubjects is how many subjects a mark names. A page with marks of thousands of
// runs each would consist of little else.
const mostSubjects = 40

// stands is what the items of a series say of their subjects besides what go-echarts
// has words for.
type stands struct {
	// Of is one subject, or a list of several.
	Of any `json:"of,omitempty"`
	// OfMore is how many more there are than Of lists.
	OfMore int `json:"ofMore,omitempty"`
	moment
}

// moment is an iteration of a run that the page may have a film of.
type moment struct {
	// Film is the run ([FilmOf]), At the iteration.
	Film string `json:"film,omitempty"`
	At   int64  `json:"at,omitempty"`
}

// FilmOf names the run that frames are of, so that a mark of a chart finds the film
// of the same frames on its page; "" for none.
func FilmOf(frames []solver.Frame) string {
	if len(frames) == 0 {
		return ""
	}
	h := sha256.New()
	for _, f := range frames {
		fmt.Fprintln(h, f.Iterations, f.Evaluations, f.Cost, f.Board.Pack())
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}

// subjects are the contents that the marks of a chart stand for.
type subjects map[string]bool

// stand tells the subjects of a mark, each once.
func (s *subjects) stand(all []subject) stands {
	seen := make(map[subject]bool, len(all))
	all = slices.DeleteFunc(slices.Clone(all), func(s subject) bool {
		again := seen[s]
		seen[s] = true
		return again
	})
	for _, one := range all {
		if *s == nil {
			*s = subjects{}
		}
		(*s)[one.content] = true
	}
	switch n := len(all); {
	case n == 0:
		return stands{}
	case n == 1:
		return stands{Of: all[0]}
	case n > mostSubjects:
		some := lists.Of(mostSubjects, func(i int) subject { return all[i*(n-1)/(mostSubjects-1)] })
		return stands{Of: some, OfMore: n - mostSubjects}
	}
	return stands{Of: all}
}

// lineItem and scatterItem are items of series that stand for something.
type lineItem struct {
	opts.LineData
	stands
}

type scatterItem struct {
	opts.ScatterData
	stands
}
