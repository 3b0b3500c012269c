//go:build !linux && !darwin

package experiment

// processor is not known here.
func processor() string { return "" }
