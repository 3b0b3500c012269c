package main

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"formicary/pkg/experiment"
	"formicary/pkg/markup"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

type exportCommand struct {
	CSV     bool   `name:"csv" xor:"format" required:"" help:"A line for each run, without traces and statistics, to the standard output; with --out, runs.csv and traces.csv."`
	JSON    bool   `name:"json" xor:"format" required:"" help:"A line of JSON for each run, with everything, to the standard output."`
	Parquet bool   `xor:"format" required:"" help:"runs.parquet and traces.parquet, with everything."`
	ASlib   bool   `name:"aslib" xor:"format" required:"" help:"A scenario of algorithm selection: description.txt, algorithm_runs.arff and feature_values.arff."`
	IOH     bool   `name:"ioh" xor:"format" required:"" help:"A folder for IOHanalyzer and iohinspector: meta files of JSON, and the best costs by evaluations."`
	Out     string `placeholder:"DIR" help:"Folder for the files, which is made; the journal's name and the format by default."`
	Name    string `arg:"" help:"A plan's folder, its name below .formicary/runs, or a published study."`
}

func (c *exportCommand) Run(s *streams) error {
	g, err := gather(s, c.Name)
	if err != nil {
		return err
	}
	x, err := g.exported()
	if err != nil {
		return badInput(err)
	}
	name, err := filepath.Abs(c.Name)
	if name = filepath.Base(name); err != nil {
		return err
	}
	format, write := "parquet", func(dir string) error { return exportParquet(dir, x) }
	switch {
	case c.CSV && c.Out == "":
		return exportCSV(s.raw, x)
	case c.JSON:
		return exportJSON(s.raw, x)
	case c.CSV:
		format, write = "csv", func(dir string) error { return exportTables(dir, x) }
	case c.ASlib:
		format, write = "aslib", func(dir string) error {
			without, err := exportASlib(dir, name, x.records)
			if err == nil && without > 0 {
				s.notes(puzzle.Plural(without, "puzzle") + " without features beside the size: no set here has them")
			}
			return err
		}
	case c.IOH:
		format, write = "ioh", func(dir string) error {
			left, err := exportIOH(dir, name, x.records)
			if err == nil && left > 0 {
				s.notes(puzzle.Plural(left, "run") + " left out: failed, or on a puzzle without any cost")
			}
			return err
		}
	}
	out := c.Out
	if out == "" {
		out = name + "-" + format
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return badInput(err)
	}
	if c.Out == "" { // nobody chose the place: Git does not ask about it
		if err := os.WriteFile(filepath.Join(out, ".gitignore"), []byte("*\n"), 0o666); err != nil {
			return err
		}
	}
	if err := write(out); err != nil {
		return err
	}
	_, err = io.WriteString(s.stdout, out+"\n")
	return err
}

// create writes a file.
func create(path string, write func(io.Writer) error) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(file)
	err = write(out)
	return errors.Join(err, out.Flush(), file.Close())
}

// exported are records with what a table of them has besides.
type exported struct {
	records []experiment.Record
	plans   []string                      // the names of their plans, where they are known
	sets    map[string]string             // of the puzzles, by content
	engines map[string]solver.Description // by the hash of their parameters
}

// exported adds the sets of the puzzles: what the plans' files say, and otherwise those
// that are here and have the content.
func (g *gathered) exported() (x exported, err error) {
	x = exported{g.records, g.plans, map[string]string{}, map[string]solver.Description{}}
	for _, d := range g.engines {
		x.engines[d.Hash()] = d
	}
	for _, file := range g.files {
		f, err := file()
		if err != nil {
			return x, err
		}
		x.of(f)
	}
	var left []experiment.Record
	for _, r := range g.records {
		if x.sets[r.Content] == "" {
			left = append(left, r)
		}
	}
	found, err := findBoards(left, nil)
	if err == nil {
		maps.Copy(x.sets, found.sets)
	}
	return x, err
}

// of takes the sets and engines of a plan.
func (x exported) of(f experiment.PlanFile) {
	for _, o := range f.Puzzles {
		if o.Set != "" {
			x.sets[o.Hash.String()] = o.Set
		}
	}
	for _, e := range f.Engines {
		x.engines[e.Hash] = e.Description
	}
}

func (x exported) plan(row int) string {
	if row < len(x.plans) {
		return x.plans[row]
	}
	return ""
}

// traced says whether a run has its improvements.
func (x exported) traced() bool {
	return slices.ContainsFunc(x.records, func(r experiment.Record) bool { return len(r.Trace) > 0 })
}

func exportJSON(to io.Writer, x exported) error {
	out := bufio.NewWriter(to)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for i, r := range x.records {
		values := map[string]string{}
		for _, p := range x.engines[r.ConfigHash].Parameters {
			values[p.Name] = p.Value
		}
		err := encoder.Encode(struct {
			experiment.Record
			Plan   string            `json:"plan"`
			Set    string            `json:"set,omitempty"`
			Values map[string]string `json:"values"`
		}{r, x.plan(i), x.sets[r.Content], values})
		if err != nil {
			return err
		}
	}
	return out.Flush()
}

// column is a column of the table of runs. Values are of the type of its zero value, or nil where a run has none.
type column struct {
	name  string
	zero  any
	value func(row int) any
}

// zeros are those of the columns of a record's fields.
var zeros = map[reflect.Kind]any{reflect.String: "", reflect.Uint64: uint64(0), reflect.Float64: 0.0, reflect.Int: int64(0), reflect.Int64: int64(0)}

// columns are those of the table of runs: its row, the fields of its record under their names in JSON, its plan and
// set, and a column for each parameter of an engine, of numbers where all its values are some. Traces have a table of
// their own.
func (x exported) columns() []column {
	all := []column{
		{"row", int64(0), func(row int) any { return int64(row) }},
		{"budget_iterations", int64(0), func(row int) any { return x.records[row].Budget.Iterations }},
		{"budget_evaluations", int64(0), func(row int) any { return x.records[row].Budget.Evaluations }},
		{"budget_wall", 0.0, func(row int) any { return x.records[row].Budget.Wall.Seconds() }},
		{"budget_cpu", 0.0, func(row int) any { return x.records[row].Budget.CPU.Seconds() }},
		{"plan", "", func(row int) any { return x.plan(row) }},
		{"set", "", func(row int) any { return x.sets[x.records[row].Content] }},
		{"statistics", []parquetStatistic(nil), func(row int) any {
			out := []parquetStatistic{}
			for _, s := range x.records[row].Statistics {
				out = append(out, parquetStatistic(s))
			}
			return out
		}},
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[experiment.Record]()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		zero := zeros[f.Type.Kind()]
		if zero == nil { // the budget, the statistics, and the trace
			continue
		}
		of := reflect.TypeOf(zero)
		all = append(all, column{name, zero, func(row int) any {
			return reflect.ValueOf(&x.records[row]).Elem().FieldByIndex(f.Index).Convert(of).Interface()
		}})
	}
	return append(all, x.parameters()...)
}

// parameters are the columns of all parameters of the engines that ran, in the order of their names.
func (x exported) parameters() (all []column) {
	values, number := map[string]map[string]string{}, map[string]bool{} // by name and engine
	for config, d := range x.engines {
		for _, p := range d.Parameters {
			if values[p.Name] == nil {
				values[p.Name], number[p.Name] = map[string]string{}, true
			}
			_, err := strconv.ParseFloat(p.Value, 64)
			values[p.Name][config], number[p.Name] = p.Value, number[p.Name] && err == nil
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		c := column{experiment.ParameterPrefix + name, new(string), func(row int) any {
			if value, ok := values[name][x.records[row].ConfigHash]; ok {
				return &value
			}
			return nil
		}}
		if text := c.value; number[name] {
			c.zero, c.value = new(float64), func(row int) any {
				if value, ok := text(row).(*string); ok {
					v, _ := strconv.ParseFloat(*value, 64)
					return &v
				}
				return nil
			}
		}
		all = append(all, c)
	}
	return all
}

// inCSV are the columns of a record in runs.csv, in front of those of parameters.
const inCSV = "puzzle kind content rows cols engine variant parameters run seed status cost iterations evaluations seconds cpu error code plan design set budget_iterations budget_evaluations budget_wall budget_cpu board row"

func exportCSV(to io.Writer, x exported) error {
	w := csv.NewWriter(to)
	all := x.columns()
	var chosen []column
	for name := range strings.FieldsSeq(inCSV) {
		chosen = append(chosen, all[slices.IndexFunc(all, func(c column) bool { return c.name == name })])
	}
	chosen = append(chosen, x.parameters()...)
	var row []string
	for _, c := range chosen {
		row = append(row, c.name)
	}
	_ = w.Write(row) // Flush has its error
	for i := range x.records {
		for k, c := range chosen {
			row[k] = cell(c.value(i))
		}
		_ = w.Write(row)
	}
	w.Flush()
	return w.Error()
}

// cell is a value in a table for spreadsheets, which take no text for a formula.
func cell(v any) string {
	switch v := v.(type) {
	case string:
		return markup.Cell(v)
	case *string:
		if _, err := strconv.ParseFloat(*v, 64); err == nil {
			return *v
		}
		return markup.Cell(*v)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case *float64:
		return cell(*v)
	case nil:
		return ""
	}
	return fmt.Sprint(v)
}

// exportTables writes runs.csv, and traces.csv where there are some.
func exportTables(dir string, x exported) error {
	if err := create(filepath.Join(dir, "runs.csv"), func(out io.Writer) error { return exportCSV(out, x) }); err != nil || !x.traced() {
		return err
	}
	return create(filepath.Join(dir, "traces.csv"), func(out io.Writer) error {
		w := csv.NewWriter(out)
		_ = w.Write([]string{"row", "iterations", "evaluations", "seconds", "cost"}) // Flush has its error
		for i, r := range x.records {
			for _, p := range r.Trace {
				_ = w.Write([]string{cell(i), cell(p.Iterations), cell(p.Evaluations), cell(p.Seconds), cell(p.Cost)})
			}
		}
		w.Flush()
		return w.Error()
	})
}

type parquetStatistic struct {
	Name  string  `parquet:"name,dict"`
	Value float64 `parquet:"value"`
}

// parquetPoint is a row of traces.parquet: an improvement of the best cost.
type parquetPoint struct {
	Row         int64   `parquet:"row,delta"`
	Iterations  int64   `parquet:"iterations,delta"`
	Evaluations int64   `parquet:"evaluations,delta"`
	Seconds     float64 `parquet:"seconds"`
	Cost        float64 `parquet:"cost"`
}

// inTag replaces what a column's name cannot have in the tag of a field.
var inTag = strings.NewReplacer(",", "_", `"`, "_", `\`, "_")

// exportParquet writes the runs, and the traces where there are some.
func exportParquet(dir string, x exported) error {
	all := x.columns()
	var fields []reflect.StructField
	for i, c := range all {
		how := ""
		switch c.zero.(type) {
		case string:
			how = ",dict"
		case *string:
			how = ",optional,dict"
		case *float64:
			how = ",optional"
		case []parquetStatistic:
			how = ",list"
		}
		if c.name == "iterations" || c.name == "evaluations" {
			how = ",delta"
		}
		fields = append(fields, reflect.StructField{Name: fmt.Sprintf("Column%d", i), Type: reflect.TypeOf(c.zero), Tag: reflect.StructTag(`parquet:"` + inTag.Replace(c.name) + how + `"`)})
	}
	kind := reflect.StructOf(fields)
	err := parquetFile[any](filepath.Join(dir, "runs.parquet"), parquet.SchemaOf(reflect.New(kind).Interface()), func(write func(any) error) error {
		for i := range x.records {
			row := reflect.New(kind)
			for k, c := range all {
				if v := c.value(i); v != nil {
					row.Elem().Field(k).Set(reflect.ValueOf(v))
				}
			}
			if err := write(row.Interface()); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || !x.traced() {
		return err
	}
	return parquetFile(filepath.Join(dir, "traces.parquet"), parquet.SchemaOf(parquetPoint{}), func(write func(parquetPoint) error) error {
		for i := range x.records {
			for _, p := range x.records[i].Trace {
				if err := write(parquetPoint{int64(i), p.Iterations, p.Evaluations, p.Seconds, p.Cost}); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// parquetFile writes rows to a file. No more than 65,536 are held until they are written.
func parquetFile[T any](path string, schema *parquet.Schema, rows func(write func(T) error) error) error {
	return create(path, func(out io.Writer) error {
		w := parquet.NewGenericWriter[T](out, schema, parquet.Compression(&zstd.Codec{Level: zstd.SpeedDefault}), parquet.MaxRowsPerRowGroup(1<<16))
		err := rows(func(row T) error {
			_, err := w.Write([]T{row})
			return err
		})
		if err != nil {
			return err
		}
		return w.Close()
	})
}
