//go:build unix

package main

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// listener knows the cells that were run, and has their errors said in a reader's terms.
type listener struct {
	key   []byte
	began time.Time

	mu      sync.Mutex
	cells   map[string]*cell // by the request
	counted []*cell          // in the order of their numbers
	early   map[string]bool  // questions that came before gonb could ask gopls

	// status is the last message about what the kernel does. Who listens late gets it: gonb tells only those who are
	// there, and a page that has missed it would show a kernel that connects, until a cell runs.
	status atomic.Pointer[message]
}

func newListener() *listener {
	return &listener{began: time.Now(), cells: map[string]*cell{}, early: map[string]bool{}}
}

// cell is one that is run.
type cell struct {
	source string
	number int
	refuse func(number int) fault // unless nil, the cell is not run
	failed chan struct{}          // closed when fault is there
	fault  fault
	broken bool // it does not compile
}

// fault is an error as Jupyter shows it: a name, the words, and the words with lines of
// the source.
type fault struct{ name, words, shown string }

// patience is how long a reply waits for the error that goes another way.
const patience = 2 * time.Second

const (
	// refused is the program of a cell that is not run: none.
	refused = "="
	// foreign is a cell about which gonb asks nobody.
	foreign = "%%script"
	// deaf is how long after its start gonb 0.11.4 talks to gopls: it would keep a question,
	// and all cells after it, until then.
	deaf = 13 * time.Second
)

// asked takes note of a request to run a cell, and keeps gonb from running one that
// declares a name twice, of which gonb would take the last.
func (l *listener) asked(m *message) []*message {
	switch m.header.Type {
	case "execute_request":
		c := &cell{source: m.text("code"), failed: make(chan struct{})}
		if c.refuse = twice(c.source); c.refuse != nil {
			m.set("code", refused)
		}
		l.mu.Lock()
		l.cells[m.header.ID] = c
		l.mu.Unlock()
	case "complete_request", "inspect_request":
		if time.Since(l.began) < deaf {
			m.set("code", foreign)
			m.set("cursor_pos", 0)
			l.mu.Lock()
			l.early[m.header.ID] = true
			l.mu.Unlock()
		}
	}
	return []*message{m}
}

func (l *listener) cell(request string) *cell {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cells[request]
}

// line is a line of the cell of a number, without the space around it.
func (l *listener) line(cell, line int) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range slices.Backward(l.counted) {
		if lines := strings.Split(c.source, "\n"); c.number == cell && line >= 1 && line <= len(lines) {
			return strings.TrimSpace(lines[line-1])
		}
	}
	return ""
}

// reader is one connection of those that read what cells write.
type reader struct {
	*listener
	held map[string]*message // what a program that breaks down has written so far
}

// published passes on what a cell writes. The last words of a program that breaks down
// become its error.
func (r *reader) published(m *message) []*message {
	if m.header.Type == "status" {
		r.status.Store(m)
	}
	c := r.cell(m.parent)
	if c == nil {
		return []*message{m}
	}
	held := r.held[m.parent]
	switch m.header.Type {
	case "execute_input":
		number, _ := m.open()["execution_count"].(float64)
		r.mu.Lock()
		if c.number == 0 {
			c.number = int(number)
			r.counted = append(r.counted, c)
		}
		r.mu.Unlock()
		if c.refuse != nil {
			m.set("code", c.source)
		}
	case "display_data", "update_display_data":
		if marked.Match(m.parts[4]) {
			r.placed(m)
		}
	case "stream":
		if m.text("name") != "stderr" {
			break
		}
		text := m.text("text")
		if held != nil {
			held.set("text", held.text("text")+text)
			return nil
		}
		at := broken.FindStringIndex(text)
		if at == nil {
			m.set("text", r.places(text))
			break
		}
		last := parse(slices.Concat(m.ids, m.parts))
		last.set("text", text[at[0]:])
		r.held[m.parent] = last
		if m.set("text", r.places(text[:at[0]])); at[0] == 0 {
			return nil
		}
	case "error":
		delete(r.held, m.parent)
		said := ""
		if held != nil {
			said = held.text("text")
		}
		f, rest := r.fault(c, m, said)
		m.set("ename", f.name)
		m.set("evalue", f.words)
		m.set("traceback", []string{f.shown})
		r.mu.Lock()
		select {
		case <-c.failed:
		default:
			c.fault = f
			close(c.failed)
		}
		r.mu.Unlock()
		if rest != "" {
			held.set("text", r.places(rest))
			return []*message{held, m}
		}
	case "status":
		if m.text("execution_state") == "idle" && held != nil {
			delete(r.held, m.parent)
			held.set("text", r.places(held.text("text")))
			return []*message{held, m}
		}
	}
	return []*message{m}
}

// placed names lines of cells in what a cell shows.
func (r *reader) placed(m *message) {
	data, _ := m.open()["data"].(map[string]any)
	for kind, value := range data {
		if text, ok := value.(string); ok {
			data[kind] = r.places(text)
		}
	}
	m.changed = true
}

// answered passes on an answer, to a request to run a cell with the words of its error.
func (l *listener) answered(m *message) []*message {
	switch m.header.Type {
	case "execute_reply":
		c := l.cell(m.parent)
		if c == nil || m.text("status") != "error" {
			break
		}
		select {
		case <-c.failed:
			m.set("ename", c.fault.name)
			m.set("evalue", c.fault.words)
			m.set("traceback", []string{c.fault.shown})
		case <-time.After(patience): // nobody reads what cells write
		}
	case "inspect_reply":
		data, _ := m.open()["data"].(map[string]any)
		said, _ := data["text/plain"].(string)
		l.mu.Lock()
		early := l.early[m.parent]
		l.mu.Unlock()
		if early || strings.HasPrefix(said, "context deadline exceeded") {
			m.set("data", map[string]any{"text/plain": "gopls is reading the module: ask again in some seconds."})
		}
	}
	return []*message{m}
}
