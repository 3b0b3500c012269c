package show

import (
	"flag"
	"fmt"

	"formicary/pkg/assets"
)

// full is the flag --full of a cell ("%% --full"). It is defined in notebooks
// only, so that it is in the way of no other program's flags.
var full = func() *bool {
	if inNotebook() && flag.Lookup("full") == nil {
		return flag.Bool("full", false, "do all that the paper did, not only a look that takes seconds")
	}
	return new(bool)
}()

// Quick says whether a notebook is to take seconds rather than do all that the
// paper did. It is so unless the environment says FORMICARY_MODE=full (see
// [assets.ModeEnv]) or the cell is given the flag --full ("%% --full").
func Quick() bool { return !*full && !assets.Full() }

// Pick returns quick or full, by [Quick].
func Pick[T any](quick, full T) T {
	if Quick() {
		return quick
	}
	return full
}

// Mode says in a sentence which of the two it is, for the head of a notebook.
func Mode() string {
	if Quick() {
		return fmt.Sprintf("Quick mode: small samples, short runs. For the paper's figures set %s=%s or write --full after the cell's %%%%.", assets.ModeEnv, assets.ModeFull)
	}
	return "Full mode: everything that the paper did. This takes its time; interrupting keeps what is done."
}
