//go:build js

// Command program is the Go program of the lab's pages: all engines, kinds of
// puzzles, statistics and charts, as services that the page's scripts call.
package main

import (
	_ "formicary/pkg/play" // its services
	"formicary/pkg/play/service"
)

func main() { service.Serve() }
