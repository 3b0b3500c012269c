package show

import (
	"cmp"
	"fmt"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// questions are those of published studies that several notebooks quote.
var questions = map[string]func() []Ask{
	"colonies": askColonies, "family-choices": askChoices, "future-work": askFuture, "parameters": askParameters, "pencil-deception": askDeception,
	"pencil-deception-kept-aside": askKeptAside,
}

// Questions are those of a published study that several notebooks quote, so that all ask the same. It knows "colonies",
// "family-choices", "future-work", "parameters", "pencil-deception" and "pencil-deception-kept-aside", and panics for others.
func Questions(study string) []Ask {
	of, ok := questions[study]
	if !ok {
		panic(fmt.Sprintf("show: no questions of a study %q are kept", study))
	}
	return of()
}

// variants are published runs under the names of their variants.
func variants(study string, plans ...string) Records {
	return Published(study, plans...).Named(func(r experiment.Record) string { return r.Variant })
}

// askColonies asks, for each puzzle, how soon several colonies solve and, if all build as many boards, whether several
// solve more than one, and whether an exchange adds to eight.
func askColonies() (out []Ask) {
	apart := []string{"1 colony", "2 colonies, apart", "4 colonies, apart", "8 colonies, apart"}
	for _, kind := range []string{"nurikabe", "sudoku"} {
		iterations, boards := kind+", as many iterations", kind+", as many boards"
		out = append(out, variants("colonies", iterations).Ask(analysis.PAR(analysis.Iterations, 1), apart...).On(", "+iterations),
			variants("colonies", boards).Ask(analysis.SuccessRate(), apart...).On(", "+boards),
			variants("colonies", boards).Ask(analysis.SuccessRate(), "8 colonies, apart", "8 colonies, ring", "8 colonies, best").On(", "+boards))
	}
	return out
}

// askChoices asks what each of five choices of a colony does on each sort of boards.
func askChoices() (out []Ask) {
	words := [][2]string{{"greedy", "greedy choices"}, {"best so far", "the best board so far"}, {"bounds", "bounds"}, {"more evaporation", "more evaporation"}, {"restarts", "restarts"}}
	for _, board := range []string{"nurikabe, 100–199 cells", "nurikabe, 200–399 cells", "sudoku, 25×25"} {
		for _, w := range words {
			out = append(out, Published("family-choices", board).Factor("ant colony", w[0], w[1]).On(", "+board))
		}
	}
	return out
}

// askFuture asks what the papers leave to others, each within a plan and against the first of its labels.
func askFuture() (out []Ask) {
	for _, of := range [][]string{
		{"adaptive rates", "cuckoo, fixed rates", "cuckoo, adaptive rates"},
		{"geometric swarm"},
		{"filter, ants, 16×16", "one ant, no filter", "one ant, GAC", "one ant, AC3"},
		{"filter, ants, 25×25"},
		{"filter, local search", "genetic, no filter", "genetic, AC3", "genetic, GAC"},
		{"filter, local search", "tabu, no filter", "tabu, AC3", "tabu, GAC"},
		{"filter, local search", "cuckoo, no filter", "cuckoo, AC3", "cuckoo, GAC"},
		{"adaptive rates", "improved, AC3, fixed rates", "improved, AC3, adaptive rates"},
	} {
		out = append(out, variants("future-work", of[0]).Ask(analysis.SuccessRate(), of[1:]...))
	}
	return out
}

// askParameters asks what each change of one parameter does on Nurikabe and on Sudoku.
func askParameters() []Ask {
	return []Ask{variants("parameters", "nurikabe").Ask(analysis.SuccessRate()).On(", on Nurikabe"), variants("parameters", "sudoku").Ask(analysis.SuccessRate()).On(", on Sudoku")}
}

// askDeception asks what pheromone does in each family of boards, on those that the first run without pheromone solves
// (chance) and on those that it misses; that run takes no part otherwise.
// Then, of runs with pheromone that do not solve: whether boards cost less at last than at first (otherwise there is second-order
// deception), and whether pheromone misleads on more variables as the run goes on. Last, whether as much is right of the last
// quarter of choices as of the first, without pheromone.
func askDeception() []Ask {
	all := Published("pencil-deception")
	lost := all.Only("with pheromone").Where(func(r experiment.Record) bool { return !r.Solved() }).By(deceptionFamily)
	random := all.Only("without pheromone").By(deceptionFamily)
	cost := analysis.Score{Name: "mean cost of boards", Ratio: true}
	misled := analysis.Score{Name: "share of misled variables", Low: 0, High: 1}
	right := analysis.Score{Name: "share of right values", Low: 0, High: 1}
	return append(askChance("pencil-deception", [][2]string{{"34 kinds", "34 kinds"}, {"larger, 9 kinds", "larger, 9 kinds"}, {"Nurikabe", "Nurikabe"}, {"Sudoku", "Sudoku"}}),
		lost["34 kinds"].course(cost, "the first iteration", "cost at first", "the last iteration", "cost at last").On(", 34 kinds, not solved"),
		lost["Nurikabe"].course(cost, "the first iteration", "cost at first", "the last iteration", "cost at last").On(", Nurikabe, not solved"),
		lost["34 kinds"].course(misled, "after 1 iteration", "misled after 1", "after 10 iterations", "misled after 10", "after 100 iterations", "misled after 100").On(", 34 kinds, not solved"),
		random["34 kinds"].course(right, "the first quarter of choices", "first choices", "the last quarter of choices", "last choices").On(", 34 kinds"),
		random["Nurikabe"].course(right, "the first quarter of choices", "first choices", "the last quarter of choices", "last choices").On(", Nurikabe"))
}

// course asks whether the statistics of moments differ from that of the first, in the same runs: a label and a statistic for each.
func (r Records) course(score analysis.Score, moments ...string) Ask {
	var all Records
	for m := 0; m < len(moments); m += 2 {
		some := r.Named(func(experiment.Record) string { return moments[m] })
		for i := range some {
			value, _ := some[i : i+1].Mean(moments[m+1])
			some[i].Statistics = []solver.Statistic{{Name: score.Name, Value: value}}
		}
		all = append(all, some...)
	}
	score.Of = func(runs []experiment.Record) float64 {
		value, _ := Records(runs).Mean(score.Name)
		return value
	}
	return all.Ask(score)
}

// askKeptAside asks the same of boards that took no part in it. One of the 34 kinds has none so small.
func askKeptAside() []Ask {
	return askChance("pencil-deception-kept-aside", [][2]string{{"34 kinds", "kept aside, 33 kinds"}, {"Nurikabe", "kept aside, Nurikabe"}})
}

// askChance asks about families of boards, each with what it is called.
func askChance(study string, families [][2]string) (out []Ask) {
	const without, with = "ants, without pheromone", "ants, with pheromone"
	runs := Published(study).Named(func(r experiment.Record) string { return "ants, " + r.Variant })
	solved := map[string]bool{}
	for _, r := range runs.Only(without) {
		solved[r.Content] = solved[r.Content] || r.Run == 0 && r.Solved()
	}
	for _, family := range families {
		for _, chance := range []string{"solves", "misses"} {
			some := runs.Where(func(r experiment.Record) bool {
				return r.Run > 0 && solved[r.Content] == (chance == "solves") && deceptionFamily(r) == family[0]
			})
			out = append(out, some.Ask(analysis.SuccessRate(), without, with).On(", "+family[1]+", chance "+chance))
		}
	}
	return out
}

// deceptionFamily is what a board of these studies belongs to.
func deceptionFamily(r experiment.Record) string {
	declared := map[bool]string{true: "34 kinds", false: "larger, 9 kinds"}[r.Cells() <= 100]
	return cmp.Or(map[string]string{"nurikabe": "Nurikabe", "sudoku": "Sudoku"}[r.Kind], declared)
}
