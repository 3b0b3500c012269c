package lab

import (
	"context"

	"formicary/pkg/assets"
)

// echarts is the library that draws charts, with what its licence (Apache 2.0)
// wants to go with it.
var echarts = Library{
	Name: "echarts", Version: assets.EchartsVersion,
	Integrity: "sha512-oTbVTsXfKuEhxftHqL5xprgLoc0k7uScAwtryCgWF6hPYFLRwOUHiFmHGCBKP5NPFNkDVopOieyUqYGH8Fa3kA==",
	Files:     []string{"dist/echarts.min.js", "LICENSE", "NOTICE"},
}

// makeEcharts fetches ECharts.
func (e *Env) makeEcharts(ctx context.Context, log *steps) (err error) {
	e.Echarts, err = e.Fetch(ctx, echarts, log)
	return err
}
