package show

import (
	"reflect"
	"strings"

	"formicary/pkg/solver"
)

// inRegistry says whether the lab's own program has the engine.
func inRegistry(engine solver.Solver) bool {
	t := reflect.TypeOf(engine)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return strings.HasPrefix(t.PkgPath(), "formicary/pkg/") && !engine.Describe().Custom
}

// playName is what a page calls an engine by: its name in the registry, or for one
// of a cell another.
func playName(engine solver.Solver) string {
	d := engine.Describe()
	if inRegistry(engine) {
		return d.Engine
	}
	return d.Label() + " (this notebook)"
}
