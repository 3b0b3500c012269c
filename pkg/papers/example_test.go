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
	// lower here: ours 4 of 60 (0.0262 to 0.159), the paper's 150 of 230 (0.589 to 0.711); difference −0.586 (−0.657 to −0.473)
	// reproduced: ours 39 of 60 (0.524 to 0.758), the paper's 150 of 230 (0.589 to 0.711); difference −0.00217 (−0.141 to +0.123)
	// higher here: ours 56 of 60 (0.841 to 0.974), the paper's 150 of 230 (0.589 to 0.711); difference +0.281 (+0.172 to +0.357)
}
