package archive

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"

	"formicary/pkg/assets"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/puzzle/sets"
)

// Part is a plan of a study with its runs, to be published.
type Part struct {
	Plan experiment.PlanFile
	// Records are its runs in any order, as of [experiment.Result.All] or [slices.All]. They are asked for once.
	Records iter.Seq2[int, experiment.Record]
	// Provenance says when and where they were made.
	Provenance experiment.Provenance
	// Traces says whether the improvements of the runs are published, too.
	Traces bool
}

// Publish writes a study below a folder ([Home]), in place of what is there, entirely or
// not at all. A part may lack runs of its plan, but has at least one. The same records
// give the same bytes. The error is that of a record that is not of its plan, or of the
// disk.
func Publish(home, name, question string, parts ...Part) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("archive: study %s: %w", name, err)
		}
	}()
	if name == "" || name != experiment.Slug(name) || len(parts) == 0 {
		return errors.New("expected a name of small letters, digits and dashes, and at least one plan")
	}
	return assets.NewFolder(filepath.Join(home, name), func(next string) error {
		c := content{Format: format, Study: name, Question: question, Files: map[string]string{}}
		for _, part := range parts {
			p, err := part.write(next, c.Files)
			if err != nil {
				return fmt.Errorf("plan %q: %w", part.Plan.Name, err)
			}
			if slices.ContainsFunc(c.Plans, func(o Plan) bool { return o.Place == p.Place }) {
				return fmt.Errorf("two plans have the folder %s: give one another name", p.Place)
			}
			c.Plans = append(c.Plans, p)
		}
		c, err := c.summed()
		if err != nil {
			return err
		}
		text, err := c.text()
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(next, StudyFile), text, 0o666)
	})
}

func (p Part) write(home string, files map[string]string) (Plan, error) {
	plan := Plan{
		Name: p.Plan.Name, Fingerprint: p.Plan.Fingerprint, Place: experiment.Slug(p.Plan.Name),
		Planned: p.Plan.Total(), Provenance: p.Provenance,
	}
	dir := filepath.Join(home, plan.Place)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return plan, err
	}
	file := p.Plan
	file.Worker, file.Mode, file.Arguments = "", "", nil
	file.Puzzles = slices.Clone(file.Puzzles)
	for i := range file.Puzzles {
		if o := &file.Puzzles[i]; ours(o) {
			o.Text, o.Solution = "", ""
		}
	}
	var text bytes.Buffer
	if err := file.Write(&text); err != nil {
		return plan, err
	}
	files[plan.Place+"/"+experiment.PlanName] = sum(text.Bytes())
	if err := os.WriteFile(filepath.Join(dir, experiment.PlanName), text.Bytes(), 0o666); err != nil {
		return plan, err
	}
	sealed, err := os.Create(filepath.Join(dir, columns.File))
	if err != nil {
		return plan, err
	}
	digest, buffer := sha256.New(), bufio.NewWriter(sealed)
	plan.Made, err = p.seal(io.MultiWriter(buffer, digest))
	files[plan.Place+"/"+columns.File] = hex.EncodeToString(digest.Sum(nil))
	if p.Plan.Design != "" { // it did not plan how many
		plan.Planned = plan.Made
	}
	if err == nil && plan.Made == 0 {
		err = errors.New("it has no records")
	}
	return plan, errors.Join(err, buffer.Flush(), sealed.Close())
}

// ours says whether a puzzle is in a set of the repository, from where it is opened.
func ours(o *sets.Origin) bool {
	root, err := sets.Root()
	if err != nil || o.Set == "" {
		return false
	}
	path := filepath.Join(root, "data", o.Kind, o.Set)
	if _, err := os.Stat(path); err == nil {
		return true
	}
	found, err := filepath.Glob(path + ".*")
	return err == nil && len(found) > 0
}

// seal writes the records as a sealed file, in the order of the plan, and tells their number.
func (p Part) seal(to io.Writer) (made int, err error) {
	type puzzleKey struct{ id, content string }
	puzzles, engines := map[puzzleKey]int{}, map[string]int{}
	for i, o := range p.Plan.Puzzles {
		puzzles[puzzleKey{o.ID, o.Hash.String()}] = i
	}
	for i, e := range p.Plan.Engines {
		engines[e.Hash] = i
	}
	type placed struct{ puzzle, engine, run, number int }
	var records record.Set
	var all []placed
	if p.Records == nil {
		return 0, nil
	}
	for _, r := range p.Records {
		q, there := puzzles[puzzleKey{r.Puzzle, r.Content}]
		e, ran := engines[r.ConfigHash]
		if !there || !ran || r.Run < 0 || r.Run >= p.Plan.Runs || r.Budget != p.Plan.Budget && p.Plan.Design == "" {
			return 0, fmt.Errorf("run %d of %s on %s is not one of the plan", r.Run, r.Label(), r.Puzzle)
		}
		if seed := p.Plan.RunSeed(p.Plan.Puzzles[q].Hash, r.Engine, r.Run); r.Seed != seed {
			return 0, fmt.Errorf("run %d of %s on %s: expected the seed %d, found %d", r.Run, r.Label(), r.Puzzle, seed, r.Seed)
		}
		r.Host, r.Session, r.PeakBytes, r.Stack, r.Board = "", "", 0, "", ""
		r.Seconds, r.CPU = micro(r.Seconds), micro(r.CPU)
		if !p.Traces {
			r.Trace = nil
		}
		all = append(all, placed{q, e, r.Run, records.Add(r)})
	}
	order := func(a, b placed) int { return cmp.Or(a.puzzle-b.puzzle, a.engine-b.engine, a.run-b.run) }
	slices.SortFunc(all, order)
	w := columns.Create(to, nil)
	for i, one := range all {
		r := records.At(one.number)
		if i > 0 && order(all[i-1], one) == 0 {
			return 0, fmt.Errorf("run %d of %s on %s is there twice", r.Run, r.Label(), r.Puzzle)
		}
		if err := w.Add(r); err != nil {
			return 0, err
		}
	}
	return len(all), w.Close()
}

func micro(seconds float64) float64 { return math.Round(seconds*1e6) / 1e6 }
