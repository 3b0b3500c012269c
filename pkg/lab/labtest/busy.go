package labtest

import (
	"context"
	"testing"

	"formicary/pkg/alltest"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
)

// Busy is how much processor time, in seconds, the page's main thread has had for its
// tasks since Busy was first called. Other than times by the clock it says the same on
// a busy machine.
func (b *Browser) Busy(t testing.TB) float64 {
	t.Helper()
	return b.metric(t, "TaskDuration")
}

// Held is what the page holds after its garbage is collected: nodes of the document, and bytes of JavaScript.
func (b *Browser) Held(t testing.TB) (nodes, bytes float64) {
	t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, Patience)
	defer cancel()
	for range 3 { // what a finaliser frees is garbage of the next round
		_, err := chromedp.Call(ctx, heapprofiler.CollectGarbage, cdp.Empty{})
		alltest.Require(t, err == nil, "collecting garbage: %v", err)
	}
	return b.metric(t, "Nodes"), b.metric(t, "JSHeapUsedSize")
}

// metric is a figure of the page by its name.
func (b *Browser) metric(t testing.TB, name string) float64 {
	t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, Patience)
	defer cancel()
	_, err := chromedp.Call(ctx, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks})
	var all performance.GetMetricsResult
	if err == nil {
		all, err = chromedp.Call(ctx, performance.GetMetrics, cdp.Empty{})
	}
	alltest.Require(t, err == nil, "asking for %s: %v", name, err)
	for _, m := range all.Metrics {
		if m.Name == name {
			return m.Value
		}
	}
	t.Fatalf("the browser does not tell %s", name)
	return 0
}
