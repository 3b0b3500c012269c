package page

import (
	"encoding/json"
	"html"
	"regexp"
	"strconv"

	"formicary/pkg/charts"
)

// written is what [Live] writes: the attributes' numbers, the texts and the
// option.
var written = regexp.MustCompile(`(?s)<div class="formicary-chart" [^>]*data-points="(\d+)"[^>]*data-height="(\d+)" data-narrow="(\d+)"[^>]*>` +
	`<div class="formicary-title"[^>]*>(.*?)</div><div class="formicary-subtitle">(.*?)</div>.*?` +
	`<p class="formicary-alt">(.*?) <em>.*?<script type="application/json" class="formicary-option">(.*?)</script>`)

// Read returns the charts of a markup that [Chart] or [Live] wrote, in their
// order. They have no CSV any more, and films no still picture. Charts that
// are not complete are left out.
func Read(text string) []charts.Chart {
	var found []charts.Chart
	for _, m := range written.FindAllStringSubmatch(text, -1) {
		number := func(i int) int { n, _ := strconv.Atoi(m[i]); return n } // \d+
		c, err := charts.Chart{
			Title: html.UnescapeString(m[4]), Subtitle: html.UnescapeString(m[5]), Alt: html.UnescapeString(m[6]),
			Points: number(1), Height: number(2), Narrow: number(3),
		}.Restore(json.RawMessage(m[7]))
		if err == nil {
			found = append(found, c)
		}
	}
	return found
}
