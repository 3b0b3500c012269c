// Package gallery executes notebooks and writes them as a site for readers without a lab: a page for each notebook,
// for each set of puzzles and for each engine, and one for the published records. Its index has a card for each
// notebook, by puzzle or by question. It opens from disk or from any web server and requests nothing from anywhere.
// It also draws the chart of the README ([Picture]).
//
// Its opinion: nothing is said twice. Questions and known answers come from index.ipynb, the answer of this run from
// the notebook's conclusion. What an engine is comes from its package, its parameters from its flags, and who solves
// what from the published records.
//
// Its limits: a card's picture is a still one, so a notebook that shows nothing but
// films has a board or no picture at all. Sets of others are shown where
// FORMICARY_DATA names them: publish such a gallery only if you may publish them.
package gallery

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/charts"
	"formicary/pkg/charts/static"
	"formicary/pkg/lab"
)

// Options says how a gallery is made.
type Options struct {
	// Full asks notebooks for the full experiment.
	Full bool
	// Timeout limits each notebook; zero means no limit.
	Timeout time.Duration
	// Force executes all notebooks, also those whose outputs of an earlier gallery stand.
	Force bool
	// Progress, unless nil, is called when a code cell starts.
	Progress func(notebook string, cell, of int)
}

// Words are what an entry says, as plain text; all may be empty.
type Words struct {
	// Title is the notebook's first heading, Question what index.ipynb says that it
	// asks, or else its first paragraph.
	Title, Question string
	// Known is the answer in index.ipynb, Answer the bold line of this run's
	// conclusion ([show.Conclusion]).
	Known, Answer string
}

// Entry is one notebook of a gallery.
type Entry struct {
	// Name is the notebook's name without folder and ending.
	Name string
	Words
	// Page is the page's file in the gallery's folder. It is written as far as
	// the notebook came.
	Page string
	// Picture is the thumbnail's file, in the reader's theme; empty where the
	// notebook shows no picture. Alt is its text alternative.
	Picture, Alt string
	// Took is how long the notebook ran.
	Took     time.Duration
	kind     string // the title of the puzzle that it is about
	headings string
	// headline is the answer of this run in short.
	headline string
	// Err is why the notebook did not run to its end, else nil.
	Err error
}

// Build executes notebooks and writes the gallery into a folder, which it makes. An
// index.ipynb among them, or beside them, is not executed: its page is the index. A
// notebook that fails has its Err in its entry and stays in the index, marked; the
// error is for what keeps the gallery from being written, and for a context that
// ends.
func Build(ctx context.Context, env *lab.Env, notebooks []string, folder string, o Options) ([]Entry, error) {
	renderer, err := newRenderer(env)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	notebooks = slices.DeleteFunc(slices.Clone(notebooks), func(path string) bool { return filepath.Base(path) == lab.Index })
	first, err := newIndex(notebooks)
	if err != nil {
		return nil, err
	}
	shared, licences, err := env.Site(ctx)
	if err != nil {
		return nil, err
	}
	to := site{folder, shared}
	if err := writeOthers(to, env.Root, first, licences); err != nil {
		return nil, err
	}
	earlier, err := newKept(env)
	if err != nil {
		return nil, err
	}
	b := builder{env, renderer, to, first, earlier, o}
	entries, err := b.all(ctx, notebooks)
	return entries, errors.Join(err, to.sweep())
}

// writeOthers writes the pages that are not about notebooks.
func writeOthers(to site, root string, first *index, licences string) error {
	studies, solved, err := published()
	if err != nil {
		return err
	}
	if err := writeRecords(to, studies); err != nil {
		return err
	}
	if first.sets, err = writeSets(to, solved); err != nil {
		return err
	}
	if first.engines, err = writeEngines(to, root, studies); err != nil {
		return err
	}
	said := struct {
		place
		Text template.HTML
	}{between([]link{{"licences.html", "Licences"}}, 0), template.HTML(licences)}
	if err := to.page("licences.html", "licences", said); err != nil {
		return err
	}
	ground, err := Playground("", nil)
	if err != nil {
		return err
	}
	text, err := to.shared.Page(playDocument(ground))
	if err != nil {
		return err
	}
	return to.write(PlayPage, text)
}

// builder makes the pages of notebooks.
type builder struct {
	env      *lab.Env
	renderer *static.Renderer
	to       site
	first    *index
	earlier  kept
	o        Options
}

// all makes the pages of all notebooks, several at once, and returns those that are made. The index grows meanwhile, so
// that a long build can be read.
func (b builder) all(ctx context.Context, notebooks []string) ([]Entry, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	made := make([]*Entry, len(notebooks))
	var told, grown sync.Mutex
	if progress := b.o.Progress; progress != nil {
		b.o.Progress = func(notebook string, cell, of int) {
			told.Lock()
			defer told.Unlock()
			progress(notebook, cell, of)
		}
	}
	done := func() (entries []Entry) {
		for _, e := range made {
			if e != nil {
				entries = append(entries, *e)
			}
		}
		return entries
	}
	var wait sync.WaitGroup
	places := make(chan struct{}, min(runtime.NumCPU(), mostAtOnce))
	for i, path := range notebooks {
		places <- struct{}{}
		wait.Go(func() {
			defer func() { <-places }()
			if ctx.Err() != nil {
				return
			}
			entry, err := b.one(ctx, path)
			grown.Lock()
			defer grown.Unlock()
			if err == nil {
				err = ctx.Err()
			}
			if err == nil {
				made[i] = &entry
				err = b.first.write(b.to, done())
			}
			if err != nil {
				cancel(err)
			}
		})
	}
	wait.Wait()
	return done(), context.Cause(ctx)
}

// mostAtOnce is how many notebooks run at once where there are processors for them: each has a kernel, which compiles.
const mostAtOnce = 4

func newRenderer(env *lab.Env) (*static.Renderer, error) {
	library, err := os.ReadFile(env.EchartsFile())
	if err != nil {
		return nil, err
	}
	return static.New(string(library))
}

// one executes one notebook and writes its page and its thumbnail.
func (b builder) one(ctx context.Context, path string) (Entry, error) {
	name := base(path)
	options := lab.ExecuteOptions{Full: b.o.Full, Timeout: b.o.Timeout}
	if b.o.Progress != nil {
		options.Progress = func(cell, of int) { b.o.Progress(name, cell, of) }
	}
	executed, took, errRun := b.earlier.execute(ctx, b.env, path, options, b.o.Force)
	if executed == nil || ctx.Err() != nil {
		return Entry{}, errors.Join(errRun, ctx.Err())
	}
	nb, err := lab.ParseNotebook(path, executed)
	if err != nil {
		return Entry{}, err
	}
	entry := read(nb)
	if known, ok := b.first.cards[name]; ok {
		entry.Question, entry.Known = known.Question, known.Known
	}
	entry.Name, entry.Page, entry.Err, entry.Took = name, name+".html", errRun, took
	page, err := b.env.SiteHTML(ctx, b.to.shared, executed, name, filepath.Dir(path))
	if err != nil {
		return Entry{}, err
	}
	head, err := navigation(b.first.around(name))
	if err != nil {
		return Entry{}, err
	}
	text := strings.Replace(b.first.within(string(page)), skipLink, skipLink+head, 1)
	if err := b.to.write(entry.Page, []byte(text)); err != nil {
		return Entry{}, err
	}
	return entry, thumbnail(&entry, nb, b.renderer, b.to.folder)
}

// skipLink is where the head of a notebook's page goes: behind its first link.
const skipLink = `<a class="formicary-skip" href="#text">Skip to the text</a>`

// thumbnail draws the notebook's picture. What was found stands beneath it.
func thumbnail(entry *Entry, nb lab.Notebook, renderer *static.Renderer, folder string) error {
	svg, alt, err := drawn(nb, renderer, func(string) (none static.Heading) { return none })
	if err != nil {
		return fmt.Errorf("%s: %w", entry.Name, err)
	}
	entry.Alt = alt
	if svg == "" {
		return nil
	}
	entry.Picture = entry.Name + ".svg"
	return assets.ReplaceFile(filepath.Join(folder, entry.Picture), []byte(svg))
}

// Card draws the picture that stands for an executed notebook, in its reader's theme, under the question and the headline of
// its conclusion or, where a cell with the tag "title" asks for it, under its own title. It returns it with its text alternative. Both are empty for a notebook that shows no picture.
func Card(nb lab.Notebook) (svg, alt string, err error) {
	library, err := assets.Echarts()
	if err != nil {
		return "", "", err
	}
	renderer, err := static.New(library)
	if err != nil {
		return "", "", err
	}
	said := read(nb)
	above := static.Heading{Found: said.headline}
	for _, text := range []string{said.Question, said.Title} {
		if strings.HasSuffix(text, "?") {
			above.Asks = text
		}
	}
	titled := slices.ContainsFunc(nb.Cells, func(cell lab.Cell) bool { return tagged(cell, titleTag) })
	return drawn(nb, renderer, func(title string) static.Heading {
		if titled {
			above.Found = title
		}
		return above
	})
}

// drawn is [Card] by a renderer: the first chart that is drawn in few bytes, or the shortest one, else the first board,
// which follows the reader's theme by itself. Heading is what stands above a picture with a title.
func drawn(nb lab.Notebook, renderer *static.Renderer, heading func(title string) static.Heading) (svg, alt string, err error) {
	const few = 150_000
	all, svg, alt := pictures(nb)
	if above := heading(alt); svg != "" && above != (static.Heading{}) {
		svg = headed(above, alt, svg)
	}
	for i, chart := range all {
		above := heading(chart.Title)
		light, err := renderer.Card(chart, above, charts.Light)
		dark, errDark := renderer.Card(chart, above, charts.Dark)
		if err := errors.Join(err, errDark); err != nil {
			return "", "", err
		}
		if both := inBoth(light, dark); i == 0 || len(both) < len(svg) {
			svg, alt = both, chart.Title
		}
		if len(svg) < few {
			break
		}
	}
	return svg, alt, nil
}

// boardSize matches the size of a board's drawing.
var boardSize = regexp.MustCompile(`width="(\d+)" height="(\d+)" style="width:100%;max-width:\d+px;height:auto;`)

// headed puts a heading over a board, which follows the reader's theme by itself.
func headed(above static.Heading, title, board string) string {
	high := static.CardWidth
	if m := boardSize.FindStringSubmatch(board); m != nil {
		wide, _ := strconv.Atoi(m[1])
		high, _ = strconv.Atoi(m[2])
		high = high * static.CardWidth / max(wide, 1)
		board = strings.Replace(board, m[0], fmt.Sprintf(`width="%d" height="%d" style="`, static.CardWidth, high), 1)
	}
	return inBoth(static.Headed(above, title, board, high, charts.Light), static.Headed(above, title, board, high, charts.Dark))
}

// colour matches a colour as charts write it.
var colour = regexp.MustCompile(`"#[0-9a-fA-F]{6}"`)

// inBoth makes the drawings of a chart in light and dark, which differ in their colours alone, one that follows the
// reader's theme.
func inBoth(light, dark string) string {
	others := colour.FindAllString(dark, -1)
	names, style, at := map[string]string{}, strings.Builder{}, 0
	both := colour.ReplaceAllStringFunc(light, func(is string) string {
		other := is
		if at < len(others) {
			other = others[at]
		}
		at++
		pair := is + other
		if names[pair] == "" {
			names[pair] = fmt.Sprintf("--c%d", len(names))
			fmt.Fprintf(&style, "svg{%s:%s}@media(prefers-color-scheme:dark){svg{%[1]s:%[3]s}}", names[pair], strings.Trim(is, `"`), strings.Trim(other, `"`))
		}
		return `"var(` + names[pair] + `)"`
	})
	head := strings.Index(both, "<title>")
	return both[:head] + "<style>" + style.String() + "</style>" + both[head:]
}
