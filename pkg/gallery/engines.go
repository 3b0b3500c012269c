package gallery

import (
	"errors"
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"html/template"
	"io/fs"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/play/session"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// engineLink is an engine in the index.
type engineLink struct {
	link
	Label, Doc, Text string
}

// parameter is one of an engine, as its page shows it.
type parameter struct{ Name, Default, Range, Meaning string }

// comparison is a study that ran an engine and others.
type comparison struct {
	Name, Question string
	From           string // when and where its runs were made; "" of all studies together
	Columns        []string
	Rows           []comparisonRow
}

// comparisonRow is a label with its shares in the columns.
type comparisonRow struct {
	Label  string
	Own    bool // it is the page's engine
	Shares []share
	engine string
}

// share is a share of runs, with its interval. The verdict is on that of another
// engine: "ahead" or "behind" of the page's engine, or "" where that is not settled.
type share struct {
	Text, Verdict string
	low, high     float64
	there         bool
}

// writeEngines writes a page for every engine of the registry, one for those that are the same.
func writeEngines(to site, root string, studies []results) ([]engineLink, error) {
	var all []engineLink
	var links []link
	groups := engines.Groups()
	for _, e := range groups {
		l := engineLink{link: link{"engine-" + strings.ReplaceAll(e.Title(), "/", "-") + ".html", e.Title()}, Label: solver.Label(e.Name, ""), Doc: e.Doc}
		l.Text = strings.ToLower(e.Title() + " " + l.Label + " engine " + e.Doc)
		all, links = append(all, l), append(links, l.link)
	}
	for i, e := range groups {
		data := struct {
			place
			Engine           engineLink
			Kind, Confidence string
			Complete         bool
			Play, Records    string
			Others           []string
			About            template.HTML
			Parameters       []parameter
			Studies          []comparison
		}{place: between(links, i), Engine: all[i], Kind: strings.Join(e.Kinds, ", "), Complete: e.Complete, Confidence: fmt.Sprintf("%.4g %%", 100*analysis.Default.Level)}
		data.Play, data.Records = PlayPage, recordsPage
		var err error
		if data.About, err = packageComment(root, e.New()); err != nil {
			return nil, err
		}
		for _, p := range session.Parameters(e.New(), e.New()) {
			data.Parameters = append(data.Parameters, parameter{p.Name, p.Default, rangeOf(p), p.Meaning})
		}
		if c, ok := compare(together(studies, e.Has), e.Has); ok {
			data.Studies = append(data.Studies, c)
		}
		for _, p := range studies {
			records := p.records
			if !slices.ContainsFunc(records, func(r experiment.Record) bool { return e.Has(r.Engine) }) {
				continue
			}
			if c, ok := compare(p, e.Has); ok {
				data.Studies = append(data.Studies, c)
			} else {
				data.Others = append(data.Others, p.name)
			}
		}
		if err := to.page(links[i].Page, "engine", data); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// least is the least number above 0.
const least = "5e-324"

// rangeOf is what a parameter may be, in words.
func rangeOf(p session.Parameter) string {
	switch {
	case p.Kind == "choice":
		return strings.Join(p.Options, ", ")
	case p.Kind == "switch":
		return "true, false"
	case p.Low == least && p.High != "":
		return "above 0, up to " + p.High
	case p.Low != "" && p.High != "":
		return p.Low + " to " + p.High
	case p.Low == least:
		return "above 0"
	case p.Low != "":
		return "from " + p.Low
	case p.High != "":
		return "up to " + p.High
	}
	return ""
}

// together has the records of all studies on the puzzles that an engine was run on,
// with one label for all variants of an engine.
func together(studies []results, is func(engine string) bool) results {
	on := map[string]bool{}
	for _, p := range studies {
		for _, r := range p.records {
			if is(r.Engine) {
				on[r.Content] = true
			}
		}
	}
	out := results{
		name:     "All studies",
		question: "All published runs on the puzzles that this engine was run on, whatever the variant and the budget.",
	}
	made := map[string]int{}
	for _, p := range studies {
		for _, r := range p.records {
			if !on[r.Content] {
				continue
			}
			key := r.Engine + " " + r.Content
			r.Variant, r.ConfigHash, r.Run = "", r.Engine, made[key]
			made[key]++
			out.records = append(out.records, r)
		}
	}
	return out
}

// compare is how often the engines of a study solve, by size of the board; not ok
// where it ran one engine only.
func compare(p results, is func(engine string) bool) (c comparison, ok bool) {
	records := p.records
	of := map[string]string{}
	others := false
	for _, r := range records {
		of[r.Label()] = r.Engine
		others = others || !is(r.Engine)
	}
	if !others {
		return c, false
	}
	table := analysis.Group(records).By(analysis.Size).Success()
	c.Name, c.Question, c.From = p.name, p.question, p.from
	classes := slices.Clone(table.Classes)
	if len(classes) != 1 {
		classes = append(classes, analysis.Class{})
	}
	for _, class := range classes {
		name := class.String() + " cells"
		if class == (analysis.Class{}) {
			name = "all sizes"
		}
		c.Columns = append(c.Columns, name)
	}
	for _, label := range table.Labels {
		r := comparisonRow{Label: label, engine: of[label], Own: is(of[label])}
		for _, class := range classes {
			s, there := table.Get(label, class)
			if !there || s.Runs.Trials == 0 {
				r.Shares = append(r.Shares, share{Text: "–"})
				continue
			}
			r.Shares = append(r.Shares, share{
				Text: fmt.Sprintf("%.3f (%.3f to %.3f; %s)", s.Runs.Rate, s.Across.Low, s.Across.High, puzzle.Plural(s.Instances, "puzzle")), low: s.Across.Low, high: s.Across.High, there: true,
			})
		}
		c.Rows = append(c.Rows, r)
	}
	for i, r := range c.Rows {
		for j := range r.Shares {
			c.Rows[i].Shares[j].Verdict = verdict(c.Rows, i, j)
		}
	}
	return c, true
}

// verdict says where the interval of a share lies above or below those of all rows of
// the page's engine in its column.
func verdict(rows []comparisonRow, i, column int) string {
	other := rows[i].Shares[column]
	low, high, there := 0.0, 0.0, false
	for _, r := range rows {
		if s := r.Shares[column]; r.Own && s.there {
			low, high, there = max(low, s.low), max(high, s.high), true
		}
	}
	switch {
	case rows[i].Own || !there || !other.there:
		return ""
	case other.low > high:
		return "ahead"
	case other.high < low:
		return "behind"
	}
	return ""
}

// docLink matches a link of a package comment to a name, which has no page here.
var docLink = regexp.MustCompile(`<a href="/[^"]*">(.*?)</a>`)

// packageComment is what the package of an engine says of it, its limits last, as HTML.
func packageComment(root string, s solver.Solver) (template.HTML, error) {
	path, ok := strings.CutPrefix(reflect.TypeOf(s).Elem().PkgPath(), "formicary/")
	if !ok {
		return "", fmt.Errorf("gallery: %T is no engine of the lab", s)
	}
	folder := filepath.Join(root, filepath.FromSlash(path))
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return "", err
	}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			return "", err
		}
		if parsed.Doc != nil && !strings.HasSuffix(file, "_test.go") {
			return commentHTML(parsed.Doc), nil
		}
	}
	return "", errors.Join(fmt.Errorf("gallery: no package comment in %s", folder), fs.ErrNotExist)
}

func commentHTML(group *ast.CommentGroup) template.HTML {
	p := comment.Parser{ // names in brackets are names
		LookupSym:     func(string, string) bool { return true },
		LookupPackage: func(name string) (string, bool) { return name, true },
	}
	printer := comment.Printer{HeadingLevel: 3}
	text := string(printer.HTML(p.Parse(group.Text())))
	return template.HTML(docLink.ReplaceAllString(text, "$1"))
}
