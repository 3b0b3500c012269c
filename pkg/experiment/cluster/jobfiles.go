package cluster

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
)

// File is a job file for a scheduler that is not here.
type File struct {
	Name, Text string
	hands      []string
}

// Command hands the file over when it is in a folder; it is for a shell.
func (f File) Command(folder string) string {
	return quoted(append(slices.Clone(f.hands), path.Join(folder, f.Name))...)
}

// JobFile writes jobs for a scheduler that somebody else hands them to.
type JobFile interface {
	// File is what the scheduler takes. The error wraps [ErrJob].
	File(j Job) (File, error)
}

var (
	_ JobFile = Parallel{}
	_ JobFile = Kubernetes{}
)

// Parallel is GNU parallel, which starts tasks over ssh.
type Parallel struct {
	// Hosts are those of --sshlogin; ":" is this machine, without ssh.
	Hosts []string
	// Jobs is the number of simultaneous tasks of a host; 0 means 1.
	Jobs int
}

// File is a script. A second run of it starts only those tasks again that are not
// complete.
func (p Parallel) File(j Job) (File, error) {
	if err := j.validate(); err != nil {
		return File{}, err
	}
	for _, h := range p.Hosts {
		if h == "" || strings.ContainsAny(h, ", \t\n\r\x00") {
			return File{}, fmt.Errorf("cluster: %w: expected the name of a host, found %q", ErrJob, h)
		}
	}
	for _, text := range []string{j.Dir, j.Program, j.List} {
		if strings.Contains(text, "{") {
			return File{}, fmt.Errorf("cluster: %w: GNU parallel would replace the braces in %q", ErrJob, text)
		}
	}
	hosts := ":"
	if len(p.Hosts) > 0 {
		hosts = strings.Join(p.Hosts, ",")
	}
	log := path.Join(j.Dir, "shards", fmt.Sprintf("%d.joblog", j.Number))
	parallel := quoted("parallel", "--sshlogin", hosts, "--jobs", fmt.Sprint(max(p.Jobs, 1)), "--joblog", log, "--resume-failed",
		quoted(j.command("{}", 0)...))
	return File{"parallel.sh", fmt.Sprintf("#!/bin/sh\nseq 0 %d | %s\n", j.Shards-1, parallel), []string{"sh"}}, nil
}

// tries is how often a task is started again where it ended with runs missing.
const tries = 3

// object is one of JSON; its names are written in the order of the alphabet.
type object = map[string]any

// Kubernetes is an Indexed Job (Kubernetes 1.33 or later).
type Kubernetes struct {
	// Image has what the program needs; it is in the plan's folder itself. Claim is
	// the volume claim with that folder, ReadWriteMany, mounted at its path.
	Image, Claim string
	// Memory of a task in the form of Kubernetes, such as "2Gi"; it may be empty.
	Memory string
	// Parallel is the number of simultaneous tasks; 0 means all.
	Parallel int
}

// File is the manifest, in JSON. A task with runs missing is started three times
// again; one whose input is bad ends the job.
func (k Kubernetes) File(j Job) (File, error) {
	if err := j.validate(); err != nil {
		return File{}, err
	}
	fail := func(format string, args ...any) (File, error) {
		return File{}, fmt.Errorf("cluster: %w: Kubernetes "+format, append([]any{ErrJob}, args...)...)
	}
	const most = 100_000
	switch {
	case j.Shards > most:
		return fail("takes at most %d tasks, found %d shards", most, j.Shards)
	case strings.TrimSpace(k.Image) == "" || strings.TrimSpace(k.Claim) == "":
		return fail("needs the name of an image and of a claim, found %q and %q", k.Image, k.Claim)
	case path.Clean(j.Dir) == "/":
		return fail("cannot mount the root as the plan's folder")
	}
	resources := object{"cpu": fmt.Sprint(j.workers())}
	if k.Memory != "" {
		resources["memory"] = k.Memory
	}
	pod := object{
		"restartPolicy":                 "Never",
		"terminationGracePeriodSeconds": 60,
		"containers": []any{object{
			"name": "work", "image": k.Image, "command": j.command("auto", 0),
			"resources":    object{"requests": resources, "limits": resources},
			"volumeMounts": []any{object{"name": "plan", "mountPath": j.Dir}},
		}},
		"volumes": []any{object{"name": "plan", "persistentVolumeClaim": object{"claimName": k.Claim}}},
	}
	if j.Time > 0 {
		pod["activeDeadlineSeconds"] = int(j.Time.Seconds())
	}
	parallel := k.Parallel
	if parallel < 1 {
		parallel = j.Shards
	}
	text, err := json.MarshalIndent(object{
		"apiVersion": "batch/v1", "kind": "Job",
		"metadata": object{"name": fmt.Sprintf("%s-%d", j.title(), j.Number)},
		"spec": object{
			"completionMode": "Indexed", "completions": j.Shards, "parallelism": parallel,
			"backoffLimitPerIndex": tries, "maxFailedIndexes": j.Shards,
			"podFailurePolicy": object{"rules": []any{object{"action": "FailJob", "onExitCodes": object{"containerName": "work", "operator": "In", "values": []int{2}}}}},
			"template":         object{"spec": pod},
		},
	}, "", "  ")
	return File{"kubernetes.json", string(text) + "\n", []string{"kubectl", "apply", "-f"}}, err
}
