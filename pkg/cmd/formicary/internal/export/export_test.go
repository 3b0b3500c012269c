package export

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// A run as a line for spreadsheets: names that begin like a formula get an apostrophe.
func ExampleRuns_CSV() {
	runs := Of(experiment.Held(experiment.Record{Puzzle: "=1+1", Engine: "nurikabe/acs", Status: solver.Solved}), "tour")
	_ = runs.CSV(os.Stdout)
	// Output:
	// puzzle,kind,content,rows,cols,engine,variant,parameters,run,seed,status,cost,iterations,evaluations,seconds,cpu,error,code,plan,design,set,budget_iterations,budget_evaluations,budget_wall,budget_cpu,board,row
	// '=1+1,,,0,0,nurikabe/acs,,,0,0,solved,0,0,0,0,0,,,tour,,,0,0,0,0,,0
}

// TestParquet: every field of a record is a column, and comes back; traces are rows of their own.
func TestParquet(t *testing.T) {
	records := []experiment.Record{
		{Puzzle: "p", Rows: 3, Seed: 1<<64 - 1, Digest: 1<<63 + 5, Cost: 0.1, Budget: solver.Budget{Iterations: 7, CPU: 1500 * time.Millisecond}, Statistics: []solver.Statistic{{Name: "a", Value: 2.5}, {Name: "a", Value: 1}}, Retry: 2, Arch: "arm64", Session: "W-1_2-0"},
		{Puzzle: "=q", ConfigHash: "c", Status: solver.Solved, Trace: []experiment.Point{{Iterations: 3, Evaluations: 9, Seconds: 0.25, Cost: 4}, {Iterations: 5, Cost: 1}}},
	}
	dir := t.TempDir()
	parameters := []solver.Parameter{{Name: "q0", Value: "0.5"}, {Name: "scheme", Value: "x"}}
	runs := Of(experiment.Held(records...), "one")
	runs.Engines["c"] = solver.Description{Parameters: parameters}
	alltest.OK(t, runs.Parquet(dir))
	type row struct {
		Row        int64              `parquet:"row"`
		Puzzle     string             `parquet:"puzzle"`
		Rows       int64              `parquet:"rows"`
		Seed       uint64             `parquet:"seed"`
		Digest     uint64             `parquet:"digest"`
		Cost       float64            `parquet:"cost"`
		Iterations int64              `parquet:"budget_iterations"`
		CPU        float64            `parquet:"budget_cpu"`
		Statistics []parquetStatistic `parquet:"statistics,list"`
		Again      int64              `parquet:"again"`
		Session    string             `parquet:"session"`
		Status     string             `parquet:"status"`
		Plan       string             `parquet:"plan"`
		Q0         *float64           `parquet:"parameter_q0,optional"`
		Scheme     *string            `parquet:"parameter_scheme,optional"`
	}
	path, half, x := filepath.Join(dir, "runs.parquet"), 0.5, "x"
	got, err := parquet.ReadFile[row](path)
	want := []row{
		{0, "p", 3, 1<<64 - 1, 1<<63 + 5, 0.1, 7, 1.5, []parquetStatistic{{"a", 2.5}, {"a", 1}}, 2, "W-1_2-0", "", "one", nil, nil},
		{1, "=q", 0, 0, 0, 0, 0, 0, []parquetStatistic{}, 0, "", "solved", "one", &half, &x},
	}
	alltest.Check(t, err == nil && reflect.DeepEqual(got, want), "read %+v, %v, want %+v", got, err, want)
	bare := t.TempDir()
	alltest.OK(t, Of(experiment.Held(experiment.Record{Puzzle: "p"}), "").Parquet(bare))
	alltest.Equal(t, len(alltest.Must(os.ReadDir(bare))(t)), 1, "runs without traces")
	points, err := parquet.ReadFile[parquetPoint](filepath.Join(dir, "traces.parquet"))
	if want := []parquetPoint{{1, 3, 9, 0.25, 4}, {1, 5, 0, 0, 1}}; err != nil || !reflect.DeepEqual(points, want) {
		t.Errorf("%v, %v", points, err)
	}
	has := map[string]bool{"trace": true, "budget": true} // have a form of their own
	for _, c := range (Runs{}).columns() {
		has[c.name] = true
	}
	for i := range reflect.TypeFor[experiment.Record]().NumField() {
		name, _, _ := strings.Cut(reflect.TypeFor[experiment.Record]().Field(i).Tag.Get("json"), ",")
		alltest.Check(t, has[name], "runs.parquet has no column %q", name)
	}
}

// TestFormulas: no text is a formula in a spreadsheet, and numbers stay numbers.
func TestFormulas(t *testing.T) {
	var out strings.Builder
	bad := []string{"=1+1", "+1", "-1", "@a", "\ta", "\ra"}
	var records []experiment.Record
	for _, text := range append(bad, "a=1", "") {
		records = append(records, experiment.Record{Puzzle: text, Variant: text, Error: text, Cost: -1})
	}
	alltest.OK(t, Of(experiment.Held(records...), "").CSV(&out))
	rows := alltest.Must(csv.NewReader(strings.NewReader(out.String())).ReadAll())(t)
	for i, row := range rows[1:] {
		for j, cell := range row {
			if cell == "-1" && rows[0][j] == "cost" {
				continue
			}
			alltest.Check(t, cell == "" || !strings.Contains("=+-@\t\r", cell[:1]), "%s of record %d is %q", rows[0][j], i, cell)
		}
		if i < len(bad) && row[0] != "'"+bad[i] && row[0] != "'"+strings.ReplaceAll(bad[i], "\r", "\n") {
			t.Errorf("%q is written as %q", bad[i], row[0])
		}
	}
	alltest.Check(t, rows[7][0] == "a=1" && rows[8][0] == "" && rows[1][11] == "-1", "%q", rows)
}
