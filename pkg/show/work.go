//go:build !js

package show

import (
	"fmt"
	"os"
	"path/filepath"

	"formicary/pkg/assets"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/campaign"
	"formicary/pkg/puzzle/sets"
)

// Variables of a cell may open sets, and are set after this.
func init() {
	if working() {
		if err := sets.ReadCarried(filepath.Join(os.Getenv(assets.WorkEnv), experiment.SetsName)); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
}

// work ends the program where it has come to the plan that it was started for, with its
// runs made.
func work(plan experiment.Plan) {
	ctx, stop := interruptible()
	defer stop()
	done, err := campaign.Serve(ctx, plan)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if done {
		os.Exit(0)
	}
}
