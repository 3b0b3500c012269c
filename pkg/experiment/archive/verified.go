package archive

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/experiment/internal/folder"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle/sets"
)

// What was verified on this machine is kept in .formicary/verified/STUDY/PLAN.json of
// the checkout. It counts as long as the plan's records are the same file.

const verifiedFormat = "formicary verified runs 1"

// verifiedRuns is what the file has.
type verifiedRuns struct {
	Format string `json:"format"`
	// Records is the SHA-256 of the sealed file.
	Records string  `json:"records"`
	Equal   []equal `json:"equal"`
}

// equal are runs of one engine and one version of its code that came out the same with
// another version, or the same.
type equal struct {
	folder.Equal
	// Places are those of the runs in the sealed file, in their order.
	Places []int `json:"places"`
}

// published says whether the study is the one that its name stands for ([Open]).
func (s *Study) published() bool {
	home, err := Home()
	if err != nil {
		return false
	}
	a, err := os.Stat(assets.Folder(filepath.Join(home, s.Name)))
	if err != nil {
		return false
	}
	b, err := os.Stat(s.Folder)
	return err == nil && os.SameFile(a, b)
}

// verifiedFile is where it is kept what of a plan was verified.
func (s *Study) verifiedFile(p Plan) (string, error) {
	root, err := sets.Root()
	if err != nil {
		return "", fmt.Errorf("archive: %w", err)
	}
	return filepath.Join(root, ".formicary", "verified", s.Name, p.Place+".json"), nil
}

// verified is what was verified of a plan; nothing where its records have changed since,
// or the file is something else.
func (s *Study) verified(p Plan) (v verifiedRuns) {
	path, err := s.verifiedFile(p)
	if err != nil || !s.published() {
		return v
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return v
	}
	records, err := os.ReadFile(filepath.Join(p.dir, columns.File))
	if err != nil || json.Unmarshal(text, &v) != nil || v.Format != verifiedFormat || v.Records != sum(records) {
		return verifiedRuns{}
	}
	return v
}

// known are the versions of code that came to the same, for [experiment.Archived].
func (v verifiedRuns) known() (out folder.Verified) {
	for _, e := range v.Equal {
		out = append(out, e.Equal)
	}
	return out
}

func (v verifiedRuns) count() int {
	var all []int
	for _, e := range v.Equal {
		all = append(all, e.Places...)
	}
	slices.Sort(all)
	return len(slices.Compact(all))
}

// VerifiedHere is how many of the study's runs were rerun on this machine and came
// out the same ([Study.Verify]), each once.
func (s *Study) VerifiedHere() int {
	return lists.Sum(s.Plans, func(p Plan) int { return s.verified(p).count() })
}

// keeper takes note of the runs of a plan that come out the same.
type keeper struct {
	verifiedRuns
	path   string
	ours   map[string]string // versions of the code of today, by parameters
	places map[runKey]int
	wrong  map[pair]bool
}

// runKey tells the records of a plan apart.
type runKey struct {
	puzzle, content, parameters string
	run                         int
}

// pair is a version of the code of an engine.
type pair struct{ parameters, theirs string }

func keyOf(r experiment.Record) runKey { return runKey{r.Puzzle, r.Content, r.ConfigHash, r.Run} }

// keeper is that of a plan, of which as much as can be made here is given.
func (s *Study) keeper(p Plan, here experiment.Plan, records []experiment.Record) (*keeper, error) {
	k := &keeper{verifiedRuns: s.verified(p), ours: map[string]string{}, places: map[runKey]int{}, wrong: map[pair]bool{}}
	path, err := s.verifiedFile(p)
	if err != nil && s.published() { // nothing is kept of others
		return nil, err
	}
	k.path, k.Format = path, verifiedFormat
	for i, r := range records {
		k.places[keyOf(r)] = i
	}
	k.Records = s.files[p.Place+"/"+columns.File] // as it was checked
	if len(here.Puzzles) == 0 || len(here.Engines) == 0 {
		return k, nil
	}
	file, err := here.File()
	for _, e := range file.Engines {
		k.ours[e.Hash] = e.Code
	}
	return k, err
}

// add takes note of a run. Where one differs, none of that engine and that
// code counts any more.
func (k *keeper) add(r experiment.Record, same bool) {
	of, ours, day := pair{r.ConfigHash, r.Code}, k.ours[r.ConfigHash], time.Now().UTC().Format(time.DateOnly)
	is := func(e equal) bool { return e.Parameters == of.parameters && e.Theirs == of.theirs && e.Ours == ours }
	if k.wrong[of] = k.wrong[of] || !same; k.wrong[of] {
		k.Equal = slices.DeleteFunc(k.Equal, is)
		return
	}
	i := slices.IndexFunc(k.Equal, is)
	if i < 0 {
		i = len(k.Equal)
		k.Equal = append(k.Equal, equal{Equal: folder.Equal{Engine: r.Engine, Variant: r.Variant, Parameters: of.parameters, Theirs: of.theirs, Ours: ours}})
	}
	e := &k.Equal[i]
	if at, there := slices.BinarySearch(e.Places, k.places[keyOf(r)]); !there {
		e.Places = slices.Insert(e.Places, at, k.places[keyOf(r)])
	}
	e.Runs, e.Day = len(e.Places), day
}

// write keeps what is noted, entirely or not at all.
func (k *keeper) write() error {
	text, err := json.Marshal(k.verifiedRuns)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(k.path), 0o777)
	}
	if err == nil {
		err = assets.ReplaceFile(k.path, append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("archive: %w", err)
	}
	return nil
}
