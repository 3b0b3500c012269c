//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// eager is the environment variable by which the lab says that somebody sits at the
// keyboard: gopls, which takes ten seconds of a processor and 300 MB to read the module, starts with the
// kernel and not with the first question.
const eager = "FORMICARY_COMPLETION"

// noGopls is the answer to a question as long as there is no gopls.
const noGopls = "completion and documentation need gopls, which `formicary lab` builds while it is open for the first time, and `formicary lab doctor --prepare` at any time"

// standIn plays gopls for gonb, which looks for it once, at its start: it answers the
// greeting, starts gopls when it is there and needed, and tells it all that gonb has said.
func standIn(args []string) error {
	if len(args) != 2 || args[0] != "-listen" {
		path, err := findGopls()
		if err != nil {
			return err
		}
		cmd := exec.Command(path, args...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
		return cmd.Run()
	}
	socket, err := net.Listen("unix", strings.TrimPrefix(args[1], "unix;"))
	if err != nil {
		return err
	}
	go func() {
		parent := os.Getppid()
		for parent > 1 && os.Getppid() == parent { // a kernel that is killed ends nobody
			time.Sleep(look)
		}
		os.Exit(0) // gopls ends with its input
	}()
	for {
		conn, err := socket.Accept()
		if err != nil {
			return err
		}
		go func() { (&conversation{gonb: conn}).run() }()
	}
}

// findGopls finds the lab's gopls, or the user's own.
func findGopls() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	bin := filepath.Dir(self)
	folders := append([]string{filepath.Join(filepath.Dir(bin), "completion")}, filepath.SplitList(os.Getenv("PATH"))...)
	for _, folder := range folders {
		path := filepath.Join(folder, "gopls")
		if own, err := filepath.EvalSymlinks(path); err == nil && filepath.Base(own) != filepath.Base(self) && filepath.IsAbs(path) {
			return path, nil
		}
	}
	return "", errors.New(noGopls)
}

// conversation is one of gonb's with gopls, in the language server protocol.
type conversation struct {
	mu    sync.Mutex // of what is written to gonb
	gonb  net.Conn
	gopls io.WriteCloser // nil before it starts
	said  [][]byte       // by gonb before that
}

// letter is what the stand-in reads of a message.
type letter struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
}

const initialize, initialized = "initialize", "initialized"

func (c *conversation) run() {
	defer c.gonb.Close()
	r := bufio.NewReader(c.gonb)
	for {
		text, l, err := readLetter(r)
		if err != nil {
			break
		}
		asks := l.Method != "" && l.ID != nil && l.Method != initialize
		if c.gopls == nil {
			c.said = append(c.said, text)
		}
		switch {
		case c.gopls != nil:
			err = writeLetter(c.gopls, text)
		case l.Method == initialize:
			c.answer(l.ID, "result", map[string]any{"capabilities": map[string]any{}})
		case asks, l.Method == initialized && os.Getenv(eager) != "":
			if err := c.start(); err != nil && asks {
				c.said = c.said[:len(c.said)-1]
				c.answer(l.ID, "error", map[string]any{"code": -32803, "message": err.Error()}) // RequestFailed
			}
		}
		if err != nil {
			break
		}
	}
	if c.gopls != nil {
		_ = c.gopls.Close() // which ends it
	}
}

// start starts gopls and tells it what gonb has said.
func (c *conversation) start() error {
	path, err := findGopls()
	if err != nil {
		return err
	}
	cmd := exec.Command(path, "serve")
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	c.gopls = in
	go func() {
		defer c.gonb.Close() // gonb starts no other one
		r := bufio.NewReader(out)
		greeted := false
		for {
			text, l, err := readLetter(r)
			if err != nil {
				break
			}
			if !greeted && l.Method == "" { // the stand-in has answered
				greeted = true
				continue
			}
			c.mu.Lock()
			err = writeLetter(c.gonb, text)
			c.mu.Unlock()
			if err != nil {
				break
			}
		}
		_ = cmd.Wait()
	}()
	for _, text := range c.said {
		if err := writeLetter(in, text); err != nil {
			return err
		}
	}
	c.said = nil
	return nil
}

// answer answers gonb's question itself.
func (c *conversation) answer(id json.RawMessage, kind string, value any) {
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, kind: value})
	if err != nil {
		panic("kernelproxy: " + err.Error())
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	_ = writeLetter(c.gonb, text) // where gonb is gone the next read says so
}

func readLetter(r *bufio.Reader) (text []byte, l letter, err error) {
	header, err := textproto.NewReader(r).ReadMIMEHeader()
	if err != nil {
		return nil, l, err
	}
	size, err := strconv.ParseUint(header.Get("Content-Length"), 10, 31)
	if err != nil {
		return nil, l, err
	}
	text = make([]byte, size)
	if _, err = io.ReadFull(r, text); err == nil {
		err = json.Unmarshal(text, &l)
	}
	return text, l, err
}

func writeLetter(w io.Writer, text []byte) error {
	_, err := fmt.Fprintf(w, "Content-Length: %d\r\n\r\n%s", len(text), text)
	return err
}
