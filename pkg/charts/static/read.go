package static

import (
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"golang.org/x/image/colornames"
)

// shape is a path that is filled and stroked.
type shape struct {
	path         path
	fill, stroke *color.NRGBA // nil: it is not
	evenOdd      bool
	width        float64
	dash         []float64
	round        bool // ends and corners
	clip         *path
}

// reader reads the SVG that ECharts and the page's script draw.
type reader struct {
	regular, bold *face
	shapes        []shape
	clips         map[string]*path
	gradients     map[string]*color.NRGBA // the first colour of each
}

// state is what elements take from those around them.
type state struct {
	m        matrix
	clip     *path
	look     map[string]string
	into     *path  // the clip that is read
	gradient string // the gradient that is read
	text     *strings.Builder
}

// inherited are the looks that elements take from those around them.
var inherited = []string{"fill", "stroke", "stroke-width", "fill-opacity", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "font"}

// read reads the shapes of a text. What they refer to may stand behind them: it is read twice.
func (r *reader) read(text string) error {
	r.clips, r.gradients = map[string]*path{}, map[string]*color.NRGBA{}
	if err := r.pass(text); err != nil {
		return err
	}
	r.shapes = nil
	return r.pass(text)
}

func (r *reader) pass(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
	stack := []state{{m: identity, look: map[string]string{}}}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("reading the picture: %w", err)
		}
		now := &stack[len(stack)-1]
		switch t := token.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "style", "title", "desc", "image", "pattern", "foreignObject", "script":
				if err := d.Skip(); err != nil {
					return fmt.Errorf("reading the picture: %w", err)
				}
				continue
			}
			stack = append(stack, r.start(*now, t))
		case xml.CharData:
			if now.text != nil {
				now.text.Write(t)
			}
		case xml.EndElement:
			if t.Name.Local == "text" && now.text != nil {
				r.text(*now)
			}
			stack = stack[:len(stack)-1]
		}
	}
}

// start is the state within an element; what it draws by itself is drawn.
func (r *reader) start(of state, e xml.StartElement) state {
	now := of
	now.look = map[string]string{}
	for _, name := range inherited {
		if v, ok := of.look[name]; ok {
			now.look[name] = v
		}
	}
	a := map[string]string{}
	for _, attribute := range e.Attr {
		a[attribute.Name.Local] = attribute.Value
	}
	maps.Copy(now.look, a)
	if v, ok := a["style"]; ok {
		now.look["font"] = v
	} else if a["font-size"] != "" {
		now.look["font"] = a["font-size"] + "px " + a["font-weight"]
	}
	num := func(name string) float64 {
		if n := numbersOf(a[name]); len(n) > 0 {
			return n[0]
		}
		return 0
	}
	now.m = of.m.times(transformOf(a["transform"]))
	if id, ok := reference(a["clip-path"]); ok && r.clips[id] != nil {
		clip := r.clips[id].moved(now.m)
		now.clip = &clip
	}
	var p path
	switch e.Name.Local {
	case "clipPath":
		now.into, now.m = &path{}, identity
		r.clips[a["id"]] = now.into
	case "linearGradient", "radialGradient":
		now.gradient = a["id"]
	case "stop":
		if r.gradients[of.gradient] == nil {
			r.gradients[of.gradient] = colourOf(a["stop-color"], 1)
		}
	case "text":
		now.text = &strings.Builder{}
	case "path":
		p = pathOf(a["d"])
	case "polygon", "polyline":
		p = pathOf("M" + a["points"])
		if e.Name.Local == "polygon" {
			p.close()
		}
	case "rect":
		if strings.HasSuffix(a["width"], "%") { // the ground, which paper is
			break
		}
		x, y := num("x"), num("y")
		right, foot := x+num("width"), y+num("height")
		p = pathOf(fmt.Sprintf("M%g %gL%g %gL%g %gL%g %gZ", x, y, right, y, right, foot, x, foot))
	case "circle", "ellipse":
		rx, ry := num("rx"), num("ry")
		if c := num("r"); c != 0 {
			rx, ry = c, c
		}
		left, right, y := num("cx")-rx, num("cx")+rx, num("cy")
		p = pathOf(fmt.Sprintf("M%g %gA%g %g 0 1 1 %g %gA%g %g 0 1 1 %g %gZ", left, y, rx, ry, right, y, rx, ry, left, y))
	}
	switch {
	case len(p.steps) == 0:
	case now.into != nil:
		now.into.steps = append(now.into.steps, p.moved(now.m).steps...)
	default:
		r.add(now, p.moved(now.m))
	}
	return now
}

// add adds a path with the looks of its element.
func (r *reader) add(now state, p path) {
	look := now.look
	opacity := share(look["opacity"])
	s := shape{path: p, clip: now.clip, width: 1, evenOdd: look["fill-rule"] == "evenodd", round: look["stroke-linecap"] == "round" || look["stroke-linejoin"] == "round"}
	fill, ok := look["fill"]
	if !ok {
		fill = "#000"
	}
	if id, is := reference(fill); is {
		s.fill = r.gradients[id]
	} else {
		s.fill = colourOf(fill, opacity*share(look["fill-opacity"]))
	}
	s.stroke = colourOf(look["stroke"], opacity*share(look["stroke-opacity"]))
	if n := numbersOf(look["stroke-width"]); len(n) > 0 {
		s.width = n[0]
	}
	s.width *= now.m.scale()
	for _, d := range numbersOf(look["stroke-dasharray"]) {
		s.dash = append(s.dash, math.Abs(d)*now.m.scale())
	}
	if !slices.ContainsFunc(s.dash, func(d float64) bool { return d > 0 }) {
		s.dash = nil
	}
	if s.width <= 0 {
		s.stroke = nil
	}
	if look["paint-order"] == "stroke" && s.stroke != nil {
		r.shapes = append(r.shapes, shape{path: p, stroke: s.stroke, width: s.width, round: true, clip: s.clip})
		s.stroke = nil
	}
	if s.fill != nil || s.stroke != nil {
		r.shapes = append(r.shapes, s)
	}
}

// text adds the outlines of a text.
func (r *reader) text(now state) {
	size, bold := fontOf(now.look["font"])
	f := r.regular
	if bold {
		f = r.bold
	}
	said := now.text.String()
	if now.look["space"] != "preserve" {
		said = strings.Join(strings.Fields(said), " ")
	}
	var x, y float64
	for name, to := range map[string]*float64{"x": &x, "y": &y} {
		if n := numbersOf(now.look[name]); len(n) > 0 {
			*to = n[0]
		}
	}
	switch w := size * f.width(said); now.look["text-anchor"] {
	case "middle":
		x -= w / 2
	case "end":
		x -= w
	}
	switch now.look["dominant-baseline"] {
	case "central", "middle":
		y += 0.35 * size
	case "hanging", "text-before-edge":
		y += 0.8 * size
	}
	var p path
	f.outline(&p, said, size, now.m.times(matrix{1, 0, 0, 1, x, y}))
	r.add(now, p)
}

// reference is what url(#id) names.
func reference(text string) (id string, ok bool) {
	id, ok = strings.CutPrefix(text, "url(#")
	return strings.TrimSuffix(id, ")"), ok
}

// share is a number from 0 to 1, and 1 where there is none.
func share(text string) float64 {
	if n := numbersOf(text); len(n) > 0 {
		return min(max(n[0], 0), 1)
	}
	return 1
}

// colourOf reads a colour of CSS; nil where nothing is seen of it.
func colourOf(text string, opacity float64) *color.NRGBA {
	text = strings.ToLower(strings.TrimSpace(text))
	c, known := colornames.Map[text]
	alpha := 1.0
	if hex, ok := strings.CutPrefix(text, "#"); ok && (len(hex) == 3 || len(hex) == 6) {
		if len(hex) == 3 {
			hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
		}
		_, err := fmt.Sscanf(hex, "%02x%02x%02x", &c.R, &c.G, &c.B)
		known = err == nil
	} else if n := numbersOf(text); strings.HasPrefix(text, "rgb") && len(n) >= 3 {
		level := func(v float64) uint8 { return uint8(min(max(v, 0), 255)) }
		c.R, c.G, c.B, known = level(n[0]), level(n[1]), level(n[2]), true
		if len(n) > 3 {
			alpha = n[3]
		}
	}
	out := color.NRGBA{c.R, c.G, c.B, uint8(math.Round(255 * min(max(alpha*opacity, 0), 1)))}
	if !known || out.A == 0 {
		return nil
	}
	return &out
}
