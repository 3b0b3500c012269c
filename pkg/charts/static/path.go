package static

import (
	"cmp"
	"math"
	"regexp"
	"strconv"
)

type point struct{ x, y float64 }

// matrix is a transformation of SVG: x' = a x + c y + e, y' = b x + d y + f.
type matrix struct{ a, b, c, d, e, f float64 }

var identity = matrix{a: 1, d: 1}

func (m matrix) at(p point) point {
	return point{float64(m.a*p.x) + float64(m.c*p.y) + m.e, float64(m.b*p.x) + float64(m.d*p.y) + m.f}
}

// times is what applies n first.
func (m matrix) times(n matrix) matrix {
	o, x, y := m.at(point{n.e, n.f}), m.at(point{n.a, n.b}), m.at(point{n.c, n.d})
	return matrix{x.x - m.e, x.y - m.f, y.x - m.e, y.y - m.f, o.x, o.y}
}

// scale is how much longer lines become.
func (m matrix) scale() float64 { return math.Sqrt(math.Abs(m.a*m.d - m.b*m.c)) }

var transforms = regexp.MustCompile(`(translate|scale|rotate|matrix)\(([^)]*)\)`)

// transformOf reads the attribute transform.
func transformOf(text string) matrix {
	m := identity
	for _, t := range transforms.FindAllStringSubmatch(text, -1) {
		n := append(numbersOf(t[2]), 0, 0, 0, 0, 0, 0)
		switch t[1] {
		case "translate":
			m = m.times(matrix{1, 0, 0, 1, n[0], n[1]})
		case "scale":
			n[1] = cmp.Or(n[1], n[0])
			m = m.times(matrix{n[0], 0, 0, n[1], 0, 0})
		case "rotate":
			sin, cos := math.Sincos(n[0] * math.Pi / 180)
			m = m.times(matrix{1, 0, 0, 1, n[1], n[2]}).times(matrix{cos, sin, -sin, cos, 0, 0}).times(matrix{1, 0, 0, 1, -n[1], -n[2]})
		case "matrix":
			m = m.times(matrix{n[0], n[1], n[2], n[3], n[4], n[5]})
		}
	}
	return m
}

var number = regexp.MustCompile(`[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?`)

// numbersOf are the numbers in a text; those that are not finite are 0.
func numbersOf(text string) (all []float64) {
	for _, n := range number.FindAllString(text, -1) {
		v, err := strconv.ParseFloat(n, 64)
		if err != nil {
			v = 0
		}
		all = append(all, v)
	}
	return all
}

// step is a part of a path: 'M', 'L', 'C' or 'Z', with its last points.
type step struct {
	op byte
	p  [3]point
}

// path is a shape of lines and cubic curves.
type path struct {
	steps       []step
	start, here point
	open        bool
}

func (p *path) add(op byte, points ...point) {
	s := step{op: op}
	copy(s.p[:], points)
	p.steps = append(p.steps, s)
	if len(points) > 0 {
		p.here = points[len(points)-1]
	}
}

func (p *path) move(to point)       { p.add('M', to); p.start, p.open = to, true }
func (p *path) line(to point)       { p.add('L', to) }
func (p *path) cube(a, b, to point) { p.add('C', a, b, to) }
func (p *path) quad(a, to point) {
	p.cube(between(p.here, a, 2.0/3), between(to, a, 2.0/3), to)
}

// close closes what is open.
func (p *path) close() {
	if p.open {
		p.add('Z')
		p.here, p.open = p.start, false
	}
}

func between(a, b point, share float64) point {
	return point{a.x + share*(b.x-a.x), a.y + share*(b.y-a.y)}
}

// arc is SVG's elliptical arc (SVG 2, appendix B.2) as curves of at most a quarter.
func (p *path) arc(rx, ry, turn float64, large, sweep bool, to point) {
	rx, ry = math.Abs(rx), math.Abs(ry)
	if rx == 0 || ry == 0 || p.here == to {
		p.line(to)
		return
	}
	sin, cos := math.Sincos(turn * math.Pi / 180)
	dx, dy := (p.here.x-to.x)/2, (p.here.y-to.y)/2
	x, y := cos*dx+sin*dy, cos*dy-sin*dx
	if l := x*x/(rx*rx) + y*y/(ry*ry); l > 1 {
		rx, ry = rx*math.Sqrt(l), ry*math.Sqrt(l)
	}
	k := math.Sqrt(max(0, (rx*rx*ry*ry-rx*rx*y*y-ry*ry*x*x)/(rx*rx*y*y+ry*ry*x*x)))
	if large == sweep {
		k = -k
	}
	cx, cy := k*rx*y/ry, -k*ry*x/rx
	m := matrix{cos * rx, sin * rx, -sin * ry, cos * ry, cos*cx - sin*cy + (p.here.x+to.x)/2, sin*cx + cos*cy + (p.here.y+to.y)/2}
	from := math.Atan2((y-cy)/ry, (x-cx)/rx)
	all := math.Atan2((-y-cy)/ry, (-x-cx)/rx) - from
	if sweep && all < 0 {
		all += 2 * math.Pi
	} else if !sweep && all > 0 {
		all -= 2 * math.Pi
	}
	n := max(1, int(math.Ceil(math.Abs(all)/(math.Pi/2)-1e-9)))
	part := all / float64(n)
	h := 4.0 / 3 * math.Tan(part/4)
	for i := range n {
		s0, c0 := math.Sincos(from + float64(i)*part)
		s1, c1 := math.Sincos(from + float64(i+1)*part)
		end := m.at(point{c1, s1})
		if i == n-1 {
			end = to
		}
		p.cube(m.at(point{c0 - h*s0, s0 + h*c0}), m.at(point{c1 + h*s1, s1 - h*c1}), end)
	}
}

// moved is the path in other coordinates.
func (p path) moved(m matrix) path {
	out := path{steps: make([]step, len(p.steps))}
	for i, s := range p.steps {
		out.steps[i] = step{s.op, [3]point{m.at(s.p[0]), m.at(s.p[1]), m.at(s.p[2])}}
	}
	return out
}

var command = regexp.MustCompile(`([MLlCQAZ])([^MLlCQAZ]*)`)

// pathOf reads the attribute d of a path, in the commands that ECharts writes. What it
// cannot read it leaves out.
func pathOf(text string) (p path) {
	takes := map[string]int{"M": 2, "L": 2, "l": 2, "C": 6, "Q": 4, "A": 7}
	for _, c := range command.FindAllStringSubmatch(text, -1) {
		if c[1] == "Z" {
			p.close()
			continue
		}
		n := numbersOf(c[2])
		at := func(i int) point { return point{n[i], n[i+1]} }
		for op := c[1]; len(n) >= takes[op]; n = n[takes[c[1]]:] {
			if op != "M" && !p.open {
				p.move(p.here)
			}
			switch op {
			case "M":
				p.move(at(0))
				op = "L" // what follows are lines
			case "L":
				p.line(at(0))
			case "l":
				p.line(point{p.here.x + n[0], p.here.y + n[1]})
			case "C":
				p.cube(at(0), at(2), at(4))
			case "Q":
				p.quad(at(0), at(2))
			case "A":
				p.arc(n[0], n[1], n[2], n[3] != 0, n[4] != 0, at(5))
			}
		}
	}
	return p
}
