package columns_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/solver"
)

// fill sets everything in a value to something that it is nowhere else, and that is
// none of the values that a column takes for nothing.
func fill(v reflect.Value, next *int) {
	*next++
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), next)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(v.Index(i), next)
		}
	case reflect.String:
		v.SetString(fmt.Sprint("text ", *next))
	case reflect.Float64:
		v.SetFloat(float64(*next) + 0.1)
	case reflect.Bool:
		v.SetBool(true)
	default:
		if v.CanUint() {
			v.SetUint(1<<63 + uint64(*next))
		} else {
			v.SetInt(int64(*next))
		}
	}
}

// sealedOf writes records and opens them.
func sealedOf(t testing.TB, records []experiment.Record) ([]byte, *columns.Sealed) {
	t.Helper()
	var out bytes.Buffer
	w := columns.Create(&out, []columns.Source{{Name: "journal.jsonl", Size: 7}})
	for _, r := range records {
		alltest.OK(t, w.Add(r))
	}
	alltest.OK(t, w.Close())
	s := alltest.Must(columns.OpenSealed("set", bytes.NewReader(out.Bytes()), int64(out.Len())))(t)
	return out.Bytes(), s
}

func readAll(s *columns.Sealed) (out []experiment.Record, err error) {
	for r, err := range s.Records() {
		if err != nil {
			return out, err
		}
		out = append(out, r)
	}
	return out, nil
}

// TestWhole: every field of a record comes back, also those that are added to
// records after this was written.
func TestWhole(t *testing.T) {
	next := 0
	records := make([]experiment.Record, 3)
	for i := range records {
		fill(reflect.ValueOf(&records[i]).Elem(), &next)
	}
	records = append(records, experiment.Record{})
	_, s := sealedOf(t, records)
	got, err := readAll(s)
	alltest.Require(t, err == nil && reflect.DeepEqual(got, records), "%v: read\n%+v\nwant\n%+v", err, got, records)
	alltest.Check(t, s.Count == len(records) && reflect.DeepEqual(s.Sources, []columns.Source{{Name: "journal.jsonl", Size: 7}}), "%d records of %v", s.Count, s.Sources)
}

// TestSealedBack: any records come back bit for bit, also those of several blocks.
func TestSealedBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		records := rapid.SliceOfN(rapid.Custom(record), 0, 12).Draw(rt, "records")
		for i := range records {
			records[i].Board = rapid.SampledFrom([]string{"", "..#", "###"}).Draw(rt, "board")
			records[i].Digest, records[i].PeakBytes = rapid.Uint64().Draw(rt, "digest"), rapid.Int64().Draw(rt, "peak")
			records[i].Stack = rapid.SampledFrom([]string{"", "goroutine 1\n", "a"}).Draw(rt, "stack")
		}
		_, s := sealedOf(t, records)
		got, err := readAll(s)
		if err != nil || len(got) != len(records) || len(got) > 0 && !bitwise(columns.Set{Records: got}, columns.Set{Records: records}) {
			rt.Fatalf("%v: read %+v\nwant %+v", err, got, records)
		}
	})
	records := campaign(2*columns.Block + 100)
	for i := range records {
		records[i].Digest = uint64(i) << 40
		records[i].Trace = make([]experiment.Point, i%3)
		if i%3 == 0 {
			records[i].Trace = nil
		} else {
			records[i].Statistics = []solver.Statistic{{Name: "a", Value: float64(i)}, {Name: string(rune('b' + i%2)), Value: 0.5}}
		}
	}
	_, s := sealedOf(t, records)
	got, err := readAll(s)
	alltest.Require(t, err == nil && reflect.DeepEqual(got, records), "%d records of several blocks: %v", len(got), err)
	sameColumns(t, alltest.Must(s.Columns())(t), records)
	next := 0
	for r, err := range s.Shared() {
		alltest.Require(t, err == nil && reflect.DeepEqual(r, records[next]), "%v: record %d is %+v, want %+v", err, next, r, records[next])
		next++
	}
	alltest.Check(t, next == len(records), "%d records are shared", next)
	for _, err := range s.Records() { // a reader that stops early
		alltest.OK(t, err)
		break
	}
}

// TestSharedMemory: reading records whose lists are shared takes no memory but for a few values of each block.
func TestSharedMemory(t *testing.T) {
	if alltest.UnderRace() {
		t.Skip("the race detector drops what a pool keeps")
	}
	records := campaign(4 * columns.Block)
	for i := range records {
		records[i].Trace, records[i].Statistics = make([]experiment.Point, 3), []solver.Statistic{{Name: "a", Value: float64(i)}}
	}
	_, s := sealedOf(t, records)
	each := func() float64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for _, err := range s.Shared() {
			alltest.OK(t, err)
		}
		runtime.ReadMemStats(&after)
		return float64(after.TotalAlloc-before.TotalAlloc) / float64(len(records))
	}
	each()
	if size := each(); size > 120 {
		t.Errorf("a record takes %.0f bytes beside those of its block", size)
	} else {
		t.Logf("%.0f bytes a record", size)
	}
}

// TestSealedDamaged: every byte that is changed or lost is noticed, with its place.
func TestSealedDamaged(t *testing.T) {
	packed, _ := sealedOf(t, small().Records)
	read := func(text []byte) error {
		s, err := columns.OpenSealed("set", bytes.NewReader(text), int64(len(text)))
		if err == nil {
			_, err = readAll(s)
		}
		return err
	}
	alltest.OK(t, read(packed))
	for i := range packed {
		changed := bytes.Clone(packed)
		changed[i] ^= 0x11
		err := read(changed)
		alltest.Require(t, err != nil && place.MatchString(err.Error()), "byte %d changed: %v", i, err)
		err = read(packed[:i])
		alltest.Require(t, err != nil && place.MatchString(err.Error()), "%d bytes alone: %v", i, err)
		// Columns that are read later are no panic then: their damage is seen when the others are read.
		if s, err := columns.OpenSealed("set", bytes.NewReader(changed), int64(len(changed))); err == nil {
			if c, err := s.Columns(); err == nil {
				c.Measures()
			}
		}
	}
}

// FuzzSealed: whatever is read, there is no panic, and an error has its place.
func FuzzSealed(f *testing.F) {
	packed, _ := sealedOf(f, small().Records)
	f.Add(packed)
	empty, _ := sealedOf(f, nil)
	f.Add(empty)
	f.Fuzz(func(t *testing.T, text []byte) {
		if n := len(text); n > 16 { // the directory's checksum fits
			size := int(text[n-16]) | int(text[n-15])<<8 | int(text[n-14])<<16
			if start := n - 16 - size; start >= 0 {
				sum := crc32.Checksum(text[start:n-16], crc32.MakeTable(crc32.Castagnoli))
				text[n-12], text[n-11], text[n-10], text[n-9] = byte(sum), byte(sum>>8), byte(sum>>16), byte(sum>>24)
			}
		}
		s, err := columns.OpenSealed("set", bytes.NewReader(text), int64(len(text)))
		if err == nil {
			_, err = readAll(s)
		}
		alltest.Require(t, err == nil || place.MatchString(err.Error()), "an error without its place: %v", err)
	})
}

// write writes a journal and sets its time.
func write(t *testing.T, path string, lines []string) {
	t.Helper()
	alltest.OK(t, os.MkdirAll(filepath.Dir(path), 0o777))
	aged(t, path, []byte(strings.Join(lines, "\n")+"\n"), 0)
}

// line is the line of a record, with its checksum.
func line(t *testing.T, r experiment.Record) string {
	t.Helper()
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	alltest.OK(t, encoder.Encode(r))
	text := strings.TrimSuffix(out.String(), "}\n")
	return fmt.Sprintf(`%s,"crc32c":"%08x"}`, text, crc32.Checksum([]byte(text), crc32.MakeTable(crc32.Castagnoli)))
}

// records of one engine on some puzzles, with names that a careless reader of JSON
// takes for others.
func someRecords(n int) []experiment.Record {
	random := rand.New(rand.NewPCG(5, 5))
	var out []experiment.Record
	for i := range n {
		out = append(out, experiment.Record{
			Puzzle: `p","run":7,{[`, Kind: "nurikabe", Content: fmt.Sprintf("%016x", i/4), Rows: 5, Cols: 5, Engine: "nurikabe/acs", Variant: `a \"code\":" <é>`,
			ConfigHash: "0123456789ab", Run: i % 4, Seed: random.Uint64(), Budget: solver.Iterations(20), Status: solver.Exhausted, Cost: 1.5,
			Iterations: 20, Trace: []experiment.Point{{Iterations: 3, Cost: 1.5}}, Statistics: []solver.Statistic{{Name: "seed", Value: 3}}, Digest: random.Uint64(), Code: "src-1", Host: "a", Arch: "amd64", Session: fmt.Sprint("s", i/100),
		})
	}
	return out
}

func opened(t *testing.T, dir string) []experiment.Record {
	t.Helper()
	s := alltest.Must(columns.OpenFolder(dir))(t)
	defer s.Close()
	return alltest.Must(readAll(s))(t)
}

// TestSeal: the file has each run once, and the same records give the same columns,
// whatever the journals and their order.
func TestSeal(t *testing.T) {
	records := someRecords(400)
	var lines []string
	for _, r := range records {
		lines = append(lines, line(t, r))
	}
	lines[5] = strings.Replace(lines[5][:strings.Index(lines[5], `,"crc32c"`)]+"}", `"kind":`, `"kind" : `, 1) // as no program of ours writes it
	one, many := t.TempDir(), t.TempDir()
	write(t, filepath.Join(one, "journal.jsonl"), lines)
	shuffled := slices.Clone(lines)
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	for i := range 200 { // more than may be open at a time, and every run of the first fifty twice
		write(t, filepath.Join(many, "journals", fmt.Sprintf("W-7_%d-0.jsonl", i)), slices.Concat(shuffled[2*i:2*i+2], shuffled[i%25:i%25+1], []string{"", "no record"}))
	}
	for _, dir := range []string{one, many} {
		s, err := columns.Seal(dir)
		alltest.Require(t, err == nil && s.Records == len(records), "%+v, %v", s, err)
		alltest.Check(t, dir != many || s.Doubled == 200 && len(s.Warnings) == 200 && s.Journals == 200,
			"doubled %d, %d journals, %d warnings", s.Doubled, s.Journals, len(s.Warnings))
	}
	if got := opened(t, one); !reflect.DeepEqual(got, records) { // they are in that order
		t.Error("other records came back")
	}
	a, b := opened(t, one), opened(t, many)
	alltest.Check(t, reflect.DeepEqual(a, b), "the journals have a part in the order")
	first, _ := os.ReadFile(filepath.Join(one, columns.File))
	write(t, filepath.Join(one, "journal.jsonl"), func() []string { back := slices.Clone(lines); slices.Reverse(back); return back }())
	alltest.Must(columns.Seal(one))(t)
	again, _ := os.ReadFile(filepath.Join(one, columns.File))
	alltest.Check(t, bytes.Equal(first, again), "another order of the lines gave another file")
	left, _ := filepath.Glob(filepath.Join(one, ".sealed-*"))
	alltest.Check(t, len(left) <= 0, "left over: %q", left)
}

// TestSealContradiction: two outcomes of one run are an error that names both, and
// the file that was there stays.
func TestSealContradiction(t *testing.T) {
	dir := t.TempDir()
	records := someRecords(2)
	write(t, filepath.Join(dir, "journal.jsonl"), []string{line(t, records[0]), line(t, records[1])})
	alltest.Must(columns.Seal(dir))(t)
	before, _ := os.ReadFile(filepath.Join(dir, columns.File))
	other := records[1]
	other.Cost, other.Digest = 7, 7
	write(t, filepath.Join(dir, "journals", "W-1_1-0.jsonl"), []string{line(t, other)})
	_, err := columns.Seal(dir)
	alltest.Require(t, err != nil && strings.Contains(err.Error(), "one run has two outcomes"), "two outcomes: %v", err)
	after, _ := os.ReadFile(filepath.Join(dir, columns.File))
	alltest.Check(t, bytes.Equal(before, after), "the file changed")
	left, _ := filepath.Glob(filepath.Join(dir, ".sealed-*"))
	alltest.Check(t, len(left) <= 0, "left over: %q", left)
}

// TestStale: what journals have that the file has not is noticed.
func TestStale(t *testing.T) {
	dir := t.TempDir()
	_, err := columns.OpenFolder(dir)
	alltest.Require(t, errors.Is(err, fs.ErrNotExist), "nothing is there: %v", err)
	if _, err := columns.Seal(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("nothing to seal: %v", err)
	}
	records := someRecords(3)
	journal, attempt := filepath.Join(dir, "journal.jsonl"), filepath.Join(dir, "journals", "W-1_1-0.jsonl")
	write(t, journal, []string{line(t, records[0])})
	sealed := func() {
		t.Helper()
		seal(t, dir)
		opened(t, dir)
	}
	stale := func(what string) {
		t.Helper()
		_, err := columns.OpenFolder(dir)
		alltest.Require(t, errors.Is(err, columns.ErrStale), "%s: %v", what, err)
	}
	sealed()
	write(t, attempt, []string{line(t, records[1])})
	stale("a new journal, with an old time")
	sealed()
	write(t, attempt, []string{line(t, records[1]), line(t, records[2])})
	stale("a longer journal, with an old time")
	sealed()
	later := time.Now().Add(time.Minute)
	alltest.OK(t, os.Chtimes(journal, later, later))
	stale("a journal of a later time")
	write(t, journal, []string{line(t, records[0])})
	sealed()
	rescued := filepath.Join(dir, "rescued-1.jsonl")
	more := someRecords(5)
	write(t, rescued, []string{line(t, more[3])})
	stale("records that were rescued, with an old time")
	sealed()
	alltest.Equal(t, len(opened(t, dir)), 4, "with a rescued one records")
	write(t, rescued, []string{line(t, more[3]), line(t, more[4])})
	stale("more records that were rescued, with an old time")
	sealed()
	alltest.OK(t, errors.Join(os.Remove(journal), os.Remove(attempt), os.Remove(rescued)))
	alltest.Equal(t, len(opened(t, dir)), 5, "without journals records")
}
