package page

import (
	"encoding/json"
	"html"
	"regexp"
	"strconv"
	"strings"

	"formicary/pkg/charts"
)

// written is what [Live] writes: the attributes, the texts, the option and the numbers drawn. Exported pages have the
// attributes in the order of their names.
var (
	written = regexp.MustCompile(`(?s)<div ([^>]*class="formicary-chart"[^>]*)>` +
		`<div class="formicary-title"[^>]*>(.*?)</div><div class="formicary-subtitle">(.*?)</div>.*?` +
		`<p class="formicary-alt">(.*?) <em>.*?<script [^>]*class="formicary-option"[^>]*>(.*?)</script>` +
		`<script [^>]*class="formicary-csv"[^>]*>(.*?)</script>`)
	numeral = regexp.MustCompile(`\bdata-(points|height|narrow)="(\d+)"`)
)

// Read returns the charts of a markup that [Chart] or [Live] wrote, in their
// order. Films have no still picture any more. Charts that
// are not complete are left out.
func Read(text string) []charts.Chart {
	text = unpackTexts(text)
	var found []charts.Chart
	for _, m := range written.FindAllStringSubmatch(text, -1) {
		number := map[string]int{}
		for _, n := range numeral.FindAllStringSubmatch(m[1], -1) {
			number[n[1]], _ = strconv.Atoi(n[2]) // \d+
		}
		var csv string
		_ = json.Unmarshal([]byte(m[6]), &csv) // without it there are no numbers
		c, err := charts.Chart{
			Title: html.UnescapeString(m[2]), Subtitle: html.UnescapeString(m[3]), Alt: html.UnescapeString(m[4]),
			Points: number["points"], Height: number["height"], Narrow: number["narrow"],
		}.Restore(json.RawMessage(m[5]), csv)
		if err == nil {
			found = append(found, c)
		}
	}
	return found
}

// Table is a table of a document.
type Table struct {
	// Caption is what it is called; "" where it has no name.
	Caption string
	// Rows are its cells as text, the header first. All have the same length.
	Rows [][]string
}

var (
	unseen  = regexp.MustCompile(`(?s)<(?:script|style|svg)\b.*?</(?:script|style|svg)>`)
	tables  = regexp.MustCompile(`(?s)<table\b([^>]*)>(.*?)</table>`)
	caption = regexp.MustCompile(`\baria-label="([^"]*)"`)
	row     = regexp.MustCompile(`(?s)<tr\b[^>]*>(.*?)</tr>`)
	cell    = regexp.MustCompile(`(?s)<t[hd]\b[^>]*>(.*?)</t[hd]>`)
	newline = regexp.MustCompile(`<br\s*/?>`)
)

// ReadTables returns the tables of a document, in their order. Those without a second row are left out.
func ReadTables(text string) []Table {
	var found []Table
	for _, m := range tables.FindAllStringSubmatch(unseen.ReplaceAllString(text, ""), -1) {
		var t Table
		if named := caption.FindStringSubmatch(m[1]); named != nil {
			t.Caption = html.UnescapeString(named[1])
		}
		wide := 0
		for _, r := range row.FindAllStringSubmatch(m[2], -1) {
			var cells []string
			for _, c := range cell.FindAllStringSubmatch(r[1], -1) {
				plain := tag.ReplaceAllString(newline.ReplaceAllString(c[1], " "), "")
				cells = append(cells, strings.Join(strings.Fields(html.UnescapeString(plain)), " "))
			}
			t.Rows, wide = append(t.Rows, cells), max(wide, len(cells))
		}
		for i, r := range t.Rows {
			t.Rows[i] = append(r, make([]string, wide-len(r))...)
		}
		if len(t.Rows) > 1 && wide > 0 {
			found = append(found, t)
		}
	}
	return found
}
