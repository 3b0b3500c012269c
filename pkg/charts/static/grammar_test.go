package static_test

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"formicary/pkg/alltest"
	"formicary/pkg/charts"
	"formicary/pkg/charts/page"
)

// TestLabelsOfAxes: options name how the numbers of their axes are written.
func TestLabelsOfAxes(t *testing.T) {
	vm := goja.New()
	read := alltest.Must(vm.RunString("(function () { var window = {formicary: {}}; " + page.Drawing() + "; return window.formicary.option; })()"))(t)
	option, _ := goja.AssertFunction(read)
	for name, labels := range map[string]map[any]string{
		"@time":       {0: "0", 300: "300 s", 2000: "2,000 s", 0.005: "5 ms", 1.5e-5: "15 µs", "word": "word"},
		"@number":     {0: "0", -4000: "−4,000", 2e6: "2×10⁶", "word": "word"},
		"toString":    nil,
		"{b} {value}": nil,
	} {
		axis := alltest.Must(option(nil, vm.ToValue(`{"axisLabel":{"formatter":"`+name+`"}}`)))(t)
		formatter := axis.ToObject(vm).Get("axisLabel").ToObject(vm).Get("formatter")
		write, ok := goja.AssertFunction(formatter)
		alltest.Require(t, ok == (labels != nil) && (ok || formatter.String() == name), "%s is %v", name, formatter)
		for value, want := range labels {
			got, err := write(nil, vm.ToValue(value))
			alltest.Check(t, err == nil && got.String() == want, "%v by %s is %v, want %q (%v)", value, name, got, want, err)
		}
	}
}

var (
	never   = regexp.MustCompile(`\de[+-]?\d|(?:^|[ (\[])-\d|scheme \d|(?:nurikabe|sudoku|nonogram)/[a-z]+`)
	decimal = regexp.MustCompile(`[0-9][0-9,]*\.[0-9]+`)
	texts   = regexp.MustCompile(`<text[^>]*>([^<]*)</text>`)
)

// grammar: all charts write numbers and names in one way: no exponents of programs, no
// hyphen for minus, three significant digits, no stable names of engines or numbers of
// schemes.
func grammar(t *testing.T, c charts.Chart, svg string) {
	t.Helper()
	said := []string{c.Title, c.Subtitle, c.Alt}
	for _, m := range texts.FindAllStringSubmatch(svg, -1) {
		said = append(said, html.UnescapeString(m[1]))
	}
	for _, text := range said {
		bad := never.FindString(text)
		alltest.Check(t, bad == "", "%q in %q", bad, text)
		for _, number := range decimal.FindAllString(text, -1) {
			_, fraction, _ := strings.Cut(number, ".")
			digits := strings.TrimLeft(strings.NewReplacer(",", "", ".", "").Replace(number), "0")
			if len(digits) > 3 && len(fraction) != 3 { // shares have three digits after the point
				t.Errorf("%s has more than three significant digits in %q", number, text)
			}
		}
	}
}
