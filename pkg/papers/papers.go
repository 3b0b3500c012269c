// Package papers lists what the five papers of the lab have, row by row. It says of each row where it
// is here and whether our runs reproduce it.
//
//  1. [All] reads the papers from papers.json. An algorithm, formula, parameter,
//     table, figure or claim is a [Row]; a table has a row for each number that
//     ours are compared with.
//  2. A row with a number to compare has [Row.Ours], which computes a [Finding]
//     of published records (package archive), never of a run of its own. A Go
//     file of each paper has these by the rows' places.
//  3. [Paper.Judge] gives every row its [Verdict] by one rule, which is in
//     [Finding.Verdict]. No verdict is typed in.
//  4. Rows about one sentence, or one row of a table, are a [Statement]. Counts are
//     of statements.
//
// Its opinion: what a paper has and what a run has are two numbers with two
// uncertainties, and the verdict is about their difference. A number that
// cannot be compared says why (other puzzles, another machine), and is not
// called reproduced.
//
// Its limits: intervals are 95 %, each for itself; of a hundred numbers that
// are the same a few will come out as different. It sees records and the
// papers' figures only, no engine, so that a cell that imports it stays light:
// names of engines are text here, and a test holds that they exist.
package papers

import (
	"bytes"
	"cmp"
	_ "embed" // papers.json
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"formicary/pkg/markup"
	"formicary/pkg/puzzle"
)

// Paper is one of the papers.
type Paper struct {
	// Key is the paper's short name, such as "cuckoo".
	Key string `json:"key"`
	// Reference is what a list of references says of it.
	Reference string `json:"reference"`
	// Rows are what it has, in its own order.
	Rows []Row `json:"rows"`
}

// Kind is what a row is about.
type Kind string

// The kinds of rows.
const (
	Algorithm Kind = "algorithm"
	Formula   Kind = "formula"
	Parameter Kind = "parameter"
	Table     Kind = "table"
	Drawing   Kind = "figure" // a numbered figure; [Figure] is a number
	Claim     Kind = "claim"
)

// Row is one thing that a paper has.
type Row struct {
	// Place is where it stands: "Algorithm 8, line 6", "equation (4)", "Table 1,
	// hard a", "Figure 3", "section 4.2". No two rows of a paper have the same.
	Place string `json:"place"`
	Kind  Kind   `json:"kind"`
	// Statement is the same text for rows that are about one statement of the paper;
	// empty for a row of its own.
	Statement string `json:"statement"`
	// Paper is what the paper has, in our words, with its number.
	Paper string `json:"paper"`
	// Here says where it is: Go names with the package's folder below pkg, such
	// as "sudoku/aco.Solver.Award" or "sudoku/genome.TestPMX", and notebooks
	// such as "60-sudoku-aco"; several have ", " between them. Empty where it is
	// nowhere; then Untried says why.
	Here string `json:"here"`
	// Reading is empty where Here is what is printed; otherwise it says how that
	// is read, and why.
	Reading string `json:"reading"`
	// Ours compares the paper's number with ours. Nil where there is no number
	// to compare. A row of a table, or of a claim, without it has a reason in
	// Incomparable or Untried.
	Ours func() (Finding, error) `json:"-"`
	// Incomparable says why ours is not the same quantity: other puzzles, another
	// machine. Where Ours is there it is told, without a verdict.
	Incomparable string `json:"incomparable"`
	// Untried says why nothing of ours stands beside it.
	Untried string `json:"untried"`
}

// Verdict is what our runs say of a row.
type Verdict string

// The verdicts. The first two are about rows without numbers.
const (
	Printed      Verdict = "as printed"
	Read         Verdict = "by a reading"
	Reproduced   Verdict = "reproduced"
	CloseHigher  Verdict = "close, a little higher here"
	CloseLower   Verdict = "close, a little lower here"
	Higher       Verdict = "higher here"
	Lower        Verdict = "lower here"
	Unsettled    Verdict = "not settled"
	Incomparable Verdict = "not comparable"
	Untried      Verdict = "not tried"
)

// Verdicts on a [Statement] whose rows may be higher and lower.
const (
	Close   Verdict = "close"
	Differs Verdict = "differs"
)

// Judged is a row with its verdict.
type Judged struct {
	Row
	Verdict Verdict
	// Finding is what Ours computed; nil where the row has none.
	Finding *Finding
	// Sentence is the finding with its numbers, or the reason why there is none.
	Sentence string
}

// Judge gives all rows their verdicts. An error names the row whose records are
// missing.
func (p Paper) Judge() ([]Judged, error) {
	out := make([]Judged, len(p.Rows))
	for i, row := range p.Rows {
		j, err := row.judge()
		if err != nil {
			return nil, fmt.Errorf("papers: %s, %s: %w", p.Key, row.Place, err)
		}
		out[i] = j
	}
	return out, nil
}

func (r Row) judge() (Judged, error) {
	j := Judged{Row: r}
	switch {
	case r.Ours != nil:
		f, err := r.Ours()
		if err != nil {
			return j, err
		}
		if j.Finding = &f; r.Incomparable != "" {
			j.Verdict, j.Sentence = Incomparable, r.Incomparable+": "+f.sides()
		} else {
			j.Verdict, j.Sentence = f.Verdict(), f.String()
		}
	case r.Untried != "":
		j.Verdict, j.Sentence = Untried, r.Untried
	case r.Incomparable != "":
		j.Verdict, j.Sentence = Incomparable, r.Incomparable
	case r.Reading != "":
		j.Verdict = Read
	default:
		j.Verdict = Printed
	}
	return j, nil
}

// comparison computes a finding of published records.
type comparison = func() (Finding, error)

// comparisons are those of each paper, by the places of their rows.
var comparisons = map[string]func() map[string]comparison{"nurikabe": nurikabe, "gecco": gecco, "nonogram": nonogram, "sudoku-aco": sudokuACO, "cuckoo": cuckoo}

//go:embed papers.json
var papersJSON []byte

// All are the papers, in the order of the notebooks.
func All() []Paper {
	all, err := read(papersJSON)
	if err != nil {
		panic("papers: " + err.Error())
	}
	return all
}

// read reads papers and gives their rows the comparisons. The error names a key that no paper has, a place that
// is there twice or has no row for a comparison, and a kind of row that there is not.
func read(text []byte) (all []Paper, err error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&all); err != nil {
		return nil, err
	}
	for _, p := range all {
		if comparisons[p.Key] == nil {
			return nil, fmt.Errorf("%q: expected the key of a paper with comparisons", p.Key)
		}
		ours, places := comparisons[p.Key](), map[string]bool{}
		for i := range p.Rows {
			r := &p.Rows[i]
			switch r.Kind {
			case Algorithm, Formula, Parameter, Table, Drawing, Claim:
			default:
				return nil, fmt.Errorf("%s, %s: expected a kind of row, found %q", p.Key, r.Place, r.Kind)
			}
			if places[r.Place] {
				return nil, fmt.Errorf("%s: %s is there twice", p.Key, r.Place)
			}
			r.Ours, places[r.Place] = ours[r.Place], true
		}
		for place := range ours {
			if !places[place] {
				return nil, fmt.Errorf("%s: no row for the comparison %q", p.Key, place)
			}
		}
	}
	return all, nil
}

// names are the parts of Here.
func (r Row) names() []string {
	if r.Here == "" {
		return nil
	}
	return strings.Split(r.Here, ", ")
}

// Statement is what a paper says once: a sentence, a number, or a row of a table with its
// numbers. Its rows are the numbers and the readings that it was tried in.
type Statement struct {
	// Name is [Row.Statement], or the place of its only row.
	Name string
	Rows []Judged
}

// Statements are those of judged rows, in the order of their first rows.
func Statements(rows []Judged) []Statement {
	var out []Statement
	places := map[string]int{}
	for _, r := range rows {
		name := r.Statement
		name = cmp.Or(name, r.Place)
		i, ok := places[name]
		if !ok {
			i = len(out)
			places[name], out = i, append(out, Statement{Name: name})
		}
		out[i].Rows = append(out[i].Rows, r)
	}
	return out
}

// ranks are the verdicts on rows in the order in which one decides on a statement, each
// with what the statement then is.
var ranks = []struct{ row, statement Verdict }{
	{Higher, Differs},
	{Lower, Differs},
	{Unsettled, Unsettled},
	{CloseHigher, Close},
	{CloseLower, Close},
	{Reproduced, Reproduced},
	{Incomparable, Incomparable},
	{Untried, Untried},
	{Read, Read},
	{Printed, Printed},
}

// Verdict is Differs where some number of the statement differs in some reading;
// otherwise Unsettled where one is; otherwise Close where one is; otherwise Reproduced
// where there is a number to compare. A statement without one is what its rows are.
func (s Statement) Verdict() Verdict {
	for _, rank := range ranks {
		for _, r := range s.Rows {
			if r.Verdict == rank.row {
				return rank.statement
			}
		}
	}
	panic("papers: the statement " + s.Name + " has no row with a verdict")
}

// notebook matches the name of one.
var notebook = regexp.MustCompile(`^\d\d-[a-z0-9-]+$`)

// JudgeAll judges the rows of all papers, by the papers' keys.
func JudgeAll() (map[string][]Judged, error) {
	out := map[string][]Judged{}
	for _, p := range All() {
		rows, err := p.Judge()
		if err != nil {
			return nil, err
		}
		out[p.Key] = rows
	}
	return out, nil
}

// Verdicts are those on statements with numbers, in the order of tables.
var Verdicts = []Verdict{Reproduced, Close, Differs, Unsettled, Incomparable, Untried}

// Count counts the statements of some papers by their verdicts.
func Count(papers ...[]Judged) map[Verdict]int {
	out := map[Verdict]int{}
	for _, rows := range papers {
		for _, s := range Statements(rows) {
			out[s.Verdict()]++
		}
	}
	return out
}

// Counts is a table of the papers' statements by verdict: its header, and a row for each paper. Statements without a
// number come last.
func Counts(judged map[string][]Judged) (header []string, rows [][]any) {
	header = []string{"paper", "rows", "statements"}
	for _, v := range Verdicts {
		header = append(header, string(v))
	}
	header = append(header, "without a number")
	for _, p := range All() {
		all, count := len(Statements(judged[p.Key])), Count(judged[p.Key])
		authors, _, _ := strings.Cut(p.Reference, ", “")
		first, _, more := strings.Cut(authors, ", ")
		row := []any{first + map[bool]string{true: " and others"}[more] + " (" + p.Key + ")", len(p.Rows), all}
		for _, v := range Verdicts {
			row, all = append(row, count[v]), all-count[v]
		}
		rows = append(rows, append(row, all))
	}
	return header, rows
}

// Markdown is a table of judged rows in a fold.
func Markdown(rows []Judged) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<details><summary>%s</summary>\n\n| place | the paper has | what comes out | here |\n|---|---|---|---|\n", puzzle.Plural(len(rows), "row"))
	for _, r := range rows {
		var here []string
		for _, name := range r.names() {
			if notebook.MatchString(name) {
				here = append(here, fmt.Sprintf("[%s](%s.ipynb)", name, name))
			} else {
				here = append(here, breaks.Replace(markup.Markdown(name)))
			}
		}
		where := strings.Join(here, ", ")
		if r.Reading != "" {
			where += "<br>Read so: " + markup.Markdown(r.Reading)
		}
		said := string(r.Verdict)
		if r.Sentence != "" {
			said += ": " + markup.Markdown(r.Sentence)
		}
		fmt.Fprintf(&b, "| %s<br>(%s) | %s | %s | %s |\n", markup.Markdown(r.Place), r.Kind, markup.Markdown(r.Paper), said, where)
	}
	return b.String() + "\n</details>\n"
}

// breaks lets the line of a long name be broken: at a slash or a point.
var breaks = strings.NewReplacer("/", "/<wbr>", "&#46;", "&#46;<wbr>")
