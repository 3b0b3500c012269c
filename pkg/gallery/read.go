package gallery

import (
	"encoding/json"
	"html"
	"regexp"
	"slices"
	"strings"

	"formicary/pkg/charts"
	"formicary/pkg/charts/page"
	"formicary/pkg/lab"
	"formicary/pkg/show"
)

// read takes title, question and answer from an executed notebook. The answer
// is that of its show.Conclusion, and nothing else that it computed.
func read(nb lab.Notebook) Entry {
	e := Entry{Words: Words{Title: nb.Title()}, kind: kindOf(nb), headings: headings(nb)}
	for _, cell := range nb.Cells {
		if cell.Type == "markdown" {
			if e.Question = paragraph(string(cell.Source)); e.Question != "" {
				break
			}
		}
	}
	for _, cell := range nb.Cells {
		for _, o := range cell.Outputs {
			var said struct{ Answer, Headline string }
			if json.Unmarshal([]byte(o.Data[show.ConclusionType]), &said) == nil {
				e.Answer, e.headline = said.Answer, said.Headline
			}
		}
	}
	return e
}

// paragraph is the first paragraph of a text in Markdown that is no heading,
// list, table or picture, in plain words.
func paragraph(text string) string {
	for block := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		block = strings.TrimSpace(block)
		for strings.HasPrefix(block, "#") {
			_, rest, _ := strings.Cut(block, "\n")
			block = strings.TrimSpace(rest)
		}
		if block == "" || strings.ContainsAny(block[:1], "|-!<>`") || strings.HasPrefix(block, "* ") {
			continue
		}
		return plain(block)
	}
	return ""
}

var (
	italic = regexp.MustCompile(`\*([^*\s][^*]*)\*`)
	links  = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	spaces = regexp.MustCompile(`\s+`)
)

// plain takes the marks of Markdown out of a paragraph.
func plain(text string) string {
	text = links.ReplaceAllString(text, "$1")
	text = strings.NewReplacer("**", "", "`", "").Replace(text)
	text = italic.ReplaceAllString(text, "$1")
	return strings.TrimSpace(html.UnescapeString(spaces.ReplaceAllString(text, " ")))
}

var (
	boards = regexp.MustCompile(`(?s)<svg [^>]*class="[^"]*formicary-board.*?</svg>`)
	titles = regexp.MustCompile(`(?s)<title>(.*?)</title>`)
)

// cardTag is the tag of a cell whose picture stands for its notebook, titleTag that of one whose picture shows another thing
// than the headline says: its own title stands above it.
const cardTag, titleTag = "card", "title"

// pictures are what a notebook shows, or its cell with the tag "card": charts, and the first board, which may be the end
// of a film, with the board's text alternative.
func pictures(nb lab.Notebook) (all []charts.Chart, board, alt string) {
	cells := slices.DeleteFunc(slices.Clone(nb.Cells), func(cell lab.Cell) bool { return !tagged(cell, cardTag) })
	if len(cells) == 0 {
		cells = nb.Cells
	}
	for _, cell := range cells {
		for _, o := range cell.Outputs {
			markup := string(o.Data["text/html"])
			all = append(all, page.Read(markup)...)
			if board == "" {
				board = boards.FindString(markup)
			}
		}
	}
	if m := titles.FindStringSubmatch(board); m != nil {
		alt = html.UnescapeString(m[1])
	}
	return all, board, alt
}

// tagged says whether a cell has a tag.
func tagged(cell lab.Cell, tag string) bool {
	var of struct{ Tags []string }
	return json.Unmarshal(cell.Metadata, &of) == nil && slices.Contains(of.Tags, tag)
}
