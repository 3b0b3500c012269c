package service_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/play/service"
)

func init() {
	service.Register("count", func(c *service.Call, n int) (any, error) {
		for i := range n {
			if err := c.Yield(); err != nil {
				return nil, err
			}
			c.Emit(i)
		}
		return map[string]int{"counted": n, "bytes": len(c.Bytes)}, nil
	})
	service.Register("broken", func(*service.Call, struct{}) (any, error) { panic("it broke") })
}

func TestDo(t *testing.T) {
	var events []string
	answer, err := service.Do(t.Context(), "count", json.RawMessage("3"), []byte("ab"), func(e json.RawMessage) { events = append(events, string(e)) }, nil)
	alltest.Check(t, err == nil && string(answer) == `{"bytes":2,"counted":3}` && strings.Join(events, " ") == "0 1 2",
		"it answers %s, %v after the events %v", answer, err, events)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx        context.Context
		name, args string
		want       string
	}{
		{t.Context(), "count", `"three"`, "count: argument: "},
		{t.Context(), "counts", "3", `no service "counts": expected one of broken, count`},
		{t.Context(), "broken", "null", "broken: it broke\ngoroutine"},
		{ended, "count", "3", "count: context canceled"},
	} {
		if _, err := service.Do(c.ctx, c.name, json.RawMessage(c.args), nil, nil, nil); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s of %s: error %v, want %q", c.name, c.args, err, c.want)
		}
	}
	alltest.Refused(service.Do(ended, "count", json.RawMessage("3"), nil, nil, nil))(t, context.Canceled, "the error of a call that was taken back")
}

func Example() {
	service.Register("double", func(c *service.Call, x float64) (any, error) { return 2 * x, nil })
	answer, err := service.Do(context.Background(), "double", json.RawMessage("21"), nil, nil, nil)
	fmt.Println(string(answer), err)
	// Output: 42 <nil>
}
