package experiment

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Publication holds the records of a study that everybody has, because they are
// part of the repository: data/records/STUDY.jsonl.gz. Its records have no
// traces and name no machine; puzzles are there by ID and content hash only.
type Publication struct {
	// Study is its name, and Question what it is for.
	Study    string `json:"study"`
	Question string `json:"question"`
	// Plans are those that it consists of, in their order.
	Plans []PublishedPlan `json:"-"`
}

// PublishedPlan is one plan of a study as it was run.
type PublishedPlan struct {
	Name    string           `json:"plan"`
	Seed    uint64           `json:"seed"`
	Runs    int              `json:"runs"` // of each engine on each puzzle
	Budget  solver.Budget    `json:"budget"`
	Engines []manifestEngine `json:"engines"`
	Puzzles []manifestPuzzle `json:"puzzles"`
	// Recorded is the day on which its last session ended, on a Processor (its
	// model) of an Architecture, by a program that Go built.
	Recorded     string `json:"recorded"`
	Processor    string `json:"processor"`
	Architecture string `json:"architecture"`
	Go           string `json:"go"`
	// Made is the number of its records, Planned that of all runs of the plan.
	Made    int `json:"made"`
	Planned int `json:"planned"`
	// Records are ordered by puzzle, engine and run.
	Records []Record `json:"-"`
}

// NewPublication prepares the results of a study's plans for being published.
func NewPublication(study, question string, results ...*Result) Publication {
	out := Publication{Study: study, Question: question}
	for _, r := range results {
		m, last := r.manifest, r.manifest.session()
		p := PublishedPlan{
			Name: m.Name, Seed: m.Seed, Runs: m.Runs, Budget: m.Budget, Engines: m.Engines, Puzzles: m.Puzzles,
			Recorded: last.Finished.UTC().Format(time.DateOnly), Processor: last.Processor, Architecture: last.OS + "/" + last.Arch, Go: last.Go,
			Made: len(r.Records), Planned: m.Runs * len(m.Engines) * len(m.Puzzles),
		}
		for _, r := range r.Records {
			r.Trace, r.Stack, r.Host, r.PeakBytes = nil, "", "", 0
			p.Records = append(p.Records, r)
		}
		out.Plans = append(out.Plans, p)
	}
	return out
}

// Records are those of the named plans, or of all.
func (p Publication) Records(plans ...string) (out []Record) {
	for _, plan := range p.Plans {
		if len(plans) == 0 || slices.Contains(plans, plan.Name) {
			out = append(out, plan.Records...)
		}
	}
	return out
}

// Write writes the file that [ReadPublication] reads: compressed JSON Lines; the
// study, and each plan followed by its records. The same records give the same
// bytes.
func (p Publication) Write(w io.Writer) error {
	zip, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(zip)
	encoder.SetEscapeHTML(false)
	lines := []any{p}
	for _, plan := range p.Plans {
		lines = append(lines, plan)
		for _, r := range plan.Records {
			lines = append(lines, r)
		}
	}
	for _, line := range lines {
		if err := encoder.Encode(line); err != nil {
			return err
		}
	}
	return zip.Close()
}

// ReadPublication reads a published study. Errors are "source:line:column: what
// was expected"; a file that does not have all that it promises is an error.
func ReadPublication(source string, r io.Reader) (p Publication, err error) {
	zip, err := gzip.NewReader(r)
	if err != nil {
		return p, puzzle.Errorf(source, 1, 1, "expected a compressed study: %v", err)
	}
	in := bufio.NewReaderSize(zip, 1<<16)
	left := 0 // records of the current plan to come
	for number := 1; ; number++ {
		line, err := in.ReadBytes('\n')
		switch {
		case err == io.EOF && len(bytes.TrimSpace(line)) == 0:
			if number == 1 {
				return p, puzzle.Errorf(source, number, 1, "expected the name and the question of a study; the file is empty")
			}
			if left > 0 {
				return p, puzzle.Errorf(source, number, 1, "expected %s more of the plan; the file ends here", puzzle.Plural(left, "record"))
			}
			return p, nil
		case err != nil:
			return p, puzzle.Errorf(source, number, 1, "expected a whole line: %v", err)
		case number == 1:
			if err = json.Unmarshal(line, &p); err != nil || p.Study == "" {
				return p, puzzle.Errorf(source, number, 1, "expected the name and the question of a study")
			}
		case left == 0:
			var plan PublishedPlan
			if err := json.Unmarshal(line, &plan); err != nil || plan.Name == "" || plan.Made < 0 || plan.Made > plan.Planned {
				return p, puzzle.Errorf(source, number, 1, "expected a plan, with the number of its records")
			}
			left, p.Plans = plan.Made, append(p.Plans, plan)
		default:
			record, err := parseRecord(source, number, line)
			if err != nil {
				return p, err
			}
			plan := &p.Plans[len(p.Plans)-1]
			plan.Records = append(plan.Records, record)
			left--
		}
	}
}

// Published reads the records of a study from data/records of this repository.
func Published(study string) (Publication, error) {
	path, err := PublishedPath(study)
	if err != nil {
		return Publication{}, err
	}
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return Publication{}, fmt.Errorf("experiment: no published study %q: “formicary study” lists the studies and runs one: %w", study, os.ErrNotExist)
	} else if err != nil {
		return Publication{}, fmt.Errorf("experiment: %w", err)
	}
	defer file.Close()
	return ReadPublication("data/records/"+filepath.Base(path), file)
}

// PublishedPath is where the records of a study are kept.
func PublishedPath(study string) (string, error) {
	if study == "" || strings.ContainsAny(study, `/\.`) {
		return "", fmt.Errorf("experiment: %q is no name of a study", study)
	}
	root, err := puzzle.Root()
	if err != nil {
		return "", err
	}
	return filepath.Join(root, "data", "records", study+".jsonl.gz"), nil
}

// Again makes the run of a published record a second time and says how it
// differs; "" where it came out the same. A run with a limit of time is made
// with the iterations that it had; where that cannot tell, the error wraps
// [errors.ErrUnsupported]. It wraps [ErrPlan] where the plan has no such run, and
// is the context's where that ended first.
func (p Plan) Again(ctx context.Context, r Record) (difference string, err error) {
	engine := slices.IndexFunc(p.Engines, func(e solver.Solver) bool { return e.Describe().Hash() == r.ConfigHash })
	instance := slices.IndexFunc(p.Puzzles, func(q puzzle.Puzzle) bool { return q.Hash().String() == r.Content })
	what := fmt.Sprintf("run %d of %s on %s", r.Run, r.Label(), r.Puzzle)
	switch {
	case engine < 0:
		return "", fmt.Errorf("experiment: %w: %q has no engine of %s", ErrPlan, p.Name, what)
	case instance < 0:
		return "", fmt.Errorf("experiment: %w: %q has no puzzle of %s", ErrPlan, p.Name, what)
	}
	if seed := solver.Seed(p.Seed, p.Puzzles[instance].Hash(), r.Engine, r.Run); seed != r.Seed {
		return fmt.Sprintf("%s had the seed %d, the plan gives it %d", what, r.Seed, seed), nil
	}
	second, _, ok := again(ctx, r, p.Engines[engine], p.Puzzles[instance])
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case !ok:
		return "", fmt.Errorf("experiment: %s ended by a limit of time: %w", what, errors.ErrUnsupported)
	case !same(r, second):
		return fmt.Sprintf("%s gave %s, now %s", what, tell(r), tell(second)), nil
	}
	return "", nil
}
