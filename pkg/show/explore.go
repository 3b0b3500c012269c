package show

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"formicary/pkg/analysis"
	"formicary/pkg/charts/explore"
	"formicary/pkg/charts/page"
	"formicary/pkg/experiment"
	packed "formicary/pkg/experiment/columns"
	"formicary/pkg/puzzle"
)

// Explore shows an explorer of records: a reader chooses puzzles, engines, a statistic and a budget by
// clicks. The page shows the chart, the table of the puzzles and the cell that makes the same chart.
// It works without a kernel, also in an exported page. Package explore says what its limits are.
// Explore panics where there are no records.
func Explore(records []experiment.Record) {
	if planning() {
		return
	}
	if len(records) == 0 {
		panic("show: there are no records to explore")
	}
	name, cell := originOf(records)
	source := explore.Source{Name: name, Count: len(records), Cell: cell}
	plain := fmt.Sprintf("An explorer of %s (%s), which opens in a notebook or in an exported page.", puzzle.Plural(len(records), "run"), name)
	put(output{html: page.Explorer(records, texts(records), cited.described(), source) + libraryOnce(), plain: plain})
}

// Kept returns the records of a plan that a cell of any notebook has run, by its
// name, without running anything; of a folder that "formicary cluster collect" has sealed since,
// without reading its journals. It panics where there is no such plan.
func Kept(name string) Records {
	if planning() {
		return nil
	}
	useBeside(fmt.Sprintf("kept runs “%s”", name), name)
	dir, err := journalFolder(name)
	check(err)
	kept, err := packed.Kept(dir)
	check(err)
	warn(kept.Warnings)
	var out []experiment.Record
	for _, plan := range kept.Plans {
		if plan.Name == name {
			out = append(out, plan.Records...)
			cited.engine(plan.Engines...)
		}
	}
	cited.records(slices.All(out))
	cameFrom(len(out), placed(out), name, fmt.Sprintf("show.Kept(%q)", name))
	return out
}

// Runs is the table of the runs of a plan that are kept, by its name, without running anything: what
// all statistics of package analysis are asked of. Of a sealed folder ("formicary cluster collect") it
// takes a tenth of the time and of the memory that [Kept] takes. No mark of its charts opens its board
// then. It panics where there is no such plan.
func Runs(name string) *analysis.Runs {
	if planning() {
		return analysis.Group(nil)
	}
	dir, err := journalFolder(name)
	check(err)
	c, engines, err := packed.OfPlan(dir, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, packed.ErrStale) {
		check(err)
	}
	if c == nil {
		return analysis.Group(Kept(name))
	}
	useBeside(fmt.Sprintf("kept runs “%s”", name), name)
	cited.engine(engines...)
	return analysis.Collect(c, 0, len(c.Puzzle))
}

// origins are the expressions that have records in a cell.
var origins sync.Map

// span tells records of one origin from a choice of them.
type span struct {
	first, last runKey
	count       int
}

// origin is what records are called, and the expression that has them.
type origin struct{ name, cell string }

// cameFrom takes note of where records come from, of which at has one by its place.
func cameFrom(count int, at func(i int) experiment.Record, name, cell string) {
	if count > 0 {
		origins.Store(span{keyOf(at(0)), keyOf(at(count - 1)), count}, origin{name, cell})
	}
}

// placed has records by their places.
func placed(records []experiment.Record) func(i int) experiment.Record {
	return func(i int) experiment.Record { return records[i] }
}

// originOf is what records are called, and the expression that has them; "" where
// they are a choice, or put together.
func originOf(records []experiment.Record) (name, cell string) {
	if found, ok := origins.Load(span{keyOf(records[0]), keyOf(records[len(records)-1]), len(records)}); ok {
		return found.(origin).name, found.(origin).cell
	}
	return "these runs", ""
}

// texts are the puzzles of records that this cell has opened or run, by content.
func texts(records []experiment.Record) map[string]string {
	out := map[string]string{}
	for i := range records {
		content := records[i].Content
		if i > 0 && records[i-1].Content == content {
			continue
		}
		if _, done := out[content]; done {
			continue
		}
		if text := cited.text(content); text != "" {
			out[content] = text
		}
	}
	return out
}
