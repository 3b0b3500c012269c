package show

import (
	"net/url"
	"strconv"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/lab/labtest"
)

// TestReopened: the line of a plan says where its runs are in a page that was opened later, and nothing in the page that
// has started it.
func TestReopened(t *testing.T) {
	alltest.Only(t, "it starts a browser")
	b := labtest.Open(t, labtest.Offline)
	line := progressMarkup(experiment.Progress{Name: "mine", Total: 9})
	const shown = `(e => e.checkVisibility() && e.textContent.includes('under the name "mine"'))([...document.querySelectorAll(".formicary-reopened")].at(-1))`
	b.Go(t, "data:text/html,"+url.PathEscape("<body>"+line))
	alltest.Check(t, labtest.Eval[bool](t, b, shown), "a page that was opened later says nothing")
	line = progressMarkup(experiment.Progress{Name: "mine", Total: 9})
	labtest.Eval[any](t, b, "document.body.append(document.createRange().createContextualFragment("+strconv.Quote(line)+")), null")
	alltest.Check(t, !labtest.Eval[bool](t, b, shown), "a page that has started a cell says that it was opened later")
	if text := progressMarkup(experiment.Progress{Finished: true}); text != barMarkup(experiment.Progress{Finished: true}, progressText(experiment.Progress{Finished: true})) {
		t.Errorf("a plan that has ended has %s", text)
	}
}
