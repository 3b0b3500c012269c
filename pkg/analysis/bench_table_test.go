//go:build unix

package analysis

import (
	"os"
	"runtime/debug"
	"syscall"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/columns"
)

// usage is the processor time of this process, and its largest resident size in MiB.
func usage(b *testing.B) (time.Duration, float64) {
	var u syscall.Rusage
	alltest.OK(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), float64(u.Maxrss) / 1024
}

// BenchmarkTable makes the table of the sealed folder that FORMICARY_CAMPAIGN_DIR
// names, and asks it. Its peaks are those of the process: run it alone, with
// -benchtime 1x.
func BenchmarkTable(b *testing.B) {
	dir := os.Getenv("FORMICARY_CAMPAIGN_DIR")
	if dir == "" {
		b.Skip("FORMICARY_CAMPAIGN_DIR names no sealed folder")
	}
	for b.Loop() {
		start, _ := usage(b)
		s := alltest.Must(columns.OpenFolder(dir))(b)
		c := alltest.Must(s.Columns())(b)
		read, _ := usage(b)
		runs := Collect(c, 0, len(c.Puzzle))
		made, peak := usage(b)
		b.ReportMetric(float64(runs.Count()), "records")
		b.ReportMetric((read - start).Seconds(), "read-cpu-s")
		b.ReportMetric((made - start).Seconds(), "table-cpu-s")
		b.ReportMetric(peak, "table-peak-MiB")
		Group(nil).By(Size).Success() // what statistics link is there
		runs.By(Size).Success()
		asked, _ := usage(b)
		b.ReportMetric((asked - made).Seconds(), "success-cpu-s")
		runs.AnytimeCurves(Iterations)
		traced, peak := usage(b)
		b.ReportMetric((traced - asked).Seconds(), "anytime-cpu-s")
		b.ReportMetric(peak, "anytime-peak-MiB")
		alltest.OK(b, s.Close())
		debug.FreeOSMemory()
	}
}
