package labtest

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Look makes the window so many pixels wide and the reader's theme light or dark.
func (b *Browser) Look(t testing.TB, width int, dark bool) {
	t.Helper()
	theme := "light"
	if dark {
		theme = "dark"
	}
	b.media(t, "", theme, width)
}

// Print shows the present page as it is printed.
func (b *Browser) Print(t testing.TB) {
	t.Helper()
	b.media(t, "print", "light", 800)
}

// PDF writes the present page, as it is printed, where [Browser.Screenshot] writes pictures.
func (b *Browser) PDF(t testing.TB, name string) {
	t.Helper()
	dir := os.Getenv("FORMICARY_SCREENSHOTS")
	if dir == "" {
		return
	}
	ctx, cancel := context.WithTimeout(b.ctx, Patience)
	defer cancel()
	out, err := chromedp.Call(ctx, page.PrintToPDF, page.PrintToPDFParams{})
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, t.Name()+"-"+name+".pdf"), out.Data, 0o644)
	}
	if err != nil {
		t.Errorf("printing the page: %v", err)
	}
}

func (b *Browser) media(t testing.TB, media, theme string, width int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, Patience)
	defer cancel()
	_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Media: media, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}},
	})
	if err == nil {
		err = chromedp.Do(ctx, chromedp.EmulateViewport(int64(width), 1000))
	}
	if err != nil {
		t.Fatalf("a window of %d pixels in %s: %v", width, theme, err)
	}
}
