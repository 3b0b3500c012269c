package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"formicary/pkg/analysis"
	"formicary/pkg/assets"
	"formicary/pkg/cmd/formicary/internal/gathered"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/bundle"
	"formicary/pkg/lab"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/study"
)

type openCommand struct {
	Execute   bool          `name:"run" help:"Execute the notebooks on the bundle's records, and show the new pages."`
	NoBrowser bool          `help:"Print the paths of the pages, but open no browser."`
	Out       string        `type:"path" placeholder:"DIR" help:"The folder to unpack to, which replaces an earlier bundle; .formicary/bundles/NAME in the checkout or the working folder by default."`
	Timeout   time.Duration `placeholder:"TIME" help:"With --run: time limit for each notebook, such as 10m; none by default."`
	Bundle    string        `arg:"" type:"path" help:"A bundle that “formicary bundle pack” wrote."`
}

func (c *openCommand) Run(s *streams) error {
	b, err := bundle.Open(c.Bundle)
	if err != nil {
		return badInput(gathered.Missing(err, "bundle", c.Bundle, "the path of a .zip file that “formicary bundle pack” wrote"))
	}
	defer b.Close()
	dir := c.Out
	if dir == "" {
		dir = ownPlace("bundles", experiment.Slug(base(c.Bundle)))
	} else if err := replaceable(dir); err != nil {
		return badInput(err)
	}
	if err := b.Unpack(dir); err != nil {
		return badInput(err)
	}
	pages, err := c.pages(s, dir, b.Manifest)
	if err != nil {
		return err
	}
	for i, n := range b.Manifest.Notebooks {
		fmt.Fprintf(s.stdout, "%s\n", pages[i])
		if n.Answer != "" {
			fmt.Fprintf(s.stdout, "  %s\n", line.Replace(n.Answer))
		}
	}
	made, _ := b.Manifest.Counts()
	fmt.Fprintf(s.stdout, "%s of %s in %s\n", puzzle.Plural(made, "run"), puzzle.Plural(len(b.Manifest.Studies), "study", "studies"), filepath.Join(dir, bundle.Records))
	switch { // one page shows the way to the others
	case c.NoBrowser:
		return nil
	case c.Execute:
		s.browse(pages[0])
		return nil
	}
	return serve(s, dir, b.Manifest.Notebooks)
}

// serve shows the pages of somebody else's notebooks until the context ends.
func serve(s *streams, dir string, notebooks []bundle.Notebook) error {
	listener, err := (&net.ListenConfig{}).Listen(s.ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	host, prefix := listener.Addr().String(), "/"+rand.Text()+"/"
	server := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at := slices.IndexFunc(notebooks, func(n bundle.Notebook) bool { return r.URL.Path == prefix+n.Page })
		if at < 0 || r.Host != host || r.Method != http.MethodGet {
			http.NotFound(w, r)
			return
		}
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(notebooks[at].Page)))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		text, policy := lab.Foreign(text)
		for name, value := range map[string]string{
			"Content-Security-Policy": policy, "Content-Type": "text/html; charset=utf-8", "X-Content-Type-Options": "nosniff",
			"X-DNS-Prefetch-Control": "off", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
		} {
			w.Header().Set(name, value)
		}
		_, _ = w.Write(text) // the reader may have gone
	})}
	stop := context.AfterFunc(s.ctx, func() { server.Close() })
	defer stop()
	address := (&url.URL{Scheme: "http", Host: host, Path: prefix + notebooks[0].Page}).String()
	fmt.Fprintf(s.stdout, "The page is open at %s until you press Ctrl-C.\n", address)
	s.browse(address)
	if err := server.Serve(listener); s.ctx.Err() == nil {
		return err
	}
	_, err = fmt.Fprintln(s.stdout, "The page is closed.")
	return err
}

// replaceable says whether a folder may be replaced: it is not there, is empty, or has
// the files and folders of a bundle and what --run has written, and no others.
func replaceable(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	} else if err != nil {
		return err
	}
	ours := map[string]bool{bundle.SumsFile: true, pagesOfRuns: true, journalsOfRuns: true}
	sums, _ := os.ReadFile(filepath.Join(dir, bundle.SumsFile)) // without it all others are not ours
	for each := range strings.Lines(string(sums)) {
		_, name, _ := strings.Cut(strings.TrimSuffix(each, "\n"), "  ")
		top, _, _ := strings.Cut(name, "/")
		ours[top] = true
	}
	for _, e := range entries {
		if !ours[e.Name()] {
			return fmt.Errorf("%s has other files, such as %s: give another folder with --out", dir, e.Name())
		}
	}
	return nil
}

// What --run writes beside the files of the bundle.
const (
	pagesOfRuns    = "run"
	journalsOfRuns = "journals"
)

// pages are the pages of the notebooks; with --run, those of what they show now.
func (c *openCommand) pages(s *streams, dir string, m bundle.Manifest) (pages []string, err error) {
	if !c.Execute {
		for _, n := range m.Notebooks {
			pages = append(pages, filepath.Join(dir, filepath.FromSlash(n.Page)))
		}
		return pages, nil
	}
	// For the kernel, and for this program, which reads what the kernel took.
	for name, value := range map[string]string{assets.RecordsEnv: filepath.Join(dir, bundle.Records), assets.RunsEnv: filepath.Join(dir, journalsOfRuns), sets.DataEnv: ""} {
		if err := os.Setenv(name, value); err != nil {
			return nil, err
		}
	}
	env, err := prepare(s)
	if err != nil {
		return nil, err
	}
	for _, n := range m.Notebooks {
		o := executing{Timeout: c.Timeout}.options(s, n.File)
		o.Full = n.Mode == assets.ModeFull
		e, err := execute(s, env, filepath.Join(dir, filepath.FromSlash(n.File)), o)
		if err != nil {
			return nil, err
		}
		e.free()
		page := filepath.Join(dir, pagesOfRuns, n.Name+".html")
		if err := errors.Join(os.MkdirAll(filepath.Dir(page), 0o777), os.WriteFile(page, e.page, 0o666)); err != nil {
			return nil, err
		}
		pages = append(pages, page)
	}
	return pages, nil
}

// checking are the flags by which notebooks are compared with what is published.
type checking struct {
	Check   bool   `xor:"out,set" help:"Rerun a sample of the published runs, and name each statement that differs from the published one. No file is written."`
	Against string `type:"path" placeholder:"FILE" help:"With --check: the page or the bundle to compare with; by default the conclusion that the repository keeps."`
	Sample  int    `default:"50" placeholder:"N" help:"With --check: how many runs of each study are rerun, 0 for none; ${default} by default."`
	Seed    uint64 `default:"1" placeholder:"N" help:"With --check: the seed that draws the sample."`
}

// check executes notebooks and compares them with what is published.
func (c *checking) check(s *streams, how executing, notebooks []string) error {
	if c.Sample < 0 {
		return badInput(errors.New("expected no negative number for --sample"))
	}
	wrong := false
	for _, notebook := range notebooks {
		was, now, err := c.published(notebook)
		if err != nil {
			return badInput(err)
		}
		env, err := prepare(s)
		if err != nil {
			return err
		}
		o := how.options(s, notebook)
		o.Env = []string{sets.DataEnv + "="}
		e, err := execute(s, env, notebook, o)
		if err != nil {
			return err
		}
		differ, err := c.verify(s, e.studies)
		if e.free(); err != nil {
			return badInput(err)
		}
		same, others := compared(was, now(e))
		for _, text := range others {
			fmt.Fprintln(s.stdout, line.Replace(text))
		}
		fmt.Fprintf(s.stdout, "%s: %s the same, %s\n", base(notebook), puzzle.Plural(same, "statement"), puzzle.Plural(len(others), "difference"))
		wrong = wrong || differ || len(others) > 0
	}
	return failed(wrong)
}

// verify reruns a sample of the published studies; wrong says that one is not what was
// published, or that it was interrupted.
func (c *checking) verify(s *streams, studies []usedStudy) (wrong bool, err error) {
	v, sum := verifyCommand{sampling: sampling{c.Sample, 5, c.Seed}}, verified{most: 2} // each in a line
	for _, used := range studies {
		if used.published && c.Sample > 0 && err == nil {
			err = v.study(s, &sum, used.Study, study.Makers(engines.FromDescription), 1)
		}
	}
	return sum.wrong || sum.interrupted, err
}

// published are the statements to compare with, and what of an execution is compared
// with them.
func (c *checking) published(notebook string) (was []string, now func(*executed) []string, err error) {
	if c.Against == "" {
		return keptConclusion(base(notebook))
	}
	text, _, err := pageOf(c.Against, base(notebook), "page or bundle", "the path of an .html or a .zip file")
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
		return string(content), "", gathered.Missing(err, what, path, instead)
	}
	b, err := bundle.Open(path)
	if err != nil {
		return "", "", err
	}
	defer b.Close()
	all := b.Manifest.Notebooks
	names := lists.Map(all, func(n bundle.Notebook) string { return n.Name })
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
	length := lists.Of(len(was)+1, func(int) []int { return make([]int, len(is)+1) })
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
