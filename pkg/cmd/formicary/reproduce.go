package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/experiment/bundle"
	"formicary/pkg/lab"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/study"
)

type reproduceCommand struct {
	Against   string `type:"path" placeholder:"FILE" help:"The page or the bundle to compare with; by default the conclusion is compared, sentence by sentence, with the one that the repository keeps."`
	executing `embed:""`
	Sample    int    `default:"50" placeholder:"N" help:"How many runs of each study are made again, 0 for none; ${default} by default."`
	Seed      uint64 `default:"1" placeholder:"N" help:"Draws the sample."`
	Notebook  string `arg:"" help:"A notebook."`
}

func (c *reproduceCommand) Run(s *streams) error {
	if _, err := lab.ReadNotebook(c.Notebook); err != nil {
		return badInput(missing(err, "notebook", c.Notebook, "the path of an .ipynb file"))
	}
	if c.Sample < 0 {
		return badInput(errors.New("expected no negative number for --sample"))
	}
	was, now, err := c.published()
	if err != nil {
		return badInput(err)
	}
	env, err := prepare(s)
	if err != nil {
		return err
	}
	o := c.options(s, c.Notebook)
	o.Env = []string{sets.DataEnv + "="}
	e, err := execute(s, env, c.Notebook, o)
	if err != nil {
		return err
	}
	defer e.free()
	wrong, err := c.verify(s, e.studies)
	if err != nil {
		return badInput(err)
	}
	same, differ := compared(was, now(e))
	for _, text := range differ {
		fmt.Fprintln(s.stdout, line.Replace(text))
	}
	fmt.Fprintf(s.stdout, "%s: %s the same, %s\n", base(c.Notebook), puzzle.Plural(same, "statement"), puzzle.Plural(len(differ), "difference"))
	return failed(wrong || len(differ) > 0)
}

// verify makes runs of the published studies again; wrong says that one is not what was
// published, or that it was interrupted.
func (c *reproduceCommand) verify(s *streams, studies []usedStudy) (wrong bool, err error) {
	for _, used := range studies {
		if !used.published || c.Sample == 0 {
			continue
		}
		v, err := used.Verify(s.ctx, study.Makers(), archive.Sample{Runs: c.Sample, Longest: 5, Seed: c.Seed})
		if err != nil {
			return wrong, err
		}
		wrong = wrong || !v.Right() || v.Interrupted
		(&verifyCommand{}).print(s, v, true)
	}
	return wrong, nil
}

// published are the statements to compare with, and what of an execution is compared
// with them.
func (c *reproduceCommand) published() (was []string, now func(*executed) []string, err error) {
	if c.Against == "" {
		return keptConclusion(base(c.Notebook))
	}
	text, _, err := pageOf(c.Against, base(c.Notebook), "page or bundle", "the path of an .html or a .zip file")
	if err != nil {
		return nil, nil, err
	}
	if was = statements(text); len(was) == 0 {
		err = fmt.Errorf("%s: expected the page of an executed notebook", c.Against)
	}
	return was, func(e *executed) []string { return statements(string(e.page)) }, err
}

// pageOf is the text of a page, or of a notebook's in a bundle, with its name there. Without a name it is that of
// the only notebook.
func pageOf(path, notebook, what, instead string) (text, name string, err error) {
	content, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(content), "PK") {
		return string(content), "", missing(err, what, path, instead)
	}
	b, err := bundle.Open(path)
	if err != nil {
		return "", "", err
	}
	defer b.Close()
	all := b.Manifest.Notebooks
	var names []string
	for _, n := range all {
		names = append(names, n.Name)
	}
	i := slices.Index(names, notebook)
	if notebook == "" && len(all) == 1 {
		i = 0
	}
	if i < 0 {
		return "", "", fmt.Errorf("%s: expected a notebook among %s, found %q", path, strings.Join(names, ", "), notebook)
	}
	content, err = b.File(all[i].Page)
	return string(content), names[i], err
}

// keptConclusion are the sentences of a conclusion that the repository keeps, as far as every
// execution says them: all of a conclusion from published records, and the first of one
// from runs that everybody makes.
func keptConclusion(notebook string) (was []string, now func(*executed) []string, err error) {
	root, err := sets.Root()
	if err != nil {
		return nil, nil, err
	}
	path := filepath.Join(root, "notebooks", "answers.json")
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	var all map[string]struct {
		From   string
		Claims analysis.Claims
	}
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	said, there := all[notebook]
	switch {
	case !there:
		return nil, nil, fmt.Errorf("%s has no notebook %s: name a page with --against", path, notebook)
	case said.From == "records":
		return sentences(said.Claims), func(e *executed) []string { return sentences(e.claims) }, nil
	case said.From == "quick":
		return sentences(said.Claims)[:1], func(e *executed) []string { return sentences(e.claims)[:1] }, nil
	}
	return nil, nil, fmt.Errorf("no conclusion of %s comes out the same in every execution (%s): name a page with --against", notebook, said.From)
}

// sentences are those of a conclusion, the answer first.
func sentences(claims analysis.Claims) []string {
	c := analysis.Conclude(claims...)
	return append([]string{c.Answer}, c.Others...)
}

var (
	notShown  = regexp.MustCompile(`(?s)<(script|style|svg)\b.*?</(?:script|style|svg)>|<details class="formicary-sources">.*?</details>|<footer class="formicary-licences".*?</footer>`)
	outputs   = regexp.MustCompile(`(?s)<div class="jp-Cell-outputWrapper">(.*?)(?:<div class="jp-Cell |</main>|$)`)
	uncertain = regexp.MustCompile(`(?s)<div[^>]*class="[^"]*formicary-(?:progress|time)[^"]*".*?</div>|<span class="formicary-time">.*?</span>`)
	ends      = regexp.MustCompile(`(?i)</(p|li|tr|h[1-6]|div|pre|td|th|summary|caption)>|<br */?>`)
	tags      = regexp.MustCompile(`<[^>]*>`)
)

// statements are what the outputs of a page say, in their order: paragraphs, rows of
// tables and sentences of charts.
func statements(page string) (all []string) {
	page = notShown.ReplaceAllString(page, "")
	for _, m := range outputs.FindAllStringSubmatch(page, -1) {
		text := uncertain.ReplaceAllString(m[1], "")
		text = ends.ReplaceAllString(text, "\n")
		for each := range strings.Lines(html.UnescapeString(tags.ReplaceAllString(text, ""))) {
			for _, sentence := range strings.SplitAfter(strings.Join(strings.Fields(each), " "), "; ") {
				if sentence = strings.TrimSpace(sentence); sentence != "" {
					all = append(all, sentence)
				}
			}
		}
	}
	return all
}

// compared counts the statements that both have, in their order, and names the others.
func compared(was, is []string) (same int, differ []string) {
	for len(was) > 0 && len(is) > 0 && was[0] == is[0] { // most of two pages is the same
		same, was, is = same+1, was[1:], is[1:]
	}
	for len(was) > 0 && len(is) > 0 && was[len(was)-1] == is[len(is)-1] {
		same, was, is = same+1, was[:len(was)-1], is[:len(is)-1]
	}
	// The longest common subsequence.
	length := make([][]int, len(was)+1)
	for i := range length {
		length[i] = make([]int, len(is)+1)
	}
	for i := len(was) - 1; i >= 0; i-- {
		for j := len(is) - 1; j >= 0; j-- {
			if length[i][j] = max(length[i+1][j], length[i][j+1]); was[i] == is[j] {
				length[i][j] = length[i+1][j+1] + 1
			}
		}
	}
	i, j := 0, 0
	for i < len(was) || j < len(is) {
		switch {
		case i < len(was) && j < len(is) && was[i] == is[j]:
			same, i, j = same+1, i+1, j+1
		case j == len(is) || i < len(was) && length[i+1][j] >= length[i][j+1]:
			differ, i = append(differ, "published: "+was[i]), i+1
		default:
			differ, j = append(differ, "now: "+is[j]), j+1
		}
	}
	return same, differ
}
