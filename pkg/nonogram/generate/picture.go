package generate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Styles lists what [Options.Style] may be.
func Styles() []string {
	return []string{"figure", "scene", "glyph", "ornament", "texture", "blobs", "noise"}
}

// patterned says whether a style is a pattern, of which the density can be
// chosen.
func patterned(style string) bool {
	return slices.Contains([]string{"ornament", "texture", "blobs", "noise"}, style)
}

// picture is a drawing in the colours of a palette of its own.
type picture struct {
	title   string
	board   puzzle.Grid
	palette []nonogram.Ink
	style   string
}

// leastFigure is the shorter side of a board for a figure, in cells.
const leastFigure = 10

// patience is the number of attempts that keep to the subject of a puzzle.
const patience = 12

// draw draws the picture of an attempt at puzzle k. It returns false where it
// has only one colour and should have several, or where nothing is on it.
func draw(o *Options, k, attempt int, r *rand.Rand) (picture, bool) {
	p := picture{style: o.Style}
	if p.style == "" {
		p.style = "figure"
		u, v := min(o.Size.Rows, o.Size.Cols), max(o.Size.Rows, o.Size.Cols)
		_, isFigure := findSubject(o.Subject)
		if isScene := slices.Contains(Scenes(), o.Subject); isScene ||
			!isFigure && u >= leastScene && (u >= 50 || 2*v > 3*u) {
			p.style = "scene"
		} else if u < leastFigure && !isFigure {
			p.style = "blobs"
		}
	}
	kit := newKit(o.Size, o.Colours > 1, r)
	density := o.Density
	if density == 0 {
		density = kit.between(35, 60)
	}
	inks := kit.inks(max(min(o.Colours, 4), 2))
	if o.Colours > 1 {
		inks = inks[:min(len(inks), o.Colours)]
	}
	// The subjects of a seed stand in a random order, one for each puzzle.
	turn := rand.New(solver.NewPCG(solver.Seed(o.Seed, puzzle.Hash{}, fmt.Sprintf("subject %v", o.Size), 0)))
	if attempt >= patience {
		k = r.IntN(1 << 20)
	}
	switch p.style {
	case "figure":
		p.title = figure(kit, chooseSubject(o, k, turn))
		p.board = kit.grid()
	case "scene":
		s := chooseScene(o, k, turn)
		s.draw(kit, float64(o.Size.Cols), float64(o.Size.Rows))
		p.title, p.board = s.title, kit.grid()
	case "glyph":
		p.title = glyphs(kit)
		p.board = kit.grid()
	case "ornament":
		p.title, p.board = "Ornament", ornament(kit, density, inks)
	case "texture":
		p.board, p.title = texture(kit, density, inks)
	case "blobs":
		p.title, p.board = "Islands", blobs(kit, density, inks)
	default:
		p.title, p.board = "Noise", noise(kit, density, inks)
	}
	for i := range p.board.Values {
		first := i
		for _, c := range o.orbit(i) {
			first = min(first, c)
		}
		p.board.Values[i] = p.board.Values[first]
	}
	p.limit(max(o.Colours, 1))
	n := len(p.palette) - 1
	return p, n > 0 && (o.Colours < 2 || n > 1)
}

// orbit is a cell and its images.
func (o *Options) orbit(cell int) []int {
	rows, cols := o.Size.Rows, o.Size.Cols
	r, c := cell/cols, cell%cols
	out := []int{cell}
	add := func(image int) {
		if !slices.Contains(out, image) {
			out = append(out, image)
		}
	}
	symmetry := o.Symmetry
	if symmetry == "" && o.Style == "ornament" {
		symmetry = "both"
	}
	switch symmetry {
	case "mirror":
		add(r*cols + cols - 1 - c)
	case "both":
		add(r*cols + cols - 1 - c)
		add((rows-1-r)*cols + c)
		add(rows*cols - 1 - cell)
	case "rotation":
		add(rows*cols - 1 - cell)
	}
	return out
}

// Scenes lists the names of scenes that [Options.Subject] may have.
func Scenes() []string {
	var out []string
	for _, s := range scenes {
		out = append(out, s.name)
	}
	return out
}

func chooseSubject(o *Options, k int, turn *rand.Rand) subject {
	if s, ok := findSubject(o.Subject); ok {
		return s
	}
	u := min(o.Size.Rows, o.Size.Cols)
	var fit []subject
	for _, i := range turn.Perm(len(subjects)) {
		if subjects[i].least <= u {
			fit = append(fit, subjects[i])
		}
	}
	if len(fit) == 0 {
		s, _ := findSubject("heart")
		return s
	}
	return fit[k%len(fit)]
}

func chooseScene(o *Options, k int, turn *rand.Rand) scene {
	for _, s := range scenes {
		if s.name == o.Subject {
			return s
		}
	}
	return scenes[turn.Perm(len(scenes))[k%len(scenes)]]
}

// limit replaces the rarest colours by those most alike until there are at most
// n, and makes the palette of what is left.
func (p *picture) limit(n int) {
	var counts [256]int
	for _, v := range p.board.Values {
		counts[v]++
	}
	used := func() (list []int) {
		for v := 1; v < len(box); v++ {
			if counts[v] > 0 {
				list = append(list, v)
			}
		}
		return list
	}
	for list := used(); len(list) > n; list = used() {
		rare := slices.MinFunc(list, func(a, b int) int { return counts[a] - counts[b] })
		near, best := 0, math.Inf(1)
		for _, v := range list {
			d := 0.
			for c := range 3 {
				x := float64(box[v].RGB[c]) - float64(box[rare].RGB[c])
				d += x * x
			}
			if v != rare && d < best {
				near, best = v, d
			}
		}
		for i, v := range p.board.Values {
			if int(v) == rare {
				p.board.Values[i] = uint8(near)
			}
		}
		counts[near] += counts[rare]
		counts[rare] = 0
	}
	p.palette = box[:1:1]
	var index [256]uint8
	for _, v := range used() {
		index[v] = uint8(len(p.palette))
		p.palette = append(p.palette, box[v])
	}
	for i, v := range p.board.Values {
		p.board.Values[i] = index[v]
	}
	if n == 1 {
		p.palette = nil
		if len(used()) == 1 {
			p.palette = nonogram.BlackAndWhite()
		}
	}
}
