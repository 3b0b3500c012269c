package columns

import (
	"errors"
	"io/fs"
	"iter"
	"runtime"
	"slices"

	"formicary/pkg/experiment"
	"formicary/pkg/experiment/internal/folder"
	"formicary/pkg/solver"
)

// instead is the warning about a sealed file that is not read.
func instead(err error) string {
	return err.Error() + "; the journals were read instead, “formicary cluster collect” seals them again"
}

// Kept is what a folder keeps: of its sealed file where that has all, and otherwise of
// its journals, with a warning where there is a sealed file.
func Kept(dir string) (folder.Folder, error) {
	sealed, err := OpenFolder(dir)
	if err == nil {
		defer sealed.Close()
		return folder.Of(dir, sealed.Records())
	}
	kept, failed := folder.Read(dir)
	if !errors.Is(err, fs.ErrNotExist) {
		kept.Warnings = append(kept.Warnings, instead(err))
	}
	return kept, failed
}

// Records yields the records of the sealed file of a folder, for [experiment.Columnar]:
// none where there is no such file, where it does not have all that the journals have,
// or where it has less than so many. An error ends them.
func Records(dir string, least int) iter.Seq2[experiment.Record, error] {
	return func(yield func(experiment.Record, error) bool) {
		sealed, err := OpenFolder(dir)
		switch {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, ErrStale):
			return
		case err != nil:
			yield(experiment.Record{}, err)
			return
		}
		defer sealed.Close()
		if sealed.Count >= least {
			sealed.Records()(yield)
		}
	}
}

// OfPlan reads the columns of the runs of a plan in a sealed folder, and its engines. A run that several puzzles share
// is there once.
// The columns are nil where the file has other runs, too, which only their records
// tell apart ([Kept]). The error is that of [OpenFolder]. The file stays open for the
// rest of what it has.
func OfPlan(dir, name string) (*Columns, []solver.Description, error) {
	sealed, err := OpenFolder(dir)
	if err != nil {
		return nil, nil, err
	}
	plan, err := folder.Belongings(dir, name)
	if err != nil || plan == nil {
		return nil, nil, errors.Join(err, sealed.Close())
	}
	c, err := sealed.Columns()
	if err != nil {
		return nil, nil, errors.Join(err, sealed.Close())
	}
	if !belong(c, plan) {
		return nil, nil, sealed.Close()
	}
	for i := range c.Puzzles {
		ids := plan.Puzzles(c.Puzzles[i].Content)
		c.Puzzles[i].ID, c.Puzzles[i].Copies = ids[0], len(ids)-1
	}
	for i := range c.Configurations {
		c.Configurations[i].Variant = plan.Variant(c.Configurations[i].Parameters)
	}
	return c, plan.Engines(), nil
}

// belong says whether all runs are of a plan.
func belong(c *Columns, plan *folder.Belonging) bool {
	for _, p := range c.Puzzles {
		if !slices.Contains(plan.Puzzles(p.Content), p.ID) {
			return false
		}
	}
	var names index[string]
	engines := make([]int32, len(c.Configurations)) // by configuration: the place of its name
	for i, of := range c.Configurations {
		if !plan.Engine(of.Engine, of.Parameters, of.Code, of.Budget) {
			return false
		}
		engines[i] = names.Of(of.Engine)
	}
	runs := plan.Runs()
	seeds := make([]int32, len(c.Puzzles)*len(names.All)*runs) // that variants share: one more than the place of each
	parts := make([]func() error, runtime.GOMAXPROCS(0))       // each looks at puzzles of its own
	for part := range parts {
		parts[part] = func() error {
			for i, puzzle := range c.Puzzle {
				if int(puzzle)%len(parts) != part {
					continue
				}
				engine, number, seed := engines[c.Configuration[i]], int(c.Run[i]), c.Seed[i]
				if number >= runs {
					return errOther
				}
				at := &seeds[(int(puzzle)*len(names.All)+int(engine))*runs+number]
				if *at == 0 && plan.Seed(c.Puzzles[puzzle].Content, names.All[engine], number) == c.Seeds[seed] {
					*at = seed + 1
				}
				if *at == 0 || c.Seeds[*at-1] != c.Seeds[seed] {
					return errOther
				}
			}
			return nil
		}
	}
	return simultaneously(parts) == nil
}

var errOther = errors.New("a run is none of the plan's")
