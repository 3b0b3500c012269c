package main

import (
	"cmp"
	"fmt"
	"io"
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

// exportASlib writes a scenario of ASlib (B. Bischl et al., "ASlib: a benchmark library
// for algorithm selection", Artificial Intelligence 237 (2016), 41–58), version 2.0 of
// its format. It says how many puzzles have no features of their kind, since no set here has them.
func exportASlib(dir, name string, records []experiment.Record) (without int, err error) {
	var algorithms []string
	type instance struct {
		name, content string
		rows, cols    int
	}
	var instances []instance
	contents := map[string]string{} // the instance of an ID and content
	ids := map[string]int{}
	limit, longest := 0.0, 0.0
	for i := range records {
		r := &records[i]
		if label := r.Label(); !slices.Contains(algorithms, label) {
			algorithms = append(algorithms, label)
		}
		longest = max(longest, r.CPU)
		limit = max(limit, r.Budget.CPU.Seconds(), r.Budget.Wall.Seconds())
		if k := r.Puzzle + "\x00" + r.Content; contents[k] == "" {
			id := r.Puzzle
			if ids[id]++; ids[id] > 1 { // another puzzle of this ID
				id += "-" + r.Content
			}
			contents[k] = id
			instances = append(instances, instance{id, r.Content, r.Rows, r.Cols})
		}
	}
	// Runs that only count iterations have no limit of time: no run took longer than the longest.
	cutoff := arffNumber(cmp.Or(limit, math.Ceil(longest*1000)/1000))
	b, err := findBoards(records, nil)
	if err != nil {
		return 0, err
	}
	var features []puzzle.Feature
	names := []string{"rows", "cols", "cells"}
	for _, k := range engines.Kinds() {
		for _, f := range k.Features {
			f.Name = arffName(f.Name)
			if slices.ContainsFunc(records, func(r experiment.Record) bool { return r.Kind == k.Name }) && !slices.Contains(names, f.Name) {
				names, features = append(names, f.Name), append(features, f)
			}
		}
	}
	listed := "\n      - " + strings.Join(names, "\n      - ")
	err = create(filepath.Join(dir, "description.txt"), func(out io.Writer) error {
		var b strings.Builder
		fmt.Fprintf(&b, "scenario_id: %s\nperformance_measures:\n  - cpu_seconds\nmaximize:\n  - false\nperformance_type:\n  - runtime\nalgorithm_cutoff_time: %s\nalgorithm_cutoff_memory: '?'\nfeatures_cutoff_time: '?'\nfeatures_cutoff_memory: '?'\nnumber_of_feature_steps: 1\ndefault_steps:\n  - puzzle\nfeature_steps:\n  puzzle:\n    provides:%s\nfeatures_deterministic:%s\nfeatures_stochastic: []\nmetainfo_algorithms:\n", strconv.Quote(name), cutoff, listed, strings.ReplaceAll(listed, "      -", "  -"))
		for _, label := range algorithms {
			fmt.Fprintf(&b, "  %s:\n    configuration: ''\n    deterministic: false\n", strconv.Quote(label))
		}
		_, err := io.WriteString(out, b.String())
		return err
	})
	if err != nil {
		return 0, err
	}
	err = create(filepath.Join(dir, "algorithm_runs.arff"), func(out io.Writer) error {
		fmt.Fprintf(out, "@RELATION ALGORITHM_RUNS_%s\n\n@ATTRIBUTE instance_id STRING\n@ATTRIBUTE repetition NUMERIC\n@ATTRIBUTE algorithm STRING\n@ATTRIBUTE cpu_seconds NUMERIC\n@ATTRIBUTE runstatus {ok,timeout,memout,not_applicable,crash,other}\n\n@DATA\n", arffName(name))
		for i := range records {
			r := &records[i]
			_, err := fmt.Fprintf(out, "%s,%d,%s,%s,%s\n", arffText(contents[r.Puzzle+"\x00"+r.Content]), r.Run+1, arffText(r.Label()), arffNumber(r.CPU), aslibStatus(r))
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	err = create(filepath.Join(dir, "feature_values.arff"), func(out io.Writer) error {
		text := fmt.Sprintf("@RELATION FEATURE_VALUES_%s\n\n@ATTRIBUTE instance_id STRING\n@ATTRIBUTE repetition NUMERIC\n", arffName(name))
		for _, name := range names {
			text += "@ATTRIBUTE " + name + " NUMERIC\n"
		}
		_, err := io.WriteString(out, text+"\n@DATA\n")
		for _, in := range instances {
			if err != nil {
				return err
			}
			line := fmt.Sprintf("%s,1,%d,%d,%d", arffText(in.name), in.rows, in.cols, in.rows*in.cols)
			item, found := b.items[in.content]
			if !found {
				without++
			}
			for _, f := range features {
				value := "?"
				if found {
					if v := f.Of(item); !math.IsNaN(v) && !math.IsInf(v, 0) {
						value = arffNumber(v)
					}
				}
				line += "," + value
			}
			_, err = io.WriteString(out, line+"\n")
		}
		return err
	})
	return without, err
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

// arffNumber writes a number of ARFF.
func arffNumber(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// arffText quotes a string of ARFF.
func arffText(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(text) + "'"
}

// arffName keeps of a name what needs no quotes.
func arffName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '.' {
			return r
		}
		return '_'
	}, name)
}
