package page_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/charts/internal/sample"
	"formicary/pkg/charts/page"
	"formicary/pkg/lab/labtest"
)

// TestSlowPage serves a page whose second half comes late: the cut goes through
// the option of a chart, and the page looks for charts meanwhile. Both charts
// are drawn in the end, as half of one is left alone.
func TestSlowPage(t *testing.T) {
	alltest.Only(t, "it looks at pages in a browser")
	text := alltest.Must(os.ReadFile(labtest.Env(t).EchartsFile()))(t)
	_, all := sample.Charts()
	first, second := page.Chart(all[0]), page.Chart(all[1])
	cut := strings.Index(second, `"series"`)
	impatient := `<script>
		var looked = 0, looking = setInterval(function () {
			if (document.querySelectorAll(".formicary-chart").length < 2) return;
			window.formicary.scan();
			if (++looked === 3) { clearInterval(looking); fetch("/rest"); }
		}, 20);
	</script>`
	rest := make(chan bool, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			if r.URL.Path == "/rest" {
				rest <- true
			}
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, page.Library(string(text)), impatient, first, second[:cut])
		w.(http.Flusher).Flush()
		select {
		case <-rest:
		case <-time.After(10 * time.Second): // the page did not ask: the charts tell
		}
		fmt.Fprint(w, second[cut:])
	}))
	defer server.Close()
	b := labtest.Open(t, labtest.Loopback)
	b.Go(t, server.URL)
	b.Await(t, labtest.Patience, `document.querySelectorAll(".formicary-drawn, [data-error]").length === 2`)
	got := labtest.Eval[[]string](t, b, `[...document.querySelectorAll("[data-error]")].map(c => c.dataset.error)`)
	alltest.Check(t, len(got) == 0, "charts that were not drawn: %v", got)
	looked := labtest.Eval[int](t, b, "looked")
	alltest.Check(t, looked == 3, "the page looked for charts %d times while half of it was there, want 3", looked)
}
