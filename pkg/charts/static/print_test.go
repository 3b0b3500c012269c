package static_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/charts"
	"formicary/pkg/charts/internal/sample"
	"formicary/pkg/charts/static"
	"formicary/pkg/lab/labtest"
)

// TestPrint: two printers write the same bytes, of the asked size, with the marks of the chart and without text.
func TestPrint(t *testing.T) {
	library := alltest.Must(os.ReadFile(labtest.Pages(t).EchartsFile()))(t)
	_, all := sample.Charts()
	var svg, pdf []byte
	for round := range 2 {
		p := alltest.Must(static.NewPrinter(string(library), nil))(t)
		f := alltest.Must(p.Print(t.Context(), all[1], static.Format{Width: 17, Size: 8}))(t)
		now, errPDF := f.PDF("a comment")
		if text := f.SVG("a -- comment"); round > 0 && (!bytes.Equal(svg, text) || !bytes.Equal(pdf, now)) || errPDF != nil {
			t.Errorf("the second round differs, %v", errPDF)
		} else {
			svg, pdf = text, now
		}
		if round > 0 {
			endless(t, p)
		}
	}
	if text := string(svg); !strings.Contains(text, `width="17cm"`) || strings.Contains(text, "<text") || strings.Count(text, "<path") < 30 || strings.Contains(text, "NaN") || strings.Contains(text, "a -- c") {
		t.Errorf("the figure is %.2000s", text)
	}
	alltest.Refused(static.NewPrinter(string(library), []byte("no font")))(t, "", "a font that is none is no error")
}

// endless: an option that draws without end is ended by the context.
func endless(t *testing.T, p *static.Printer) {
	t.Helper()
	data := strings.TrimSuffix(strings.Repeat("[1,2],", 400000), ",")
	c := alltest.Must(charts.Chart{Title: "long", Alt: "a", Height: 300, Points: 1}.Restore(json.RawMessage(`{"xAxis":{},"yAxis":{},"series":[{"type":"scatter","data":[`+data+`]}]}`), ""))(t)
	ctx, free := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer free()
	alltest.Refused(p.Print(ctx, c, static.Format{Width: 8, Size: 8}))(t, "", "drawing does not end with its context")
}
