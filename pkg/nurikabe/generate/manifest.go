package generate

import (
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle/sets"
)

// Generator makes instances, each with its only solution and its grade. It reads
// manifests and makes their files again, too.
var Generator = sets.Generator[Options]{
	Kind:    nurikabes.Kind,
	Version: version,
	Flags:   (*Options).flags,
	Check:   (*Options).check,
	Count:   func(o *Options) int { return max(o.Count, 1) },
	Begin:   begin,
}
