package export

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// ASlib writes a scenario of ASlib (B. Bischl et al., "ASlib: a benchmark library
// for algorithm selection", Artificial Intelligence 237 (2016), 41–58), version 2.0 of
// its format, with the features of the puzzles that are known by content. It says how many are not.
func ASlib(dir, name string, all iter.Seq2[Run, error], puzzles map[string]puzzle.Item) (without int, err error) {
	var algorithms []string
	var instances []*Run            // a run on each
	names := map[[2]string]string{} // of instances, by ID and content
	ids, limit, longest := map[string]int{}, 0.0, 0.0
	runs := "@RELATION ALGORITHM_RUNS_" + arffName(name) + "\n\n@ATTRIBUTE instance_id STRING\n@ATTRIBUTE repetition NUMERIC\n@ATTRIBUTE algorithm STRING\n@ATTRIBUTE cpu_seconds NUMERIC\n@ATTRIBUTE runstatus {ok,timeout,memout,not_applicable,crash,other}\n\n@DATA\n"
	err = create(filepath.Join(dir, "algorithm_runs.arff"), func(out io.Writer) error {
		if _, err := io.WriteString(out, runs); err != nil {
			return err
		}
		return each(all, func(r *Run) error {
			label := r.Label()
			if !slices.Contains(algorithms, label) {
				algorithms = append(algorithms, label)
			}
			longest, limit = max(longest, r.CPU), max(limit, r.Budget.CPU.Seconds(), r.Budget.Wall.Seconds())
			key := [2]string{r.Puzzle, r.Content}
			if names[key] == "" {
				one := *r
				one.Trace = nil
				names[key], instances = r.Puzzle, append(instances, &one)
				if ids[r.Puzzle]++; ids[r.Puzzle] > 1 { // another puzzle of this ID
					names[key] += "-" + r.Content
				}
			}
			_, err := fmt.Fprintf(out, "%s,%d,%s,%s,%s\n", arffText(names[key]), r.Run+1, arffText(label), cell(r.CPU), aslibStatus(&r.Record))
			return err
		})
	})
	if err != nil {
		return 0, err
	}
	var features []puzzle.Feature
	provided := []string{"rows", "cols", "cells"}
	for _, k := range engines.Kinds() {
		for _, f := range k.Features {
			f.Name = arffName(f.Name)
			if slices.ContainsFunc(instances, func(r *Run) bool { return r.Kind == k.Name }) && !slices.Contains(provided, f.Name) {
				provided, features = append(provided, f.Name), append(features, f)
			}
		}
	}
	table := fmt.Sprintf("@RELATION FEATURE_VALUES_%s\n\n@ATTRIBUTE instance_id STRING\n@ATTRIBUTE repetition NUMERIC\n", arffName(name))
	for _, name := range provided {
		table += "@ATTRIBUTE " + name + " NUMERIC\n"
	}
	rows := strings.Builder{}
	for _, r := range instances {
		fmt.Fprintf(&rows, "%s,1,%d,%d,%d", arffText(names[[2]string{r.Puzzle, r.Content}]), r.Rows, r.Cols, r.Cells())
		item, found := puzzles[r.Content]
		if !found {
			without++
		}
		for _, f := range features {
			value := "?"
			if found {
				if v := f.Of(item); !math.IsNaN(v) && !math.IsInf(v, 0) {
					value = cell(v)
				}
			}
			rows.WriteString("," + value)
		}
		rows.WriteString("\n")
	}
	// Runs that only count iterations have no limit of time: no run took longer than the longest.
	cutoff, listed := cell(cmp.Or(limit, math.Ceil(longest*1000)/1000)), "\n      - "+strings.Join(provided, "\n      - ")
	description := fmt.Sprintf("scenario_id: %s\nperformance_measures:\n  - cpu_seconds\nmaximize:\n  - false\nperformance_type:\n  - runtime\nalgorithm_cutoff_time: %s\nalgorithm_cutoff_memory: '?'\nfeatures_cutoff_time: '?'\nfeatures_cutoff_memory: '?'\nnumber_of_feature_steps: 1\ndefault_steps:\n  - puzzle\nfeature_steps:\n  puzzle:\n    provides:%s\nfeatures_deterministic:%s\nfeatures_stochastic: []\nmetainfo_algorithms:\n", strconv.Quote(name), cutoff, listed, strings.ReplaceAll(listed, "      -", "  -"))
	for _, label := range algorithms {
		description += fmt.Sprintf("  %s:\n    configuration: ''\n    deterministic: false\n", strconv.Quote(label))
	}
	for file, text := range map[string]string{"description.txt": description, "feature_values.arff": table + "\n@DATA\n" + rows.String()} {
		err := create(filepath.Join(dir, file), func(out io.Writer) error {
			_, err := io.WriteString(out, text)
			return err
		})
		if err != nil {
			return without, err
		}
	}
	return without, nil
}

// aslibStatus is how a run ended, in ASlib's words.
func aslibStatus(r *experiment.Record) string {
	switch {
	case r.Status.Decided():
		return "ok"
	case r.Status == experiment.Failed:
		return "crash"
	case r.Status == solver.Exhausted:
		return "timeout"
	}
	return "other"
}

// arffText quotes a string of ARFF.
func arffText(text string) string {
	return "'" + inQuotes.Replace(text) + "'"
}

var inQuotes = strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`, "\r", `\r`, "\t", `\t`)

// arffName keeps of a name what needs no quotes.
func arffName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '.' {
			return r
		}
		return '_'
	}, name)
}
