package notebooks_test

import (
	"fmt"
	"html"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/lab"
	"formicary/pkg/puzzle"
)

var (
	// bold matches a notebook's first bold sentence.
	bold = regexp.MustCompile(`(?ms)^\*\*(.+?)\*\*`)
	// svgTitle is what a picture says that it shows.
	svgTitle = regexp.MustCompile(`(?s)<title>(.*?)</title>`)
	// pictured is a picture in the table of notebooks: the notebook's name, and what it shows.
	pictured = regexp.MustCompile(`<img src="pictures/([^"]+)\.svg" width="320" alt="([^"]*)">`)
	// opening is how a notebook begins behind its question, as it is kept: its picture, and its answer.
	opening = regexp.MustCompile(`"!\[.*\]\(pictures/.+\.svg\)\\n",\n    "\\n",\n    "> .*\\n",\n    `)
	opens   = regexp.MustCompile(`(?s)^# [^\n]+\n\n(\*\*.+?\*\*\n\n)?!\[[^\n]+\n\n> [^\n]+\n\n`)
	// results is the README's section of results, result one of them.
	results = regexp.MustCompile(`(?s)\n## Three results\n(.*?)\n## `)
	// basis is what a result leaves out, for which it links to its notebook: the interval, the p-value, and on which puzzles it is based.
	basis  = regexp.MustCompile(`(, a difference of .*| \([^()]*; p [<=].*)$`)
	result = regexp.MustCompile(`(?s)\n- (.+?) \(\[\d\d\]\(notebooks/([^)/]+)\.ipynb\)\)\.`)
)

// question is what a notebook asks: its title, unless that is no question, else its first bold sentence.
func question(t *testing.T, name string) string {
	t.Helper()
	path := name + ".ipynb"
	nb := alltest.Must(lab.ReadNotebook(path))(t)
	if title := nb.Title(); strings.HasSuffix(title, "?") {
		return title
	}
	if m := bold.FindStringSubmatch(string(nb.Cells[0].Source)); m != nil && strings.HasSuffix(m[1], "?") {
		return strings.Join(strings.Fields(m[1]), " ")
	}
	t.Errorf("%s: neither the title nor the first bold sentence is a question", path)
	return ""
}

// TestSourceAnswers holds the tables of README.md and of the index against the notebooks' questions and the answers, and
// the results of the repository's README against the answers. Each is in both tables, and each notebook opens with its
// picture and its answer. UPDATE=1 writes all of this but the results.
func TestSourceAnswers(t *testing.T) {
	all := readAnswers(t)
	for _, table := range []struct {
		file string
		row  *regexp.Regexp // of what stands before the question; the question; the name; the answer; what stands behind it
		text func(answer) string
	}{
		{"README.md", regexp.MustCompile(`(?m)^(\| <img [^|]+> \| )\[([^\]]+)\]\(([^)/]+)\.ipynb\) \| (.+) (\|)$`), answer.headline},
		{"index.ipynb", regexp.MustCompile(`("\| )\[([^\]]+)\]\((\d[^)/]+)\.ipynb\) \| ([^|]+) (\|(?:\\n)?")`), func(a answer) string { return a.full() + "." }},
	} {
		text := alltest.Must(os.ReadFile(table.file))(t)
		seen := map[string]bool{}
		now := table.row.ReplaceAllStringFunc(string(text), func(row string) string {
			m := table.row.FindStringSubmatch(row)
			name := m[3]
			seen[name] = true
			want := fmt.Sprintf("%s[%s](%s.ipynb) | %s %s", m[1], question(t, name), name, strings.ReplaceAll(table.text(all[name]), "|", `\|`), m[5])
			alltest.Check(t, row == want || os.Getenv("UPDATE") != "", "%s says\n%s\nwant\n%s\n(UPDATE=1 writes it)", table.file, row, want)
			return want
		})
		if names := slices.Sorted(maps.Keys(all)); !slices.Equal(names, slices.Sorted(maps.Keys(seen))) {
			t.Errorf("%s has %v, %s %v", table.file, slices.Sorted(maps.Keys(seen)), answers, names)
		}
		if os.Getenv("UPDATE") != "" {
			alltest.OK(t, os.WriteFile(table.file, []byte(now), 0o644))
		}
	}
	pictures := map[string]string{} // what each shows, by the notebook's name
	for _, m := range pictured.FindAllStringSubmatch(string(alltest.Must(os.ReadFile("README.md"))(t)), -1) {
		pictures[m[1]] = html.UnescapeString(m[2])
	}
	for name, a := range all {
		path := name + ".ipynb"
		text := string(alltest.Must(os.ReadFile(path))(t))
		shown := svgTitle.FindStringSubmatch(string(alltest.Must(os.ReadFile("pictures/" + name + ".svg"))(t)))
		alltest.Check(t, len(shown) > 0 && html.UnescapeString(shown[1]) == pictures[name], "README.md says that the picture of %s shows %q, it shows %q", name, pictures[name], shown)
		want := ""
		for _, line := range []string{"![" + pictures[name] + "](pictures/" + name + ".svg)", "", "> " + a.headline() + "."} {
			want += `"` + strings.ReplaceAll(line, `"`, `\"`) + "\\n\",\n    "
		}
		now := opening.ReplaceAllLiteralString(text, want)
		first := string(alltest.Must(lab.ParseNotebook(path, []byte(now)))(t).Cells[0].Source)
		alltest.Check(t, opens.MatchString(first), "%s does not open with its picture and its answer, behind title and question", path)
		if os.Getenv("UPDATE") != "" {
			alltest.OK(t, os.WriteFile(path, []byte(now), 0o644))
		} else if now != text {
			t.Errorf("%s does not open with\n%s\n(UPDATE=1 writes it)", path, want)
		}
	}
	text := alltest.Must(os.ReadFile("../README.md"))(t)
	found := results.FindStringSubmatch(string(text))
	alltest.Require(t, found != nil, "the README has no results")
	told := result.FindAllStringSubmatch(found[1], -1)
	alltest.Check(t, len(told) == 3, "the README has %d results", len(told))
	for _, m := range told {
		a := all[m[2]]
		about, said, _ := strings.Cut(strings.Join(strings.Fields(m[1]), " "), "**")
		if a.From != "records" {
			if before, ok := strings.CutSuffix(said, ", "+a.source()); ok {
				said = before
			} else {
				t.Errorf("the README's result does not say that it is of a %s: %s", a.source(), said)
			}
		}
		var could []string
		for _, claim := range a.Claims {
			whole := claim.Short() + "**" + strings.TrimPrefix(claim.String(), claim.Short())
			could = append(could, basis.ReplaceAllString(whole, ""))
		}
		for part := range strings.SplitSeq(said, "; **") {
			same := func(claim string) bool {
				return part != "" && strings.EqualFold(claim[:1], part[:1]) && claim[1:] == part[1:]
			}
			alltest.Check(t, slices.ContainsFunc(could, same), "the README's result is none of %s:\n**%s\nwant one of\n**%s", m[2], part, strings.Join(could, "\n**"))
		}
		word := analysis.Ranks(about)
		alltest.Check(t, word == "", "%q ranks before the claim: %s", word, about)
	}
}

// published matches the table of published studies.
var published = regexp.MustCompile(`(?s)<!-- records -->\n.*?<!-- end of records -->`)

// TestSourceRecords holds the table of published studies against data/records. UPDATE=1
// writes it.
func TestSourceRecords(t *testing.T) {
	const studies = "../data/records/README.md"
	all := alltest.Must(archive.All())(t)
	rows, runs := "", 0
	for _, s := range all {
		records := alltest.Must(s.Records())(t)
		made, planned := puzzle.Thousands(len(records)), ""
		if _, n := s.Counts(); n > len(records) {
			planned = " of " + puzzle.Thousands(n)
		}
		runs += len(records)
		p := s.Provenance()
		days := p.First
		if p.Last != p.First {
			days += " to " + p.Last
		}
		rows += fmt.Sprintf("| `%s` | %s%s | %s | %s |\n", s.Name, made, planned, days, strings.ReplaceAll(s.Question, "|", `\|`))
	}
	want := fmt.Sprintf("<!-- records -->\n%s of %s:\n\n| study | runs | recorded | question |\n|---|---|---|---|\n%s<!-- end of records -->", puzzle.Plural(runs, "run"), puzzle.Plural(len(all), "study", "studies"), rows)
	text := alltest.Must(os.ReadFile(studies))(t)
	switch is := published.FindString(string(text)); {
	case is == "":
		t.Fatal("data/records/README.md has no table of published studies")
	case is == want:
	case os.Getenv("UPDATE") != "":
		alltest.OK(t, os.WriteFile(studies, []byte(strings.Replace(string(text), is, want, 1)), 0o644))
	default:
		t.Errorf("its README has\n%s\ndata/records\n%s\n(UPDATE=1 writes it)", is, want)
	}
}
