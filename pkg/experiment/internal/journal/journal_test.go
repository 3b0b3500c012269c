package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/solver"
)

// some are records, and the text of a journal that has them.
func some(t *testing.T, n int) (text []byte, records []record.Record) {
	t.Helper()
	var b bytes.Buffer
	for i := range n {
		r := record.Record{
			Puzzle: fmt.Sprintf("c%02d", i), Kind: "coins", Content: fmt.Sprintf("%016x", i), Rows: 1, Cols: 1 + i, Engine: "coins/flips", Variant: "fair", ConfigHash: "0123456789abcdef",
			Seed: uint64(i), Budget: solver.Iterations(20), Status: solver.Solved, Iterations: 4, Evaluations: 4, Seconds: 0.5, Digest: 7, Trace: []record.Point{{Iterations: 1, Evaluations: 1, Seconds: 0.125, Cost: 2}},
			Host: "h", Arch: "a", Session: "s", Code: "src-0123456789ab",
		}
		records = append(records, r)
		alltest.OK(t, record.Append(&b, r))
	}
	return b.Bytes(), records
}

// setOf has records under their keys.
func setOf(records []record.Record) *record.Set {
	var s record.Set
	for _, r := range records {
		s.Put(r.Key(), r)
	}
	return &s
}

func TestReadJournal(t *testing.T) {
	text, _ := some(t, 4)
	read := func(source io.Reader) content {
		t.Helper()
		c, err := readJournal("j", source)
		alltest.Check(t, err == nil, "%v", err)
		return c
	}
	if c := read(iotest.OneByteReader(bytes.NewReader(text))); c.Records.Len() != 4 || c.Warnings != nil || c.torn || c.open || c.size != int64(len(text)) {
		t.Errorf("%d records, %+v", c.Records.Len(), c)
	}
	c := read(bytes.NewReader(text[:len(text)-9]))
	alltest.Check(t, c.Records.Len() == 3 && c.Warnings == nil && c.torn, "torn: %d records, %+v", c.Records.Len(), c)
	if c := read(bytes.NewReader(text[:len(text)-1])); c.Records.Len() != 4 || c.torn || !c.open || c.size != int64(len(text)-1) {
		t.Errorf("without its end: %d records, %+v", c.Records.Len(), c)
	}
	broken := io.MultiReader(bytes.NewReader(text), iotest.ErrReader(io.ErrUnexpectedEOF))
	alltest.Refused(readJournal("j", broken))(t, io.ErrUnexpectedEOF, "broken reader")
	if c := read(strings.NewReader("\n[1]\n" + string(text))); c.Records.Len() != 4 || len(c.Warnings) != 1 || !strings.HasPrefix(c.Warnings[0], "j:2:") || c.torn {
		t.Errorf("%d records, %+v", c.Records.Len(), c)
	}
	huge, _ := json.Marshal(record.Record{Engine: "e", Content: "c", Status: record.Failed, Stack: strings.Repeat("deep\n", 1<<18)})
	if c := read(bytes.NewReader(huge)); c.Records.Len() != 1 || c.Warnings != nil {
		t.Errorf("a line of %d bytes: %d records, %+v", len(huge), c.Records.Len(), c.Warnings)
	}
}

// A journal of the first release is read, and its runs are reused.
func TestJournalOfTheFirstRelease(t *testing.T) {
	const line = `{"puzzle":"c01","kind":"coins","content":"8a6a5d3b2c1f0e9d","rows":1,"cols":2,"engine":"coins/flips","variant":"fair","parameters":"0123456789abcdef","run":3,"seed":18446744073709551615,"budget":{"iterations":20},"status":"solved","cost":0,"iterations":4,"evaluations":4,"seconds":0.5,"cpu":0.25,"peak_bytes":1024,"trace":[{"i":1,"e":1,"s":0.125,"c":2}],"statistics":[{"name":"draws","value":4}],"host":"h","code":"src-0123456789ab"}`
	c, err := readJournal("old", strings.NewReader(line))
	want := record.Record{
		Puzzle: "c01", Kind: "coins", Content: "8a6a5d3b2c1f0e9d", Rows: 1, Cols: 2, Engine: "coins/flips", Variant: "fair", ConfigHash: "0123456789abcdef",
		Run: 3, Seed: math.MaxUint64, Budget: solver.Iterations(20), Status: solver.Solved, Iterations: 4, Evaluations: 4, Seconds: 0.5, CPU: 0.25, PeakBytes: 1024,
		Trace: []record.Point{{Iterations: 1, Evaluations: 1, Seconds: 0.125, Cost: 2}}, Statistics: []solver.Statistic{{Name: "draws", Value: 4}}, Host: "h", Code: "src-0123456789ab",
	}
	got, _ := c.Records.Get(want.Key())
	diff := cmp.Diff(want, got)
	alltest.Check(t, diff == "" && err == nil && len(c.Warnings) <= 0, "%q, %v\n%s", c.Warnings, err, diff)
}

// place is the beginning of the text of an error in a line.
var place = regexp.MustCompile(`^fuzz:([1-9][0-9]*):[1-9][0-9]*: `)

// Whatever the file holds, reading ends, every line is a record or a warning
// with its place, and what was read is written and read as the same again.
func FuzzReadJournal(f *testing.F) {
	line, _ := json.Marshal(record.Record{
		Puzzle: "p", Kind: "coins", Content: "00", Engine: "e", Status: solver.Solved,
		Trace: []record.Point{{Iterations: 1, Evaluations: 2, Seconds: 0.5, Cost: 3}}, Statistics: []solver.Statistic{{Name: "n", Value: 1}},
	})
	var sealed bytes.Buffer
	alltest.OK(f, record.Append(&sealed, record.Record{Engine: "e", Content: "c", Status: solver.Solved, Error: "<ä>"}))
	f.Add(sealed.Bytes())
	f.Add(bytes.Replace(sealed.Bytes(), []byte("solved"), []byte("sloved"), 1))
	f.Add(append(bytes.Replace(line, []byte(`"cost":0`), []byte(`"cost":1`), 1), append([]byte("\n"), line...)...))
	for _, seed := range []string{`{"engine":"e","content":"c","status":"solved","trace":[{"i":1,"I":2}]}`, `{"a":{"b":[{}]}}`, "", "\n", "{}", "{}\n", string(line), string(line) + "\n", string(line) + "\n" + string(line[:20]), "\xff\n" + string(line), `{"run":"x"}`, "null\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := readJournal("fuzz", bytes.NewReader(text))
		if errors.Is(err, ErrContradiction) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		most := bytes.Count(text, []byte("\n")) + 1
		alltest.Require(t, c.size <= int64(len(text)) && c.Records.Len() <= most && (c.torn || c.size == int64(len(text))),
			"%d records, %d bytes of %d, torn %v", c.Records.Len(), c.size, len(text), c.torn)
		for _, w := range c.Warnings {
			if strings.HasPrefix(w, "fuzz: ") {
				continue // a count
			}
			if m := place.FindStringSubmatch(w); m == nil {
				t.Fatalf("warning %q", w)
			} else if n, err := strconv.Atoi(m[1]); err != nil || n > most {
				t.Fatalf("warning %q of %d lines", w, most)
			}
		}
		for k, r := range c.Records.All() {
			dir := t.TempDir()
			j, _, _, err := openJournal(dir)
			alltest.OK(t, err)
			alltest.OK(t, errors.Join(j.add(r), j.close()))
			again := alltest.Must(Read(dir))(t)
			a, _ := json.Marshal(r)
			second, _ := again.Records.Get(k)
			b, _ := json.Marshal(second)
			alltest.Require(t, bytes.Equal(a, b), "%s came back as %s", a, b)
		}
	})
}

// Whatever bit of a journal flips: each record that is read is one that was
// written, and no more than the two at the flipped bit are missing.
func TestEveryFlippedBit(t *testing.T) {
	text, records := some(t, 4)
	want := map[record.Key]record.Record{}
	for _, r := range records {
		want[r.Key()] = r
	}
	harmless := 0
	for i := range text {
		for bit := range 8 {
			text[i] ^= 1 << bit
			c, err := readJournal("j", bytes.NewReader(text))
			alltest.Require(t, err == nil, "bit %d of byte %d: %v", bit, i, err)
			for k, r := range c.Records.All() {
				alltest.Require(t, cmp.Equal(r, want[k]), "bit %d of byte %d: silently wrong: %+v", bit, i, r)
			}
			missing := len(want) - c.Records.Len()
			if missing == 0 {
				harmless++
			}
			alltest.Require(t, missing <= 2 && (missing <= 0 || len(c.damaged) != 0 || c.torn),
				"bit %d of byte %d: %d records are missing, %d damaged lines", bit, i, missing, len(c.damaged))
			text[i] ^= 1 << bit
		}
	}
	t.Logf("%d flipped bits, %d without consequence", 8*len(text), harmless)
}

// Two records of one run: what counts does not depend on which is read first.
func TestWhichRecordCounts(t *testing.T) {
	_, all := some(t, 1)
	good := all[0]
	failed, killed := good, good
	failed.Status, failed.Cost, failed.Error, failed.Digest = record.Failed, -1, "no", 0
	killed.Status, killed.Cost, killed.Error, killed.Digest = record.Failed, -1, record.KilledStart+"twice", 0
	again := func(r record.Record, n int) record.Record { r.Retry = n; return r }
	order := []record.Record{again(failed, 2), good, again(killed, 1), failed, killed} // the better one first
	for i, a := range order {
		for j, b := range order {
			want := order[min(i, j)]
			if min(i, j) == 1 && max(i, j) == 3 {
				continue // a contradiction
			}
			for _, pair := range [][2]record.Record{{a, b}, {b, a}} {
				c := content{Records: &record.Set{}}
				for line, r := range pair {
					_, err := c.take(&r, origin{"x", line + 1})
					alltest.Check(t, err == nil, "%d and %d: %v", i, j, err)
				}
				got, _ := c.Records.Get(good.Key())
				alltest.Equal(t, cmp.Diff(want, got), "", "%d and %d", i, j)
			}
		}
	}
	other := good
	other.Cost++
	other.Digest++
	c := content{Records: &record.Set{}}
	_, _ = c.take(&good, origin{"one", 3})
	_, err := c.take(&other, origin{"two", 5})
	alltest.Check(t, errors.Is(err, ErrContradiction) && strings.Contains(err.Error(), "one:3 and two:5"), "%v", err)
}

// What an attempt wrote goes to the disk at most five seconds later, without another
// record.
func TestAttemptIsSynced(t *testing.T) {
	j, err := Worker{"a/b", "c_d"}.create(t.TempDir())
	alltest.Require(t, err == nil && j.attempt == "W-a-b_c-d-0", "%v %v", j.attempt, err)
	defer j.close()
	if err := j.add(record.Record{Engine: "e"}); err != nil || !j.dirty {
		t.Fatal(err)
	}
	if err := j.check(false); err != nil || !j.dirty {
		t.Errorf("synced at once, %v", err)
	}
	j.synced = j.synced.Add(-4900 * time.Millisecond)
	if err := j.check(false); err != nil || j.dirty {
		t.Errorf("not synced after five seconds, %v", err)
	}
}

// What could not be synced is synced again, and a close that cannot do it says so.
func TestSyncThatFails(t *testing.T) {
	_, records := some(t, 1)
	j, _, _, err := openJournal(t.TempDir())
	alltest.OK(t, err)
	failed := errors.New("no")
	sync, synced := Disk.Sync, 0
	t.Cleanup(func() { Disk.Sync = sync })
	Disk.Sync = func(*os.File) error { synced++; return failed }
	alltest.Fails(t, errors.Join(j.add(records[0]), j.check(true)), failed, "the failure is not told")
	if err := j.close(); !errors.Is(err, failed) || synced != 2 {
		t.Errorf("%d syncs, and the close says %v", synced, err)
	}
}

// TestPlaces: each record's line is told, whether it follows on the one before, took another's place or was rescued.
func TestPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p places
		want := map[int]origin{}
		next := 0
		at := origin{"one", 1}
		for range rapid.IntRange(0, 40).Draw(t, "records") {
			number := next
			switch rapid.IntRange(0, 9).Draw(t, "what") {
			case 0:
				number = rapid.IntRange(0, next).Draw(t, "place")
			case 1:
				number += 2 // two without a line
			case 2:
				at.line += 3
			case 3:
				at = origin{at.source + "'", 1}
			}
			p.note(number, at)
			want[number] = at
			next = max(next, number+1)
			at.line++
		}
		for number := range next + 2 {
			got := p.of(number)
			alltest.Require(t, got == want[number], "%d is at %v instead of %v", number, got, want[number])
		}
	})
}
