package show

import (
	"fmt"
	"html"
	"math"
	"strings"
	"unicode/utf8"
)

// Table shows rows under a header. Cells are written as of [fmt.Sprint], but
// floats with three significant digits, ∞ for infinity and a dash for NaN.
// Columns whose cells are numbers stand flush right.
func Table(caption string, header []string, rows ...[]any) {
	text := make([][]string, len(rows))
	right := make([]bool, len(header))
	for i := range right {
		right[i] = len(rows) > 0
	}
	for i, row := range rows {
		text[i] = make([]string, len(header))
		for j := range header {
			if j >= len(row) {
				continue
			}
			var number bool
			text[i][j], number = cellText(row[j])
			right[j] = right[j] && (number || text[i][j] == "")
		}
	}
	put(output{html: tableMarkup(caption, header, text, right), plain: tablePlain(caption, header, text, right)})
}

// cellText writes a cell and says whether it is a number.
func cellText(v any) (string, bool) {
	switch v := v.(type) {
	case nil:
		return "", false
	case float64:
		return floatText(v), true
	case float32:
		return floatText(float64(v)), true
	case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64:
		return fmt.Sprint(v), true
	}
	text := fmt.Sprint(v)
	return text, strings.IndexFunc(text, func(r rune) bool { return r >= '0' && r <= '9' }) == 0
}

func floatText(x float64) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case math.IsInf(x, 0):
		return strings.TrimPrefix(fmt.Sprint(x)[:1]+"∞", "+")
	case math.Abs(x) >= 100 && math.Abs(x) < 1e9:
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

func tableMarkup(caption string, header []string, rows [][]string, right []bool) string {
	var b strings.Builder
	// The title stands above the table, not in it: it may be wider.
	if caption != "" {
		fmt.Fprintf(&b, `<div style="font-weight:600;margin-top:.4rem">%s</div>`, html.EscapeString(caption))
	}
	fmt.Fprintf(&b, `<div style="overflow-x:auto"><table class="formicary-table" aria-label="%s" style="border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.2rem 0 .6rem">`, html.EscapeString(caption))
	cells := func(tag, attributes string, row []string) {
		b.WriteString("<tr>")
		for j, text := range row {
			align := "left"
			if right[j] {
				align = "right"
			}
			fmt.Fprintf(&b, `<%s%s style="text-align:%s;padding:.15rem .7rem;white-space:pre">%s</%s>`, tag, attributes, align, html.EscapeString(text), tag)
		}
		b.WriteString("</tr>")
	}
	b.WriteString(`<thead style="border-bottom:1px solid currentColor">`)
	cells("th", ` scope="col"`, header)
	b.WriteString("</thead><tbody>")
	for _, row := range rows {
		cells("td", "", row)
	}
	b.WriteString("</tbody></table></div>")
	return b.String()
}

func tablePlain(caption string, header []string, rows [][]string, right []bool) string {
	width := make([]int, len(header))
	for _, row := range append([][]string{header}, rows...) {
		for j, text := range row {
			width[j] = max(width[j], utf8.RuneCountInString(text))
		}
	}
	var b strings.Builder
	if caption != "" {
		b.WriteString(caption + "\n")
	}
	for _, row := range append([][]string{header}, rows...) {
		line := ""
		for j, text := range row {
			space := strings.Repeat(" ", width[j]-utf8.RuneCountInString(text))
			if right[j] {
				line += space + text + "  "
			} else {
				line += text + space + "  "
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}
