package lab

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/assets"
)

// kernelEnv is an environment with a kernel's layer of empty programs, and the user's
// folder of kernels; Jupyter finds nothing else.
func kernelEnv(t *testing.T) (env Env, user string) {
	t.Helper()
	dir := t.TempDir()
	env = Env{Root: filepath.Join(dir, "clone"), Home: filepath.Join(dir, "cache"), Go: filepath.Join(dir, "go")}
	env.Kernel = filepath.Join(env.Home, "kernel-1")
	for _, file := range []string{"clone/go.mod", "go/bin/go", "cache/kernel-1/bin/gonb", "cache/kernel-1/bin/kernelproxy", "cache/kernel-1/completion/gopls"} {
		write(t, filepath.Join(dir, file), "")
	}
	alltest.OK(t, writeScripts(env.Kernel))
	for name, value := range map[string]string{
		assets.HomeEnv: env.Home, "JUPYTER_DATA_DIR": filepath.Join(dir, "user"), "VIRTUAL_ENV": filepath.Join(dir, "venv"), "JUPYTER_PATH": "",
	} {
		t.Setenv(name, value)
	}
	user = alltest.Must(UserKernels())(t)
	return env, user
}

func write(t *testing.T, path, text string) {
	t.Helper()
	alltest.OK(t, os.MkdirAll(filepath.Dir(path), 0o755))
	alltest.OK(t, os.WriteFile(path, []byte(text), 0o755))
}

// only is the one kernel of the lab that is found.
func only(t *testing.T) KernelSpec {
	t.Helper()
	var ours []KernelSpec
	found, err := FindKernels(t.Context())
	for _, k := range found {
		if k.Ours {
			ours = append(ours, k)
		}
	}
	alltest.Require(t, err == nil && len(ours) == 1, "kernels %+v, %v; want one of the lab", found, err)
	return ours[0]
}

// TestInstallKernelBesideAnother: a gonb of other origin, in the folder or elsewhere,
// stays to the byte, and gives the kernel another name.
func TestInstallKernelBesideAnother(t *testing.T) {
	const stock = `{"argv": ["/opt/gonb", "--kernel", "{connection_file}"], "display_name": "Go (gonb)", "language": "go"}`
	env, user := kernelEnv(t)
	spec := filepath.Join(user, KernelName, "kernel.json")
	write(t, spec, stock)
	venv := alltest.Must(PrefixKernels(t.Context(), ""))(t)
	for _, folder := range []string{user, venv} {
		k, other, err := env.InstallKernel(folder, "")
		alltest.Check(t, err == nil && k.Name == OtherKernelName && other != nil && other.Dir == filepath.Dir(spec), "installed %+v beside %+v, %v", k, other, err)
		if _, err := UninstallKernel(folder, ""); err != nil {
			t.Error(err)
		}
	}
	_, _, err := env.InstallKernel(user, KernelName)
	alltest.Check(t, err != nil && strings.Contains(err.Error(), "stays as it is"), "replacing it: %v", err)
	alltest.Refused(UninstallKernel(user, KernelName))(t, "stays as it is", "removing it")
	if _, _, err := env.InstallKernel(user, "../gonb"); err == nil {
		t.Error("a name leads out of the folder")
	}
	if k, other, err := env.InstallKernel(venv, KernelName); err != nil || k.Name != KernelName || other != nil {
		t.Errorf("by its name elsewhere: %+v, %+v, %v", k, other, err)
	}
	// One that only another Jupyter sees is none.
	alltest.OK(t, os.RemoveAll(filepath.Join(venv, KernelName)))
	write(t, filepath.Join(venv, KernelName, "kernel.json"), stock)
	t.Setenv("JUPYTER_DATA_DIR", t.TempDir())
	if k, other, err := env.InstallKernel(filepath.Join(t.TempDir(), "kernels"), ""); err != nil || k.Name != KernelName || other != nil {
		t.Errorf("beside another Jupyter's: %+v, %+v, %v", k, other, err)
	}
	alltest.Equal(t, string(alltest.Must(os.ReadFile(spec))(t)), stock, "the other kernel")
}

// TestKernelDangles: an installed kernel needs no layer of the cache, and what it needs and
// is gone is named and repaired; its place stays the same.
func TestKernelDangles(t *testing.T) {
	env, _ := kernelEnv(t)
	folder, err := PrefixKernels(t.Context(), t.TempDir()) // found as it was installed there
	alltest.OK(t, err)
	k, _, err := env.InstallKernel(folder, "")
	alltest.Require(t, err == nil && k.Name == KernelName && k.Root == env.Root && k.Wrong == "", "%+v, %v", k, err)
	text, err := os.ReadFile(filepath.Join(k.Dir, "kernel.json"))
	alltest.Check(t, err == nil && strings.Contains(string(text), filepath.Join(k.Dir, "kernel.sh")) && !strings.Contains(string(text), env.Kernel),
		"the kernel's path depends on the cache's version: %s, %v", text, err)
	next := env
	next.Kernel = filepath.Join(env.Home, "kernel-2")
	alltest.OK(t, os.Rename(env.Kernel, next.Kernel))
	got := only(t)
	alltest.Check(t, got == k && got.outdated(next), "with a new version of the cache: %+v, want %+v", got, k)
	repair := func() {
		t.Helper()
		alltest.Equal(t, len(alltest.Must(next.RepairKernels(t.Context()))(t)), 1, "repaired")
		got := only(t)
		alltest.Check(t, got.Wrong == "" && !got.outdated(next) && got.Dir == k.Dir, "after the repair %+v", got)
		done, err := next.RepairKernels(t.Context())
		alltest.Check(t, err == nil && len(done) <= 0, "repaired again: %+v, %v", done, err)
	}
	repair()

	for _, gone := range []string{filepath.Join(env.Root, "go.mod"), filepath.Join(env.Go, "bin", "go"), filepath.Join(k.Dir, "bin", "gonb")} {
		alltest.OK(t, os.Remove(gone))
		want := "it dangles: " + gone + " is gone"
		alltest.Equal(t, only(t).Wrong, want)
		var r Report
		r.kernels(t.Context(), next)
		alltest.Check(t, len(r.Checks) == 1 && !r.Checks[0].OK && !r.Checks[0].Required && strings.Contains(r.Checks[0].Hint, want), "doctor says %+v", r.Checks)
		if dir := filepath.Dir(gone); strings.HasPrefix(gone, k.Dir) {
			repair()
			continue
		} else if strings.HasPrefix(gone, env.Root) {
			next.Root = dir + "-moved"
			write(t, filepath.Join(next.Root, "go.mod"), "")
		} else {
			next.Go = filepath.Dir(dir) + "-new"
			write(t, filepath.Join(next.Go, "bin", "go"), "")
		}
		repair()
	}
}
