// Package export writes the records of runs as the files of other programs: tables as CSV, JSON and Parquet, a
// scenario of ASlib, and a folder of IOHprofiler.
//
// # Design
//
// A table's columns are the fields of a record under their names in JSON, by reflection: a new field is a new column.
// [Runs] adds what a record does not have: plan, set, and the values of parameters.
//
// # Limits
//
// It is the command's own, since Parquet doubles what a program links. Formats are written, not read.
package export

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
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
	"formicary/pkg/lists"
	"formicary/pkg/markup"
	"formicary/pkg/solver"
)

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

// Run is a row of the tables: a record, and the name of its plan where that is known.
type Run struct {
	experiment.Record
	Plan string

	row int
}

// Runs are records with what a table of them has besides. They are read as often as a format needs, and not held.
type Runs struct {
	All     iter.Seq2[Run, error]
	Sets    map[string]string             // of the puzzles, by content
	Engines map[string]solver.Description // by the hash of their parameters
}

// Of are the records of a plan of this name.
func Of(records iter.Seq2[experiment.Record, error], plan string) Runs {
	return Runs{func(yield func(Run, error) bool) {
		for r, err := range records {
			if !yield(Run{Record: r, Plan: plan}, err) {
				return
			}
		}
	}, map[string]string{}, map[string]solver.Description{}}
}

// Take takes the sets and engines of a plan.
func (x Runs) Take(f experiment.PlanFile) {
	for _, o := range f.Puzzles {
		if o.Set != "" {
			x.Sets[o.Hash.String()] = o.Set
		}
	}
	for _, e := range f.Engines {
		x.Engines[e.Hash] = e.Description
	}
}

// each does something with each run, until the first error.
func each(all iter.Seq2[Run, error], do func(*Run) error) error {
	row := 0
	for r, err := range all {
		if r.row = row; err == nil {
			err = do(&r)
		}
		if err != nil {
			return err
		}
		row++
	}
	return nil
}

// JSON writes a line for each run, with everything.
func (x Runs) JSON(to io.Writer) error {
	out := bufio.NewWriter(to)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	err := each(x.All, func(r *Run) error {
		values := map[string]string{}
		for _, p := range x.Engines[r.ConfigHash].Parameters {
			values[p.Name] = p.Value
		}
		return encoder.Encode(struct {
			experiment.Record
			Plan   string            `json:"plan"`
			Set    string            `json:"set,omitempty"`
			Values map[string]string `json:"values"`
		}{r.Record, r.Plan, x.Sets[r.Content], values})
	})
	return errors.Join(err, out.Flush())
}

// column is a column of the table of runs. Values are of the type of its zero value, or nil where a run has none.
type column struct {
	name  string
	zero  any
	value func(r *Run) any
}

// zeros are those of the columns of a record's fields.
var zeros = map[reflect.Kind]any{reflect.String: "", reflect.Uint64: uint64(0), reflect.Float64: 0.0, reflect.Int: int64(0), reflect.Int64: int64(0)}

// columns are those of the table of runs: its row, the fields of its record under their names in JSON, its plan and
// set, and a column for each parameter of an engine, of numbers where all its values are some. Traces have a table of
// their own.
func (x Runs) columns() []column {
	all := []column{
		{"row", int64(0), func(r *Run) any { return int64(r.row) }},
		{"budget_iterations", int64(0), func(r *Run) any { return r.Budget.Iterations }},
		{"budget_evaluations", int64(0), func(r *Run) any { return r.Budget.Evaluations }},
		{"budget_wall", 0.0, func(r *Run) any { return r.Budget.Wall.Seconds() }},
		{"budget_cpu", 0.0, func(r *Run) any { return r.Budget.CPU.Seconds() }},
		{"plan", "", func(r *Run) any { return r.Plan }},
		{"set", "", func(r *Run) any { return x.Sets[r.Content] }},
		{"statistics", []parquetStatistic(nil), func(r *Run) any {
			out := []parquetStatistic{}
			for _, s := range r.Statistics {
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
		all = append(all, column{name, zero, func(r *Run) any {
			v := reflect.ValueOf(&r.Record).Elem().FieldByIndex(f.Index)
			if f.Type != of {
				v = v.Convert(of)
			}
			return v.Interface()
		}})
	}
	return append(all, x.parameters()...)
}

// parameters are the columns of all parameters of the engines that ran, in the order of their names.
func (x Runs) parameters() (all []column) {
	values, number := map[string]map[string]string{}, map[string]bool{} // by name and engine
	for config, d := range x.Engines {
		for _, p := range d.Parameters {
			if values[p.Name] == nil {
				values[p.Name], number[p.Name] = map[string]string{}, true
			}
			_, err := strconv.ParseFloat(p.Value, 64)
			values[p.Name][config], number[p.Name] = p.Value, number[p.Name] && err == nil
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		c := column{experiment.ParameterPrefix + name, new(string), func(r *Run) any {
			if value, ok := values[name][r.ConfigHash]; ok {
				return &value
			}
			return nil
		}}
		if text := c.value; number[name] {
			c.zero, c.value = new(float64), func(r *Run) any {
				if value, ok := text(r).(*string); ok {
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

// CSV writes a line for each run, without traces and statistics, as spreadsheets read it.
func (x Runs) CSV(to io.Writer) error {
	write, end := x.csv(to)
	return errors.Join(each(x.All, write), end())
}

func (x Runs) csv(to io.Writer) (write func(*Run) error, end func() error) {
	w := csv.NewWriter(to)
	all := x.columns()
	var chosen []column
	for name := range strings.FieldsSeq(inCSV) {
		chosen = append(chosen, all[slices.IndexFunc(all, func(c column) bool { return c.name == name })])
	}
	chosen = append(chosen, x.parameters()...)
	row := lists.Map(chosen, func(c column) string { return c.name })
	_ = w.Write(row) // Flush has its error
	write = func(r *Run) error {
		for k, c := range chosen {
			row[k] = cell(c.value(r))
		}
		return w.Write(row)
	}
	return write, func() error {
		w.Flush()
		return w.Error()
	}
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
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case *float64:
		return cell(*v)
	case nil:
		return ""
	}
	return fmt.Sprint(v)
}

// Tables writes runs.csv, and traces.csv where there are traces.
func (x Runs) Tables(dir string) error {
	return create(filepath.Join(dir, "runs.csv"), func(out io.Writer) error {
		run, end := x.csv(out)
		err := x.traces(filepath.Join(dir, "traces.csv"), run, func(path string, points func(do func(row int, p experiment.Point) error) error) error {
			return create(path, func(out io.Writer) error {
				w := csv.NewWriter(out)
				_ = w.Write([]string{"row", "iterations", "evaluations", "seconds", "cost"}) // Flush has its error
				err := points(func(row int, p experiment.Point) error {
					return w.Write([]string{cell(int64(row)), cell(p.Iterations), cell(p.Evaluations), cell(p.Seconds), cell(p.Cost)})
				})
				w.Flush()
				return errors.Join(err, w.Error())
			})
		})
		return errors.Join(err, end())
	})
}

// traces has a file of the improvements of all runs written, unless there are none, and does something with each run
// beside.
func (x Runs) traces(path string, run func(r *Run) error, write func(path string, points func(do func(row int, p experiment.Point) error) error) error) error {
	any := false
	err := write(path, func(do func(row int, p experiment.Point) error) error {
		return each(x.All, func(r *Run) error {
			err := run(r)
			for _, p := range r.Trace {
				if any = true; err == nil {
					err = do(r.row, p)
				}
			}
			return err
		})
	})
	if err == nil && !any {
		err = os.Remove(path)
	}
	return err
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

// Parquet writes runs.parquet, with everything, and traces.parquet where there are traces.
func (x Runs) Parquet(dir string) error {
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
	return parquetFile[any](filepath.Join(dir, "runs.parquet"), parquet.SchemaOf(reflect.New(kind).Interface()), func(write func(any) error) error {
		row := reflect.New(kind)
		run := func(r *Run) error {
			row.Elem().SetZero()
			for k, c := range all {
				if v := c.value(r); v != nil {
					row.Elem().Field(k).Set(reflect.ValueOf(v))
				}
			}
			return write(row.Interface())
		}
		return x.traces(filepath.Join(dir, "traces.parquet"), run, func(path string, points func(do func(row int, p experiment.Point) error) error) error {
			return parquetFile(path, parquet.SchemaOf(parquetPoint{}), func(write func(parquetPoint) error) error {
				return points(func(row int, p experiment.Point) error {
					return write(parquetPoint{int64(row), p.Iterations, p.Evaluations, p.Seconds, p.Cost})
				})
			})
		})
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
