//go:build !js

package nurikabe

import (
	"embed"

	"formicary/pkg/sources"
)

// own is what this package and those below it were compiled from (see package sources).
//
//go:embed *[^t].go *[^e]st.go */*[^t].go */*[^s]t.go */*[^t]est.go
var own embed.FS

func init() { sources.Add("pkg/nurikabe", own) }
