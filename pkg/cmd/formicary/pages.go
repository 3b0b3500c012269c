package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/charts"
	"formicary/pkg/charts/page"
	"formicary/pkg/charts/static"
	"formicary/pkg/cmd/formicary/internal/export"
	"formicary/pkg/cmd/formicary/internal/gathered"
	"formicary/pkg/cmd/formicary/internal/typeset"
	"formicary/pkg/engines"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/gallery"
	"formicary/pkg/lab"
	"formicary/pkg/markup"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

type figureCommand struct {
	List     bool          `help:"List the charts and tables, with their numbers."`
	Width    float64       `default:"8.5" placeholder:"CM" help:"Width of a picture in centimetres; ${default} by default, a column."`
	Size     float64       `default:"7.5" placeholder:"PT" help:"Size of the text in a picture in points; ${default} by default."`
	Font     string        `type:"path" placeholder:"FILE" help:"The font of a picture, as TrueType or OpenType; Liberation Sans by default, with the widths of Arial and Helvetica."`
	Titled   bool          `name:"title" help:"Put the chart's title and subtitle into the picture; by default the caption has them."`
	Card     string        `type:"path" placeholder:"FILE" help:"Write a small picture of a notebook (.ipynb) as SVG, in the reader's theme, and print its text alternative."`
	Out      []string      `short:"o" type:"path" placeholder:"FILE" help:"The file to write. Its ending gives the format: .svg, .pdf, .csv, .tex or .typ. May be repeated."`
	Notebook string        `placeholder:"NAME" help:"The notebook of a bundle that has several."`
	Limit    time.Duration `name:"time" default:"1m" placeholder:"TIME" help:"Time limit for drawing; ${default} by default."`
	File     string        `arg:"" type:"path" help:"An executed notebook (.ipynb), its page (.html), or a bundle (.zip)."`
	Which    string        `arg:"" optional:"" name:"chart" help:"A chart by its number (2), a table by its number (t2), or either by the start of its title; --list lists them."`
}

func (c *figureCommand) Run(s *streams) error {
	if c.Card != "" {
		nb, err := lab.ReadNotebook(c.File)
		if err != nil {
			return badInput(gathered.Missing(err, "notebook", c.File, "the path of an executed notebook (.ipynb)"))
		}
		svg, alt, err := gallery.Card(nb)
		if err == nil && svg == "" {
			err = badInput(fmt.Errorf("%s: expected a chart or a board, found none: execute the notebook first", c.File))
		}
		if err == nil {
			err = assets.ReplaceFile(c.Card, []byte(svg))
		}
		fmt.Fprintln(s.stdout, alt)
		return err
	}
	d, err := c.read()
	if err != nil {
		return badInput(err)
	}
	if c.List || c.Which == "" {
		for i, one := range d.charts {
			fmt.Fprintf(s.stdout, "%d\t%s\n", i+1, line.Replace(one.Title))
		}
		for i, one := range d.tables {
			fmt.Fprintf(s.stdout, "t%d\t%s\n", i+1, line.Replace(cmp.Or(one.Caption, strings.Join(one.Rows[0], ", "))))
		}
		if !c.List {
			return badInput(errors.New("expected the number or the title of a chart or a table after the file"))
		}
		return nil
	}
	if len(c.Out) == 0 {
		return badInput(errors.New("expected the file to write: give --out FILE, which ends in .svg, .pdf, .csv, .tex or .typ"))
	}
	chart, table, err := d.find(c.Which)
	if err != nil {
		return badInput(err)
	}
	for _, out := range c.Out {
		text, said, err := c.draw(s, d, chart, table, out)
		if err != nil {
			return err
		}
		if err := assets.ReplaceFile(out, text); err != nil {
			return err
		}
		fmt.Fprint(s.stdout, said)
	}
	return nil
}

// draw makes the file of a chart or a table, and what is printed about it.
func (c *figureCommand) draw(s *streams, d document, chart *charts.Chart, table page.Table, out string) (text []byte, said string, err error) {
	comment := d.comment(table.Caption)
	if chart != nil {
		comment = d.comment(strings.TrimSpace(chart.Title + "\n" + chart.Subtitle))
	}
	switch ending := strings.ToLower(filepath.Ext(out)); ending {
	case ".svg", ".pdf":
		if chart == nil {
			return nil, "", badInput(fmt.Errorf("expected a chart for %s: a table is written as .csv, .tex or .typ", out))
		}
		figure, err := c.print(s, *chart)
		if err != nil {
			return nil, "", err
		}
		said = fmt.Sprintf("%s: %.1f × %.1f cm\n\\includegraphics{%s}\n\\caption{%s}\n", out, figure.Width, figure.Height, filepath.Base(out), line.Replace(typeset.LaTeX(strings.TrimSuffix(chart.Title, ".")+". "+chart.Subtitle)))
		if figure.Height > 24 {
			fmt.Fprintf(s.stderr, "note: %s is %.0f cm high, more than a page: a greater --width puts panels side by side\n", out, figure.Height)
		}
		if ending == ".svg" {
			return figure.SVG(comment), said, nil
		}
		text, err = figure.PDF(comment)
		return text, said, err
	case ".csv":
		var b bytes.Buffer
		w := csv.NewWriter(&b)
		err := w.WriteAll(typeset.Cells(table.Rows))
		return b.Bytes(), out + "\n", err
	case ".tex":
		return commented("% ", comment, typeset.LaTeXTable(table)), out + "\n", nil
	case ".typ":
		return commented("// ", comment, typeset.TypstTable(table)), out + "\n", nil
	}
	return nil, "", badInput(fmt.Errorf("expected a file that ends in .svg, .pdf, .csv, .tex or .typ, found %s", out))
}

// commented is a text below a comment.
func commented(mark, comment, text string) []byte {
	return []byte(mark + strings.ReplaceAll(markup.Terminal(comment), "\n", "\n"+mark) + "\n" + text)
}

func (c *figureCommand) print(s *streams, chart charts.Chart) (f static.Figure, err error) {
	var font []byte
	if c.Font != "" {
		if font, err = os.ReadFile(c.Font); err != nil {
			return f, badInput(gathered.Missing(err, "font", c.Font, "the path of a .ttf or .otf file"))
		}
	}
	library, err := assets.Echarts()
	if err != nil {
		return f, err
	}
	printer, err := static.NewPrinter(library, font)
	if err != nil {
		return f, badInput(err)
	}
	ctx, free := context.WithTimeout(s.ctx, c.Limit)
	defer free()
	if f, err = printer.Print(ctx, chart, static.Format{Width: c.Width, Size: c.Size, Titled: c.Titled}); err != nil {
		return f, badInput(err)
	}
	return f, nil
}

// document is what an executed notebook shows.
type document struct {
	file, name string
	charts     []charts.Chart
	tables     []page.Table
	rerun      []string // commands
	cite       string
}

// studyOf matches where a page names a published study.
var studyOf = regexp.MustCompile(`\bstudy (?:&#34;|&quot;|")([a-z0-9-]+)(?:&#34;|&quot;|")`)

// read reads the file.
func (c *figureCommand) read() (d document, err error) {
	d = document{file: filepath.Base(c.File), name: base(c.File), cite: "Formicary, a research lab in notebooks for puzzle solvers; its CITATION.cff has how to cite it"}
	const instead = "the path of an executed notebook (.ipynb), its page (.html) or a bundle (.zip)"
	var text string
	if strings.EqualFold(filepath.Ext(c.File), ".ipynb") {
		nb, err := lab.ReadNotebook(c.File)
		if err != nil {
			return d, gathered.Missing(err, "notebook", c.File, instead)
		}
		for _, cell := range nb.Cells {
			text += string(cell.Source) + "\n"
			for _, o := range cell.Outputs {
				text += string(o.Data["text/html"]) + "\n"
			}
		}
	} else {
		var name string
		if text, name, err = pageOf(c.File, c.Notebook, "page", instead); err != nil {
			return d, err
		}
		if name != "" {
			d.name, d.rerun, d.cite = name, []string{"formicary bundle open --run " + d.file, "formicary verify " + d.file}, "CITATION.bib in the bundle "+d.file
		}
	}
	if d.rerun == nil {
		d.rerun = []string{"formicary run --check notebooks/" + d.name + ".ipynb"}
	}
	for _, m := range studyOf.FindAllStringSubmatch(text, -1) {
		if command := "formicary verify " + m[1]; !slices.Contains(d.rerun, command) {
			d.rerun = append(d.rerun, command)
		}
	}
	if d.charts, d.tables = page.Read(text), page.ReadTables(text); len(d.charts)+len(d.tables) == 0 {
		return d, fmt.Errorf("%s: expected charts or tables, found none: execute the notebook with “formicary run”, and give what it writes", c.File)
	}
	return d, nil
}

// comment is the head of a file.
func (d document) comment(what string) string {
	return fmt.Sprintf("%s\nFrom: %s\nCite: %s\nRerun: %s", what, d.file, d.cite, strings.Join(d.rerun, "; "))
}

// find is a chart with the table of its numbers, or a table.
func (d document) find(which string) (*charts.Chart, page.Table, error) {
	var found []string
	var at []int // charts, then tables
	for i := range len(d.charts) + len(d.tables) {
		number, title := strconv.Itoa(i+1), ""
		if i < len(d.charts) {
			title = d.charts[i].Title
		} else {
			number, title = fmt.Sprintf("t%d", i+1-len(d.charts)), d.tables[i-len(d.charts)].Caption
		}
		if which == number || which == title && which != "" {
			found, at = []string{title}, []int{i}
			break
		}
		if strings.HasPrefix(strings.ToLower(title), strings.ToLower(which)) {
			found, at = append(found, title), append(at, i)
		}
	}
	switch {
	case len(at) == 0:
		return nil, page.Table{}, fmt.Errorf("%s has no chart and no table %q: --list lists them", d.file, which)
	case len(at) > 1:
		return nil, page.Table{}, fmt.Errorf("%q is the start of several titles: %s", which, strings.Join(found, "; "))
	case at[0] >= len(d.charts):
		return nil, d.tables[at[0]-len(d.charts)], nil
	}
	c := d.charts[at[0]]
	rows, err := csv.NewReader(strings.NewReader(c.CSV())).ReadAll()
	return &c, page.Table{Caption: c.Title, Rows: rows}, err
}

type playCommand struct {
	pageFile `embed:""`
	Kind     string `placeholder:"KIND" help:"Offer only puzzles and sets of this kind, such as nurikabe."`
	Engine   string `placeholder:"NAME" help:"The engine with which the page begins."`
	File     string `arg:"" optional:"" name:"file" help:"A file of puzzles or the name of a set, to put into the page; needs --kind."`
}

func (c *playCommand) Run(s *streams) error {
	if c.Engine != "" {
		entry, err := engines.Find(c.Engine)
		if err != nil {
			return badInput(err)
		}
		c.Kind = cmp.Or(c.Kind, entry.Kind)
	}
	kind, err := engines.FindKind(c.Kind)
	switch {
	case err != nil && c.File != "":
		return badInput(fmt.Errorf("%s: say which kind of puzzles these are, with --kind: %w", c.File, err))
	case err != nil && c.Kind != "":
		return badInput(err)
	}
	var first puzzle.Puzzle
	var own puzzle.Set
	if c.File != "" {
		if own, err = s.open(kind, c.File); err != nil {
			return err
		}
		if len(own.Items) == 0 {
			return badInput(fmt.Errorf("%s: expected puzzles, found none", c.File))
		}
		first = own.Items[0]
	}
	ground, err := gallery.Playground(c.Kind, first)
	if err != nil {
		return err
	}
	ground.Engine = c.Engine
	if first != nil {
		ground.Sets = append([]puzzle.Set{own}, ground.Sets...)
		ground.Names = append([]string{filepath.Base(c.File)}, ground.Names...)
	}
	env, err := preparePages(s)
	if err != nil {
		return err
	}
	text, err := gallery.Play(s.ctx, env, ground)
	if err != nil {
		return err
	}
	return c.write(s, gallery.PlayPage, text, "")
}

type exploreCommand struct {
	pageFile `embed:""`
	Puzzles  []string `type:"path" sep:"none" placeholder:"FILE" help:"A file with puzzles of the runs, such as a generated set; may be repeated."`
	Runs     []string `arg:"" optional:"" name:"run" help:"Published studies by name, or journals by path or by name below .formicary/runs. By default all journals, or else all studies."`
}

func (c *exploreCommand) Run(s *streams) error {
	names := c.Runs
	if len(names) == 0 {
		var err error
		if names, err = gathered.Journals(); err != nil {
			return badInput(err)
		}
	}
	if len(names) == 0 {
		studies, err := archive.All()
		if err != nil {
			return badInput(err)
		}
		for _, each := range studies {
			names = append(names, each.Name)
		}
	}
	g, err := gathered.Open(names...)
	if s.notes(g.Warnings...); err != nil {
		return badInput(err)
	}
	defer g.Close()
	runs := g.Count()
	if err := g.Sample(mostExplored); err != nil {
		return badInput(err)
	}
	boards, err := export.Find(g.Wanted, c.Puzzles)
	if err != nil {
		return badInput(err)
	}
	sampled := ""
	if len(g.Records) < runs {
		sampled = fmt.Sprintf("Shown are %s of %s: puzzles and numbers of runs were drawn with a fixed seed, with the runs of all engines on each. The cells of this page count all runs.", puzzle.Thousands(len(g.Records)), puzzle.Plural(runs, "run"))
		s.notes(sampled)
		sampled = "<p>" + markup.HTML(sampled) + "</p>"
	}
	env, err := preparePages(s)
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
	title := markup.HTML("Explorer of " + puzzle.Plural(len(g.Records), "run"))
	text := `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>` + title + `</title>` +
		`<style>:root{color-scheme:light dark;font-family:system-ui,sans-serif}body{max-width:1000px;margin:1rem auto;padding:0 1rem}</style></head><body><main><h1>` + title + `</h1>` + sampled +
		page.Explorer(g.Records, boards.Texts, g.Engines, g.Sources...) + `</main>` + page.Library(string(echarts)) + program + `</body></html>`
	document, err := env.Finish(s.ctx, []byte(text))
	if err != nil {
		return err
	}
	what := fmt.Sprintf("%s on %s, of which %s with the board, ", puzzle.Plural(len(g.Records), "run"), puzzle.Plural(boards.All, "puzzle"), puzzle.Thousands(len(boards.Texts)))
	if boards.Shared > 0 {
		s.notes(fmt.Sprintf("%s from third-party sets (%s): publish the page only if you may publish them", puzzle.Plural(boards.Shared, "board"), sets.DataEnv))
	}
	return c.write(s, "explore.html", document, what)
}

// mostExplored is how many runs an explorer has: its page opens within three seconds.
const mostExplored = 250_000

type galleryCommand struct {
	Pictures  string `type:"path" placeholder:"DIR" help:"Draw only the chart of the README's race, into a folder, and print the race's answer."`
	executing `embed:""`
	Force     bool     `help:"Execute all notebooks, also those that have not changed since an earlier gallery."`
	Out       string   `type:"path" placeholder:"DIR" help:"The folder to write; .formicary/gallery in the checkout by default."`
	Notebooks []string `arg:"" optional:"" name:"notebook" help:"Notebooks to show; all of the lab's by default."`
}

func (c *galleryCommand) Run(s *streams) error {
	if err := apart(c.Notebooks); err != nil {
		return badInput(err)
	}
	env, err := prepare(s)
	if err != nil {
		return err
	}
	if c.Pictures != "" {
		if err := os.MkdirAll(c.Pictures, 0o755); err != nil {
			return err
		}
		sentence, err := gallery.Picture(s.ctx, env, c.Pictures)
		if err == nil {
			_, err = fmt.Fprintln(s.stdout, sentence)
		}
		return err
	}
	paths := c.Notebooks
	if len(paths) == 0 {
		if paths, err = filepath.Glob(filepath.Join(env.Root, "notebooks", "*.ipynb")); err != nil {
			return err
		}
	}
	out := cmp.Or(c.Out, filepath.Join(env.Root, ".formicary", "gallery"))
	start := time.Now()
	entries, err := gallery.Build(s.ctx, env, paths, out, gallery.Options{
		Full: full(c.Full), Force: c.Force, Timeout: c.Timeout,
		Progress: func(notebook string, cell, of int) { progress(s.stderr, notebook)(cell, of) },
	})
	if err != nil {
		return err
	}
	wrong := false
	for _, e := range entries {
		if e.Err != nil {
			s.report(e.Err)
			wrong = true
		}
	}
	fmt.Fprintf(s.stdout, "%s: %d notebooks (%.0f s)\n", filepath.Join(out, "index.html"), len(entries), time.Since(start).Seconds())
	return failed(wrong)
}
