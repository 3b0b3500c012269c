package labtest

import (
	"context"
	"testing"

	"formicary/pkg/alltest"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Keys for [Browser.Press].
const (
	Home       = kb.Home
	End        = kb.End
	ArrowRight = kb.ArrowRight
	Enter      = kb.Enter
	Escape     = kb.Escape
)

// Press presses a key on what has the focus.
func (b *Browser) Press(t testing.TB, key string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, Patience)
	defer cancel()
	err := chromedp.Do(ctx, chromedp.KeyEvent(key))
	alltest.Require(t, err == nil, "pressing a key: %v", err)
}
