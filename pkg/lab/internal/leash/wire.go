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
			for ; err != nil; inner, err = net.Dial("unix", socket) { // gonb starts, or the leash ends
				time.Sleep(10 * time.Millisecond)
			}
			defer inner.Close()
			var in, out func(*message) []*message
			switch channel {
			case "shell_port":
				in, out = l.asked, l.answered
			case "iopub_port":
				out = (&reader{listener: l, held: map[string]*message{}}).published
			}
			done := make(chan struct{}, 2)
			pass := func(to, from net.Conn, by func(*message) []*message) {
				_ = relay(to, from, l.key, by) // its end is that of the connection
				done <- struct{}{}
			}
			go pass(inner, outer, in)
			go pass(outer, inner, out)
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

// relay passes on what comes; messages of Jupyter's go by way of a func, unless nil.
func relay(to io.Writer, from io.Reader, key []byte, by func(*message) []*message) error {
	if by == nil {
		_, err := io.Copy(to, from)
		return err
	}
	if _, err := io.CopyN(to, from, greeting); err != nil {
		return err
	}
	r, w := bufio.NewReader(from), bufio.NewWriter(to)
	var parts [][]byte
	for {
		flags, body, err := readFrame(r)
		if err != nil {
			return err
		}
		switch {
		case flags&command != 0:
			writeFrame(w, flags, body)
		case flags&more != 0:
			parts = append(parts, body)
			continue
		default:
			parts = append(parts, body)
			if m := parse(parts); m == nil {
				writeFrames(w, parts)
			} else {
				for _, m := range by(m) {
					writeFrames(w, m.wire(key))
				}
			}
			parts = nil
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
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

// writeFrame writes a frame; the error is that of the flush.
func writeFrame(w *bufio.Writer, flags byte, body []byte) {
	flags &^= long_
	if len(body) > 255 {
		flags |= long_
	}
	_ = w.WriteByte(flags)
	if flags&long_ != 0 {
		_, _ = w.Write(binary.BigEndian.AppendUint64(nil, uint64(len(body))))
	} else {
		_ = w.WriteByte(byte(len(body)))
	}
	_, _ = w.Write(body)
}

func writeFrames(w *bufio.Writer, parts [][]byte) {
	for i, part := range parts {
		flags := byte(more)
		if i == len(parts)-1 {
			flags = 0
		}
		writeFrame(w, flags, part)
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
			panic("leash: " + err.Error()) // it came as JSON
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
