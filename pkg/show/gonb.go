package show

import (
	"encoding/gob"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"formicary/pkg/markup"
)

// inNotebook says whether a GoNB kernel runs this program.
func inNotebook() bool { return os.Getenv(protocol.GONB_PIPE_ENV) != "" }

// linksGonbui says whether gonbui itself is part of this program: only it needs
// this logger.
func linksGonbui() bool {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return false
	}
	return slices.ContainsFunc(info.Deps, func(module *debug.Module) bool { return module.Path == "k8s.io/klog/v2" })
}

// framed is the markup in an element in which JupyterLab looks for no formulas:
// between two dollars of a name TeX could make a link.
func (o output) framed() string {
	if o.html == "" {
		return ""
	}
	return `<div class="mathjax_ignore" style="overflow-wrap:break-word">` + o.html + `</div>`
}

// data is an output as the kernel takes it.
func (o output) data() *protocol.DisplayData {
	data := map[protocol.MIMEType]any{}
	if o.html != "" || o.markdown == "" {
		data[protocol.MIMETextHTML] = o.framed()
	}
	if o.markdown != "" {
		data[protocol.MIMETextMarkdown] = o.markdown
	}
	if o.plain != "" {
		data[protocol.MIMETextPlain] = markup.Terminal(o.plain)
	}
	for kind, text := range o.extra {
		data[kind] = text
	}
	return &protocol.DisplayData{Data: data, DisplayID: o.id}
}

// patience is how long the kernel may take to acknowledge; only a kernel that
// is gone takes so long.
const patience = 30 * time.Second

// pipe is the connection to the kernel: gob-encoded messages on a named pipe,
// acknowledgements on another one.
type pipe struct {
	mu      sync.Mutex
	encoder *gob.Encoder
	acks    chan int
	sent    int // the number of the last request for an acknowledgement
	err     error
	marked  bool // the reader knows the mode
}

// open opens both pipes; the kernel holds the other ends.
func (p *pipe) open() error {
	if p.encoder != nil || p.err != nil {
		return p.err
	}
	w, err := os.OpenFile(os.Getenv(protocol.GONB_PIPE_ENV), os.O_WRONLY, 0)
	if err == nil {
		var r *os.File
		if r, err = os.OpenFile(os.Getenv(protocol.GONB_PIPE_BACK_ENV), os.O_RDONLY, 0); err == nil {
			p.encoder, p.acks = gob.NewEncoder(w), make(chan int, 16)
			go p.listen(gob.NewDecoder(r))
			return nil
		}
	}
	p.fail(err)
	return err
}

// listen takes acknowledgements until the kernel closes its end.
func (p *pipe) listen(d *gob.Decoder) {
	defer close(p.acks)
	for {
		var v protocol.CommValue
		if d.Decode(&v) != nil {
			return
		}
		if n, ok := v.Value.(int); ok && v.Address == protocol.GonbuiSyncAckAddress {
			p.acks <- n
		}
	}
}

func (p *pipe) fail(err error) {
	p.err = err
	fmt.Fprintln(os.Stderr, "show: no connection to the kernel:", err)
}

func (p *pipe) put(o output) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if asked.Load() && !p.marked {
		p.marked = true
		p.send(modeMark().data())
	}
	p.send(o.data())
}

func (p *pipe) send(data *protocol.DisplayData) bool {
	if p.open() != nil {
		return false
	}
	if err := p.encoder.Encode(data); err != nil {
		p.fail(err)
	}
	return p.err == nil
}

func (p *pipe) flush() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sent++
	request := &protocol.CommValue{Address: protocol.GonbuiSyncAddress, Value: p.sent}
	if !p.send(&protocol.DisplayData{Data: map[protocol.MIMEType]any{protocol.MIMECommValue: request}}) {
		return
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		select {
		case n, ok := <-p.acks:
			if !ok || n >= p.sent {
				return
			}
		case <-late.C:
			p.fail(fmt.Errorf("no acknowledgement in %v", patience))
			return
		}
	}
}
