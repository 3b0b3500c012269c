package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"formicary/pkg/lists"
	"formicary/pkg/markup"
	"formicary/pkg/puzzle"
)

// Reel is what a film shows: tracks side by side on one clock.
type Reel struct {
	// Clock says what the clock counts, such as "iteration".
	Clock  string
	Tracks []Track
}

// Track is one side of a film. A film has at least one, and each at least one
// moment with a drawing.
type Track struct {
	// Title names the track; Colour (CSS) is that of its curves.
	Title, Colour string
	// Run names the run that is seen, for marks of charts that stand for its moments
	// (charts.FilmOf); "" for none.
	Run string
	// Moments are in the order of the clock.
	Moments []Moment
}

// Moment is what a track has at one place of the clock.
type Moment struct {
	At      int64
	Caption string
	// SVG is a drawing, such as [puzzle.SVG]. Where it is empty the drawing before
	// it stays: the moment is a point of the curves only.
	SVG string
	// Small is the drawing as one of several small ones beside each other, for paper and for where scripts do not
	// run; "" leaves it out.
	Small   string
	Numbers []Number
}

// Number is a point of a curve.
type Number struct {
	// Name says what it is. Numbers of one name make one curve of a track.
	Name string
	// With names the number in whose frame this one is drawn, as a bolder curve in
	// steps: "lowest so far" with "cost". Empty is a frame of its own.
	With  string
	Value float64
}

// reelBytes bounds the compressed film. Notebooks and pages hold several.
const reelBytes = 300_000

// Film is the markup of a film. Its frames travel compressed, each part of a drawing
// once; where they take more than 300 kB, evenly spaced drawings are left out, which
// a note under the film says. On paper and without scripts, the last
// drawings are seen side by side, each under its small ones.
func Film(r Reel) string {
	reel := pack(r)
	for len(reel) > reelBytes && halve(&r) {
		reel = pack(r)
	}
	h := sha256.New()
	h.Write([]byte(reel))
	var b strings.Builder
	name := "Film"
	for i, t := range r.Tracks {
		if t.Title != "" {
			name += [...]string{": ", ", "}[min(i, 1)] + t.Title
		}
	}
	fmt.Fprintf(&b, `<div class="formicary-film" id="formicary-film-%s" role="group" aria-label="%s" data-lm-suppress-shortcuts="true" style="margin:.4rem 0 1.25rem">`,
		hex.EncodeToString(h.Sum(nil)[:6]), markup.HTML(name))
	b.WriteString(`<div class="formicary-film-still" style="display:flex;flex-wrap:wrap;gap:1rem 1.5rem;align-items:flex-start">`)
	for _, t := range r.Tracks {
		last := t.Moments[t.last()]
		fmt.Fprintf(&b, `<figure style="margin:0;flex:1 1 13rem;min-width:min(100%%,13rem)"><div style="font-weight:600">%s</div>`, markup.HTML(t.Title))
		var small strings.Builder
		for _, m := range t.Moments {
			if m.Small != "" {
				fmt.Fprintf(&small, `<figure style="margin:0;flex:0 1 11rem;min-width:5rem">%s<figcaption style="font-size:.8em">%s %s</figcaption></figure>`, m.Small, markup.HTML(r.Clock), puzzle.Thousands(int(m.At)))
			}
		}
		if small.Len() > 0 {
			fmt.Fprintf(&b, `<div style="display:flex;gap:.6rem;margin:.25rem 0 .6rem">%s</div>`, small.String())
		}
		fmt.Fprintf(&b, `%s<figcaption style="font-size:.9em;margin-top:.25rem">%s</figcaption></figure>`, last.SVG, markup.HTML(last.Caption))
	}
	fmt.Fprintf(&b, `</div><p class="formicary-film-alt" style="font-size:.9em">%s <em>This is the end of a film. Trust this notebook to play it, or run the cell again.</em></p>`, markup.HTML(r.String()))
	fmt.Fprintf(&b, `<script type="text/plain" class="formicary-reel">%s</script>`, reel)
	b.WriteString("</div>" + handed)
	return b.String()
}

// String is the text alternative of the film: how its tracks begin and end.
func (r Reel) String() string {
	said := make([]string, len(r.Tracks))
	for i, t := range r.Tracks {
		first, last := t.Moments[0], t.Moments[t.last()]
		said[i] = fmt.Sprintf("%s, %s %s to %s. ", puzzle.Plural(len(t.Moments), "moment"), r.Clock, puzzle.Thousands(int(first.At)), puzzle.Thousands(int(last.At)))
		if t.Title != "" {
			said[i] = t.Title + ": " + said[i]
		}
		if first.Caption != last.Caption {
			said[i] += "It begins with: " + strings.TrimSuffix(first.Caption, ".") + ". "
		}
		said[i] += "It ends with: " + strings.TrimSuffix(last.Caption, ".") + "."
	}
	return strings.Join(said, "\n")
}

// last is the place of the last moment with a drawing.
func (t Track) last() int {
	for i := len(t.Moments) - 1; i >= 0; i-- {
		if t.Moments[i].SVG != "" {
			return i
		}
	}
	panic("page: a track of a film without a drawing")
}

// drawn counts the drawings.
func drawn(r Reel) (n int) {
	for _, t := range r.Tracks {
		for _, m := range t.Moments {
			if m.SVG != "" {
				n++
			}
		}
	}
	return n
}

// left says what was left out.
func left(r Reel) string {
	all := lists.Sum(r.Tracks, func(t Track) int { return len(t.Moments) })
	if n := drawn(r); n < all {
		return fmt.Sprintf("%d of %d moments are drawn, evenly spaced. The curves have them all.", n, all)
	}
	return ""
}

// halve takes every other drawing out of a film, but for the first and the last of
// each track, and says whether there were any.
func halve(r *Reel) bool {
	before := drawn(*r)
	r.Tracks = slices.Clone(r.Tracks)
	for i := range r.Tracks {
		t := &r.Tracks[i]
		t.Moments = slices.Clone(t.Moments)
		n, last := 0, t.last()
		for k := range t.Moments {
			if m := &t.Moments[k]; m.SVG != "" {
				if n++; n%2 == 0 && k != last {
					m.SVG = ""
				}
			}
		}
	}
	return drawn(*r) < before
}

// packed is a film as the player reads it.
type packed struct {
	Clock  string        `json:"clock"`
	Note   string        `json:"note,omitempty"`
	Tracks []packedTrack `json:"tracks"`
}

type packedTrack struct {
	Title  string `json:"title"`
	Colour string `json:"colour"`
	Run    string `json:"run,omitempty"`
	// At and Captions are of all moments, Frames their drawings as places in Pieces,
	// and null where there is none.
	At       []int64       `json:"at"`
	Captions []string      `json:"captions"`
	Frames   [][]int       `json:"frames"`
	Pieces   []string      `json:"pieces"`
	Numbers  []packedCurve `json:"numbers"`
}

// packedCurve has a value for each moment, null where there is none.
type packedCurve struct {
	Name   string     `json:"name"`
	With   string     `json:"with,omitempty"`
	Values []*float64 `json:"values"`
}

// pack is the film as compressed JSON in base64.
func pack(r Reel) string {
	p := packed{Clock: r.Clock, Note: left(r)}
	for _, t := range r.Tracks {
		one := packedTrack{Title: t.Title, Colour: t.Colour, Run: t.Run, Numbers: []packedCurve{}}
		place, curve := map[string]int{}, map[string]int{}
		for i, m := range t.Moments {
			one.At, one.Captions = append(one.At, m.At), append(one.Captions, m.Caption)
			var frame []int
			if m.SVG != "" {
				for _, piece := range pieces(m.SVG) {
					at, ok := place[piece]
					if !ok {
						at = len(one.Pieces)
						place[piece] = at
						one.Pieces = append(one.Pieces, piece)
					}
					frame = append(frame, at)
				}
			}
			one.Frames = append(one.Frames, frame)
			for _, n := range m.Numbers {
				at, ok := curve[n.Name]
				if !ok {
					at = len(one.Numbers)
					curve[n.Name] = at
					one.Numbers = append(one.Numbers, packedCurve{Name: n.Name, With: n.With, Values: make([]*float64, len(t.Moments))})
				}
				if v := n.Value; !math.IsNaN(v) && !math.IsInf(v, 0) {
					one.Numbers[at].Values[i] = &v
				}
			}
		}
		p.Tracks = append(p.Tracks, one)
	}
	text, err := json.Marshal(p)
	if err != nil {
		panic("page: " + err.Error()) // strings and finite numbers
	}
	return base64.StdEncoding.EncodeToString(squeeze(text))
}

// squeeze compresses.
func squeeze(text []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(text)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic("page: " + err.Error()) // a bytes.Buffer takes everything
	}
	return b.Bytes()
}

// pieces cuts a drawing into the tag that opens it, its children, and the tag that
// closes it. Together they are the drawing.
func pieces(svg string) (out []string) {
	svg = strings.TrimSpace(svg)
	depth, from := 0, 0
	for at := 0; at < len(svg); {
		end := strings.IndexByte(svg[at:], '>')
		if svg[at] != '<' || end < 0 {
			next := strings.IndexByte(svg[at+1:], '<')
			if next < 0 {
				break
			}
			at += 1 + next
			continue
		}
		tag := svg[at : at+end+1]
		at += end + 1
		switch {
		case strings.HasPrefix(tag, "</"):
			depth--
		case !strings.HasSuffix(tag, "/>"):
			depth++
			if depth == 1 { // the root opens
				out, from = append(out, svg[from:at]), at
			}
		}
		if depth == 1 && from < at {
			out, from = append(out, svg[from:at]), at
		}
	}
	if from < len(svg) {
		out = append(out, svg[from:])
	}
	return out
}
