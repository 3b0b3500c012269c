package generate

import (
	"math"
	"strings"
)

// letters are strokes in a square of 4 by 6: points as pairs of digits, strokes
// with blanks between them.
var letters = map[byte]string{
	'A': "062046 1434", 'B': "060030414233 0333444536 0636", 'C': "4130100105163645", 'D': "06003041453606",
	'E': "40000646 0333", 'F': "400006 0333", 'G': "413010010516364543 2343", 'H': "0006 4046 0343",
	'I': "2026 1030 1636", 'J': "4045361605", 'K': "0006 400346", 'L': "000646", 'M': "0600234046",
	'N': "06004640", 'O': "103041453616050110", 'P': "06003041423303", 'Q': "103041453616050110 2446",
	'R': "06003041423303 2346", 'S': "413010010212324344361605", 'T': "0040 2026", 'U': "000516364540",
	'V': "002640", 'W': "0016233640", 'X': "0046 4006", 'Y': "002340 2326", 'Z': "00400646",
	'0': "103041453616050110", '1': "112026 1636", '2': "0110304142050646", '3': "011030414233 1333 334445361605",
	'4': "3036 300444", '5': "400002324344361605", '6': "30100105163645443303", '7': "004016", '8': "103041423313020110 1304051636454433", '9': "4313020110304145361605",
}

// words are what is written, by number of letters.
var words = []string{
	"A", "B", "G", "K", "M", "N", "Q", "R", "S", "Z", "2", "3", "5",
	"GO", "PI", "OX", "HI", "UP",
	"ANT", "BEE", "SUN", "SEA", "OWL", "ICE",
	"NEST", "LINE", "GRID", "MAZE", "LAMP",
	"LOGIC", "CLUES", "CHESS", "RIDGE",
	"PUZZLE", "PIXELS", "COLONY",
	"NONOGRAM", "INSECTS",
}

// letter draws a letter into the square from -1 to 1.
func letter(k *kit, i ink, c byte, width float64) {
	for _, points := range strings.Fields(letters[c]) {
		var xy []float64
		for j := 0; j+1 < len(points); j += 2 {
			xy = append(xy, (float64(points[j]-'0')/2-1)*(1-width/2), (float64(points[j+1]-'0')/3-1)*(1-width/2))
		}
		k.paint(i, stroke(math.Max(width, k.pen(0)), xy...))
	}
}

// glyphs writes a word, in as many lines as make its letters largest.
func glyphs(k *kit) string {
	w, h := float64(k.size.Cols), float64(k.size.Rows)
	var fit []string
	for _, most := range []float64{28, 1 << 30} { // rather more letters than large ones
		for _, word := range words {
			if _, side := layout(word, w, h); side >= 9 && side <= most {
				fit = append(fit, word)
			}
		}
		if len(fit) > 0 {
			break
		}
	}
	if len(fit) == 0 {
		fit = words[:1]
	}
	word := fit[k.r.IntN(len(fit))]
	perLine, _ := layout(word, w, h)
	lines := (len(word) + perLine - 1) / perLine
	inks := k.inks(len(word))
	dark := !k.colour && len(word) <= 2 && k.r.IntN(2) == 0
	if dark {
		k.paint(black, ellipse(w/2, h/2, w/2, h/2))
	}
	for i := range len(word) {
		row, col := i/perLine, i%perLine
		inLine := min(perLine, len(word)-row*perLine)
		x := w * (float64(col) + .5) / float64(inLine)
		y := h * (float64(row) + .5) / float64(lines)
		halfX, halfY := w/float64(inLine)*.42, h/float64(lines)*.44
		halfX = min(halfX, halfY*1.1)
		halfY = min(halfY, halfX*1.5)
		if dark {
			halfX, halfY = halfX*.62, halfY*.7
		}
		k.in(x, y, halfX, halfY, func(k *kit) {
			if dark {
				letter(k, blank, word[i], .34)
				return
			}
			letter(k, inks[i%len(inks)], word[i], .38)
		})
	}
	return word
}

// layout is the number of letters on a line that makes them largest, and their
// width in cells.
func layout(word string, w, h float64) (perLine int, side float64) {
	for n := 1; n <= len(word); n++ {
		lines := math.Ceil(float64(len(word)) / float64(n))
		if s := min(w/float64(n), h/lines/1.3); s > side {
			perLine, side = n, s
		}
	}
	return perLine, side
}
