package run

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"sync/atomic"

	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/solver"
)

// digest hashes what a run came to ([record.Record.Digest]): FNV-1a, 64 bits (Fowler, Noll
// and Vo; RFC 9923). It is never 0.
func digest(r record.Record, out solver.Outcome, timed bool) uint64 {
	h := fnv.New64a()
	var b []byte
	text := func(s string) { b = append(binary.AppendUvarint(b, uint64(len(s))), s...) }
	number := func(x float64) { b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x)) }
	count := func(n int64) { b = binary.AppendVarint(b, n) }
	text(string(r.Status))
	number(r.Cost)
	text(r.Board)
	text(out.Second.Pack())
	count(r.Iterations)
	count(r.Evaluations)
	if !timed || r.Status.Decided() {
		count(int64(len(r.Statistics)))
		for _, s := range r.Statistics {
			text(s.Name)
			number(s.Value)
		}
	}
	count(int64(len(r.Trace)))
	for _, p := range r.Trace {
		count(p.Iterations)
		count(p.Evaluations)
		number(p.Cost)
	}
	b = binary.LittleEndian.AppendUint64(b, out.Digest)
	h.Write(b)
	return max(h.Sum64(), 1)
}

// begun is the number of runs that this process has begun, by any plan.
var begun atomic.Int64

// begin counts a run. What it returns says, at the run's end, whether no other run
// of the process was before it or beside it.
func begin() (alone func() bool) {
	place := begun.Add(1)
	return func() bool { return place == 1 && begun.Load() == 1 }
}
