package model

import (
	"math"
	"strconv"
	"strings"

	"formicary/pkg/puzzle"
)

// Features are what may make a puzzle of the kind hard, as far as its text says: cells, clue density (the share of the
// places of all tables but regions that have a sign), the mean of all numbers in them and, where
// the kind has them, the number of regions and their mean size in cells.
func (k *Kind) Features() []puzzle.Feature {
	out := []puzzle.Feature{puzzle.Cells()}
	own := func(name string, of func(p *Puzzle) float64) {
		out = append(out, puzzle.Feature{Name: name, Of: func(item puzzle.Item) float64 {
			p, ok := item.Puzzle.(*Puzzle)
			if !ok || p.kind.Name != k.Name {
				return math.NaN()
			}
			return of(p)
		}})
	}
	regions := false
	for _, part := range k.Parts {
		regions = regions || part == Regions
	}
	if !regions || len(k.Parts) > 1 {
		own("clue density", clueDensity)
		own("mean number", meanNumber)
	}
	if regions {
		own("regions", regionCount)
		own("mean region size", func(p *Puzzle) float64 { return float64(p.Size().Cells()) / regionCount(p) })
	}
	return out
}

// given visits the signs of all tables but regions.
func (p *Puzzle) given(visit func(sign string)) {
	for _, part := range p.kind.Parts {
		if part == Regions {
			continue
		}
		rows, cols := part.Of(p.Size())
		for index := range rows * cols {
			visit(p.Sign(part, index))
		}
	}
}

// clueDensity is the share of places that have a sign.
func clueDensity(p *Puzzle) float64 {
	places, signs := 0, 0
	p.given(func(sign string) {
		places++
		if sign != None {
			signs++
		}
	})
	return float64(signs) / float64(places)
}

// meanNumber is the mean of the numbers in signs, two in "16,23" and one in "2e"; NaN where there is
// none.
func meanNumber(p *Puzzle) float64 {
	sum, numbers := 0, 0
	p.given(func(sign string) {
		for _, text := range strings.FieldsFunc(sign, func(c rune) bool { return c < '0' || c > '9' }) {
			if n, err := strconv.Atoi(text); err == nil {
				sum, numbers = sum+n, numbers+1
			}
		}
	})
	return float64(sum) / float64(numbers)
}

// regionCount is the number of regions.
func regionCount(p *Puzzle) float64 {
	areas, _ := p.Areas(nil)
	return float64(len(areas))
}
