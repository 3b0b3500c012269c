package gallery

import (
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts/page"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/play/session"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// TestCompact: a small drawing shares its style with others of the page and says
// nothing that its caption says.
func TestCompact(t *testing.T) {
	item := nurikabes.Kind.MustOpen("open-908").Items[0]
	whole := string(item.Draw(puzzle.View{CellSize: 8}))
	picture, style := compact(item.Draw(puzzle.View{CellSize: 8}))
	got := picture
	if !strings.HasPrefix(got, `<svg class="formicary-board nurikabe" viewBox="`) || strings.Contains(got, "<title>") || strings.Contains(got, "<style>") || 2*len(got) > len(whole) {
		t.Errorf("of %d bytes %d are left: %s", len(whole), len(got), got)
	}
	for rule := range strings.SplitSeq(strings.Join(style, ""), "}") {
		alltest.Has(t, whole, rule, "is no rule of the drawing")
	}
	alltest.Has(t, got, `style="--mark:1.5px"`, "thick lines lost their width")
	text := strings.Join(style, "")
	alltest.Check(t, strings.Contains(whole, text) && strings.Contains(text, ".formicary-board{"), "the style is not whole: %s", text)
}

// TestSetPages: pages of sets are told apart by their kinds, show boards as large as there is room for, and sort them by
// what their kind has numbers for.
func TestSetPages(t *testing.T) {
	folder := t.TempDir()
	sets := alltest.Must(writeSets(site{folder, page.NewSite("", "")}, tally{}))(t)
	titles := map[string]bool{}
	for _, s := range sets {
		text := alltest.Must(os.ReadFile(filepath.Join(folder, s.Page)))(t)
		shown := string(text)
		_, title, _ := strings.Cut(shown, "<title>")
		title, _, _ = strings.Cut(title, "</title>")
		alltest.Check(t, !titles[title], "two pages have the title %q", title)
		titles[title] = true
		for _, f := range s.kind.Features {
			alltest.Has(t, shown, ">"+html.EscapeString(f.Name)+"</option>", "%s: not sorted by %s", s.Page, f.Name)
		}
		if s.kind.Name == "slitherlink" && (!strings.Contains(boardsOf(t, shown), `viewBox=\"0 0 138 138\" style=\"--mark:2.2px\"`) || !strings.Contains(shown, ">Star Battle: open →</a>")) {
			t.Errorf("%s has neither boards of 6×22 pixels nor its neighbour", s.Page)
		}
	}
}

// boardsOf is the list of drawings of a page, as JSON.
func boardsOf(t *testing.T, page string) string {
	t.Helper()
	m := regexp.MustCompile(`class="formicary-packed">([^<]*)<`).FindStringSubmatch(page)
	alltest.Require(t, m != nil, "nothing is packed")
	r, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(m[1])))
	var texts []string
	if err == nil {
		err = json.NewDecoder(r).Decode(&texts)
	}
	alltest.Require(t, err == nil && len(texts) == 1, "%d texts, %v", len(texts), err)
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(texts[0])
}

// TestInBoth: with the colours of one theme for its names, a thumbnail is the drawing in that theme.
func TestInBoth(t *testing.T) {
	const light, dark = `<svg><title>t</title><rect fill="#ffffff"/><path stroke="#ffffff" fill="#010203"/></svg>`, `<svg><title>t</title><rect fill="#000000"/><path stroke="#111111" fill="#010203"/></svg>`
	const want = `<svg><style>svg{--c0:#ffffff}@media(prefers-color-scheme:dark){svg{--c0:#000000}}svg{--c1:#ffffff}@media(prefers-color-scheme:dark){svg{--c1:#111111}}svg{--c2:#010203}@media(prefers-color-scheme:dark){svg{--c2:#010203}}</style>` +
		`<title>t</title><rect fill="var(--c0)"/><path stroke="var(--c1)" fill="var(--c2)"/></svg>`
	alltest.Equal(t, inBoth(light, dark), want)
}

// TestGrades are sorted from easy to hard.
func TestGrades(t *testing.T) {
	for _, c := range []struct{ of, want string }{
		{"hard,easy,,extreme,medium,easy", "easy,medium,hard,extreme"},
		{"10,9,2,10", "2,9,10"},
		{"b,a,b", "b,a"},
		{"", ""},
	} {
		var set puzzle.Set
		for grade := range strings.SplitSeq(c.of, ",") {
			set.Items = append(set.Items, puzzle.Item{Grade: grade})
		}
		alltest.Equal(t, strings.Join(gradesOf(set), ","), c.want, c.of)
	}
}

// TestVerdict: another engine is ahead where its interval lies above those of all
// settings of the page's engine, and behind where it lies below the best.
func TestVerdict(t *testing.T) {
	row := func(own bool, low, high float64) comparisonRow {
		return comparisonRow{Own: own, Shares: []share{{low: low, high: high, there: true}}}
	}
	none := comparisonRow{Shares: []share{{Text: "–"}}}
	for _, c := range []struct {
		rows []comparisonRow
		want string
	}{
		{[]comparisonRow{row(false, .85, .9), row(true, .1, .2), row(true, .5, .8)}, "ahead"},
		{[]comparisonRow{row(false, .8, .9), row(true, .1, .2), row(true, .5, .8)}, ""},
		{[]comparisonRow{row(false, .3, .4), row(true, .1, .2), row(true, .5, .8)}, "behind"},
		{[]comparisonRow{row(true, .8, .9), row(true, .1, .2)}, ""},
		{[]comparisonRow{none, row(true, .1, .2)}, ""},
		{[]comparisonRow{row(false, .1, .2), none}, ""},
	} {
		alltest.Equal(t, verdict(c.rows, 0, 0), c.want, c.rows)
	}
}

// TestTally counts the runs of published studies: the complete solver's on each
// puzzle of the open set.
func TestTally(t *testing.T) {
	studies, solved, err := published()
	alltest.Require(t, err == nil && len(studies) >= 10, "%d studies, %v", len(studies), err)
	set := nurikabes.Kind.MustOpen("open-908")
	got := solved.engines(set)
	alltest.Check(t, slices.Contains(got, "nurikabe/acs") && slices.Contains(got, "nurikabe/exact"), "the open set is solved by %q", got)
	for _, item := range set.Items {
		c := solved.of(item, "nurikabe/exact")
		alltest.Check(t, c.runs != 0 && c.solved == c.runs, "%s: %+v", item.ID(), c)
	}
}

// TestRecordsPage: the page of records has every published study with its question, its
// counts, and when and where it was made, and an engine's page counts what is there.
func TestRecordsPage(t *testing.T) {
	studies, _, err := published()
	alltest.OK(t, err)
	folder := t.TempDir()
	alltest.OK(t, writeRecords(site{folder, page.NewSite("", "")}, studies))
	root := alltest.Must(sets.Root())(t)
	alltest.Must(writeEngines(site{folder, page.NewSite("", "")}, root, studies))(t)
	text := func(name string) string {
		t.Helper()
		text := alltest.Must(os.ReadFile(filepath.Join(folder, name)))(t)
		return html.UnescapeString(string(text))
	}
	all, runs := text("records.html"), 0
	engines := text("engine-nurikabe-acs.html")
	said := 0
	published := alltest.Must(archive.All())(t)
	for _, s := range published {
		records := alltest.Must(s.Records())(t)
		_, planned := s.Counts()
		runs += len(records)
		from := fmt.Sprintf("%s of %s, %v.", puzzle.Thousands(len(records)), puzzle.Plural(planned, "run"), s.Provenance())
		for _, want := range []string{`id="` + s.Name + `"`, s.Question, from} {
			alltest.Has(t, all, want, "the page of records has no")
		}
		ants := slices.ContainsFunc(records, func(r experiment.Record) bool { return r.Engine == "nurikabe/acs" })
		compared := strings.Contains(engines, "<h3>"+s.Name+"</h3>")
		alltest.Equal(t, strings.Contains(engines, `"./records.html#`+s.Name+`"`), ants, "the engine's page links %s", s.Name)
		if compared {
			said++
			alltest.Has(t, engines, from, "the engine's page does not say where %s comes from", s.Name)
		}
	}
	if want := puzzle.Plural(runs, "run") + " in the lab's repository"; !strings.Contains(all, want) || said < 1 {
		t.Errorf("the page of records does not say %q; %d studies of the ants", want, said)
	}
}

// is is the engine of one name.
func is(name string) func(string) bool { return func(engine string) bool { return engine == name } }

// TestTogether: on the puzzles that both have runs on, the complete solver is ahead of the paper's ants, and
// a plain ant colony behind them; on no others anything is said.
func TestTogether(t *testing.T) {
	studies, _, err := published()
	alltest.OK(t, err)
	c, ok := compare(together(studies, is("nurikabe/acs")), is("nurikabe/acs"))
	alltest.Require(t, ok, "nothing is compared")
	all := len(c.Columns) - 1
	for _, r := range c.Rows {
		if !strings.Contains(r.engine, "/") {
			continue // a sketch of a notebook's
		}
		s := r.Shares[all]
		alltest.Check(t, r.Own == (r.Label == "ants") && (!r.Own || s.Verdict != "ahead") && strings.HasSuffix(s.Text, " puzzles)"), "%s: %+v", r.Label, r)
		alltest.Check(t, (r.engine != "nurikabe/exact" || s.Verdict == "ahead") && (r.engine != "nurikabe/ants" || s.Verdict == "behind"), "%s is %q: %+v", r.Label, s.Verdict, r)
	}
	for _, r := range together(studies, is("sudoku/tabu")).records {
		alltest.Require(t, r.Kind == "sudoku", "a record of %s beside the tabu search", r.Engine)
	}
}

func TestRangeOf(t *testing.T) {
	for _, c := range []struct {
		p    session.Parameter
		want string
	}{
		{session.Parameter{Kind: "choice", Options: []string{"a", "b"}}, "a, b"},
		{session.Parameter{Kind: "switch"}, "true, false"},
		{session.Parameter{Low: "0", High: "1"}, "0 to 1"},
		{session.Parameter{Low: "5e-324", High: "1"}, "above 0, up to 1"},
		{session.Parameter{Low: "5e-324"}, "above 0"},
		{session.Parameter{Low: "1"}, "from 1"},
		{session.Parameter{High: "1"}, "up to 1"},
		{session.Parameter{}, ""},
	} {
		alltest.Equal(t, rangeOf(c.p), c.want, c.p)
	}
}
