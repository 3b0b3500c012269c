package experiment

import (
	"context"

	"formicary/pkg/experiment/internal/run"
)

// Repeat makes the run of a published record a second time and says how it
// differs; "" where it came out the same. A run with a limit of time is made
// with the iterations that it had; where that cannot tell, the error wraps
// [errors.ErrUnsupported]. It wraps [ErrPlan] where the plan has no such run, and
// is the context's where that ended first.
func (p Plan) Repeat(ctx context.Context, r Record) (difference string, err error) {
	return run.Repeat(ctx, p.task(), r)
}
