package sample

import (
	"fmt"
	"time"

	"formicary/pkg/experiment/campaign"
)

// Now is when [Attempts] are looked at.
var Now = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// Attempts are those of three workers with 12 shards, of which every fifth is
// killed half-way.
func Attempts() (out []campaign.Attempt) {
	free := [3]float64{0, 0.1, 0.2}
	at := func(seconds float64) time.Time {
		return Now.Add(-time.Hour + time.Duration(seconds*float64(time.Second)))
	}
	for i := range 12 {
		lane := i % len(free)
		took := 2 + float64(i%4)/2
		a := campaign.Attempt{Made: 100 * (2 + i%4)}
		a.Name, a.Started = fmt.Sprintf("W-7_%d-0", i), at(free[lane])
		if i%5 == 4 {
			took, a.Made = took/2, a.Made/2
			a.Seen, a.Last = at(free[lane]+took/2), at(free[lane]+took)
		} else {
			a.Finished = at(free[lane] + took)
		}
		free[lane] += took + 0.25
		out = append(out, a)
	}
	return out
}
