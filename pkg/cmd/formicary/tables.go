package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"formicary/pkg/cmd/formicary/internal/export"
	"formicary/pkg/cmd/formicary/internal/gathered"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

type exportCommand struct {
	CSV     bool   `name:"csv" xor:"format" required:"" help:"Print a line for each run, without traces and statistics; with --out, write runs.csv and traces.csv."`
	JSON    bool   `name:"json" xor:"format" required:"" help:"Print a line of JSON for each run, with everything."`
	Parquet bool   `xor:"format" required:"" help:"Write runs.parquet and traces.parquet, with everything."`
	ASlib   bool   `name:"aslib" xor:"format" required:"" help:"Write a scenario of algorithm selection: description.txt, algorithm_runs.arff and feature_values.arff."`
	IOH     bool   `name:"ioh" xor:"format" required:"" help:"Write a folder for IOHanalyzer and iohinspector: meta files of JSON, and the best costs by evaluations."`
	Out     string `placeholder:"DIR" help:"The folder to write; by default the journal's name and the format."`
	Name    string `arg:"" help:"A published study, or a journal by its path or its name below .formicary/runs."`
}

func (c *exportCommand) Run(s *streams) error {
	g, err := gathered.Open(c.Name)
	if s.notes(g.Warnings...); err != nil {
		return badInput(err)
	}
	defer g.Close()
	x, err := exported(&g)
	if err != nil {
		return badInput(err)
	}
	name, err := filepath.Abs(c.Name)
	if name = filepath.Base(name); err != nil {
		return err
	}
	format, write := "parquet", x.Parquet
	switch {
	case c.CSV && c.Out == "":
		return x.CSV(s.raw)
	case c.JSON:
		return x.JSON(s.raw)
	case c.CSV:
		format, write = "csv", x.Tables
	case c.ASlib:
		format, write = "aslib", func(dir string) error {
			boards, err := export.Find(g.Wanted, nil)
			if err != nil {
				return err
			}
			without, err := export.ASlib(dir, name, x.All, boards.Items)
			if err == nil && without > 0 {
				s.notes(puzzle.Plural(without, "puzzle") + " without features beside the size: no set here has them")
			}
			return err
		}
	case c.IOH:
		format, write = "ioh", func(dir string) error {
			left, err := export.IOH(dir, name, x.All)
			if errors.Is(err, export.ErrRefused) {
				err = badInput(err)
			}
			if err == nil && left > 0 {
				s.notes(puzzle.Plural(left, "run") + " left out: failed, or on a puzzle without any cost")
			}
			return err
		}
	}
	out := cmp.Or(c.Out, name+"-"+format)
	if err := os.MkdirAll(out, 0o777); err != nil {
		return badInput(err)
	}
	if c.Out == "" { // nobody chose the place: Git does not ask about it
		if err := os.WriteFile(filepath.Join(out, ".gitignore"), []byte("*\n"), 0o666); err != nil {
			return err
		}
	}
	if err := write(out); err != nil {
		return err
	}
	_, err = io.WriteString(s.stdout, out+"\n")
	return err
}

// exported adds the sets of the puzzles: what the plans' files say, and otherwise those
// that are here and have the content.
func exported(g *gathered.Set) (x export.Runs, err error) {
	x = export.Runs{All: g.All(), Sets: map[string]string{}, Engines: map[string]solver.Description{}}
	for _, d := range g.Engines {
		x.Engines[d.Hash()] = d
	}
	for _, file := range g.Files {
		f, err := file()
		if err != nil {
			return x, err
		}
		x.Take(f)
	}
	left := export.Wanted{}
	for kind, contents := range g.Wanted {
		left[kind] = maps.Clone(contents)
		maps.DeleteFunc(left[kind], func(content string, _ bool) bool { return x.Sets[content] != "" })
	}
	found, err := export.Find(left, nil)
	if err == nil {
		maps.Copy(x.Sets, found.Sets)
	}
	return x, err
}

type importCommand struct {
	Name    string   `placeholder:"NAME" help:"The name by which show.Kept, explore and export find the runs; the file's by default."`
	Out     string   `type:"path" placeholder:"DIR" help:"The folder to write; NAME below .formicary/runs by default."`
	Puzzles []string `type:"path" sep:"none" placeholder:"FILE" help:"A file with puzzles of the runs; may be repeated."`
	File    string   `arg:"" help:"A table of runs as comma-separated values, such as “formicary journal export --csv” writes."`
}

func (c *importCommand) Run(s *streams) error {
	name := c.Name
	name = cmp.Or(name, experiment.Slug(base(c.File)))
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
		return badInput(gathered.Missing(err, "table", c.File, "the path of a .csv file"))
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
