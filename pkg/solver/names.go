package solver

import (
	"cmp"
	"strings"
)

// Role is what an engine is for a reader who compares engines: charts give each
// role a colour of its own, the same everywhere.
type Role string

// The roles. An engine that the table of names does not have, such as one that
// was typed into a cell, is Yours.
const (
	CompleteSolver Role = "complete"
	Ants           Role = "ants"
	Metaheuristic  Role = "metaheuristic"
	Logic          Role = "logic"
	Yours          Role = "yours"
)

// words are the engines as people read them, by stable name; those of any kind, where a kind has none
// of its own, by "*/ENGINE". Engines of one role have different places, so that their shades
// differ wherever they meet.
var words = map[string]struct {
	name  string
	role  Role
	place int
}{
	"*/exact":                {"complete solver", CompleteSolver, 0},
	"*/acs":                  {"ants", Ants, 0},
	"*/ants":                 {"ant colony", Ants, 2},
	"*/tabu":                 {"tabu search", Metaheuristic, 1},
	"nurikabe/exact":         {"complete solver", CompleteSolver, 0},
	"nurikabe/portfolio":     {"portfolio", CompleteSolver, 1},
	"nurikabe/acs":           {"ants", Ants, 0},
	"nurikabe/ants":          {"ant colony", Ants, 2},
	"nurikabe/swarm":         {"swarm", Ants, 3},
	"sudoku/exact":           {"complete solver", CompleteSolver, 0},
	"sudoku/acs":             {"ants", Ants, 0},
	"sudoku/ants":            {"ant colony", Ants, 2},
	"sudoku/aco":             {"single ant", Ants, 1},
	"sudoku/cuckoo":          {"cuckoo search", Metaheuristic, 0},
	"sudoku/cuckoo-improved": {"improved cuckoo search", Metaheuristic, 3},
	"sudoku/tabu":            {"tabu search", Metaheuristic, 1},
	"sudoku/genetic":         {"genetic algorithm", Metaheuristic, 2},
	"nonogram/exact":         {"complete solver", CompleteSolver, 0},
	"nonogram/pushfit":       {"push and fit", CompleteSolver, 1},
	"nonogram/logic":         {"line logic", Logic, 0},
	"nonogram/combinatorial": {"combinatorial heuristic", Logic, 1},
	"nonogram/genetic":       {"genetic algorithm", Metaheuristic, 2},
	"line solving":           {"complete line solving", Logic, 2},
}

// variants are the variants that are not words yet, each with its place. What
// follows a comma stays.
var variants = map[string]struct {
	name  string
	place int
}{
	"nurikabe/acs scheme 0":    {"raster", 1},
	"nurikabe/acs scheme 1":    {"shuffled", 0},
	"nurikabe/acs scheme 2":    {"largest-first", 2},
	"nurikabe/acs scheme 3":    {"smallest-first", 3},
	"nurikabe/acs scheme 4":    {"furthest", 4},
	"nurikabe/acs scheme 5":    {"nearest", 5},
	"nonogram/logic none":      {"no sub-procedure", 3},
	"nonogram/logic 1":         {"sub-procedure 1", 4},
	"nonogram/logic 1 2":       {"sub-procedures 1–2", 5},
	"nonogram/logic 1 2 3":     {"sub-procedures 1–3", 6},
	"nonogram/logic 1 2 3 4":   {"sub-procedures 1–4", 7},
	"nonogram/logic 1 2 3 4 5": {"sub-procedures 1–5", 0},
	"nonogram/logic all":       {"all sub-procedures", 7},
	"nonogram/logic c":         {"sub-procedure c", 4},
	"nonogram/logic c 3":       {"sub-procedures c and 3", 5},
	"nonogram/logic c 3 4":     {"sub-procedures c and 3–4", 6},
	"nonogram/logic c 3 4 5":   {"sub-procedures c and 3–5", 0},
	"nonogram/logic without 1": {"without sub-procedure 1", 1},
	"nonogram/logic without 2": {"without sub-procedure 2", 2},
	"nonogram/logic without 3": {"without sub-procedure 3", 3},
	"nonogram/logic without 4": {"without sub-procedure 4", 4},
	"nonogram/logic without 5": {"without sub-procedure 5", 5},
}

// renamed are engines that have another name in records than today: runs get their seeds, and parameters their hashes,
// by the one in records, which was published.
var renamed = map[string]string{"nurikabe/memetic": "nurikabe/swarm"}

// Recorded is the name of an engine in records and plans, which seeds and hashes are made of: mostly its own.
func Recorded(engine string) string { return cmp.Or(renamed[engine], engine) }

// Today is the name of an engine that records have under a name.
func Today(recorded string) string {
	for today, name := range renamed {
		if name == recorded {
			return today
		}
	}
	return recorded
}

// Label is what people read of an engine and a variant of it: "complete solver",
// "ants, shuffled". It begins with the engine's name in words, so that [RoleOf]
// knows the role from it; a variant that begins so itself stays as it is, and so
// does the name of an engine that is not the lab's.
func Label(engine, variant string) string {
	engine = Recorded(engine)
	e, ok := words[engine]
	if _, short, two := strings.Cut(engine, "/"); !ok && two {
		e, ok = words["*/"+short]
	}
	switch {
	case !ok && variant != "":
		return variant
	case !ok:
		return engine
	case variant == "":
		return e.name
	}
	head, rest, more := strings.Cut(variant, ", ")
	switch _, short, _ := strings.Cut(engine, "/"); {
	case variants[engine+" "+head].name != "":
		head = variants[engine+" "+head].name
	case head == short && more: // "pushfit, all arrangements"
		return e.name + ", " + rest
	case nameOf(variant) == e.name:
		return variant
	}
	if more {
		head += ", " + rest
	}
	return e.name + ", " + head
}

// nameOf is the part of a label before what tells variants apart.
func nameOf(label string) string {
	for _, end := range []string{", ", " ("} {
		label, _, _ = strings.Cut(label, end)
	}
	return label
}

// Means says whether a name means what has a label: the label itself, the engine's
// stable name where the label tells no variant, or the variant.
func Means(name, label string) bool {
	if name == label || Label(name, "") == label {
		return true
	}
	head, variant, ok := strings.Cut(label, ", ")
	for engine, e := range words {
		if ok && e.name == head && (variant == name || Label(engine, name) == label) {
			return true
		}
	}
	return false
}

// RoleOf is the role of what a label names, and its place among what has the
// role: −1 where that is for the chart to choose.
func RoleOf(label string) (role Role, place int) {
	name := nameOf(label)
	for engine, e := range words { // engines of one name have one role and place
		if e.name != name {
			continue
		}
		if label == name {
			return e.role, e.place
		}
		head, _, _ := strings.Cut(label[min(len(name)+len(", "), len(label)):], ", ")
		for key, v := range variants {
			if strings.HasPrefix(key, engine+" ") && v.name == head {
				return e.role, v.place
			}
		}
		role = e.role
	}
	role = cmp.Or(role, Yours)
	return role, -1
}
