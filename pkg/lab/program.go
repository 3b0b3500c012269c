package lab

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"formicary/pkg/charts/page"
	"formicary/pkg/play"
)

// Program is the markup of the module's Go program for pages ([page.Program]), built
// where it is not up to date.
func (e *Env) Program(ctx context.Context) (string, error) {
	p, err := e.program(ctx)
	if err == nil {
		p.WASM, err = e.small(ctx, p.WASM)
	}
	return page.Program(p.WASM, p.Glue), err
}

// small is a program for a page that is sent, compressed by the lab's Python, or else the user's.
func (e *Env) small(ctx context.Context, wasm []byte) ([]byte, error) {
	python := "python3"
	if e.Python != "" {
		python = e.python()
	}
	return play.Small(ctx, python, wasm)
}

func (e *Env) program(ctx context.Context) (play.Program, error) {
	return play.Build(ctx, e.Root, "./pkg/play/program", e.building())
}

// building is the environment for building in the module, with the lab's own Go.
func (e *Env) building() []string {
	return append(goEnviron(), "PATH="+filepath.Join(e.Go, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"), "GOTOOLCHAIN=local")
}

// programFile is what JupyterLab serves below static/ for the page's scripts.
const programFile = "formicary-program.html"

// serveProgram puts the program where JupyterLab serves it, while it starts. A
// module that does not build is its author's next concern: its pages have no
// program then, and say so.
func (e *Env) serveProgram(ctx context.Context, folder string) error {
	p, err := e.program(ctx)
	if err != nil {
		return err
	}
	markup := page.Program(p.WASM, p.Glue)
	part := filepath.Join(folder, programFile+".part")
	return errors.Join(os.WriteFile(part, []byte(markup), 0o600), os.Rename(part, strings.TrimSuffix(part, ".part")))
}
