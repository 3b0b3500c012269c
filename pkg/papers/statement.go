package papers

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
		if name == "" {
			name = r.Place
		}
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
