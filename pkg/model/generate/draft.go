package generate

import (
	"context"
	"fmt"
	"math/rand/v2"

	"formicary/pkg/lists"
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// draft is one attempt at a puzzle.
type draft struct {
	ctx   context.Context
	kind  *model.Kind
	how   *model.Making
	r     *rand.Rand
	in    *model.Instance // the text
	board puzzle.Grid     // its solution
	// patience is the number of conflicts after which a search is given up.
	patience int64
	id       string
	attempt  int               // from 0
	progress func(done string) // nil: nobody asks
	redrawing
}

// redrawing is what large boards need besides.
type redrawing struct {
	seed   uint64        // of clues that the kind writes
	many   int           // windows that are drawn again at once
	others []puzzle.Grid // solutions that the last search for others found
	bared  [][]string    // the last text without clues
	ways   []way         // of cells: how they are drawn again; nil: nothing is
}

// tell says what is done.
func (d *draft) tell(format string, args ...any) {
	if d.progress != nil && d.large() {
		d.progress("puzzle " + d.id + ": " + fmt.Sprintf(format, args...))
	}
}

// place is where a clue is, or may be.
type place struct {
	part  *model.Part
	index int
}

// item makes a puzzle; ok is false where that did not come out.
func (d *draft) item(id string, o *Options) (item puzzle.Item, ok bool, err error) {
	var header []string
	if d.how.Header != nil {
		header = d.how.Header(o.Size)
	}
	if d.in, err = d.kind.Blank(o.Size, header...); err != nil {
		return item, false, fmt.Errorf("generate: %w: %w", sets.ErrOptions, err)
	}
	if !d.begin(o.Size) {
		return item, false, nil
	}
	bare, places := d.signs(), d.places()
	if !d.clues(places) {
		return item, false, nil
	}
	p, err := d.kind.New(id, d.kind.Name, d.in.Text())
	if err != nil || p.Check(d.board) != nil {
		return item, false, nil
	}
	switch {
	case d.large() && (d.how.Signs != nil || d.how.Clues != nil || d.how.Move != nil || d.how.Repair): // clues or regions follow
		places, ok = d.mend(o.Size, bare)
	case d.how.Repair:
		ok = d.repair(p)
	case d.how.Climb:
		ok = d.climb(p, places)
	default:
		_, ok = d.another(p)
	}
	if !ok {
		return item, false, nil
	}
	if d.large() && d.in.Has(model.Regions) { // in order again
		areas, _ := d.in.Areas(nil)
		regions := lists.Map(areas, func(area model.Area) []int { return area.Cells })
		d.in.Name(regions)
	}
	keep := 0
	if o.Clues > 0 {
		keep = int(o.Clues / 100 * float64(len(places)))
	}
	d.reduce(places, keep)
	return puzzle.Item{Puzzle: d.puzzle(id), Solution: d.board}, true, nil
}

// begin writes the base, and finds a solution of it.
func (d *draft) begin(said puzzle.Size) bool {
	if d.large() && d.how.Plant != nil {
		d.tell("looking for a solution")
		values := d.how.Plant(d.ctx, d.in, d.r)
		if values == nil {
			return false
		}
		d.board, d.seed, d.many = d.puzzle("base").BoardOf(values), d.r.Uint64(), 4
		return true
	}
	switch {
	case d.how.Base != nil:
		if !d.how.Base(d.in, d.r) {
			return false
		}
	case d.in.Has(model.Regions):
		least, most := d.how.Regions[0], d.how.Regions[1]
		d.in.Divide(d.r, max(2*d.in.Size.Cells()/(least+most), 1), least, most)
	}
	if d.large() {
		d.seed, d.many = d.r.Uint64(), 4
	}
	d.tell("looking for a solution")
	return d.solve(said, nil)
}

// puzzle is what the text says. A text that the kind refuses is a programmer error.
func (d *draft) puzzle(id string) *model.Puzzle {
	p, err := d.kind.New(id, d.kind.Name, d.in.Text())
	if err != nil {
		panic("generate: " + err.Error() + "\n" + d.in.Text())
	}
	return p
}

// near is the puzzle of the text, with the board known but in some cells.
func (d *draft) near(open []bool) (*model.Puzzle, error) { return d.kind.Near(d.in, d.board, open) }

// none is the sign of a place without a clue.
func (d *draft) none() string {
	if d.how.Blank != "" {
		return d.how.Blank
	}
	return model.None
}

// places are where clues may be, table by table.
func (d *draft) places() (out []place) {
	rooms := map[string]bool{}
	for _, part := range d.how.Places {
		rows, cols := part.Of(d.in.Size)
		for index := range rows * cols {
			if d.in.Sign(part, index) != d.none() {
				continue
			}
			if d.how.First {
				if room := d.in.Sign(model.Regions, index); rooms[room] {
					continue
				} else {
					rooms[room] = true
				}
			}
			out = append(out, place{part, index})
		}
	}
	return out
}

// solve finds a random solution of the base: one that is the board but near some cells, unless near is nil.
func (d *draft) solve(said puzzle.Size, near []bool) bool {
	base := func(near []bool) (*model.Puzzle, error) {
		kind, in := d.kind, d.in
		if d.how.From != nil {
			kind = d.how.From
			var err error
			if in, err = kind.Blank(said); err != nil {
				panic("generate: " + err.Error())
			}
		}
		if near != nil {
			return kind.Near(in, d.board, near)
		}
		return kind.New("base", kind.Name, in.Text())
	}
	p, err := base(near)
	switch {
	case err != nil && near == nil:
		panic("generate: " + err.Error() + "\n" + d.in.Text())
	case err != nil:
		return false
	}
	board, ok := d.random(p, near)
	switch {
	case ok || near != nil || !d.large():
	case d.in.Has(model.Regions) && d.attempt%2 == 1:
		board, ok = d.lay()
	default:
		board, ok = d.stir(p, base)
	}
	if !ok {
		return false
	}
	d.board = board
	return true
}

// clues writes every clue that fits the solution.
func (d *draft) clues(places []place) bool {
	if d.how.Clues != nil {
		p, err := d.near(nil)
		if err != nil {
			return false // windows that were mixed: a region is in two pieces
		}
		return d.how.Clues(d.in, func(cell int) []int { return p.Digits(d.board, cell) }, d.dice())
	}
	if d.how.Signs == nil {
		return true
	}
	if d.large() {
		return d.fit(places)
	}
	fits := make([]string, len(places))
	for i, at := range places {
		if d.ctx.Err() != nil {
			return false
		}
		for _, sign := range d.how.Signs(d.in) {
			d.in.Put(at.part, at.index, sign)
			if p, err := d.kind.New("try", d.kind.Name, d.in.Text()); err == nil && p.Check(d.board) == nil {
				fits[i] = sign
				break
			}
		}
		d.in.Put(at.part, at.index, d.none())
	}
	for i, at := range places {
		if fits[i] != "" {
			d.in.Put(at.part, at.index, fits[i])
		}
	}
	return true
}
