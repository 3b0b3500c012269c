package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// exportASlib writes a scenario of ASlib (B. Bischl et al., "ASlib: a benchmark library
// for algorithm selection", Artificial Intelligence 237 (2016), 41–58), version 2.0 of
// its format.
func exportASlib(dir, name string, records []experiment.Record) error {
	var algorithms []string
	type instance struct {
		name       string
		rows, cols int
	}
	var instances []instance
	contents := map[string]string{} // the instance of an ID and content
	ids := map[string]int{}
	limit := 0.0
	for i := range records {
		r := &records[i]
		if label := r.Label(); !slices.Contains(algorithms, label) {
			algorithms = append(algorithms, label)
		}
		limit = max(limit, r.Budget.CPU.Seconds(), r.Budget.Wall.Seconds())
		if k := r.Puzzle + "\x00" + r.Content; contents[k] == "" {
			id := r.Puzzle
			if ids[id]++; ids[id] > 1 { // another puzzle of this ID
				id += "-" + r.Content
			}
			contents[k] = id
			instances = append(instances, instance{id, r.Rows, r.Cols})
		}
	}
	cutoff := "?"
	if limit > 0 {
		cutoff = arffNumber(limit)
	}
	err := create(filepath.Join(dir, "description.txt"), func(out io.Writer) error {
		var b strings.Builder
		fmt.Fprintf(&b, "scenario_id: %s\nperformance_measures:\n  - cpu_seconds\nmaximize:\n  - false\nperformance_type:\n  - runtime\nalgorithm_cutoff_time: %s\nalgorithm_cutoff_memory: '?'\nfeatures_cutoff_time: '?'\nfeatures_cutoff_memory: '?'\nnumber_of_feature_steps: 1\ndefault_steps:\n  - size\nfeature_steps:\n  size:\n    provides:\n      - rows\n      - cols\n      - cells\nfeatures_deterministic:\n  - rows\n  - cols\n  - cells\nfeatures_stochastic: []\nmetainfo_algorithms:\n", strconv.Quote(name), strings.ReplaceAll(cutoff, "?", "'?'"))
		for _, label := range algorithms {
			fmt.Fprintf(&b, "  %s:\n    configuration: ''\n    deterministic: false\n", strconv.Quote(label))
		}
		_, err := io.WriteString(out, b.String())
		return err
	})
	if err != nil {
		return err
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
		return err
	}
	return create(filepath.Join(dir, "feature_values.arff"), func(out io.Writer) error {
		_, err := fmt.Fprintf(out, "@RELATION FEATURE_VALUES_%s\n\n@ATTRIBUTE instance_id STRING\n@ATTRIBUTE repetition NUMERIC\n@ATTRIBUTE rows NUMERIC\n@ATTRIBUTE cols NUMERIC\n@ATTRIBUTE cells NUMERIC\n\n@DATA\n", arffName(name))
		for _, in := range instances {
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(out, "%s,1,%d,%d,%d\n", arffText(in.name), in.rows, in.cols, in.rows*in.cols)
		}
		return err
	})
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
