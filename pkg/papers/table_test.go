package papers

import (
	"strings"
	"testing"
)

func TestMarkdown(t *testing.T) {
	got := Markdown([]Judged{
		{Row: Row{Place: "Algorithm 1", Kind: Algorithm, Paper: "a|b_c*d<e", Here: "sudoku/aco.Solver, 60-sudoku-aco", Reading: "As $x."}, Verdict: Read},
		{Row: Row{Place: "Table 1", Kind: Table, Paper: "Half.", Here: "60-sudoku-aco"}, Verdict: Lower, Sentence: "ours 1 of 9 [x]"},
	})
	want := "| place | the paper has | here | what comes out |\n|---|---|---|---|\n" +
		"| Algorithm 1<br>(algorithm) | a&#124;b&#95;c&#42;d&#60;e | sudoku/<wbr>aco&#46;<wbr>Solver, [60-sudoku-aco](60-sudoku-aco.ipynb)<br>Read so: As <span>&#36;</span>x&#46; | by a reading |\n" +
		"| Table 1<br>(table) | Half&#46; | [60-sudoku-aco](60-sudoku-aco.ipynb) | lower here: ours 1 of 9 &#91;x&#93; |\n"
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for _, line := range strings.Split(strings.TrimSpace(want), "\n") {
		if n := strings.Count(line, "|"); n != 5 {
			t.Errorf("%d bars in %q", n, line)
		}
	}
}
