package experiment

import (
	"cmp"
	"context"
	"maps"
	"sync"
	"time"
)

// until is the end of a session's time; the zero one is none.
type until struct {
	at      time.Time
	longest map[string]float64 // seconds, by configuration
}

// remaining decides whether a run can still be begun. Workers share it.
type remaining struct {
	at time.Time

	mu      sync.Mutex
	longest map[string]float64
}

func newRemaining(u until) *remaining {
	r := &remaining{at: u.at, longest: map[string]float64{}}
	maps.Copy(r.longest, u.longest)
	return r
}

// A run may last longer than it should: by a tenth, and by what the machine does
// meanwhile.
const (
	overrun = 1.1
	slack   = 100 * time.Millisecond
)

// fits says whether there is time for a run.
func (r *remaining) fits(j job) bool {
	if r.at.IsZero() {
		return true
	}
	b := j.key.Budget
	lasts := cmp.Or(b.Wall, b.CPU)
	if b.CPU > 0 {
		lasts = min(lasts, b.CPU)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if seen := time.Duration(r.longest[j.key.ConfigHash] * float64(time.Second)); lasts == 0 {
		lasts = seen
	}
	return time.Duration(float64(lasts)*overrun)+slack <= time.Until(r.at)
}

// lasted notes how long a run took.
func (r *remaining) lasted(j job, seconds float64) {
	if r.at.IsZero() {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.longest[j.key.ConfigHash] = max(r.longest[j.key.ConfigHash], seconds)
}

// limit is a context that ends with the time.
func (r *remaining) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if r.at.IsZero() {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, r.at)
}
