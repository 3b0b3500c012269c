package static

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"formicary/pkg/charts"
	"formicary/pkg/markup"
)

// The size of a card's picture in pixels, and that of its text.
const (
	cardWidth, cardHeight = 400, 250
	cardText              = 14
	cardLabels            = 4  // of an axis with labels of its own, at most
	cardRows              = 12 // labels of rows, at most
	cardRowWide           = cardWidth * 2 / 5
	cardRowsOfTwo         = 7                    // rows, at most, whose labels may all have a second line and no third
	cardRowLong           = cardRowWide * 2 / 13 // letters of a row's label in one line
	cardNameWide          = cardWidth * 5 / 8    // of an axis beside such labels
	cardLegend            = 3                    // entries, at most
	cardGap               = 26                   // from an axis to its name, at most
)

// Card draws a chart as a small picture that stands for it: its first panel, with
// fewer labels and larger text, without title.
func (r *Renderer) Card(c charts.Chart, theme charts.Theme) (string, error) {
	small, err := small(c.Option())
	if err != nil {
		return "", fmt.Errorf("drawing chart %q: %w", c.Title, err)
	}
	picture, err := r.render(context.Background(), "drawn", c, asked{Option: string(theme.Resolve(small)), Width: cardWidth, Height: cardHeight})
	if err != nil {
		return "", err
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="%d" height="%d" viewBox="0 0 %d %d" role="img">`+"\n<title>%s</title>\n"+`<rect width="100%%" height="100%%" fill="%s"/>`+"\n%s\n</svg>\n",
		cardWidth, cardHeight, cardWidth, cardHeight, markup.HTML(c.Title), theme["surface"], picture), nil
}

// part is an object of an option.
type part = map[string]any

// small is the option of a card. An option without axes is left as it is.
func small(option []byte) ([]byte, error) {
	var all part
	if err := json.Unmarshal(option, &all); err != nil {
		return nil, err
	}
	base := all
	if b, ok := all["baseOption"].(part); ok {
		base = b
	}
	if _, ok := base["xAxis"]; !ok {
		return option, nil
	}
	right, panel := 20.0, ""
	if narrow := narrowest(all); narrow != nil {
		grids, titles := parts(narrow["grid"]), parts(narrow["title"])
		if len(grids) > 0 {
			if r, ok := grids[0]["right"].(float64); ok {
				right = max(right, r)
			}
		}
		if len(grids) > 1 && len(titles) > 0 {
			text, _ := titles[0]["text"].(string)
			panel = strings.ReplaceAll(text, "\n", " ")
		}
	}
	places := map[string]map[int]int{}
	for _, name := range []string{"xAxis", "yAxis"} {
		base[name], places[name] = firstPanel(parts(base[name]))
	}
	var kept []any
	for _, s := range parts(base["series"]) {
		if s, ok := inPanel(s, places); ok {
			kept = append(kept, s)
		}
	}
	base["series"] = kept
	full(parts(base["yAxis"]), parts(base["series"]))
	top, bottom := 12, 30
	legend, _ := base["legend"].(part)
	if entries, _ := legend["data"].([]any); len(entries) > 0 && len(entries) <= cardLegend && legend["show"] != false {
		base["legend"] = part{"data": entries, "left": 4, "top": 4, "padding": 0, "itemGap": 24, "itemWidth": 12, "itemHeight": 12, "textStyle": part{"color": "@theme:text", "fontSize": cardText}}
		top += 24 * lines(entries)
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
		if name, _ := axis["name"].(string); strings.Contains(name, "\n") {
			bottom += cardText + 2
		}
	}
	delete(base, "title")
	if panel != "" && top < 34 { // no axis has a name above the picture
		base["title"] = part{"text": within(panel, cardWidth), "left": 8, "top": top - 6, "padding": 0, "textStyle": part{"color": "@theme:text", "fontSize": cardText}}
		top += 22
	}
	base["grid"] = []any{part{"left": 10, "right": right, "top": top, "bottom": bottom, "containLabel": true}}
	delete(base, "tooltip")
	base["animation"] = false
	return json.Marshal(base)
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

// lines is in how many lines the entries of a legend stand.
func lines(entries []any) int {
	n, at := 1, 0
	for _, e := range entries {
		name, ok := e.(string)
		if p, is := e.(part); is {
			name, ok = p["name"].(string)
		}
		wide := 44 + len([]rune(name))*cardText*11/20
		if at += wide; ok && at > cardWidth && at > wide {
			n, at = n+1, wide
		}
	}
	return n
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
func firstPanel(axes []part) (kept []any, places map[int]int) {
	places = map[int]int{}
	for i, axis := range axes {
		if at, _ := axis["gridIndex"].(float64); at != 0 {
			continue
		}
		places[i] = len(kept)
		label, _ := axis["axisLabel"].(part)
		if label == nil {
			label = part{}
		}
		label["fontSize"] = cardText
		if _, ok := label["width"]; ok {
			label["width"], label["overflow"], label["fontSize"] = cardRowWide, "truncate", cardText-1
			rows, _ := axis["data"].([]any)
			rows = brief(rows)
			long := func(row any) bool { text, _ := row.(string); return len([]rune(text)) > 2*cardRowLong }
			if len(rows) > cardRowsOfTwo || slices.ContainsFunc(rows, long) {
				rows = apart(rows)
			} else {
				label["overflow"] = "break"
			}
			axis["data"] = rows
		}
		if values, ok := label["customValues"].([]any); ok {
			few := fewer(values)
			label["customValues"] = few
			if tick, ok := axis["axisTick"].(part); ok && tick["customValues"] != nil {
				tick["customValues"] = few
			}
		}
		if rows, ok := axis["data"].([]any); ok && len(rows) > cardRows { // labels of rows have no room for all
			label["interval"] = (len(rows)+cardRows-1)/cardRows - 1
		}
		axis["axisLabel"], axis["splitNumber"] = label, cardLabels
		name, _ := axis["nameTextStyle"].(part)
		if name == nil {
			name = part{"color": "@theme:text"}
		}
		name["fontSize"] = cardText
		if gap, _ := axis["nameGap"].(float64); gap > cardGap {
			axis["nameGap"] = cardGap
		}
		axis["nameTextStyle"] = name
		if text, ok := axis["name"].(string); ok {
			wide := cardNameWide
			if axis["nameLocation"] == "end" { // above the picture
				wide = cardWidth * 4 / 5
			}
			text = strings.ReplaceAll(text, "\n", " ")
			if first := within(text, wide); first != text && axis["nameLocation"] != "end" {
				first = strings.TrimSuffix(first, " …")
				axis["name"] = first + "\n" + within(strings.TrimPrefix(text, first+" "), wide)
			} else {
				axis["name"] = first
			}
		}
		kept = append(kept, axis)
	}
	return kept, places
}

// brief are the labels of rows without what all of them begin with, up to a comma, wherever it stands in them.
func brief(rows []any) []any {
	all := ""
	for i, row := range rows {
		text, ok := row.(string)
		begins, _, has := strings.Cut(text, ", ")
		if begins += ", "; !ok || !has || i > 0 && begins != all {
			return rows
		}
		all = begins
	}
	out := make([]any, len(rows))
	for i, row := range rows {
		out[i] = strings.ReplaceAll(row.(string), all, "")
	}
	return out
}

// apart are the labels of rows, without the words with which several begin that would be cut to the same text. An ellipsis
// stands for these. If they are not the same words for all of them, all labels stay whole.
func apart(rows []any) []any {
	words := func(row any) []string { text, _ := row.(string); return strings.Fields(text) }
	var dropped []string
	out := slices.Clone(rows)
	for i, row := range rows {
		own := words(row)
		shared := len(own)
		for k, other := range rows {
			n, other := 0, words(other)
			for n < min(len(own), len(other)) && own[n] == other[n] {
				n++
			}
			if k != i && len([]rune(strings.Join(own[:n], " "))) >= cardRowLong*2/3 {
				shared = min(shared, n)
			}
		}
		if shared == len(own) || len([]rune(strings.Join(own, " "))) <= cardRowLong {
			continue
		}
		if dropped == nil {
			dropped = own[:shared]
		}
		if !slices.Equal(dropped, own[:shared]) {
			return rows
		}
		out[i] = "… " + strings.Join(own[shared:], " ")
	}
	return out
}

// within is as many words of a name as fit into so many pixels; an ellipsis stands for the others.
func within(name string, pixels int) string {
	words := strings.Fields(name)
	wide := func(text string) int { return len([]rune(text)) * cardText * 11 / 20 }
	for n := len(words); n > 1 && wide(name) > pixels; n-- {
		name = strings.Join(words[:n-1], " ") + " …"
	}
	return name
}

// fewer are at most cardLabels of the values, evenly spaced.
func fewer(values []any) []any {
	step := (len(values) + cardLabels - 1) / cardLabels
	var out []any
	for i := 0; i < len(values); i += max(step, 1) {
		out = append(out, values[i])
	}
	return out
}

// inPanel is a series with the axes' new places, if its axes are kept.
func inPanel(s part, places map[string]map[int]int) (part, bool) {
	if id, _ := s["id"].(string); strings.HasPrefix(id, "beneath ") {
		return nil, false // a card says no counts
	}
	for name, at := range places {
		old, _ := s[name+"Index"].(float64)
		place, ok := at[int(old)]
		if !ok {
			return nil, false
		}
		s[name+"Index"] = place
	}
	if line, ok := s["markLine"].(part); ok && slices.ContainsFunc(parts(line["data"]), func(at part) bool { return at["xAxis"] != nil }) {
		line["label"] = part{"show": false} // a card has no room along an upright line
	}
	for _, name := range []string{"label", "endLabel"} {
		if label, ok := s[name].(part); ok {
			label["fontSize"] = cardText - 1
		}
	}
	return s, true
}
