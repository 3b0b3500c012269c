package labtest

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
)

// Busy is how much processor time, in seconds, the page's main thread has had for its
// tasks since Busy was first called. Other than times by the clock it says the same on
// a busy machine.
func (b *Browser) Busy(t testing.TB) float64 {
	t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, Patience)
	defer cancel()
	_, err := chromedp.Call(ctx, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks})
	var all performance.GetMetricsResult
	if err == nil {
		all, err = chromedp.Call(ctx, performance.GetMetrics, cdp.Empty{})
	}
	if err != nil {
		t.Fatalf("asking for processor time: %v", err)
	}
	for _, m := range all.Metrics {
		if m.Name == "TaskDuration" {
			return m.Value
		}
	}
	t.Fatal("the browser does not tell processor time")
	return 0
}
