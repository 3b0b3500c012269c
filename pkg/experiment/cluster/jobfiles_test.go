package cluster

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// job is what the golden files are made of.
func job() Job {
	return Job{Name: "Open 908: ants, paper's mode", Dir: "/shared/plans/ants of 2026", Program: "/shared/plans/ants of 2026/bin/0123456789ab/formicary", Number: 2, Shards: 500, List: "/shared/plans/ants of 2026/shards/2.list", Wanted: 12_345, Workers: 2, Time: 55 * time.Minute}
}

var jobFiles = []JobFile{
	Parallel{Hosts: []string{"node1", "8/node2"}, Jobs: 4},
	HyperQueue{},
	Kubernetes{Image: "debian:stable-slim", Claim: "plans", Memory: "2Gi", Parallel: 100},
	AWSBatch{Image: "debian:stable-slim", Queue: "spot", FileSystem: "fs-0123456789abcdef0"},
	GCPBatch{Server: "10.0.0.2", Path: "/plans", Region: "europe-west1", Machine: "e2-standard-4"},
}

// TestJobFiles compares all files with the golden ones, which UPDATE=1 writes.
func TestJobFiles(t *testing.T) {
	for _, f := range jobFiles {
		files, err := f.Files(job())
		if err != nil {
			t.Fatal(err)
		}
		command := f.Command(job(), "/shared/x y")
		files = append(files, File{fmt.Sprintf("%T.command", f)[len("cluster."):], command + "\n"})
		for _, file := range files {
			path := filepath.Join("testdata", file.Name)
			if os.Getenv("UPDATE") != "" {
				if err := os.WriteFile(path, []byte(file.Text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil || file.Text != string(want) {
				t.Errorf("%s is\n%s\nexpected\n%s%v", path, file.Text, want, err)
			}
		}
	}
}

// python is one that has what .ci/requirements.txt lists.
func python(t *testing.T) string {
	t.Helper()
	path := os.Getenv("FORMICARY_PYTHON")
	if path == "" {
		t.Skip("FORMICARY_PYTHON names no Python with the schemas: see .ci/python")
	}
	return path
}

// TestSchemas: the schedulers' own schemas take the golden files, and none of the
// same files with a mistake.
func TestSchemas(t *testing.T) {
	program := python(t)
	validate := func(kind, path string) error {
		if out, err := exec.Command(program, filepath.Join("testdata", "validate.py"), kind, path).CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
		return nil
	}
	for kind, mistakes := range map[string][][2]string{
		"kubernetes":     {{`"completions"`, `"completion"`}, {`"Indexed"`, `17`}, {`"persistentVolumeClaim"`, `"claim"`}},
		"aws-definition": {{`"retryStrategy"`, `"retries"`}, {`"VCPU"`, `2`}},
		"aws-job":        {{`"size": 500`, `"size": "500"`}, {`"jobQueue"`, `"queue"`}},
		"gcp-batch":      {{`"taskCount"`, `"tasks"`}, {`"3300s"`, `"55 minutes"`}},
	} {
		t.Run(kind, func(t *testing.T) {
			path := filepath.Join("testdata", kind+".json")
			if err := validate(kind, path); err != nil {
				t.Error(err)
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range mistakes {
				wrong := strings.Replace(string(text), m[0], m[1], 1)
				if wrong == string(text) {
					t.Fatalf("%s has no %s", path, m[0])
				}
				broken := filepath.Join(t.TempDir(), "wrong.json")
				if err := os.WriteFile(broken, []byte(wrong), 0o666); err != nil {
					t.Fatal(err)
				}
				if err := validate(kind, broken); err == nil {
					t.Errorf("the schema takes %s for %s", m[1], m[0])
				}
			}
		})
	}
}

// TestJobFilesRefuse: what a scheduler cannot take is an error, before anything is
// handed over.
func TestJobFilesRefuse(t *testing.T) {
	with := func(change func(*Job)) Job { j := job(); change(&j); return j }
	for name, c := range map[string]struct {
		f JobFile
		j Job
	}{
		"no image":        {Kubernetes{Claim: "x"}, job()},
		"no claim":        {Kubernetes{Image: "x"}, job()},
		"no queue":        {AWSBatch{Image: "x", FileSystem: "y"}, job()},
		"no region":       {GCPBatch{Server: "x", Path: "y"}, job()},
		"too many":        {jobFiles[3], with(func(j *Job) { j.Shards = 10_001 })},
		"no shards":       {jobFiles[1], with(func(j *Job) { j.Shards = 0 })},
		"relative":        {jobFiles[1], with(func(j *Job) { j.Dir = "plans" })},
		"line":            {jobFiles[0], with(func(j *Job) { j.Dir = "/a\nb" })},
		"braces":          {jobFiles[0], with(func(j *Job) { j.Dir = "/a{}b" })},
		"host":            {Parallel{Hosts: []string{"a,b"}}, job()},
		"percent":         {jobFiles[1], with(func(j *Job) { j.Dir = "/a%b" })},
		"root":            {jobFiles[2], with(func(j *Job) { j.Dir = "/" })},
		"negative number": {jobFiles[1], with(func(j *Job) { j.Workers = -1 })},
	} {
		if files, err := c.f.Files(c.j); !errors.Is(err, ErrJob) {
			t.Errorf("%s: %v, %v", name, files, err)
		}
	}
	one, err := jobFiles[3].Files(with(func(j *Job) { j.Shards = 1 }))
	if err != nil || strings.Contains(one[1].Text, "arrayProperties") || !strings.Contains(one[0].Text, `"0/1"`) {
		t.Errorf("AWS Batch has no arrays of one task: %v, %v", one, err)
	}
}

// recorder is a program that notes how it was called: its words and the scheduler's
// number of the task.
func recorder(t *testing.T, dir string, fails string) string {
	t.Helper()
	path := filepath.Join(dir, "it's a program")
	script := fmt.Sprintf("#!/bin/sh\nprintf '%%s\\n' \"$HQ_TASK_ID|$*\" >>\"${0%%/*}/called\"\n%s\n", fails)
	if err := os.WriteFile(path, []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	return path
}

func called(t *testing.T, dir string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "called"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	slices.Sort(lines)
	return lines
}

// script writes the files of a job file and returns its command for a shell.
func script(t *testing.T, f JobFile, j Job) *exec.Cmd {
	t.Helper()
	dir := t.TempDir()
	files, err := f.Files(j)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if err := os.WriteFile(filepath.Join(dir, file.Name), []byte(file.Text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return exec.CommandContext(t.Context(), "sh", "-c", f.Command(j, dir))
}

// TestParallel runs the script of GNU parallel on this machine. Its second run starts
// only what failed.
func TestParallel(t *testing.T) {
	if _, err := exec.LookPath("parallel"); err != nil {
		t.Skip("GNU parallel is not installed")
	}
	dir := filepath.Join(t.TempDir(), "two words, and $HOME")
	if err := os.MkdirAll(filepath.Join(dir, "shards"), 0o777); err != nil {
		t.Fatal(err)
	}
	j := Job{Dir: dir, Number: 1, Shards: 5, Program: recorder(t, dir, `case "$*" in *" 3/5 "*) exit 1;; esac`)}
	run := func() {
		c := script(t, Parallel{Hosts: []string{":"}, Jobs: 2}, j)
		if out, err := c.CombinedOutput(); err == nil {
			t.Fatalf("task 3 fails, and nobody says so: %s", out)
		}
	}
	call := func(i int) string {
		return fmt.Sprintf("|work --plan %s --shard %d/5 --name submission1 --workers 1", dir, i)
	}
	run()
	want := []string{call(0), call(1), call(2), call(3), call(4)}
	if got := called(t, dir); !slices.Equal(got, want) {
		t.Fatalf("called\n%q\nexpected\n%q", got, want)
	}
	run()
	want = []string{call(0), call(1), call(2), call(3), call(3), call(4)}
	if got := called(t, dir); !slices.Equal(got, want) {
		t.Fatalf("at the second time called\n%q\nexpected\n%q", got, want)
	}
}

// TestHyperQueue has a program hq that does what HyperQueue does with the words that
// it takes, which it is strict about: it starts a process for each number of --array,
// with HQ_TASK_ID.
func TestHyperQueue(t *testing.T) {
	dir := t.TempDir()
	bin := t.TempDir()
	hq := `#!/bin/bash
set -eu
[ "$1" = submit ]; shift
while [ "$1" != -- ]; do
  case $1 in
    --array) array=$2 ;;
    --name|--cpus|--crash-limit|--stdout|--stderr|--time-limit|--time-request) ;;
    *) echo "unexpected argument $1" >&2; exit 2 ;;
  esac
  shift 2
done
shift
for i in $(seq "${array%-*}" "${array#*-}"); do HQ_TASK_ID=$i "$@"; done
`
	if err := os.WriteFile(filepath.Join(bin, "hq"), []byte(hq), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	j := Job{Dir: dir, Number: 1, Shards: 3, Time: time.Hour, Program: recorder(t, dir, "")}
	if out, err := script(t, HyperQueue{}, j).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var want []string
	for i := range 3 {
		want = append(want, strconv.Itoa(i)+"|work --plan "+dir+" --shard auto/3 --time 59m0s --workers 1")
	}
	if got := called(t, dir); !slices.Equal(got, want) {
		t.Fatalf("called\n%q\nexpected\n%q", got, want)
	}
}
