package typeset_test

import (
	"fmt"

	"formicary/pkg/charts/page"
	"formicary/pkg/cmd/formicary/internal/typeset"
)

// Numbers are aligned by their point, an interval is one column, and signs of the language are text.
func Example() {
	table := page.Table{Rows: [][]string{
		{"engine", "rate", "low", "high", "time"},
		{"ants & bees", "0.5", "0.41", "0.62", "1,200 ms"},
		{"tabu", "0.25", "0.2", "0.3", "−7 ms"},
	}}
	fmt.Print(typeset.LaTeXTable(table), typeset.TypstTable(table))
	// Output:
	// % \usepackage[T1]{fontenc} \usepackage{textcomp,booktabs,siunitx}
	// \begin{tabular}{lS[table-format=1.2]rS[table-format=4.0]}
	// \toprule
	// engine & {rate} & interval & {time (ms)} \\
	// \midrule
	// ants \& bees & 0.5 & {[}0.41, 0.62{]} & 1200 \\
	// tabu & 0.25 & {[}0.2, 0.3{]} & -7 \\
	// \bottomrule
	// \end{tabular}
	// #table(columns: 4, align: (left, right, right, right,), stroke: none,
	// table.hline(),
	// "engine", "rate", "interval", "time (ms)",
	// table.hline(),
	// "ants & bees", "0.5 ", "[0.41, 0.62]", "1200",
	// "tabu", "0.25", "[0.2, 0.3]", "−7",
	// table.hline())
}
