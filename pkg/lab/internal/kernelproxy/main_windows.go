package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "kernelproxy: the Go kernel needs Linux or macOS: run it in the Windows Subsystem for Linux (wsl --install)")
	os.Exit(1)
}
