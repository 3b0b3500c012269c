package page_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/charts"
	"formicary/pkg/charts/internal/sample"
	"formicary/pkg/charts/page"
	"formicary/pkg/lab/labtest"
)

// payloads run code in a page that lets them.
const payloads = `<script>window.__evil = "script"</script>
<img src="data:image/png;base64,x" onerror="window.__evil = 'onerror'">
<svg onload="window.__evil = 'onload'"></svg>
<a id="go" href="javascript:window.__evil='address',void 0">go</a>
<iframe srcdoc="<script>parent.__evil = 'frame'</script>"></iframe>
<img src="http://127.0.0.1:9/leak"><link rel="stylesheet" href="http://127.0.0.1:9/leak.css">
<base href="http://127.0.0.1:9/"><form id="form" action="http://127.0.0.1:9/leak"></form>`

// TestProtect: what gets into a page in spite of all escapes neither runs nor asks for
// anything, and the page's own scripts run.
func TestProtect(t *testing.T) {
	alltest.Only(t, "it shows hostile pages in a browser")
	text := echartsText(t)
	written := document(payloads, page.Library(text))
	protected := alltest.Must(page.Protect([]byte(written), text))(t)
	file := filepath.Join(t.TempDir(), "page.html")
	look := func(content []byte) (b *labtest.Browser, ran string) {
		alltest.OK(t, os.WriteFile(file, content, 0o644))
		b = labtest.Open(t, labtest.Offline)
		b.Go(t, "file://"+file)
		b.Await(t, labtest.Patience, `window.formicary`)
		labtest.Eval[any](t, b, `document.getElementById("go").click(), null`)
		return b, labtest.Eval[string](t, b, `window.__evil || ""`)
	}
	if _, ran := look([]byte(written)); ran == "" {
		t.Error("without a policy nothing runs either: the payloads are none")
	}
	b, ran := look(protected)
	alltest.Equal(t, ran, "", "the page has run the payload")
	asked := b.Requests("file://")
	alltest.Check(t, len(asked) == 0, "the page asks for %v", asked)
	n := len(b.Errors())
	alltest.Check(t, n >= 5, "the browser reports %d broken rules: %q", n, b.Errors())
	for _, open := range []string{"'unsafe-eval", "script-src 'unsafe-inline'", "http:", "https:"} {
		policy, _, _ := strings.Cut(string(protected), "<title>")
		alltest.Check(t, !strings.Contains(policy, open), "the policy has %s", open)
	}
	alltest.Refused(page.Protect([]byte("<html><body>"), text))(t, "", "a document without a head is protected")
}

// TestForeign: of a page of somebody else its charts are drawn, also those of another
// version's program. Nothing else runs, and no connection is made, however it asks.
func TestForeign(t *testing.T) {
	alltest.Only(t, "it shows hostile pages in a browser")
	text := echartsText(t)
	contacts := make(chan string, 100)
	leak := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { contacts <- r.URL.Path }))
	leak.Config.ConnState = func(_ net.Conn, state http.ConnState) { contacts <- state.String() }
	defer leak.Close()
	hostile := strings.ReplaceAll(payloads, "http://127.0.0.1:9", leak.URL) + strings.ReplaceAll(`
<meta http-equiv="refresh" content="0;url=URL/refresh"><META http-equiv="refresh" content="1;url=file:///etc/passwd">
<link rel="preconnect" href="URL"><link rel="prefetch" href="URL/prefetch"><link rel="modulepreload" href="URL/module">
<object data="URL/object"></object><embed src="URL/embed"><video src="URL/video" poster="URL/poster"></video>
<style>@import "URL/style"; @font-face{font-family:x;src:url(URL/font)} body{background:url(URL/ground);font-family:x}</style>
<svg><script href="URL/svg.js"></script><image href="URL/image"/><use href="URL/use#a"/></svg>
<math><mtext><style><img src onerror="window.__evil = 'math'"></style></mtext></math>
<script src="data:text/javascript,window.__evil='data'"></script><script type="module">window.__evil = "module"</script>
<body onload="window.__evil = 'body'"><details open ontoggle="window.__evil = 'toggle'"></details>`, "URL", leak.URL) +
		page.Program([]byte("\x1f\x8b"), `fetch("`+leak.URL+`/worker"); postMessage("evil")`) + page.Chart(charts.RunTimes(sample.RunTimes(2)))
	other := strings.Replace(page.Library(text), "<script>", `<script>window.__evil = "another version";`, 1)
	protected, err := page.Protect([]byte(document(hostile, other)), text) // its own leave does not count
	alltest.OK(t, err)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		content, policy := []byte(nil), ""
		switch r.URL.Path {
		case "/bare":
			content = []byte(document(hostile, other))
		case "/safe":
			content, policy = page.Foreign(protected)
			w.Header().Set("Content-Security-Policy", policy)
		}
		_, _ = w.Write(content)
	}))
	defer server.Close()
	b := labtest.Open(t, labtest.Loopback)
	b.Go(t, server.URL+"/safe")
	b.Await(t, labtest.Patience, `document.querySelector(".formicary-plot svg, .formicary-plot canvas")`)
	labtest.Eval[any](t, b, `document.getElementById("go").click(), null`)
	b.Await(t, labtest.Patience, `new Promise(function (done) { setTimeout(done, 1500, true); })`) // what was put off
	alltest.Equal(t, labtest.Eval[string](t, b, `window.__evil || ""`), "", "the page has run the payload")
	is := labtest.Eval[string](t, b, `location.pathname`)
	alltest.Check(t, is == "/safe", "the page leads to %s", is)
	if len(contacts) > 0 {
		t.Errorf("the page makes connections: %s", <-contacts)
	}
	b.Go(t, server.URL+"/bare")
	select { // or nothing has been shown
	case <-contacts:
	case <-time.After(labtest.Patience):
		t.Error("without a policy no connection is made either: the payloads are none")
	}
}
