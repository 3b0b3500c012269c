// Package typeset sets the tables of notebooks for papers: in LaTeX, in Typst, and as rows for spreadsheets.
//
// # Design
//
// The columns of a table are found first ([columnsOf]): which hold numbers, of which unit and width, and which two are
// the ends of an interval. Both languages are written from them. A text stays that text and nothing else, whatever it is.
//
// # Limits
//
// It knows the tables that package page reads. Letters that pdfTeX has no font for become question marks.
package typeset

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"formicary/pkg/charts/page"
	"formicary/pkg/markup"
)

// column is a column of a table as it is set.
type column struct {
	head  string
	cells []string // numbers with a hyphen for minus and without separators, where aligned
	// aligned says that all cells are numbers or nothing; whole and decimals are the most digits before, with a minus, and
	// after the point. unit is what all numbers of them have behind them.
	aligned         bool
	whole, decimals int
	numbers         bool // they begin with a digit
}

var (
	plainNumber = regexp.MustCompile(`^([-−+]?)(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?: ?(%|ms|µs|s|min|h|years))?$`)
	exponential = regexp.MustCompile(`^[-+]?[\d.]+[eE][-+]?\d+$`)
)

// nothing says whether a cell says that there is no number.
func nothing(text string) bool { return text == "" || text == "–" || text == "-" || text == "N/A" }

// columnsOf are the columns of a table. Low and high of an interval are one, behind what it is of.
func columnsOf(t page.Table) (all []column) {
	head := t.Rows[0]
	for j := 0; j < len(head); j++ {
		c := column{head: head[j]}
		interval := head[j] == "low" && j+1 < len(head) && head[j+1] == "high"
		if interval {
			c.head = "interval"
		}
		for _, row := range t.Rows[1:] {
			text := rounded(row[j])
			if interval {
				if text += ", " + rounded(row[j+1]); text == ", " {
					text = ""
				} else {
					text = "[" + text + "]"
				}
			}
			c.cells = append(c.cells, text)
		}
		if interval {
			c.numbers = true
			j++
		} else {
			c.align()
		}
		all = append(all, c)
	}
	return all
}

// rounded is a number as tables have it, with at most four significant digits; other texts stay.
func rounded(text string) string {
	var v float64
	if n := plainNumber.FindStringSubmatch(text); exponential.MatchString(text) || n != nil && n[4] == "" && len(strings.Trim(n[3], ".0")) > 3 {
		if _, err := fmt.Sscanf(strings.NewReplacer("−", "-", ",", "").Replace(text), "%g", &v); err == nil {
			return fmt.Sprintf("%.4g", v)
		}
	}
	return text
}

// align finds out whether the column has numbers, and writes them as programs do.
func (c *column) align() {
	c.numbers = len(c.cells) > 0
	unit, some, all := "", false, true
	cells := slices.Clone(c.cells)
	for i, text := range c.cells {
		if nothing(text) {
			cells[i] = ""
			continue
		}
		c.numbers = c.numbers && strings.ContainsAny(text[:1], "0123456789+-[") || strings.HasPrefix(text, "−")
		n := plainNumber.FindStringSubmatch(text)
		if n == nil || some && n[4] != unit {
			all = false
			continue
		}
		some, unit = true, n[4]
		sign := strings.NewReplacer("−", "-", "+", "").Replace(n[1])
		whole := sign + strings.ReplaceAll(n[2], ",", "")
		c.whole, c.decimals = max(c.whole, len(whole)), max(c.decimals, len(n[3])-1)
		cells[i] = whole + n[3]
	}
	if c.aligned = all && some; c.aligned {
		if c.cells = cells; unit != "" {
			c.head += " (" + unit + ")"
		}
	}
}

var latexSigns = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`, "^", `\textasciicircum{}`, "~", `\textasciitilde{}`,
	"<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`, `"`, `\textquotedbl{}`, "'", `'`, "`", `\textasciigrave{}`, "[", "{[}", "]", "{]}", "--", "-{}-",
	"−", `\ensuremath{-}`, "×", `\ensuremath{\times}`, "≤", `\ensuremath{\le}`, "≥", `\ensuremath{\ge}`, "≈", `\ensuremath{\approx}`, "∞", `\ensuremath{\infty}`, "±", `\ensuremath{\pm}`,
	"→", `\ensuremath{\to}`, "·", `\textperiodcentered{}`, "µ", `\ensuremath{\mu}`, "…", `\dots{}`, "–", "--", "—", "---", "“", "``", "”", "''", "‘", "`", "’", "'", "\u00a0", "~", "\u202f", `\,`,
	"⁰", `\ensuremath{^0}`, "¹", `\ensuremath{^1}`, "²", `\ensuremath{^2}`, "³", `\ensuremath{^3}`, "⁴", `\ensuremath{^4}`, "⁵", `\ensuremath{^5}`, "⁶", `\ensuremath{^6}`, "⁷", `\ensuremath{^7}`, "⁸", `\ensuremath{^8}`, "⁹", `\ensuremath{^9}`, "⁻", `\ensuremath{^-}`,
	"α", `\ensuremath{\alpha}`, "β", `\ensuremath{\beta}`, "ρ", `\ensuremath{\rho}`, "η", `\ensuremath{\eta}`, "τ", `\ensuremath{\tau}`, "χ", `\ensuremath{\chi}`, "√", `\ensuremath{\surd}`, "✓", `\ensuremath{\surd}`, "✗", `\ensuremath{\times}`)

// LaTeX is text for LaTeX, where it is that text and nothing else. Letters that pdfTeX has no font for become question marks.
func LaTeX(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == utf8.RuneError || r >= 0x7f && r < 0xa0 {
			return ' '
		}
		return r
	}, markup.Terminal(text))
	return strings.Map(func(r rune) rune {
		if r >= 0x180 { // beyond Latin
			return '?'
		}
		return r
	}, latexSigns.Replace(text))
}

// LaTeXTable is a table for LaTeX.
func LaTeXTable(t page.Table) string {
	var b strings.Builder
	b.WriteString("% \\usepackage[T1]{fontenc} \\usepackage{textcomp,booktabs,siunitx}\n")
	all := columnsOf(t)
	spec := ""
	for _, c := range all {
		switch {
		case c.aligned:
			spec += fmt.Sprintf("S[table-format=%d.%d]", c.whole, c.decimals)
		case c.numbers:
			spec += "r"
		default:
			spec += "l"
		}
	}
	fmt.Fprintf(&b, "\\begin{tabular}{%s}\n\\toprule\n", spec)
	rowsOf(&b, all, " & ", ` \\`, func(c column, text string, head bool) string {
		switch {
		case c.aligned && !head:
			return text
		case c.aligned:
			return "{" + LaTeX(text) + "}"
		}
		return LaTeX(text)
	}, "\\midrule\n")
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
	return b.String()
}

// rowsOf writes the head and the rows of a table.
func rowsOf(b *strings.Builder, all []column, between, end string, cell func(c column, text string, head bool) string, below string) {
	for i := -1; i < len(all[0].cells); i++ {
		for j, c := range all {
			if j > 0 {
				b.WriteString(between)
			}
			if i < 0 {
				b.WriteString(cell(c, c.head, true))
			} else {
				b.WriteString(cell(c, c.cells[i], false))
			}
		}
		if b.WriteString(end + "\n"); i < 0 {
			b.WriteString(below)
		}
	}
}

var typstSigns = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ")

// TypstTable is a table for Typst: cells are strings, which are text and nothing else. Numbers are filled up to one length
// with spaces of a digit and of a point.
func TypstTable(t page.Table) string {
	all := columnsOf(t)
	var b strings.Builder
	var align []string
	for _, c := range all {
		align = append(align, map[bool]string{true: "right", false: "left"}[c.numbers || c.aligned])
	}
	fmt.Fprintf(&b, "#table(columns: %d, align: (%s,), stroke: none,\ntable.hline(),\n", len(all), strings.Join(align, ", "))
	rowsOf(&b, all, ", ", ",", func(c column, text string, head bool) string {
		if c.aligned && !head {
			whole, fraction, point := strings.Cut(text, ".")
			text = strings.Replace(whole, "-", "−", 1)
			if point {
				text += "." + fraction
			} else if c.decimals > 0 {
				text += "\u2008"
			}
			text += strings.Repeat("\u2007", c.decimals-len(fraction))
		}
		return `"` + typstSigns.Replace(markup.Terminal(text)) + `"`
	}, "table.hline(),\n")
	b.WriteString("table.hline())\n")
	return b.String()
}

// Cells is a table as spreadsheets read it.
func Cells(rows [][]string) [][]string {
	out := make([][]string, len(rows))
	for i, row := range rows {
		for _, text := range row {
			if !plainNumber.MatchString(text) && !exponential.MatchString(text) {
				text = markup.Cell(text)
			}
			out[i] = append(out[i], text)
		}
	}
	return out
}
