package static

import (
	"regexp"
	"slices"
	"strings"

	"formicary/pkg/charts/internal/wording"
)

// The sizes of a card's texts in pixels, and how much there is room for.
const (
	cardText, footText, headText = 14, 12, 13
	cardLabels                   = 4                 // of an axis with labels of its own, at most
	cardRows                     = 12                // labels of rows, at most
	cardRowText                  = cardText - 1      // of rows
	cardRowWide                  = CardWidth / 2     // of the label of a row, at most
	cardRowsHigh                 = 176               // of all rows
	cardBeside                   = CardWidth * 3 / 8 // of what stands beside the name of an axis, at least
	cardLegend                   = 3                 // entries, at most
	cardGap                      = 26                // from an axis to its name, at most
)

// counted matches a part of a subtitle that counts something.
var counted = regexp.MustCompile(`^[\d,]+ (?:to|of|puzzle|run|board|kind|cell|share|statement|tr)`)

// basis is what a subtitle says of how many puzzles and runs a chart rests on, of the level of its intervals, and of
// hollow marks, and what dashed lines are, in lines.
func basis(subtitle, dashed string) []string {
	var counts, level, hollow string
	for part := range strings.SplitSeq(strings.ReplaceAll(subtitle, "; ", " · "), " · ") {
		switch {
		case strings.HasPrefix(part, "hollow"):
			hollow, _, _ = strings.Cut(" · "+part, ", with the widest interval")
		case strings.Contains(part, " %") && level == "":
			_, of, estimated := strings.Cut(part, ", intervals: ") // after the name of the estimate
			level = " · " + strings.TrimSuffix(map[bool]string{false: part, true: "intervals: " + of}[estimated], ", for puzzles like these")
		case counted.MatchString(part) && counts == "":
			counts = "n = " + part
		}
	}
	if dashed != "" {
		dashed = " · dashed: " + dashed
	}
	said := strings.TrimPrefix(counts+level+hollow+dashed, " · ")
	if said == "" {
		return nil
	}
	return strings.Split(fit(said, CardWidth-44, footText, 2), "\n")
}

// wide is about how wide a text of a size is in pixels.
func wide(text string, size int) int { return len([]rune(text)) * size / 2 }

// fit breaks a text into at most so many lines of so many pixels; an ellipsis stands for the words that are too many.
func fit(text string, pixels, size, most int) string {
	letters := pixels * 2 / size
	lines := wording.Wrapped(text, letters)
	if len(lines) > most {
		last := lines[most-1]
		for len([]rune(last)) > letters-2 && strings.Contains(last, " ") {
			last = last[:strings.LastIndex(last, " ")]
		}
		lines = append(lines[:most-1], last+" …")
	}
	return strings.Join(lines, "\n")
}

// larger gives an axis larger and fewer labels, and a name that there is room for beside labels of rows.
func larger(axis part, beside int) {
	for _, name := range []string{"axisLabel", "nameTextStyle"} {
		of, ok := axis[name].(part)
		if !ok {
			of = part{"color": "@theme:text"}
			axis[name] = of
		}
		of["fontSize"] = cardText
	}
	axis["splitNumber"] = cardLabels
	label, _ := axis["axisLabel"].(part)
	if rows, ok := axis["data"].([]any); ok {
		axis["data"], label["fontSize"], label["overflow"] = rowLabels(rows), cardRowText, "none"
	}
	if values, ok := label["customValues"].([]any); ok {
		if axis["type"] == "log" {
			values = steps(values)
		}
		few := fewer(values)
		label["customValues"] = few
		if tick, ok := axis["axisTick"].(part); ok && tick["customValues"] != nil {
			tick["customValues"] = few
		}
	}
	if gap, _ := axis["nameGap"].(float64); gap > cardGap {
		axis["nameGap"] = cardGap
	}
	if text, ok := axis["name"].(string); ok {
		if axis["nameLocation"] == "end" { // above the picture
			if at := strings.LastIndex(text, " (dashed"); at > 0 && wide(text, cardText) > CardWidth*4/5 {
				text = text[:at]
			}
			axis["name"] = fit(text, CardWidth*4/5, cardText, 1)
		} else {
			axis["name"] = fit(text, CardWidth-max(beside, cardBeside)-16, cardText, 3)
		}
	}
}

// rowLabels are the labels of rows, in as many lines as there is room for, of many rows those of some, the first and the last
// among them.
func rowLabels(rows []any) []any {
	n := len(rows)
	step := max((n+cardRows-3)/(cardRows-1), 1)
	out := make([]any, n)
	for most := 3; most > 0; most-- {
		labels := rows
		if most == 1 {
			labels = apart(rows)
		}
		crowded, above := false, 0
		for i, row := range labels {
			text, _ := row.(string)
			out[i] = ""
			if i == 0 || i >= step && (n-1-i)%step == 0 {
				text = fit(text, cardRowWide, cardRowText, most)
				lines := 1 + strings.Count(text, "\n")
				crowded = crowded || most > 1 && above > 0 && (lines+above)*(cardRowText+1)*n > 2*cardRowsHigh*step
				out[i], above = text, lines
			}
		}
		if !crowded {
			break
		}
	}
	return out
}

// widest is how wide the labels of rows are, of the axes that have them.
func widest(axes []part) (most int) {
	for _, axis := range axes {
		rows, _ := axis["data"].([]any)
		for _, row := range rows {
			text, _ := row.(string)
			for line := range strings.Lines(text) {
				most = max(most, wide(line, cardRowText))
			}
		}
	}
	return most
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
			if k != i && wide(strings.Join(own[:n], " "), cardRowText) >= cardRowWide*2/3 {
				shared = min(shared, n)
			}
		}
		if shared == len(own) || wide(strings.Join(own, " "), cardRowText) <= cardRowWide {
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

// legendLines is in how many lines the entries of a legend stand.
func legendLines(entries []any) int {
	n, at := 1, 0
	for _, e := range entries {
		name, ok := e.(string)
		if p, is := e.(part); is {
			name, ok = p["name"].(string)
		}
		long := 44 + wide(name, cardText)
		if at += long; ok && at > CardWidth && at > long {
			n, at = n+1, long
		}
	}
	return n
}

// steps are values of a logarithmic axis, each at least 1.6 times the one before: their numbers stand apart.
func steps(values []any) (out []any) {
	last := 0.0
	for _, v := range values {
		if x, _ := v.(float64); x >= 1.6*last {
			out, last = append(out, v), x
		}
	}
	return out
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
