package generate

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
)

func blankKit(rows, cols int, colour bool) *kit {
	return newKit(size(rows, cols), colour, rand.New(rand.NewPCG(1, 2)))
}

func rows(g puzzle.Grid) string {
	var b strings.Builder
	for i, v := range g.Values {
		b.WriteByte(".#"[min(v, 1)])
		if i%g.Cols == g.Cols-1 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Shapes are drawn where they are: small boards, cell by cell.
func TestShapes(t *testing.T) {
	for _, tt := range []struct {
		name string
		draw func(k *kit)
		want string
	}{
		{"rectangle", func(k *kit) { k.paint(black, rect(1, 0, 4, 2)) }, ".###.\n.###.\n.....\n"},
		{"cut", func(k *kit) { k.paint(black, rect(0, 0, 5, 3)); k.cut(rect(1, 1, 2, 9)) }, "#####\n#.###\n#.###\n"},
		{"light in black and white", func(k *kit) { k.paint(red, rect(0, 0, 5, 2)); k.light(yellow, rect(2, 0, 3, 3)) }, "##.##\n##.##\n.....\n"},
		{"triangle", func(k *kit) { k.paint(black, poly(0, 0, 0, 3, 3, 3)) }, "#....\n##...\n###..\n"},
		{"line", func(k *kit) { k.paint(black, stroke(1, .5, 1.5, 3.5, 1.5)) }, ".....\n####.\n.....\n"},
		{"subject", func(k *kit) {
			k.in(2.5, 1.5, 2.5, 1.5, func(k *kit) { k.paint(black, rect(-1, -1, .2, 1)) })
		}, "###..\n###..\n###..\n"},
		{"mirrored subject", func(k *kit) {
			k.in(2.5, 1.5, -2.5, 1.5, func(k *kit) { k.paint(black, rect(-1, -1, .2, 1)) })
		}, "..###\n..###\n..###\n"},
		{"beyond the board", func(k *kit) { k.paint(black, rect(-9, -9, 1, 99)); k.paint(black, rect(4, 2, 99, 99)) }, "#....\n#....\n#...#\n"},
	} {
		k := blankKit(3, 5, false)
		tt.draw(k)
		if got := rows(k.grid()); got != tt.want {
			t.Errorf("%s:\n%swant\n%s", tt.name, got, tt.want)
		}
	}
}

// A shape has no points outside of its box, whatever is done to it, so that
// painting may look at the box alone.
func TestBoxes(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		number := func() float64 { return rapid.Float64Range(-1, 1).Draw(rt, "x") }
		size := func() float64 { return rapid.Float64Range(.05, .6).Draw(rt, "size") }
		basic := func() shape {
			x, y := number(), number()
			switch rapid.IntRange(0, 5).Draw(rt, "shape") {
			case 0:
				return rect(x, y, x+size(), y+size())
			case 1:
				return ellipse(x, y, size(), size())
			case 2:
				return stroke(size(), x, y, number(), number(), number(), number())
			case 3:
				return star(x, y, size(), size()/2, 5)
			case 4:
				return bow(x, y, size(), size(), .1, 360*number(), 360*number())
			}
			return wavy(x, x+size(), y, size(), size(), .1, number())
		}
		a, b := basic(), basic()
		for _, s := range []shape{
			a, union(a, b), minus(a, b), both(a, b), mirrored(a), turned(180*number(), number(), number(), a),
		} {
			for range 200 {
				x, y := 4*number(), 4*number()
				const slip = 1e-9
				if s.in(x, y) && (x < s.x0-slip || x > s.x1+slip || y < s.y0-slip || y > s.y1+slip) {
					rt.Fatalf("(%v, %v) is in the shape and not in its box %v to %v, %v to %v", x, y, s.x0, s.x1, s.y0, s.y1)
				}
			}
		}
	})
}

// Every subject and scene fills a fair part of its board, in black and white
// and in colour, where it is small and where it is large; in colour most have
// several inks.
func TestSubjects(t *testing.T) {
	if !slices.IsSortedFunc(subjects, func(a, b subject) int { return strings.Compare(a.name, b.name) }) {
		t.Error("subjects are not in order")
	}
	fair := func(name string, g puzzle.Grid) {
		filled := 0
		for _, v := range g.Values {
			if v != nonogram.Blank {
				filled++
			}
		}
		if share := float64(filled) / float64(len(g.Values)); share < .07 || share > .9 {
			t.Errorf("%s fills %.0f %% of %v", name, 100*share, g.Size)
		}
	}
	several := 0
	for _, s := range subjects {
		if s.title == "" || s.least < leastFigure || s.least > 30 {
			t.Errorf("%s: title %q, least %d", s.name, s.title, s.least)
		}
		for _, n := range []int{s.least, 50} {
			for _, colour := range []bool{false, true} {
				k := blankKit(n, n, colour)
				figure(k, s)
				g := k.grid()
				fair(s.name, g)
				p := picture{board: g}
				p.limit(mostColours)
				if !colour && len(p.palette) != 2 {
					t.Errorf("%s has %d colours in black and white", s.name, len(p.palette))
				}
				if colour && len(p.palette) > 2 {
					several++
				}
			}
		}
	}
	if several < 3*len(subjects)/2 {
		t.Errorf("only %d drawings of %d have several colours", several, 2*len(subjects))
	}
	for _, s := range scenes {
		for _, z := range []puzzle.Size{size(30, 50), size(60, 145), size(75, 55)} {
			k := blankKit(z.Rows, z.Cols, true)
			s.draw(k, float64(z.Cols), float64(z.Rows))
			fair(s.name, k.grid())
		}
	}
}

// Letters are pairs of digits on a square of 5 by 7 points, and every word can
// be written.
func TestLetters(t *testing.T) {
	for c, strokes := range letters {
		for _, s := range strings.Fields(strokes) {
			if len(s)%2 != 0 || len(s) < 4 {
				t.Errorf("%c: %q is no list of points", c, s)
			}
			for i := 0; i+1 < len(s); i += 2 {
				if s[i] < '0' || s[i] > '4' || s[i+1] < '0' || s[i+1] > '6' {
					t.Errorf("%c: a point %s", c, s[i:i+2])
				}
			}
		}
	}
	for _, word := range words {
		for i := range len(word) {
			if letters[word[i]] == "" {
				t.Errorf("%s has a letter %c that nobody can write", word, word[i])
			}
		}
	}
	if n, side := layout("PUZZLE", 90, 40); n != 3 || math.Abs(side-40/2/1.3) > 1e-9 {
		t.Errorf("%d letters on a line, %v wide", n, side)
	}
}

// A pattern fills what its density says, and a limit of colours is kept: the
// rarest goes to the most alike.
func TestPatterns(t *testing.T) {
	k := blankKit(40, 50, true)
	for name, g := range map[string]puzzle.Grid{
		"ornament": ornament(k, 40, []ink{red, blue}), "blobs": blobs(k, 40, []ink{red, blue}),
	} {
		counts := map[uint8]int{}
		for _, v := range g.Values {
			counts[v]++
		}
		// Cells of one height go together.
		if n := counts[uint8(red)] + counts[uint8(blue)]; n < 760 || n > 840 || counts[uint8(red)] < 300 || counts[uint8(blue)] < 300 {
			t.Errorf("%s: %v", name, counts)
		}
	}
	p := picture{board: puzzle.Grid{Size: size(1, 6), Values: []uint8{0, uint8(forest), uint8(red), uint8(red), uint8(green), uint8(green)}}}
	p.limit(2)
	if want := []uint8{0, 2, 1, 1, 2, 2}; !slices.Equal(p.board.Values, want) || len(p.palette) != 3 || p.palette[2].Name != "green" {
		t.Errorf("%v of %v, want %v", p.board.Values, p.palette, want)
	}
}
