package gallery_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// TestPheromone draws what the notebooks' README shows of pheromone: one seed without best-value evaporation, which is stuck, and with
// it, at iterations 1, 10, 100, 1,000 and the end, on one scale. The picture is what the code draws today, and the README says how
// both runs end.
func TestPheromone(t *testing.T) {
	p := nurikabes.Kind.MustOpen("open-908").MustGet("10x10-101-21")
	var films [2][]solver.Frame
	for i, bve := range []float64{0, 0.001} {
		recorder, s := solver.NewRecorder(60), acs.New()
		s.BVE = bve
		alltest.Must(s.Solve(t.Context(), p, solver.Run{Seed: 5, Budget: solver.Iterations(5000), Observer: recorder.Observe}))(t)
		films[i] = recorder.Frames()
	}
	const side, gap, head, left = 186, 14, 44, 8
	root := regexp.MustCompile(`^<svg[^>]*class="([^"]*)"[^>]*viewBox="0 0 (\d+) (\d+)"[^>]*>`)
	// nested is a part of a drawing at a place.
	nested := func(svg puzzle.SVG, x, y, wide, high, from int) string {
		m := root.FindStringSubmatch(string(svg))
		var width, height int
		alltest.Must(fmt.Sscan(m[2]+" "+m[3], &width, &height))(t)
		return fmt.Sprintf(`<svg x="%d" y="%d" width="%d" height="%d" class="%s" viewBox="0 %d %d %d" preserveAspectRatio="xMinYMin" style="--mark:1.7px">`, x, y, wide, high, m[1], from, width, height-from) +
			strings.TrimPrefix(strings.TrimSpace(string(svg)), m[0])
	}
	var b strings.Builder
	said := []string{"without evaporation of the best value: stuck", "the same seed with it: solved"}
	for row, frames := range films {
		y := 8 + row*(head+side+gap)
		fmt.Fprintf(&b, `<text x="%d" y="%d" class="said name">%s</text>`, left, y+14, strings.ToUpper(said[row][:1])+said[row][1:])
		col := 0
		for k, f := range frames {
			if at := f.Iterations; k < len(frames)-1 && at != 1 && at != 10 && at != 100 && at != 1000 {
				continue
			}
			view := charts.PheromoneView(f, films[0], films[1])
			view.CellSize, view.Unkeyed = 18, true
			x := left + col*(side+gap)
			fmt.Fprintf(&b, `<text x="%d" y="%d" class="said">iteration %s</text>`, x+3, y+head-10, puzzle.Thousands(int(f.Iterations)))
			b.WriteString(nested(p.Draw(view), x, y+head-4, side, side, 0))
			col++
		}
		end := frames[len(frames)-1]
		alltest.Require(t, col == 5 && (end.Best == 0) == (row == 1), "%d boards, the last of cost %v", col, end.Best)
	}
	view := charts.PheromoneView(films[0][0], films[0], films[1])
	view.Misled, view.CellSize = nil, 40
	key := strings.Replace(string(p.Draw(view)), "pulled the wrong way: 0", "pulled the wrong way", 1)
	wide, high := left+5*(side+gap), 8+2*(head+side+gap)
	b.WriteString(nested(puzzle.SVG(key), left, high, 406, 80, 406))
	high += 84
	alt := "Pheromone on one Nurikabe at iterations 1, 10, 100, 1,000 and the end, " + said[0] + " on cells that are wall in the solution; " + said[1] + "."
	svg := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img"><title>%s</title><style>.said{fill:#1f2328;font:13px system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}.name{font-weight:600;font-size:15px}.ground{fill:#fff}@media (prefers-color-scheme:dark){.said{fill:#e6e8eb}.ground{fill:#111}}</style><rect class="ground" width="100%%" height="100%%"/>%s</svg>`+"\n",
		wide, high, wide, high, alt, b.String())
	file := filepath.Join("pictures", "pheromone.svg")
	if *update {
		alltest.OK(t, os.WriteFile(file, []byte(svg), 0o644))
	}
	was := alltest.Must(os.ReadFile(file))(t)
	alltest.Check(t, string(was) == svg, "%s is not what the code draws: look at it, then go test ./pkg/gallery -run Pheromone -update", file)
	readme := string(alltest.Must(os.ReadFile(filepath.Join("..", "..", "notebooks", "README.md")))(t))
	alltest.Has(t, readme, `<img src="../pkg/gallery/pictures/pheromone.svg" width="100%" alt="`+alt+`">`, "the notebooks' README does not show %s", file)
}
