package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// goplsVersion is the release that completes names and shows documentation in cells, and
// goplsSum what Go's checksum database says of it. The kernel does without, so it is no
// requirement of go.mod.
const (
	goplsVersion = "v0.23.0"
	goplsSum     = "h1:Dn6mf9WXu9iLnTftDDMb9wV0c6Se7PjzEMqP0LEe08Y="
)

// goplsLayer names the layer of gopls.
func goplsLayer(toolchain program) string {
	return "gopls-" + digest(goplsVersion, toolchain.version, runtime.GOOS, runtime.GOARCH)
}

// gopls is the program in that layer.
func (e *Env) gopls() string {
	return filepath.Join(e.Home, goplsLayer(e.toolchain), "bin", "gopls")
}

// HasGopls says whether it is there.
func (e *Env) HasGopls() bool { return complete(filepath.Dir(filepath.Dir(e.gopls()))) }

// MakeGopls builds gopls unless it is there, with half of the machine's processors: it
// takes about a minute, and a network. Kernels find it when they need it.
func (e *Env) MakeGopls(ctx context.Context, o Options) error {
	log := &steps{w: o.Log}
	_, err := layer(ctx, e.Home, goplsLayer(e.toolchain), func(dir string) error {
		return log.do("building gopls, for completion and documentation", func() error {
			bin := filepath.Join(dir, "bin")
			env := append(goEnviron(), "GOBIN="+bin, "GOTOOLCHAIN=local", "GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH)
			half := strconv.Itoa(max(1, runtime.NumCPU()/2))
			if _, err := output(ctx, dir, env, e.toolchain.path, "install", "-p", half, "golang.org/x/tools/gopls@"+goplsVersion); err != nil {
				return err
			}
			said, err := output(ctx, dir, env, e.toolchain.path, "version", "-m", filepath.Join(bin, "gopls"))
			if err == nil && !strings.Contains(said, "\t"+goplsVersion+"\t"+goplsSum) {
				err = fmt.Errorf("gopls %s has another sum than %s", goplsVersion, goplsSum)
			}
			return err
		})
	})
	return err
}

// linkGopls puts gopls beside a kernel's programs, by a link that leads nowhere until it
// is built, and among them the proxy by its name ([formicary/pkg/lab/internal/kernelproxy]).
func (e *Env) linkGopls(kernel string) error {
	beside := filepath.Join(kernel, "completion")
	return errors.Join(os.Mkdir(beside, 0o755), os.Symlink(e.gopls(), filepath.Join(beside, "gopls")), os.Symlink("kernelproxy", filepath.Join(kernel, "bin", "gopls")))
}
