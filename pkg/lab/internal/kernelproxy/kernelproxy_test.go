//go:build unix

package main

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
)

// said is a message of Jupyter's in parts, signed; its parent is the request 1.
func said(kind string, content map[string]any, buffers ...[]byte) [][]byte {
	parts := [][]byte{nil, []byte(`{"msg_id":"1","msg_type":"` + kind + `"}`), []byte(`{"msg_id":"1"}`), []byte("{}"), nil}
	parts[4], _ = json.Marshal(content)
	sum := hmac.New(sha256.New, []byte("key"))
	for _, p := range parts[1:] {
		sum.Write(p)
	}
	parts[0] = []byte(hex.EncodeToString(sum.Sum(nil)))
	return slices.Concat([][]byte{[]byte("someone"), []byte("<IDS|MSG>")}, parts, buffers)
}

// kernel connects a Jupyter with a gonb by a channel, with the proxy between them, as often as it is called.
func kernel(t *testing.T, channel string) (connect func() (jupyter, gonb net.Conn)) {
	t.Helper()
	folder, err := os.MkdirTemp("", "k-") // the path of a socket is short
	alltest.OK(t, err)
	t.Cleanup(func() { os.RemoveAll(folder) })
	given := map[string]any{"transport": "ipc", "ip": filepath.Join(folder, "j"), "key": "key"}
	for i, name := range channels {
		given[name] = i + 7
	}
	text := alltest.Must(json.Marshal(given))(t)
	file := filepath.Join(folder, "given.json")
	alltest.OK(t, os.WriteFile(file, text, 0o600))
	if file, err = between(file, folder, newListener()); err != nil {
		t.Fatal(err)
	}
	at := slices.Index(channels, channel)
	var own struct{ IP string }
	if text, err = os.ReadFile(file); err != nil || json.Unmarshal(text, &own) != nil {
		t.Fatal(err)
	}
	var socket net.Listener
	return func() (jupyter, gonb net.Conn) {
		t.Helper()
		if jupyter, err = net.Dial("unix", fmt.Sprintf("%s/j-%d", folder, at+7)); err != nil {
			t.Fatal(err)
		}
		if socket == nil { // gonb comes later
			if socket, err = net.Listen("unix", fmt.Sprintf("%s-%d", own.IP, at+1)); err != nil {
				t.Fatal(err)
			}
		}
		if gonb, err = socket.Accept(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { jupyter.Close(); gonb.Close(); socket.Close() })
		return jupyter, gonb
	}
}

// readMessage reads the frames of a message, or a command.
func readMessage(t *testing.T, r *bufio.Reader) (parts [][]byte) {
	t.Helper()
	for flags := byte(more); flags&more != 0; {
		f, body, err := readFrame(r)
		alltest.OK(t, err)
		flags, parts = f, append(parts, body)
	}
	return parts
}

// send writes a greeting and messages.
func send(to net.Conn, messages ...[][]byte) {
	w := bufio.NewWriter(to)
	w.Write(make([]byte, greeting))
	for _, m := range messages {
		writeFrames(w, 0, m)
	}
	w.Flush()
}

// TestPassesOn: all bytes come through as they are but those of what is changed, which is
// signed anew.
func TestPassesOn(t *testing.T) {
	for _, channel := range channels {
		jupyter, gonb := kernel(t, channel)()
		var sent bytes.Buffer
		w := bufio.NewWriter(&sent)
		w.Write(bytes.Repeat([]byte{0xff, 0, 0x7f, 3}, greeting/4))
		writeFrames(w, command, [][]byte{[]byte("\x05READY")})
		writeFrames(w, 0, [][]byte{[]byte("no message of Jupyter's")})
		writeFrames(w, 0, said("comm_msg", map[string]any{"code": "<&>"}, bytes.Repeat([]byte("x"), 255), bytes.Repeat([]byte("y"), 256), bytes.Repeat([]byte("z"), 70000), nil))
		writeFrames(w, 0, said("execute_request", map[string]any{"code": "func f() {}"}))
		w.Flush()
		for _, way := range [][2]net.Conn{{jupyter, gonb}, {gonb, jupyter}} {
			go way[0].Write(sent.Bytes())
			got := make([]byte, sent.Len())
			way[1].SetReadDeadline(time.Now().Add(time.Minute))
			n, err := io.ReadFull(way[1], got)
			alltest.Check(t, err == nil && bytes.Equal(got, sent.Bytes()), "%s: after %d bytes of %d, %v", channel, n, len(got), err)
		}
	}

	jupyter, gonb := kernel(t, "shell_port")()
	go send(jupyter, said("execute_request", map[string]any{"code": "var a, a int", "silent": false}))
	io.CopyN(io.Discard, gonb, greeting)
	got := readMessage(t, bufio.NewReader(gonb))
	want := said("execute_request", map[string]any{"code": refused, "silent": false})
	alltest.Check(t, slices.EqualFunc(got, want, bytes.Equal), "gonb gets %q, want %q", got, want)
}

// TestLateSubscriber: who asks for a kernel's output gets the last message about what the kernel does, before all others.
func TestLateSubscriber(t *testing.T) {
	connect := kernel(t, "iopub_port")
	status, later := said("status", map[string]any{"execution_state": "idle"}), said("stream", map[string]any{"name": "stdout", "text": "x"})
	all := [][]byte{{subscribe}}
	for i, want := range [][][][]byte{{status, later}, {status, status, later}} {
		jupyter, gonb := connect()
		send(gonb)
		io.CopyN(io.Discard, jupyter, greeting)
		send(jupyter, all)
		io.CopyN(io.Discard, gonb, greeting)
		got := readMessage(t, bufio.NewReader(gonb))
		alltest.Check(t, slices.EqualFunc(got, all, bytes.Equal), "gonb gets %q", got)
		w := bufio.NewWriter(gonb)
		writeFrames(w, 0, status)
		writeFrames(w, 0, later)
		w.Flush()
		r := bufio.NewReader(jupyter)
		for _, message := range want {
			got := readMessage(t, r)
			alltest.Check(t, slices.EqualFunc(got, message, bytes.Equal), "subscriber %d gets %q, want %q", i, got, message)
		}
	}
}

// TestWords says a cell's errors as a reader meets them, from gonb's words.
func TestWords(t *testing.T) {
	const program = " \x1b[7m[[ Cell [%d] Line %d ]]\x1b[0m /tmp/gonb-1/gonb_2/main.go:9"
	at := func(cell, line int) string { return fmt.Sprintf(program, cell, line) }
	for _, c := range []struct {
		name, code string
		stderr     []string // what the program writes
		value      string   // of gonb's error
		traceback  []string
		want       string
		rest       string // what stays on the standard error
	}{
		{"a program that ends", "%%\nos.Exit(3)", []string{"partly ", "\nexit status 3\n"}, "exit status 3", nil, "exit status 3", "partly "},
		{"words that look like the end", "%%\nx", []string{"exit status 3\n", "not yet\n", "\nexit status 1\n"}, "exit status 1", nil, "exit status 1", "exit status 3\nnot yet\n"},
		{"in pieces", "%%\npanic(1)", []string{"a line\npanic: ", "1\n\ngorou", "tine 1 [running]:\nmain.main()\n\t" + at(5, 2), " +0x1\n", "\nexit status 2\n"}, "exit status 2", nil, "panic: 1\n\tcell 5, line 2: panic(1)", "a line\n"},
		{"of the lab alone", "%%\nx", []string{"panic: 1\n\ngoroutine 7 [running]:\nlab.f()\n\t/lab.go:3\ncreated by main.main\n\t" + at(5, 2) + "\n\nexit status 2\n"}, "exit status 2", nil, "panic: 1\n\ngoroutine 7 [running]:\nlab.f()\n\t/lab.go:3\ncreated by main.main\n\tcell 5, line 2", ""},
		{"by the lab on purpose", "%%\nx", []string{"panic: lab: no\n\ngoroutine 7 [running]:\nlab.(*T).f(0x1)\n\t/lab.go:3 +0x1\nmain.main()\n\t" + at(5, 2) + "\n"}, "exit status 2", nil, "panic: lab: no\n\tcell 5, line 2: x", ""},
		{"in the lab", "%%\nx", []string{"panic: runtime error: no\n\ngoroutine 7 [running]:\nruntime.x()\n\t/r.go:1\nlab.(*T).f(0x1)\n\t/lab.go:3 +0x1\nmain.main()\n\t" + at(5, 2) + "\nlab.g()\n\t/lab.go:9\n\ngoroutine 8 [x]:\n"}, "exit status 2", nil, "panic: runtime error: no\n\tlab.(*T).f, /lab.go:3\n\tcell 5, line 2: x", ""},
		{"a declaration of another cell", "%%\nx", []string{"panic: no\n\ngoroutine 1 [running]:\nmain.init()\n\t" + at(3, 1) + "\n"}, "exit status 2", nil, "panic: no\n\tcell 3, line 1: \nWhat cell 3 declares is rerun in every later cell: correct it there and run that cell again.", ""},
		{"interrupted", "%%\nfor {}", []string{"\nsignal: interrupt\n"}, "signal: interrupt", nil, "signal: interrupt", ""},
		{"twice", "var a, b = 1, 2\n!ls\nfunc b() {}", nil, "main.go:3:1: no", nil, "cell 5, line 3: b is declared a second time in this cell\ncell 5, line 1: the first time", ""},
		{"main twice", "func main() {}\n%% a b\n", nil, "no", nil, "cell 5, line 2: main is declared a second time in this cell\ncell 5, line 1: the first time", ""},
		{"not compiled", "%%\nx", nil, "# gonb_2\n./main.go:9:2: no x\n\thave ()\n./main.go:1:1: no y\n", []string{"# gonb_2", "Cell[5]: Line 2\na\n\tx\n ^\nb\n\n\x1b[31mno x\x1b[0m", "\thave ()", "no y", ""}, "cell 5, line 2: no x\n\thave ()\nno y", ""},
		{"no module", "%%\nx", nil, "failed to run \"go get\": exit status 1\n\ngo: gonb_2 imports\n\ta/b: cannot find module\n---------------\nNote: 'go get'", nil, "a/b: cannot find module", ""},
		{"gonb's own", "%wasm", nil, "failed to prepare `%wasm`", nil, "failed to prepare `%wasm`", ""},
	} {
		l := newListener()
		r := &reader{l, map[string]*message{}}
		rest := ""
		publish := func(kind string, content map[string]any) (last *message) {
			for _, m := range r.published(parse(said(kind, content))) {
				if last = m; m.header.Type == "stream" {
					rest += m.text("text")
				}
			}
			return last
		}
		l.asked(parse(said("execute_request", map[string]any{"code": c.code})))
		if m := publish("execute_input", map[string]any{"code": "?", "execution_count": 5}); strings.HasPrefix(c.name, "twice") && m.text("code") != c.code {
			t.Errorf("%s: shown as %q", c.name, m.text("code"))
		}
		for _, text := range c.stderr {
			publish("stream", map[string]any{"name": "stderr", "text": text})
		}
		m := publish("error", map[string]any{"ename": "ERROR", "evalue": c.value, "traceback": c.traceback})
		got := m.text("evalue")
		alltest.Check(t, got == c.want && rest == c.rest, "%s:\n%q and %q on the standard error, want\n%q and %q", c.name, got, rest, c.want, c.rest)
		answers := l.answered(parse(said("execute_reply", map[string]any{"status": "error", "evalue": "x"})))
		alltest.Equal(t, answers[0].text("evalue"), c.want, "%s: answered", c.name)
	}
}

// TestStandInEnds: what plays gopls ends with the kernel that started it, however that ends.
func TestStandInEnds(t *testing.T) {
	const socketEnv = "FORMICARY_TEST_SOCKET"
	if socket := os.Getenv(socketEnv); socket != "" {
		t.Fatal(standIn([]string{"-listen", "unix;" + socket}))
	}
	folder, err := os.MkdirTemp("", "k-") // the path of a socket is short
	alltest.OK(t, err)
	defer os.RemoveAll(folder)
	socket := filepath.Join(folder, "gopls")
	kernel := exec.Command("sh", "-c", `"$0" -test.run='^TestStandInEnds$' & read line`, os.Args[0])
	kernel.Env = append(os.Environ(), socketEnv+"="+socket)
	alltest.Must(kernel.StdinPipe())(t)
	alltest.OK(t, kernel.Start())
	conn, err := net.Dial("unix", socket)
	for ; err != nil; conn, err = net.Dial("unix", socket) {
		time.Sleep(10 * time.Millisecond)
	}
	alltest.OK(t, kernel.Process.Kill())
	_ = kernel.Wait()
	alltest.Refused(conn.Read(make([]byte, 1)))(t, io.EOF, "expected the end of the stand-in")
}
