package show

import (
	"bytes"
	"encoding/gob"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"formicary/pkg/alltest"
	"formicary/pkg/assets"
	"formicary/pkg/puzzle"
)

// recorder is a frontend that keeps what it is given.
type recorder struct {
	mu      sync.Mutex
	outputs []output
	flushed int // how many outputs had come at the last flush
}

func (r *recorder) put(o output) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.outputs = append(r.outputs, o)
}

func (r *recorder) flush() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.flushed = len(r.outputs)
}

func (r *recorder) all() []output {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]output(nil), r.outputs...)
}

// record puts a recorder in the place of the reader, for one test, as at the
// start of a cell.
func record(t *testing.T) *recorder {
	r := &recorder{}
	swap(t, r)
	return r
}

func swap(t *testing.T, f frontend) {
	front.Lock()
	before := front.frontend
	front.frontend = f
	front.Unlock()
	brought.Lock()
	brought.library, brought.script = false, false
	brought.Unlock()
	t.Cleanup(func() {
		front.Lock()
		front.frontend = before
		front.Unlock()
	})
}

// kernel is the other end of the pipes, as GoNB has it: it decodes messages
// and acknowledges those that ask for it.
type kernel struct {
	mu       sync.Mutex
	messages []*protocol.DisplayData
	leave    chan struct{} // ends it, once it has taken another message
	deaf     bool          // it ends when it is asked for an acknowledgement
	done     chan struct{}
}

func startKernel(t *testing.T) *kernel {
	dir := t.TempDir()
	there, back := filepath.Join(dir, "there"), filepath.Join(dir, "back")
	for _, name := range []string{there, back} {
		alltest.OK(t, exec.Command("mkfifo", "-m", "600", name).Run())
	}
	t.Setenv(protocol.GONB_PIPE_ENV, there)
	t.Setenv(protocol.GONB_PIPE_BACK_ENV, back)
	asked.Store(false) // as in a cell that does not ask
	k := &kernel{leave: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(k.done)
		r, err := os.Open(there)
		if err != nil {
			return
		}
		defer r.Close()
		w, err := os.OpenFile(back, os.O_WRONLY, 0)
		if err != nil {
			return
		}
		defer w.Close()
		in, out := gob.NewDecoder(r), gob.NewEncoder(w)
		for {
			data := &protocol.DisplayData{}
			if in.Decode(data) != nil {
				return
			}
			select {
			case <-k.leave:
				return
			default:
			}
			if v, ok := data.Data[protocol.MIMECommValue].(protocol.CommValue); ok {
				if k.deaf {
					return
				}
				if v.Address == protocol.GonbuiSyncAddress {
					_ = out.Encode(&protocol.CommValue{Address: protocol.GonbuiSyncAckAddress, Value: v.Value})
				}
				continue
			}
			k.mu.Lock()
			k.messages = append(k.messages, data)
			k.mu.Unlock()
		}
	}()
	return k
}

// TestPipe talks to a kernel: messages arrive in order, and every call returns
// after its message has been taken.
func TestPipe(t *testing.T) {
	k := startKernel(t)
	swap(t, connect())
	for i := range 20 {
		Text("message %d", i)
		k.mu.Lock()
		n := len(k.messages)
		k.mu.Unlock()
		alltest.Require(t, n == i+1, "%d messages when the call %d returned", n, i+1)
	}
	Markdown("**bold**")
	put(output{html: "<p>", plain: "p", id: "place"})
	// More than a pipe holds at a time.
	long := strings.Repeat("x", 1<<20)
	put(output{html: long})
	k.mu.Lock()
	defer k.mu.Unlock()
	for i := range 20 {
		got := k.messages[i].Data[protocol.MIMETextPlain]
		alltest.Check(t, got == fmt.Sprintf("message %d", i), "message %d says %v", i, got)
	}
	markdown, placed, last := k.messages[20], k.messages[21], k.messages[22]
	alltest.Check(t, markdown.Data[protocol.MIMETextMarkdown] == "**bold**" && markdown.Data[protocol.MIMETextHTML] == nil,
		"markdown came as %v", markdown.Data)
	alltest.Check(t, placed.DisplayID == "place" && strings.Contains(fmt.Sprint(placed.Data[protocol.MIMETextHTML]), "><p><"),
		"an output with an id came as %+v", placed)
	alltest.Has(t, fmt.Sprint(last.Data[protocol.MIMETextHTML]), ">"+long+"<", "a megabyte did not come through")
}

// TestKernelGone: where there is no kernel, or one that closes its ends between
// two messages or instead of an acknowledgement, the program goes on, says so
// once, and sends nothing more.
func TestKernelGone(t *testing.T) {
	lost := func(name string, use func(p *pipe)) {
		t.Run(name, func(t *testing.T) {
			before := os.Stderr
			r, w, err := os.Pipe()
			alltest.OK(t, err)
			os.Stderr = w
			defer func() { os.Stderr = before }()
			p := connect().(*pipe)
			swap(t, p)
			use(p)
			os.Stderr = before
			w.Close()
			said := alltest.Must(io.ReadAll(r))(t)
			if n := strings.Count(string(said), "show: no connection to the kernel: "); n != 1 || strings.Count(string(said), "\n") != 1 {
				t.Errorf("it says %q", said)
			}
			alltest.Check(t, p.err != nil && !errors.Is(p.err, os.ErrDeadlineExceeded) && !strings.Contains(p.err.Error(), patience.String()),
				"the connection's error is %v", p.err)
		})
	}
	t.Setenv(protocol.GONB_PIPE_ENV, filepath.Join(t.TempDir(), "nowhere"))
	lost("never there", func(p *pipe) {
		Text("into the void")
		Text("again")
	})
	k := startKernel(t)
	lost("between messages", func(p *pipe) {
		Text("received")
		close(k.leave)
		Text("perhaps received")
		<-k.done
		Text("into the void")
		Text("again")
		n := len(k.messages)
		alltest.Check(t, n >= 1 && n <= 2 && k.messages[0].Data[protocol.MIMETextPlain] == "received", "the kernel has %d messages", n)
	})
	k = startKernel(t)
	k.deaf = true
	lost("without acknowledging", func(p *pipe) {
		Text("received")
		<-k.done
		Text("into the void")
		Text("again")
		alltest.Check(t, len(k.messages) == 1, "the kernel has %d messages", len(k.messages))
	})
}

// TestModeMark: the first output of a cell that asks for the mode has the mode
// above it, those of other cells have not.
func TestModeMark(t *testing.T) {
	k := startKernel(t)
	swap(t, &pipe{})
	Text("same in both modes")
	_ = Pick(1, 2)
	Text("a sample")
	Text("of it")
	k.mu.Lock()
	defer k.mu.Unlock()
	var said []any
	for _, m := range k.messages {
		said = append(said, m.Data[protocol.MIMETextPlain])
	}
	want := []any{"same in both modes", "quick mode", "a sample", "of it"}
	alltest.Check(t, slices.Equal(said, want), "shown: %q, want %q", said, want)
}

// TestTerminal: outside of a notebook the text alternatives are printed, and a
// line that replaces itself by the same text is printed once.
func TestTerminal(t *testing.T) {
	if inNotebook() {
		t.Skip("this test runs in a notebook")
	}
	var b bytes.Buffer
	swap(t, &terminal{w: &b})
	Text("%d ants", 10)
	Markdown("*done*")
	put(output{html: "<hr>"})
	put(output{html: "<b>", plain: "line", id: "a"})
	put(output{html: "<b>", plain: "line", id: "a"})
	Warn("careful")
	if got, want := b.String(), "10 ants\n*done*\nline\nWarning: careful\n"; got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
	_, ok := connect().(*terminal)
	alltest.Check(t, ok, "without a kernel there is no terminal")
}

func TestEscaping(t *testing.T) {
	r := record(t)
	Text("<b>%s", "&")
	Warn("<b>")
	Table("<b>", []string{"<b>"}, []any{"<b>"})
	Boards(Figure{"<b>", "<svg/>"})
	Film(Track{Title: "<b>", Clock: "<b>", Moments: []Moment{{Caption: "<b>", Picture: "<svg/>"}, {Caption: "<b>", Picture: "<svg/>"}}})
	for i, o := range r.all() {
		alltest.Check(t, !strings.Contains(o.html, "<b>"), "output %d: text became markup: %s", i, o.html)
	}
}

func TestBoards(t *testing.T) {
	r := record(t)
	Boards(Figure{SVG: `<svg><title>one &amp; only</title></svg>`}, Figure{SVG: `<svg></svg>`})
	Boards(Captioned(`<svg><title>board</title></svg>`, "step %d", 3))
	all := r.all()
	alltest.Require(t, len(all) == 2 && r.flushed == 2, "%d outputs, %d delivered", len(all), r.flushed)
	got := strings.Count(all[0].html, "<figure")
	alltest.Check(t, got == 2 && strings.HasPrefix(all[0].plain, "one & only\n"), "%d figures, in words %q", got, all[0].plain)
	alltest.Check(t, all[1].plain == "step 3 (board)\n" && strings.Contains(all[1].html, "step 3</figcaption>"),
		"a caption came as %q", all[1].plain)
}

func TestTable(t *testing.T) {
	r := record(t)
	Table("Results", []string{"class", "n", "rate", "interval", "note"},
		[]any{"0–99", 136, 0.94249, "0.91–0.96", nil},
		[]any{"small", 7, 1.0, "", "few"},
		[]any{"short"})
	o := r.all()[0]
	want := "Results\n" +
		"class    n   rate   interval  note\n" +
		"0–99   136  0.942  0.91–0.96\n" +
		"small    7      1             few\n" +
		"short\n"
	alltest.Equal(t, o.plain, want)
	for _, want := range []string{`>Results</div>`, `<table class="formicary-table" aria-label="Results"`, `scope="col" style="text-align:right;padding:.15rem .55rem;white-space:pre-wrap">rate`, `text-align:left;padding:.15rem .55rem;white-space:pre-wrap">small`} {
		alltest.Has(t, o.html, want, "the table lacks")
	}
}

// Columns of numbers stand flush right, names that begin with a digit do not.
func TestTableColumns(t *testing.T) {
	for _, c := range []struct {
		name string
		rows [][]any
		want []string // the lines under the header, "a", "bbbbb"
	}{
		{"names", [][]any{{"3x3-1", "3x3"}, {"10x10-1", "10x10"}}, []string{"3x3-1      3x3", "10x10-1  10x10"}},
		{"numbers", [][]any{{1, 2.5}, {10, 10.0}}, []string{" 1    2.5", "10     10"}},
		{"without some", [][]any{{"x", "7 ms"}, {"y", "N/A"}, {"z", "–"}, {"w", nil}}, []string{"x   7 ms", "y    N/A", "z      –", "w"}},
		{"words", [][]any{{"x", "7 ms"}, {"y", "none"}}, []string{"x  7 ms", "y  none"}},
	} {
		r := record(t)
		Table("T", []string{"a", "bbbbb"}, c.rows...)
		got := strings.Split(strings.TrimSuffix(r.all()[0].plain, "\n"), "\n")[2:]
		alltest.Check(t, slices.Equal(got, c.want), "%s:\n%q\nwant\n%q", c.name, got, c.want)
	}
}

// TestMode runs programs, as a cell is one: variables of packages that call Pick
// are set before the program's flags are parsed.
func TestMode(t *testing.T) {
	if os.Getenv("FORMICARY_TEST_MODE") != "" {
		fmt.Println(picked, Quick(), Pick("quick", "full"))
		os.Exit(0)
	}
	for _, c := range []struct {
		notebook  bool
		env, flag string
		want      string
	}{
		{true, "", "", "quick true quick"},
		{true, "", "--full", "full false full"},
		{true, "", "-full=false", "quick true quick"},
		{true, assets.ModeFull, "", "full false full"},
		{true, assets.ModeFull, "--full=false", "quick true quick"},
		{true, assets.ModeQuick, "-full", "full false full"},
		{false, "", "", "quick true quick"},
		{false, assets.ModeFull, "", "full false full"},
	} {
		args := []string{"-test.run=^TestMode$"}
		if c.flag != "" {
			args = append(args, c.flag)
		}
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env = append(os.Environ(), "FORMICARY_TEST_MODE=1", assets.ModeEnv+"="+c.env, protocol.GONB_PIPE_ENV+"=")
		if c.notebook {
			cmd.Env = append(cmd.Env, protocol.GONB_PIPE_ENV+"=pipe")
		}
		out, err := cmd.CombinedOutput()
		alltest.Check(t, err == nil && strings.TrimSuffix(string(out), "\n") == c.want, "%+v: %q, %v", c, out, err)
	}
}

// picked is what a variable of a cell has that is set from the mode.
var picked = Pick("quick", "full")

// TestFullInArguments: the mode is what package flag finds when it parses the
// arguments later, and knows the cell's own flags.
func TestFullInArguments(t *testing.T) {
	for _, line := range []string{
		"", "--full", "-full", "--full=true", "--full=false", "-full=1", "-full=F", "--full --full=false", "--full=false --full",
		"-- --full", "word --full", "- --full", "--full word --full=false", "--full -- --full=false", "--fuller --full", "--full=", "--full=no",
		"--n=5 --full", "--n 5 --full", "--v --full", "--n 5 word --full", "--n full", "--force --full", "--force word --full", "--n 5 --v --full=false word", "full", "---full",
	} {
		for _, byDefault := range []bool{false, true} {
			args := strings.Fields(line)
			flags := flag.NewFlagSet("cell", flag.ContinueOnError)
			flags.SetOutput(io.Discard)
			want := flags.Bool("full", byDefault, "")
			flags.String("n", "", "")
			flags.Bool("v", false, "")
			flags.Bool("fuller", false, "")
			flags.Bool("force", false, "")
			if err := flags.Parse(args); err != nil {
				continue // the cell ends
			}
			alltest.Equal(t, switchIn("full", args, byDefault), *want, "%q: full", line)
		}
	}
}

// Names that one slug has tell their folders apart.
func TestFolderOf(t *testing.T) {
	runs := t.TempDir()
	taken := map[string]string{}
	for _, name := range []string{"Table 1", "table 1", "table-1", "TABLE: 1", "ρ", "σ", "plan", strings.Repeat("n", 300), strings.Repeat("n", 301), "table-1_0a1b2c3d"} {
		dir := folderOf(runs, name)
		if other, ok := taken[dir]; ok || filepath.Dir(dir) != runs || len(filepath.Base(dir)) > 100 || folderOf(runs, name) != dir {
			t.Errorf("%q is kept in %q, as %q is", name, dir, other)
		}
		taken[dir] = name
	}
	got := folderOf(runs, "table-1")
	alltest.Check(t, filepath.Base(got) == "table-1", "a name that is a folder's is kept in %q", got)
}

func TestDraw(t *testing.T) {
	r := record(t)
	Draw(drawn{}, puzzle.View{Title: "solution"})
	Draw(drawn{})
	all := r.all()
	alltest.Check(t, strings.Contains(all[0].html, "solution</figcaption>") && !strings.Contains(all[1].html, "figcaption"),
		"views are not captioned by their titles")
}

// drawn is a puzzle that can only be drawn.
type drawn struct{ puzzle.Puzzle }

func (drawn) Draw(v puzzle.View) puzzle.SVG { return puzzle.SVG("<svg>" + v.Title + "</svg>") }
