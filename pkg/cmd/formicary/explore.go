package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"formicary/pkg/charts/explore"
	"formicary/pkg/charts/page"
	"formicary/pkg/experiment"
	"formicary/pkg/markup"
	"formicary/pkg/puzzle"
	"formicary/pkg/study"
)

type exploreCommand struct {
	Out  string   `type:"path" placeholder:"FILE" help:"Where to write the page; .formicary/explore.html in the checkout by default."`
	Runs []string `arg:"" optional:"" name:"run" help:"Published studies by name, folders with a journal, or names of such below .formicary/runs; all journals by default, or all studies where there are none."`
}

func (c *exploreCommand) Help() string {
	return `The page has the runs in it and computes with the lab's own code: choose puzzles, engines and a statistic, and see
the chart, the table of the puzzles, and the Go cell that makes the same chart. It is one file that needs no network and
no lab.`
}

func (c *exploreCommand) Run(s *streams) error {
	records, sources, err := c.gather(s)
	if err != nil {
		return badInput(err)
	}
	env, err := prepare(s)
	if err != nil {
		return err
	}
	echarts, err := os.ReadFile(env.EchartsFile())
	if err != nil {
		return err
	}
	program, err := env.Program(s.ctx)
	if err != nil {
		return err
	}
	title := "Explorer of " + puzzle.Plural(len(records), "run")
	text := `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>` + markup.HTML(title) + `</title>` +
		`<style>:root{color-scheme:light dark;font-family:system-ui,sans-serif}body{max-width:1000px;margin:1rem auto;padding:0 1rem}</style></head><body><main><h1>` + markup.HTML(title) + `</h1>` +
		page.Explorer(records, nil, sources...) + `</main>` + page.Library(string(echarts)) + program + `</body></html>`
	document, err := page.Protect([]byte(text), string(echarts))
	if err != nil {
		return err
	}
	out := c.Out
	if out == "" {
		out = filepath.Join(env.Root, ".formicary", "explore.html")
		if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
			return err
		}
	}
	if err := os.WriteFile(out, document, 0o644); err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "%s: %s, %.1f MB\n", out, puzzle.Plural(len(records), "run"), float64(len(document))/1e6)
	return nil
}

// gather reads the runs that were asked for.
func (c *exploreCommand) gather(s *streams) (records []experiment.Record, sources []explore.Source, err error) {
	names := c.Runs
	if len(names) == 0 {
		if names, err = journals(); err != nil {
			return nil, nil, err
		}
	}
	if len(names) == 0 {
		for _, each := range study.All() {
			if _, err := experiment.Published(each.Name); err == nil {
				names = append(names, each.Name)
			}
		}
	}
	for _, name := range names {
		all, cell, err := read(s, name)
		if err != nil {
			return nil, nil, err
		}
		if slices.ContainsFunc(sources, func(other explore.Source) bool { return other.Name == name }) {
			return nil, nil, fmt.Errorf("%s is there twice", name)
		}
		records = append(records, all...)
		sources = append(sources, explore.Source{Name: name, Count: len(all), Cell: cell})
	}
	if len(records) == 0 {
		return nil, nil, errors.New("there are no runs")
	}
	return records, sources, nil
}

// read is the records of a published study or of a journal, and the expression that
// has them in a notebook's cell.
func read(s *streams, name string) (all []experiment.Record, cell string, err error) {
	dir, err := journal(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		p, unpublished := experiment.Published(name)
		if unpublished == nil {
			return p.Records(), fmt.Sprintf("show.Published(%q)", name), nil
		}
		return nil, "", err
	case err != nil:
		return nil, "", err
	}
	k, err := experiment.ReadKept(dir)
	if err != nil {
		return nil, "", err
	}
	for _, w := range k.Warnings {
		fmt.Fprintln(s.stderr, "note: "+w)
	}
	if len(k.Plans) == 1 && k.Plans[0].Name != "" {
		cell = fmt.Sprintf("show.Kept(%q)", k.Plans[0].Name)
	}
	return k.Records(), cell, nil
}
