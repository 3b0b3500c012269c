package nurikabes

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe"
)

// TestPublishedForms: how boards are published elsewhere, each as its size and
// clues. Only blanks for cells, and marks that are left out, are worth a warning.
func TestPublishedForms(t *testing.T) {
	const small = "2x3 [0 0 2 1 0 0]"
	for _, tt := range []struct {
		name, text string
		want       []string
		warnings   int
	}{
		{"zeros between blanks", "0 0 2\n1 0 0\n", []string{small}, 0},
		{"zeros without blanks", "002\n100\n", []string{small}, 0},
		{"underscores", "__2\n1__\n", []string{small}, 0},
		{"commas", "0,0,2\n1,0,0\n", []string{small}, 0},
		{"commas with nothing between", ",, 2\n1,,\n", []string{small}, 0},
		{"commas, large clues", "12,,?\n,,3\n", []string{"2x3 [12 0 -1 0 0 3]"}, 0},
		{"blanks for cells", "  2\n1  \n", []string{small}, 1},
		{"blanks for cells, those at the ends cut off", "  2\n1\n", []string{small}, 1},
		{"blanks for cells, whole rows of them", "   \n  2\n   \n1  \n", []string{"4x3 [0 0 0 0 0 2 0 0 0 1 0 0]"}, 1},
		{"blanks for cells, the size said", "size: 2x4\n  2\n1\n", []string{"2x4 [0 0 2 0 1 0 0 0]"}, 1},
		{"lines of blanks between grids", "..2\n1..\n \n..2\n1..\n  \n# a note\n", []string{small, small}, 0},
		{"lines of blanks between grids of blanks", "  2\n1\n\n  2\n1\n", []string{small, small}, 2},
		{"digits in columns", "1 2\n3 4\n", []string{"2x2 [1 2 3 4]"}, 0},
		{"LEGUP", `<?xml version="1.0"?><Legup version="2.0.0"><puzzle name="Nurikabe"><board height="2" width="3"><cells><cell value="2" x="2" y="0"/><cell value="1" x="0" y="1"/></cells></board></puzzle></Legup>`, []string{small}, 0},
		{"LEGUP with marks", `<Legup><puzzle name="nurikabe"><board height="1" width="3"><cells><cell value="-1" x="1" y="0"/><cell value="3" x="0" y="0"/><cell value="-2" x="2" y="0"/></cells></board><proof/></puzzle></Legup>`, []string{"1x3 [3 0 0]"}, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			set := alltest.Must(Kind.Read("in", strings.NewReader(tt.text)))(t)
			var got []string
			for _, item := range set.Items {
				p := item.Puzzle.(*nurikabe.Puzzle)
				got = append(got, fmt.Sprint(p.Size(), " ", clues(p)))
			}
			alltest.Check(t, slices.Equal(got, tt.want) && len(set.Warnings) == tt.warnings,
				"got  %q with %v\nwant %q with %d warnings", got, set.Warnings, tt.want, tt.warnings)
		})
	}
}
