package analysis

import (
	"math"
	"strings"
	"testing"

	"formicary/pkg/alltest"

	"pgregory.net/rapid"
)

// solves is an effect on success.
func solves(subject, than string, value, low, high float64) Effect {
	return Effect{
		Wording:    Wording{Subject: subject, Than: than, More: "solves more often", Less: "solves less often"},
		Difference: Difference{Value: value, Interval: Interval{Low: low, High: high}}, Evidence: Evidence{Level: 0.95, Rule: "Holm", Tests: 3}, Basis: "24 puzzles",
	}
}

// takes is a ratio of times.
func takes(subject, than string, value, low, high float64) Effect {
	e := solves(subject, than, value, low, high)
	e.More, e.Less, e.What, e.Ratio = "takes more", "takes less", "time", true
	return e
}

func TestEffectSentence(t *testing.T) {
	each := solves("“a”", "“b”", 0.146, 0.055, 0.248)
	each.Each, each.Unit, each.P = []float64{0.775, 0.629}, "of runs", 0.012
	own := takes("a larger board", "", 0.5, 0.4, 0.7)
	own.More, own.Less, own.What = "raises", "lowers", "the odds of success"
	unsure, lies := own, solves("a", "b", 0.1, 0.05, 0.2)
	unsure.Interval.High = 1
	lies.P = 0.05
	holds := solves("a", "b", 0.1, -0.05, 0.2)
	holds.P = 0.012
	for _, c := range []struct {
		e    Effect
		want string
	}{
		{each, "“a” solves more often than “b”: 0.775 against 0.629 of runs, a difference of +0.146 (+0.055 to +0.248; p = 0.012; 24 puzzles)"},
		{solves("a", "b", -0.1, -0.2, -0.05), "a solves less often than b: a difference of −0.1 (−0.2 to −0.05; 24 puzzles)"},
		{solves("a", "b", 0.1, -0.05, 0.2), "Whether a or b solves more often is not settled: a difference of +0.1 (−0.05 to +0.2; 24 puzzles)"},
		{solves("a", "b", 0.1, 0, 0.2), "Whether a or b solves more often is not settled: a difference of +0.1 (0 to +0.2; 24 puzzles)"},
		{holds, "Whether a or b solves more often is not settled: a difference of +0.1 (−0.05 to +0.2; p = 0.012, but the interval includes 0; 24 puzzles)"},
		{lies, "Whether a or b solves more often is not settled: a difference of +0.1 (+0.05 to +0.2; p = 0.05, not significant after correction; 24 puzzles)"},
		{takes("a", "b", 3.6, 1.9, 7.5), "a takes more time than b: a factor of 3.6 (1.9 to 7.5; 24 puzzles)"},
		{own, "A larger board lowers the odds of success: a factor of 0.5 (0.4 to 0.7; 24 puzzles)"},
		{unsure, "Whether a larger board raises or lowers the odds of success is not settled: a factor of 0.5 (0.4 to 1; 24 puzzles)"},
	} {
		alltest.Equal(t, c.e.String(), c.want)
	}
}

// anyEffect draws an effect whose labels have no words of rank.
func anyEffect(t *rapid.T) Effect {
	e := solves("“a”", "“b”", 0, 0, 0)
	e.Ratio = rapid.Bool().Draw(t, "ratio")
	ends := rapid.SliceOfN(rapid.Float64Range(-2, 2), 3, 3).Draw(t, "ends")
	low, value, high := min(ends[0], ends[1], ends[2]), ends[0]+ends[1]+ends[2], max(ends[0], ends[1], ends[2])
	e.Value, e.Interval = value-low-high, Interval{Low: low, High: high}
	if e.Ratio {
		e.Value, e.Interval = math.Exp(e.Value), Interval{Low: math.Exp(low), High: math.Exp(high)}
	}
	if rapid.Bool().Draw(t, "own") {
		e.Than, e.More, e.Less, e.What = "", "raises", "lowers", "the odds"
	}
	e.P = rapid.SampledFrom([]float64{0, 0.001, 0.049, 0.05, 0.5, 1}).Draw(t, "p")
	return e
}

// TestEffectSaysNoMore holds sentences against their intervals: one that is not
// settled says so and ranks nothing but in the question, and the verb of one
// that is has the sign of its interval.
func TestEffectSaysNoMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := anyEffect(t)
		none := e.none()
		above, below := e.Interval.Low > none, e.Interval.High < none
		want := (above || below) && e.P < 0.05
		alltest.Require(t, e.Settled() == want, "%+v: settled %v, want %v", e, e.Settled(), want)
		for _, text := range []string{e.String(), e.Short(), Conclude(e).Headline, Conclude(e).Answer} {
			question := "whether " + strings.TrimPrefix(e.question(), "whether ")
			rest, _, _ := strings.Cut(strings.NewReplacer("closest: ", "", question, "").Replace(strings.ToLower(text)), ": ") // numbers follow
			open := strings.Contains(text, "ot settled") || strings.HasPrefix(text, "No difference ")
			if !e.Settled() && (Ranks(rest) != "" || strings.Contains(rest, "raises") || strings.Contains(rest, "lowers") || !open) {
				t.Fatalf("not settled, but: %s", text)
			}
			alltest.Require(t, !e.Settled() || !open && strings.Contains(text, e.More) == above && strings.Contains(text, e.Less) == below,
				"%+v says: %s", e, text)
		}
	})
}

func TestEffectReversed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := anyEffect(t)
		e.Each = []float64{1, 2}
		r := e.Reversed()
		alltest.Require(t, r.sign() == -e.sign() && r.Subject == e.Than && r.Each[0] == 2 && e.Each[0] == 1, "%v\nreversed %v", e, r)
		if back := r.Reversed(); math.Abs(back.Value-e.Value) > 1e-9 || math.Abs(back.Interval.Low-e.Interval.Low) > 1e-9 {
			t.Fatalf("%v\ntwice reversed %v", e, back)
		}
	})
}

func TestConclude(t *testing.T) {
	count := Default.Count("Ants solve", 3, 4, "puzzles")
	yes, no := solves("a", "b", 0.2, 0.1, 0.3), solves("a", "c", 0.1, -0.1, 0.3)
	near := solves("b", "c", 0.2, -0.01, 0.3)
	same, third := solves("a", "c", 0.2, 0.1, 0.3), solves("a", "d", 0.2, 0.1, 0.3)
	pair := takes("b", "a", 1.1, 0.9, 1.4)
	single := yes
	single.Tests = 1
	for _, c := range []struct {
		name   string
		claims []Claim
		want   Conclusion
	}{
		{"settled first", []Claim{no, near, yes}, Conclusion{
			"a solves more often than b", yes.String(),
			[]string{near.String(), no.String()},
			"Intervals are simultaneous 95 % (Holm, 3 comparisons).", 0,
		}},
		{"nothing settled", []Claim{no, near}, Conclusion{
			"Whether c or any of 2 others solves more often is not settled",
			"No difference is settled. Closest: whether b or c solves more often: a difference of +0.2 (−0.01 to +0.3; 24 puzzles)",
			[]string{no.String()},
			"Intervals are simultaneous 95 % (Holm, 3 comparisons).", 0,
		}},
		{"nothing settled about several", []Claim{near, pair}, Conclusion{
			"None of 2 differences is settled",
			"No difference is settled. Closest: whether b or c solves more often: a difference of +0.2 (−0.01 to +0.3; 24 puzzles)",
			[]string{pair.String()},
			"Intervals are simultaneous 95 % (Holm, 3 comparisons).", 0,
		}},
		{"many open", []Claim{yes, no, no, near, no, no}, Conclusion{
			"a solves more often than b", yes.String(),
			[]string{near.String(), "The other 4 comparisons are not settled either"},
			"Intervals are simultaneous 95 % (Holm, 3 comparisons).", 0,
		}},
		{"the other question of a pair", []Claim{yes, pair, no, no, near, no, no}, Conclusion{
			"a solves more often than b", yes.String(),
			[]string{pair.String(), near.String(), "The other 4 comparisons are not settled either"},
			"Intervals are simultaneous 95 % (Holm, 3 comparisons).", 0,
		}},
		{"one against several", []Claim{yes, same, third, takes("a", "d", 2, 1.5, 3)}, Conclusion{
			"a solves more often than b, c and d", "a solves more often than b, c and d",
			[]string{yes.String(), same.String(), third.String(), takes("a", "d", 2, 1.5, 3).String()},
			"Intervals are simultaneous 95 % (Holm, 3 comparisons).", 3,
		}},
		{"a count", []Claim{Fact("It ended"), count, single}, Conclusion{
			"It ended", "It ended",
			[]string{"Ants solve 3 of 4 puzzles (share 0.194 to 0.994)", single.String()},
			"The interval is 95 %. Intervals of shares are 95 %, each for itself.", 0,
		}},
		{"counts", []Claim{count, Default.Count("Others solve", 0, 4, "puzzles"), Fact("It ended"), count}, Conclusion{
			"Ants solve 3 of 4 puzzles; others solve 0 of 4 puzzles",
			"Ants solve 3 of 4 puzzles (share 0.194 to 0.994); others solve 0 of 4 puzzles (share 0.000 to 0.602)",
			[]string{"It ended", count.String()},
			"Intervals of shares are 95 %, each for itself.", 0,
		}},
		{"counts of quoted names", []Claim{count, Default.Count("“others” solves", 0, 4, "puzzles")}, Conclusion{
			"Ants solve 3 of 4 puzzles; “others” solves 0 of 4 puzzles",
			"Ants solve 3 of 4 puzzles (share 0.194 to 0.994); “others” solves 0 of 4 puzzles (share 0.000 to 0.602)",
			nil,
			"Intervals of shares are 95 %, each for itself.", 0,
		}},
		{"a count at another level", []Claim{Settings{Level: 0.5}.Count("Ants solve", 3, 4, "puzzles")}, Conclusion{
			"Ants solve 3 of 4 puzzles", "Ants solve 3 of 4 puzzles (share 0.456 to 0.931)", nil, "Intervals of shares are 50 %, each for itself.", 0,
		}},
		{"a count of another release", []Claim{Count{What: "Ants solve", Proportion: Proportion{Successes: 3, Trials: 4}}}, Conclusion{
			"Ants solve 3 of 4", "Ants solve 3 of 4 (share 0.000 to 0.000)", nil, "Intervals of shares are 95 %, each for itself.", 0,
		}},
		{"nothing", nil, Conclusion{}},
	} {
		got := Conclude(c.claims...)
		if got.Headline != c.want.Headline || got.Answer != c.want.Answer || got.Rule != c.want.Rule || got.Merged != c.want.Merged ||
			strings.Join(got.Others, "\n") != strings.Join(c.want.Others, "\n") {
			t.Errorf("%s:\ngot  %+v\nwant %+v", c.name, got, c.want)
		}
	}
}

// TestConcludeRefuses lists what a conclusion may not be made of.
func TestConcludeRefuses(t *testing.T) {
	other, rule := solves("a", "c", 0.2, 0.1, 0.3), solves("a", "c", 0.2, 0.1, 0.3)
	other.Tests, rule.Rule = 4, "Nemenyi"
	for _, claims := range [][]Claim{
		{Fact("Ants are best.")},
		{Fact("“Ants” solve most.")},
		{Count{What: "The faster ants solve"}},
		{Default.Count("Ants solve", 3, 4, "puzzles"), Settings{Level: 0.5}.Count("Ants solve", 3, 4, "puzzles")},
		{solves("a", "b", 0.2, 0.1, 0.3), other},
		{solves("a", "b", 0.2, 0.1, 0.3), rule},
	} {
		text := alltest.Panics(t, func() { Conclude(claims...) }, claims)
		alltest.Check(t, strings.HasPrefix(text, "analysis: "), "%v: panics with %q", claims, text)
	}
	Conclude(Fact("“largest first” and `best` solve at least and at most 3 times."))
}

func TestBonferroni(t *testing.T) {
	a, b := solves("a", "b", 0.2, 0.1, 0.3), solves("a", "c", 0.2, 0.1, 0.3)
	a.Level, b.Level, a.P = 0.975, 0.975, 0.02
	got := Bonferroni([]Claim{Fact("It ended"), a, a}, []Claim{b})
	alltest.Require(t, len(got) == 4 && got[1].Settled() && got[3].Settled(), "%v", got)
	if rule, want := Conclude(got...).Rule, "Intervals are simultaneous 95 % (Holm, 6 comparisons)."; rule != want {
		t.Errorf("rule %q, want %q", rule, want)
	}
	e := got[1].(Effect)
	alltest.Check(t, math.Abs(e.P-0.04) <= 1e-12 && math.Abs(e.Level-0.95) <= 1e-12, "p %v at %v", e.P, e.Level)
}
