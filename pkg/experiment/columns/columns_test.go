package columns_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/solver"
)

// number draws numbers of all sorts that records have.
func number() *rapid.Generator[float64] {
	return rapid.OneOf(
		rapid.Map(rapid.Int64Range(0, 1e12), func(n int64) float64 { return time.Duration(n).Seconds() }),
		rapid.Map(rapid.Int64Range(-1, 1e6), func(n int64) float64 { return float64(n) }),
		rapid.SampledFrom([]float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.MaxFloat64, math.SmallestNonzeroFloat64, 1 << 60, 0.1}),
		rapid.Float64(),
	)
}

// record draws a record; few different strings, as in an experiment.
func record(t *rapid.T) experiment.Record {
	text := rapid.OneOf(rapid.SampledFrom([]string{"", "a", "b", "</script>"}), rapid.StringN(0, 6, -1)).Filter(func(s string) bool { return strings.ToValidUTF8(s, "") == s })
	small := rapid.IntRange(0, 1000)
	large := rapid.OneOf(rapid.Int64Range(0, 1e6), rapid.Int64())
	r := experiment.Record{
		Puzzle: text.Draw(t, "puzzle"), Kind: text.Draw(t, "kind"), Content: text.Draw(t, "content"), Rows: small.Draw(t, "rows"), Cols: small.Draw(t, "cols"),
		Engine: text.Draw(t, "engine"), Variant: text.Draw(t, "variant"), ConfigHash: text.Draw(t, "parameters"), Run: small.Draw(t, "run"),
		Seed:   rapid.OneOf(rapid.Uint64(), rapid.Uint64Range(0, 3)).Draw(t, "seed"),
		Budget: solver.Budget{Iterations: large.Draw(t, "limit"), Wall: time.Duration(large.Draw(t, "wall"))},
		Status: rapid.SampledFrom([]solver.Status{solver.Solved, solver.Exhausted, experiment.Failed}).Draw(t, "status"),
		Cost:   number().Draw(t, "cost"), Iterations: large.Draw(t, "iterations"), Evaluations: large.Draw(t, "evaluations"),
		Seconds: number().Draw(t, "seconds"), CPU: number().Draw(t, "cpu"), Error: text.Draw(t, "error"), Host: text.Draw(t, "host"), Code: text.Draw(t, "code"), Design: rapid.SampledFrom([]string{"", "race"}).Draw(t, "design"),
	}
	for range rapid.IntRange(0, 3).Draw(t, "statistics") {
		r.Statistics = append(r.Statistics, solver.Statistic{Name: text.Draw(t, "name"), Value: number().Draw(t, "value")})
	}
	for range rapid.IntRange(0, 3).Draw(t, "points") {
		r.Trace = append(r.Trace, experiment.Point{Iterations: large.Draw(t, "i"), Evaluations: large.Draw(t, "e"), Seconds: number().Draw(t, "s"), Cost: number().Draw(t, "c")})
	}
	return r
}

// all are all extras.
var all = columns.Extras{Traces: true, Boards: true}

// bitwise compares with the signs of zeros.
func bitwise(a, b columns.Set) bool {
	return reflect.DeepEqual(a, b) && fmt.Sprintf("%+v", a) == fmt.Sprintf("%+v", b)
}

// TestThereAndBack: what is read is what was written, and the same set gives the
// same bytes.
func TestThereAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := columns.Set{Records: rapid.SliceOfN(rapid.Custom(record), 0, 12).Draw(t, "records")}
		if len(want.Records) == 0 {
			want.Records = nil
		}
		if rapid.Bool().Draw(t, "boards") && want.Records != nil {
			for i := range want.Records {
				want.Records[i].Board = rapid.SampledFrom([]string{"", "..#", "###"}).Draw(t, "board")
			}
			want.Texts = map[string]string{"a": "1 2\n. 3", "b": "</script>"}
		}
		packed := want.Pack(all)
		got, err := columns.Read("set", packed)
		alltest.OK(t, err)
		alltest.Require(t, bitwise(got, want), "read %+v\nwant %+v", got, want)
		alltest.Require(t, bytes.Equal(packed, want.Pack(all)), "the same set gave other bytes")
		for i := range want.Records {
			want.Records[i].Trace, want.Records[i].Board = nil, ""
		}
		if got, err = columns.Read("set", want.Pack(columns.Extras{})); err != nil || !bitwise(got, want) {
			t.Fatalf("without traces: %v, %+v", err, got)
		}
	})
}

// TestOpen: columns have what the records have, packed or unpacked.
func TestOpen(t *testing.T) {
	records := campaign(2000)
	records[7].Error, records[9].Seed = "no", math.MaxUint64
	packed := columns.Set{Records: records}.Pack(columns.Extras{})
	for _, stream := range [][]byte{packed, unpack(t, packed)} {
		sameColumns(t, alltest.Must(columns.Open("set", stream))(t), records)
	}
}

// sameColumns compares columns with records, but for what only records have. The host is one of those of sealed files.
func sameColumns(t *testing.T, c *columns.Columns, records []experiment.Record) {
	t.Helper()
	alltest.Require(t, len(c.Puzzle) == len(records), "%d records of %d", len(c.Puzzle), len(records))
	for i, r := range records {
		p, of, m := c.Puzzles[c.Puzzle[i]], c.Configurations[c.Configuration[i]], c.Measures()
		got := experiment.Record{
			Puzzle: p.ID, Kind: p.Kind, Content: p.Content, Rows: p.Rows, Cols: p.Cols,
			Engine: of.Engine, Variant: of.Variant, ConfigHash: of.Parameters, Budget: of.Budget, Code: of.Code, Host: cmp.Or(of.Host, r.Host),
			Run: int(m.Run[i]), Seed: m.Seeds[m.Seed[i]], Status: c.Statuses[c.Status[i]], Error: c.Failures[c.Failure[i]], Cost: m.Cost[i],
			Iterations: m.Iterations[i], Evaluations: m.Evaluations[i], Seconds: m.Seconds[i], CPU: m.CPU[i], Statistics: r.Statistics,
			Trace: r.Trace, Digest: r.Digest,
		}
		alltest.Require(t, reflect.DeepEqual(got, r), "record %d is %+v, want %+v", i, got, r)
	}
}

// unpack and pack are gzip.
func unpack(t testing.TB, packed []byte) []byte {
	t.Helper()
	r := alltest.Must(gzip.NewReader(bytes.NewReader(packed)))(t)
	return alltest.Must(io.ReadAll(r))(t)
}

// zipper is made once: it is large.
var zipper, _ = gzip.NewWriterLevel(nil, gzip.NoCompression)

func pack(stream []byte) []byte {
	var b bytes.Buffer
	zipper.Reset(&b)
	zipper.Write(stream)
	zipper.Close()
	return b.Bytes()
}

// resealed gives a changed stream its checksum.
func resealed(stream []byte) []byte {
	if len(stream) >= 16 {
		binary.LittleEndian.PutUint32(stream[12:], crc32.Checksum(stream[16:], crc32.MakeTable(crc32.Castagnoli)))
	}
	return stream
}

// small is a set with everything in it.
func small() columns.Set {
	random := rand.New(rand.NewPCG(1, 1))
	var s columns.Set
	for i := range 20 {
		s.Records = append(s.Records, experiment.Record{
			Puzzle: fmt.Sprint("p", i/5), Kind: "nurikabe", Content: fmt.Sprint(i / 5), Rows: 5, Cols: 6, Engine: "nurikabe/acs", Run: i % 5,
			Seed: random.Uint64(), Status: solver.Solved, Iterations: random.Int64N(1000), Evaluations: random.Int64N(10000),
			Seconds: float64(random.Int64N(1e9)) / 1e9, CPU: random.Float64(), Error: []string{"", "no"}[i%2],
			Statistics: []solver.Statistic{{Name: "conflicts", Value: float64(i)}},
			Trace:      []experiment.Point{{Iterations: 1, Cost: 7}, {Iterations: int64(i), Seconds: 0.25}},
		})
		s.Records[i].Board = strings.Repeat("#", i)
	}
	s.Texts = map[string]string{"0": "5 6\n"}
	return s
}

var place = regexp.MustCompile(`^set:\d+: expected `)

// TestDamaged: every byte that is changed or lost is noticed, with its place, and
// nothing panics.
func TestDamaged(t *testing.T) {
	packed := small().Pack(all)
	stream := unpack(t, packed)
	for i := range stream {
		changed := bytes.Clone(stream)
		changed[i] ^= 0x11
		_, err := columns.Read("set", pack(changed))
		alltest.Require(t, err != nil && place.MatchString(err.Error()), "byte %d changed: %v", i, err)
		_, err = columns.Open("set", stream[:i])
		alltest.Require(t, err != nil && place.MatchString(err.Error()), "%d bytes opened: %v", i, err)
		_, err = columns.Read("set", pack(stream[:i]))
		alltest.Require(t, err != nil && place.MatchString(err.Error()), "%d bytes alone: %v", i, err)
		columns.Read("set", pack(resealed(changed))) // must not panic
		columns.Open("set", pack(changed))
	}
	for i := range packed {
		_, err := columns.Read("set", packed[:i])
		alltest.Require(t, err != nil && place.MatchString(err.Error()), "%d packed bytes alone: %v", i, err)
	}
}

// FuzzRead: whatever is read, there is no panic, an error has its place, and what
// is read comes back once more.
func FuzzRead(f *testing.F) {
	f.Add(unpack(f, small().Pack(all)))
	f.Add(unpack(f, columns.Set{}.Pack(columns.Extras{})))
	f.Fuzz(func(t *testing.T, stream []byte) {
		got, err := columns.Read("set", pack(resealed(stream)))
		c, wrong := columns.Open("set", stream)
		alltest.Require(t, wrong != nil || err != nil || len(c.Puzzle) == len(got.Records), "%d records are opened, %d read", len(c.Puzzle), len(got.Records))
		if err != nil {
			alltest.Require(t, place.MatchString(err.Error()), "an error without its place: %v", err)
			return
		}
		again, err := columns.Read("set", got.Pack(all))
		alltest.Require(t, err == nil && len(again.Records) == len(got.Records), "what was read does not come back: %v", err)
	})
}

func Example() {
	set := columns.Set{Records: []experiment.Record{{Puzzle: "c01", Kind: "nurikabe", Content: "0123456789abcdef", Rows: 10, Cols: 10, Engine: "nurikabe/acs", Seed: 7, Status: solver.Solved, Seconds: 0.25}}}
	packed := set.Pack(columns.Extras{})
	c, err := columns.Open("page.html", packed)
	m := c.Measures()
	fmt.Println(c.Puzzles[c.Puzzle[0]].ID, m.Seeds[m.Seed[0]], m.Seconds[0], err)
	_, err = columns.Open("page.html", packed[:40])
	fmt.Println(err)
	// Output:
	// c01 7 0.25 <nil>
	// page.html:0: expected the rest of the stream: unexpected EOF
}

// campaign is half a million runs such as a cluster makes: puzzles of all sizes,
// engines that take a time that is spread over decades.
func campaign(n int) []experiment.Record {
	random := rand.New(rand.NewPCG(2, 3))
	engines := []string{"nurikabe/acs", "nurikabe/acs", "nurikabe/acs", "nurikabe/acs", "nurikabe/exact"}
	const runs = 20
	var all []experiment.Record
	for p := 0; len(all) < n; p++ {
		content := fmt.Sprintf("%016x", random.Uint64())
		size, hard := 5+random.IntN(20), random.NormFloat64()
		seeds := map[string][runs]uint64{}
		for e, engine := range engines {
			for run := range runs {
				if len(all) == n {
					return all
				}
				of := seeds[engine]
				if of[run] == 0 {
					of[run] = random.Uint64()
					seeds[engine] = of
				}
				rounds := int64(math.Exp(3+2*hard+random.NormFloat64())) + 1
				status, cost := solver.Solved, 0.0
				if rounds > 2000 {
					rounds, status, cost = 2000, solver.Exhausted, float64(1+random.IntN(12))
				}
				spent := time.Duration(float64(rounds) * 4e4 * (1 + 0.05*random.NormFloat64()))
				all = append(all, experiment.Record{
					Puzzle: fmt.Sprintf("c%05d", p), Kind: "nurikabe", Content: content, Rows: size, Cols: size, Engine: engine, Variant: fmt.Sprintf("scheme %d", e+1),
					ConfigHash: fmt.Sprintf("%012x", e), Run: run, Seed: of[run], Budget: solver.Iterations(2000), Status: status, Cost: cost,
					Iterations: rounds, Evaluations: rounds * 10, Seconds: (spent + time.Duration(random.IntN(20000))).Seconds(), CPU: spent.Seconds(),
					Host: "node1", Code: "src-0123456789ab",
					Statistics: []solver.Statistic{{Name: "restarts", Value: float64(rounds / 500)}, {Name: "stalls", Value: float64(random.IntN(int(rounds)))}},
				})
			}
		}
	}
	return all
}

// TestSize: half a million records leave more than half of 15 MB to the rest of a
// page.
func TestSize(t *testing.T) {
	records := campaign(alltest.Of(50_000, 500_000))
	packed := columns.Set{Records: records}.Pack(columns.Extras{})
	size := base64.StdEncoding.EncodedLen(len(packed))
	t.Logf("%d records: %d bytes, in a page %d", len(records), len(packed), size)
	alltest.Check(t, size <= 22*len(records), "%d records take %d bytes of a page", len(records), size)
	if out := os.Getenv("FORMICARY_CAMPAIGN"); out != "" {
		alltest.OK(t, os.WriteFile(out, packed, 0o644))
	}
}

func BenchmarkRead(b *testing.B) {
	packed := columns.Set{Records: campaign(50_000)}.Pack(columns.Extras{})
	for b.Loop() {
		alltest.Must(columns.Read("set", packed))(b)
	}
}
