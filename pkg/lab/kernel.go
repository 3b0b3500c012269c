package lab

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

//go:embed kernel.sh standin jupyter.py template
var scripts embed.FS

// KernelName is the name of the Go kernel, the same as a stock GoNB has, so
// that notebooks open under either.
const KernelName = "gonb"

// tools are the programs of the kernel, at the versions in go.mod, and the
// module's own, which is made of the sources that match ownSources.
var (
	tools      = []string{"github.com/janpfeifer/gonb", "golang.org/x/tools/cmd/goimports", "formicary/pkg/lab/internal/kernelproxy", "formicary/pkg/lab/internal/go"}
	ownSources = []string{"pkg/lab/internal/kernelproxy/*.go", "pkg/lab/internal/go/*.go", "pkg/assets/*.go"}
)

// findGo finds the go command, or says what to install.
func findGo(ctx context.Context, root string) (program, error) {
	path, err := exec.LookPath("go")
	if err != nil {
		return program{}, errors.New("no go command on the PATH: install Go 1.26 or later (Debian, Ubuntu: apt install golang-go; Fedora: dnf install golang; macOS: brew install go; where those are older, the archive from Go's own site)")
	}
	text, err := output(ctx, root, goEnviron(), path, "env", "GOROOT", "GOVERSION")
	if err != nil {
		return program{}, err
	}
	fields := strings.Split(strings.TrimSpace(text), "\n")
	if len(fields) != 2 {
		return program{}, fmt.Errorf("go env GOROOT GOVERSION printed %q", text)
	}
	return program{filepath.Join(fields[0], "bin", "go"), fields[1], fields[0]}, nil
}

// goEnviron is the user's environment for building in the module itself.
func goEnviron() []string {
	return append(os.Environ(), "GOFLAGS=", "GOWORK=off")
}

// kernelLayer names the layer of the kernel, after the modules that its
// programs are built from and the scripts that go with them.
func kernelLayer(root string, toolchain program) (string, error) {
	parts := []string{toolchain.version, runtime.GOOS, runtime.GOARCH, goplsLayer(toolchain)}
	for _, pattern := range append([]string{"go.mod", "go.sum"}, ownSources...) {
		names, err := fs.Glob(os.DirFS(root), pattern)
		if err != nil {
			return "", err
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			text, err := os.ReadFile(filepath.Join(root, name))
			if err != nil {
				return "", err
			}
			parts = append(parts, string(text))
		}
	}
	err := fs.WalkDir(scripts, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(scripts, path)
		parts = append(parts, path, string(text))
		return err
	})
	return "kernel-" + digest(parts...), err
}

// makeKernel builds the kernel and fetches the modules that notebooks can
// import.
func (e *Env) makeKernel(ctx context.Context, log *steps, toolchain program) error {
	name, err := kernelLayer(e.Root, toolchain)
	if err != nil {
		return err
	}
	e.Kernel, err = layer(ctx, e.Home, name, func(dir string) error {
		err := log.do("fetching Go modules", func() error {
			_, err := output(ctx, e.Root, goEnviron(), toolchain.path, "mod", "download")
			return err
		})
		if err != nil {
			return err
		}
		return log.do("building the Go kernel", func() error {
			args := append([]string{"build", "-o", filepath.Join(dir, "bin") + "/"}, tools...)
			if _, err := output(ctx, e.Root, goEnviron(), toolchain.path, args...); err != nil {
				return err
			}
			if err := errors.Join(writeScripts(dir), e.linkGopls(dir)); err != nil {
				return err
			}
			return writeKernelSpec(filepath.Join(dir, "share", "jupyter", "kernels", KernelName), KernelName, filepath.Join(dir, "kernel.sh"), filepath.Base(dir), nil)
		})
	})
	return err
}

// writeScripts writes the scripts into the kernel's layer.
func writeScripts(layer string) error {
	if err := os.CopyFS(layer, scripts); err != nil {
		return err
	}
	standin := filepath.Join(layer, "standin")
	if err := os.Link(filepath.Join(standin, "go"), filepath.Join(standin, "goimports")); err != nil {
		return err
	}
	return errors.Join(os.Chmod(filepath.Join(layer, "kernel.sh"), 0o755), os.Chmod(filepath.Join(standin, "go"), 0o755))
}

// warm builds every package of the module that a cell would import, so that the
// first cell has to link only. A module that does not build is its author's
// next concern, not a reason to keep the lab shut.
func (e *Env) warm(ctx context.Context, log *steps) {
	goCommand := filepath.Join(e.Go, "bin", "go")
	build := func() error {
		text, err := output(ctx, e.Root, goEnviron(), goCommand, "list", "-f", `{{if and (ne .Name "main") .GoFiles}}{{.ImportPath}}{{end}}`, "./pkg/...")
		if err != nil {
			return err
		}
		packages := slices.DeleteFunc(strings.Fields(text), func(p string) bool { return strings.HasPrefix(p, "formicary/pkg/lab") })
		if len(packages) == 0 {
			return nil
		}
		// Charts that a cell makes are drawn with this package, which none of the module imports.
		packages = append(packages, "github.com/go-echarts/go-echarts/v2/charts")
		_, err = output(ctx, e.Root, goEnviron(), goCommand, append([]string{"build"}, packages...)...)
		return err
	}
	if err := log.do("building the packages that notebooks import", build); err != nil && ctx.Err() == nil {
		log.printf("  ! the module does not build, cells that import the broken package will fail:\n%v", err)
	}
}
