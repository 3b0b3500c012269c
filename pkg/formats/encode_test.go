package formats_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// grid is a table of the text of a declared kind.
type grid [][]string

// boardOf is the text of a puzzle as its size and tables: those of cells, or of corners, one after the other.
type boardOf struct {
	kind       string
	rows, cols int
	header     []string
	lines      grid
}

func parse(kind, text string) boardOf {
	b := boardOf{kind: kind}
	for line := range strings.Lines(text) {
		b.lines = append(b.lines, strings.Fields(line))
	}
	head := b.lines[0]
	b.rows, _ = strconv.Atoi(head[0])
	b.cols, _ = strconv.Atoi(head[1])
	b.header, b.lines = head[2:], b.lines[1:]
	return b
}

// part is the table that begins at a line.
func (b boardOf) part(from, rows int) grid { return b.lines[from : from+rows] }

// each writes what sign says of each cell of some rows, with what stands between and behind rows.
func each(g grid, between, behind string, sign func(row, col int, text string) string) string {
	var out strings.Builder
	for row, line := range g {
		for col, text := range line {
			if col > 0 {
				out.WriteString(between)
			}
			out.WriteString(sign(row, col, text))
		}
		out.WriteString(behind)
	}
	return out.String()
}

// signs writes signs by a table of what they become.
func signs(g grid, between, behind string, become map[string]string) string {
	return each(g, between, behind, func(_, _ int, text string) string {
		if other, ok := become[text]; ok {
			return other
		}
		return text
	})
}

// borders says which neighbours in rows, and which in columns, have different names.
func borders(g grid) (beside, below grid) {
	for row, line := range g {
		var besides, belows []string
		for col, name := range line {
			if col+1 < len(line) {
				besides = append(besides, strconv.Itoa(one(name != line[col+1])))
			}
			if row+1 < len(g) {
				belows = append(belows, strconv.Itoa(one(name != g[row+1][col])))
			}
		}
		if beside = append(beside, besides); belows != nil {
			below = append(below, belows)
		}
	}
	return beside, below
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

var editorNames = map[string]string{
	"akari": "lightup", "cave": "cave", "countryroad": "country", "creek": "creek", "fillomino": "fillomino", "galaxies": "tentaisho",
	"gokigennaname": "gokigen", "hakyuu": "ripple", "hashi": "hashikake", "heyawake": "heyawake", "hitori": "hitori", "kakuro": "kakuro",
	"kuromasu": "kurodoko", "kurotto": "kurotto", "lits": "lits", "masyu": "mashu", "norinori": "norinori", "numberlink": "numlin",
	"nurimisaki": "nurimisaki", "shakashaka": "shakashaka", "shikaku": "shikaku", "simpleloop": "simpleloop", "skyscraper": "skyscrapers",
	"slitherlink": "slither", "starbattle": "starbattle", "suguru": "suguru", "tent": "tents", "yajilin": "yajilin", "yinyang": "yinyang",
}

// toPzprv3 writes a board as a file of the pzpr editor.
func toPzprv3(b boardOf) string {
	const end = " /"
	rows, cols := b.rows, b.cols
	cells := func(from int, become map[string]string) string {
		all := map[string]string{"-": ".", "?": "-"}
		for sign, other := range become {
			all[sign] = other
		}
		return signs(b.part(from, rows), " ", end, all)
	}
	rooms := func(from int) string {
		most := 0
		text := each(b.part(from, rows), " ", end, func(_, _ int, name string) string {
			n, _ := strconv.Atoi(name)
			most = max(most, n)
			return strconv.Itoa(n - 1)
		})
		return strconv.Itoa(most) + "/" + text
	}
	body, version := "", ""
	switch b.kind {
	case "akari":
		body = cells(0, map[string]string{"x": "-"})
	case "kurotto":
		body = cells(0, map[string]string{"o": "-"})
	case "shakashaka":
		body = cells(0, map[string]string{"x": "5"})
	case "simpleloop":
		body = cells(0, map[string]string{"x": "*"})
	case "masyu", "yinyang":
		body = cells(0, map[string]string{"w": "1", "b": "2"})
	case "yajilin":
		body = each(b.part(0, rows), " ", end, func(_, _ int, text string) string {
			switch text {
			case "-":
				return "."
			case "x":
				return "0,-"
			}
			n := len(text) - 1
			return strconv.Itoa(strings.IndexByte("nswe", text[n])+1) + "," + text[:n]
		})
	case "countryroad", "heyawake":
		body = rooms(rows) + cells(0, nil)
	case "lits":
		body = rooms(0)
	case "norinori":
		version = ".1"
		beside, below := borders(b.part(rows, rows))
		body = signs(beside, " ", end, nil) + signs(below, " ", end, nil)
	case "starbattle":
		body = b.header[0] + "/" + rooms(0)
	case "hakyuu", "suguru":
		beside, below := borders(b.part(rows, rows))
		body = signs(beside, " ", end, nil) + signs(below, " ", end, nil) + cells(0, nil)
	case "creek", "gokigennaname":
		body = signs(b.part(0, rows+1), " ", end, map[string]string{"-": "."})
	case "galaxies":
		stars := make([][]byte, 2*rows-1)
		for i := range stars {
			stars[i] = bytes.Repeat([]byte("."), 2*cols-1)
		}
		for row, line := range b.part(0, rows) {
			for col, text := range line {
				if n, err := strconv.Atoi(text); err == nil {
					stars[2*row+n/2][2*col+n%2] = '1'
				}
			}
		}
		body = string(bytes.Join(stars, []byte("/"))) + "/"
	case "tent":
		body = ". " + signs(b.part(0, 1), " ", end, map[string]string{"-": "."})
		for row := range rows {
			body += signs(grid{{b.lines[1][row]}}, " ", " ", map[string]string{"-": "."}) + signs(b.part(2+row, 1), " ", end, map[string]string{"-": ".", "x": "1"})
		}
	case "skyscraper":
		dot := map[string]string{"-": "."}
		body = ". " + signs(b.part(0, 1), " ", " . /", dot)
		for row := range rows {
			body += signs(grid{{b.lines[2][row]}}, " ", " ", dot) + each(b.part(4+row, 1), " ", " ", func(_, _ int, text string) string {
				if text == "-" {
					return "."
				}
				return "q" + text
			}) + signs(grid{{b.lines[3][row]}}, " ", end, dot)
		}
		body += ". " + signs(b.part(1, 1), " ", " . /", dot)
	case "kakuro":
		body = each(b.part(0, rows), " ", end, func(row, col int, text string) string {
			down, across, _ := strings.Cut(text, ",")
			number := func(text string) string {
				if text == "" || text == "-" {
					return "0"
				}
				return text
			}
			switch {
			case row > 0 && col > 0 && text == "0":
				return "."
			case row > 0 && col > 0:
				return number(across) + "," + number(down)
			case row > 0:
				return number(across)
			}
			return number(down)
		})
		rows, cols = rows-1, cols-1
	default:
		body = cells(0, nil)
	}
	return fmt.Sprintf("pzprv3%s/%s/%d/%d/%s", version, editorNames[b.kind], rows, cols, body)
}

// toBoard writes a board as rows of signs.
func toBoard(b boardOf) string {
	between := ""
	for _, line := range b.lines {
		for _, text := range line {
			if len(text) > 1 {
				between = " "
			}
		}
	}
	return signs(b.lines, between, "\n", map[string]string{"-": "."})
}

// toPenpa writes a board as the address of a picture.
func toPenpa(b boardOf) string { return penpaURL(picture(b)) }

// picture is the text of a picture of a board, with margins.
func picture(b boardOf) string {
	const margin = 1
	rows, cols, from := b.rows, b.cols, 0
	nx, ny := cols+2*margin+4, rows+2*margin+4
	at := func(row, col int) int { return (row+margin+2)*nx + col + margin + 2 }
	part := func(where, row, col int) string { return strconv.Itoa(where*nx*ny + at(row, col)) }
	small := func(corner, row, col int) string { return strconv.Itoa(4*nx*ny + 4*at(row, col) + corner) }
	drawn := map[string]map[string]any{"surface": {}, "number": {}, "numberS": {}, "symbol": {}, "lineE": {}}
	var cages [][]int
	text := func(row, col int, text string) { drawn["number"][part(0, row, col)] = []any{text, 1, "1"} }
	regions := func(g grid) {
		for row, line := range g {
			for col, name := range line {
				if col+1 < len(line) && name != line[col+1] {
					drawn["lineE"][part(1, row-1, col)+","+part(1, row, col)] = 2
				}
				if row+1 < len(g) && name != g[row+1][col] {
					drawn["lineE"][part(1, row, col-1)+","+part(1, row, col)] = 2
				}
			}
		}
	}
	switch b.kind {
	case "skyscraper":
		for i := range cols {
			text(-1, i, b.lines[0][i])
			text(rows, i, b.lines[1][i])
			text(i, -1, b.lines[2][i])
			text(i, cols, b.lines[3][i])
		}
		from = 4
	case "tent":
		for i, n := range b.lines[0] {
			text(-1, i, n)
		}
		for i, n := range b.lines[1] {
			text(i, -1, n)
		}
		from = 2
	case "countryroad", "hakyuu", "heyawake", "norinori", "suguru":
		regions(b.part(rows, rows))
	case "lits", "starbattle":
		regions(b.part(0, rows))
		from = rows
	case "kenken", "killersudoku":
		of := map[string]int{}
		for row, line := range b.part(rows, rows) {
			for col, name := range line {
				if _, ok := of[name]; !ok {
					of[name] = len(cages)
					cages = append(cages, nil)
				}
				cages[of[name]] = append(cages[of[name]], at(row, col))
			}
		}
	}
	for row, line := range b.lines[from:min(from+rows, len(b.lines))] {
		for col, sign := range line {
			cell := part(0, row, col)
			switch {
			case sign == "-" && b.kind != "kakuro":
			case b.kind == "akari" || b.kind == "shakashaka" || b.kind == "simpleloop":
				if drawn["surface"][cell] = 4; sign != "x" {
					text(row, col, sign)
				}
			case b.kind == "masyu" || b.kind == "yinyang":
				drawn["symbol"][cell] = []any{1 + one(sign == "b"), "circle_L", 2}
			case b.kind == "kurotto" || b.kind == "nurimisaki":
				if drawn["symbol"][cell] = []any{1, "circle_L", 2}; sign != "o" && sign != "?" {
					text(row, col, sign)
				}
			case b.kind == "creek" || b.kind == "gokigennaname":
				drawn["number"][part(1, row-1, col-1)] = []any{sign, 6, "1"}
			case b.kind == "galaxies":
				drawn["symbol"][part([]int{0, 3, 2, 1}[sign[0]-'0'], row, col)] = []any{1, "circle_SS", 2}
			case b.kind == "tent":
				drawn["symbol"][cell] = []any{1, "tents", 2}
			case b.kind == "yajilin" && sign == "x":
				drawn["surface"][cell] = 8
			case b.kind == "yajilin":
				n := len(sign) - 1
				drawn["number"][cell] = []any{sign[:n] + "_" + strconv.Itoa(strings.IndexByte("nwes", sign[n])), 1, "2"}
			case b.kind == "kenken" || b.kind == "killersudoku":
				drawn["numberS"][small(0, row, col)] = []any{sign, 1}
			case b.kind == "kakuro":
				if sign == "0" {
					break
				}
				drawn["symbol"][cell] = []any{1, "kakuro", 2}
				down, across, _ := strings.Cut(strings.Trim(sign, "-"), ",")
				if down != "" {
					drawn["numberS"][small(2, row, col)] = []any{down, 4}
				}
				if across != "" {
					drawn["numberS"][small(1, row, col)] = []any{across, 4}
				}
			default:
				text(row, col, sign)
			}
		}
	}
	if b.kind == "creek" || b.kind == "gokigennaname" { // one more row of corners than of cells
		for col, sign := range b.lines[rows] {
			if sign != "-" {
				drawn["number"][part(1, rows-1, col-1)] = []any{sign, 6, "1"}
			}
		}
	}
	var cells []int
	last := 0
	for row := range rows {
		for col := range cols {
			cells = append(cells, at(row, col)-last)
			last = at(row, col)
		}
	}
	parts := map[string]any{"killercages": cages, "thermo": []int{}}
	for name, part := range drawn {
		parts[name] = part
	}
	q, _ := json.Marshal(parts)
	c, _ := json.Marshal(cells)
	stars := ""
	if b.kind == "starbattle" {
		stars = b.header[0] + " stars"
	}
	return fmt.Sprintf("square,%d,%d,38,0,1,1,600,600,1,1,0,0,0,0,Title: %s,Author: z\n[1,1,1,1]\n{}\n%s\n\n%s\n", cols+2*margin, rows+2*margin, stars, q, c)
}

// penpaURL packs the text of a picture into an address.
func penpaURL(text string) string {
	for _, short := range [][2]string{{"z", "zZ"}, {`"surface"`, "zS"}, {`"lineE"`, "zE"}, {`"number"`, "zN"}, {`"symbol"`, "zY"}, {`"numberS"`, "z1"}, {`"killercages"`, "z6"}} {
		text = strings.ReplaceAll(text, short[0], short[1])
	}
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, 9)
	_, _ = w.Write([]byte(text))
	_ = w.Close()
	return "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + base64.StdEncoding.EncodeToString(packed.Bytes())
}
