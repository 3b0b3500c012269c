package acs

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
)

func TestQuick(t *testing.T) {
	if os.Getenv("QUICK") == "" {
		t.Skip()
	}
	set := sudoku.MustOpen(os.Getenv("QSET")).Where(func(i puzzle.Item) bool { return strings.HasPrefix(i.ID(), "45 ") })
	var take int
	fmt.Sscan(os.Getenv("QTAKE"), &take)
	if take > 0 { set = set.Take(take) }
	for _, mode := range strings.Split(os.Getenv("QUICK"), ";") {
		s := New()
		flags := solver.NewFlags(s.Parameters)
		for _, f := range strings.Fields(mode) {
			k, v, _ := strings.Cut(f, "=")
			if err := flags.Set(k, v); err != nil { t.Fatal(err) }
		}
		solved, iters := 0, int64(0)
		var sum, all, most time.Duration
		for _, item := range set.Items {
			out, err := s.Solve(context.Background(), item, solver.Run{Seed: 1, Budget: solver.CPU(3*time.Second)})
			if err != nil { t.Fatal(err) }
			all += out.CPU
			iters += out.Iterations
			if out.Status == solver.Solved { solved++; sum += out.CPU; most = max(most, out.CPU) }
		}
		fmt.Printf("%-40s solved %d/%d mean(all,3s cap) %v mean solved %v max %v; µs/iter %.1f iters %d\n", mode, solved, set.Len(), all/time.Duration(set.Len()), sum/time.Duration(max(solved,1)), most, float64(all.Microseconds())/float64(iters), iters)
	}
}
