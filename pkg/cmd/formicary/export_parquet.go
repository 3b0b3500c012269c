package main

import (
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"formicary/pkg/experiment"
)

// parquetRun is a row of runs.parquet.
type parquetRun struct {
	Row               int64              `parquet:"row"`
	Puzzle            string             `parquet:"puzzle,dict"`
	Kind              string             `parquet:"kind,dict"`
	Content           string             `parquet:"content,dict"`
	Rows              int32              `parquet:"rows"`
	Cols              int32              `parquet:"cols"`
	Engine            string             `parquet:"engine,dict"`
	Variant           string             `parquet:"variant,dict"`
	Parameters        string             `parquet:"parameters,dict"`
	Run               int64              `parquet:"run"`
	Seed              uint64             `parquet:"seed"`
	BudgetIterations  int64              `parquet:"budget_iterations"`
	BudgetEvaluations int64              `parquet:"budget_evaluations"`
	BudgetWall        float64            `parquet:"budget_wall"`
	BudgetCPU         float64            `parquet:"budget_cpu"`
	Status            string             `parquet:"status,dict"`
	Cost              float64            `parquet:"cost"`
	Iterations        int64              `parquet:"iterations,delta"`
	Evaluations       int64              `parquet:"evaluations,delta"`
	Seconds           float64            `parquet:"seconds"`
	CPU               float64            `parquet:"cpu"`
	PeakBytes         int64              `parquet:"peak_bytes"`
	Digest            uint64             `parquet:"digest"`
	Again             int64              `parquet:"again"`
	Board             string             `parquet:"board,dict"`
	Statistics        []parquetStatistic `parquet:"statistics,list"`
	Error             string             `parquet:"error,dict"`
	Stack             string             `parquet:"stack,dict"`
	Host              string             `parquet:"host,dict"`
	Arch              string             `parquet:"arch,dict"`
	Session           string             `parquet:"session,dict"`
	Code              string             `parquet:"code,dict"`
	Plan              string             `parquet:"plan,dict"`
	Design            string             `parquet:"design,dict"`
	Set               string             `parquet:"set,dict"`
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

// exportParquet writes the runs, and the traces where there are some.
func exportParquet(dir string, x exported) error {
	columns := x.rows()
	err := create(filepath.Join(dir, "runs.parquet"), func(out io.Writer) error {
		w := parquet.NewGenericWriter[any](out, parquet.SchemaOf(reflect.New(columns.kind).Interface()), parquet.Compression(&zstd.Codec{Level: zstd.SpeedDefault}), parquet.MaxRowsPerRowGroup(rowGroup))
		for i := range x.records {
			if _, err := w.Write([]any{columns.row(i)}); err != nil {
				return err
			}
		}
		return w.Close()
	})
	if err != nil || !traced(x.records) {
		return err
	}
	return create(filepath.Join(dir, "traces.parquet"), func(out io.Writer) error {
		return table(out, func(write func(parquetPoint) error) error {
			for i := range x.records {
				for _, p := range x.records[i].Trace {
					if err := write(parquetPoint{int64(i), p.Iterations, p.Evaluations, p.Seconds, p.Cost}); err != nil {
						return err
					}
				}
			}
			return nil
		})
	})
}

// parquetRows makes the rows of runs.parquet: a [parquetRun] with a column for each
// parameter, of numbers where all its values are some.
type parquetRows struct {
	exported
	names   []string
	numbers []bool
	kind    reflect.Type
}

// inTag replaces what a column's name cannot have in the tag of a field.
var inTag = strings.NewReplacer(",", "_", `"`, "_", `\`, "_")

func (x exported) rows() *parquetRows {
	p := &parquetRows{exported: x, names: x.parameters()}
	fields := reflect.VisibleFields(reflect.TypeFor[parquetRun]())
	for i, name := range p.names {
		number := true
		for config := range x.engines {
			if value, ok := x.value(config, name); ok {
				_, err := strconv.ParseFloat(value, 64)
				number = number && err == nil
			}
		}
		field := reflect.StructField{Name: fmt.Sprintf("Parameter%d", i), Type: reflect.TypeFor[*string](), Tag: reflect.StructTag(fmt.Sprintf(`parquet:"%s%s,optional,dict"`, experiment.ParameterPrefix, inTag.Replace(name)))}
		if number {
			field.Type = reflect.TypeFor[*float64]()
		}
		fields, p.numbers = append(fields, field), append(p.numbers, number)
	}
	p.kind = reflect.StructOf(fields)
	return p
}

// row is the row of a record.
func (p *parquetRows) row(i int) any {
	r := &p.records[i]
	run := runRow(int64(i), r)
	run.Plan, run.Set = p.plan(i), p.sets[r.Content]
	out, fixed := reflect.New(p.kind).Elem(), reflect.ValueOf(run)
	for k := range fixed.NumField() {
		out.Field(k).Set(fixed.Field(k))
	}
	for k, name := range p.names {
		value, ok := p.value(r.ConfigHash, name)
		if !ok {
			continue
		}
		if x, err := strconv.ParseFloat(value, 64); p.numbers[k] && err == nil {
			out.Field(fixed.NumField() + k).Set(reflect.ValueOf(&x))
		} else {
			out.Field(fixed.NumField() + k).Set(reflect.ValueOf(&value))
		}
	}
	return out.Addr().Interface()
}

func runRow(row int64, r *experiment.Record) parquetRun {
	out := parquetRun{
		Row: row, Puzzle: r.Puzzle, Kind: r.Kind, Content: r.Content, Rows: int32(r.Rows), Cols: int32(r.Cols),
		Engine: r.Engine, Variant: r.Variant, Parameters: r.ConfigHash, Run: int64(r.Run), Seed: r.Seed,
		BudgetIterations: r.Budget.Iterations, BudgetEvaluations: r.Budget.Evaluations, BudgetWall: r.Budget.Wall.Seconds(), BudgetCPU: r.Budget.CPU.Seconds(),
		Status: string(r.Status), Cost: r.Cost, Iterations: r.Iterations, Evaluations: r.Evaluations, Seconds: r.Seconds, CPU: r.CPU,
		PeakBytes: r.PeakBytes, Digest: r.Digest, Again: int64(r.Retry), Board: r.Board, Error: r.Error, Stack: r.Stack,
		Host: r.Host, Arch: r.Arch, Session: r.Session, Code: r.Code, Design: r.Design,
	}
	for _, s := range r.Statistics {
		out.Statistics = append(out.Statistics, parquetStatistic{s.Name, s.Value})
	}
	return out
}

// rowGroup is how many rows are held until they are written.
const rowGroup = 1 << 16

// table writes rows of one type.
func table[T any](out io.Writer, rows func(write func(T) error) error) error {
	w := parquet.NewGenericWriter[T](out, parquet.Compression(&zstd.Codec{Level: zstd.SpeedDefault}), parquet.MaxRowsPerRowGroup(rowGroup))
	err := rows(func(row T) error {
		_, err := w.Write([]T{row})
		return err
	})
	if err != nil {
		return err
	}
	return w.Close()
}
