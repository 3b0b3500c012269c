//go:build unix

package main

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
)

// beGo makes the program of the tests the one that is tested.
const beGo = "BE_GO"

func TestMain(m *testing.M) {
	if os.Getenv(beGo) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// TestCells makes cells as gonb does and counts what reaches the go command: a cell
// whose imports and their sources are as before needs none, and every program says
// what its sources say at the time.
func TestCells(t *testing.T) {
	n := newNotebook(t)
	const hello = "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(`hello`) }\n"
	const whose = "package main\n\nimport \"formicary/pkg/sources\"\n\nfunc main() { print(sources.Cell()) }\n"
	const words = "package main\n\nimport \"dep/words\"\n\nfunc main() { println2(words.Text()) }\n\nfunc println2(s string) { print(s) }\n"
	all := []string{"get", "build -x -ldflags=-s -o program"}
	build := all[1]

	n.cell("the first", hello, "hello\n", all...)
	n.cell("another with its imports", strings.Replace(hello, "hello", "again", 1), "again\n")
	n.cell("another import", words, "one file 1", all...)
	n.cell("another import, again", strings.Replace(words, "words.Text()", "words.Text() + `!`", 1), "one file 1!")
	n.cell("back", hello, "hello\n")
	for i, text := range []string{whose, whose + "\n", whose} { // the program has its own text
		n.cell("its own text", text, pack([]byte(text)), all[:2-2*min(i, 1)]...)
	}

	n.write("dep/words/words.go", strings.Replace(wordsGo, "one", "two", 1))
	n.cell("a changed source", words, "two file 1", build)
	n.cell("a changed source, again", words, "two file 1")
	n.write("dep/words/files/text.txt", "file 2")
	n.cell("a changed file that is embedded", words, "two file 2", build)
	n.write("dep/words/more.go", "package words\n\nfunc init() { text = `three ` }\n")
	n.cell("a further source", words, "three file 2", build)
	n.write("dep/words/words_test.go", "package words\n")
	n.cell("a test", words, "three file 2")
	n.write("dep/go.mod", "module dep\n\ngo 1.26\n\n// changed\n")
	n.cell("a changed module", words, "three file 2", all...)

	n.cell("a directive", "package main\n\nimport _ \"embed\"\n\n//go:embed go.mod\nvar text string\n\nfunc main() { print(text[:6]) }\n", "module", "get", "build -o program")
	n.env = append(n.env, "FORMICARY_PLAIN_GO=1")
	n.cell("without", hello, "hello\n", "get", "build -o program")
	n.env = append(n.env, "FORMICARY_PLAIN_GO=", "GOFLAGS=-tags=some")
	n.cell("other flags", hello, "hello\n", "get", "build -o program")
	n.env = append(n.env, "GOFLAGS="+kernelFlags)

	// What changes while a cell is built may be in it or not: nothing is kept.
	now := filepath.Join(n.folder, "dep/words/words.go")
	alltest.OK(t, os.Chtimes(now, time.Time{}, time.Now().Add(time.Hour)))
	n.cell("a source that changes", words, "three file 2", all...)
	n.cell("a source that changes, again", words, "three file 2", all...)

	elsewhere := exec.Command(n.program, "env", "GOFLAGS")
	elsewhere.Env = append(n.env, "GONB_TMP_DIR=/elsewhere")
	alltest.Equal(t, string(alltest.Must(elsewhere.Output())(t)), kernelFlags+"\n", "elsewhere")
}

// TestMistakes: what is wrong with a cell is said in the go command's words, however
// the cell would be made.
func TestMistakes(t *testing.T) {
	n := newNotebook(t)
	const right, wrong = "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println() }\n", "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Printl(1) }\n"
	for _, cell := range []string{wrong, right, wrong, "package main\n\nimport \"dep/nothing\"\n\nfunc main() { nothing.Do() }\n"} {
		n.write("cell/main.go", cell)
		got, errGot := n.run(n.program, "build", "-o", "program")
		want, errWant := n.run("go", "build", "-o", "program")
		alltest.Check(t, got == want && (errGot == nil) == (errWant == nil), "%s\ngot\n%s%v\nwant\n%s%v", cell, got, errGot, want, errWant)
	}
}

// TestRecipe: what is no log of a build, or one that uses files which are gone afterwards, is not done again.
func TestRecipe(t *testing.T) {
	for _, log := range []string{"", "WORK=/w\nls\n", "WORK=/w\nmkdir -p /w/b001/\ncp /w/b002/a /w/b001/a\nmv /w/b001/exe/a.out program\n"} {
		r := (&cell{}).recipe(log, "", time.Now())
		alltest.Check(t, r == nil, "%q: %+v", log, r)
	}
}

// TestPack: a text is an argument of the linker's, or not told.
func TestPack(t *testing.T) {
	random := make([]byte, 1<<17)
	rand.NewChaCha8([32]byte{}).Read(random)
	alltest.Check(t, pack(random) == "-" && len(pack(random[:1<<16])) >= 1<<16, "a text of 128 KB, or one of 64 KB")
}

// notebook is a kernel's temporary folder beside a module.
type notebook struct {
	t       *testing.T
	folder  string
	program string
	env     []string
	writes  int
}

const wordsGo = "package words\n\nimport \"embed\"\n\n//go:embed files\nvar files embed.FS\n\nvar text = `one `\n\nfunc Text() string {\n\tfile, _ := files.ReadFile(`files/text.txt`)\n\treturn text + string(file)\n}\n"

func newNotebook(t *testing.T) *notebook {
	folder := alltest.Must(filepath.EvalSymlinks(t.TempDir()))(t)
	goCommand := alltest.Must(exec.LookPath("go"))(t)
	self := alltest.Must(os.Executable())(t)
	n := &notebook{t: t, folder: folder, program: self}
	counted := filepath.Join(folder, "counted")
	script := "#!/bin/sh\n[ \"$1\" = env ] || [ \"$1\" = list ] || echo \"$@\" >>'" + folder + "/log'\nexec '" + goCommand + "' \"$@\"\n"
	alltest.OK(t, os.WriteFile(counted, []byte(script), 0o755))
	cell := filepath.Join(folder, "cell")
	n.env = append(os.Environ(), beGo+"=1", "GOFLAGS="+kernelFlags, "GOPROXY=off", "GOWORK=", "GONB_TMP_DIR="+cell, "FORMICARY_GO_PROGRAM="+counted)
	n.write("dep/go.mod", "module dep\n\ngo 1.26\n")
	n.write("dep/words/words.go", wordsGo)
	n.write("dep/words/files/text.txt", "file 1")
	n.write("formicary/go.mod", "module formicary\n\ngo 1.26\n")
	n.write("formicary/pkg/sources/sources.go", "package sources\n\nvar cell string\n\nfunc Cell() string { return cell }\n")
	n.write("cell/go.mod", "module cell\n\ngo 1.26\n\nreplace dep => ../dep\n\nreplace formicary => ../formicary\n")
	n.write("cell/go.work", "go 1.26\n\nuse (\n\t.\n\t../dep\n\t../formicary\n)\n")
	return n
}

// write writes a file as somebody has long ago, each time at another.
func (n *notebook) write(name, text string) {
	n.t.Helper()
	path := filepath.Join(n.folder, name)
	n.writes++
	then := time.Now().Add(-time.Hour).Add(time.Duration(n.writes) * time.Second)
	for _, err := range []error{os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644), os.Chtimes(path, then, then)} {
		if err != nil {
			n.t.Fatal(err)
		}
	}
}

// run runs a program in the cell's folder.
func (n *notebook) run(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = filepath.Join(n.folder, "cell"), append(n.env, "PWD="+filepath.Join(n.folder, "cell"))
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// cell makes a cell and runs it; calls are what reaches the go command.
func (n *notebook) cell(name, text, want string, calls ...string) {
	n.t.Helper()
	n.write("cell/main.go", text)
	log := filepath.Join(n.folder, "log")
	alltest.OK(n.t, os.WriteFile(log, nil, 0o644))
	for _, args := range [][]string{{"get"}, {"build", "-o", "program"}} {
		if out, err := n.run(n.program, args...); err != nil {
			n.t.Fatalf("%s: %v: %v\n%s", name, args, err, out)
		}
	}
	got, err := n.run("./program")
	if err != nil || got != want {
		n.t.Errorf("%s: the program prints %q, %v; want %q", name, got, err, want)
	}
	made := alltest.Must(os.ReadFile(log))(n.t)
	if said := strings.Join(calls, "\n"); strings.TrimSpace(strings.ReplaceAll(string(made), " -X "+textVariable+"="+pack([]byte(text)), "")) != said {
		n.t.Errorf("%s: the go command had to do\n%swant\n%s", name, made, said)
	}
}

// TestNext: where nothing names the go command, as where the folder of the kernel's
// programs is in a user's PATH, it is the next one there, and never this one.
func TestNext(t *testing.T) {
	self := alltest.Must(os.Executable())(t)
	kernel, system := t.TempDir(), t.TempDir()
	for _, name := range []string{filepath.Join(kernel, "go"), filepath.Join(kernel, "again")} {
		alltest.OK(t, os.Symlink(self, name))
	}
	alltest.OK(t, os.WriteFile(filepath.Join(system, "go"), []byte("#!/bin/sh\necho real \"$@\"\n"), 0o755))
	run := func(path ...string) string {
		cmd := exec.Command(filepath.Join(kernel, "go"), "version")
		cmd.Env = []string{beGo + "=1", "PATH=" + strings.Join(path, string(os.PathListSeparator))}
		said, _ := cmd.CombinedOutput()
		return string(said)
	}
	alltest.Equal(t, run(kernel, "/nowhere", system), "real version\n", "the next go command")
	alltest.Has(t, run(kernel), "FORMICARY_GO_PROGRAM or PATH", "without a go command it")
}
