package pencil

import (
	"context"
	"math/rand/v2"
	"slices"

	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// perLine is the number of stars in a line of so many cells: two on large boards, whose regions are pairs.
func perLine(n int) int {
	const small, pair = 20, 2
	if n > small {
		return pair
	}
	return 1 + n/10
}

// sea is the region of cells that belong to no pair.
const sea = 0

// skies plants stars, most of them in pairs that are the only ones on the cells between them. These are regions. Other cells join
// them, as long as a region has one place for its stars beside those of regions before it; the rest of the stars share the others.
func skies(ctx context.Context, in *model.Instance, r *rand.Rand) [][]int {
	w := &sky{m: model.NewModel(in.Size), r: r, star: make([]bool, in.Size.Cells()), of: make([]int, in.Size.Cells()), dead: make([]bool, in.Size.Cells())}
	n := in.Size.Rows
	if perLine(n) != 2 || n < 8 {
		return nil
	}
	const tries = 20
	w.scatter(n)
	for range tries {
		if ctx.Err() != nil {
			return nil
		}
		w.exchange(n)
		if w.pair(); len(w.pairs) >= n-2 {
			break
		}
		clear(w.of)
		w.pairs = nil
	}
	if w.pairs == nil {
		return nil
	}
	w.spread()
	if !w.share() {
		return nil
	}
	regions := make([][]int, n+1)
	values := make([][]int, len(w.of))
	for cell, k := range w.of {
		regions[k] = append(regions[k], cell)
		values[cell] = []int{0}
		if w.star[cell] {
			values[cell][0] = 1
		}
	}
	in.Name(regions)
	return values
}

// sky is a board with stars, and the region of each cell.
type sky struct {
	m     *model.Model
	r     *rand.Rand
	star  []bool
	of    []int
	pairs [][2]int // regions from 1
	dead  []bool   // of cells: a star of a pair is beside it, or in it
}

// scatter puts two stars in each line on a pattern.
func (w *sky) scatter(n int) {
	step := n / 4 // of columns from one row to the next
	for gcd(step, n) > 1 || step < 2 {
		step++
	}
	for row := range n {
		for _, col := range [2]int{row * step % n, (row*step + n/2) % n} {
			w.star[row*n+col] = true
		}
	}
}

// exchange exchanges the columns of two stars again and again, so that many are a pair.
func (w *sky) exchange(n int) {
	const exchanges, worse = 1000, 0.02 // for each star, and how often fewer pairs are taken
	var at []int
	for cell, is := range w.star {
		if is {
			at = append(at, cell)
		}
	}
	exchange := func(i, j int) {
		a, b := at[i], at[j]
		w.star[a], w.star[b] = false, false
		at[i], at[j] = a/n*n+b%n, b/n*n+a%n
		w.star[at[i]], w.star[at[j]] = true, true
	}
	for step := range exchanges * len(at) {
		i, j := w.r.IntN(len(at)), w.r.IntN(len(at))
		a, b := at[i], at[j]
		c, d := a/n*n+b%n, b/n*n+a%n
		if w.star[c] || w.star[d] {
			continue
		}
		near := slices.Concat(w.mates(a), w.mates(b), w.mates(c), w.mates(d), []int{a, b, c, d})
		slices.Sort(near)
		near = slices.Compact(near)
		had := w.paired(near)
		exchange(i, j)
		has := w.paired(near)
		if w.touched(c) || w.touched(d) || has < had && w.r.Float64() >= worse*(1-float64(step)/float64(exchanges*len(at))) {
			exchange(i, j)
		}
	}
}

// touched says whether a star is beside a cell.
func (w *sky) touched(cell int) bool {
	return slices.ContainsFunc(around(w.m, cell), func(c int) bool { return w.star[c] })
}

// paired is how many of some cells have a star that makes a pair with another, and both of them with no other one.
func (w *sky) paired(cells []int) (n int) {
	for _, cell := range cells {
		if !w.star[cell] {
			continue
		}
		if mates := w.mates(cell); len(mates) == 1 && len(w.mates(mates[0])) == 1 {
			n++
		}
	}
	return n
}

// mates are the stars with which one makes a pair: two cells away in a line, or by a knight's move.
func (w *sky) mates(cell int) (out []int) {
	size, at := w.m.Size(), w.m.Size().At(cell)
	for _, d := range [12][2]int{{0, 2}, {2, 0}, {0, -2}, {-2, 0}, {1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}} {
		if c := (puzzle.Cell{Row: at.Row + d[0], Col: at.Col + d[1]}); size.Contains(c) && w.star[size.Index(c)] {
			out = append(out, size.Index(c))
		}
	}
	return out
}

// pair makes regions of pairs and the cells between them, but for one pair at least.
func (w *sky) pair() {
	size := w.m.Size()
	for _, a := range w.r.Perm(len(w.star)) {
		mates := w.mates(a)
		if !w.star[a] || w.of[a] != sea || len(w.pairs) == size.Rows-1 {
			continue
		}
		for _, b := range shuffled(mates, w.r) {
			p, q := size.At(a), size.At(b)
			var between []int
			for _, half := range [2]puzzle.Cell{{Row: (p.Row + q.Row) / 2, Col: (p.Col + q.Col) / 2}, {Row: (p.Row + q.Row + 1) / 2, Col: (p.Col + q.Col + 1) / 2}} {
				between = append(between, size.Index(half))
			}
			region := append(between, a, b)
			if slices.ContainsFunc(region, func(c int) bool { return w.of[c] != sea || w.star[c] && c != a && c != b }) {
				continue
			}
			w.pairs = append(w.pairs, [2]int{a, b})
			for _, c := range region {
				w.of[c] = len(w.pairs)
			}
			break
		}
	}
}

// spread gives the pairs, one after the other, cells beside them, and all that the sea has not in one piece.
func (w *sky) spread() {
	const most = 60 // cells of a region
	for i, pair := range w.pairs {
		k := i + 1
		region := w.cells(k)
		for n := 0; n < len(region) && len(region) < most; n++ {
			for _, next := range beside(w.m, region[n]) {
				if w.of[next] != sea || w.star[next] || !unbroken(w.m.Size(), w.of, next) {
					continue
				}
				if w.of[next] = k; w.only(append(region, next), pair) {
					region = append(region, next)
				} else {
					w.of[next] = sea
				}
			}
		}
		for _, star := range pair {
			w.dead[star] = true
			for _, c := range around(w.m, star) {
				w.dead[c] = true
			}
		}
	}
}

// cells are those of a region in random order.
func (w *sky) cells(k int) (out []int) {
	for cell, of := range w.of {
		if of == k {
			out = append(out, cell)
		}
	}
	return shuffled(out, w.r)
}

// only says whether a region has no other place for two stars beside those of regions before it.
func (w *sky) only(region []int, pair [2]int) bool {
	for i, a := range region {
		for _, b := range region[:i] {
			if !w.dead[a] && !w.dead[b] && !slices.Contains(around(w.m, a), b) && [2]int{min(a, b), max(a, b)} != [2]int{min(pair[0], pair[1]), max(pair[0], pair[1])} {
				return false
			}
		}
	}
	return true
}

// share divides the sea among the stars that are left, two for each region; pockets without any join a region beside them.
func (w *sky) share() bool {
	name := make([]int, len(w.of)) // of cells in the sea: the star whose they are
	for cell := range name {
		name[cell] = -1
	}
	var stars []int
	for cell, is := range w.star {
		if is && w.of[cell] == sea {
			stars, name[cell] = append(stars, cell), cell
		}
	}
	beyond := map[[2]int]bool{} // stars whose cells are side by side
	spread(w.m.Size(), name, func(cell int) bool { return w.of[cell] == sea }, func(a, b int) {
		beyond[[2]int{a, b}], beyond[[2]int{b, a}] = true, true
	}, w.r)
	mate := map[int]int{}
	var match func() bool
	match = func() bool {
		for i, a := range stars {
			if mate[a] > 0 {
				continue
			}
			for _, b := range stars[i+1:] {
				if mate[b] > 0 || !beyond[[2]int{a, b}] {
					continue
				}
				w.pairs = append(w.pairs, [2]int{a, b})
				mate[a], mate[b] = len(w.pairs), len(w.pairs)
				if match() {
					return true
				}
				mate[a], mate[b] = 0, 0
				w.pairs = w.pairs[:len(w.pairs)-1]
			}
			return false
		}
		return true
	}
	if !match() {
		return false
	}
	for cell, star := range name {
		if star >= 0 {
			w.of[cell] = mate[star]
		}
	}
	for left := true; left; {
		left = false
		for cell, k := range w.of {
			for _, next := range shuffled(beside(w.m, cell), w.r) {
				if k == sea && w.of[next] != sea {
					w.of[cell], left = w.of[next], true
					break
				}
			}
		}
	}
	return true
}

// unbroken says whether a region stays in one piece without a cell.
func unbroken(size puzzle.Size, of []int, cell int) bool {
	known, parts := map[int]bool{cell: true}, 0
	for start := range size.Neighbours(cell) {
		if of[start] != of[cell] || known[start] {
			continue
		}
		parts++
		known[start] = true
		for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
			for next := range size.Neighbours(queue[0]) {
				if of[next] == of[cell] && !known[next] {
					known[next] = true
					queue = append(queue, next)
				}
			}
		}
	}
	return parts <= 1
}

// gcd is the greatest common divisor.
func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}
