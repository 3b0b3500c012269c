//go:build unix

package columns_test

import (
	"os"
	"syscall"
	"testing"
	"time"

	"formicary/pkg/experiment/columns"
)

// used is the processor time of this process so far.
func used(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkSeal seals the folder that FORMICARY_CAMPAIGN_DIR names, which it leaves
// as it is but for the sealed file.
func BenchmarkSeal(b *testing.B) {
	dir := os.Getenv("FORMICARY_CAMPAIGN_DIR")
	if dir == "" {
		b.Skip("FORMICARY_CAMPAIGN_DIR names no folder with journals")
	}
	for b.Loop() {
		start := used(b)
		s, err := columns.Seal(dir)
		if err != nil {
			b.Fatal(err)
		}
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric((used(b) - start).Seconds(), "cpu-s")
		b.ReportMetric(float64(u.Maxrss)/1024, "peak-MiB")
		b.ReportMetric(float64(s.Bytes)/1e6, "MB")
		b.ReportMetric(float64(s.Records), "records")
	}
}
