//go:build !js

package service

// Serve is for programs in pages.
func Serve() { panic("service: this program runs in a page: build it with GOOS=js GOARCH=wasm") }
