package static

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"formicary/pkg/charts"
	"formicary/pkg/markup"
)

// The size of a card in pixels, without what stands above.
const CardWidth, cardHeight = 400, 270

// Heading is what stands above a card: what its notebook asks, and what the run found. Both may be empty.
type Heading struct{ Asks, Found string }

// Card draws a chart as a small picture that stands for it: its first panel, with fewer labels and larger text. Beneath it
// stands what the subtitle says of puzzles, runs and intervals, and what dashed lines are.
func (r *Renderer) Card(c charts.Chart, above Heading, theme charts.Theme) (string, error) {
	small, least, dashed, err := small(c.Option())
	if err != nil {
		return "", fmt.Errorf("drawing chart %q: %w", c.Title, err)
	}
	said := basis(c.Subtitle, dashed)
	beneath := (footText+3)*len(said) + 4 // names at the ends of lines may stand at the very foot
	high := max(cardHeight-beneath, least)
	picture, err := r.render(context.Background(), "drawn", c, asked{Option: string(theme.Resolve(small)), Width: CardWidth, Height: high})
	if err != nil {
		return "", err
	}
	foot := lines(said, footText, high+footText+1, theme["muted"])
	return Headed(above, c.Title, picture+"\n"+foot, high+beneath, theme), nil
}

// Headed is a picture as wide as a card and so many pixels high, in SVG, under its heading. Clauses at the end of what was
// found that there is no room for are left out.
func Headed(heading Heading, title, picture string, high int, theme charts.Theme) string {
	const most, room = 4, CardWidth - 40 // letters of some readers are wide
	found := heading.Found
	for at := strings.LastIndex(found, "; "); at > 0 && strings.Contains(fit(found, room, headText, most), "…"); at = strings.LastIndex(found, "; ") {
		found = found[:at]
	}
	split := func(text string, size, most int) []string {
		return strings.FieldsFunc(fit(text, room, size, most), func(r rune) bool { return r == '\n' })
	}
	asks, head := split(heading.Asks, footText, 3), split(found, headText, most)
	asked := (footText + 3) * len(asks)
	above := asked + (headText+3)*len(head)
	if above > 0 {
		above += 8
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img">`+"\n<title>%s</title>\n"+`<rect width="100%%" height="100%%" fill="%s"/>`+"\n%s"+`<g transform="translate(0 %d)">`+"\n%s</g>\n</svg>\n",
		CardWidth, high+above, markup.HTML(title), theme["surface"],
		lines(asks, footText, footText+4, theme["muted"])+lines(head, headText, asked+headText+4, theme["text"]), above, picture)
}

// lines are lines of text in SVG, the first one's foot at y.
func lines(all []string, size, y int, colour string) string {
	var b strings.Builder
	for i, line := range all {
		fmt.Fprintf(&b, `<text x="8" y="%d" fill="%s" style="font-size:%dpx;font-family:system-ui,sans-serif">%s</text>`+"\n", y+i*(size+3), colour, size, markup.HTML(line))
	}
	return b.String()
}

// part is an object of an option.
type part = map[string]any

// small is the option of a card, how high its picture is at least, and what its dashed upright line is. An option without
// axes is left as it is.
func small(option []byte) (of []byte, least int, dashed string, err error) {
	var all part
	if err := json.Unmarshal(option, &all); err != nil {
		return nil, 0, "", err
	}
	base := all
	if b, ok := all["baseOption"].(part); ok {
		base = b
	}
	if _, ok := base["xAxis"]; !ok {
		return option, 0, "", nil
	}
	right, panel := 20.0, ""
	if narrow := narrowest(all); narrow != nil {
		grids, titles := parts(narrow["grid"]), parts(narrow["title"])
		if len(grids) > 0 {
			if r, ok := grids[0]["right"].(float64); ok {
				right = max(right, r)
			}
		}
		if len(titles) > 0 {
			text, _ := titles[0]["text"].(string)
			panel = strings.ReplaceAll(text, "\n", " ")
		}
	}
	places := map[string]map[int]int{}
	for _, name := range []string{"yAxis", "xAxis"} {
		base[name], places[name] = firstPanel(parts(base[name]), widest(parts(base["yAxis"])))
	}
	var kept []any
	for _, s := range parts(base["series"]) {
		if style, _ := s["itemStyle"].(part); style["opacity"] == 0.0 {
			s["symbol"] = "none" // what a pointer would find
		}
		if s, upright, ok := inPanel(s, places); ok {
			kept, dashed = append(kept, s), cmp.Or(dashed, upright)
		}
	}
	base["series"] = kept
	full(parts(base["yAxis"]), parts(base["series"]))
	top, bottom := 12, 30
	legend, _ := base["legend"].(part)
	if entries, _ := legend["data"].([]any); len(entries) > 0 && len(entries) <= cardLegend && legend["show"] != false {
		base["legend"] = part{"data": entries, "left": 4, "top": 4, "padding": 0, "itemGap": 24, "itemWidth": 12, "itemHeight": 12, "textStyle": part{"color": "@theme:text", "fontSize": cardText}}
		top += 36*legendLines(entries) - 12
	} else {
		base["legend"] = part{"show": false}
	}
	if axes := parts(base["yAxis"]); len(axes) > 0 && axes[0]["name"] != nil && axes[0]["name"] != "" {
		top += 22
	}
	for _, m := range parts(base["visualMap"]) { // the colours stay, their scale has no room
		m["show"] = false
	}
	for _, axis := range parts(base["xAxis"]) {
		name, _ := axis["name"].(string)
		bottom += strings.Count(name, "\n") * (cardText + 2)
	}
	delete(base, "title")
	if panel != "" && top < 34 { // no axis has a name above the picture
		panel = fit(panel, CardWidth-80, cardText, 2) // bold letters are wider
		base["title"] = part{"text": panel, "left": 8, "top": top - 6, "padding": 0, "textStyle": part{"color": "@theme:text", "fontSize": cardText}}
		top += 22 + strings.Count(panel, "\n")*(cardText+2)
	}
	delete(base, "tooltip")
	base["animation"] = false
	left := 10
	for _, axis := range parts(base["yAxis"]) {
		rows, _ := axis["data"].([]any)
		high := 0 // of the labels, in lines
		for _, row := range rows {
			text, _ := row.(string)
			high += 1 + strings.Count(text, "\n")
		}
		least = max(least, top+bottom+cardGap+min(high, cardRows)*(cardRowText+2))
		left = max(left, min(len(rows), 1)*18) // letters of rows are wider than ECharts takes them for
	}
	base["grid"] = []any{part{"left": left, "right": right, "top": top, "bottom": bottom, "containLabel": true}}
	of, err = json.Marshal(base)
	return of, least, dashed, err
}

// full takes away rows at the bottom that have no mark in the panel.
func full(axes, series []part) {
	least := math.Inf(1)
	for _, s := range series {
		for _, at := range parts(s["data"]) {
			if value, ok := at["value"].([]any); ok && len(value) > 1 {
				if y, ok := value[1].(float64); ok {
					least = min(least, math.Floor(y))
				}
			}
		}
	}
	for i, axis := range axes {
		rows, ok := axis["data"].([]any)
		if empty := int(min(least, float64(len(rows)))); ok && empty > 0 && empty < len(rows) && i > 0 {
			axis["data"], axes[i-1]["min"] = rows[empty:], empty
		}
	}
}

// narrowest is the option for the narrowest pages; nil where there is none.
func narrowest(all part) part {
	for _, m := range parts(all["media"]) {
		if query, _ := m["query"].(part); query["maxWidth"] != nil {
			option, _ := m["option"].(part)
			return option
		}
	}
	return nil
}

// parts are the objects of a list, or the only one.
func parts(value any) (out []part) {
	switch v := value.(type) {
	case part:
		return []part{v}
	case []any:
		for _, one := range v {
			if p, ok := one.(part); ok {
				out = append(out, p)
			}
		}
	}
	return out
}

// firstPanel are the axes of the first panel, with larger text, and where each was.
func firstPanel(axes []part, beside int) (kept []any, places map[int]int) {
	places = map[int]int{}
	for i, axis := range axes {
		if at, _ := axis["gridIndex"].(float64); at == 0 {
			places[i] = len(kept)
			larger(axis, beside)
			kept = append(kept, axis)
		}
	}
	return kept, places
}

// inPanel is a series with the axes' new places, if its axes are kept, and the text along its upright line.
func inPanel(s part, places map[string]map[int]int) (of part, upright string, ok bool) {
	if id, _ := s["id"].(string); strings.HasPrefix(id, "beneath ") || strings.HasPrefix(id, "limit ") {
		return nil, "", false // a card says no counts
	}
	for name, at := range places {
		old, _ := s[name+"Index"].(float64)
		place, ok := at[int(old)]
		if !ok {
			return nil, "", false
		}
		s[name+"Index"] = place
	}
	if line, ok := s["markLine"].(part); ok && slices.ContainsFunc(parts(line["data"]), func(at part) bool { return at["xAxis"] != nil }) {
		upright, _ = s["name"].(string)
		line["label"] = part{"show": false} // a card has no room along an upright line
	}
	for _, name := range []string{"label", "endLabel"} {
		if label, ok := s[name].(part); ok {
			label["fontSize"] = cardText - 1
		}
	}
	return s, upright, true
}
