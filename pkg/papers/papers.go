// Package papers lists what the five papers of the lab have, row by row, and
// says of each row where it is here and whether it comes out again.
//
//  1. [All] has the papers, a Go file each. An algorithm, formula, parameter,
//     table, figure or claim is a [Row]; a table has a row for each number that
//     ours are compared with.
//  2. A row with a number to compare has [Row.Ours], which computes a [Finding]
//     of published records (package archive), never of a run of its own.
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
	"fmt"
	"strings"
)

// Paper is one of the papers.
type Paper struct {
	// Key is the paper's short name, such as "cuckoo".
	Key string
	// Reference is what a list of references says of it.
	Reference string
	// Rows are what it has, in its own order.
	Rows []Row
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
	Place string
	Kind  Kind
	// Statement is the same text for rows that are about one statement of the paper;
	// empty for a row of its own.
	Statement string
	// Paper is what the paper has, in our words, with its number.
	Paper string
	// Here says where it is: Go names with the package's folder below pkg, such
	// as "sudoku/aco.Solver.Award" or "sudoku/genome.TestPMX", and notebooks
	// such as "60-sudoku-aco"; several have ", " between them. Empty where it is
	// nowhere; then Untried says why.
	Here string
	// Reading is empty where Here is what is printed; otherwise it says how that
	// is read, and why.
	Reading string
	// Ours compares the paper's number with ours. Nil where there is no number
	// to compare. A row of a table, or of a claim, without it has a reason in
	// Incomparable or Untried.
	Ours func() (Finding, error)
	// Incomparable says why ours is not the same quantity: other puzzles, another
	// machine. Where Ours is there it is told, without a verdict.
	Incomparable string
	// Untried says why nothing of ours stands beside it.
	Untried string
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

// All are the papers, in the order of the notebooks.
func All() []Paper {
	return []Paper{nurikabe(), gecco(), nonogram(), sudokuACO(), cuckoo()}
}

// names are the parts of Here.
func (r Row) names() []string {
	if r.Here == "" {
		return nil
	}
	return strings.Split(r.Here, ", ")
}
