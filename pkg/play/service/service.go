// Package service is how a page talks to the lab's Go code that runs in it: named
// services, each a func of one call. The program of a page (package
// play/program) registers its services and serves them; the page's script engine.js
// calls them, in a worker, so that the page stays quick meanwhile.
//
// Its opinion: arguments and answers are JSON, because both sides can read it; what
// is too large for that are bytes beside it. A service knows nothing of pages, so
// that a test calls it as the page does ([Do]).
//
// Its limits: a page has one thread for all Go code of a program. A service that
// takes long calls [Call.Yield] now and then, or neither a cancellation nor another
// call gets through.
package service

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// Call is one call of a service.
type Call struct {
	// Context ends when the page takes the call back, or ends the program.
	Context context.Context
	// Bytes is what came beside it; nil where nothing did. Services may keep it.
	Bytes []byte

	emit  func(any)
	yield func()
	last  time.Time // of the last yield
}

// Emit sends the page an event while the call goes on. The value is encoded as JSON
// before Emit returns.
func (c *Call) Emit(v any) { c.emit(v) }

// yieldEvery is how long the page's messages may wait.
const yieldEvery = 8 * time.Millisecond

// Yield lets the worker take messages, at most every few milliseconds: it costs
// little where it is called often. The error is that of the context.
func (c *Call) Yield() error {
	if now := time.Now(); now.Sub(c.last) >= yieldEvery {
		if c.yield != nil {
			c.yield()
		}
		c.last = time.Now()
	}
	return c.Context.Err()
}

// services are those registered, by name; they get their argument as JSON.
var services = map[string]func(*Call, json.RawMessage) (any, error){}

// Register adds a service before the program serves. Its argument comes as JSON, and its answer is sent to the page as
// JSON. Two services of one name are a mistake of the program.
func Register[In any](name string, f func(*Call, In) (any, error)) {
	if services[name] != nil {
		panic("service: two services are called " + name)
	}
	services[name] = func(c *Call, args json.RawMessage) (any, error) {
		var in In
		if err := json.Unmarshal(args, &in); err != nil {
			return nil, fmt.Errorf("argument: %w", err)
		}
		return f(c, in)
	}
}

// Do calls a service and returns its answer as JSON. Events go to emit as JSON, and
// yield lets messages through; both may be nil. The error is the service's, or names
// the services that there are; a panic becomes one with its stack.
func Do(ctx context.Context, name string, args json.RawMessage, bytes []byte, emit func(json.RawMessage), yield func()) (answer json.RawMessage, err error) {
	f := services[name]
	if f == nil {
		return nil, fmt.Errorf("no service %q: expected one of %s", name, strings.Join(slices.Sorted(maps.Keys(services)), ", "))
	}
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%s: %v\n%s", name, v, debug.Stack())
		}
	}()
	c := &Call{Context: ctx, Bytes: bytes, yield: yield, last: time.Now()}
	c.emit = func(v any) {
		text, err := encoded(v)
		if err != nil {
			panic(err)
		}
		if emit != nil {
			emit(text)
		}
	}
	v, err := f(c, args)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return encoded(v)
}

// encoded is a value as JSON. It goes from thread to thread and never into markup:
// drawings would be half as long again with their brackets escaped.
func encoded(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
