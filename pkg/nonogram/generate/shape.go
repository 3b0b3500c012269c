package generate

import "math"

// shape is a set of points of the plane, x to the right and y down, within a
// box outside of which there are none.
type shape struct {
	x0, y0, x1, y1 float64
	in             func(x, y float64) bool
}

func rect(x0, y0, x1, y1 float64) shape {
	return shape{x0, y0, x1, y1, func(x, y float64) bool { return x >= x0 && x < x1 && y >= y0 && y < y1 }}
}

func ellipse(cx, cy, rx, ry float64) shape {
	return shape{cx - rx, cy - ry, cx + rx, cy + ry, func(x, y float64) bool {
		x, y = (x-cx)/rx, (y-cy)/ry
		return x*x+y*y < 1
	}}
}

func circle(x, y, r float64) shape { return ellipse(x, y, r, r) }

// poly is a polygon given by x and y of its corners in turn; a point is inside
// where a ray from it crosses an odd number of sides.
func poly(xy ...float64) shape {
	s := shape{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1), nil}
	for i := 0; i < len(xy); i += 2 {
		s.x0, s.x1 = min(s.x0, xy[i]), max(s.x1, xy[i])
		s.y0, s.y1 = min(s.y0, xy[i+1]), max(s.y1, xy[i+1])
	}
	s.in = func(x, y float64) bool {
		inside := false
		for i, j := 0, len(xy)-2; i < len(xy); i, j = i+2, i {
			xi, yi, xj, yj := xy[i], xy[i+1], xy[j], xy[j+1]
			if yi > y != (yj > y) && x < (xj-xi)*(y-yi)/(yj-yi)+xi {
				inside = !inside
			}
		}
		return inside
	}
	return s
}

// stroke is a line through points with round ends.
func stroke(width float64, xy ...float64) shape {
	w := width / 2
	s := shape{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1), nil}
	for i := 0; i < len(xy); i += 2 {
		s.x0, s.x1 = min(s.x0, xy[i]-w), max(s.x1, xy[i]+w)
		s.y0, s.y1 = min(s.y0, xy[i+1]-w), max(s.y1, xy[i+1]+w)
	}
	s.in = func(x, y float64) bool {
		for i := 0; i+3 < len(xy); i += 2 {
			ax, ay := xy[i], xy[i+1]
			dx, dy := xy[i+2]-ax, xy[i+3]-ay
			t := 0.0
			if d := dx*dx + dy*dy; d > 0 {
				t = min(max(((x-ax)*dx+(y-ay)*dy)/d, 0), 1)
			}
			px, py := x-ax-t*dx, y-ay-t*dy
			if px*px+py*py < w*w {
				return true
			}
		}
		return false
	}
	return s
}

// arc is a part of a circle's line, from one angle to another in degrees,
// clockwise from the right.
func arc(cx, cy, r, width, from, to float64) shape { return bow(cx, cy, r, r, width, from, to) }

// bow is a part of an ellipse's line.
func bow(cx, cy, rx, ry, width, from, to float64) shape {
	const parts = 24
	var xy []float64
	for i := range parts + 1 {
		a := (from + (to-from)*float64(i)/parts) * math.Pi / 180
		xy = append(xy, cx+rx*math.Cos(a), cy+ry*math.Sin(a))
	}
	return stroke(width, xy...)
}

func ring(cx, cy, r, width float64) shape {
	return minus(circle(cx, cy, r+width/2), circle(cx, cy, r-width/2))
}

// wavy is a horizontal sine line.
func wavy(x0, x1, y, height, length, width, phase float64) shape {
	s := shape{x0, y - height - width, x1, y + height + width, nil}
	s.in = func(x, py float64) bool {
		if x < x0 || x >= x1 {
			return false
		}
		return math.Abs(py-y-height*math.Sin(2*math.Pi*(x/length+phase))) < width/2
	}
	return s
}

// star is a star with n points, the first of them up.
func star(cx, cy, outer, inner float64, n int) shape {
	var xy []float64
	for i := range 2 * n {
		r := outer
		if i%2 == 1 {
			r = inner
		}
		a := math.Pi*float64(i)/float64(n) - math.Pi/2
		xy = append(xy, cx+r*math.Cos(a), cy+r*math.Sin(a))
	}
	return poly(xy...)
}

func union(shapes ...shape) shape {
	s := shapes[0]
	for _, o := range shapes[1:] {
		s.x0, s.y0, s.x1, s.y1 = min(s.x0, o.x0), min(s.y0, o.y0), max(s.x1, o.x1), max(s.y1, o.y1)
	}
	s.in = func(x, y float64) bool {
		for i := range shapes {
			if shapes[i].in(x, y) {
				return true
			}
		}
		return false
	}
	return s
}

func minus(a shape, others ...shape) shape {
	s := a
	s.in = func(x, y float64) bool {
		if !a.in(x, y) {
			return false
		}
		for i := range others {
			if others[i].in(x, y) {
				return false
			}
		}
		return true
	}
	return s
}

func both(a, b shape) shape {
	s := shape{max(a.x0, b.x0), max(a.y0, b.y0), min(a.x1, b.x1), min(a.y1, b.y1), nil}
	s.in = func(x, y float64) bool { return a.in(x, y) && b.in(x, y) }
	return s
}

// mirrored is a shape and its image on the other side of x = 0.
func mirrored(a shape) shape {
	s := a
	s.x0, s.x1 = min(a.x0, -a.x1), max(a.x1, -a.x0)
	s.in = func(x, y float64) bool { return a.in(x, y) || a.in(-x, y) }
	return s
}

// turned is a shape turned around a point by degrees, clockwise.
func turned(degrees, cx, cy float64, a shape) shape {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	s := shape{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1), nil}
	for _, p := range [4][2]float64{{a.x0, a.y0}, {a.x1, a.y0}, {a.x0, a.y1}, {a.x1, a.y1}} {
		x, y := p[0]-cx, p[1]-cy
		x, y = cx+cos*x-sin*y, cy+sin*x+cos*y
		s.x0, s.y0, s.x1, s.y1 = min(s.x0, x), min(s.y0, y), max(s.x1, x), max(s.y1, y)
	}
	s.in = func(x, y float64) bool {
		x, y = x-cx, y-cy
		return a.in(cx+cos*x+sin*y, cy-sin*x+cos*y)
	}
	return s
}
