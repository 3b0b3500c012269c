package generate

import (
	"formicary/pkg/puzzle"
)

// mostSmall is the number of cells above which a board is large. Large boards are made by other means, and so would be
// others than before: no set in data/ has more than 225 cells. So are small ones that nothing else finds.
const mostSmall = 400

func (d *draft) large() bool {
	most := mostSmall
	if d.how.Large > 0 {
		most = d.how.Large
	}
	return d.in.Size.Cells() > most || d.attempt >= attempts
}

// fit writes every clue that fits the solution, as [draft.clues] does, with one text for each sign: all places that are left
// have it, and those whose clue is wrong try another. Where signs are numbers that one is as far away as the clue is wrong. It returns
// false, and writes nothing, where that does not come out.
func (d *draft) fit(places []place) bool {
	signs := d.how.Signs(d.in)
	_, count := puzzle.ParseNatural(signs[0])
	next, jumped := make(map[place]int, len(places)), map[place]bool{} // the sign that is tried, and whether it is one that others led to
	for left := places; len(left) > 0; {
		for _, at := range left {
			d.in.Put(at.part, at.index, signs[next[at]])
		}
		p, err := d.near(nil)
		if err != nil || d.ctx.Err() != nil {
			return d.clear(places)
		}
		wrong := p.Wrong(d.board)
		var still []place
		for _, at := range left {
			by := wrong(at.part, at.index)
			if by == 0 {
				continue
			}
			switch {
			case jumped[at]:
				next[at] = len(signs)
			case count && next[at] == 0 && by > 1:
				next[at], jumped[at] = by, true
			default:
				next[at]++
			}
			if next[at] < len(signs) {
				still = append(still, at)
			} else {
				d.in.Put(at.part, at.index, d.none())
			}
		}
		left = still
	}
	p, err := d.near(nil)
	if err != nil || p.Check(d.board) != nil {
		return d.clear(places)
	}
	return true
}

// clear takes all clues away, and returns false.
func (d *draft) clear(places []place) bool {
	for _, at := range places {
		d.in.Put(at.part, at.index, d.none())
	}
	return false
}
