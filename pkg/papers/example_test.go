package papers_test

import (
	"fmt"

	"formicary/pkg/analysis"
	"formicary/pkg/papers"
)

// The published rates of hard puzzles, 150 of 230, and a run of one's own.
func ExampleFinding_Verdict() {
	share := func(solved, tries int) papers.Figure {
		p := analysis.Default.Proportion(solved, tries)
		return papers.Figure{Text: fmt.Sprintf("%d of %d", solved, tries), Value: p.Rate, Interval: p.Interval}
	}
	for _, solved := range []int{4, 39, 56} {
		f := papers.Finding{Paper: share(150, 230), Ours: share(solved, 60)}
		fmt.Printf("%s: %v\n", f.Verdict(), f)
	}
	// Output:
	// lower here: ours 4 of 60 (0.0185 to 0.162), the paper's 150 of 230 (0.587 to 0.714); difference −0.586 (−0.664 to −0.47)
	// reproduced: ours 39 of 60 (0.516 to 0.769), the paper's 150 of 230 (0.587 to 0.714); difference −0.00217 (−0.15 to +0.133)
	// higher here: ours 56 of 60 (0.838 to 0.982), the paper's 150 of 230 (0.587 to 0.714); difference +0.281 (+0.168 to +0.362)
}
