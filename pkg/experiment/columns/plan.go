package columns

import (
	"errors"
	"io/fs"
	"iter"
	"math"
	"slices"
	"sync/atomic"

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
		return folder.Of(dir, sealed.records(false)) // packs them
	}
	kept, failed := folder.Read(dir)
	if !errors.Is(err, fs.ErrNotExist) {
		kept.Warnings = append(kept.Warnings, instead(err))
	}
	return kept, failed
}

// Records yields the records of the sealed file of a folder, for [experiment.Columnar]:
// none where there is no such file, where it does not have all that the journals have,
// or where it has less than so many. An error ends them. The lists of a record are valid until the next one is asked for.
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
			sealed.records(false)(yield)
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
	sealed.only = memberOf(plan)
	c, err := sealed.Columns()
	if errors.Is(err, errOther) {
		return nil, nil, sealed.Close()
	}
	if err != nil {
		return nil, nil, errors.Join(err, sealed.Close())
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

// member tells whether runs are a plan's, on many processors.
type member struct {
	*folder.Belonging
	puzzles map[string]int  // by content
	engines map[string]int  // by name
	seeds   []atomic.Uint64 // by puzzle, engine and run: 0 before they are asked for
}

func memberOf(plan *folder.Belonging) *member {
	m := &member{Belonging: plan, puzzles: map[string]int{}, engines: map[string]int{}}
	for _, d := range plan.Engines() {
		if _, ok := m.engines[d.Engine]; !ok {
			m.engines[d.Engine] = len(m.engines)
		}
	}
	for content := range plan.Contents() {
		m.puzzles[content] = len(m.puzzles)
	}
	m.seeds = make([]atomic.Uint64, len(m.puzzles)*len(m.engines)*plan.Runs())
	return m
}

// belong says whether all runs of a block are of a plan.
func (r *reader) belong(own Places, plan *member) error {
	puzzles, engines := make([]int, len(r.h.Puzzles)), make([]int, len(r.h.Configurations))
	for i, p := range r.h.Puzzles {
		if !slices.Contains(plan.Puzzles(p.Content), p.ID) {
			return errOther
		}
		puzzles[i] = plan.puzzles[p.Content]
	}
	for i, of := range r.h.Configurations {
		if !plan.Engine(of.Engine, of.Parameters, of.Code, of.Budget) {
			return errOther
		}
		engines[i] = plan.engines[of.Engine]
	}
	c := cells{Lists: r.h.Lists}
	r.seeds(&c.Seeds)
	r.places(&c.Run, "run", r.h.Records, math.MaxInt32)
	r.places(&c.Seed, "seed", r.h.Records, len(c.Seeds))
	if r.err != nil {
		return r.err
	}
	runs := plan.Runs()
	for i, puzzle := range own.Puzzle {
		configuration, run := own.Configuration[i], int(c.Run[i])
		if run >= runs {
			return errOther
		}
		at := &plan.seeds[(puzzles[puzzle]*len(plan.engines)+engines[configuration])*runs+run]
		seed := at.Load() // that variants share
		if seed == 0 {
			seed = plan.Seed(r.h.Puzzles[puzzle].Content, r.h.Configurations[configuration].Engine, run)
			at.Store(seed)
		}
		if seed != c.Seeds[c.Seed[i]] {
			return errOther
		}
	}
	return nil
}

var errOther = errors.New("a run is none of the plan's")
