package main

import (
	"bytes"
	"cmp"
	_ "embed" // bundle.txt
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/cmd/formicary/internal/export"
	"formicary/pkg/cmd/formicary/internal/gathered"
	"formicary/pkg/cmd/formicary/internal/typeset"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/bundle"
	"formicary/pkg/external"
	"formicary/pkg/lab"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

type packCommand struct {
	executing `embed:""`
	Out       string   `type:"path" placeholder:"FILE" help:"The file to write; NAME.zip in the working folder by default."`
	Notebooks []string `arg:"" name:"notebook" help:"Notebooks to pack."`
}

func (c *packCommand) Run(s *streams) error {
	// Nothing of others may get into what is published.
	if err := os.Unsetenv(sets.DataEnv); err != nil {
		return err
	}
	if err := apart(c.Notebooks); err != nil {
		return badInput(err)
	}
	env, err := prepare(s)
	if err != nil {
		return err
	}
	p := packing{env: env, files: map[string][]byte{}, puzzles: map[string]bool{}}
	p.manifest.Made = time.Now().UTC().Truncate(time.Second)
	p.manifest.Code = p.code(s)
	for _, notebook := range c.Notebooks {
		e, err := execute(s, env, notebook, c.options(s, notebook))
		if err == nil {
			err = p.notebook(e)
			e.free()
		}
		if err != nil {
			return err
		}
	}
	if err := p.surroundings(); err != nil {
		return err
	}
	var out bytes.Buffer
	if err := bundle.Write(&out, p.manifest.Made, p.files); err != nil {
		return err
	}
	to := cmp.Or(c.Out, base(c.Notebooks[0])+".zip")
	if err := assets.ReplaceFile(to, out.Bytes()); err != nil {
		return err
	}
	made, _ := p.manifest.Counts()
	_, err = fmt.Fprintf(s.stdout, "%s: %s, %s of %s, %s, %.1f MB\n", to, puzzle.Plural(len(p.manifest.Notebooks), "notebook"),
		puzzle.Plural(made, "run"), puzzle.Plural(len(p.manifest.Studies), "study", "studies"), puzzle.Plural(len(p.files)+1, "file"), float64(out.Len())/1e6)
	return err
}

// packing is a bundle in the making.
type packing struct {
	env      *lab.Env
	files    map[string][]byte
	manifest bundle.Manifest
	puzzles  map[string]bool // that are listed, by kind and hash
	list     bytes.Buffer
}

// code is what this program is.
func (p *packing) code(s *streams) bundle.Code {
	c := bundle.Code{Version: strings.TrimPrefix(version(), "formicary "), Machine: runtime.GOOS + "/" + runtime.GOARCH, Parts: map[string]string{}}
	git := func(args ...string) (string, error) {
		out, err := exec.CommandContext(s.ctx, "git", append([]string{"-C", p.env.Root}, args...)...).Output()
		return strings.TrimSpace(string(out)), err
	}
	if commit, err := git("rev-parse", "HEAD"); err == nil {
		changed, err := git("status", "--porcelain", "--untracked-files=no")
		c.Commit, c.Changed = commit, err != nil || changed != ""
	}
	for _, part := range lab.Doctor(s.ctx).Checks {
		if part.OK && slices.Contains([]string{"Go", "Python with venv", "JupyterLab", "Go kernel", "goimports", "ECharts"}, part.Name) {
			c.Parts[part.Name] = part.Found
		}
	}
	return c
}

// notebook adds a notebook with all that it uses.
func (p *packing) notebook(e *executed) error {
	n := e.Notebook
	text, err := sets.ReadFile(e.path)
	if err == nil {
		text, err = lab.Stripped(e.path, text)
	}
	if err != nil {
		return err
	}
	p.files[n.File], p.files[n.Page] = text, e.page
	for _, s := range e.studies {
		n.Studies = append(n.Studies, s.Name)
		if err := p.study(e.path, s); err != nil {
			return err
		}
	}
	p.manifest.Notebooks = append(p.manifest.Notebooks, n)
	return nil
}

// study adds a study of a notebook, once.
func (p *packing) study(notebook string, s usedStudy) error {
	if slices.ContainsFunc(p.manifest.Studies, func(other bundle.Study) bool { return other.Name == s.Name }) {
		return nil
	}
	if err := s.Check(); err != nil {
		return err
	}
	folder := bundle.Records + "/" + s.Name
	if err := p.copy(folder, s.Folder); err != nil {
		return err
	}
	out := bundle.Study{Name: s.Name, Question: s.Question, Published: s.published}
	for _, plan := range s.Plans {
		tables := "tables/" + s.Name + "/" + plan.Place
		f, err := plan.File()
		if err != nil {
			return err
		}
		if err := errors.Join(p.programs(notebook, f), p.tables(tables, f, plan.Each()), p.puzzlesOf(f)); err != nil {
			return err
		}
		out.Plans = append(out.Plans, bundle.Plan{
			Name: plan.Name, Fingerprint: plan.Fingerprint, Folder: folder + "/" + plan.Place, Tables: tables,
			Made: plan.Made, Planned: plan.Planned, Provenance: plan.Provenance,
		})
	}
	p.manifest.Studies = append(p.manifest.Studies, out)
	return nil
}

// programs adds the scripts that a plan runs and that lie beside its notebook: they are needed for a rerun.
func (p *packing) programs(notebook string, f experiment.PlanFile) error {
	for _, e := range f.Engines {
		for _, name := range external.Files(e.Description) {
			text, err := os.ReadFile(filepath.Join(filepath.Dir(notebook), filepath.Base(name)))
			if err == nil {
				p.files["notebooks/"+filepath.Base(name)] = text
			} else if !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

// copy adds the files of a folder.
func (p *packing) copy(to, from string) error {
	folder := os.DirFS(from)
	return fs.WalkDir(folder, ".", func(file string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			p.files[path.Join(to, file)], err = fs.ReadFile(folder, file)
		}
		return err
	})
}

// tables adds records as Parquet.
func (p *packing) tables(folder string, f experiment.PlanFile, records iter.Seq2[experiment.Record, error]) error {
	scratch, free, err := assets.Scratch("formicary-tables-")
	if err != nil {
		return err
	}
	defer free()
	dir := filepath.Join(scratch, "tables")
	x := export.Of(records, f.Name)
	x.Take(f)
	if err := errors.Join(os.Mkdir(dir, 0o777), x.Parquet(dir)); err != nil {
		return err
	}
	if gathered.Within(dir, "traces.parquet") { // runs without traces have none
		if err := os.Rename(filepath.Join(dir, "traces.parquet"), filepath.Join(dir, "trace.parquet")); err != nil {
			return err
		}
	}
	return p.copy(folder, dir)
}

// puzzlesOf lists the puzzles of a plan, each once: with its text where that is ours.
func (p *packing) puzzlesOf(f experiment.PlanFile) error {
	encoder := json.NewEncoder(&p.list)
	encoder.SetEscapeHTML(false)
	for _, o := range f.Puzzles {
		key := o.Kind + o.Hash.String()
		if p.puzzles[key] {
			continue
		}
		p.puzzles[key] = true
		text := o.Text
		if text == "" {
			if q, err := engines.Open(o); err == nil { // of a set in data/: there is no other
				text = q.Text()
			}
		}
		err := encoder.Encode(struct {
			Kind string `json:"kind"`
			Set  string `json:"set,omitempty"`
			ID   string `json:"id"`
			Rows int    `json:"rows"`
			Cols int    `json:"cols"`
			Hash string `json:"hash"`
			Text string `json:"text,omitempty"`
		}{o.Kind, o.Set, o.ID, o.Rows, o.Cols, fmt.Sprintf("%x", o.Hash[:]), text})
		if err != nil {
			return err
		}
	}
	return nil
}

// surroundings adds what is not of one notebook.
func (p *packing) surroundings() error {
	if p.list.Len() > 0 {
		p.files["puzzles.jsonl"] = p.list.Bytes()
	}
	for to, from := range map[string]string{"environment/go.mod": "go.mod", "environment/go.sum": "go.sum", "environment/requirements.lock": "pkg/lab/requirements.lock", "LICENSE": "LICENSE", "CITATION.cff": "CITATION.cff"} {
		text, err := os.ReadFile(filepath.Join(p.env.Root, from))
		if err != nil {
			return err
		}
		p.files[to] = text
	}
	citation := released.ReplaceAllString(string(p.files["CITATION.cff"]), "date-released: "+p.manifest.Made.Format(time.DateOnly))
	if p.manifest.Code.Commit != "" {
		citation += "commit: " + p.manifest.Code.Commit + "\n"
	}
	p.files["CITATION.cff"] = []byte(citation)
	var err error
	if p.files[bundle.ManifestFile], err = p.manifest.Bytes(); err != nil {
		return err
	}
	about := p.about()
	creators := lists.Map(about.Authors, func(name string) map[string]string { return map[string]string{"name": name} })
	p.files[".zenodo.json"], err = json.MarshalIndent(map[string]any{
		"title": about.Name, "description": about.Description, "upload_type": "dataset", "access_right": "open", "license": "MIT",
		"keywords": []string{"reproducible research", "puzzles", "solvers"}, "creators": creators,
	}, "", " ")
	if err != nil {
		return err
	}
	p.files["README.txt"], p.files["CITATION.bib"] = p.readme(about), bibliography(about, p.manifest)
	sizes := map[string]int64{}
	for name, content := range p.files {
		sizes[name] = int64(len(content))
	}
	p.files[bundle.CrateFile], err = bundle.Crate(about, p.manifest, sizes)
	return err
}

// released matches the date of CITATION.cff.
var released = regexp.MustCompile(`(?m)^date-released: .*$`)

// bibliography is the bundle as an entry of BibTeX.
func bibliography(about bundle.About, m bundle.Manifest) []byte {
	// BibTeX counts braces whether a backslash is before them or not.
	text := func(s string) string {
		return strings.NewReplacer(`\{`, `\textbraceleft{}`, `\}`, `\textbraceright{}`).Replace(typeset.LaTeX(s))
	}
	authors := lists.Map(about.Authors, func(name string) string { return "{" + text(name) + "}" })
	version := m.Code.Version
	if m.Code.Commit != "" {
		version += ", commit " + m.Code.Commit
	}
	return fmt.Appendf(nil, "@misc{formicary-%s-%s,\n  author = {%s},\n  title = {{%s}},\n  year = {%d},\n  month = %s,\n  version = {%s},\n  note = {%s}\n}\n",
		experiment.Slug(m.Notebooks[0].Name), m.Made.Format("20060102"), strings.Join(authors, " and "), text(about.Name), m.Made.Year(), strings.ToLower(m.Made.Format("Jan")), text(version), "Bundle of notebooks, records and puzzles, Formicary "+text(version))
}

// author matches an author of CITATION.cff.
var author = regexp.MustCompile(`(?m)^  - name: (.+)$`)

// about is what people read of the bundle.
func (p *packing) about() bundle.About {
	a := bundle.About{Licence: "https://spdx.org/licenses/MIT"}
	var titles []string
	for _, n := range p.manifest.Notebooks {
		titles = append(titles, cmp.Or(n.Title, n.Name))
		if n.Answer != "" {
			a.Description += strings.TrimSuffix(n.Answer, ".") + ". "
		}
	}
	a.Name = "Formicary: " + strings.Join(titles, "; ")
	made, _ := p.manifest.Counts()
	a.Description += fmt.Sprintf("%s with all that the results rest on: %s of %s, plans, puzzles or their content hashes, and pages.", puzzle.Plural(len(titles), "notebook"), puzzle.Plural(made, "run"), puzzle.Plural(len(p.manifest.Studies), "study", "studies"))
	authors, _, _ := strings.Cut(string(p.files["CITATION.cff"]), "\nreferences:")
	for _, m := range author.FindAllStringSubmatch(authors, -1) {
		a.Authors = append(a.Authors, m[1])
	}
	return a
}

// readmeText is what a bundle's README says of its files.
//
//go:embed bundle.txt
var readmeText string

// readme says what to do with the bundle.
func (p *packing) readme(about bundle.About) []byte {
	text := about.Name + "\n\n" + about.Description + "\n\n"
	for _, n := range p.manifest.Notebooks {
		text += fmt.Sprintf("Open %s in a browser to read %s.\n", n.Page, n.Name)
	}
	text += "\n" + readmeText
	if c := p.manifest.Code; c.Commit != "" {
		text += fmt.Sprintf("\nPacked by Formicary at the commit %s.\n", c.Commit)
	}
	return []byte(text)
}
