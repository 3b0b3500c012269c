package experiment

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
)

// trialsOf are the trials of a plan in its own order.
func trialsOf(p Plan) (out []Trial) {
	for i := range p.Puzzles {
		for j := range p.Engines {
			for r := range p.Runs {
				out = append(out, Trial{Puzzle: i, Engine: j, Run: r})
			}
		}
	}
	return out
}

// A session gives the records that the plan gives, in any portions and on any
// number of workers.
func TestSessionIsThePlan(t *testing.T) {
	p := examplePlan(4, 3)
	want := alltest.Must(p.Run(t.Context()))(t)
	for _, workers := range []int{1, 3} {
		p.Workers = workers
		s := alltest.Must(p.Open())(t)
		var got []Record
		for trials := trialsOf(p); len(trials) > 0; trials = trials[min(5, len(trials)):] {
			records := alltest.Must(s.Do(t.Context(), trials[:min(5, len(trials))]...))(t)
			got = append(got, records...)
		}
		alltest.Equal(t, cmp.Diff(experimenttest.Timeless(want.Records()), experimenttest.Timeless(got)), "", "%d workers", workers)
		done, reused := s.Counts()
		alltest.Check(t, done == 24 && reused == 0, "%d done, %d reused", done, reused)
		alltest.OK(t, errors.Join(s.Close(), s.Close()))
		alltest.Refused(s.Do(t.Context(), Trial{}))(t, os.ErrClosed, "closed")
	}
}

// An iterator of trials has ended when the stream returns, also where the context ends first.
func TestIteratorEndsWithTheStream(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s, err := examplePlan(1, 1).Open(OnRecord(func(Record) { cancel() }))
	alltest.OK(t, err)
	ended := false
	_, err = s.Stream(ctx, func(yield func(Trial) bool) {
		for run := 0; yield(Trial{Run: run}); run++ {
		}
		time.Sleep(50 * time.Millisecond)
		ended = true
	}, 1000)
	alltest.Check(t, err == nil && ended, "ended %v, %v", ended, err)
}
