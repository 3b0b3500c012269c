// Package labtest is what tests of notebooks share: the lab's environment,
// and a browser that runs without a screen.
//
// Its limits: only tests import it.
package labtest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"formicary/pkg/alltest"
	"formicary/pkg/assets"
	"formicary/pkg/lab"
)

// Main runs the tests of a package; what cells record meanwhile is not the user's, and
// is gone afterwards.
func Main(m *testing.M) int {
	runs, err := os.MkdirTemp("", "formicary-test-runs-")
	if err == nil {
		err = os.Setenv(assets.RunsEnv, runs)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(runs)
	return m.Run()
}

// prepared is the lab's environment, which the tests of a package share: to see that
// nothing is missing takes a second of processor time.
var prepared = sync.OnceValues(func() (*lab.Env, error) {
	return lab.Prepare(context.Background(), lab.Options{Log: os.Stderr})
})

// Env prepares the lab's environment, which takes long on a machine that never
// had it, and fails the test where that cannot be done.
func Env(t testing.TB) *lab.Env {
	t.Helper()
	env := alltest.Must(prepared())(t)
	own := *env
	return &own
}

var pages = sync.OnceValues(func() (*lab.Env, error) {
	return lab.Pages(context.Background(), lab.Options{Log: os.Stderr})
})

// Pages prepares what pages need, for the tests of a package: it builds no kernel.
func Pages(t testing.TB) *lab.Env {
	t.Helper()
	env := alltest.Must(pages())(t)
	return env
}

// Browser is one tab of a headless Chromium and what it has done.
type Browser struct {
	ctx context.Context

	mu       sync.Mutex
	requests []request
	errors   []string
}

// request is what a page has asked for.
type request struct {
	id  network.RequestID
	url string
}

// Patience is how long tests wait for what a quiet machine does in seconds. It ends
// only what hangs: a busy machine may take long.
const Patience = 5 * time.Minute

// Network says what a browser may reach.
type Network bool

// What a browser may reach: no name is ever looked up, Loopback can talk to
// 127.0.0.1 and Offline to nobody.
const (
	Offline  Network = false
	Loopback Network = true
)

// Open starts a browser, which ends with the test. Where there is no Chromium
// the test is skipped, or fails on a machine that says with CI=true that it
// should have one.
func Open(t testing.TB, reach Network) *Browser {
	t.Helper()
	path := lab.FindChromium()
	if path == "" {
		alltest.Require(t, os.Getenv("CI") == "", "no Chromium on the PATH")
		t.Skip("no Chromium on the PATH: what a browser shows is not checked")
	}
	block := "MAP * ~NOTFOUND"
	if reach == Loopback {
		block += " , EXCLUDE 127.0.0.1"
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()), chromedp.WindowSize(1280, 1000),
		chromedp.DisableGPU, chromedp.Flag("host-resolver-rules", block), chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true), chromedp.WSURLReadTimeout(Patience))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, _ := chromedp.NewContext(allocator)
	t.Cleanup(func() {
		// Cancel waits for the browser's end, so that its folder can go.
		if err := chromedp.Cancel(ctx); err != nil {
			t.Logf("closing the browser: %v", err)
		}
	})
	b := &Browser{ctx: ctx}
	err := chromedp.Listen(ctx, b.listen)
	if err == nil {
		_, err = chromedp.Call(ctx, network.Enable, network.EnableParams{})
	}
	if err == nil {
		_, err = chromedp.Call(ctx, runtime.Enable, cdp.Empty{})
	}
	if err == nil {
		_, err = chromedp.Call(ctx, log.Enable, cdp.Empty{})
	}
	alltest.Require(t, err == nil, "starting %s: %v", path, err)
	return b
}

// listen records what the page asks for and what goes wrong in it.
func (b *Browser) listen(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		b.requests = append(b.requests, request{e.RequestID, e.Request.URL})
	case *network.EventLoadingFailed:
		if e.BlockedReason == network.BlockedReasonCsp { // nothing was asked for
			b.requests = slices.DeleteFunc(b.requests, func(r request) bool { return r.id == e.RequestID })
		}
	case *network.EventWebSocketCreated:
		b.requests = append(b.requests, request{e.RequestID, e.URL})
	case *log.EventEntryAdded:
		if e.Entry.Source == log.EntrySourceSecurity { // what a content security policy forbids
			b.errors = append(b.errors, e.Entry.Text)
		}
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
		b.errors = append(b.errors, text)
	}
}

// Requests are the addresses outside of the allowed prefixes that pages have
// asked for so far. Addresses that carry their own content (data:, blob:) do
// not count.
func (b *Browser) Requests(allowed ...string) []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []string
next:
	for _, r := range b.requests {
		for _, prefix := range append(allowed, "data:", "blob:", "about:", "chrome:") {
			if strings.HasPrefix(r.url, prefix) {
				continue next
			}
		}
		out = append(out, r.url)
	}
	return out
}

// Errors are the exceptions that no script of a page has caught so far, and what a
// policy of a page has kept from happening.
func (b *Browser) Errors() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string(nil), b.errors...)
}

// Quiet fails the test for [Browser.Errors], and for [Browser.Requests] outside of the allowed prefixes.
func (b *Browser) Quiet(t testing.TB, allowed ...string) {
	t.Helper()
	if errs, asked := b.Errors(), b.Requests(allowed...); len(errs) > 0 || len(asked) > 0 {
		t.Errorf("errors %q, requests %q", errs, asked)
	}
}

// Go opens an address and waits until the page is loaded.
func (b *Browser) Go(t testing.TB, url string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, Patience)
	defer cancel()
	err := chromedp.Do(ctx, chromedp.Navigate(url))
	alltest.Require(t, err == nil, "opening %s: %v", url, err)
}

// Eval is the value of a JavaScript expression in the page; a promise is
// waited for.
func Eval[T any](t testing.TB, b *Browser, expression string) T {
	t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, Patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Screenshot(t, "failed")
		t.Fatalf("evaluating %s: %v", expression, err)
	}
	return value
}

// Await waits until a JavaScript expression is true.
func (b *Browser) Await(t testing.TB, limit time.Duration, expression string) {
	t.Helper()
	for end := time.Now().Add(limit); ; time.Sleep(100 * time.Millisecond) {
		if Eval[bool](t, b, "Boolean("+expression+")") {
			return
		}
		if time.Now().After(end) {
			b.Screenshot(t, "failed")
			t.Fatalf("not true after %v: %s", limit, expression)
		}
	}
}

// Click moves the mouse to the first element that a CSS selector finds and
// clicks, as soon as the element can be seen.
func (b *Browser) Click(t testing.TB, selector string) {
	t.Helper()
	quoted := strconv.Quote(selector)
	b.Await(t, Patience, "document.querySelector("+quoted+")?.checkVisibility()")
	at := Eval[[]float64](t, b, `(e => { e.scrollIntoView({block: "nearest"}); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })(document.querySelector(`+quoted+`))`)
	ctx, cancel := context.WithTimeout(b.ctx, Patience)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0], at[1]), chromedp.MouseClickXY(at[0], at[1])); err != nil {
		b.Screenshot(t, "failed")
		t.Fatalf("clicking %s: %v", selector, err)
	}
}

// Screenshot writes the whole page as a picture to the folder that the environment
// variable FORMICARY_SCREENSHOTS names, if any.
func (b *Browser) Screenshot(t testing.TB, name string) {
	t.Helper()
	dir := os.Getenv("FORMICARY_SCREENSHOTS")
	if dir == "" {
		return
	}
	ctx, cancel := context.WithTimeout(b.ctx, 20*time.Second)
	defer cancel()
	picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	if err != nil {
		t.Logf("screenshot %s: %v", name, err)
		return
	}
	path := filepath.Join(dir, strings.ReplaceAll(t.Name(), "/", "-")+"-"+name+".png")
	if err := os.WriteFile(path, picture, 0o644); err != nil {
		t.Log(err)
	}
}
