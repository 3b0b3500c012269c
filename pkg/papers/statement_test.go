package papers

import "testing"

// A statement differs where some of its numbers does, and one sentence counts once.
func TestStatements(t *testing.T) {
	row := func(place, statement string, v Verdict) Judged {
		return Judged{Row: Row{Place: place, Statement: statement}, Verdict: v}
	}
	rows := []Judged{
		row("1", "", Reproduced), row("2", "s", Reproduced), row("3", "s", CloseLower), row("4", "", Untried), row("5", "s", Incomparable),
		row("6", "t", Lower), row("7", "t", Unsettled), row("8", "u", Unsettled), row("9", "u", CloseHigher), row("10", "", Printed),
	}
	want := []struct {
		name string
		rows int
		v    Verdict
	}{{"1", 1, Reproduced}, {"s", 3, Close}, {"4", 1, Untried}, {"t", 2, Differs}, {"u", 2, Unsettled}, {"10", 1, Printed}}
	got := Statements(rows)
	if len(got) != len(want) {
		t.Fatalf("%d statements, want %d", len(got), len(want))
	}
	for i, w := range want {
		if s := got[i]; s.Name != w.name || len(s.Rows) != w.rows || s.Verdict() != w.v {
			t.Errorf("%s has %d rows and is %q; want %v", s.Name, len(s.Rows), s.Verdict(), w)
		}
	}
}
