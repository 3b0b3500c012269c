// Package static draws charts as SVG without a browser: the twin of every
// chart, for pages that run no scripts, for README pictures and for tests.
//
// It runs ECharts' own server-side rendering in a JavaScript interpreter
// written in Go, on the same option as the browser gets, and writes title and
// subtitle above the picture. A [Renderer] loads the library once (about a
// third of a second) and then draws a chart in about a tenth of one.
//
// Its limits: text is measured by rule of thumb, as there are no fonts; and
// the interpreter is large, so notebooks must not import this package.
package static

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"formicary/pkg/charts"
	"formicary/pkg/charts/page"
	"formicary/pkg/markup"
)

// width is the natural width of a picture in pixels.
const width = 860

// Renderer holds a loaded ECharts. It may be used from several goroutines,
// which then take turns.
type Renderer struct {
	mu   sync.Mutex
	vm   *goja.Runtime
	draw goja.Callable
}

// drawing is the JavaScript around ECharts: an option as JSON in, SVG out, with the
// numbers of axes as pages write them.
var drawing = `(function () {
var window = {formicary: {}};
` + page.Option() + `
return function (option, width, height) {
	var chart = echarts.init(null, null, {renderer: "svg", ssr: true, width: width, height: height});
	try {
		chart.setOption(window.formicary.option(option));
		return chart.renderToSVGString();
	} finally {
		chart.dispose();
	}
};
})()`

// New returns a Renderer with the given text of echarts.min.js.
func New(library string) (*Renderer, error) {
	vm := goja.New()
	// ECharts schedules nothing that a still picture needs.
	for _, name := range []string{"setTimeout", "setInterval", "clearTimeout", "clearInterval"} {
		if err := vm.Set(name, func(goja.FunctionCall) goja.Value { return vm.ToValue(0) }); err != nil {
			return nil, err
		}
	}
	if _, err := vm.RunScript("echarts.min.js", library); err != nil {
		return nil, fmt.Errorf("loading ECharts: %w", err)
	}
	value, err := vm.RunString(drawing)
	if err != nil {
		return nil, err
	}
	draw, ok := goja.AssertFunction(value)
	if !ok || vm.Get("echarts") == nil {
		return nil, errors.New("loading ECharts: the text defines no echarts")
	}
	return &Renderer{vm: vm, draw: draw}, nil
}

// SVG draws a chart in a theme at the natural width: one <svg> element whose
// <title> is the chart's title and whose <desc> is its text alternative.
func (r *Renderer) SVG(c charts.Chart, theme charts.Theme) (string, error) {
	option, height := c.Option(), c.Height
	picture, err := r.render(theme.Resolve(option), width, height)
	if err != nil {
		return "", fmt.Errorf("drawing chart %q: %w", c.Title, err)
	}
	return compose(c, theme, picture, height), nil
}

// render draws an option of ECharts at a size in pixels.
func (r *Renderer) render(option []byte, width, height int) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	value, err := r.draw(goja.Undefined(), r.vm.ToValue(string(option)), r.vm.ToValue(width), r.vm.ToValue(height))
	if err != nil {
		return "", err
	}
	return value.String(), nil
}

// The typography above the picture, in pixels.
const (
	titleSize, titleLine = 16, 22
	subSize, subLine     = 12.5, 18
	margin               = 12
)

// compose puts the title above the picture.
func compose(c charts.Chart, theme charts.Theme, picture string, height int) string {
	title := wrap(c.Title, (width-2*margin)/(titleSize*0.56))
	sub := wrap(c.Subtitle, (width-2*margin)/(subSize*0.52))
	head := margin + len(title)*titleLine + len(sub)*subLine + 6
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="%d" height="%d" viewBox="0 0 %d %d" role="img">`, width, head+height, width, head+height)
	fmt.Fprintf(&b, "\n<title>%s</title>\n<desc>%s</desc>\n", markup.HTML(c.Title), markup.HTML(strings.TrimSpace(c.Subtitle+"\n"+c.Alt)))
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="%s"/>`+"\n", theme["surface"])
	y := margin
	line := func(text string, size float64, height int, weight, colour string) {
		y += height
		fmt.Fprintf(&b, `<text x="%d" y="%d" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif" font-size="%g" font-weight="%s" fill="%s">%s</text>`+"\n",
			margin, y-height/4, size, weight, colour, markup.HTML(text))
	}
	for _, t := range title {
		line(t, titleSize, titleLine, "600", theme["text"])
	}
	for _, t := range sub {
		line(t, subSize, subLine, "400", theme["muted"])
	}
	fmt.Fprintf(&b, `<g transform="translate(0 %d)">`+"\n%s\n</g>\n</svg>\n", head, picture)
	return b.String()
}

// wrap breaks a text into lines of at most so many letters, at spaces.
func wrap(text string, letters float64) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && float64(len([]rune(line))+1+len([]rune(word))) > letters {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
