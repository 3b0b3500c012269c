package labtest

import (
	"context"
	"testing"

	"formicary/pkg/alltest"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// Keys that are held while the mouse does something.
const (
	Ctrl  = 2
	Shift = 8
)

// Move moves the mouse to a place in the window, in pixels.
func (b *Browser) Move(t testing.TB, x, y float64) {
	t.Helper()
	b.mouse(t, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: x, Y: y})
}

// Drag presses the left button at a place, moves the mouse to another one and
// releases the button.
func (b *Browser) Drag(t testing.TB, x0, y0, x1, y1 float64, held ...int64) {
	t.Helper()
	at := func(kind input.DispatchMouseEventType, x, y float64) input.DispatchMouseEventParams {
		p := input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: input.MouseButtonLeft, ClickCount: 1}
		for _, m := range held {
			p.Modifiers |= m
		}
		return p
	}
	b.mouse(t, at(input.DispatchMouseEventTypeMouseMoved, x0, y0), at(input.DispatchMouseEventTypeMousePressed, x0, y0),
		at(input.DispatchMouseEventTypeMouseMoved, (x0+x1)/2, (y0+y1)/2), at(input.DispatchMouseEventTypeMouseMoved, x1, y1),
		at(input.DispatchMouseEventTypeMouseReleased, x1, y1))
}

// Wheel turns the mouse's wheel at a place: down where the distance is above zero.
func (b *Browser) Wheel(t testing.TB, x, y, distance float64, held ...int64) {
	t.Helper()
	p := input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseWheel, X: x, Y: y, DeltaX: 1e-9, DeltaY: distance} // it leaves out what is 0, and the browser wants both
	for _, m := range held {
		p.Modifiers |= m
	}
	b.mouse(t, p)
}

func (b *Browser) mouse(t testing.TB, events ...input.DispatchMouseEventParams) {
	t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, Patience)
	defer cancel()
	for _, e := range events {
		_, err := chromedp.Call(ctx, input.DispatchMouseEvent, e)
		alltest.Require(t, err == nil, "moving the mouse: %v", err)
	}
}
