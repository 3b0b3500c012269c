package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

type importCommand struct {
	Name    string   `placeholder:"NAME" help:"The plan's name, by which show.Kept, explore and export find the runs; the file's by default."`
	Out     string   `type:"path" placeholder:"DIR" help:"Folder for the runs, which is made; NAME below .formicary/runs by default."`
	Puzzles []string `type:"path" sep:"none" placeholder:"FILE" help:"A file with puzzles of the runs; may be given several times."`
	File    string   `arg:"" help:"A table of runs as comma-separated values, such as “formicary export --csv” writes."`
}

func (c *importCommand) Help() string {
	return `Reads runs that another program has made, and writes them as the plan and the journal of a folder: “formicary explore”,
“formicary export” and show.Kept read it, beside runs of the lab. The first line has the names of the columns, in any order:

kind, engine and status (solved, unique, multiple, unsolvable, exhausted or failed) have to be there, and what names the
puzzle: its set and its id (puzzle), its content hash (content), or its text (text). All others may be left out: variant,
parameter_NAME for each parameter, run (from 0, by default in the order of the lines), seed, cost (0 for a solution, -1
where it is not known), iterations, evaluations, seconds, cpu, error, budget_iterations, budget_evaluations, budget_wall,
budget_cpu, and board, the values of the best board in raster order between spaces. Other columns that “formicary export”
writes are not read: plan, design, code, digest, rows, cols, row and parameters.

The board of a run is judged by the lab's own judge of the puzzle: a run that claims a solution with a board that breaks
a rule is refused, with its line and column, and so is a board that solves the puzzle of a run that claims none. Runs
without a board are taken as they are, and counted. The code of the records is imported- and the hash of the file:
nothing here can rerun them, and “formicary verify” says so.

The exit status is 2 where a line is refused; nothing is written then.`
}

func (c *importCommand) Run(s *streams) error {
	name := c.Name
	if name == "" {
		name = experiment.Slug(base(c.File))
	}
	dir := c.Out
	if dir == "" {
		home, err := experiment.Home()
		if err != nil {
			return badInput(err)
		}
		dir = filepath.Join(home, experiment.Slug(name))
	}
	file, err := os.Open(c.File)
	if err != nil {
		return badInput(missing(err, "table", c.File, "the path of a .csv file"))
	}
	defer file.Close()
	l := lookup{files: c.Puzzles, sets: map[string]puzzle.Set{}}
	runs, err := experiment.Import(name, c.File, file, l.open)
	if err == nil {
		err = runs.Save(dir)
	}
	if err != nil {
		return badInput(err)
	}
	solved := 0
	for _, r := range runs.Records {
		if r.Solved() {
			solved++
		}
	}
	_, err = fmt.Fprintf(s.stdout, "%s: %s of %s on %s, %s solved; %s judged\n", dir, puzzle.Plural(len(runs.Records), "run"), puzzle.Plural(len(runs.Plan.Engines), "engine"),
		puzzle.Plural(len(runs.Plan.Puzzles), "puzzle"), puzzle.Thousands(solved), puzzle.Plural(runs.Judged, "board was", "boards were"))
	return err
}

// lookup finds the puzzles of a table.
type lookup struct {
	files []string
	sets  map[string]puzzle.Set
}

// open finds a puzzle by its text, its set and id, its content, or its id in the files.
func (l *lookup) open(o sets.Origin) (puzzle.Puzzle, error) {
	kind, err := engines.FindKind(o.Kind)
	if err != nil {
		return nil, err
	}
	if o.Text != "" {
		set, err := kind.Read("its text", strings.NewReader(o.Text))
		if err != nil {
			return nil, err
		}
		if len(set.Items) != 1 {
			return nil, fmt.Errorf("the text has %s", puzzle.Plural(len(set.Items), "puzzle"))
		}
		item := set.Items[0]
		if o.ID != "" {
			item.Puzzle = kind.Rename(item.Puzzle, o.ID)
		}
		return item, nil
	}
	is := func(item puzzle.Item) bool {
		return (o.Hash == puzzle.Hash{} || item.Hash().String() == o.Hash.String()) && (o.ID == "" || item.ID() == o.ID)
	}
	search := func(path string) (puzzle.Puzzle, error) {
		set, there := l.sets[o.Kind+" "+path]
		if !there {
			var err error
			if set, err = kind.Open(path); err != nil {
				return nil, err
			}
			l.sets[o.Kind+" "+path] = set
		}
		for _, item := range set.Items {
			if is(item) {
				return item, nil
			}
		}
		return nil, fmt.Errorf("%s does not have it", path)
	}
	for _, path := range l.files {
		if p, err := search(path); err == nil {
			return p, nil
		}
	}
	if o.Set != "" {
		return search(o.Set)
	}
	if o.Hash == (puzzle.Hash{}) {
		return nil, errors.New("an id alone names none: add the column set or content, or give its file with --puzzles")
	}
	places, err := kind.Places()
	if err != nil {
		return nil, err
	}
	for _, place := range places {
		if p, err := search(place.Path); err == nil {
			return p, nil
		}
	}
	return nil, errors.New("no set here has it: give its file with --puzzles, or its set with " + sets.DataEnv)
}
