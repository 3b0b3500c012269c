package model

import (
	"fmt"
	"slices"

	"formicary/pkg/puzzle"
)

// Says is a condition in words, such as "r4c7 is shaded"; the condition itself where no board shows it.
func (p *Puzzle) Says(l Lit) string {
	for i, layer := range p.form.layers {
		for cell, v := range layer.at {
			for value := range v.values {
				switch is := v.Is(value); {
				case v.values < 2 || is.Atom() != l.Atom():
				case is == l:
					return p.says(i, cell, value, true)
				case v.values > 2:
					return p.says(i, cell, value, false)
				}
			}
		}
	}
	return fmt.Sprintf("condition %d is %v", l.Atom(), l.Positive())
}

// says says that a cell has a value in a layer, or that it does not, which only those of three and more values need.
func (p *Puzzle) says(at, cell, value int, holds bool) string {
	layer, here := p.form.layers[at], p.form.Size.At(cell)
	is := func(no, yes string) string { return fmt.Sprintf("%v is %s", here, [2]string{no, yes}[value]) }
	has := func(what string) string { return fmt.Sprintf("%v has %s %s", here, [2]string{"no", "a"}[value], what) }
	not, have := "", "has"
	if !holds {
		not, have = "not ", "does not have"
	}
	earlier := 0 // layers of this look before it
	for _, other := range p.form.layers[:at] {
		if other.look == layer.look {
			earlier++
		}
	}
	switch layer.look {
	case Line, Border:
		links := Links{size: p.form.Size}
		next, _ := links.Beside(cell, Direction(earlier%4))
		there := p.form.Size.At(next)
		if layer.look == Line {
			return fmt.Sprintf("the line %s from %v to %v", [2]string{"does not go", "goes"}[value], here, there)
		}
		return fmt.Sprintf("%v and %v %s", here, there, [2]string{"are apart", "belong together"}[value])
	case Shade:
		if layer.radix == 2 {
			return is("not shaded", "shaded")
		}
		if value == 0 {
			return fmt.Sprintf("%v is %sshaded", here, [2]string{"", "not "}[b2i(holds)])
		}
	case Inside:
		return is("outside", "inside")
	case Disc:
		return is("white", "black")
	case Star:
		return has("star")
	case Tent:
		return has("tent")
	case Bulb:
		return has("bulb")
	case Bridge:
		links := Links{size: p.form.Size}
		if next, ok := links.Beside(cell, [2]Direction{East, South}[min(earlier, 1)]); ok && p.instance.has(Clues) && p.Sign(Clues, cell) != None {
			return fmt.Sprintf("%v %s %s to %v", here, have, puzzle.Plural(value, "bridge"), p.form.Size.At(next))
		}
		return fmt.Sprintf("%v %s %s %s", here, have, puzzle.Plural(value, "bridge"), [2]string{"across", "down"}[min(earlier, 1)])
	case Diagonal:
		return fmt.Sprintf("the line of %v %s", here, [2]string{"falls", "rises"}[value])
	case Triangle:
		if value == 0 {
			return fmt.Sprintf("%v is %swhite", here, not)
		}
		return fmt.Sprintf("%v is %shalf black, around its corner %s", here, not, p.shown(at, cell, value))
	}
	return fmt.Sprintf("%v is %s%s", here, not, p.shown(at, cell, value))
}

// shown is the sign of a cell of which the value in one layer is known.
func (p *Puzzle) shown(at, cell, value int) string {
	values := slices.Repeat([]int{-1}, len(p.form.layers))
	values[at] = value
	return p.drawn(cell, values)
}
