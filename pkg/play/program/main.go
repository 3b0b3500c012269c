// Command program is the Go program of the lab's pages: all engines, kinds of
// puzzles, statistics and charts, as services that the page's scripts call.
package main

import (
	"formicary/pkg/play/service"
	"formicary/pkg/play/session"
)

func main() {
	session.Register(nil)
	service.Serve()
}
