package show

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"iter"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"

	"formicary/pkg/charts"
	"formicary/pkg/charts/page"
	"formicary/pkg/experiment"
	packed "formicary/pkg/experiment/columns"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
	"formicary/pkg/tune"
)

// cited is what this cell has come across: the runs, engines and puzzles that marks of
// its charts may refer to. A chart brings along what its marks refer to, as far as
// no earlier chart of the cell did, so that a click on a mark finds it in the page.
var cited = newReferences()

// The most that one chart brings along: runs, of which a packed one takes about 30
// bytes and its board as many, and bytes of puzzles' texts.
const (
	mostRuns  = 10_000
	mostTexts = 1 << 20
)

type references struct {
	sync.Mutex
	engines map[string]citedEngine
	puzzles map[string]puzzle.Puzzle
	later   []iter.Seq2[int, experiment.Record] // that are not in runs yet: many cells show no chart
	runs    map[string][]experiment.Record      // by content
	seen    map[runKey]bool
	sent    map[string]int  // how many of runs were brought along, by content
	texts   map[string]bool // whose text was
}

// runKey tells runs apart.
type runKey struct {
	content, config string
	run             int
	seed            uint64
	budget          solver.Budget
}

// citedEngine is an engine as a page knows it: what a run of it is called, and what is
// needed to make the run again.
type citedEngine struct {
	Label string `json:"label"`
	solver.Description
}

// citedPuzzle is a puzzle as a page knows it.
type citedPuzzle struct {
	ID   string `json:"id"`
	Kind string `json:"kind"`
	Size string `json:"size"`
	// Set is the name by which "formicary solve" finds it, if any.
	Set  string `json:"set,omitempty"`
	Text string `json:"text,omitempty"`
}

func newReferences() *references {
	return &references{
		engines: map[string]citedEngine{}, puzzles: map[string]puzzle.Puzzle{}, runs: map[string][]experiment.Record{},
		seen: map[runKey]bool{}, sent: map[string]int{}, texts: map[string]bool{},
	}
}

// engine takes note of what engines are.
func (m *references) engine(all ...solver.Description) {
	m.Lock()
	defer m.Unlock()
	for _, d := range all {
		m.engines[d.Hash()] = citedEngine{d.Label(), d}
	}
}

// described are the engines that it took note of.
func (m *references) described() (all []solver.Description) {
	m.Lock()
	defer m.Unlock()
	for _, e := range m.engines {
		all = append(all, e.Description)
	}
	return all
}

// parameter is the value of a parameter of the engine with a hash.
func (m *references) parameter(hash, name string) (value string, ok bool) {
	m.Lock()
	defer m.Unlock()
	for _, p := range m.engines[hash].Parameters {
		if p.Name == name {
			return p.Value, true
		}
	}
	return "", false
}

// solvers takes note of engines and puzzles that are about to run.
func (m *references) solvers(puzzles []puzzle.Puzzle, engines ...solver.Solver) {
	for _, e := range engines {
		m.engine(e.Describe())
	}
	m.Lock()
	defer m.Unlock()
	for _, p := range puzzles {
		m.puzzles[p.Hash().String()] = p
	}
}

// records takes note of runs.
func (m *references) records(all iter.Seq2[int, experiment.Record]) {
	m.Lock()
	defer m.Unlock()
	m.later = append(m.later, all)
}

// tried takes note of the runs of a configuration that a tuner has tried.
func (m *references) tried(engine solver.Configurable, c *tune.Candidate) {
	records := c.Records()
	if len(records) == 0 || c.Config.Apply(engine) != nil {
		return
	}
	d := engine.Describe()
	m.records(slices.All(records))
	m.Lock()
	defer m.Unlock()
	m.engines[records[0].ConfigHash] = citedEngine{records[0].Label(), d}
}

// file sorts the runs by puzzle, each once.
func (m *references) file() {
	for _, all := range m.later {
		for _, r := range all {
			if k := keyOf(r); !m.seen[k] {
				m.seen[k] = true
				m.runs[r.Content] = append(m.runs[r.Content], r)
			}
			if _, ok := m.engines[r.ConfigHash]; !ok {
				m.engines[r.ConfigHash] = citedEngine{r.Label(), solver.Description{Engine: r.Engine, Custom: true}}
			}
		}
	}
	m.later = nil
}

func keyOf(r experiment.Record) runKey {
	return runKey{r.Content, r.ConfigHash, r.Run, r.Seed, r.Budget}
}

// puzzle is what is known of the puzzle of a content.
func (m *references) puzzle(content string) (p citedPuzzle, ok bool) {
	source, found := sets.Known(content)
	own := m.puzzles[content]
	if own == nil && found {
		own = source.Item
	}
	switch runs := m.runs[content]; {
	case own != nil:
		p = citedPuzzle{ID: own.ID(), Kind: own.Kind(), Size: own.Size().String(), Text: own.Text()}
	case len(runs) > 0:
		p = citedPuzzle{ID: runs[0].Puzzle, Kind: runs[0].Kind, Size: puzzle.Size{Rows: runs[0].Rows, Cols: runs[0].Cols}.String()}
	default:
		return p, false
	}
	if found && named.MatchString(source.Set) {
		p.Set = source.Set
	}
	return p, true
}

// text is that of the puzzle of a content, "" where it is not known.
func (m *references) text(content string) string {
	m.Lock()
	defer m.Unlock()
	p, _ := m.puzzle(content)
	return p.Text
}

// carried is what goes into a page besides the runs.
type carried struct {
	Engines map[string]citedEngine `json:"engines"` // by the hash of their parameters
	Puzzles map[string]citedPuzzle `json:"puzzles"` // by content
	// Runs and Texts are how many were left out because there are so many.
	Runs  int `json:"runsLeftOut,omitempty"`
	Texts int `json:"textsLeftOut,omitempty"`
}

// markup is what the marks of a chart refer to, as far as it was not brought along
// before; "" where there is nothing new.
func (m *references) markup(c charts.Chart) string {
	m.Lock()
	defer m.Unlock()
	if len(c.Subjects()) == 0 {
		return ""
	}
	m.file()
	out := carried{Engines: map[string]citedEngine{}, Puzzles: map[string]citedPuzzle{}}
	var fresh []experiment.Record
	text := 0
	for _, content := range c.Subjects() {
		all := m.runs[content]
		fresh = append(fresh, all[m.sent[content]:]...)
		m.sent[content] = len(all)
		p, ok := m.puzzle(content)
		if !ok || m.texts[content] {
			continue
		}
		if text+len(p.Text) > mostTexts {
			p.Text = ""
			out.Texts++
		}
		text += len(p.Text)
		m.texts[content] = true
		out.Puzzles[content] = p
	}
	fresh, out.Runs = some(fresh)
	for i := range fresh {
		out.Engines[fresh[i].ConfigHash] = m.engines[fresh[i].ConfigHash]
	}
	if len(fresh) == 0 && len(out.Puzzles) == 0 {
		return ""
	}
	facts, err := json.Marshal(out)
	check(err)
	for i := range fresh {
		fresh[i].Host, fresh[i].Session = "", "" // no page needs to know
	}
	runs := packed.Set{Records: fresh}.Pack(packed.Extras{Boards: true})
	return page.Marks(facts, base64.StdEncoding.EncodeToString(runs))
}

// some keeps at most mostRuns runs: of each engine on each puzzle equally many, the
// first ones.
func some(all []experiment.Record) (kept []experiment.Record, left int) {
	type pair struct{ content, config string }
	place := make([]int, len(all)) // among the runs of its pair
	count := map[pair]int{}
	for i := range all {
		k := pair{all[i].Content, all[i].ConfigHash}
		place[i] = count[k]
		count[k]++
	}
	each := sort.Search(len(all)+1, func(each int) bool { // more of each are too many
		n := 0
		for _, have := range count {
			n += min(have, each)
		}
		return n > mostRuns
	}) - 1
	for i := range all {
		if place[i] < each {
			kept = append(kept, all[i])
		}
	}
	// Runs are made at the same time and end in any order.
	slices.SortStableFunc(kept, func(a, b experiment.Record) int {
		return cmp.Or(cmp.Compare(a.Content, b.Content), cmp.Compare(a.ConfigHash, b.ConfigHash), cmp.Compare(a.Run, b.Run))
	})
	return kept, len(all) - len(kept)
}

// named are names of sets that say nothing of a machine's folders.
var named = regexp.MustCompile(`^[\pL\pN][\pL\pN._-]*(/[\pL\pN][\pL\pN._-]*)*$`)

// inRegistry says whether the lab's own program has the engine.
func inRegistry(engine solver.Solver) bool {
	t := reflect.TypeOf(engine)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return strings.HasPrefix(t.PkgPath(), "formicary/pkg/") && !engine.Describe().Custom
}

// playName is what a page calls an engine by: its name in the registry, or for one
// of a cell another.
func playName(engine solver.Solver) string {
	d := engine.Describe()
	if inRegistry(engine) {
		return d.Engine
	}
	return d.Label() + " (this notebook)"
}
