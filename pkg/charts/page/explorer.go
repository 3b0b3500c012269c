package page

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"formicary/pkg/charts/explore"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/lists"
	"formicary/pkg/markup"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Explorer is the markup of an explorer of records, which are those of the sources
// one after the other; texts are their puzzles by content, as far as they may be
// seen, and engines those that made them, as far as they are known. Besides [Library] it needs the lab's program ([Program]).
func Explorer(records []experiment.Record, texts map[string]string, engines []solver.Description, sources ...explore.Source) string {
	// A label for each engine and variant: only Go knows how they are called.
	labels := [][3]string{}
	known := map[[2]string]bool{}
	kinds, cells := []string{}, map[int]bool{}
	puzzles, made, solved := map[string]bool{}, map[string]bool{}, 0
	for i := range records {
		r := &records[i]
		if key := [2]string{r.Engine, r.Variant}; !known[key] {
			known[key] = true
			labels = append(labels, [3]string{r.Engine, r.Variant, r.Label()})
		}
		if !slices.Contains(kinds, r.Kind) {
			kinds = append(kinds, r.Kind)
		}
		cells[r.Cells()] = true
		puzzles[r.Content], made[r.ConfigHash] = true, true
		if r.Solved() {
			solved++
		}
	}
	described := map[string]solver.Description{}
	for _, d := range engines {
		if hash := d.Hash(); made[hash] {
			described[hash] = d
		}
	}
	packed := columns.Set{Records: records, Texts: texts}.Pack(columns.Extras{Boards: len(records) <= mostBoards})
	text, id := Records(packed)
	facts, err := json.Marshal(map[string]any{
		"sources": sources, "labels": labels, "engines": described, "first": first(packed, sources),
		"kinds": kinds, "cells": slices.Sorted(maps.Keys(cells)),
	})
	if err != nil {
		panic("page: " + err.Error()) // strings and numbers
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<div class="formicary-explorer" role="region" aria-label="Explorer of %s" data-records="%s" %s="explore">`, puzzle.Plural(len(records), "run"), id, needsProgram)
	fmt.Fprintf(&b, `<p class="formicary-alt">%s on %s, %d solved, of %s. <em>Trust this notebook to open the explorer, or run the cell again.</em></p>`,
		puzzle.Plural(len(records), "run"), puzzle.Plural(len(puzzles), "puzzle"), solved, markup.HTML(named(sources)))
	fmt.Fprintf(&b, `<script type="application/json" class="formicary-explored-facts">%s</script>%s</div>%s`, facts, text, handed)
	return b.String()
}

// first is the question that an explorer opens with, and its answer, of what the
// page has of the records.
func first(packed []byte, sources []explore.Source) explore.First {
	c, err := columns.Open("records", packed)
	if err != nil {
		panic("page: " + err.Error()) // they were packed just now
	}
	d, err := explore.New(c, sources...)
	if err != nil {
		panic("page: " + err.Error())
	}
	f, err := d.First()
	if err != nil {
		panic("page: " + err.Error())
	}
	return f
}

// mostBoards is up to how many records bring their last boards along: a board takes
// as much as everything else of a record.
const mostBoards = 20_000

// named names sources in a sentence.
func named(sources []explore.Source) string {
	return strings.Join(lists.Map(sources, func(s explore.Source) string { return s.Name }), ", ")
}
