//go:build unix

package generate_test

import (
	"fmt"
	"slices"
	"syscall"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/model/generate"
)

// BenchmarkLarge tells what a board of a kind takes, of 25×25 and of 50×50. Its time is that of the process, whatever else runs.
func BenchmarkLarge(b *testing.B) {
	cpu := func() time.Duration {
		var u syscall.Rusage
		alltest.OK(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	for _, kind := range append(slices.Clone(quick), slow...) {
		for _, n := range []int{25, 50} {
			b.Run(fmt.Sprintf("%s/%d", kind.Name, n), func(b *testing.B) {
				before := cpu()
				for range b.N {
					if _, err := generate.Generator(kind).Make(b.Context(), generate.Options{Size: side(n), Seed: 1}, nil); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric((cpu()-before).Seconds()/float64(b.N), "CPU-s")
			})
		}
	}
}
