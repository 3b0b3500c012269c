package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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

// open finds a puzzle by its text, or by its id and content in the files, then in its set or, where that is not
// given, in all sets that are here.
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
	paths := slices.Clone(l.files)
	wrong := errors.New("no set here has it: give its file with --puzzles, or its set with " + sets.DataEnv)
	switch {
	case o.Set != "":
		wrong, paths = fmt.Errorf("%s does not have it", o.Set), append(paths, o.Set)
	case o.Hash == (puzzle.Hash{}):
		wrong = errors.New("an id alone names none: add the column set or content, or give its file with --puzzles")
	default:
		places, err := kind.Places()
		if err != nil {
			return nil, err
		}
		for _, place := range places {
			paths = append(paths, place.Path)
		}
	}
	for _, path := range paths {
		set, there := l.sets[o.Kind+" "+path]
		if !there {
			if set, err = kind.Open(path); err != nil && path == o.Set {
				return nil, err
			}
			l.sets[o.Kind+" "+path] = set // what cannot be read has no puzzles
		}
		for _, item := range set.Items {
			if (o.Hash == puzzle.Hash{} || item.Hash().String() == o.Hash.String()) && (o.ID == "" || item.ID() == o.ID) {
				return item, nil
			}
		}
	}
	return nil, wrong
}
