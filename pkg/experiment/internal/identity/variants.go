package identity

import (
	"cmp"
	"slices"
	"strings"
)

// Variants are what the variants of a plan's engines are called, by the hash of their parameters. The names of engines
// with one label carry the parameters in which they differ: "q0 0.3".
func Variants(engines []Versioned) map[string]string {
	out := map[string]string{}
	for _, e := range engines {
		alike := slices.DeleteFunc(slices.Clone(engines), func(o Versioned) bool { return o.Label() != e.Label() })
		var parts []string
		if e.Variant != "" {
			parts = append(parts, e.Variant)
		}
		for _, p := range e.Parameters {
			if slices.ContainsFunc(alike, func(o Versioned) bool { return !slices.Contains(o.Parameters, p) }) {
				parts = append(parts, p.Name+" "+cmp.Or(p.Value, "none"))
			}
		}
		out[e.Hash] = strings.Join(parts, ", ")
	}
	return out
}
