package explore

// Answer is a chart as it travels to a page, with the cell that makes it. The table
// of its numbers may be large, and is asked for by itself ([Data.Numbers]).
type Answer struct {
	ID       string   `json:"id"`
	Title    string   `json:"title"`
	Subtitle string   `json:"subtitle"`
	Alt      string   `json:"alt"`
	Option   string   `json:"option"`
	Height   int      `json:"height"`
	Narrow   int      `json:"narrow"`
	Points   int      `json:"points"`
	Notes    []string `json:"notes"`
	Cell     string   `json:"cell"`
}

// Answer answers a question for a page.
func (d *Data) Answer(q Question) (Answer, error) {
	c, cell, err := d.Ask(q)
	if err != nil {
		return Answer{}, err
	}
	return Answer{c.ID(), c.Title, c.Subtitle, c.Alt, string(c.Option()), c.Height, c.Narrow, c.Points, append([]string{}, c.Notes...), cell}, nil
}

// Numbers is the table of what the chart of a question draws, as CSV.
func (d *Data) Numbers(q Question) (string, error) {
	c, _, err := d.Ask(q)
	return c.CSV(), err
}

// First is the question that an explorer opens with, with its answer: an explorer
// brings both along, so that its first picture waits for no program.
type First struct {
	Question Question `json:"question"`
	Answer   Answer   `json:"answer"`
}

// First is the success rate of all runs, told in what limits them.
func (d *Data) First() (First, error) {
	of, _, err := d.runs("")
	if err != nil {
		return First{}, err
	}
	q := Question{Labels: []string{}, Puzzles: []string{}, Statistic: Success, Factor: 10}
	m, err := q.measure(of)
	if err != nil {
		return First{}, err
	}
	q.Measure = m.String()
	a, err := d.Answer(q)
	return First{q, a}, err
}
