package lab

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"formicary/pkg/assets"
	"formicary/pkg/puzzle/sets"
)

// OtherKernelName is the name of the Go kernel beside a stock GoNB.
const OtherKernelName = "formicary"

// goEnv names the folder of Go for kernel.sh: the PATH of a desktop has none.
const goEnv = "FORMICARY_GO"

// KernelSpec is a kernel where Jupyter finds it: a folder with kernel.json. A folder that
// [Env.InstallKernel] writes also has copies of the kernel's programs, so that it does
// not depend on the layers in the cache.
type KernelSpec struct {
	Name string `json:"name"`
	Dir  string `json:"path"`
	// Ours says that the lab wrote it; Root is then the module that it falls back on.
	Ours bool   `json:"ours"`
	Root string `json:"module,omitempty"`
	// Wrong says what it names and is gone.
	Wrong string `json:"wrong,omitempty"`

	layer string // that its programs are copied from
}

// specFile is what Jupyter reads.
type specFile struct {
	Argv          []string          `json:"argv"`
	DisplayName   string            `json:"display_name"`
	Language      string            `json:"language"`
	InterruptMode string            `json:"interrupt_mode"`
	Env           map[string]string `json:"env,omitempty"`
	Metadata      struct {
		Layer string `json:"formicary,omitempty"`
	} `json:"metadata"`
}

// writeKernelSpec writes the file that tells Jupyter about a kernel.
func writeKernelSpec(dir, name, script, layer string, env map[string]string) error {
	spec := specFile{
		Argv: []string{script, "{connection_file}"}, DisplayName: "Go (" + name + ")", Language: "go",
		InterruptMode: "message", Env: env, // as gonb installs itself
	}
	spec.Metadata.Layer = layer
	text, err := json.MarshalIndent(spec, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "kernel.json"), text, 0o644)
}

// readKernelSpec reads the kernel in a folder.
func readKernelSpec(dir string) (KernelSpec, error) {
	k := KernelSpec{Name: filepath.Base(dir), Dir: dir}
	text, err := os.ReadFile(filepath.Join(dir, "kernel.json"))
	if err != nil {
		return k, err
	}
	var spec specFile
	if json.Unmarshal(text, &spec) != nil || len(spec.Argv) == 0 {
		return k, nil // somebody else's
	}
	k.layer = spec.Metadata.Layer
	// A kernel.json that was copied from the cache is the lab's, too.
	k.Ours = k.layer != "" || filepath.Base(spec.Argv[0]) == "kernel.sh" && strings.HasPrefix(filepath.Base(filepath.Dir(spec.Argv[0])), "kernel-")
	if !k.Ours {
		return k, nil
	}
	k.Root = spec.Env[sets.RootEnv]
	places := []string{spec.Argv[0], filepath.Join(filepath.Dir(spec.Argv[0]), "bin", "gonb")}
	for name, file := range map[string]string{sets.RootEnv: "go.mod", goEnv: filepath.Join("bin", "go"), assets.HomeEnv: "."} {
		if folder := spec.Env[name]; folder != "" {
			places = append(places, filepath.Join(folder, file))
		}
	}
	slices.Sort(places)
	for _, place := range places {
		if _, err := os.Stat(place); err != nil {
			k.Wrong = "it dangles: " + place + " is gone"
			break
		}
	}
	return k, nil
}

// kernelsBelow is where Jupyter looks for kernels below a prefix.
func kernelsBelow(prefix string) string { return filepath.Join(prefix, "share", "jupyter", "kernels") }

// UserKernels is the folder of the user's own kernels, as Jupyter has it.
func UserKernels() (string, error) {
	if data := os.Getenv("JUPYTER_DATA_DIR"); data != "" {
		return filepath.Join(data, "kernels"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	if runtime.GOOS == "darwin" {
		return filepath.Join(home, "Library", "Jupyter", "kernels"), nil
	}
	return filepath.Join(cmp.Or(os.Getenv("XDG_DATA_HOME"), filepath.Join(home, ".local", "share")), "jupyter", "kernels"), nil
}

// PrefixKernels is the folder of the kernels of a Python environment: the one of the
// prefix, or, where it is "", of the active environment or the Python on the PATH.
func PrefixKernels(ctx context.Context, prefix string) (string, error) {
	prefix = cmp.Or(prefix, os.Getenv("VIRTUAL_ENV"), os.Getenv("CONDA_PREFIX"))
	for _, name := range []string{"python3", "python"} {
		if prefix != "" {
			break
		}
		if path, err := exec.LookPath(name); err == nil {
			text, err := output(ctx, "", nil, path, "-c", "import sys; print(sys.prefix)")
			if err != nil {
				return "", err
			}
			prefix = strings.TrimSpace(text)
		}
	}
	if prefix == "" {
		return "", errors.New("no Python on the PATH and no active environment: give its folder as the prefix")
	}
	prefix, err := filepath.Abs(prefix)
	return kernelsBelow(prefix), err
}

// installedFile lists, in the cache, the folders that kernels were installed in.
const installedFile = "kernels.txt"

// installedFolders are those of them that are still there.
func installedFolders(home string) ([]string, error) {
	text, err := os.ReadFile(filepath.Join(home, installedFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return slices.DeleteFunc(strings.Split(string(text), "\n"), func(folder string) bool {
		_, err := os.Stat(folder)
		return err != nil
	}), nil
}

// FindKernels lists the kernels named gonb and those of the lab: in the user's folder, the
// Python environment's, JUPYTER_PATH, the system's, and wherever one was installed.
func FindKernels(ctx context.Context) ([]KernelSpec, error) {
	home, err := assets.Home()
	if err != nil {
		return nil, err
	}
	folders, err := sharedFolders()
	if err != nil {
		return nil, err
	}
	if python, err := PrefixKernels(ctx, ""); err == nil {
		folders = append(folders, python)
	}
	installed, err := installedFolders(home)
	if err != nil {
		return nil, err
	}
	return kernelsIn(append(folders, installed...)), nil
}

// sharedFolders are the folders of kernels that every Jupyter of the user's looks into.
func sharedFolders() ([]string, error) {
	user, err := UserKernels()
	if err != nil {
		return nil, err
	}
	folders := []string{user, kernelsBelow("/usr/local"), kernelsBelow("/usr")}
	for _, dir := range filepath.SplitList(os.Getenv("JUPYTER_PATH")) {
		folders = append(folders, filepath.Join(dir, "kernels"))
	}
	return folders, nil
}

// kernelsIn lists the kernels of folders that are named gonb or are the lab's.
func kernelsIn(folders []string) (found []KernelSpec) {
	for i, folder := range folders {
		if slices.Contains(folders[:i], folder) {
			continue
		}
		entries, _ := os.ReadDir(folder) // most are not there
		for _, e := range entries {
			k, err := readKernelSpec(filepath.Join(folder, e.Name()))
			if err == nil && (k.Ours || k.Name == KernelName) && !strings.HasPrefix(k.Name, ".") {
				found = append(found, k)
			}
		}
	}
	return found
}

// InstallKernel puts the kernel into a folder where Jupyter looks for kernels, in place of
// the lab's own of that name. Without a name it is [KernelName], or [OtherKernelName] where
// a gonb of other origin is there or in a folder that all Jupyters look into, which is then
// returned, too. A kernel of other
// origin is never replaced.
func (e *Env) InstallKernel(folder, name string) (installed KernelSpec, other *KernelSpec, err error) {
	if name == "" {
		folders, err := sharedFolders()
		if err != nil {
			return installed, nil, err
		}
		if k, err := readKernelSpec(filepath.Join(folder, KernelName)); err == nil && k.Ours {
			folders = nil
		}
		found := kernelsIn(append(folders, folder))
		name = KernelName
		if i := slices.IndexFunc(found, func(k KernelSpec) bool { return k.Name == KernelName && !k.Ours }); i >= 0 {
			name, other = OtherKernelName, &found[i]
		}
	}
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789._-") != "" || strings.HasPrefix(name, ".") {
		return installed, nil, fmt.Errorf("the name %q of a kernel: expected small letters, digits and -, _ or . between them", name)
	}
	dir := filepath.Join(folder, name)
	if k, err := readKernelSpec(dir); err == nil && !k.Ours {
		return installed, nil, fmt.Errorf("a kernel %s of other origin is in %s, which stays as it is: choose another --name", name, dir)
	}
	if err := e.writeKernel(dir, e.Root); err != nil {
		return installed, nil, err
	}
	folders, err := installedFolders(e.Home)
	if err != nil {
		return installed, nil, err
	}
	if !slices.Contains(folders, folder) {
		folders = append(folders, folder)
	}
	if err := assets.ReplaceFile(filepath.Join(e.Home, installedFile), []byte(strings.Join(folders, "\n")+"\n")); err != nil {
		return installed, nil, err
	}
	installed, err = readKernelSpec(dir)
	return installed, other, err
}

// writeKernel writes the folder of a kernel, in place of the one that is there.
func (e *Env) writeKernel(dir, root string) error {
	return assets.NewFolder(dir, func(next string) error {
		for _, part := range []string{"bin", "completion", "standin"} {
			if err := os.CopyFS(filepath.Join(next, part), os.DirFS(filepath.Join(e.Kernel, part))); err != nil {
				return err
			}
		}
		script, err := os.ReadFile(filepath.Join(e.Kernel, "kernel.sh"))
		if err != nil {
			return err
		}
		env := map[string]string{sets.RootEnv: root, assets.HomeEnv: e.Home, goEnv: e.Go}
		return errors.Join(
			os.WriteFile(filepath.Join(next, "kernel.sh"), script, 0o755),
			writeKernelSpec(next, filepath.Base(dir), filepath.Join(dir, "kernel.sh"), filepath.Base(e.Kernel), env),
		)
	})
}

// UninstallKernel removes the lab's own kernels from a folder where Jupyter looks for them,
// or only the one of a name, and returns what it has removed.
func UninstallKernel(folder, name string) (removed []KernelSpec, err error) {
	names := []string{cmp.Or(name, KernelName)}
	if name == "" {
		names = append(names, OtherKernelName)
	}
	for _, n := range names {
		k, err := readKernelSpec(filepath.Join(folder, n))
		switch {
		case err != nil && errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return removed, err
		case k.Ours:
			if err := os.RemoveAll(k.Dir); err != nil {
				return removed, err
			}
			removed = append(removed, k)
		case name != "":
			return removed, fmt.Errorf("the kernel %s in %s is of other origin and stays as it is", n, folder)
		}
	}
	if len(removed) == 0 {
		return nil, fmt.Errorf("no kernel %s of the lab in %s", strings.Join(names, " or "), folder)
	}
	return removed, nil
}

// outdated says whether the programs of a module's kernel are not those of its environment.
func (k KernelSpec) outdated(e Env) bool {
	return k.Root == e.Root && e.Kernel != "" && k.layer != filepath.Base(e.Kernel)
}

// RepairKernels renews the installed kernels of the lab that dangle or are of another
// version. A kernel keeps its module as long as that is there. It returns those renewed.
func (e *Env) RepairKernels(ctx context.Context) (repaired []KernelSpec, err error) {
	found, err := FindKernels(ctx)
	if err != nil {
		return nil, err
	}
	for _, k := range found {
		if strings.HasPrefix(k.Dir, e.Home+string(filepath.Separator)) || !k.Ours || k.Wrong == "" && !k.outdated(*e) {
			continue
		}
		root := k.Root
		if _, err := os.Stat(filepath.Join(root, "go.mod")); root == "" || err != nil {
			root = e.Root
		}
		if wrong := e.writeKernel(k.Dir, root); wrong != nil {
			err = errors.Join(err, wrong) // such as a folder of the system's
			continue
		}
		repaired = append(repaired, k)
	}
	return repaired, err
}
