package show

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"formicary/pkg/lists"
	"formicary/pkg/markup"
	"formicary/pkg/puzzle"
)

// Table shows rows under a header. Cells are formatted as by [fmt.Sprint], but
// numbers and sizes are written as people read them ([puzzle.Number],
// [puzzle.Thousands], [puzzle.Size.Words]). Columns
// whose cells are numbers or begin with a digit are aligned right, also where
// some are empty, a dash or N/A; a first column of names that begin with a digit
// is not.
func Table(caption string, header []string, rows ...[]any) {
	text := make([][]string, len(rows))
	right := lists.Of(len(header), func(int) bool { return len(rows) > 0 })
	for i, row := range rows {
		text[i] = make([]string, len(header))
		for j := range header {
			if j >= len(row) {
				continue
			}
			var kind cellKind
			text[i][j], kind = cellText(row[j])
			right[j] = right[j] && (kind != words && (kind != figures || j > 0))
		}
	}
	put(output{html: tableMarkup(caption, header, text, right), plain: tablePlain(caption, header, text, right)})
}

// cellKind is the kind of a cell's content.
type cellKind int

const (
	words   cellKind = iota
	amount           // of a numeric type
	figures          // text that begins with a digit
	nothing          // empty, or a sign that there is none
)

// cellText writes a cell and says what it is.
func cellText(v any) (string, cellKind) {
	switch v := v.(type) {
	case nil:
		return "", nothing
	case float64:
		return puzzle.Number(v), amount
	case float32:
		return puzzle.Number(float64(v)), amount
	case int:
		return puzzle.Thousands(v), amount
	case int64:
		return puzzle.Thousands(int(v)), amount
	case int8, int16, int32, uint, uint8, uint16, uint32, uint64:
		return fmt.Sprint(v), amount
	case puzzle.Size:
		return v.Words(), figures
	}
	text := fmt.Sprint(v)
	switch {
	case text == "" || text == "–" || text == "N/A":
		return text, nothing
	case text[0] >= '0' && text[0] <= '9':
		return text, figures
	}
	return text, words
}

func tableMarkup(caption string, header []string, rows [][]string, right []bool) string {
	var b strings.Builder
	// The title stands above the table, not in it: it may be wider.
	if caption != "" {
		fmt.Fprintf(&b, `<div style="font-weight:600;margin-top:.4rem">%s</div>`, markup.HTML(caption))
	}
	fmt.Fprintf(&b, `<div style="overflow-x:auto"><table class="formicary-table" aria-label="%s" style="border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.2rem 0 .6rem">`, markup.HTML(caption))
	cells := func(tag, attributes string, row []string) {
		b.WriteString("<tr>")
		for j, text := range row {
			align := "left"
			if right[j] {
				align = "right"
			}
			space := "pre-wrap"
			if text != "" && text[0] >= '0' && text[0] <= '9' && !strings.Contains(text, " ") {
				space = "pre" // a number, or two with a dash between them, is not broken
			}
			fmt.Fprintf(&b, `<%s%s style="text-align:%s;padding:.15rem .55rem;white-space:%s">%s</%s>`, tag, attributes, align, space, markup.HTML(text), tag)
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
