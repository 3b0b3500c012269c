package show

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"formicary/pkg/charts/page"
	"formicary/pkg/markup"
)

// Steps shows drawings one at a time, with a slider, buttons and a play
// button: the steps of a proof, the frames of a search. The arrow keys move the
// slider. Where scripts do not run, the last drawing is shown.
func Steps(figures ...Figure) {
	if len(figures) == 0 {
		return
	}
	var b strings.Builder
	last := len(figures) - 1
	id := stepsID(figures)
	fmt.Fprintf(&b, `<div class="formicary-steps" id="%s" data-steps="%d" style="margin:.4rem 0">`, id, len(figures))
	fmt.Fprintf(&b, `<div class="formicary-controls" style="display:none;gap:.5rem;align-items:center;max-width:30rem">`+
		`<button type="button" data-do="play" aria-label="play">▶</button>`+
		`<button type="button" data-do="back" aria-label="one step back">‹</button>`+
		`<input type="range" min="0" max="%d" value="%d" aria-label="step" style="flex:1">`+
		`<button type="button" data-do="next" aria-label="one step on">›</button>`+
		`<output style="min-width:5.5em;text-align:right;font-variant-numeric:tabular-nums">%d of %d</output></div>`, last, last, last+1, last+1)
	for i, f := range figures {
		hidden := ""
		if i != last {
			hidden = " hidden"
		}
		fmt.Fprintf(&b, `<div class="formicary-step"%s>%s</div>`, hidden, f.markup(columns(1)))
	}
	b.WriteString("</div>" + page.Steps())
	plain := fmt.Sprintf("%d steps, the last: %s", len(figures), figures[last].plain())
	put(output{html: b.String(), plain: plain})
}

func stepsID(figures []Figure) string {
	h := sha256.New()
	for _, f := range figures {
		fmt.Fprintf(h, "%s\n%s\n", f.Caption, f.SVG)
	}
	return markup.HTML("formicary-steps-" + hex.EncodeToString(h.Sum(nil)[:6]))
}
