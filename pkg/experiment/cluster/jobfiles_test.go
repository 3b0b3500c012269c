package cluster

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
)

// job is what the golden files are made of.
func job() Job {
	return Job{Name: "Open 908: ants, paper's mode", Dir: "/shared/plans/ants of 2026", Order: Order{
		Program: "/shared/plans/ants of 2026/bin/0123456789ab/formicary", Number: 2, Shards: 500, List: "/shared/plans/ants of 2026/shards/2.list", Wanted: 12_345,
	}, Workers: 2, Time: 55 * time.Minute}
}

var jobFiles = []JobFile{
	Parallel{Hosts: []string{"node1", "8/node2"}, Jobs: 4},
	Kubernetes{Image: "debian:stable-slim", Claim: "plans", Memory: "2Gi", Parallel: 100},
}

// TestJobFiles compares all files with the golden ones, which UPDATE=1 writes.
func TestJobFiles(t *testing.T) {
	for _, f := range jobFiles {
		file := alltest.Must(f.File(job()))(t)
		command := fmt.Sprintf("%T.command", f)[len("cluster."):]
		for name, text := range map[string]string{file.Name: file.Text, command: file.Command("/shared/x y") + "\n"} {
			path := filepath.Join("testdata", name)
			if os.Getenv("UPDATE") != "" {
				alltest.OK(t, os.WriteFile(path, []byte(text), 0o666))
			}
			want, err := os.ReadFile(path)
			alltest.Check(t, err == nil && text == string(want), "%s is\n%s\nexpected\n%s%v", path, text, want, err)
		}
	}
}

// TestAtOnce: without a number of processes there are as many as the processors have room for, however many shards there are.
func TestAtOnce(t *testing.T) {
	for _, of := range []struct{ shards, workers, atOnce, want int }{
		{1000, 1, 0, runtime.NumCPU()}, {1000, 0, 0, runtime.NumCPU()}, {1000, runtime.NumCPU(), 0, 1}, {1000, 1000, 0, 1}, {1000, 1, 7, 7}, {1, 1, 7, 1},
	} {
		alltest.Equal(t, (Local{AtOnce: of.atOnce}).Shards(Job{Order: Order{Shards: of.shards}, Workers: of.workers}), of.want, "%+v processes", of)
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

// TestSchema: the schema of Kubernetes takes the golden file, and none of the same
// files with a mistake.
func TestSchema(t *testing.T) {
	program := python(t)
	validate := func(path string) error {
		if out, err := exec.Command(program, filepath.Join("testdata", "validate.py"), path).CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
		return nil
	}
	path := filepath.Join("testdata", "kubernetes.json")
	alltest.OK(t, validate(path))
	text := alltest.Must(os.ReadFile(path))(t)
	for right, wrong := range map[string]string{`"completions"`: `"completion"`, `"Indexed"`: `17`, `"persistentVolumeClaim"`: `"claim"`} {
		changed := strings.Replace(string(text), right, wrong, 1)
		broken := filepath.Join(t.TempDir(), "wrong.json")
		alltest.OK(t, os.WriteFile(broken, []byte(changed), 0o666))
		err := validate(broken)
		alltest.Check(t, err != nil && changed != string(text), "the schema takes %s for %s", wrong, right)
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
		"too many":        {jobFiles[1], with(func(j *Job) { j.Shards = 100_001 })},
		"no shards":       {jobFiles[1], with(func(j *Job) { j.Shards = 0 })},
		"relative":        {jobFiles[1], with(func(j *Job) { j.Dir = "plans" })},
		"line":            {jobFiles[0], with(func(j *Job) { j.Dir = "/a\nb" })},
		"braces":          {jobFiles[0], with(func(j *Job) { j.Dir = "/a{}b" })},
		"host":            {Parallel{Hosts: []string{"a,b"}}, job()},
		"root":            {jobFiles[1], with(func(j *Job) { j.Dir = "/" })},
		"negative number": {jobFiles[1], with(func(j *Job) { j.Workers = -1 })},
	} {
		file, err := c.f.File(c.j)
		alltest.Check(t, errors.Is(err, ErrJob), "%s: %v, %v", name, file, err)
	}
}

// TestParallel runs the script of GNU parallel on this machine. Its second run starts
// only what failed.
func TestParallel(t *testing.T) {
	if _, err := exec.LookPath("parallel"); err != nil {
		t.Skip("GNU parallel is not installed")
	}
	dir := filepath.Join(t.TempDir(), "two words, and $HOME")
	program, called := filepath.Join(dir, "it's a program"), filepath.Join(dir, "called")
	file := alltest.Must(Parallel{Hosts: []string{":"}, Jobs: 2}.File(Job{Dir: dir, Order: Order{Number: 1, Shards: 5, Program: program}}))(t)
	notes := "#!/bin/sh\nprintf '%s\\n' \"$*\" >>\"${0%/*}/called\"\ncase \"$*\" in *' 3/5 '*) exit 1;; esac\n"
	alltest.OK(t, errors.Join(os.MkdirAll(filepath.Join(dir, "shards"), 0o777), os.WriteFile(program, []byte(notes), 0o777),
		os.WriteFile(filepath.Join(dir, file.Name), []byte(file.Text), 0o666)))
	for _, tasks := range [][]int{{0, 1, 2, 3, 4}, {0, 1, 2, 3, 3, 4}} {
		out, err := exec.CommandContext(t.Context(), "sh", "-c", file.Command(dir)).CombinedOutput()
		alltest.Require(t, err != nil, "task 3 fails, and nobody says so: %s", out)
		text := alltest.Must(os.ReadFile(called))(t)
		got, want := strings.Split(strings.TrimSpace(string(text)), "\n"), []string{}
		slices.Sort(got)
		for _, i := range tasks {
			want = append(want, fmt.Sprintf("cluster work --plan %s --shard %d/5 --name submission1 --workers 1", dir, i))
		}
		alltest.Require(t, slices.Equal(got, want), "called\n%q\nexpected\n%q", got, want)
	}
}
