package gallery

import (
	"fmt"
	"html/template"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"formicary/pkg/charts/page"
	"formicary/pkg/engines"
	"formicary/pkg/nonogram/nonograms"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// setLink is a puzzle set in the index.
type setLink struct {
	link
	Kind, About, Text string
	Count             int
	path              string
	kind              sets.Kind
	others            bool // it is not part of the repository
}

// board is one puzzle on the page of its set.
type board struct {
	Place           int // of its drawing
	ID, Size, Grade string
	Solved          []string // by whom, in words
	Values          string   // what it can be sorted by, with commas between
}

// findSets lists the sets of the repository and, where the environment names a folder
// of them, those of others; sorted by kind and name.
func findSets() (sets []setLink, err error) {
	for _, kind := range engines.Kinds() {
		places, err := kind.Places()
		if err != nil {
			return nil, err
		}
		for _, p := range places {
			s := setLink{link: link{Title: p.Name}, Kind: kind.Title, About: abouts(filepath.Dir(p.Path))[filepath.Base(p.Path)], path: p.Path, kind: kind, others: p.Shared}
			s.Page = fmt.Sprintf("set-%s-%s.html", kind.Name, strings.ReplaceAll(p.Name, "/", "-"))
			sets = append(sets, s)
		}
	}
	return sets, nil
}

// abouts is what the manifest of a folder says that its files are for.
func abouts(folder string) map[string]string {
	out := map[string]string{}
	text, err := os.ReadFile(filepath.Join(folder, "MANIFEST"))
	if err != nil {
		return out
	}
	file := ""
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch name {
		case "file":
			file = value
		case "about":
			out[file] = value
		}
	}
	return out
}

// writeSets writes a page for every set that can be read, and returns those.
func writeSets(to site, solved tally) ([]setLink, error) {
	found, err := findSets()
	if err != nil {
		return nil, err
	}
	var sets []setLink
	var opened []puzzle.Set
	for _, s := range found {
		set, err := s.kind.Open(s.path)
		if err != nil && !s.others {
			return nil, err
		}
		if err != nil { // what others have in the folder need not be a set
			continue
		}
		s.Count = set.Len()
		s.Text = strings.ToLower(strings.Join([]string{s.Title, s.Kind, s.About, "puzzle set"}, " "))
		sets, opened = append(sets, s), append(opened, set)
	}
	links := make([]link, len(sets))
	for i, s := range sets {
		links[i] = link{s.Page, s.Kind + ": " + s.Title} // most sets are called open
	}
	for i, s := range sets {
		if err := writeSet(to, between(links, i), s, opened[i], solved); err != nil {
			return nil, err
		}
	}
	return sets, nil
}

// writeSet writes the page of a set.
func writeSet(to site, at place, s setLink, set puzzle.Set, solved tally) error {
	data := struct {
		place
		Set           setLink
		Others        bool
		Solvers, Keys []string
		Style         template.HTML
		Boards        []board
		Drawings      template.HTML
	}{place: at, Set: s, Others: s.others, Solvers: solved.engines(set)}
	grades := gradesOf(set)
	for _, f := range s.kind.Features {
		data.Keys = append(data.Keys, f.Name)
	}
	if len(grades) > 1 {
		data.Keys = append(data.Keys, "published difficulty")
	}
	for _, engine := range data.Solvers {
		data.Keys = append(data.Keys, "share of runs solved by "+solver.Label(engine, ""))
	}
	rules := map[string]bool{}
	var drawings []string
	for _, item := range set.Items {
		picture, style := compact(item.Draw(small(item)))
		for _, rule := range style {
			if !rules[rule] {
				rules[rule] = true
				data.Style += template.HTML(rule)
			}
		}
		drawings = append(drawings, picture)
		b := board{Place: len(data.Boards), ID: item.ID(), Size: item.Size().Words(), Grade: item.Grade}
		var values []string
		add := func(v float64) {
			text := ""
			if !math.IsNaN(v) {
				text = strconv.FormatFloat(v, 'g', 6, 64)
			}
			values = append(values, text)
		}
		for _, f := range s.kind.Features {
			add(f.Of(item))
		}
		if len(grades) > 1 {
			rank := math.NaN()
			if i := slices.Index(grades, item.Grade); i >= 0 {
				rank = float64(i)
			}
			add(rank)
		}
		for _, engine := range data.Solvers {
			c := solved.of(item, engine)
			if c.runs == 0 {
				add(math.NaN())
				continue
			}
			add(float64(c.solved) / float64(c.runs))
			b.Solved = append(b.Solved, fmt.Sprintf("%s %d/%d", solver.Label(engine, ""), c.solved, c.runs))
		}
		b.Values = strings.Join(values, ",")
		data.Boards = append(data.Boards, b)
	}
	data.Style, data.Drawings = "<style>"+data.Style+"</style>", template.HTML(page.Drawings(drawings))
	return to.page(s.Page, "set", data)
}

// boardSide is how wide and high a board is on the page of its set, in pixels.
const boardSide = 136

// small is how a board is drawn: as it is given, or, of a nonogram whose picture is
// known, the picture.
func small(item puzzle.Item) puzzle.View {
	v := puzzle.View{CellSize: max(8, boardSide/max(item.Size().Rows, item.Size().Cols))}
	if item.Kind() == nonograms.Kind.Name {
		v.CellSize, v.Board = 12, item.Solution
		if !v.Board.IsZero() {
			v.CellSize = 6
		}
	}
	return v
}

// known are the words for difficulty that puzzle sets use, from easy to hard.
var known = []string{"easy", "deduction", "medium", "hard", "search", "extreme"}

// gradesOf are the published difficulties of a set, from easy to hard: numbers by
// value, the usual words in their order, others as they come; without the empty one.
func gradesOf(set puzzle.Set) (grades []string) {
	for _, item := range set.Items {
		if item.Grade != "" && !slices.Contains(grades, item.Grade) {
			grades = append(grades, item.Grade)
		}
	}
	rank := func(grade string) float64 {
		if n, err := strconv.ParseFloat(grade, 64); err == nil {
			return n
		}
		return float64(slices.Index(known, grade))
	}
	slices.SortStableFunc(grades, func(a, b string) int {
		switch x, y := rank(a), rank(b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	return grades
}

var (
	drawingStyle = regexp.MustCompile(`(?s)<style>(.*?)</style>`)
	drawingRule  = regexp.MustCompile(`\.formicary-board\.\w+ [^{}]*\{[^{}]*\}`)
	drawingHead  = regexp.MustCompile(`(?s)^<svg [^>]*?class="([^"]*)"[^>]*?viewBox="([^"]*)"[^>]*?(--mark:[^;"]*)[^>]*>`)
	drawingText  = regexp.MustCompile(`(?s)<title>.*?</title>|<desc>.*?</desc>`)
)

// compact is a drawing without what those of a page share, and that: the rules of its
// style. Its text alternative is the caption beside it.
func compact(drawing puzzle.SVG) (picture string, style []string) {
	text := strings.TrimSpace(string(drawing))
	if m := drawingStyle.FindStringSubmatch(text); m != nil {
		// What all kinds share comes first.
		own := drawingRule.FindStringIndex(m[1])
		if own == nil {
			own = []int{len(m[1])}
		}
		style = append([]string{m[1][:own[0]]}, drawingRule.FindAllString(m[1], -1)...)
	}
	text = drawingStyle.ReplaceAllString(drawingText.ReplaceAllString(text, ""), "")
	return drawingHead.ReplaceAllString(text, `<svg class="$1" viewBox="$2" style="$3" aria-hidden="true">`), style
}
