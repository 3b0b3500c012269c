package theory

import (
	"cmp"
	"slices"
)

// plane is a board of squares with the ends of paths as points, and with points around it, where no path goes. Cuts between points
// divide it into triangles.
type plane struct {
	rows, cols int
	points     []point
	cuts       []cut
	triangles  [][3]int       // points
	between    map[[2]int]int // of two points, the lower number first: their cut
}

// point is an end of a path, or lies beside the board, and then has label 0.
type point struct{ row, col, label int }

// cut is a straight line between two points.
type cut struct {
	a, b int // points, the lower number first
	// cells are, from a to b, those next to the line of which each touches the one before it, a corner at least; both choices
	// where the line is in the middle. A path that goes over the line takes one of them.
	cells [2][]int
}

// most is the number of paths that fit through a cut: each takes a cell.
func (c *cut) most() int { return min(len(c.cells[0]), len(c.cells[1])) }

// newPlane has cuts between points that have few cells between them, in preference. Points beside the board are its corners, and those
// straight over, below, left and right of an end that is near.
func newPlane(rows, cols int, labels []int) *plane {
	const near = 6
	p := &plane{rows: rows, cols: cols, between: map[[2]int]int{}}
	beside := map[point]bool{{-1, -1, 0}: true, {-1, cols, 0}: true, {rows, -1, 0}: true, {rows, cols, 0}: true}
	for cell, label := range labels {
		if label == 0 {
			continue
		}
		end := point{cell / cols, cell % cols, label}
		p.points = append(p.points, end)
		for _, over := range [4]point{{-1, end.col, 0}, {rows, end.col, 0}, {end.row, -1, 0}, {end.row, cols, 0}} {
			if distance(end, over) <= near {
				beside[over] = true
			}
		}
	}
	var border []point
	for over := range beside {
		border = append(border, over)
	}
	slices.SortFunc(border, func(a, b point) int { return cmp.Or(a.row-b.row, a.col-b.col) })
	p.points = append(p.points, border...)
	p.cut()
	p.divide()
	return p
}

// distance counts steps of a king.
func distance(a, b point) int { return max(abs(a.row-b.row), abs(a.col-b.col)) }

func abs(n int) int { return max(n, -n) }

// cut makes as many cuts as do not cross, those with few cells first, and of these the short ones.
func (p *plane) cut() {
	type line struct {
		cut
		length int
	}
	var lines []line
	for b, to := range p.points {
		for a, from := range p.points[:b] {
			l := line{cut{a: a, b: b}, (from.row-to.row)*(from.row-to.row) + (from.col-to.col)*(from.col-to.col)}
			l.cells = [2][]int{p.cells(from, to, 0), p.cells(from, to, 1)}
			lines = append(lines, l)
		}
	}
	slices.SortStableFunc(lines, func(x, y line) int { return cmp.Or(x.most()-y.most(), x.length-y.length) })
	for _, l := range lines {
		from, to := p.points[l.a], p.points[l.b]
		over := func(q point) bool {
			return q != from && q != to && side(from, to, q) == 0 && distance(from, q)+distance(q, to) == distance(from, to)
		}
		crosses := func(c cut) bool {
			x, y := p.points[c.a], p.points[c.b]
			return side(from, to, x)*side(from, to, y) < 0 && side(x, y, from)*side(x, y, to) < 0
		}
		if !slices.ContainsFunc(p.points, over) && !slices.ContainsFunc(p.cuts, crosses) {
			p.between[[2]int{l.a, l.b}] = len(p.cuts)
			p.cuts = append(p.cuts, l.cut)
		}
	}
}

// cells are those of [cut], with the first or the second choice.
func (p *plane) cells(from, to point, choice int) (cells []int) {
	n := distance(from, to)
	for i := 1; i < n; i++ {
		row, col := nearest(from.row, to.row, i, n, choice), nearest(from.col, to.col, i, n, choice)
		if row >= 0 && row < p.rows && col >= 0 && col < p.cols {
			cells = append(cells, row*p.cols+col)
		}
	}
	return cells
}

// nearest is the whole number next to what is i of n steps on the way.
func nearest(from, to, i, n, choice int) int {
	whole := 2*n*from + 2*(to-from)*i + n // 2n times as much, and a half
	if choice == 1 {
		whole-- // a half goes down
	}
	if whole < 0 {
		return -1 - (-whole-1)/(2*n)
	}
	return whole / (2 * n)
}

// side says on which side of a line from one point to another a third one is: below 0, 0 on it, or above 0. It is twice the area
// of their triangle.
func side(a, b, c point) int { return (b.row-a.row)*(c.col-a.col) - (b.col-a.col)*(c.row-a.row) }

// divide finds the triangles: three cuts with no point inside.
func (p *plane) divide() {
	beside := make([][]int, len(p.points)) // of points: those of higher numbers that a cut joins to it
	for _, c := range p.cuts {
		beside[c.a] = append(beside[c.a], c.b)
	}
	for a := range beside {
		slices.Sort(beside[a])
		for i, b := range beside[a] {
			for _, c := range beside[a][i+1:] {
				if _, ok := p.between[[2]int{b, c}]; ok && p.empty(a, b, c) {
					p.triangles = append(p.triangles, [3]int{a, b, c})
				}
			}
		}
	}
}

// empty says that three points are a triangle without others in it.
func (p *plane) empty(a, b, c int) bool {
	x, y, z := p.points[a], p.points[b], p.points[c]
	area := side(x, y, z)
	for _, q := range p.points {
		if q != x && q != y && q != z && side(x, y, q)*area >= 0 && side(y, z, q)*area >= 0 && side(z, x, q)*area >= 0 {
			return false
		}
	}
	return area != 0
}

// cutOf is the cut between two points, and whether the first one is its a.
func (p *plane) cutOf(from, to int) (c int, first bool) {
	return p.between[[2]int{min(from, to), max(from, to)}], from < to
}
