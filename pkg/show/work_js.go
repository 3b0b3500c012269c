package show

import "formicary/pkg/experiment"

// work does nothing: no folders are in a page.
func work(experiment.Plan) {}
