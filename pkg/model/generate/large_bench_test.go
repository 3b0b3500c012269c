//go:build unix

package generate_test

import (
	"context"
	"fmt"
	"syscall"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/model/generate"
	"formicary/pkg/pencil"
)

// BenchmarkLarge tells what a board of each kind takes, of 25×25 and of 50×50 or the size next to it that the kind has. Its time is
// that of the process, whatever else runs. It skips a board that takes more than the goal, which is 10 s of 25×25 and 60 s of 50×50.
func BenchmarkLarge(b *testing.B) {
	cpu := func() time.Duration {
		var u syscall.Rusage
		alltest.OK(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	goals := map[int]time.Duration{25: 10 * time.Second, 50: time.Minute}
	for _, n := range []int{25, 50} {
		for _, kind := range pencil.Kinds() {
			b.Run(fmt.Sprintf("%d/%s", n, kind.Name), func(b *testing.B) {
				size := nextTo(n, kind.Make.Sizes)
				before := cpu()
				ctx, cancel := context.WithCancel(b.Context())
				defer cancel()
				go func() {
					for ctx.Err() == nil && cpu()-before < goals[n]*time.Duration(b.N) {
						time.Sleep(100 * time.Millisecond)
					}
					cancel()
				}()
				for seed := range b.N {
					if _, err := generate.Generator(kind).Make(ctx, generate.Options{Size: size, Seed: uint64(seed + 1)}, nil); ctx.Err() != nil {
						b.Skipf("%v is not made in %v", size, goals[n])
					} else if err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric((cpu()-before).Seconds()/float64(b.N), "CPU-s")
				b.ReportMetric(float64(size.Rows), "rows")
			})
		}
	}
}
