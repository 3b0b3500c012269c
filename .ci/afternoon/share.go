package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// table counts runs again with pandas: those of a race against the journal, and a number of
// notebook 41 that a study was published with.
func (d *day) table() error {
	if _, err := d.lab("journal", "export", "--csv", "--out", "raced", "tapa"); err != nil {
		return err
	}
	counted, err := d.count("raced", "engine")
	if err != nil {
		return err
	}
	made, err := journals(d.runs())
	if err != nil {
		return err
	}
	own := map[string][2]int{}
	for _, r := range made["tapa"] {
		n := own[r.Engine]
		if n[1]++; r.Status == "solved" {
			n[0]++
		}
		own[r.Engine] = n
	}
	for engine, n := range own {
		if counted[engine] != n {
			return fmt.Errorf("%s solved %v of the journal's runs, and %v of the table's", engine, n, counted[engine])
		}
	}
	if _, err := d.lab("journal", "export", "--csv", "--out", "published", "nurikabe-annealing"); err != nil {
		return err
	}
	if counted, err = d.count("published", "plan,engine"); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(d.clone, "notebooks", "answers.json"))
	if err != nil {
		return err
	}
	var answers map[string]struct{ Claims []json.RawMessage }
	if err := json.Unmarshal(text, &answers); err != nil {
		return err
	}
	var claim struct {
		Subject string
		Each    []float64
	}
	if err := json.Unmarshal(answers["41-your-own-engine"].Claims[0], &claim); err != nil {
		return err
	}
	n := counted["boards\tannealing"]
	if share := float64(n[0]) / float64(n[1]); claim.Subject != "“annealing”" || share != claim.Each[0] {
		return fmt.Errorf("notebook 41 says that %s solves %v of runs, the table %v", claim.Subject, claim.Each[0], share)
	}
	return nil
}

// count has pandas count the solved and all runs of an export, by columns.
func (d *day) count(folder, by string) (map[string][2]int, error) {
	said, err := d.python("count.py", filepath.Join(folder, "runs.csv"), by)
	out := map[string][2]int{}
	for line := range strings.Lines(said) {
		words := strings.Split(strings.TrimSpace(line), "\t")
		solved, failed := strconv.Atoi(words[len(words)-2])
		all, wrong := strconv.Atoi(words[len(words)-1])
		err = errors.Join(err, failed, wrong)
		out[strings.Join(words[:len(words)-2], "\t")] = [2]int{solved, all}
	}
	return out, err
}

// bundle packs the notebooks of the day. A second clone verifies their runs, those of typed
// rules too, and reproduces what their pages say.
func (d *day) bundle() error {
	packed := filepath.Join(d.folder, "day.zip")
	said, err := d.lab("bundle", "pack", "--out", packed, "rule.ipynb", "kind.ipynb")
	if err != nil {
		return err
	}
	if strings.Contains(said, " 0 runs") {
		return fmt.Errorf("no runs are in the bundle: %s", said)
	}
	second := *d
	if second.clone, second.program, err = d.checkout("second"); err != nil {
		return err
	}
	said, err = second.lab("verify", "--sample", "10", packed)
	if err := errors.Join(err, want(said, "as packed", "--run-code")); err != nil {
		return err
	}
	said, err = second.lab("verify", "--sample", "10", "--run-code", packed)
	if err := errors.Join(err, want(said, "identical")); err != nil {
		return err
	}
	if strings.Contains(said, "cannot be rerun") {
		return fmt.Errorf("runs of typed rules are not verified:\n%s", said)
	}
	for _, name := range []string{"rule", "kind"} {
		typed, err := cells(name)
		if err == nil {
			err = second.write(name, typed)
		}
		if err != nil {
			return err
		}
	}
	said, err = second.lab("run", "--check", "--against", packed, "--sample", "5", "kind.ipynb")
	return errors.Join(err, want(said, " 0 differences"))
}

// elsewhere takes the runs of another program from a table. A claim that is false is refused.
func (d *day) elsewhere() error {
	puzzles := filepath.Join(d.folder, "puzzles.txt")
	if _, err := d.lab("journal", "export", "--csv", "--out", "clustered", d.clustered); err != nil {
		return err
	}
	file, err := os.Open(filepath.Join(d.clone, "clustered", "runs.csv"))
	if err != nil {
		return err
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return err
	}
	column := map[string]int{}
	for i, name := range rows[0] {
		column[name] = i
	}
	seen, list := map[string]bool{}, ""
	for _, row := range rows[1:] {
		line := fmt.Sprintln(row[column["puzzle"]], row[column["rows"]], row[column["cols"]])
		if !seen[line] {
			seen[line] = true
			list += line
		}
	}
	if err := os.WriteFile(puzzles, []byte(list), 0o666); err != nil {
		return err
	}
	if _, err := d.python("other.py", puzzles, "guesses.csv"); err != nil {
		return err
	}
	said, err := d.lab("journal", "import", "guesses.csv")
	if err := errors.Join(err, want(said, fmt.Sprintf("%d runs of 1 engine", 2*len(seen)), fmt.Sprintf("%d boards were judged", 2*len(seen)))); err != nil {
		return err
	}
	table := filepath.Join(d.clone, "guesses.csv")
	text, err := os.ReadFile(table)
	if err != nil {
		return err
	}
	lie := strings.Replace(string(text), ",exhausted,", ",solved,", 1)
	if err := os.WriteFile(filepath.Join(d.clone, "lie.csv"), []byte(lie), 0o666); err != nil {
		return err
	}
	if _, err = d.lab("journal", "import", "lie.csv"); err == nil {
		return errors.New("a solution that is none was taken")
	}
	return want(err.Error(), "lie.csv:2:", "breaks")
}
