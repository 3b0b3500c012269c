package sets_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// TestAddressLines: comments, blank lines, what stands around an address, and what does not name a kind.
func TestAddressLines(t *testing.T) {
	set, err := readAddresses("# yajilin/1/1/a\n\n <yajilin/1/2/b>\nx#yajilin/3/1/\n")
	alltest.Check(t, err != nil && err.Error() == `in:4:1: expected yajilin/COLS/ROWS/…, found "x"`, "%v, %v", set, err)
	set, err = readAddresses("# yajilin/1/1/a\n\n <yajilin/1/2/b>\nhttp://x#yajilin/3/1/c\n<yajilin/2/2/a%40\n")
	var got []string
	for _, item := range set.Items {
		p := item.Puzzle.(plain)
		got = append(got, fmt.Sprint(p.id, p.size, p.content))
	}
	for _, w := range set.Warnings {
		got = append(got, w.Error())
	}
	if got := strings.Join(got, " "); err != nil || got != "12x1b 21x3c 32x2a@ in:4:22: c is left out" {
		t.Errorf("%s, %v", got, err)
	}
	for text, want := range map[string]string{
		"":                           "in:1:1: expected an address such as https://puzz.link/p?yajilin/10/10/…, found the end",
		"v:/tapa/3/2/":               `in:1:4: "tapa" is not a kind of this lab`,
		"v:/":                        "in:1:4: expected / after the kind of puzzle, found the end of the address",
		"<>":                         "in:1:2: expected / after the kind of puzzle, found the end of the address",
		"<":                          "in:1:2: expected / after the kind of puzzle, found the end of the address",
		"=":                          "in:1:1: expected / after the kind of puzzle, found the end of the address",
		"?=":                         "in:1:2: expected / after the kind of puzzle, found the end of the address",
		"yajilin/3":                  "in:1:10: expected / after the number of columns, found the end of the address",
		"yajilin/3/2":                "in:1:12: expected / after the number of rows, found the end of the address",
		"yajilin/401/1/":             `in:1:9: expected the number of columns, found "401"`,
		"Tapa/3/2/":                  `in:1:1: "tapa" is not a kind of this lab`,
		"9tapa/3/2/":                 `in:1:1: expected yajilin/COLS/ROWS/…, found "9tapa/3/2/"`,
		"mines":                      `in:1:1: expected yajilin/COLS/ROWS/…, found "mines"`,
		"kenken/3/2/":                "in:1:1: expected Yajilin, found an address of KenKen",
		"yajilin/1/1/a\nyajilin/2/x": "in:2:12: expected / after the number of rows, found the end of the address",
	} {
		_, err := readAddresses(text)
		alltest.Check(t, err != nil && err.Error() == want, "%q: %v, want %s", text, err, want)
	}
	_, err = sets.ReadAddresses(sets.Addresses{}, nil)("in", strings.NewReader(""))
	alltest.Check(t, err != nil && strings.Contains(err.Error(), "p?KIND/10"), "%v", err)
	a := yajilin.TakeApart("in", 3, sets.Field{Text: "v:/yajilin/2/3/ab%41", Column: 5}, "7")
	alltest.Check(t, fmt.Sprintf("%s %d %d %s %s %s %v %s|%s %v %d", a.ID, a.Start, a.Column(), a.Peek(), a.Take(2), a.Rest(), a.Done(), a.Take(9), a.Peek(), a.Done(), a.Column()) == "7 8 20 a ab %41 false %41| true 25",
		"%+v", a)
	kind, ok := sets.Named([]byte("1 2\n3 4\nplain/1/1/a"), []sets.Kind{plainKind})
	alltest.Check(t, !ok, "a line below the first names %s", kind.Name)
	for word, want := range map[string]bool{"yajilin/1/1": true, "<yajilin/1/1>": false, "<x?yajilin/1/1>": true, "3/2": false, "": false, "a/b": true, "x": false} {
		alltest.Check(t, word == "" || sets.IsAddress(word) == want, "%s: %v", word, !want)
	}
}

// TestKindReads: a byte order mark, what is no text, and pictures, which need not be.
func TestKindReads(t *testing.T) {
	format := func(name string, binary bool) sets.Format {
		return sets.Format{Name: name, Binary: binary, Read: func(source string, r io.Reader) (puzzle.Set, error) {
			text, err := io.ReadAll(r)
			c := sets.Collect(source)
			c.Warn(puzzle.Errorf(source, 1, 1, "read %q as %s", text, name))
			if string(text) == "2" {
				_ = c.Add(puzzle.Item{Puzzle: named{id: "b"}})
			}
			return puzzle.Set{Items: []puzzle.Item{{Puzzle: named{id: "a"}}}, Warnings: c.Warnings()}, err
		}}
	}
	kind := sets.Kind{Name: "read", Folders: true, Formats: []sets.Format{format("text", false), format("picture", true)}, Rename: func(_ puzzle.Puzzle, id string) puzzle.Puzzle { return named{id: id} }, Detect: func(text []byte) string {
		return map[byte]string{'t': "text", 'p': "picture"}[text[0]]
	}}
	for text, want := range map[string]string{
		"\uFEFFt": `in:1:1: read "t" as text`, "t\xff": "in:1:2: expected UTF-8 text, found the byte 0xff", "p\xff": `in:1:1: read "p\xff" as picture`, "x": `no format "": expected one of text, picture`,
	} {
		set, err := kind.Read("in", strings.NewReader(text))
		got := fmt.Sprint(err)
		if err == nil {
			got = set.Warnings[0].Error()
		}
		alltest.Check(t, got == want, "%q: %s, want %s", text, got, want)
	}
	if _, err := kind.Read("in", noLuck{}); err == nil || err.Error() != "in: no luck" {
		t.Error(err)
	}
	dir := t.TempDir()
	write(t, "t1", dir, "one.x")
	write(t, "t2", dir, "two.x")
	set, err := kind.Open(dir)
	alltest.Check(t, err == nil && len(set.Warnings) == 2 && set.Len() == 2 && set.Items[1].ID() == "two" && set.Name == filepath.Base(dir),
		"%v, %v", set, err)
	func() {
		defer func() {
			got := fmt.Sprint(recover())
			alltest.Check(t, strings.HasPrefix(got, "read: ") && strings.Contains(got, "no format"), "panic %s", got)
		}()
		kind.MustOpenFirst("nothing", write(t, "x", dir, "bad.x"))
	}()
	sets.Embed(fstest.MapFS{"read/one.x": {Data: []byte("t")}})
	defer sets.Embed(nil)
	for name, ok := range map[string]bool{"embedded:read/one.x": true, "embedded:read/two.x": false} {
		_, err := kind.Open(name)
		alltest.Check(t, (err == nil) == ok && (err == nil || errors.Is(err, os.ErrNotExist)), "%s: %v", name, err)
	}
	socket := filepath.Join(dir, "s")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Skip(err)
	}
	defer l.Close()
	_, err = sets.ReadFile(socket)
	alltest.Check(t, err != nil && err.Error() == socket+": expected a regular file, found a socket (- reads the standard input)", "%v", err)
	f := puzzle.Cells()
	alltest.Check(t, f.Of(puzzle.Item{Puzzle: plain{size: puzzle.Size{Rows: 3, Cols: 4}}}) == 12, "3×4 cells are not 12")
}

// noLuck has nothing to read.
type noLuck struct{}

func (noLuck) Read([]byte) (int, error) { return 0, errors.New("no luck") }

// TestOriginErrors: what cannot be had again, and sets whose names tell where they are.
func TestOriginErrors(t *testing.T) {
	root, shared := t.TempDir(), t.TempDir()
	t.Setenv(sets.RootEnv, root)
	t.Setenv(sets.DataEnv, shared)
	write(t, "nonsense", shared, "nurikabe", "broken.nurikabe")
	write(t, compact(t, "o", 171), shared, "nurikabe", "other.nurikabe")
	deep := write(t, compact(t, "o", 172), shared, "elsewhere", "some.nurikabe")
	text := strings.TrimSuffix(compact(t, "o", 173), "\n")
	hash := strip(t, "x", 173).Hash()
	for _, c := range []struct {
		origin sets.Origin
		want   string
	}{
		{sets.Origin{Text: "nonsense"}, "its text:1:1: "},
		{sets.Origin{Text: text + "\n" + compact(t, "o", 174)}, "its text: expected one puzzle, found 2"},
		{sets.Origin{Text: text, Solution: "x"}, `its solution: board "x": `},
		{sets.Origin{Text: text}, "expected the content 0000000000000000, found " + hash.String()},
		{sets.Origin{Set: "broken"}, filepath.Join(shared, "nurikabe", "broken.nurikabe") + ":1:1: "},
		{sets.Origin{Set: "other"}, `the set "other" has 1 puzzle, and none has the content 0000000000000000`},
		{sets.Origin{Set: "none"}, `expected the set "none", which the plan does not copy; let FORMICARY_DATA name the folder with nurikabe/none: `},
	} {
		c.origin.Kind, c.origin.ID = "nurikabe", "q"
		_, err := c.origin.Open(nurikabes.Kind)
		alltest.Check(t, err != nil && strings.HasPrefix(err.Error(), `nurikabe "q": `+c.want), "%v, want %s", err, c.want)
	}
	o := sets.Origin{Kind: "nurikabe", ID: "mine", Hash: hash, Text: text}
	p, err := o.Open(nurikabes.Kind)
	alltest.Check(t, err == nil && p.ID() == "mine" && p.Hash() == hash, "%v, %v", p, err)
	o = sets.OriginOf(nurikabes.Kind.MustOpen(deep).Items[0])
	alltest.Check(t, o.Set == "some" && o.Text == "", "below what is shared: %+v", o)
	t.Setenv(sets.DataEnv, "")
	o = sets.OriginOf(nurikabes.Kind.MustOpen(deep).Items[0])
	alltest.Check(t, o.Set == "some" && o.Text != "" && o.Solution != "", "below what is not shared: %+v", o)
}
