// Package static draws charts without a browser: the twin of every chart, for pages that run no scripts, for README
// pictures, for papers and for tests.
//
//  1. A [Renderer] runs ECharts' own server-side rendering in a JavaScript interpreter written in Go, on the same option as
//     the browser gets. It loads the library once (about a third of a second) and then draws a chart in about a tenth of one.
//  2. [Renderer.SVG] is a picture with title and subtitle, [Renderer.Card] a small one. The page's program makes the
//     former too, by the same script.
//  3. [Renderer.Print] is a [Figure] for a paper: of a width in centimetres and a size of text, in a font. It is read out of
//     what ECharts drew, and written as SVG or PDF.
//
// **Design**: a figure is shapes alone. Letters are outlines of the font, whose metrics ECharts lays out by. So every
// program shows the same, and nothing of an option that somebody else wrote gets into the file but numbers and colours.
//
// **Limits**: text of [Renderer.SVG] is measured by rule of thumb, as there are no fonts. A figure draws neither pictures
// nor patterns, gradients in their first colour, and letters that its font lacks are boxes. The interpreter is large: notebooks must not import this package.
package static

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/dop251/goja"

	"formicary/pkg/charts"
	"formicary/pkg/charts/page"
)

// width is the natural width of a picture in pixels.
const width = 860

// most is how much memory drawing a chart may take, in bytes: an option can ask for any number of marks.
const most = 2 << 30

// Renderer holds a loaded ECharts. It may be used from several goroutines,
// which then take turns.
type Renderer struct {
	mu   sync.Mutex
	vm   *goja.Runtime
	draw map[string]goja.Callable // by name: drawn and picture
}

// drawing is the JavaScript around ECharts, with the numbers of axes as pages write them. Text is measured by the rule of
// thumb of ECharts where measure is null.
var drawing = `(function (measure) {
const window = {formicary: {}};
` + page.Drawing() + `
const ours = window.formicary;
if (measure) echarts.setPlatformAPI({measureText: measure});
return {
	drawn: c => { c = JSON.parse(c); return ours.drawn(echarts, ours.option(c.option), c.width, c.height); },
	picture: c => { c = JSON.parse(c); c.option = ours.option(c.option); return ours.picture(echarts, c); },
};
})`

// asked is what the JavaScript is given.
type asked struct {
	Title    string       `json:"title"`
	Subtitle string       `json:"subtitle"`
	Alt      string       `json:"alt"`
	Option   string       `json:"option"`
	Width    int          `json:"width"`
	Height   int          `json:"height"`
	Colours  charts.Theme `json:"colours"`
}

// New returns a Renderer with the given text of echarts.min.js.
func New(library string) (*Renderer, error) { return load(library, nil) }

// load is New with a width of texts in a font of CSS.
func load(library string, measure func(text, font string) map[string]float64) (*Renderer, error) {
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
	if vm.Get("echarts") == nil {
		return nil, errors.New("loading ECharts: the text defines no echarts")
	}
	made, err := vm.RunString(drawing)
	if err != nil {
		return nil, err
	}
	with, argument := made.Export().(func(goja.FunctionCall) goja.Value), goja.Null()
	if measure != nil {
		argument = vm.ToValue(measure)
	}
	r := &Renderer{vm: vm, draw: map[string]goja.Callable{}}
	for name, value := range with(goja.FunctionCall{This: goja.Undefined(), Arguments: []goja.Value{argument}}).Export().(map[string]any) {
		r.draw[name], _ = goja.AssertFunction(vm.ToValue(value))
	}
	return r, nil
}

// SVG draws a chart in a theme at the natural width: one <svg> element whose
// <title> is the chart's title and whose <desc> is its text alternative.
func (r *Renderer) SVG(c charts.Chart, theme charts.Theme) (string, error) {
	return r.render(context.Background(), "picture", c, asked{c.Title, c.Subtitle, c.Alt, string(theme.Resolve(c.Option())), width, c.Height, theme})
}

// render calls a function of the JavaScript for a chart. It ends with the context, and before drawing takes too much memory.
func (r *Renderer) render(ctx context.Context, name string, c charts.Chart, a asked) (string, error) {
	text, err := json.Marshal(a)
	if err != nil {
		return "", err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	done := make(chan struct{})
	defer func() { done <- struct{}{}; r.vm.ClearInterrupt() }()
	go r.watch(ctx, done)
	value, err := r.draw[name](goja.Undefined(), r.vm.ToValue(string(text)))
	if err != nil {
		return "", fmt.Errorf("drawing chart %q: %w", c.Title, err)
	}
	return value.String(), nil
}

// watch interrupts what draws.
func (r *Renderer) watch(ctx context.Context, done <-chan struct{}) {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	stop := ctx.Done()
	for {
		select {
		case <-done:
			return
		case <-stop:
			stop = nil
			r.vm.Interrupt(ctx.Err())
		case <-tick.C:
			var now runtime.MemStats
			if runtime.ReadMemStats(&now); now.HeapAlloc > most {
				r.vm.Interrupt(fmt.Sprintf("it takes more than %d MB of memory", most>>20))
			}
		}
	}
}
