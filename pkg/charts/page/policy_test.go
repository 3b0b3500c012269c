package page_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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
	text := echartsText(t)
	written := document(payloads, page.Library(text))
	protected, err := page.Protect([]byte(written), text)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "page.html")
	look := func(content []byte) (b *labtest.Browser, ran string) {
		if err := os.WriteFile(file, content, 0o644); err != nil {
			t.Fatal(err)
		}
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
	if ran != "" {
		t.Errorf("the page has run the payload %q", ran)
	}
	if asked := b.Requests("file://"); len(asked) > 0 {
		t.Errorf("the page asks for %v", asked)
	}
	if n := len(b.Errors()); n < 5 {
		t.Errorf("the browser reports %d broken rules: %q", n, b.Errors())
	}
	for _, open := range []string{"'unsafe-eval", "script-src 'unsafe-inline'", "http:", "https:"} {
		if policy, _, _ := strings.Cut(string(protected), "<title>"); strings.Contains(policy, open) {
			t.Errorf("the policy has %s", open)
		}
	}
	if _, err := page.Protect([]byte("<html><body>"), text); err == nil {
		t.Error("a document without a head is protected")
	}
}
