package formats

import (
	"strconv"
	"strings"

	"formicary/pkg/puzzle"
)

// penpaKind is how pictures show a kind.
type penpaKind struct {
	// takes are asked of each mark in turn; what none takes does not belong to the kind.
	takes []func(p *picture, m *mark)
	// finish is done when all marks are taken.
	finish []func(p *picture)
}

type penpaTakes = []func(p *picture, m *mark)

// penpaKinds are the kinds that pictures show in one way.
var penpaKinds = map[string]penpaKind{
	"akari":         {takes: penpaTakes{penpaShaded("x"), penpaNumbers}},
	"binairo":       {takes: penpaTakes{penpaCircles("1", "2"), penpaNumbers}, finish: penpaFinish(func(p *picture) { p.in.bits(p.sheet) })},
	"cave":          {takes: penpaTakes{penpaRings(unknown), penpaNumbers}},
	"countryroad":   {takes: penpaTakes{penpaNumbers}, finish: penpaFinish(penpaRegions)},
	"creek":         {takes: penpaTakes{penpaPoints}},
	"fillomino":     {takes: penpaTakes{penpaNumbers}},
	"galaxies":      {takes: penpaTakes{penpaCentres}},
	"gokigennaname": {takes: penpaTakes{penpaPoints}},
	"hakyuu":        {takes: penpaTakes{penpaNumbers}, finish: penpaFinish(penpaRegions)},
	"hashi":         {takes: penpaTakes{penpaRings(unknown), penpaNumbers}},
	"heyawake":      {takes: penpaTakes{penpaNumbers}, finish: penpaFinish(penpaRegions)},
	"hitori":        {takes: penpaTakes{penpaNumbers}},
	"kakuro":        {takes: penpaTakes{penpaWalls, penpaSums}, finish: penpaFinish(penpaWhite)},
	"kenken":        {takes: penpaTakes{penpaSmall, penpaNumbers}, finish: penpaFinish(penpaCages)},
	"killersudoku":  {takes: penpaTakes{penpaSmall}, finish: penpaFinish(penpaBoxes, penpaCages)},
	"kuromasu":      {takes: penpaTakes{penpaRings(unknown), penpaNumbers}},
	"kurotto":       {takes: penpaTakes{penpaRings("o"), penpaNumbers}},
	"lits":          {finish: penpaFinish(penpaRegions)},
	"masyu":         {takes: penpaTakes{penpaCircles("w", "b")}},
	"mosaic":        {takes: penpaTakes{penpaNumbers}},
	"nonogram":      {takes: penpaTakes{penpaLines}, finish: penpaFinish(func(p *picture) { p.sheet.empty() })},
	"norinori":      {finish: penpaFinish(penpaRegions)},
	"numberlink":    {takes: penpaTakes{penpaRings(unknown), penpaNumbers}, finish: penpaFinish(func(p *picture) { p.in.letters(p.sheet) })},
	"nurikabe":      {takes: penpaTakes{penpaNumbers}},
	"nurimisaki":    {takes: penpaTakes{penpaRings(unknown), penpaNumbers}},
	"shakashaka":    {takes: penpaTakes{penpaShaded("x"), penpaNumbers}},
	"shikaku":       {takes: penpaTakes{penpaRings(unknown), penpaNumbers}},
	"simpleloop":    {takes: penpaTakes{penpaShaded("x")}},
	"skyscraper":    {takes: penpaTakes{penpaOutside(top, bottom, left, right), penpaNumbers}, finish: penpaFinish(penpaFull)},
	"slitherlink":   {takes: penpaTakes{penpaNumbers}},
	"starbattle":    {takes: penpaTakes{penpaStarSign}, finish: penpaFinish(penpaRegions, penpaStars)},
	"sudoku":        {takes: penpaTakes{penpaNumbers}, finish: penpaFinish(penpaBoxes)},
	"suguru":        {takes: penpaTakes{penpaNumbers}, finish: penpaFinish(penpaRegions)},
	"tent":          {takes: penpaTakes{penpaTrees, penpaOutside(top, bottom, left, right)}, finish: penpaFinish(penpaOneSide)},
	"yajilin":       {takes: penpaTakes{penpaShaded("x"), penpaArrows}},
	"yinyang":       {takes: penpaTakes{penpaCircles("w", "b")}},
}

// penpaGenreKinds are the lab's kinds that genres of pictures name.
var penpaGenreKinds = map[string]string{
	"classic": "sudoku", "killer": "killersudoku", "tomtom": "kenken", "skyscrapers": "skyscraper", "kakuro": "kakuro", "starbattle": "starbattle",
	"lits": "lits", "nurikabe": "nurikabe", "kurotto": "kurotto", "fillomino": "fillomino", "cave": "cave", "spiralgalaxies": "galaxies",
	"kuromasu": "kuromasu", "masyu": "masyu", "slitherlink": "slitherlink", "yajilin": "yajilin", "akari": "akari", "country road": "countryroad",
	"creek": "creek", "hashiwokakero (hashi/bridges)": "hashi", "heyawake": "heyawake", "hitori": "hitori", "kurodoko": "kuromasu",
	"nonogram": "nonogram", "norinori": "norinori", "numberlink": "numberlink", "nurimisaki": "nurimisaki", "ripple effect": "hakyuu",
	"shakashaka": "shakashaka", "shikaku": "shikaku", "simple loop": "simpleloop", "slant (gokigen)": "gokigennaname", "suguru (capsules)": "suguru",
	"tents": "tent", "yin-yang": "yinyang",
}

func penpaFinish(finish ...func(p *picture)) []func(p *picture) { return finish }

// put puts the sign of a mark in the middle of a cell of the board, and takes the mark.
func (p *picture) put(m *mark, sign string) {
	if cell, ok := p.inside(m.cell); ok {
		p.sheet.put(clues, cell, sign, p.at)
		m.taken = true
	}
}

// penpaNumbers takes texts in cells as clues. A blank text is none.
func penpaNumbers(p *picture, m *mark) {
	switch {
	case m.what != "number" || m.where != inMiddle || m.arrow && strings.Contains(m.text, "_"):
	case m.text == "":
		m.taken = true
	default:
		p.put(m, strings.NewReplacer("×", "*", "÷", "/", "−", "-", " ", "").Replace(m.text))
	}
}

// penpaShaded takes dark cells: dark and light grey, black, grey.
func penpaShaded(sign string) func(p *picture, m *mark) {
	return func(p *picture, m *mark) {
		if m.what == "surface" && (m.style == 1 || m.style == 3 || m.style == black || m.style == 8) {
			p.put(m, sign)
		}
	}
}

func (m *mark) circle() bool { return m.what == "symbol" && strings.HasPrefix(m.text, "circle_") }

// penpaCircles takes white circles and black ones.
func penpaCircles(white, black string) func(p *picture, m *mark) {
	return func(p *picture, m *mark) {
		if m.circle() && m.where == inMiddle && (m.style == 1 || m.style == 2) {
			p.put(m, []string{white, black}[m.style-1])
		}
	}
}

// penpaRings takes circles around numbers. alone is the sign of one without a number.
func penpaRings(alone string) func(p *picture, m *mark) {
	return func(p *picture, m *mark) {
		if m.circle() && m.where == inMiddle {
			p.put(m, alone)
		}
	}
}

// penpaPoints takes numbers at corners of cells, and circles around them.
func penpaPoints(p *picture, m *mark) {
	at := puzzle.Cell{Row: m.cell.Row + 1, Col: m.cell.Col + 1}
	size := puzzle.Size{Rows: p.sheet.size.Rows + 1, Cols: p.sheet.size.Cols + 1}
	if m.where != atCorner || !size.Contains(at) {
		return
	}
	if m.circle() {
		m.taken = true
	}
	if m.what == "number" {
		m.taken = true
		if m.text != "" {
			p.sheet.put(corners, size.Index(at), m.text, p.at)
		}
	}
}

// penpaCentres takes circles as centres of galaxies.
func penpaCentres(p *picture, m *mark) {
	if _, ok := p.inside(m.cell); !ok || !m.circle() || m.where > atSide {
		return
	}
	m.taken = true
	y, x := 2*m.cell.Row, 2*m.cell.Col
	if m.where == atCorner || m.where == atFoot {
		y++
	}
	if m.where == atCorner || m.where == atSide {
		x++
	}
	if m.style == 2 {
		p.in.warn(p.at, "the black centre in row %d, column %d is read like a white one", m.cell.Row+1, m.cell.Col+1)
	}
	p.in.centre(p.sheet, y, x, p.at)
}

// penpaArrows takes numbers with arrows, such as 3_1: 0 is up, 1 left, 2 right, 3 down. A clue without a number says that its
// cell is neither shaded nor visited, and no more.
func penpaArrows(p *picture, m *mark) {
	if m.what != "number" || m.where != inMiddle {
		return
	}
	number, way, ok := strings.Cut(m.text, "_")
	switch {
	case m.text == "" || number == unknown || number == "":
		p.put(m, "x")
	case ok && isNumber(number) && len(way) == 1 && way[0] >= '0' && way[0] <= '3':
		p.put(m, number+string("nwes"[way[0]-'0']))
	default:
		panic(p.in.errorf(p.at, "expected a number with an arrow, found %v", m))
	}
}

// penpaTrees takes trees.
func penpaTrees(p *picture, m *mark) {
	if m.what == "symbol" && m.text == "tents" && m.style == 1 && m.where == inMiddle {
		p.put(m, "x")
	}
}

// penpaOutside takes numbers beside the board, for a table at each side.
func penpaOutside(sides ...table) func(p *picture, m *mark) {
	return func(p *picture, m *mark) {
		if m.what != "number" || m.where != inMiddle {
			return
		}
		size, c := p.sheet.size, m.cell
		side, index := 0, c.Row
		switch inRows, inCols := c.Row >= 0 && c.Row < size.Rows, c.Col >= 0 && c.Col < size.Cols; {
		case c.Row == -1 && inCols:
			index = c.Col
		case c.Row == size.Rows && inCols:
			side, index = 1, c.Col
		case c.Col == -1 && inRows:
			side = 2
		case c.Col == size.Cols && inRows:
			side = 3
		default:
			return
		}
		m.taken = true
		if m.text != "" {
			p.sheet.put(sides[side], index, m.text, p.at)
		}
	}
}

// penpaOneSide has the numbers of Tents above and at the left, wherever they stand.
func penpaOneSide(p *picture) {
	for _, pair := range [][2]table{{top, bottom}, {left, right}} {
		for i, w := range p.sheet.get(pair[1]) {
			switch old := p.sheet.get(pair[0])[i].text; {
			case w.text == none || w.text == unknown:
			case old == none || old == w.text:
				p.sheet.put(pair[0], i, w.text, w.at)
			default:
				panic(p.in.errorf(p.at, "expected one number for a line, found %s and %s", old, w.text))
			}
		}
		for i, w := range p.sheet.get(pair[0]) {
			if w.text == unknown { // says no more than no number
				p.sheet.put(pair[0], i, none, w.at)
			}
		}
	}
}

// penpaFull says that a Skyscraper has as many heights as columns.
func penpaFull(p *picture) {
	p.sheet.header = []word{{strconv.Itoa(p.sheet.size.Cols), p.at}}
}

// penpaLines takes the numbers of a nonogram, which stand above and at the left of the board. They come in the
// order of their places.
func penpaLines(p *picture, m *mark) {
	t, index := top, m.cell.Col
	if m.what != "number" || m.where != inMiddle || (m.cell.Row < 0) == (m.cell.Col < 0) {
		return
	}
	if m.cell.Col < 0 {
		t, index = left, m.cell.Row
	}
	if words := p.sheet.get(t); index < len(words) {
		m.taken = true
		switch old := words[index].text; {
		case m.text == "":
		case old == none:
			p.sheet.put(t, index, m.text, p.at)
		default:
			p.sheet.put(t, index, old+","+m.text, p.at)
		}
	}
}
