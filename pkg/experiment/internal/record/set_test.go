package record

import (
	"reflect"
	"runtime"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/solver"
)

// TestSet: a set is a map of records by keys, whatever their fields; an empty list comes back as none.
func TestSet(t *testing.T) {
	records := rapid.MakeCustom[Record](rapid.MakeConfig{Types: map[reflect.Type]*rapid.Generator[any]{
		reflect.TypeFor[string](): rapid.SampledFrom([]string{"", "a", "b", "two words\x00"}).AsAny(),
		reflect.TypeFor[int]():    rapid.OneOf(rapid.IntRange(0, 1), rapid.Int()).AsAny(),
	}})
	rapid.Check(t, func(t *rapid.T) {
		var s Set
		want, order := map[Key]Record{}, []Key(nil)
		lost := Record{Content: "lost"}
		s.Add(lost)
		for range rapid.IntRange(0, 70).Draw(t, "records") {
			r := records.Draw(t, "record")
			k := r.Key()
			if rapid.Bool().Draw(t, "adopted") {
				k.Code = "other"
			}
			if len(r.Statistics) == 0 {
				r.Statistics = nil
			}
			if len(r.Trace) == 0 {
				r.Trace = nil
			}
			if _, there := want[k]; there != s.Has(k) {
				t.Fatalf("there: %v", !there)
			} else if !there {
				order = append(order, k)
			}
			n := s.Put(k, r) - 1
			alltest.Require(t, order[n] == k, "number %d is of %+v", n+1, order[n])
			want[k] = r
		}
		n := 0
		for k, r := range s.All() {
			if k == lost.Key() {
				continue
			}
			one, ok := s.Get(k)
			alltest.Require(t, k == order[n] && ok && reflect.DeepEqual(one, want[k]) && reflect.DeepEqual(r, one), "%+v instead of %+v", one, want[k])
			if r.Board, r.Statistics, r.Trace = "", nil, nil; !reflect.DeepEqual(s.Outline(n+1), r) {
				t.Fatalf("%+v is told of %+v", s.Outline(n+1), r)
			}
			n++
		}
		alltest.Require(t, n == len(want) && s.Len() == n+1 && !s.Has(lost.Key()), "%d of %d", n, len(want))
	})
}

// BenchmarkSet prints what a record takes in a set, in bytes, beside a map of records.
func BenchmarkSet(b *testing.B) {
	of := func(i int) Record {
		after := func(i int) float64 { return float64(1_000_000_000/(i+1)) / 1e9 } // clocks tell nanoseconds
		return Record{
			Puzzle: "p", Content: "0123456789abcdef", Rows: 9, Cols: 9, Engine: "e", ConfigHash: "0123456789abcdef", Run: i, Seed: uint64(i) * 0x9e3779b97f4a7c15, Digest: uint64(i) * 0xbf58476d1ce4e5b9,
			Status: solver.Solved, Iterations: int64(i % 1000), Evaluations: int64(i % 10000), Seconds: after(i), CPU: after(i + 1), Code: "src-0123456789ab",
			Trace: []Point{{1, 10, after(i + 2), 7}, {int64(i % 1000), int64(i % 10000), after(i), 0}}, Statistics: []solver.Statistic{{Name: "moves", Value: float64(i % 77)}},
		}
	}
	const n = 200_000
	heap := func(make func() any) float64 {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		held := make()
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(held)
		return float64(after.HeapAlloc-before.HeapAlloc) / n
	}
	for range b.N {
		b.ReportMetric(heap(func() any {
			var s Set
			for i := range n {
				r := of(i)
				s.Put(r.Key(), r)
			}
			return &s
		}), "B/record")
		b.ReportMetric(heap(func() any {
			all := map[Key]Record{}
			for i := range n {
				r := of(i)
				all[r.Key()] = r
			}
			return all
		}), "B/record-in-a-map")
	}
}
