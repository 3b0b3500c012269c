package gallery

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/lab"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/show"
)

// kept are notebooks as an earlier gallery executed them. Their outputs stand as long as nothing has changed that they
// depend on: the notebook, the module's code, data and modules, the lab's tools, third-party sets, the environment of
// the lab, and the journals that the notebook opened, which may grow in other notebooks. A notebook that may depend on
// anything else ([elsewhere]) is executed each time.
type kept struct {
	dir  string // .formicary/executed in the checkout
	code []byte // the hash of all that notebooks have in common
}

// executed is a kept notebook.
type executed struct {
	Key      string            `json:"key"`
	Took     time.Duration     `json:"took"`
	Journals map[string]string `json:"journals"` // the hashes of the folders that it opened
	Notebook json.RawMessage   `json:"notebook"`
}

func newKept(env *lab.Env) (kept, error) {
	sum := sha256.New()
	fmt.Fprintln(sum, runtime.Version(), env.Go, filepath.Base(env.Kernel), filepath.Base(env.Python), filepath.Base(env.Echarts))
	for _, variable := range slices.Sorted(slices.Values(os.Environ())) {
		if strings.HasPrefix(variable, "FORMICARY_") {
			fmt.Fprintln(sum, variable)
		}
	}
	roots := []string{filepath.Join(env.Root, "go.mod"), filepath.Join(env.Root, "go.sum"), filepath.Join(env.Root, "pkg"), filepath.Join(env.Root, "data")}
	for _, variable := range []string{sets.DataEnv, assets.RecordsEnv} {
		if folder := os.Getenv(variable); folder != "" {
			roots = append(roots, folder)
		}
	}
	for _, root := range roots {
		if err := hashTree(sum, root); err != nil {
			return kept{}, err
		}
	}
	return kept{filepath.Join(env.Root, ".formicary", "executed"), sum.Sum(nil)}, nil
}

// hashTree adds the names and texts of the files below a folder to a hash, without tests.
func hashTree(sum io.Writer, root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist): // a lock that somebody has just taken away
			return nil
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "testdata":
			return filepath.SkipDir
		case !d.Type().IsRegular() || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		fmt.Fprintf(sum, "%s %x\n", path, sha256.Sum256(text))
		return nil
	})
}

// elsewhere matches what a cell may read that [kept] does not look at: files of its own, programs, the network, plans of
// a named folder, and commands of the kernel.
var elsewhere = regexp.MustCompile(`\b(?:os|exec|user|net|http|filepath|fs|bufio|ioutil|syscall|plugin|embed|campaign|cluster)\.[A-Z]|\bpuzzle\.ReadFile|\bexperiment\.In\(|\bOpen\("[./~]|(?m:^[!%][^%])`)

// execute is [lab.Env.Execute], unless the outputs of an earlier time stand, with how long the notebook ran. Those of a
// notebook that fails are not kept.
func (k kept) execute(ctx context.Context, env *lab.Env, path string, o lab.ExecuteOptions, afresh bool) (out []byte, took time.Duration, err error) {
	text, err := sets.ReadFile(path)
	if err != nil {
		return nil, 0, err
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, 0, err
	}
	nb, err := lab.ParseNotebook(path, text)
	if err != nil {
		return nil, 0, err
	}
	file := filepath.Join(k.dir, fmt.Sprintf("%s-%.6x.json", base(path), sha256.Sum256(fmt.Appendf(nil, "%s %v", absolute, o.Full))))
	key := fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%x %s %v %s", k.code, absolute, o.Full, text)))
	keep := !slices.ContainsFunc(nb.Cells, func(c lab.Cell) bool { return c.Type == "code" && elsewhere.MatchString(string(c.Source)) })
	if earlier, ok := readKept(file, key); ok && keep && !afresh {
		return earlier.Notebook, earlier.Took, nil
	}
	scratch, free, err := assets.Scratch("formicary-gallery-")
	if err != nil {
		return nil, 0, err
	}
	defer free()
	list := filepath.Join(scratch, "journals")
	o.Env = append(o.Env, show.JournalsEnv+"="+list)
	start := time.Now()
	out, err = env.Execute(ctx, path, o)
	took = time.Since(start)
	if err != nil || !keep {
		return out, took, err
	}
	folders, err := os.ReadFile(list)
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // it opened none
		return out, took, err
	}
	made := executed{Key: key, Took: took, Journals: map[string]string{}, Notebook: out}
	for folder := range strings.Lines(string(folders)) {
		folder = strings.TrimSpace(folder)
		if made.Journals[folder], err = hashOf(folder); err != nil {
			return out, took, err
		}
	}
	whole, err := json.Marshal(made)
	if err != nil {
		return out, took, err
	}
	return out, took, cmp.Or(os.MkdirAll(k.dir, 0o755), assets.ReplaceFile(file, whole))
}

// readKept is what is kept in a file under a key, where its journals are as they were.
func readKept(file, key string) (e executed, ok bool) {
	text, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(text, &e) != nil || e.Key != key {
		return e, false
	}
	for folder, was := range e.Journals {
		if is, err := hashOf(folder); err != nil || is != was {
			return e, false
		}
	}
	return e, true
}

// hashOf is the hash of a journal's folder, which need not exist.
func hashOf(folder string) (string, error) {
	var sum bytes.Buffer
	err := hashTree(&sum, folder)
	return fmt.Sprintf("%x", sha256.Sum256(sum.Bytes())), err
}
