//go:build !js

package lists

import (
	"embed"

	"formicary/pkg/sources"
)

// own is what this package was compiled from (see package sources).
//
//go:embed *[^t].go
var own embed.FS

func init() { sources.Add("pkg/lists", own) }
