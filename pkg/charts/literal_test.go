package charts_test

import (
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts"
	"formicary/pkg/charts/internal/sample"
)

// TestLiteral: a name with braces is no template of ECharts.
func TestLiteral(t *testing.T) {
	curves := sample.Targets(2)
	curves[0].Label = "{b} {line|x}"
	text := string(charts.Targets(curves).Option())
	want := "\"formatter\":\"{\u2060b} {\u2060line|x}\""
	alltest.Check(t, strings.Contains(text, want), "no %s in the option: %s", want, text)
}
