package page

import (
	"encoding/json"
	"fmt"
	"strings"

	"formicary/pkg/lists"
	"formicary/pkg/markup"
	"formicary/pkg/puzzle"
)

// Playground is what a panel of play begins with.
type Playground struct {
	Puzzle puzzle.Puzzle
	// Engine is its name in the registry, or one of Own; empty is the first that
	// takes the puzzle. Parameters are values that differ from its defaults.
	Engine     string
	Parameters map[string]string
	// Within is a limit of iterations: the panel shows what a hundred seeds come to within it, and again when a control
	// moves. Without one the reader asks for that.
	Within int64
	// Sets are puzzles that travel with the page, of any kinds.
	Sets []puzzle.Set
	// Names are those of the sets, in their order.
	Names []string
	// Own are engines of the program that the panel brings along ([Program]); where
	// that is empty, the lab's program of the page serves.
	Own     []string
	Program string
}

// Play is the markup of a panel in which engines run: without scripts it is the
// puzzle.
func Play(p Playground) string {
	type entry struct {
		Kind string `json:"kind"`
		ID   string `json:"id"`
		Size string `json:"size"`
		Text string `json:"text"`
	}
	type set struct {
		Name    string  `json:"name"`
		Puzzles []entry `json:"puzzles"`
	}
	type engine struct {
		Name string `json:"name"`
		Kind string `json:"kind"`
		Doc  string `json:"doc"`
	}
	write := func(q puzzle.Puzzle) entry { return entry{q.Kind(), q.ID(), q.Size().Words(), q.Text()} }
	data := struct {
		Puzzle     entry             `json:"puzzle"`
		Engine     string            `json:"engine"`
		Parameters map[string]string `json:"parameters,omitempty"`
		Within     int64             `json:"within,omitempty"`
		Sets       []set             `json:"sets"`
		Own        []engine          `json:"own,omitempty"`
	}{Puzzle: write(p.Puzzle), Engine: p.Engine, Parameters: p.Parameters, Within: p.Within, Sets: []set{}}
	for i, s := range p.Sets {
		puzzles := lists.Map(s.Items, func(item puzzle.Item) entry { return write(item) })
		data.Sets = append(data.Sets, set{p.Names[i], puzzles})
	}
	for _, name := range p.Own {
		data.Own = append(data.Own, engine{name, p.Puzzle.Kind(), "an engine of this notebook's cell"})
	}
	text, err := json.Marshal(data)
	if err != nil {
		panic("page: " + err.Error()) // texts
	}
	needs := needsProgram + `=""`
	if p.Program != "" {
		needs, p.Program = "", ofCell+p.Program
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<div class="formicary-play" role="group" aria-label="%s" %s>`, markup.HTML("play "+p.Puzzle.Kind()+" "+p.Puzzle.ID()), needs)
	fmt.Fprintf(&b, `<script type="application/json" class="formicary-play-data">%s</script>%s`, text, p.Program)
	fmt.Fprintf(&b, `<div class="formicary-alt">%s<p>Trust this notebook to run engines on this puzzle, or run the cell again.</p></div>`, p.Puzzle.Draw(puzzle.View{}))
	b.WriteString("</div>" + handed)
	return b.String()
}
