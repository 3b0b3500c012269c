package service

import (
	"context"
	"encoding/json"
	"sync"
	"syscall/js"
)

// Serve takes calls from the page until the worker ends. It is given the worker's
// func that takes messages to the page, and tells it that the program is ready.
func Serve() {
	worker := js.Global().Get("formicary")
	send := func(id int, kind, text string) { worker.Call("send", id, kind, text) }
	var mu sync.Mutex
	cancels := map[int]context.CancelFunc{}
	worker.Set("call", js.FuncOf(func(_ js.Value, in []js.Value) any {
		id, name, args := in[0].Int(), in[1].String(), in[2].String()
		var bytes []byte
		if in[3].Truthy() {
			bytes = make([]byte, in[3].Get("length").Int())
			js.CopyBytesToGo(bytes, in[3])
		}
		ctx, cancel := context.WithCancel(context.Background())
		mu.Lock()
		cancels[id] = cancel
		mu.Unlock()
		go func() {
			answer, err := Do(ctx, name, json.RawMessage(args), bytes, func(event json.RawMessage) { send(id, "event", string(event)) }, yield)
			mu.Lock()
			delete(cancels, id)
			mu.Unlock()
			cancel()
			if err != nil {
				send(id, "error", err.Error())
				return
			}
			send(id, "answer", string(answer))
		}()
		return nil
	}))
	worker.Set("cancel", js.FuncOf(func(_ js.Value, in []js.Value) any {
		mu.Lock()
		defer mu.Unlock()
		if cancel := cancels[in[0].Int()]; cancel != nil {
			cancel()
		}
		return nil
	}))
	send(0, "ready", "null")
	select {}
}

// yield returns after the worker has taken the messages that waited.
func yield() {
	back := make(chan struct{})
	f := js.FuncOf(func(js.Value, []js.Value) any {
		close(back)
		return nil
	})
	defer f.Release()
	js.Global().Get("formicary").Call("later", f)
	<-back
}
