package study

import (
	"cmp"
	"fmt"
	"strings"

	"formicary/pkg/colony/family"
)

// lists are rows of engines that follow from few values, by the names that studies.json has,
// for puzzles of a kind.
var lists = map[string]func(kind string) []string{"family tuning": familyTuning, "family choices": familyChoices}

// familyTuning has every family with every setting that is tried: evaporation, for which a
// population-based colony has the number of boards that it keeps, and greediness.
func familyTuning(kind string) (out []string) {
	for _, name := range family.Names() {
		engine := map[string]string{"acs-bve": "acs"}[name]
		engine = cmp.Or(engine, "ants family="+name)
		for _, q0 := range []string{"0", "0.5", "0.9"} {
			for i, rho := range []string{"0.02", "0.1", "0.3", "0.9"} {
				set, label := "rho="+rho, "ρ "+rho
				switch name {
				case "acs":
					set += " xi=0.1"
				case "p-aco":
					kept := []string{"1", "5", "25", "100"}[i]
					set, label = "rho=0 population="+kept, "k "+kept
				}
				out = append(out, fmt.Sprintf("%s/%s q0=%s %s | %s, %s, q0 %s", kind, engine, q0, set, name, label, q0))
			}
		}
	}
	return out
}

// choices are those of a colony in which one board lays pheromone: the parameter, its
// value where ants choose by roulette, the best board of the iteration lays, and there are no
// lower bound, no restarts and little evaporation, and its other value.
var choices = []struct{ name, parameter, value, other string }{
	{"greedy", "q0", "0", "0.9"},
	{"best so far", "best-every", "0", "1"},
	{"bounds", "p-best", "1", "0.05"},
	{"more evaporation", "rho", "0.02", "0.2"},
	{"restarts", "stagnation", "0", "100"},
}

// familyChoices are all colonies that these choices make. A label names what is changed.
func familyChoices(kind string) (out []string) {
	for made := range 1 << len(choices) {
		row, names := kind+"/ants family=mmas", []string{}
		for i, c := range choices {
			value := c.value
			if made>>i&1 == 1 {
				value, names = c.other, append(names, c.name)
			}
			row += " " + c.parameter + "=" + value
		}
		out = append(out, row+" | "+cmp.Or(strings.Join(names, ", "), "nothing changed"))
	}
	return out
}
