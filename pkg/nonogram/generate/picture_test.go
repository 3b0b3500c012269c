package generate

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
)

// drawn is a picture of text: '.' is blank, digits are inks.
func drawn(text string) picture {
	lines := strings.Fields(text)
	p := picture{id: "x", board: puzzle.NewGrid(size(len(lines), len(lines[0])), nonogram.Blank), palette: box}
	for i := range p.board.Values {
		if c := strings.Join(lines, "")[i]; c != '.' {
			p.board.Values[i] = c - '0'
		}
	}
	return p
}

func text(g puzzle.Grid) string {
	var b strings.Builder
	for i, v := range g.Values {
		if i > 0 && i%g.Cols == 0 {
			b.WriteByte(' ')
		}
		b.WriteByte(".123456789"[v])
	}
	return b.String()
}

func TestFit(t *testing.T) {
	for _, tt := range []struct {
		name, picture string
		board, fitted puzzle.Size
		want          string
	}{
		{"as it is", "1.2 .3. 4.5", size(3, 3), size(3, 3), "1.2 .3. 4.5"},
		{"twice as large", "1. .2", size(4, 4), size(4, 4), "11.. 11.. ..22 ..22"},
		{"half as large", "1111 1..1 1..1 1112", size(2, 2), size(2, 2), "11 11"},
		{"thin lines stay", "1... 1... 1... 1...", size(2, 2), size(2, 2), "1. 1."},
		{"in the middle", "1. .2", size(2, 5), size(2, 2), ".1... ..2.."},
		{"a little stretched", "11 11", size(10, 20), size(10, 13), ""},
		{"and no more than fits", "11 11", size(20, 10), size(13, 10), ""},
	} {
		p := drawn(tt.picture)
		got := p.fitted(tt.board, 1)
		alltest.Check(t, tt.want != "" || got == tt.fitted, "%s: fitted to %v, want %v", tt.name, got, tt.fitted)
		if got := text(p.fit(tt.board, tt.fitted)); tt.want != "" && got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	same, large, small := drawn("1. .2"), drawn("1... .1.. ..1. ...1"), drawn("1")
	a, b, c := same.misfit(size(2, 2)), large.misfit(size(2, 2)), small.misfit(size(2, 2))
	alltest.Check(t, a == 0 && b > c && c > 0, "misfits %v, %v of the larger and %v of the smaller picture", a, b, c)
}

// A limit of colours is kept: the rarest goes to the most alike, and in black
// and white the dark ones are filled.
func TestLimit(t *testing.T) {
	p := drawn(".62255") // forest, two red, two green
	p.limit(2)
	got := text(p.board)
	alltest.Check(t, got == ".21122" && len(p.palette) == 3 && p.palette[2].Name == "green", "%s of %v", got, p.palette)
	p = drawn(".4782") // yellow, sky, blue, red
	p.limit(1)
	got = text(p.board)
	alltest.Check(t, got == "...11" && slices.Equal(p.palette, nonogram.BlackAndWhite()), "%s of %v", got, p.palette)
}

// A subject is a picture's id or what it begins with; without one every puzzle
// has another subject, as its colours and the board allow.
func TestChoose(t *testing.T) {
	from := []picture{drawn("11 11"), drawn("1111 1111 1111 1111"), drawn("12 21"), drawn("1111111111 1111111111")}
	for i, id := range []string{"dot-2x2", "dot-4x4", "dot-2x2-colour", "bar-2x10"} {
		from[i].id, from[i].palette = id, box[:2+i%3%2]
	}
	from[1].palette, from[2].palette = box[:2], box[:3]
	r := rand.New(rand.NewPCG(1, 2))
	for _, tt := range []struct {
		o    Options
		k    int
		want string
	}{
		{Options{Size: size(5, 5), Subject: "dot"}, 0, "dot-4x4"},
		{Options{Size: size(5, 5), Subject: "dot-2x2"}, 0, "dot-2x2"},
		{Options{Size: size(5, 5), Subject: "dot,bar"}, 3, "bar-2x10"},
		{Options{Size: size(5, 5), Subject: "dot", Colours: 2}, 0, "dot-2x2-colour"},
		{Options{Size: size(5, 5), Colours: 2}, 9, "dot-2x2-colour"},
		{Options{Size: size(5, 25)}, 0, "bar-2x10"},
	} {
		p, err := choose(&tt.o, from, tt.k, 0, r)
		alltest.Check(t, err == nil && p.id == tt.want && p.board.Size == tt.o.Size, "%+v: %s on %v, %v", tt.o, p.id, p.board.Size, err)
	}
}

// A user's own pictures are of any format.
func TestPictures(t *testing.T) {
	name := filepath.Join(t.TempDir(), "ring.pbm")
	alltest.OK(t, os.WriteFile(name, []byte("P1\n5 5\n11111 10001 10101 10001 11111\n"), 0o644))
	set := puzzletest.Made(t, Generator, Options{Size: size(5, 5), Pictures: name})
	got := text(set.Items[0].Solution)
	alltest.Check(t, got == "11111 1...1 1.1.1 1...1 11111", "%s, %s", got, set.Items[0].ID())
	alltest.Equal(t, set.Items[0].Puzzle.(*nonogram.Puzzle).Title(), "ring", "the title")
	name = filepath.Join(filepath.Dir(name), "empty.nin")
	alltest.OK(t, os.WriteFile(name, []byte("1 1\n1\n1\n"), 0o644))
	alltest.Refused(Generator.Make(t.Context(), Options{Size: size(5, 5), Pictures: name}, nil))(t, "no puzzle in")
}

// A pattern fills what its density says.
func TestPatterns(t *testing.T) {
	b := &brush{r: rand.New(rand.NewPCG(1, 2)), size: size(40, 50), density: 40, inks: []uint8{2, 8}}
	var counts [256]int
	for _, v := range b.blobs().Values {
		counts[v]++
	}
	// Cells of one height go together.
	n := counts[2] + counts[8]
	alltest.Check(t, n >= 760 && n <= 840 && counts[2] >= 300 && counts[8] >= 300, "%v", counts[:12])
}
