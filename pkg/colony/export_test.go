package colony

import (
	"context"
	"time"

	"formicary/pkg/solver"
)

// Trail is what the colony's ants share.
func (c *Colony) Trail() *Trail { return &c.trail }

// Attempt is attempt.
func (g *Guard) Attempt(ctx context.Context, limit time.Duration, run func() (solver.Outcome, error)) (solver.Outcome, error) {
	return g.attempt(ctx, limit, run)
}

// SumOf is sum.
func SumOf(list []int32) uint64 { return sum(list) }
