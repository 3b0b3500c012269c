package static

import (
	"bytes"
	"context"
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"github.com/go-fonts/liberation/liberationsansbold"
	"github.com/go-fonts/liberation/liberationsansregular"

	"formicary/pkg/charts"
	"formicary/pkg/lists"
	"formicary/pkg/markup"
)

// Format says what a [Figure] is like on paper.
type Format struct {
	// Width is that of the figure in centimetres, from 3 to 60.
	Width float64
	// Size is that of the text of axes in points, from 3 to 30.
	Size float64
	// Titled puts the chart's title and subtitle above it, which captions have otherwise.
	Titled bool
}

// The width that ECharts calls the text of axes, in pixels.
const axisText = 12

// Printer draws figures in one font. It may be used from several goroutines.
type Printer struct {
	renderer      *Renderer
	regular, bold *face
}

// NewPrinter returns a Printer with the text of echarts.min.js and a font as TrueType or OpenType, which stands for its own
// bold type; nil means Liberation Sans, which has the metrics of Arial and Helvetica. The error is that of a font or a
// library that cannot be read.
func NewPrinter(library string, font []byte) (*Printer, error) {
	regular, bold := font, font
	if font == nil {
		regular, bold = liberationsansregular.TTF, liberationsansbold.TTF
	}
	p := &Printer{}
	var err error
	if p.regular, err = newFace(regular); err != nil {
		return nil, err
	}
	if p.bold, err = newFace(bold); err != nil {
		return nil, err
	}
	p.renderer, err = load(library, func(text, font string) map[string]float64 {
		size, bold := fontOf(font)
		f := p.regular
		if bold {
			f = p.bold
		}
		if text == "国" { // ECharts takes its width for the height of a line
			return map[string]float64{"width": size}
		}
		return map[string]float64{"width": size * f.width(text)}
	})
	return p, err
}

// Print draws a chart on white. It ends with the context, and with an error where the chart takes too much memory.
func (p *Printer) Print(ctx context.Context, c charts.Chart, f Format) (Figure, error) {
	if !(f.Width >= 3 && f.Width <= 60 && f.Size >= 3 && f.Size <= 30) {
		return Figure{}, fmt.Errorf("expected a width from 3 to 60 cm and text of 3 to 30 pt, found %g cm and %g pt", f.Width, f.Size)
	}
	wide := int(math.Round(f.Width / 2.54 * 72 / f.Size * axisText))
	a := asked{Alt: c.Alt, Option: string(charts.Light.Resolve(c.Option())), Width: wide, Height: c.Height, Colours: charts.Light}
	if wide < charts.NarrowWidth && c.Narrow > 0 {
		a.Height = c.Narrow
	}
	if a.Height = min(a.Height, 20*wide); f.Titled {
		a.Title, a.Subtitle = c.Title, c.Subtitle
	}
	drawn, err := p.renderer.render(ctx, "picture", c, a)
	if err != nil {
		return Figure{}, err
	}
	p.renderer.mu.Lock() // faces have buffers
	defer p.renderer.mu.Unlock()
	r := reader{regular: p.regular, bold: p.bold}
	if err := r.read(drawn); err != nil {
		return Figure{}, fmt.Errorf("drawing chart %q: %w", c.Title, err)
	}
	var w, h float64
	if _, err := fmt.Sscanf(drawn[strings.Index(drawn, "viewBox="):], `viewBox="0 0 %g %g"`, &w, &h); err != nil {
		return Figure{}, fmt.Errorf("drawing chart %q: its size: %w", c.Title, err)
	}
	return Figure{c, f.Width, f.Width * h / w, w, h, r.shapes}, nil
}

// Figure is a chart as shapes.
type Figure struct {
	chart charts.Chart
	// Width and Height are in centimetres.
	Width, Height float64

	wide, high float64 // in pixels
	shapes     []shape
}

// short writes a length with a precision that no eye tells apart.
func short(v float64) string { return strconv.FormatFloat(math.Round(v*100)/100+0, 'f', -1, 64) }

// SVG is the figure as a file, with a comment at its head. The same figure gives the same bytes.
func (f Figure) SVG(comment string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "<!--\n%s\n-->\n", strings.ReplaceAll(markup.HTML(comment), "--", "-&#45;"))
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%scm" height="%scm" viewBox="0 0 %s %s" role="img">`, short(f.Width), short(f.Height), short(f.wide), short(f.high))
	fmt.Fprintf(&b, "\n<title>%s</title>\n<desc>%s</desc>\n", markup.HTML(f.chart.Title), markup.HTML(strings.TrimSpace(f.chart.Subtitle+"\n"+f.chart.Alt)))
	fmt.Fprintf(&b, `<rect width="%s" height="%s" fill="#fff"/>`+"\n", short(f.wide), short(f.high))
	clips := map[string]int{}
	for _, s := range f.shapes {
		looks := ""
		if s.clip != nil {
			d := written(*s.clip)
			if _, ok := clips[d]; !ok {
				clips[d] = len(clips)
				fmt.Fprintf(&b, `<clipPath id="c%d"><path d="%s"/></clipPath>`+"\n", clips[d], d)
			}
			looks = fmt.Sprintf(` clip-path="url(#c%d)"`, clips[d])
		}
		colour := func(name string, c *color.NRGBA) {
			if c == nil {
				return
			}
			looks += fmt.Sprintf(` %s="#%02x%02x%02x"`, name, c.R, c.G, c.B)
			if c.A < 255 {
				looks += fmt.Sprintf(` %s-opacity="%s"`, name, short(float64(c.A)/255))
			}
		}
		if s.fill == nil {
			looks += ` fill="none"`
		}
		colour("fill", s.fill)
		if colour("stroke", s.stroke); s.stroke != nil {
			looks += fmt.Sprintf(` stroke-width="%s"`, short(s.width))
			if s.round {
				looks += ` stroke-linecap="round" stroke-linejoin="round"`
			}
			if s.dash != nil {
				looks += ` stroke-dasharray="` + list(s.dash) + `"`
			}
		}
		if s.evenOdd {
			looks += ` fill-rule="evenodd"`
		}
		fmt.Fprintf(&b, "<path d=\"%s\"%s/>\n", written(s.path), looks)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

func list(all []float64) string {
	return strings.Join(lists.Map(all, short), " ")
}

// written is a path as the attribute d of SVG.
func written(p path) string {
	var b strings.Builder
	for _, s := range p.steps {
		b.WriteByte(s.op)
		n := map[byte]int{'M': 1, 'L': 1, 'C': 3}[s.op]
		for i, at := range s.p[:n] {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(short(at.x) + " " + short(at.y))
		}
	}
	return b.String()
}

// PDF is the figure as a file of one page of its size, with a comment in its metadata. The same figure gives the same bytes.
func (f Figure) PDF(comment string) ([]byte, error) {
	const point = 72 / 2.54 // of a centimetre
	d := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: f.Width * point, Ht: f.Height * point}})
	d.SetCatalogSort(true)
	d.SetCreationDate(time.Unix(0, 0).UTC())
	d.SetModificationDate(time.Unix(0, 0).UTC())
	d.SetTitle(f.chart.Title, true)
	d.SetSubject(f.chart.Subtitle, true)
	d.SetKeywords(comment, true)
	d.SetMargins(0, 0, 0)
	d.SetAutoPageBreak(false, 0)
	d.AddPageFormat("P", fpdf.SizeType{Wd: f.Width * point, Ht: f.Height * point})
	scale := f.Width * point / f.wide
	page := matrix{scale, 0, 0, -scale, 0, f.Height * point} // PDF begins below
	say := func(format string, all ...any) { d.RawWriteStr(fmt.Sprintf(format, all...)) }
	draw := func(p path, how string) {
		for _, s := range p.moved(page).steps {
			switch s.op {
			case 'M', 'L':
				say("%s %s %c", short(s.p[0].x), short(s.p[0].y), s.op|0x20)
			case 'C':
				say("%s %s %s %s %s %s c", short(s.p[0].x), short(s.p[0].y), short(s.p[1].x), short(s.p[1].y), short(s.p[2].x), short(s.p[2].y))
			case 'Z':
				say("h")
			}
		}
		say("%s", how)
	}
	paint := func(c color.NRGBA, operator string) {
		d.SetAlpha(float64(c.A)/255, "Normal")
		say("%.3f %.3f %.3f %s", float64(c.R)/255, float64(c.G)/255, float64(c.B)/255, operator)
	}
	for _, s := range f.shapes {
		odd := ""
		if s.evenOdd {
			odd = "*"
		}
		say("q")
		if s.clip != nil {
			draw(*s.clip, "W n")
		}
		if s.fill != nil {
			paint(*s.fill, "rg")
			draw(s.path, "f"+odd)
		}
		if s.stroke != nil {
			paint(*s.stroke, "RG")
			end := 0
			if s.round {
				end = 1
			}
			dash := lists.Map(s.dash, func(v float64) float64 { return v * scale })
			say("%s w %d J %d j [%s] 0 d", short(s.width*scale), end, end, list(dash))
			draw(s.path, "S")
		}
		say("Q")
	}
	var b bytes.Buffer
	err := d.Output(&b)
	return b.Bytes(), err
}
