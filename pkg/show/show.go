// Package show puts things into a notebook: charts, boards, films of steps,
// tables, computed sentences, the progress of an experiment and a chart that
// grows while it runs.
//
//	puzzles := nurikabes.Kind.MustOpen("open-908").Between(50, 100)
//	runs := show.Run(experiment.Plan{Name: "first look", Puzzles: puzzles.Puzzles(), …})
//	show.Chart(charts.SuccessByClass(analysis.Of(runs).By(analysis.Size).Success()))
//
// Its opinion: what is shown must survive. An output is complete in itself. It stays readable when the notebook is
// saved, opened without a kernel, or exported to one HTML file. Without scripts there are text alternatives. An
// experiment that is interrupted keeps and shows what was done.
//
// Whatever comes from data (ids, titles, labels, names of files) is shown as text, never read as
// markup: as HTML it is escaped. Marks mean something in the format of [Markdown] alone, and [Raw]
// says that an argument is meant so.
//
// Outside a notebook (go run, go test) the text alternatives go to standard
// output.
//
// Its limits: the GoNB kernel. It is addressed directly, over its pipe, because
// linking gonbui would add a quarter to the time in which a cell links; the two
// cannot share the pipe, so a cell uses one or the other. Functions panic with
// the reason when something goes wrong: a cell has no caller to return an error
// to.
package show

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"

	"formicary/pkg/markup"

	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// output is one piece of a notebook's output in its forms.
type output struct {
	html, markdown string // one of the two
	plain          string
	// id makes a later output with the same id replace this one.
	id string
	// extra are forms for programs, by media type.
	extra map[protocol.MIMEType]string
}

// frontend takes outputs to whoever reads them.
type frontend interface {
	// put sends an output; flush waits until all are delivered.
	put(output)
	flush()
}

var front struct {
	sync.Mutex
	frontend
}

// reader returns the frontend: a notebook's kernel, or standard output.
func reader() frontend {
	front.Lock()
	defer front.Unlock()
	if front.frontend == nil {
		front.frontend = connect()
	}
	return front.frontend
}

// connect chooses the frontend for where the program runs.
func connect() frontend {
	if runtime.GOOS == "js" {
		return nobody{} // a cell's program in a page (see [Play])
	}
	if !inNotebook() {
		return &terminal{w: os.Stdout}
	}
	if linksGonbui() {
		panic("show: this cell also uses gonbui, and they cannot share the kernel's pipe: put them into different cells")
	}
	return &pipe{}
}

// nobody reads.
type nobody struct{}

func (nobody) put(output) {}
func (nobody) flush()     {}

// put shows an output and waits until it is delivered: a cell's program may
// end, or print, right after.
func put(o output) {
	r := reader()
	r.put(o)
	r.flush()
}

// terminal writes the text alternatives. An output that replaces another one
// with the same text is not repeated.
type terminal struct {
	w    io.Writer
	mu   sync.Mutex
	last map[string]string
}

func (t *terminal) put(o output) {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := markup.Terminal(strings.TrimRight(o.plain, "\n"))
	if o.id != "" {
		if t.last == nil {
			t.last = map[string]string{}
		}
		if t.last[o.id] == text {
			return
		}
		t.last[o.id] = text
	}
	if text != "" {
		fmt.Fprintln(t.w, text)
	}
}

func (t *terminal) flush() {}
