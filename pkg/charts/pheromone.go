package charts

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/go-echarts/go-echarts/v2/opts"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

const (
	// filmCells bounds frames × cells of a film: about a megabyte of option.
	// sheetCells does the same for the still picture.
	filmCells, sheetCells = 30000, 5000
	// filmFrames is the most frames among which a slider can be set.
	filmFrames = 60
	// boardSide is the side of a board in pixels, at least and at most.
	boardLeast, boardMost = 220, 420
)

// clued is a puzzle with clues: 0 is none, below 0 one that is not known.
type clued interface{ Clue(index int) int }

// Pheromone draws a run's pheromone over the board as a film: a slider and a
// play button go through the frames, the colour scale is the same in all of
// them, the puzzle's clues stand on their cells, and small squares mark the
// wall of each frame's board (in general: the cells whose value is not 0;
// the legend hides them). The scale is logarithmic where pheromone spans more
// than a factor of 20. Where the film is long or the board large, evenly
// spaced frames are left out; the first and the last stay.
//
// Beside are the frames of other films to compare it with: all are drawn on one
// scale.
//
// Frames without pheromone for every cell are left out. The still picture
// shows up to six frames side by side.
func Pheromone(frames []solver.Frame, p puzzle.Puzzle, beside ...[]solver.Frame) Chart {
	size := p.Size()
	s := pheromoneScale(slices.Concat(append(beside, frames)...))
	frames = slices.DeleteFunc(slices.Clone(frames), func(f solver.Frame) bool { return len(f.Pheromone) != size.Cells() })
	frames = thin(frames, min(filmFrames, max(filmCells/size.Cells(), 8)))
	word, same := "linear", "in all frames"
	if s.Log {
		word = "logarithmic"
	}
	if len(beside) > 0 {
		same = "in all frames of " + plural(len(beside)+1, "film")
	}
	c := Chart{
		Title:    fmt.Sprintf("Pheromone on %s %s%s", p.Kind(), p.ID(), fate(frames)),
		Subtitle: fmt.Sprintf("%v cells · %s · colour: pheromone of a cell, %s scale, the same %s", size, plural(len(frames), "frame"), word, same),
		Points:   len(frames) * size.Cells(),
	}
	c.Alt = c.Title + ": " + filmText(frames)
	c.rows = filmTable(frames, size).rows

	side := boardMost / max(size.Rows, size.Cols)
	side = min(max(side, 8), 36)
	if span := side * max(size.Rows, size.Cols); span < boardLeast {
		side = boardLeast / max(size.Rows, size.Cols)
	}
	b := board{p: p, size: size, scale: s, side: side}
	c.Height = 24 + 22 + side*size.Rows + 34 + 56
	c.option = b.film(frames)
	c.still, c.rise = b.sheet(thin(frames, min(6, max(sheetCells/size.Cells(), 2))))
	return c
}

// pheromoneScale is the one colour scale of some frames.
func pheromoneScale(frames []solver.Frame) puzzle.HeatScale {
	s := puzzle.HeatScaleOf(column(frames, func(f solver.Frame) []float64 { return f.Pheromone })...)
	if s == (puzzle.HeatScale{}) {
		s.Max = 1
	}
	return s
}

// PheromoneView is a frame's board with its pheromone, on the scale of all the
// films given: that of [Pheromone] for the same films.
func PheromoneView(f solver.Frame, films ...[]solver.Frame) puzzle.View {
	v := puzzle.View{Board: f.Board}
	if len(f.Pheromone) > 0 {
		s := pheromoneScale(append(slices.Concat(films...), f))
		v.Heat, v.HeatName, v.HeatMin, v.HeatMax, v.HeatLog = f.Pheromone, "pheromone", s.Min, s.Max, s.Log
	}
	return v
}

// board draws frames of one puzzle.
type board struct {
	p     puzzle.Puzzle
	size  puzzle.Size
	scale puzzle.HeatScale
	side  int
}

// wallName is the legend's entry of the squares.
func (b board) wallName() string {
	if b.p.Kind() == "nurikabe" {
		return "wall of the iteration's best board"
	}
	return "filled cells of the iteration's best board"
}

// heat is the series of one frame's pheromone: for each cell its column, its
// row, its share of the colour scale and its pheromone.
func (b board) heat(f solver.Frame, index int) map[string]any {
	data := make([][]any, len(f.Pheromone))
	for i, x := range f.Pheromone {
		at := b.size.At(i)
		data[i] = []any{at.Col, at.Row, math.Round(b.scale.Share(x)*1000) / 1000, num(round(x, 3))}
	}
	return map[string]any{
		"id": fmt.Sprintf("heat %d", index), "type": "heatmap", "xAxisIndex": index, "yAxisIndex": index, "data": data,
		"dimensions": []string{"column", "row", "share of the scale", "pheromone"},
		"encode":     map[string]any{"x": 0, "y": 1, "value": 2, "tooltip": []int{1, 0, 3}},
		"itemStyle":  opts.ItemStyle{BorderColor: "#9aa6b2", BorderWidth: 0.5},
		"emphasis":   opts.Emphasis{ItemStyle: &opts.ItemStyle{BorderColor: vermilion, BorderWidth: 2}},
		"z":          1,
	}
}

// clues is the series of the numbers on the cells, in ink or chalk by the heat
// below.
func (b board) clues(f solver.Frame, index int) map[string]any {
	data := []any{}
	if p, ok := unwrap(b.p).(clued); ok {
		for i := range b.size.Cells() {
			clue := p.Clue(i)
			if clue == 0 {
				continue
			}
			text, colour, halo := strconv.Itoa(clue), "#17212b", "#f4f7fa"
			if clue < 0 {
				text = "?"
			}
			if b.scale.Share(f.Pheromone[i]) > 0.5 {
				colour, halo = halo, colour
			}
			at := b.size.At(i)
			data = append(data, map[string]any{
				"value": []int{at.Col, at.Row}, "name": text,
				"label": map[string]any{"color": colour, "textBorderColor": halo},
			})
		}
	}
	return map[string]any{
		"id": fmt.Sprintf("clue %d", index), "type": "scatter", "xAxisIndex": index, "yAxisIndex": index, "data": data,
		"symbolSize": 0.01, "silent": true, "z": 4,
		"label": map[string]any{"show": true, "formatter": "{b}", "position": "inside", "fontWeight": "bold", "fontSize": max(min(b.side*55/100, 15), 6), "textBorderWidth": 2},
	}
}

// wall is the series of the squares.
func (b board) wall(f solver.Frame, index int) map[string]any {
	data := [][]int{}
	if !f.Board.IsZero() && f.Board.Size == b.size {
		for i, v := range f.Board.Values {
			if v != 0 && v != puzzle.Unset {
				at := b.size.At(i)
				data = append(data, []int{at.Col, at.Row})
			}
		}
	}
	return map[string]any{
		"id": fmt.Sprintf("wall %d", index), "name": b.wallName(), "type": "scatter", "xAxisIndex": index, "yAxisIndex": index,
		"data": data, "symbol": "rect", "symbolSize": max(b.side*38/100, 3), "silent": true, "z": 3,
		"itemStyle": opts.ItemStyle{Color: "#3a4a5a", BorderColor: "#ffffff", BorderWidth: min(1, float32(b.side)/16)},
	}
}

// unwrap takes a puzzle out of the items of sets.
func unwrap(p puzzle.Puzzle) puzzle.Puzzle {
	for {
		item, ok := p.(puzzle.Item)
		if !ok {
			return p
		}
		p = item.Puzzle
	}
}

// skeleton composes what all frames share: the axes of a number of boards and
// the colour scale.
func (b board) skeleton(boards int) map[string]any {
	xs, ys, heats := make([]any, boards), make([]any, boards), make([]int, boards)
	for i := range boards {
		axis := func(n int, inverse bool) map[string]any {
			return map[string]any{
				"type": "category", "gridIndex": i, "data": ordinals(n), "inverse": inverse, "position": "top",
				"axisLine": hidden, "axisTick": hidden, "axisLabel": hidden, "splitArea": hidden, "splitLine": hidden,
			}
		}
		xs[i], ys[i], heats[i] = axis(b.size.Cols, false), axis(b.size.Rows, true), 3*i
		delete(ys[i].(map[string]any), "position")
	}
	option := map[string]any{"xAxis": xs, "yAxis": ys}
	frame(option)
	delete(option["tooltip"].(map[string]any), "formatter")
	option["visualMap"] = map[string]any{
		"type": "continuous", "min": 0, "max": 1, "dimension": "2", "inRange": opts.VisualMapInRange{Color: heatColours()}, "orient": "horizontal", "left": "center",
		"calculable": false, "itemWidth": 10, "itemHeight": 160, "padding": 0, "seriesIndex": heats, // the heat alone
		"text":      []string{human(b.scale.Max), human(b.scale.Min)},
		"textStyle": opts.TextStyle{Color: named("text"), FontSize: fontSize - 1},
	}
	option["legend"] = map[string]any{
		"show": true, "data": []any{map[string]any{"name": b.wallName(), "icon": "rect"}}, "left": "center", "itemWidth": 10, "itemHeight": 10, "padding": 0,
		"textStyle": opts.TextStyle{Color: named("text"), FontSize: fontSize}, "inactiveColor": named("context"),
		// On small cells the squares would hide the heat.
		"selected": map[string]bool{b.wallName(): b.side >= 12},
	}
	return option
}

func ordinals(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = strconv.Itoa(i + 1)
	}
	return out
}

// heatColours are enough steps of the scale that all boards share for a
// straight blend between them to follow it.
func heatColours() []string {
	const steps = 9
	out := make([]string, steps)
	for i := range out {
		out[i] = puzzle.HeatColour(float64(i) / (steps - 1))
	}
	return out
}

func (b board) grid(left any, top int) map[string]any {
	return map[string]any{"left": left, "top": top, "width": b.side * b.size.Cols, "height": b.side * b.size.Rows, "show": true, "borderColor": "#3a4a5a", "borderWidth": 1, "containLabel": false}
}

// stillWidth is the width in pixels for which still pictures are laid out.
const stillWidth = 860

// sheet is the option of the still picture: frames side by side.
func (b board) sheet(frames []solver.Frame) (option []byte, height int) {
	columns := min(max(len(frames), 1), 3)
	b.side = max(min(b.side, (stillWidth-40*columns)/(columns*b.size.Cols)), 2)
	base := b.skeleton(len(frames))
	grids, titles, series := []any{}, []any{}, []any{}
	row := b.side*b.size.Rows + 58
	for i, f := range frames {
		cell := stillWidth / columns
		left := i%columns*cell + (cell-b.side*b.size.Cols)/2
		top := 28 + i/columns*row
		titles = append(titles,
			titled("iteration "+thousands(float64(f.Iterations)), left, top, fontSize, "normal"),
			titled(fmt.Sprintf("cost %s, lowest so far %s", human(f.Cost), human(f.Best)), left, top+16, fontSize-1, "normal"))
		grids = append(grids, b.grid(left, top+34))
		series = append(series, b.heat(f, i), b.wall(f, i), b.clues(f, i))
	}
	height = 28 + (len(frames)+columns-1)/columns*row + 30
	base["grid"], base["title"], base["series"] = grids, titles, series
	base["legend"].(map[string]any)["top"] = 4
	base["visualMap"].(map[string]any)["top"] = height - 22
	return encode(base), height
}
