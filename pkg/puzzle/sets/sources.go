//go:build !js

package sets

import (
	"embed"

	"formicary/pkg/sources"
)

// own is what this package was compiled from (see package sources).
//
//go:embed *[^t].go *[^s]t.go
var own embed.FS

func init() { sources.Add("pkg/puzzle/sets", own) }
