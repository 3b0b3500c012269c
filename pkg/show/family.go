package show

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/charts"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
)

// Ask is a question whose claims hold together with the level of the settings that it is
// asked with: [Records.Ask], or a func of a cell that calls package analysis.
type Ask func(analysis.Settings) []analysis.Claim

// On says of the effects among the claims, in their order, which puzzles they are about, such as
// " of the open set"; the last text is that of all others.
func (a Ask) On(puzzles ...string) Ask {
	return a.each(func(i int, e analysis.Effect) analysis.Effect {
		e.On = puzzles[min(i, len(puzzles)-1)]
		return e
	})
}

// Reversed says of each difference what it is the other way round.
func (a Ask) Reversed() Ask {
	return a.each(func(_ int, e analysis.Effect) analysis.Effect { return e.Reversed() })
}

func (a Ask) each(change func(int, analysis.Effect) analysis.Effect) Ask {
	return func(s analysis.Settings) []analysis.Claim {
		claims := a(s)
		for i, claim := range claims {
			if e, ok := claim.(analysis.Effect); ok {
				claims[i] = change(i, e)
			}
		}
		return claims
	}
}

// Each are the settings of one of so many questions whose claims hold together, as [Together] asks them.
func Each(questions int) analysis.Settings {
	each := analysis.Default
	each.Level = 1 - (1-each.Level)/float64(questions)
	return each
}

// Together asks several questions so that all their claims hold together with the
// level of [analysis.Default]: each may err by an equal part of what all may
// (Bonferroni's inequality). It counts the questions itself: a cell that divides by
// a number of its own breaks the guarantee as soon as a question is added.
func Together(questions ...Ask) []analysis.Claim {
	each := Each(len(questions))
	var families [][]analysis.Claim
	rule := ""
	for _, ask := range questions {
		families = append(families, ask(each))
		for _, claim := range families[len(families)-1] {
			if e, ok := claim.(analysis.Effect); ok && len(e.Rule) > len(rule) {
				rule = e.Rule // Holm's p is no larger than Bonferroni's: the longer rule is true of both
			}
		}
	}
	claims := analysis.Bonferroni(families...)
	for i, claim := range claims {
		if e, ok := claim.(analysis.Effect); ok {
			e.Rule = rule
			claims[i] = e
		}
	}
	return claims
}

// TogetherBy is [Together] for the questions of a page, by what each part of the page is about: a difference has one interval
// then, in charts, sentences and the conclusion.
func TogetherBy(parts map[string][]Ask) map[string][]analysis.Claim {
	var questions []Ask
	var about []string // of each claim
	for _, part := range slices.Sorted(maps.Keys(parts)) {
		for _, ask := range parts[part] {
			questions = append(questions, func(s analysis.Settings) []analysis.Claim {
				claims := ask(s)
				about = append(about, slices.Repeat([]string{part}, len(claims))...)
				return claims
			})
		}
	}
	out := map[string][]analysis.Claim{}
	for i, claim := range Together(questions...) {
		out[about[i]] = append(out[about[i]], claim)
	}
	return out
}

// Effects draws the differences among claims: a row for each two that are compared and a panel for each thing that they
// are compared by. If all compare the same two, each on other puzzles, a row is of these puzzles. Panels with other rows have
// charts of their own, as quotients have. The greatest of a chart's first panel is on top. The axis says which way is which
// where that is the same for all. Intervals are those of the claims, which hold together.
func Effects(title string, claims ...analysis.Claim) (out []charts.Drawable) {
	pairs := map[[2]string]bool{} // each is told one way round
	for _, ratio := range []bool{false, true} {
		var panels, groups [][]analysis.Effect
		for _, claim := range claims {
			if e, ok := claim.(analysis.Effect); ok && e.Ratio == ratio {
				if pairs[[2]string{e.Than, e.Subject}] {
					e = e.Reversed()
				}
				pairs[[2]string{e.Subject, e.Than}] = true
				panels = among(panels, []analysis.Effect{e}, func(panel []analysis.Effect) bool { return estimate(panel[0]).Panel == estimate(e).Panel })
			}
		}
		for _, panel := range panels {
			groups = among(groups, panel, func(group []analysis.Effect) bool { return alike(rows(group), rows(panel)) })
		}
		for _, group := range groups {
			out = append(out, effects(title, group))
		}
	}
	return out
}

// among adds effects to the first group that fits, or makes them one.
func among(groups [][]analysis.Effect, some []analysis.Effect, fits func([]analysis.Effect) bool) [][]analysis.Effect {
	if i := slices.IndexFunc(groups, fits); i >= 0 {
		groups[i] = append(groups[i], some...)
		return groups
	}
	return append(groups, some)
}

// rows are the rows of effects.
func rows(all []analysis.Effect) map[string]bool {
	return lists.Set(all, func(e analysis.Effect) string { return estimate(e).Row })
}

// alike says whether at least half of the rows of two panels are rows of both.
func alike(a, b map[string]bool) bool {
	both := 0
	for row := range a {
		if b[row] {
			both++
		}
	}
	return 2*both >= len(a)+len(b)-both
}

// effects draws effects that are all differences, or all quotients.
func effects(title string, drawn []analysis.Effect) charts.DotPlot {
	chart := charts.DotPlot{Title: title, Axis: "difference", Effects: true, Log: drawn[0].Ratio, Subtitle: borne(drawn)}
	if chart.Log {
		chart.Axis = "factor"
	}
	more, all := drawn[0].More, []charts.Estimate{}
	one := drawn[0]
	one.On = ""
	way := !slices.ContainsFunc(drawn, func(e analysis.Effect) bool { return e.More != more })
	if way && more == "solves more often" && !chart.Log {
		chart.Axis += " of success rates"
	}
	both := same(drawn)
	for _, e := range drawn {
		all = append(all, estimate(e))
		if both {
			all[len(all)-1].Row, all[len(all)-1].Panel = strings.TrimLeft(e.On, ", "), ""
		}
	}
	if both {
		chart.Subtitle += " · " + chart.Axis + ": " + estimate(one).Panel
		chart.Axis = strings.NewReplacer("“", "", "”", "").Replace("right: " + one.Subject + " " + more + " than " + one.Than)
	} else if way {
		chart.Axis += " (right: " + strings.TrimSuffix(strings.TrimPrefix(more, "has a "), " of") + ")" // of what the panel is named for
	}
	if panel := all[0].Panel; panel != "" && !slices.ContainsFunc(all, func(e charts.Estimate) bool { return e.Panel != panel }) {
		chart.Title += ": " + panel
		for i := range all {
			all[i].Panel = ""
		}
	}
	sign := 1 // the best row is on top
	if strings.HasPrefix(more, "needs more") {
		sign = -1
	}
	place := map[string]int{} // of panels, which stay in the order of the claims
	for i, e := range slices.Backward(all) {
		place[e.Panel] = i
	}
	slices.SortStableFunc(all, func(a, b charts.Estimate) int {
		return cmp.Or(cmp.Compare(place[a.Panel], place[b.Panel]), sign*cmp.Compare(b.Value, a.Value))
	})
	chart.All = all
	return chart
}

// same says whether several effects are of the same two things, each on puzzles of its own.
func same(all []analysis.Effect) bool {
	on := map[string]bool{"": true}
	for _, e := range all {
		if e.Wording != all[0].Wording || on[e.On] {
			return false
		}
		on[e.On] = true
	}
	return len(all) > 1
}

// borne says what effects that hold together rest on.
func borne(all []analysis.Effect) string {
	least, most := all[0].Puzzles, 0
	for _, e := range all {
		least, most = min(least, e.Puzzles), max(most, e.Puzzles)
	}
	puzzles := puzzle.Plural(most, "puzzle")
	if 0 < least && least < most {
		puzzles = puzzle.Thousands(least) + " to " + puzzles
	}
	if same(all) {
		puzzles += " a row"
	}
	rule, _, _ := strings.Cut(all[0].Rule, ",")
	if all[0].Tests < 2 {
		return fmt.Sprintf("%s · %.4g %% interval", puzzles, 100*all[0].Level)
	}
	return fmt.Sprintf("%s · simultaneous %.4g %% intervals (%s, %s)", puzzles, 100*all[0].Level, rule, puzzle.Plural(all[0].Tests, "comparison"))
}

// estimate is an effect as a row of a chart. What [Records.Factor] compares with its absence is named alone.
func estimate(e analysis.Effect) charts.Estimate {
	row, than := strings.Trim(e.Subject, "“”,"), strings.Trim(e.Than, "“”")
	if than != "" && than != strings.Replace(row, ", with ", ", without ", 1) {
		row = apart(row, than) + " against " + than
	}
	what := cmp.Or(e.What, e.More)
	if e.What != "" && e.More == "solves more often" {
		what = "solved " + what
	}
	if strings.HasPrefix(what, "(") { // such as the PAR-1 of what it needs
		what = strings.TrimPrefix(e.More, "needs more ") + " " + what
		if _, limit, ok := strings.Cut(e.Basis, ", up to "); ok {
			what += ", up to " + limit
		}
	}
	return charts.Estimate{Row: row, Panel: strings.TrimLeft(what+e.On, ", "), Value: e.Value, Within: e.Interval, Text: e.String()}
}

// apart is a name without what it and another end with, from a comma on: that is said once.
func apart(name, other string) string {
	for at, letter := range name {
		if letter == ',' && strings.HasSuffix(other, name[at:]) {
			return name[:at]
		}
	}
	return name
}

// mostSaid is how many sentences a conclusion has.
const mostSaid = 5

// shortened is what a conclusion says of claims, and the claims that it is made of: as many of the first as
// make so many sentences. What the answer names together is one.
func shortened(claims []analysis.Claim) (c analysis.Conclusion, said []analysis.Claim) {
	for n := range claims {
		next := analysis.Conclude(claims[:n+1]...)
		if len(next.Others) >= mostSaid {
			next.Others = next.Others[next.Merged:]
		}
		if n > 0 && len(next.Others) >= mostSaid {
			break
		}
		c, said = next, claims[:n+1]
	}
	return c, said
}
