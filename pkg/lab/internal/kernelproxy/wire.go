//go:build unix

package main

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"
)

// channels are Jupyter's sockets of a kernel, by their names in its connection file.
var channels = []string{"shell_port", "iopub_port", "stdin_port", "control_port", "hb_port"}

// between listens where Jupyter expects the kernel and returns a connection file of
// sockets in a folder, for gonb to listen on. All bytes are passed on; the messages
// about cells go by way of the listener.
func between(file, folder string, l *listener) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	var connection map[string]any
	if err := json.Unmarshal(text, &connection); err != nil {
		return "", fmt.Errorf("%s: expected JSON: %w", file, err)
	}
	transport, _ := connection["transport"].(string)
	ip, _ := connection["ip"].(string)
	key, _ := connection["key"].(string)
	l.key = []byte(key)
	prefix := filepath.Join(folder, "s")
	for i, channel := range channels {
		port, ok := connection[channel].(float64)
		if !ok {
			return "", fmt.Errorf("%s: expected a number %s", file, channel)
		}
		network, address := "tcp", net.JoinHostPort(ip, strconv.Itoa(int(port)))
		if transport == "ipc" {
			network, address = "unix", fmt.Sprintf("%s-%d", ip, int(port))
		}
		front, err := net.Listen(network, address)
		if err != nil {
			return "", err
		}
		connection[channel] = i + 1
		go accept(front, fmt.Sprintf("%s-%d", prefix, i+1), channel, l)
	}
	connection["transport"], connection["ip"] = "ipc", prefix
	if text, err = json.Marshal(connection); err != nil {
		return "", err
	}
	file = filepath.Join(folder, "connection.json")
	return file, os.WriteFile(file, text, 0o600)
}

// accept connects whoever calls with gonb's socket.
func accept(front net.Listener, socket, channel string, l *listener) {
	for {
		outer, err := front.Accept()
		if err != nil {
			return
		}
		go func() {
			defer outer.Close()
			inner, err := net.Dial("unix", socket)
			for ; err != nil; inner, err = net.Dial("unix", socket) { // gonb starts, or the proxy ends
				time.Sleep(10 * time.Millisecond)
			}
			defer inner.Close()
			in, out := relay{to: inner, key: l.key}, relay{to: outer, key: l.key}
			switch channel {
			case "shell_port":
				in.by, out.by = l.asked, l.answered
			case "iopub_port":
				out.by = (&reader{listener: l, held: map[string]*message{}}).published
				in.raw = func(body []byte) {
					if status := l.status.Load(); status != nil && len(body) > 0 && body[0] == subscribe {
						_ = out.send(status.wire(l.key)) // where Jupyter is gone the next read says so
					}
				}
			}
			done := make(chan struct{}, 2)
			for way, from := range map[*relay]net.Conn{&in: outer, &out: inner} {
				go func() {
					_ = way.run(from) // its end is that of the connection
					done <- struct{}{}
				}()
			}
			<-done
		}()
	}
}

// greeting is the length of what either side of a ZeroMQ connection begins with
// (ZMTP 3.0, https://rfc.zeromq.org/spec/23), and the rest are the flags of a frame.
const (
	greeting             = 64
	more, long_, command = 1, 2, 4
)

// subscribe begins the message by which a reader of the kernel's output asks for it.
const subscribe = 1

// relay passes on what comes. Messages of Jupyter's go by way of a func, all others to raw before they are passed on; where
// both are nil bytes are copied.
type relay struct {
	to  net.Conn
	key []byte
	by  func(*message) []*message
	raw func(body []byte)
	mu  sync.Mutex // of what is written
}

func (r *relay) run(from io.Reader) error {
	if r.by == nil && r.raw == nil {
		_, err := io.Copy(r.to, from)
		return err
	}
	if _, err := io.CopyN(r.to, from, greeting); err != nil {
		return err
	}
	in := bufio.NewReader(from)
	var parts [][]byte
	for {
		flags, body, err := readFrame(in)
		if err != nil {
			return err
		}
		if flags&command != 0 {
			err = r.frames(flags&^long_, body)
		} else if parts = append(parts, body); flags&more == 0 {
			if m := parse(parts); m != nil && r.by != nil {
				for _, m := range r.by(m) {
					err = errors.Join(err, r.send(m.wire(r.key)))
				}
			} else {
				if r.raw != nil {
					r.raw(parts[0])
				}
				err = r.send(parts)
			}
			parts = nil
		}
		if err != nil {
			return err
		}
	}
}

// send writes a message.
func (r *relay) send(parts [][]byte) error { return r.frames(0, parts...) }

// frames writes frames with flags, all but the last with the one for more.
func (r *relay) frames(flags byte, parts ...[]byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	w := bufio.NewWriter(r.to)
	writeFrames(w, flags, parts)
	return w.Flush()
}

// largest is the largest frame that is believed, in bytes.
const largest = 1 << 32

func readFrame(r *bufio.Reader) (flags byte, body []byte, err error) {
	if flags, err = r.ReadByte(); err != nil {
		return 0, nil, err
	}
	var size [8]byte
	if flags&long_ != 0 {
		_, err = io.ReadFull(r, size[:])
	} else {
		size[7], err = r.ReadByte()
	}
	if err != nil {
		return 0, nil, err
	}
	n := binary.BigEndian.Uint64(size[:])
	if n > largest {
		return 0, nil, errors.New("a frame without bounds")
	}
	body = make([]byte, n)
	_, err = io.ReadFull(r, body)
	return flags, body, err
}

// writeFrames writes frames; the error is that of the flush.
func writeFrames(w *bufio.Writer, flags byte, parts [][]byte) {
	for i, body := range parts {
		size := []byte{flags, byte(len(body))}
		if len(body) > 255 {
			size = binary.BigEndian.AppendUint64([]byte{flags | long_}, uint64(len(body)))
		}
		if i < len(parts)-1 {
			size[0] |= more
		}
		_, _ = w.Write(size)
		_, _ = w.Write(body)
	}
}

// message is one of Jupyter's, https://jupyter-client.readthedocs.io/en/stable/messaging.html.
type message struct {
	ids    [][]byte // for whom it is, and the delimiter
	parts  [][]byte // signature, header, parent header, metadata, content, buffers
	header struct {
		Type string `json:"msg_type"`
		ID   string `json:"msg_id"`
	}
	parent  string         // the request that it belongs to
	content map[string]any // written again after change
	changed bool
}

// parse reads a message; nil for what is none.
func parse(parts [][]byte) *message {
	at := slices.IndexFunc(parts, func(p []byte) bool { return string(p) == "<IDS|MSG>" })
	if at < 0 || len(parts) < at+6 {
		return nil
	}
	m := &message{ids: parts[:at+1], parts: slices.Clone(parts[at+1:])}
	var parent struct {
		ID string `json:"msg_id"`
	}
	if json.Unmarshal(m.parts[1], &m.header) != nil || json.Unmarshal(m.parts[2], &parent) != nil {
		return nil
	}
	m.parent = parent.ID
	return m
}

// open reads the content, which only few messages need.
func (m *message) open() map[string]any {
	if m.content == nil && json.Unmarshal(m.parts[4], &m.content) != nil {
		m.content = map[string]any{}
	}
	return m.content
}

// text is a field of the content.
func (m *message) text(field string) string {
	text, _ := m.open()[field].(string)
	return text
}

// set changes a field of the content.
func (m *message) set(field string, value any) {
	m.open()[field] = value
	m.changed = true
}

// wire is the message as it is sent, signed anew where it was changed.
func (m *message) wire(key []byte) [][]byte {
	if m.changed {
		text, err := json.Marshal(m.content)
		if err != nil {
			panic("kernelproxy: " + err.Error()) // it came as JSON
		}
		m.parts[4] = text
		if len(key) > 0 {
			sum := hmac.New(sha256.New, key)
			for _, part := range m.parts[1:5] {
				sum.Write(part)
			}
			m.parts[0] = []byte(hex.EncodeToString(sum.Sum(nil)))
		}
	}
	return slices.Concat(m.ids, m.parts)
}
