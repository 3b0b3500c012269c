package generate

import (
	"slices"

	"formicary/pkg/lists"
)

// reduce takes clues away in random order, those of later tables first, and leaves keep of them. A clue stays where
// the solution is not proved to be the only one without it, and becomes the lesser sign where that suffices. On large boards the
// number of proofs is bounded: clues that are left then stay.
func (d *draft) reduce(places []place, keep int) {
	var order []place
	left := 0
	for start := 0; start < len(places); {
		end := start
		for end < len(places) && places[end].part == places[start].part {
			end++
		}
		table := slices.DeleteFunc(slices.Clone(places[start:end]), func(at place) bool { return d.in.Sign(at.part, at.index) == d.none() })
		d.r.Shuffle(len(table), func(i, j int) { table[i], table[j] = table[j], table[i] })
		order = append(table, order...)
		left += len(table)
		start = end
	}
	clues := lists.Map(order, func(at place) string { return d.in.Sign(at.part, at.index) })
	if d.large() && d.how.Lesser == "" && d.loosen(order, left-keep) {
		return
	}
	for i, at := range order {
		d.in.Put(at.part, at.index, clues[i])
	}
	proofs := mostProofs
	if d.large() {
		defer func(was int64) { d.patience = was }(d.patience)
		d.patience = shortest
	}
	// without takes away clues at once where it can, else half and half.
	var without func(from, to int)
	without = func(from, to int) {
		if to = min(to, from+left-keep); from >= to || d.ctx.Err() != nil || d.large() && proofs <= 0 {
			return
		}
		proofs--
		for _, at := range order[from:to] {
			d.in.Put(at.part, at.index, d.none())
		}
		if d.unique() {
			left -= to - from
			return
		}
		for i, at := range order[from:to] {
			d.in.Put(at.part, at.index, clues[from+i])
		}
		if to-from == 1 {
			if at := order[from]; d.how.Lesser != "" && clues[from] != d.how.Lesser {
				d.in.Put(at.part, at.index, d.how.Lesser)
				if proofs--; !d.unique() {
					d.in.Put(at.part, at.index, clues[from])
				}
			}
			return
		}
		middle := (from + to) / 2
		without(from, middle)
		without(middle, to)
	}
	const chunk = 8
	for from := 0; from < len(order); from += chunk {
		d.tell("%d of %d clues tried", from, len(order))
		without(from, min(from+chunk, len(order)))
	}
}

// mostProofs is the number of proofs for one large board, and shortest the patience with each.
const mostProofs, shortest = 300, 100

// unique says whether the solution solves the text as it is, and is proved to be the only one.
func (d *draft) unique() bool {
	p, err := d.kind.New("try", d.kind.Name, d.in.Text())
	if err != nil || p.Check(d.board) != nil {
		return false
	}
	_, ok := d.another(p)
	return ok
}
