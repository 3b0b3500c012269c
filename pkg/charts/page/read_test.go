package page_test

import (
	"bytes"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts/internal/sample"
	"formicary/pkg/charts/page"
)

// TestRead reads every sample chart back from a document of all of them.
func TestRead(t *testing.T) {
	names, all := sample.Charts()
	document := ""
	for _, c := range all {
		document += "<p>" + page.Chart(c) + "</p>\n"
	}
	whole := `<html><head><meta charset="utf-8"></head><body>` + document + page.Library("var a;") + "</body></html>"
	sent := alltest.Must(page.Protect([]byte(whole), "var a;"))(t)
	alltest.Check(t, len(sent) <= len(whole)/2, "a document of %d bytes is sent as one of %d", len(whole), len(sent))
	safe, _ := page.Foreign(sent)
	for _, text := range []string{string(sent), string(safe)} {
		if got := page.Read(text); len(got) != len(all) || got[0].CSV() != all[0].CSV() {
			t.Errorf("of a document that is sent %d charts are read", len(got))
		}
	}
	read := page.Read(document)
	alltest.Require(t, len(read) == len(all), "%d charts, want %d", len(read), len(all))
	for i, c := range all {
		got := read[i]
		if got.Title != c.Title || got.Subtitle != c.Subtitle || got.Alt != c.Alt || got.Height != c.Height || got.Points != c.Points || !bytes.Equal(got.Option(), c.Option()) || got.CSV() != c.CSV() {
			t.Errorf("%s: read %q %q %d %d %d, or another option", names[i], got.Title, got.Subtitle, got.Height, got.Narrow, got.Points)
		}
	}
	found := page.Read(`<div class="formicary-chart" data-points="3">broken`)
	alltest.Check(t, found == nil, "%d charts in a broken markup", len(found))
}
