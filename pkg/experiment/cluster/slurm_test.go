package cluster

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
)

// fakeProgram puts a program that prints something into the path.
func fakeProgram(t *testing.T, name, script string) {
	t.Helper()
	dir := t.TempDir()
	alltest.OK(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o777))
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// TestSlurmScript compares the scripts of a job that needs two arrays with the golden
// one, and lets a shell take them apart.
func TestSlurmScript(t *testing.T) {
	fakeProgram(t, "scontrol", `printf 'Configuration data as of now\nMaxArraySize            = 300\nMaxJobCount             = 10000\n'`)
	s := Slurm{Partition: "short", Account: "ants", QOS: "low", Constraint: "avx2&ssd", Memory: "2G", Options: []string{"--exclude=node7"}}
	got := alltest.Must(s.Script(t.Context(), job()))(t)
	path := filepath.Join("testdata", "slurm.sh")
	if os.Getenv("UPDATE") != "" {
		alltest.OK(t, os.WriteFile(path, []byte(got), 0o666))
	}
	want, err := os.ReadFile(path)
	alltest.Check(t, err == nil && got == string(want), "%s is\n%s\nexpected\n%s%v", path, got, want, err)
	j := job()
	j.Program = "/bin/echo"
	said, err := exec.CommandContext(t.Context(), "sh", "-c", Slurm{}.script(j, chunk{offset: 300, tasks: 200})).CombinedOutput()
	words := "cluster work --plan /shared/plans/ants of 2026 --shard auto/500 --offset 300 --list /shared/plans/ants of 2026/shards/2.list --time 54m0s --workers 2\n"
	alltest.Check(t, err == nil && string(said) == words, "%v: the task has the words %q, expected %q", err, said, words)
}

// TestChunks: no index reaches MaxArraySize, every shard is in one array, and there are
// no more tasks than Slurm knows.
func TestChunks(t *testing.T) {
	for _, c := range []struct {
		limits limits
		shards int
		want   []chunk
	}{
		{limits{1001, 10_000}, 1, []chunk{{0, 1}}},
		{limits{1001, 10_000}, 1001, []chunk{{0, 1001}}},
		{limits{1001, 10_000}, 2500, []chunk{{0, 1001}, {1001, 1001}, {2002, 498}}},
		{limits{4, 10}, 10, []chunk{{0, 4}, {4, 4}, {8, 2}}},
		{limits{4, 10}, 11, nil},
		{limits{0, 10}, 1, nil},
	} {
		got, err := c.limits.chunks(c.shards)
		alltest.Check(t, reflect.DeepEqual(got, c.want) && (c.want == nil) == errors.Is(err, ErrJob), "%+v, %d shards: %v, %v, expected %v", c.limits, c.shards, got, err, c.want)
	}
}

func TestParseLimits(t *testing.T) {
	got, err := parseLimits("A = b\nMaxArraySize            = 1001\nMaxJobCount             = 10000\nMaxJobId                = 5\n")
	alltest.Check(t, err == nil && got == (limits{1001, 10_000}), "%+v, %v", got, err)
	for _, text := range []string{"", "MaxArraySize = 1001\n", "MaxArraySize = many\nMaxJobCount = 1\n", "MaxArraySize = -1\nMaxJobCount = 1\n"} {
		got, err := parseLimits(text)
		alltest.Check(t, err != nil, "%q: %+v", text, got)
	}
}

// TestAlive reads what squeue prints, and leaves out the jobs of others.
func TestAlive(t *testing.T) {
	fakeProgram(t, "squeue", `printf '7|RUNNING|None\n7|PENDING|Resources\n7|PENDING|BeginTime\n8|RUNNING|None\n9|COMPLETING|None\n7|PENDING|Resources\n'`)
	got, err := Alive(t.Context(), []Submission{{Scheduler: slurm, Job: "7"}, {Scheduler: slurm, Job: "9"}, {Scheduler: slurm, Job: "10"}})
	want := Tasks{Running: 2, Waiting: 3, Jobs: []string{"7", "9"}, Reasons: map[string]int{"Resources": 2, "BeginTime": 1}}
	alltest.Check(t, err == nil && reflect.DeepEqual(got, want), "%+v, %v, expected %+v", got, err, want)
	fakeProgram(t, "squeue", `echo "slurm_load_jobs error: Unable to contact slurm controller" >&2; exit 1`)
	alltest.Refused(Alive(t.Context(), []Submission{{Scheduler: slurm, Job: "7"}}))(t, "Unable to contact", "the error")
	fakeProgram(t, "squeue", `echo "slurm_load_jobs error: Invalid user id" `)
	alltest.Refused(Alive(t.Context(), []Submission{{Scheduler: slurm, Job: "7"}}))(t, "", "no error where squeue prints something else")
}

// TestSlurmRefuses: nothing that could be another line of a script, or no option, is
// written into one.
func TestSlurmRefuses(t *testing.T) {
	fakeProgram(t, "scontrol", `printf 'MaxArraySize = 300\nMaxJobCount = 400\n'`)
	for name, s := range map[string]Slurm{
		"line":   {Partition: "a\n#SBATCH --wrap=x"},
		"option": {Options: []string{"exclude=node7"}},
		"many":   {},
	} {
		got, err := s.Script(t.Context(), job())
		alltest.Check(t, errors.Is(err, ErrJob), "%s: %q, %v", name, got, err)
	}
}

// TestSubmissions: what was noted is read again; a torn last line is left out and the
// next note begins a line of its own; damage is named with its line.
func TestSubmissions(t *testing.T) {
	dir := t.TempDir()
	if got, err := Submissions(dir); got != nil || err != nil {
		t.Fatalf("%v, %v", got, err)
	}
	j := Job{Dir: dir, Order: Order{Program: "/x", Number: 3, Shards: 9, Wanted: 100}}
	first := alltest.Must(j.note(Submission{Scheduler: slurm, Job: "17", Offset: 4, Tasks: 5}))(t)
	path := filepath.Join(dir, submissionsFile)
	text, _ := os.ReadFile(path)
	alltest.OK(t, os.WriteFile(path, append(text, text[:20]...), 0o666))
	got, err := Submissions(dir)
	alltest.Require(t, err == nil && reflect.DeepEqual(got, []Submission{first}) && first.Wanted == 100 && time.Since(first.At) <= time.Hour,
		"%+v, %v, expected %+v", got, err, first)
	alltest.Must(j.note(Submission{Scheduler: local}))(t)
	alltest.Refused(Submissions(dir))(t, "submissions.jsonl:2:1: expected a submission", "a damaged line")
}

// TestTitle: every scheduler takes the names.
func TestTitle(t *testing.T) {
	for name, want := range map[string]string{
		"":                                    "formicary",
		"a":                                   "formicary-a",
		"--A--b--":                            "formicary-a-b",
		"日本":                                  "formicary",
		"x" + strings.Repeat("0123456789", 9): "formicary-x01234567890123456789012345678",
	} {
		alltest.Equal(t, (Job{Name: name}).title(), want, "%q", name)
	}
}
