// Package archive keeps the records of studies that everybody has: data/records.
//
//  1. A [Study] is a folder: study.json says what it is for, when and where its runs were
//     made, and what every file should be (SHA-256). Each of its plans has a folder in it
//     with plan.json ([experiment.PlanFile]) and sealed.columns (package columns).
//  2. [Open] and [All] read study.json alone; [Plan.Records] reads the runs when
//     they are asked for.
//  3. [Find] has the runs of a plan of the same fingerprint, for [experiment.Archive].
//  4. [Study.Check] sees that every file is what was published, [Study.Verify] makes runs
//     again, and [Publish] writes a study.
//
// Its opinion: whoever reads results can rerun them. So a published record keeps its code, its seed and the digest of
// what came out, and a plan keeps all that another machine needs. Puzzles are there by their set, ID and content hash
// alone.
//
// Its limits: host names, sessions, boards, stacks and peak memory are not published;
// times are rounded to microseconds. Plans that are equal but for their code are one
// plan: the study that comes first by name has it.
package archive

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"formicary/pkg/assets"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// StudyFile is the name of the file that a study's folder is known by.
const StudyFile = "study.json"

const format = "formicary study 1"

// Study is a published study.
type Study struct {
	// Name is that of its folder, Question what it is for, in one sentence.
	Name     string
	Question string
	// Plans are its plans in their order; there is at least one.
	Plans []Plan
	// Folder is where it is.
	Folder string

	files map[string]string // SHA-256 by path within the folder, with slashes
}

// Plan is a plan of a study.
type Plan struct {
	// Name and Fingerprint are those of its [experiment.PlanFile].
	Name        string `json:"name"`
	Fingerprint string `json:"fingerprint"`
	// Place is its folder within that of the study.
	Place string `json:"place"`
	// Made is the number of its records, Planned that of all runs of the plan, or Made for
	// a race or a tuner ([experiment.Plan.Design]).
	Made    int `json:"made"`
	Planned int `json:"planned"`
	// Provenance says when and where they were made.
	Provenance experiment.Provenance `json:"provenance"`

	dir string
}

type content struct {
	Format   string            `json:"format"`
	Study    string            `json:"study"`
	Question string            `json:"question"`
	Plans    []Plan            `json:"plans"`
	Files    map[string]string `json:"files"`
	// Sum is the SHA-256 of the file without it.
	Sum string `json:"sum,omitempty"`
}

func (c content) text() ([]byte, error) {
	text, err := json.MarshalIndent(c, "", " ")
	return append(text, '\n'), err
}

// summed is the content with its sum.
func (c content) summed() (content, error) {
	c.Sum = ""
	text, err := c.text()
	c.Sum = sum(text)
	return c, err
}

// Home is the folder with the published studies: data/records of the checkout.
func Home() (string, error) {
	root, err := sets.Root()
	if err != nil {
		return "", fmt.Errorf("archive: %w", err)
	}
	return filepath.Join(root, "data", "records"), nil
}

// homes are all folders with studies, the first one first: that of a bundle
// ([assets.RecordsEnv]), and [Home].
func homes() ([]string, error) {
	home, err := Home()
	if own := os.Getenv(assets.RecordsEnv); own != "" && err == nil {
		return []string{own, home}, nil
	}
	return []string{home}, err
}

// Open opens a published study by its name. Where there is none the error wraps
// [fs.ErrNotExist]. A study of the folder that [assets.RecordsEnv] names comes first.
func Open(name string) (*Study, error) {
	homes, err := homes()
	if err != nil {
		return nil, err
	}
	if name == "" || name != experiment.Slug(name) {
		return nil, fmt.Errorf("archive: %s is no name of a study: %w", puzzle.Quote(name), fs.ErrNotExist)
	}
	for _, home := range homes {
		if s, err := Read(assets.Folder(filepath.Join(home, name))); !errors.Is(err, fs.ErrNotExist) {
			return s, err
		}
	}
	return nil, fmt.Errorf("archive: no published study %q: “formicary study list” lists them: %w", name, fs.ErrNotExist)
}

// Read reads the study of a folder. The error is that of its study.json:
// "source:line:column: what was expected" where it is not what [Publish] writes. No
// other file is looked at.
func Read(dir string) (*Study, error) {
	path := filepath.Join(dir, StudyFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("archive: %w", err)
	}
	c, err := parse(path, text)
	if err != nil {
		return nil, err
	}
	s := &Study{Name: c.Study, Question: c.Question, Plans: c.Plans, Folder: dir, files: c.Files}
	for i := range s.Plans {
		s.Plans[i].dir = filepath.Join(dir, s.Plans[i].Place)
	}
	return s, nil
}

func parse(source string, text []byte) (c content, err error) {
	wrong := func(offset int, format string, args ...any) (content, error) {
		line, column := puzzle.Position(text, offset)
		return content{}, puzzle.Errorf(source, line, column, format, args...)
	}
	if err := sets.Unmarshal(source, text, &c, "expected a published study"); err != nil {
		return content{}, err
	}
	// at is where a member with a value is, or the start of the file.
	at := func(name string, value any) int {
		quoted, err := json.Marshal(value)
		place := regexp.MustCompile(fmt.Sprintf(`"%s"\s*:\s*(%s)`, name, regexp.QuoteMeta(string(quoted)))).FindSubmatchIndex(text)
		if err != nil || place == nil {
			return 0
		}
		return place[2]
	}
	switch {
	case c.Format != format:
		return wrong(at("format", c.Format), "expected the format %q, found %s", format, puzzle.Quote(c.Format))
	case c.Study == "" || c.Study != experiment.Slug(c.Study):
		return wrong(at("study", c.Study), "expected the name of a study, found %s", puzzle.Quote(c.Study))
	case len(c.Plans) == 0:
		return wrong(at("plans", c.Plans), "expected at least one plan")
	}
	places := map[string]bool{}
	for _, p := range c.Plans {
		switch {
		case p.Place == "" || p.Place != experiment.Slug(p.Place) || places[p.Place]:
			return wrong(at("place", p.Place), "expected a folder of its own for the plan %s, found %s", puzzle.Quote(p.Name), puzzle.Quote(p.Place))
		case p.Made < 1 || p.Made > p.Planned:
			return wrong(at("made", p.Made), "expected from 1 to %d runs of the plan %s, found %d", p.Planned, puzzle.Quote(p.Name), p.Made)
		case len(p.Fingerprint) != 12:
			return wrong(at("fingerprint", p.Fingerprint), "expected the fingerprint of the plan %s, found %s", puzzle.Quote(p.Name), puzzle.Quote(p.Fingerprint))
		}
		places[p.Place] = true
		for _, name := range []string{p.Place + "/" + experiment.PlanName, p.Place + "/" + columns.File} {
			if sum := c.Files[name]; len(sum) != 2*sha256.Size {
				return wrong(at(regexp.QuoteMeta(name), sum), "expected the SHA-256 of %s, found %s", name, puzzle.Quote(sum))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Files)) {
		if !filepath.IsLocal(name) || name != filepath.ToSlash(filepath.Clean(name)) {
			return wrong(at(regexp.QuoteMeta(name), c.Files[name]), "expected files of the folder, found %s", puzzle.Quote(name))
		}
	}
	return c, nil
}

// All are the published studies, ordered by name, after those of the folder that
// [assets.RecordsEnv] names, which are there in place of others of their names.
func All() ([]*Study, error) {
	homes, err := homes()
	if err != nil {
		return nil, err
	}
	var all []*Study
	for _, home := range homes {
		some, err := studies(home)
		if err != nil {
			return nil, err
		}
		for _, s := range some {
			if !slices.ContainsFunc(all, func(o *Study) bool { return o.Name == s.Name }) {
				all = append(all, s)
			}
		}
	}
	return all, nil
}

// studies are those of a folder, ordered by name.
func studies(home string) ([]*Study, error) {
	entries, err := os.ReadDir(home)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("archive: %w", err)
	}
	var names []string
	for _, e := range entries {
		name := e.Name()
		if place, aside := assets.Place(filepath.Join(home, name)); aside {
			name = filepath.Base(place) // its process was killed
		}
		if e.IsDir() && !strings.HasPrefix(name, ".") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var all []*Study
	for _, name := range slices.Compact(names) {
		s, err := Read(assets.Folder(filepath.Join(home, name)))
		if err != nil {
			return nil, err
		}
		if s.Name != name {
			return nil, fmt.Errorf("archive: %s: expected the study %s, found %s", s.Folder, puzzle.Quote(name), puzzle.Quote(s.Name))
		}
		all = append(all, s)
	}
	return all, nil
}

// Find has the published runs of the plan of a fingerprint, for [experiment.Archive].
func Find(fingerprint string) (a experiment.Archived, ok bool, err error) {
	all, err := All()
	if err != nil {
		return a, false, err
	}
	for _, s := range all {
		for _, p := range s.Plans {
			if p.Fingerprint != fingerprint {
				continue
			}
			records, err := p.Records()
			return experiment.Archived{Study: s.Name, Records: records, Provenance: p.Provenance, Verified: s.verified(p).known()}, err == nil, err
		}
	}
	return a, false, nil
}

// File is the plan.
func (p Plan) File() (experiment.PlanFile, error) { return experiment.OpenPlan(p.dir) }

// Each yields the runs of the plan as [Plan.Records] has them, without holding them.
func (p Plan) Each() iter.Seq2[experiment.Record, error] {
	return func(yield func(experiment.Record, error) bool) {
		sealed, err := columns.OpenFolder(p.dir)
		if err != nil {
			yield(experiment.Record{}, err)
			return
		}
		defer sealed.Close()
		if sealed.Count != p.Made {
			yield(experiment.Record{}, fmt.Errorf("archive: %s: expected %s, found %d", filepath.Join(p.dir, columns.File), puzzle.Plural(p.Made, "record"), sealed.Count))
			return
		}
		sealed.Records()(yield)
	}
}

// read has the records of the plans that were read, by folder and time of the file.
var read sync.Map

// Records are the runs of the plan, ordered by puzzle, engine and run as in the plan.
// They are shared by all who ask: nobody may change them. The error is that of the
// sealed file.
func (p Plan) Records() ([]experiment.Record, error) {
	path := filepath.Join(p.dir, columns.File)
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("archive: %w", err)
	}
	type file struct {
		path string
		size int64
		time int64
	}
	k := file{path, info.Size(), info.ModTime().UnixNano()}
	if known, ok := read.Load(k); ok {
		return known.([]experiment.Record), nil
	}
	records := make([]experiment.Record, 0, p.Made)
	for r, err := range p.Each() {
		if err != nil {
			return nil, err
		}
		records = append(records, r)
	}
	read.Store(k, records)
	return records, nil
}

// Records are the runs of the named plans, or of all, in the order of the plans. The
// error is that of a file, or of a name that no plan has.
func (s *Study) Records(plans ...string) (out []experiment.Record, err error) {
	for _, name := range plans {
		if !slices.ContainsFunc(s.Plans, func(p Plan) bool { return p.Name == name }) {
			return nil, fmt.Errorf("archive: the study %q has no plan %q", s.Name, name)
		}
	}
	for _, p := range s.Plans {
		if len(plans) > 0 && !slices.Contains(plans, p.Name) {
			continue
		}
		records, err := p.Records()
		if err != nil {
			return nil, err
		}
		out = append(out, records...)
	}
	return out, nil
}

// Engines are those of all plans, each once.
func (s *Study) Engines() (all []solver.Description, err error) {
	seen := map[string]bool{}
	for _, p := range s.Plans {
		f, err := p.File()
		if err != nil {
			return nil, err
		}
		for _, e := range f.Engines {
			if !seen[e.Hash] {
				seen[e.Hash] = true
				all = append(all, e.Description)
			}
		}
	}
	return all, nil
}

// Counts are the records that were made and those that were planned, in all plans.
func (s *Study) Counts() (made, planned int) {
	for _, p := range s.Plans {
		made, planned = made+p.Made, planned+p.Planned
	}
	return made, planned
}

// Provenance says when and where the runs of all plans were made.
func (s *Study) Provenance() (p experiment.Provenance) {
	for _, plan := range s.Plans {
		p = p.And(plan.Provenance)
	}
	return p
}

// Check sees that the folder has what was published, byte for byte, and nothing else.
// The error names every file that was changed, is missing, or was added.
func (s *Study) Check() error {
	var wrong []error
	seen := map[string]bool{StudyFile: true}
	if err := s.checkFile(); err != nil {
		wrong = append(wrong, err)
	}
	err := filepath.WalkDir(s.Folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(s.Folder, path)
		if err != nil {
			return err
		}
		if name = filepath.ToSlash(name); seen[name] {
			return nil
		}
		seen[name] = true
		want, ok := s.files[name]
		if !ok {
			wrong = append(wrong, fmt.Errorf("archive: %s: expected no such file in the study %s", path, s.Name))
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if is := sum(text); is != want {
			wrong = append(wrong, fmt.Errorf("archive: %s: expected the SHA-256 %s, found %s: the file was changed", path, want, is))
		}
		return nil
	})
	for _, name := range slices.Sorted(maps.Keys(s.files)) {
		if !seen[name] {
			wrong = append(wrong, fmt.Errorf("archive: %s: the file is missing", filepath.Join(s.Folder, name)))
		}
	}
	return errors.Join(append(wrong, err)...)
}

// checkFile sees that study.json is what [Publish] wrote.
func (s *Study) checkFile() error {
	path := filepath.Join(s.Folder, StudyFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("archive: %w", err)
	}
	c, err := parse(path, text)
	if err != nil {
		return err
	}
	same, err := c.summed()
	if is, failed := same.text(); err != nil || failed != nil || !bytes.Equal(is, text) {
		return fmt.Errorf("archive: %s: expected the SHA-256 %s without its sum, found %s: the file was changed", path, same.Sum, c.Sum)
	}
	return nil
}

func sum(text []byte) string {
	s := sha256.Sum256(text)
	return hex.EncodeToString(s[:])
}
