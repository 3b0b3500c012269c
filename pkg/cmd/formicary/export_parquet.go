package main

import (
	"io"
	"path/filepath"
	"slices"

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
func exportParquet(dir string, records []experiment.Record) error {
	err := create(filepath.Join(dir, "runs.parquet"), func(out io.Writer) error {
		return table(out, func(write func(parquetRun) error) error {
			for i := range records {
				if err := write(runRow(int64(i), &records[i])); err != nil {
					return err
				}
			}
			return nil
		})
	})
	if err != nil || !slices.ContainsFunc(records, func(r experiment.Record) bool { return len(r.Trace) > 0 }) {
		return err
	}
	return create(filepath.Join(dir, "traces.parquet"), func(out io.Writer) error {
		return table(out, func(write func(parquetPoint) error) error {
			for i := range records {
				for _, p := range records[i].Trace {
					if err := write(parquetPoint{int64(i), p.Iterations, p.Evaluations, p.Seconds, p.Cost}); err != nil {
						return err
					}
				}
			}
			return nil
		})
	})
}

func runRow(row int64, r *experiment.Record) parquetRun {
	out := parquetRun{
		Row: row, Puzzle: r.Puzzle, Kind: r.Kind, Content: r.Content, Rows: int32(r.Rows), Cols: int32(r.Cols),
		Engine: r.Engine, Variant: r.Variant, Parameters: r.ConfigHash, Run: int64(r.Run), Seed: r.Seed,
		BudgetIterations: r.Budget.Iterations, BudgetEvaluations: r.Budget.Evaluations, BudgetWall: r.Budget.Wall.Seconds(), BudgetCPU: r.Budget.CPU.Seconds(),
		Status: string(r.Status), Cost: r.Cost, Iterations: r.Iterations, Evaluations: r.Evaluations, Seconds: r.Seconds, CPU: r.CPU,
		PeakBytes: r.PeakBytes, Digest: r.Digest, Again: int64(r.Again), Board: r.Board, Error: r.Error, Stack: r.Stack,
		Host: r.Host, Arch: r.Arch, Session: r.Session, Code: r.Code,
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
