package charts

import (
	"fmt"
	"slices"

	"github.com/go-echarts/go-echarts/v2/opts"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// fate says how the filmed run ends.
func fate(frames []solver.Frame) string {
	if len(frames) == 0 {
		return ""
	}
	last := frames[len(frames)-1]
	if last.Best == 0 {
		return fmt.Sprintf(": solved after %s", plural(int(last.Iterations), "iteration"))
	}
	return fmt.Sprintf(": not solved in %s, lowest cost %s", plural(int(last.Iterations), "iteration"), human(last.Best))
}

// thin keeps at most n frames, evenly spaced, with the first and the last.
func thin(frames []solver.Frame, n int) []solver.Frame {
	if len(frames) <= n {
		return frames
	}
	out := make([]solver.Frame, max(n, 2))
	for i := range out {
		out[i] = frames[i*(len(frames)-1)/(len(out)-1)]
	}
	return out
}

// moment says in one line what a frame shows.
func moment(f solver.Frame) string {
	return fmt.Sprintf("iteration %s: cost %s, lowest so far %s", thousands(float64(f.Iterations)), human(f.Cost), human(f.Best))
}

// film is the option with the time slider: what all frames share, and one
// option a frame.
func (b board) film(frames []solver.Frame) []byte {
	base := b.skeleton(1)
	const top = 24 + 22
	base["grid"] = b.grid("center", top)
	base["visualMap"].(map[string]any)["top"] = top + b.side*b.size.Rows + 10
	base["legend"].(map[string]any)["top"] = 24
	labels := make([]string, len(frames))
	options := make([]any, len(frames))
	for i, f := range frames {
		labels[i] = thousands(float64(f.Iterations))
		options[i] = map[string]any{
			"title":  titled(moment(f), "center", 2, fontSize+1, "normal"),
			"series": []any{b.heat(f, 0), b.wall(f, 0), b.clues(f, 0)},
		}
	}
	base["timeline"] = timeline(labels)
	if len(frames) == 0 {
		delete(base, "timeline")
	}
	base["series"] = []any{}
	return encode(map[string]any{"baseOption": base, "options": options})
}

// timeline is the slider and the play button of a film, with a label for each
// frame.
func timeline(labels []string) map[string]any {
	return map[string]any{
		"axisType": "category", "data": labels, "autoPlay": false, "loop": true, "playInterval": 500, "bottom": 0, "left": 24, "right": 24, "height": 48,
		"symbolSize": 7, "realtime": true, "lineStyle": opts.LineStyle{Color: named("line"), Width: 1},
		"itemStyle":       opts.ItemStyle{Color: named("muted")},
		"checkpointStyle": map[string]any{"color": blue, "borderColor": named("surface"), "size": 13},
		"controlStyle":    map[string]any{"color": named("text"), "borderColor": named("text"), "itemSize": 20, "showPrevBtn": true, "showNextBtn": true},
		"progress":        map[string]any{"lineStyle": opts.LineStyle{Color: blue}, "itemStyle": opts.ItemStyle{Color: blue}, "label": opts.Label{Color: named("muted")}},
		"label":           map[string]any{"color": named("muted"), "fontSize": fontSize - 1, "interval": "auto"},
		"emphasis":        map[string]any{"label": opts.Label{Color: named("text")}, "controlStyle": map[string]any{"color": blue, "borderColor": blue}},
		"tooltip":         map[string]any{"formatter": "iteration {b}"},
	}
}

// filmText tells what a film shows.
func filmText(frames []solver.Frame) string {
	if len(frames) == 0 {
		return "no frames with pheromone."
	}
	first, last := frames[0], frames[len(frames)-1]
	end := "The run ends unsolved with a lowest cost of " + human(last.Best)
	if last.Best == 0 {
		end = "The run ends with a solution"
	}
	return fmt.Sprintf("pheromone of a cell ranges from %s to %s at iteration %s and from %s to %s at iteration %s. %s.",
		human(slices.Min(first.Pheromone)), human(slices.Max(first.Pheromone)), thousands(float64(first.Iterations)),
		human(slices.Min(last.Pheromone)), human(slices.Max(last.Pheromone)), thousands(float64(last.Iterations)), end)
}

// filmTable has a row for each frame: what is said of it, and the pheromone of
// each cell ("r2c1" is the first cell of the second row), as exact as it is
// drawn.
func filmTable(frames []solver.Frame, size puzzle.Size) *table {
	header := []string{"iteration", "cost", "lowest cost", "least pheromone", "mean pheromone", "most pheromone"}
	for i := range size.Cells() {
		at := size.At(i)
		header = append(header, fmt.Sprintf("r%dc%d", at.Row+1, at.Col+1))
	}
	t := newTable(header...)
	for _, f := range frames {
		sum := 0.0
		for _, x := range f.Pheromone {
			sum += x
		}
		row := []any{f.Iterations, f.Cost, f.Best, slices.Min(f.Pheromone), sum / float64(size.Cells()), slices.Max(f.Pheromone)}
		for _, x := range f.Pheromone {
			row = append(row, round(x, 3))
		}
		t.add(row...)
	}
	return t
}
