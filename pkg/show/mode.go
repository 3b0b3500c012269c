package show

import (
	"flag"
	"fmt"

	"formicary/pkg/assets"
)

// full is the flag --full of a cell ("%% --full"). It is defined in notebooks
// only, so that it does not clash with other programs' flags.
var full = func() *bool {
	if inNotebook() && flag.Lookup("full") == nil {
		return flag.Bool("full", false, "run everything the paper did instead of a sample that takes seconds")
	}
	return new(bool)
}()

// Quick says whether a notebook runs a sample that takes seconds rather than
// everything the paper did. It does unless the environment has
// FORMICARY_MODE=full (see [assets.ModeEnv]) or the cell has the flag --full
// ("%% --full").
func Quick() bool { return !*full && !assets.Full() }

// Pick returns quick in quick mode, and full otherwise; see [Quick].
func Pick[T any](quick, full T) T {
	if Quick() {
		return quick
	}
	return full
}

// Mode is a sentence about the mode, for the head of a notebook.
func Mode() string {
	if Quick() {
		return fmt.Sprintf("Quick mode: small samples and short runs. For the paper's figures, set %s=%s or add --full after a cell's %%%%.", assets.ModeEnv, assets.ModeFull)
	}
	return "Full mode: everything the paper did. This can take hours; an interrupt keeps the finished runs."
}
