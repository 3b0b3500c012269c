//go:build !js

package engines

import (
	"formicary/pkg/external"
	"formicary/pkg/solver"
)

func init() {
	outside, program = external.Described, func(d solver.Description, trusted bool) (solver.Solver, error) {
		return external.FromDescription(d, FindKind, trusted)
	}
}
