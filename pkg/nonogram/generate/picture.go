package generate

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"formicary/pkg/lists"
	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/nonograms"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// picture is what a puzzle is made of: a board in the colours of a palette of
// its own.
type picture struct {
	id      string
	title   string
	board   puzzle.Grid
	palette []nonogram.Ink
	style   string
}

// subject is what a picture of the lab's own file shows: "star" for
// "star-15x15-2".
func (p *picture) subject() string {
	subject, _, _ := strings.Cut(p.id, "-")
	return subject
}

// own are the pictures of the lab.
var own = sync.OnceValues(func() ([]picture, error) { return library("pictures") })

// library reads the pictures of a file: the solutions of its puzzles.
func library(name string) ([]picture, error) {
	set, err := nonograms.Kind.Open(name)
	if err != nil {
		return nil, fmt.Errorf("pictures: %w", err)
	}
	var out []picture
	for _, item := range set.Items {
		p := item.Puzzle.(*nonogram.Puzzle)
		title := cmp.Or(p.Title(), p.ID())
		if p.Title() == "" && set.Len() == 1 {
			title = set.Name
		}
		if !item.Solution.IsZero() {
			out = append(out, picture{p.ID(), title, item.Solution, p.Palette(), pictures})
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("pictures: no puzzle in %s has a solution, which would be its picture", name)
	}
	return out, nil
}

// showing returns the pictures with an id or, where there is none, of a subject.
func showing(of []picture, name string) []picture {
	var exact, out []picture
	for _, p := range of {
		if p.id == name {
			exact = append(exact, p)
		} else if p.subject() == name {
			out = append(out, p)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return out
}

// subjects lists what pictures show, each once.
func subjects(of []picture) []string {
	out := lists.Map(of, func(p picture) string { return p.subject() })
	slices.Sort(out)
	return slices.Compact(out)
}

// misfit is 0 for a picture that fills a board as it is. It grows with the share
// of the board that stays empty and with the factor by which the picture is
// enlarged or, which costs more detail, made smaller.
func (p *picture) misfit(size puzzle.Size) float64 {
	fitted := p.fitted(size, 1)
	scale := solver.Log(float64(fitted.Cells())/float64(p.board.Cells())) / 2
	return 1 - float64(fitted.Cells())/float64(size.Cells()) + max(scale/2, -scale)
}

// tolerable is the misfit up to which a picture is chosen at random.
const tolerable = 0.75

// stretch is by how much a picture's proportions may change, in per cent.
const stretch = 130

// fitted is the size of a picture on a board: share of the largest possible.
func (p *picture) fitted(board puzzle.Size, share float64) puzzle.Size {
	rows, cols := p.board.Rows, p.board.Cols
	out := board
	out.Cols = min(out.Cols, board.Rows*cols*stretch/(rows*100))
	out.Rows = min(out.Rows, board.Cols*rows*stretch/(cols*100))
	return puzzle.Size{Rows: max(int(share*float64(out.Rows)), 1), Cols: max(int(share*float64(out.Cols)), 1)}
}

// samples is the number of samples of a cell in each direction.
const samples = 4

// fit brings a picture to a size and puts it into the middle of a board. A cell
// gets the ink that most of its samples have. An ink needs less than half of a
// cell, so that thin lines do not break.
func (p *picture) fit(board, size puzzle.Size) puzzle.Grid {
	out := puzzle.NewGrid(board, nonogram.Blank)
	top, left := (board.Rows-size.Rows)/2, (board.Cols-size.Cols)/2
	from := func(cell, sample, length, pixels int) int {
		return (2*(cell*samples+sample) + 1) * pixels / (2 * samples * length)
	}
	for r := range size.Rows {
		for c := range size.Cols {
			var counts [256]int
			for s := range samples * samples {
				y, x := from(r, s/samples, size.Rows, p.board.Rows), from(c, s%samples, size.Cols, p.board.Cols)
				counts[p.board.Values[y*p.board.Cols+x]]++
			}
			if counts[nonogram.Blank]*8 >= 5*samples*samples {
				continue
			}
			best := 1
			for v, n := range counts {
				if v > 0 && n > counts[best] {
					best = v
				}
			}
			out.Values[(top+r)*board.Cols+left+c] = uint8(best)
		}
	}
	return out
}

// choose chooses the picture for puzzle k and fits it to the board. The subjects
// of a seed stand in a random order, one for each puzzle. Later attempts take
// other pictures of a subject, a little smaller.
func choose(o *Options, from []picture, k, attempt int, r *rand.Rand) (picture, error) {
	fail := func(format string, args ...any) (picture, error) {
		return picture{}, fmt.Errorf("generate: %w: %s", sets.ErrOptions, fmt.Sprintf(format, args...))
	}
	var name string
	if names := o.subjects(); len(names) > 0 {
		name = names[k%len(names)]
		if len(showing(from, name)) == 0 {
			return fail("subject %q: expected one of %s", name, strings.Join(subjects(from), ", "))
		}
	}
	if o.Colours > 1 {
		from = without(from, func(p picture) bool { return len(p.palette) < 3 })
	}
	if name == "" && len(from) > 0 {
		near := without(from, func(p picture) bool { return p.misfit(o.Size) > tolerable })
		if len(near) > 0 {
			from = near
		}
		turn := rand.New(solver.NewPCG(solver.Seed(o.Seed, puzzle.Hash{}, fmt.Sprintf("subject %v", o.Size), 0)))
		order := subjects(from)
		turn.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		name = order[k%len(order)]
	}
	if from = showing(from, name); len(from) == 0 {
		return fail("no such picture in several colours: expected --colours 1")
	}
	if o.Colours < 2 && slices.ContainsFunc(from, func(p picture) bool { return len(p.palette) == 2 }) {
		from = without(from, func(p picture) bool { return len(p.palette) > 2 })
	}
	p := slices.MinFunc(from, func(a, b picture) int { return cmp.Compare(a.misfit(o.Size), b.misfit(o.Size)) })
	share := 1.0
	if attempt >= patience {
		p, share = from[r.IntN(len(from))], 0.8+float64(0.2*r.Float64())
	}
	p.board, p.palette = p.fit(o.Size, p.fitted(o.Size, share)), slices.Clone(p.palette)
	return p, nil
}

func without(from []picture, drop func(picture) bool) []picture {
	return slices.DeleteFunc(slices.Clone(from), drop)
}

// limit leaves at most n colours beside the background. In black and white dark
// colours are filled; else the rarest are replaced by those most alike. Colours
// that no cell has leave the palette.
func (p *picture) limit(n int) {
	if n == 1 {
		for i, v := range p.board.Values {
			rgb := p.palette[v].RGB
			if v == nonogram.Blank || len(p.palette) == 2 {
				continue
			}
			p.board.Values[i] = nonogram.Blank
			if 299*int(rgb[0])+587*int(rgb[1])+114*int(rgb[2]) < 160_000 {
				p.board.Values[i] = nonogram.Filled
			}
		}
		p.palette = nonogram.BlackAndWhite()
	}
	var counts [256]int
	for _, v := range p.board.Values {
		counts[v]++
	}
	used := func() (list []int) {
		for v := 1; v < len(p.palette); v++ {
			if counts[v] > 0 {
				list = append(list, v)
			}
		}
		return list
	}
	for list := used(); len(list) > n; list = used() {
		rare := slices.MinFunc(list, func(a, b int) int { return counts[a] - counts[b] })
		near, best := 0, math.MaxInt
		for _, v := range list {
			d := 0
			for c := range 3 {
				x := int(p.palette[v].RGB[c]) - int(p.palette[rare].RGB[c])
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
	left := p.palette[:1:1]
	var index [256]uint8
	for _, v := range used() {
		index[v] = uint8(len(left))
		left = append(left, p.palette[v])
	}
	for i, v := range p.board.Values {
		p.board.Values[i] = index[v]
	}
	p.palette = left
}

// patience is the number of attempts that keep to the picture of a puzzle.
const patience = 12

// draw makes the picture of an attempt at puzzle k. It returns false where it
// has only one colour and should have several, or where nothing is on it.
func draw(o *Options, from []picture, k, attempt int, r *rand.Rand) (p picture, ok bool, err error) {
	b := newBrush(o, r)
	if attempt >= patience {
		if other := r.IntN(1 << 20); o.Subject == "" {
			k = other
		}
	}
	if style := o.style(); style != pictures {
		p = b.pattern(style)
	} else if p, err = choose(o, from, k, attempt, r); err != nil {
		return p, false, err
	}
	p.limit(max(o.Colours, 1))
	n := len(p.palette) - 1
	return p, n > 0 && (o.Colours < 2 || n > 1), nil
}
