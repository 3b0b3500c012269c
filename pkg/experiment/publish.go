package experiment

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Publication holds the records of a study that everybody has, because they are
// part of the repository: data/records/STUDY.jsonl. Its records have no traces and
// name no machine; puzzles are there by ID and content hash only.
type Publication struct {
	// Study is its name, and Question what it is for.
	Study    string `json:"study"`
	Question string `json:"question"`
	// Plans are those that it consists of, in their order.
	Plans []PublishedPlan `json:"-"`
}

// PublishedPlan is one plan of a study as it was run.
type PublishedPlan struct {
	Name    string            `json:"plan"`
	Seed    uint64            `json:"seed"`
	Runs    int               `json:"runs"` // of each engine on each puzzle
	Budget  solver.Budget     `json:"budget"`
	Engines []publishedEngine `json:"engines"`
	Puzzles []manifestPuzzle  `json:"puzzles"`
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

// publishedEngine is an engine with the names of the statistics of its runs.
type publishedEngine struct {
	manifestEngine
	Statistics []string `json:"statistics,omitempty"`
}

// NewPublication prepares the results of a study's plans for being published.
func NewPublication(study, question string, results ...*Result) Publication {
	out := Publication{Study: study, Question: question}
	for _, r := range results {
		m, last := r.manifest, r.manifest.session()
		p := PublishedPlan{
			Name: m.Name, Seed: m.Seed, Runs: m.Runs, Budget: m.Budget, Puzzles: m.Puzzles,
			Recorded: last.Finished.UTC().Format(time.DateOnly), Processor: last.Processor, Architecture: last.OS + "/" + last.Arch, Go: last.Go,
			Made: len(r.Records), Planned: m.Runs * len(m.Engines) * len(m.Puzzles),
		}
		for _, e := range m.Engines {
			at := slices.IndexFunc(r.Records, func(r Record) bool { return r.ConfigHash == e.Hash && len(r.Statistics) > 0 })
			if at >= 0 {
				p.Engines = append(p.Engines, publishedEngine{e, names(r.Records[at])})
			} else {
				p.Engines = append(p.Engines, publishedEngine{manifestEngine: e})
			}
		}
		for _, r := range r.Records {
			r.Trace, r.Stack, r.Host, r.Arch, r.Session, r.PeakBytes, r.Digest, r.Board = nil, "", "", "", "", 0, 0, ""
			r.Seconds, r.CPU = micro(r.Seconds), micro(r.CPU)
			p.Records = append(p.Records, r)
		}
		out.Plans = append(out.Plans, p)
	}
	return out
}

// names are those of a run's statistics.
func names(r Record) (out []string) {
	for _, s := range r.Statistics {
		out = append(out, s.Name)
	}
	return out
}

// micro rounds a time to microseconds.
func micro(seconds float64) float64 { return math.Round(seconds*1e6) / 1e6 }

// Records are those of the named plans, or of all.
func (p Publication) Records(plans ...string) (out []Record) {
	for _, plan := range p.Plans {
		if len(plans) == 0 || slices.Contains(plans, plan.Name) {
			out = append(out, plan.Records...)
		}
	}
	return out
}

// Counts are the records that were made and those that were planned, in all
// plans.
func (p Publication) Counts() (made, planned int) {
	for _, plan := range p.Plans {
		made, planned = made+plan.Made, planned+plan.Planned
	}
	return made, planned
}

// Recorded are the first and the last day on which a plan was recorded; "" where
// there is no plan.
func (p Publication) Recorded() (first, last string) {
	for i, plan := range p.Plans {
		if i == 0 || plan.Recorded < first {
			first = plan.Recorded
		}
		last = max(last, plan.Recorded)
	}
	return first, last
}

// Write writes the file that [ReadPublication] reads: JSON Lines; the study, and
// each plan followed by a line for each of its records; at the end the checksum
// of all that, as {"crc32c":"89abcdef"}. The same records give the same bytes.
func (p Publication) Write(w io.Writer) error {
	out, sum := bufio.NewWriter(w), crc32.New(castagnoli)
	encoder := json.NewEncoder(io.MultiWriter(out, sum))
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(p); err != nil {
		return err
	}
	for _, plan := range p.Plans {
		if err := encoder.Encode(plan); err != nil {
			return err
		}
		for _, r := range plan.Records {
			line, err := plan.rowOf(r)
			if err != nil {
				return err
			}
			if err := encoder.Encode(line); err != nil {
				return err
			}
		}
	}
	fmt.Fprint(out, sumLine(sum.Sum32()))
	return out.Flush()
}

// sumLine is the last line of a published study.
func sumLine(sum uint32) string { return fmt.Sprintf("{%s%08x%s\n", sumStart[1:], sum, sumEnd) }

// ReadPublication reads a published study. Errors are "source:line:column: what
// was expected"; a file that does not have all that it promises, or does not fit
// its checksum, is an error. Files of the first release have no checksum.
func ReadPublication(source string, r io.Reader) (p Publication, err error) {
	in := bufio.NewReaderSize(r, 1<<16)
	left := 0         // records of the current plan to come
	sum := uint32(0)  // of the lines so far
	complete := false // the checksum was there
	for number := 1; ; number++ {
		wrong := func(format string, args ...any) (Publication, error) {
			return Publication{}, puzzle.Errorf(source, number, 1, format, args...)
		}
		line, err := in.ReadBytes('\n')
		ended := errors.Is(err, io.EOF) && len(line) == 0
		switch {
		case ended && number == 1:
			return wrong("expected the name and the question of a study; the file is empty")
		case ended && left > 0:
			return wrong("expected %s more of the plan; the file ends here", puzzle.Plural(left, "record"))
		case ended:
			return p, nil
		case err != nil:
			return wrong("expected a whole line: %v", err)
		case complete:
			return wrong("expected no line behind the checksum")
		case left == 0 && number > 1 && strings.HasPrefix(string(line), "{"+sumStart[1:]):
			if complete = string(line) == sumLine(sum); !complete {
				return wrong("the file is not what was written: its checksum is another one")
			}
		case number == 1:
			if err = json.Unmarshal(line, &p); err != nil || p.Study == "" {
				return wrong("expected the name and the question of a study")
			}
		case left == 0:
			var plan PublishedPlan
			if err := json.Unmarshal(line, &plan); err != nil || plan.Name == "" || plan.Made < 0 || plan.Made > plan.Planned {
				return wrong("expected a plan, with the number of its records")
			}
			left, p.Plans = plan.Made, append(p.Plans, plan)
		default:
			var run row
			plan := &p.Plans[len(p.Plans)-1]
			if err := json.Unmarshal(line, &run); err != nil {
				return wrong("expected the record of a run: %v", err)
			}
			record, err := plan.recordOf(run)
			if err != nil {
				return wrong("expected the record of a run: %v", err)
			}
			plan.Records = append(plan.Records, record)
			left--
		}
		sum = crc32.Update(sum, castagnoli, line)
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
	return filepath.Join(root, "data", "records", study+".jsonl"), nil
}
