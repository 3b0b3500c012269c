package show

import (
	"fmt"
	"sync"

	"formicary/pkg/charts/explore"
	"formicary/pkg/charts/page"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
)

// Explore shows an explorer of records: a reader chooses puzzles, engines, a
// statistic and a budget by clicks, and sees the chart, the table of the puzzles
// and the cell that makes the same chart. It works without a kernel, also in an
// exported page. Package explore says what its limits are. Explore panics where
// there are no records.
func Explore(records []experiment.Record) {
	if plans() != nil {
		return
	}
	if len(records) == 0 {
		panic("show: there are no records to explore")
	}
	name, cell := originOf(records)
	source := explore.Source{Name: name, Count: len(records), Cell: cell}
	plain := fmt.Sprintf("An explorer of %s (%s), which opens in a notebook or in an exported page.", puzzle.Plural(len(records), "run"), name)
	put(output{html: page.Explorer(records, texts(records), met.described(), source) + libraryOnce(), plain: plain})
}

// Kept returns the records of a plan that a cell of any notebook has run, by its
// name, without running anything. It panics where there is no such plan.
func Kept(name string) []experiment.Record {
	if plans() != nil {
		return nil
	}
	dir, err := journalFolder(name)
	check(err)
	kept, err := experiment.ReadKept(dir)
	check(err)
	warn(kept.Warnings)
	var out []experiment.Record
	for _, plan := range kept.Plans {
		if plan.Name == name {
			out = append(out, plan.Records...)
			met.engine(plan.Engines...)
		}
	}
	met.records(out)
	cameFrom(out, name, fmt.Sprintf("show.Kept(%q)", name))
	return out
}

// origins are the expressions that have records in a cell, by the first of them.
var origins sync.Map

type origin struct {
	name, cell string
	count      int
}

// cameFrom takes note of where records come from.
func cameFrom(records []experiment.Record, name, cell string) {
	if len(records) > 0 {
		origins.Store(&records[0], origin{name, cell, len(records)})
	}
}

// originOf is what records are called, and the expression that has them; "" where
// they are a choice, or put together.
func originOf(records []experiment.Record) (name, cell string) {
	if found, ok := origins.Load(&records[0]); ok {
		if o := found.(origin); o.count == len(records) {
			return o.name, o.cell
		}
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
		if text := met.text(content); text != "" {
			out[content] = text
		}
	}
	return out
}
