package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"formicary/pkg/play/service"
	"formicary/pkg/play/session"
)

// What a page asks for when it shows a puzzle.
func Example() {
	session.Register(nil)
	answer, err := service.Do(context.Background(), "draw", json.RawMessage(`{"kind": "nurikabe", "text": "nurikabe/3/2/h21h"}`), nil, nil, nil)
	fmt.Println(strings.Contains(string(answer), `"address":"https://puzz.link/p?nurikabe/3/2/h21h"`), err)
	// Output: true <nil>
}
