package charts

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/go-echarts/go-echarts/v2/opts"

	"formicary/pkg/lists"
)

// legendOption lists the entries; they wrap where the page is narrow.
func (f *figure) legendOption() (l legend) {
	if len(f.legend) == 0 {
		l.Show = opts.Bool(false)
		return l
	}
	data := make([]legendEntry, len(f.legend))
	for i, e := range f.legend {
		one := legendEntry{Name: e.name, Icon: e.symbol}
		one.ItemStyle.Color, one.ItemStyle.BorderColor, one.ItemStyle.Opacity = e.colour, e.colour, 1
		if e.hollow {
			one.ItemStyle.Color, one.ItemStyle.BorderWidth = named("surface"), 2
		}
		data[i] = one
	}
	l.Legend = opts.Legend{
		Show: opts.Bool(true), Type: "plain", Data: data, Left: "8", Right: "8", Top: "0", Padding: 0, Align: "left", ItemWidth: 11, ItemHeight: 11,
		TextStyle: &opts.TextStyle{Color: named("text"), FontSize: fontSize, LineHeight: legendLine - legendGap}, InactiveColor: named("context"),
	}
	l.ItemGap = legendGap
	return l
}

// The legend's lines and gaps in pixels.
const legendLine, legendGap = 24, 12

// legendHigh is how high the legend becomes on a page of a width.
func (f *figure) legendHigh(width int) int {
	if len(f.legend) == 0 {
		return 0
	}
	lines, used := 1, 0
	for _, e := range f.legend {
		w := 11 + 5 + textWidth(e.name) + legendGap
		if used > 0 && used+w > width-16 {
			lines, used = lines+1, 0
		}
		used += w
	}
	return lines * legendLine
}

// columns is how many of n panels stand side by side.
func columns(n int, narrow bool) int {
	most := 3
	if narrow {
		most = 2
	}
	if n == 4 {
		most = 2
	}
	return min(n, most)
}

// spacing is the room for panels in pixels: above all of them, and for each
// its head (title and name of the y axis), its inside and its foot. Gap is the
// percentage of the width between columns.
type spacing struct{ top, head, inner, foot, gap int }

// place arranges panels in columns. The names of axes are written once, at the
// left and below, unless the panels have axes of their own.
func (s spacing) place(titles []string, columns int, own bool, axes func(panel int) (x, y string)) layout {
	l := layout{Title: []title{}}
	n := len(titles)
	rows := (n + columns - 1) / max(columns, 1)
	for i, text := range titles {
		row, col, share := i/columns, i%columns, 100.0/float64(columns)
		x, y := axes(i)
		if i+columns < n && !own {
			x = ""
		}
		if col > 0 && !own {
			y = ""
		}
		l.XAxis = append(l.XAxis, axisOption{ID: fmt.Sprint("x", i), Name: x})
		l.YAxis = append(l.YAxis, axisOption{ID: fmt.Sprint("y", i), Name: y})
		left, top := percent(float64(col)*share+1), s.top+row*(s.head+s.inner+s.foot)
		l.Grid = append(l.Grid, grid{Left: left, Width: percent(share - float64(s.gap)), Top: top + s.head, Height: s.inner, ContainLabel: true})
		if text != "" {
			l.Title = append(l.Title, titled(text, left, top, fontSize+1, "bold"))
		}
	}
	l.height = s.top + rows*(s.head+s.inner+s.foot)
	return l
}

// percent is a share of the width of a page.
func percent(x float64) string { return fmt.Sprintf("%.4g%%", x) }

// axes are those of a panel.
func (f *figure) axes(panel int) (x, y axis) {
	x, y = f.x, f.y
	if f.own != nil {
		x, y = f.own[panel][0], f.own[panel][1]
	}
	if len(f.panels) > 1 {
		x.fit, y.fit = few, cmp.Or(y.fit, high)
	}
	return x.timed(), y.timed()
}

// numbersWide is about the room in pixels that the numbers of a y axis take.
const numbersWide = 40

// arrange places the panels for a page of at least a width.
func (f *figure) arrange(width int) layout {
	n := len(f.panels)
	if _, first := f.axes(0); first.rows != nil {
		return f.arrangeRows(width)
	}
	side := columns(n, width < NarrowWidth)
	s := spacing{top: 6 + f.legendHigh(width), head: nameHigh + 6, inner: panelHigh, foot: nameHigh + 10 + f.x.below, gap: 4}
	if width < NarrowWidth {
		s.gap = 7
	}
	if f.y.name != "" || f.own != nil {
		s.head += nameHigh - 6
	}
	if f.own != nil || n == 1 {
		s.head -= nameHigh // no titles: of panels with axes of their own the axes say what they are
	}
	if n == 1 {
		s.inner = max(onlyHigh, f.room.high)
	}
	// Titles and names of axes that are too long for a panel are broken.
	titles, names := make([]string, n), make([][2]string, n)
	tallest, deepest, highest := 1, 1, 1
	for i, text := range f.panels {
		var lines int
		titles[i], lines = wrapped(text, width/side-20)
		tallest = max(tallest, lines)
		x, y := f.axes(i)
		room := width/side - 45
		if n == 1 {
			room -= f.room.right // the name is in the middle of what is left
		}
		var below, above int
		names[i][0], below = wrapped(x.name, room)
		if f.own == nil {
			room = width - 45 // none stands beside it
		}
		names[i][1], above = wrapped(y.name, room)
		deepest, highest = max(deepest, below), max(highest, above)
	}
	s.foot += (deepest - 1) * lineHigh
	s.head += (highest-1)*lineHigh + (tallest-1)*(lineHigh+1)
	l := s.place(titles, side, f.own != nil, func(panel int) (string, string) { return names[panel][0], names[panel][1] })
	inside := width*(100/side-s.gap)/100 - numbersWide
	if n == 1 {
		l.Grid[0] = grid{Left: 12, Right: 20 + f.room.right, Top: s.top + s.head, Height: s.inner, ContainLabel: true}
		inside = width - 32 - f.room.right - numbersWide
	}
	for i := range l.XAxis {
		if x, _ := f.axes(i); x.log || len(x.marked) > 1 {
			l.XAxis[i].ticked(x.legible(inside))
		}
	}
	return l
}

// rowWide is the most room in pixels for the names of rows on a page of a width.
func rowWide(width int) int {
	if width < NarrowWidth {
		return 120
	}
	return 250
}

// namesWide is the room in pixels for the names of rows, and of how many lines
// the longest is.
func (a axis) namesWide(width int) (wide, lines int) {
	lines = 1
	for _, name := range a.rows {
		// A word that is too long is broken, too.
		_, broken := wrapped(name, rowWide(width))
		lines = max(lines, broken, (textWidth(name)+rowWide(width)-1)/rowWide(width))
		wide = max(wide, textWidth(name))
	}
	return min(wide, rowWide(width)), lines
}

// brokenRows are the names of rows, from the foot, broken at spaces where they are too
// long: ECharts would break them before a comma, too.
func (a axis) brokenRows(width int) []string {
	out := lists.Map(a.rows, func(name string) string {
		broken, _ := wrapped(name, rowWide(width)*fontSize/(fontSize-1)) // the letters of rows are smaller
		return broken
	})
	slices.Reverse(out)
	return out
}

// plotWide is the least width in pixels of a panel of rows beside others.
const plotWide = 110

// arrangeRows places panels of rows for a page of at least a width: side by side
// with the names of the rows at the left, as many as there is room for on any
// page that is not narrow, so that all such pages need one height. Every column
// has the same width for marks.
func (f *figure) arrangeRows(width int) layout {
	n := len(f.panels)
	x, y := f.axes(0)
	names, lines := y.namesWide(width)
	names += 14
	side := 1
	if width >= NarrowWidth {
		side = max(1, min(n, (NarrowWidth-names)/plotWide))
		deep := (n + side - 1) / side
		side = (n + deep - 1) / deep // rows of panels are equally long
	}
	const gap = 2.5 // between panels, in percent
	left := 100 * float64(names) / float64(width)
	share := (98 - left) / float64(side)
	inside := int(float64(width)*share/100) - 10

	s := spacing{top: 6 + f.legendHigh(width), head: 8, inner: len(y.rows) * max(f.room.rowHigh, lines*lineHigh+8), foot: 2*nameHigh - 2}
	panels, below := make([]string, n), make([]string, n)
	deepest := 1
	for i, text := range f.panels {
		x, _ := f.axes(i)
		var lines, deep int
		panels[i], lines = wrapped(text, inside)
		below[i], deep = wrapped(x.name, inside)
		s.head = max(s.head, lines*(lineHigh+1)+8)
		deepest = max(deepest, deep)
	}
	shared := f.own == nil && side > 1 // one name below all panels
	if shared {
		below[0], deepest = wrapped(x.name, width-names)
	}
	s.foot += (deepest - 1) * lineHigh
	high := s.head + s.inner + s.foot
	l := layout{Title: []title{}, height: s.top + (n+side-1)/side*high}
	for i, text := range panels {
		col, top := i%side, s.top+i/side*high
		at := percent(left + float64(col)*share)
		panel := axisOption{ID: fmt.Sprint("x", i), Name: below[i]}
		if shared || f.own == nil && i+side < n {
			panel.Name = ""
		}
		if x, _ := f.axes(i); x.log {
			panel.ticked(x.legible(inside))
		}
		slots := axisOption{ID: fmt.Sprint("rows", i), AxisLabel: &axisLabel{AxisLabel: opts.AxisLabel{Show: opts.Bool(col == 0), Width: names - 12}}}
		slots.Data = y.brokenRows(width)
		l.XAxis, l.YAxis = append(l.XAxis, panel), append(l.YAxis, axisOption{ID: fmt.Sprint("y", i)}, slots)
		if n == 1 {
			l.Grid = append(l.Grid, grid{Left: names, Width: "auto", Right: 20, Top: top + s.head, Height: s.inner})
		} else {
			l.Grid = append(l.Grid, grid{Left: at, Width: percent(share - gap), Top: top + s.head, Height: s.inner})
		}
		if text != "" {
			l.Title = append(l.Title, titled(text, at, top, fontSize+1, "bold"))
		}
	}
	if shared {
		l.Title = append(l.Title, titled(below[0], percent(left), l.height-deepest*lineHigh-6, fontSize, "normal"))
	}
	return l
}
