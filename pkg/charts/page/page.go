// Package page puts charts into HTML: into the outputs of a notebook, and into
// documents of its own. What it makes loads nothing from anywhere.
//
//  1. [Chart] is the markup of one chart: its title, its text alternative, its
//     option as data, and the drawn numbers, which a button below the picture
//     saves as CSV. Without scripts the text alternative is what is seen.
//  2. [Film] is the markup of boards on one clock, with a still picture where
//     scripts do not run.
//  3. [Script] is the page's style and its program: page.js, which draws every
//     chart of the page, whether it comes before or after, follows the reader's
//     theme and the page's width, and updates a chart whose output is replaced
//     without drawing it anew; and what the page has besides charts, each in a
//     file of its own. [Library] is the same with ECharts, compressed (about
//     0.45 MB), for pages with charts.
//  4. [Program] is the lab's Go code as WebAssembly (about 2.6 MB), which draws and
//     judges boards, computes and solves in the page (engine.js).
//  5. [Document] makes a notebook's document one to read, [Once] leaves one library
//     of several in it, and [Protect] gives it a policy by which nothing but these
//     scripts runs. [Site] is that for pages with files in common.
//
// An output hands over what scripts may take up: a script of one line stands behind each chart, film, panel and program,
// and passes the element before it. All notebooks of a JupyterLab share one page. The Markdown and the saved outputs of
// an untrusted notebook keep their classes and lose their scripts. So no script looks for a class, an id or an attribute
// in the page. Drawings are built from lists of elements and attributes (drawing.js), and options have no HTML
// (labels.js).
//
// Its opinion: an output is complete in itself. Notebook cells are run again, moved, cleared and saved
// in any order, and no program can know which output will still be there tomorrow; so every output
// with a chart brings the library along, and the page loads the first one. The writer of a finished
// document calls Once.
//
// Its limits: browsers of 2023 and later (DecompressionStream).
package page

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"formicary/pkg/charts"
	"formicary/pkg/markup"
)

// subjects are the files of the page's program, in order: page.js first, which the
// others build on.
var subjects = []string{
	"page.js", "words.js", "labels.js", "figure.js", "drawing.js",
	"lzma.js", "engine.js",
	"columns.js",
	"explore.js", "explore_link.js", "table.js",
	"document.js", "gallery.js",
	"facts.js", "link.js", "zoom.js", "inspect.js", "view.js",
	"player.js", "curves.js", "picture.js",
	"play_parts.js", "play_puzzle.js", "play_film.js", "play_many.js", "play.js",
}

//go:embed *.js
var sources embed.FS

// Drawing is a script that gives window.formicary three functions: option reads the option of a chart out of its text,
// drawn is what ECharts draws of it, and picture is that with a title above.
var Drawing = sync.OnceValue(func() string { return joined("words.js", "labels.js", "figure.js") })

// joined is the text of some subjects.
func joined(names ...string) string {
	var source strings.Builder
	for _, name := range names {
		text, err := sources.ReadFile(name)
		if err != nil {
			panic("page: " + err.Error()) // it is embedded
		}
		source.Write(text)
	}
	return source.String()
}

// revision tells programs of different sources apart on one page.
var revision = fmt.Sprintf("%x", sha256.Sum256([]byte(joined(subjects...)+sheet)))[:16]

// program is all subjects as one script, with the colours that package charts owns.
var program = sync.OnceValue(func() string {
	themes, err := json.Marshal(map[string]charts.Theme{"light": charts.Light, "dark": charts.Dark})
	if err != nil {
		panic("page: " + err.Error()) // maps of strings
	}
	return strings.NewReplacer(`/*REVISION*/""`, strconv.Quote(revision), "/*THEMES*/{}", string(themes), "/*NARROW*/700", strconv.Itoa(charts.NarrowWidth),
		`/*HEAD*/""`, strconv.Quote(libraryHead), `/*TAIL*/""`, strconv.Quote(libraryTail)).Replace(joined(subjects...))
})

//go:embed page.css
var sheet string

// style is the style of the lab's own elements, with the colours of tracks.
var style = sheet + trackStyle()

// trackStyle has the colours of [charts.TrackColours] in both themes.
func trackStyle() string {
	rule := func(theme charts.Theme) string {
		var b strings.Builder
		for _, name := range slices.Sorted(maps.Keys(theme)) {
			fmt.Fprintf(&b, "--formicary-%s:%s;", name, theme[name])
		}
		return ".formicary-film{" + b.String() + "}"
	}
	return rule(charts.Light) + `@media screen{[data-jp-theme-light="false"] ` + rule(charts.Dark) + "}" +
		"@media screen and (prefers-color-scheme:dark){:root:not(:has([data-jp-theme-light])) " + rule(charts.Dark) + "}\n"
}

//go:embed marks.css
var marksStyle string

// Chart is the markup of a chart whose id is derived from its content.
func Chart(c charts.Chart) string { return Live(c, c.ID(), 0) }

// Live is the markup of a chart that replaces, where there is one on the page,
// the chart of the same id whose output was taken away, without drawing it
// anew. Updates is how often that has happened, for whoever wants to see that
// a chart lives.
func Live(c charts.Chart, id string, updates int) string {
	var b strings.Builder
	narrow := c.Narrow
	narrow = cmp.Or(narrow, c.Height)
	fmt.Fprintf(&b, `<div class="formicary-chart" id="%s" role="figure" aria-label="%s" data-points="%d" data-updates="%d" data-height="%d" data-narrow="%d" style="max-width:1000px">`,
		markup.HTML(id), markup.HTML(c.Title), c.Points, updates, c.Height, narrow)
	fmt.Fprintf(&b, `<div class="formicary-title" style="font-weight:600">%s</div>`, markup.HTML(c.Title))
	fmt.Fprintf(&b, `<div class="formicary-subtitle">%s</div>`, markup.HTML(c.Subtitle))
	fmt.Fprintf(&b, `<div class="formicary-plot"></div>`)
	fmt.Fprintf(&b, `<p class="formicary-alt">%s <em>This text stands for a chart. Trust this notebook to see the chart, or run the cell again.</em></p>`, markup.HTML(c.Alt))
	fmt.Fprintf(&b, `<script type="application/json" class="formicary-option">%s</script>`, c.Option())
	fmt.Fprintf(&b, `<script type="application/json" class="formicary-csv">%s</script>`, numbers(c))
	fmt.Fprintf(&b, `<p class="formicary-data" hidden><button type="button" title="Save the numbers of this chart as a file of comma-separated values">Save CSV</button> <button type="button" title="Save this chart as a picture">Save SVG</button></p>`)
	b.WriteString("</div>" + handed)
	return b.String()
}

// numbers is the table of a chart as a JSON string, in which nothing can end
// a script.
func numbers(c charts.Chart) []byte {
	text, err := json.Marshal(c.CSV())
	if err != nil {
		panic("page: " + err.Error()) // a string
	}
	return text
}

// libraryEnd closes what libraryStart opens, and scriptEnd what scriptStart opens;
// [Once] looks for them.
const (
	libraryStart = `<div class="formicary-library" hidden="">`
	dressStart   = `<div class="formicary-dress">`
	libraryEnd   = `<!-- formicary-library --></div>`
	scriptStart  = `<div class="formicary-script" hidden="">`
	scriptEnd    = `<!-- formicary-script --></div>`
	marksStart   = `<div class="formicary-marks" hidden="" `
	marksEnd     = `<!-- formicary-marks --></div>`
	programStart = `<div class="formicary-carried" hidden="">`
	programEnd   = `<!-- formicary-program --></div>`
)

// Script is the markup that a page needs for what is no chart: the style and the
// program.
func Script() string { return scriptStart + dressed("") + scriptEnd }

// dressed is the style and the program, which finds before it what it needs; library is the markup of the library.
func dressed(library string) string {
	return dressStart + library + "<style>" + style + marksStyle + "</style></div><script>" + program() + "</script>"
}

// Library is the markup that draws the charts of a page; echarts is the text
// of echarts.min.js.
func Library(echarts string) string {
	packed := base64.StdEncoding.EncodeToString(squeeze([]byte(echarts)))
	return libraryStart + dressed(`<script type="text/plain" class="formicary-echarts">`+packed+"</script>") + libraryEnd
}

// Program is the markup of a Go program for the page: wasm is its WebAssembly,
// compressed by LZMA or gzip, glue the script of the Go toolchain that runs it. It runs in a
// worker, which is why the glue is text here. A page may have several programs; the
// same one is there once ([Once]).
func Program(wasm []byte, glue string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `%s<div class="formicary-program" data-program="%x">`, programStart, sha256.Sum256(wasm))
	fmt.Fprintf(&b, `<script type="text/plain" class="formicary-wasm">%s</script>`, base64.StdEncoding.EncodeToString(wasm))
	fmt.Fprintf(&b, `<script type="text/plain" class="formicary-glue">%s</script>`, strings.ReplaceAll(glue, "</script", `<\/script`))
	b.WriteString("</div>" + handed + programEnd)
	return b.String()
}

// carriedWASM matches the WebAssembly of a program in a document, compressed by gzip.
var carriedWASM = regexp.MustCompile(`(class="formicary-wasm"[^>]*>)(H4sI[A-Za-z0-9+/=]*)</script>`)

// Repacked is a document whose programs are compressed anew: small is given each as [Program] got it.
func Repacked(document []byte, small func([]byte) ([]byte, error)) ([]byte, error) {
	var failed error
	document = carriedWASM.ReplaceAllFunc(document, func(found []byte) []byte {
		m := carriedWASM.FindSubmatch(found)
		wasm, err := base64.StdEncoding.DecodeString(string(m[2]))
		if err == nil {
			wasm, err = small(wasm)
		}
		if err != nil {
			failed = err
			return found
		}
		return fmt.Appendf(nil, "%s%s</script>", m[1], base64.StdEncoding.EncodeToString(wasm))
	})
	return document, failed
}

// needsProgram is an attribute of what needs the lab's program, in markup of this
// package.
const needsProgram = `data-needs-program`

// ofCell stands before a program that only one panel of the page uses.
const ofCell = "<!-- of a cell -->"

// NeedsProgram says whether a document has something that needs the lab's program,
// and does not bring it.
func NeedsProgram(document []byte) bool {
	return bytes.Contains(document, []byte(needsProgram+"=")) && !bytes.Contains(bytes.ReplaceAll(document, []byte(ofCell+programStart), nil), []byte(programStart))
}

// With puts markup at the end of a document.
func With(document []byte, markup string) []byte {
	at := bytes.LastIndex(document, []byte("</body>"))
	if at < 0 {
		at = len(document)
	}
	return slices.Concat(document[:at], []byte(markup), document[at:])
}

// Marks is the markup of what marks of charts stand for: facts about engines and
// puzzles as JSON, and runs as package columns packs them, in base64. Scripts look
// things up in all of them that a page has. Its id is derived from the content, and
// the same is there once ([Once]).
func Marks(facts []byte, runs string) string {
	id := fmt.Sprintf("formicary-marks-%x", sha256.Sum256(append(facts[:len(facts):len(facts)], runs...)))[:32]
	var b strings.Builder
	fmt.Fprintf(&b, `%s%s="draw">`, marksStart, needsProgram)
	fmt.Fprintf(&b, `<script type="application/json" class="formicary-facts">%s</script>`, facts)
	fmt.Fprintf(&b, `<script type="text/plain" class="formicary-runs" id="%s">%s</script>`, id, runs)
	b.WriteString(marksEnd + handed)
	return b.String()
}

var (
	marks    = regexp.MustCompile(`(?s)` + regexp.QuoteMeta(marksStart) + `.*?` + regexp.QuoteMeta(marksEnd))
	programs = regexp.MustCompile(`(?s)` + regexp.QuoteMeta(programStart) + `.*?` + regexp.QuoteMeta(programEnd))
	library  = regexp.MustCompile(`(?s)` + regexp.QuoteMeta(libraryStart) + `.*?` + regexp.QuoteMeta(libraryEnd))
	script   = regexp.MustCompile(`(?s)` + regexp.QuoteMeta(scriptStart) + `.*?` + regexp.QuoteMeta(scriptEnd))
)

// Once returns a document with its first library alone, or where it has none with
// its first script, and of equal programs with the first: every other one is taken
// out. What needs them finds them wherever they stand.
func Once(document []byte) []byte {
	kept := false
	for _, one := range []*regexp.Regexp{library, script} {
		document = one.ReplaceAllFunc(document, func(found []byte) []byte {
			if kept {
				return nil
			}
			kept = true
			return found
		})
	}
	same := map[string]bool{}
	for _, one := range []*regexp.Regexp{programs, marks} {
		document = one.ReplaceAllFunc(document, func(found []byte) []byte {
			if same[string(found)] {
				return nil
			}
			same[string(found)] = true
			return found
		})
	}
	return document
}
