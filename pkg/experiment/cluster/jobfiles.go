package cluster

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"time"
)

// File is a job file for a scheduler that is not here.
type File struct{ Name, Text string }

// JobFile writes jobs for a scheduler that somebody else hands them to.
type JobFile interface {
	// Files are what the scheduler takes, and Command is what hands them to it when
	// they are in a folder. The error wraps [ErrJob].
	Files(j Job) ([]File, error)
	Command(j Job, folder string) string
}

var (
	_ JobFile = Parallel{}
	_ JobFile = HyperQueue{}
	_ JobFile = Kubernetes{}
	_ JobFile = AWSBatch{}
	_ JobFile = GCPBatch{}
)

// Parallel is GNU parallel, which starts tasks over ssh.
type Parallel struct {
	// Hosts are those of --sshlogin; ":" is this machine, without ssh.
	Hosts []string
	// Jobs is the number of simultaneous tasks of a host; 0 means 1.
	Jobs int
}

// Files is a script. A second run of it starts only those tasks again that are not
// complete.
func (p Parallel) Files(j Job) ([]File, error) {
	if err := j.validate(); err != nil {
		return nil, err
	}
	for _, h := range p.Hosts {
		if h == "" || strings.ContainsAny(h, ", \t\n\r\x00") {
			return nil, fmt.Errorf("cluster: %w: expected the name of a host, found %q", ErrJob, h)
		}
	}
	for _, text := range []string{j.Dir, j.Program, j.List} {
		if strings.Contains(text, "{") {
			return nil, fmt.Errorf("cluster: %w: GNU parallel would replace the braces in %q", ErrJob, text)
		}
	}
	hosts := ":"
	if len(p.Hosts) > 0 {
		hosts = strings.Join(p.Hosts, ",")
	}
	log := path.Join(j.Dir, "shards", fmt.Sprintf("%d.joblog", j.Number))
	parallel := quoted("parallel", "--sshlogin", hosts, "--jobs", fmt.Sprint(max(p.Jobs, 1)), "--joblog", log, "--resume-failed",
		quoted(j.command("{}", 0)...))
	return []File{{"parallel.sh", fmt.Sprintf("#!/bin/sh\nseq 0 %d | %s\n", j.Shards-1, parallel)}}, nil
}

// Command runs the script.
func (Parallel) Command(_ Job, folder string) string {
	return quoted("sh", path.Join(folder, "parallel.sh"))
}

// HyperQueue is the task scheduler of IT4Innovations.
type HyperQueue struct{}

// Files is a script that submits an array.
func (HyperQueue) Files(j Job) ([]File, error) {
	if err := j.validate(); err != nil {
		return nil, err
	}
	if strings.Contains(j.Dir, "%") {
		return nil, fmt.Errorf("cluster: %w: HyperQueue would replace the %% in %q", ErrJob, j.Dir)
	}
	log := path.Join(j.Dir, logsFolder, fmt.Sprintf("hq-%d_%%{TASK_ID}.log", j.Number))
	c := []string{"hq", "submit", "--name", j.title(), "--array", fmt.Sprintf("0-%d", j.Shards-1), "--cpus", fmt.Sprint(j.workers()), "--crash-limit", "3", "--stdout", log, "--stderr", log}
	if j.Time > 0 {
		c = append(c, "--time-limit", seconds(j.Time), "--time-request", seconds(j.Time))
	}
	return []File{{"hq.sh", "#!/bin/sh\n" + quoted(append(append(c, "--"), j.command("auto", 0)...)...) + "\n"}}, nil
}

// Command runs the script.
func (HyperQueue) Command(_ Job, folder string) string {
	return quoted("sh", path.Join(folder, "hq.sh"))
}

// seconds is a time in the form "3300s".
func seconds(t time.Duration) string { return fmt.Sprintf("%ds", int(t.Seconds())) }

// tries is how often a task is started again where it ended with runs missing.
const tries = 3

// object is one of JSON; its names are written in the order of the alphabet.
type object = map[string]any

func jsonFile(name string, v any) File {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(v); err != nil {
		panic("cluster: " + err.Error()) // maps of texts and numbers
	}
	return File{name, b.String()}
}

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

// Files is the manifest, in JSON. A task with runs missing is started three times
// again; one whose input is bad ends the job.
func (k Kubernetes) Files(j Job) ([]File, error) {
	if err := needs(j, 100_000, "Kubernetes", "image", k.Image, "claim", k.Claim); err != nil {
		return nil, err
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
	return []File{jsonFile("kubernetes.json", object{
		"apiVersion": "batch/v1", "kind": "Job",
		"metadata": object{"name": fmt.Sprintf("%s-%d", j.title(), j.Number)},
		"spec": object{
			"completionMode": "Indexed", "completions": j.Shards, "parallelism": parallel,
			"backoffLimitPerIndex": tries, "maxFailedIndexes": j.Shards,
			"podFailurePolicy": object{"rules": []any{object{"action": "FailJob", "onExitCodes": object{"containerName": "work", "operator": "In", "values": []int{2}}}}},
			"template":         object{"spec": pod},
		},
	})}, nil
}

// Command applies the manifest.
func (Kubernetes) Command(_ Job, folder string) string {
	return quoted("kubectl", "apply", "-f", path.Join(folder, "kubernetes.json"))
}

// AWSBatch is an array job of AWS Batch, with the plan's folder on EFS.
type AWSBatch struct {
	// Image, Queue and FileSystem (fs-…) are what the account has; the root of the
	// file system is mounted at the plan's folder.
	Image, Queue, FileSystem string
	// Memory of a task in MiB; 0 means 2048.
	Memory int
}

// Files are the job definition and the job. An array has 2 to 10,000 tasks; a single
// shard is a job without one.
func (a AWSBatch) Files(j Job) ([]File, error) {
	if err := needs(j, 10_000, "AWS Batch", "image", a.Image, "queue", a.Queue, "file system", a.FileSystem); err != nil {
		return nil, err
	}
	memory := a.Memory
	if memory < 1 {
		memory = 2048
	}
	shard := "auto"
	if j.Shards == 1 {
		shard = "0"
	}
	definition := object{
		"jobDefinitionName": fmt.Sprintf("%s-%d", j.title(), j.Number), "type": "container",
		"retryStrategy": object{"attempts": 1 + tries, "evaluateOnExit": []any{object{"onExitCode": "2", "action": "EXIT"}, object{"onExitCode": "*", "action": "RETRY"}}},
		"containerProperties": object{
			"image": a.Image, "command": j.command(shard, 0),
			"resourceRequirements": []any{object{"type": "VCPU", "value": fmt.Sprint(j.workers())}, object{"type": "MEMORY", "value": fmt.Sprint(memory)}},
			"volumes":              []any{object{"name": "plan", "efsVolumeConfiguration": object{"fileSystemId": a.FileSystem, "transitEncryption": "ENABLED"}}},
			"mountPoints":          []any{object{"sourceVolume": "plan", "containerPath": j.Dir}},
		},
	}
	if j.Time > 0 {
		definition["timeout"] = object{"attemptDurationSeconds": max(60, int(j.Time.Seconds()))}
	}
	job := object{"jobName": definition["jobDefinitionName"], "jobQueue": a.Queue, "jobDefinition": definition["jobDefinitionName"]}
	if j.Shards > 1 {
		job["arrayProperties"] = object{"size": j.Shards}
	}
	return []File{jsonFile("aws-definition.json", definition), jsonFile("aws-job.json", job)}, nil
}

// Command registers the definition and submits the job.
func (AWSBatch) Command(_ Job, folder string) string {
	return quoted("aws", "batch", "register-job-definition", "--cli-input-json", "file://"+path.Join(folder, "aws-definition.json")) + " && " +
		quoted("aws", "batch", "submit-job", "--cli-input-json", "file://"+path.Join(folder, "aws-job.json"))
}

// GCPBatch is a job of Google Cloud Batch, with the plan's folder on NFS.
type GCPBatch struct {
	// Server and Path are the NFS export that is mounted at the plan's folder, Region
	// where the job runs.
	Server, Path, Region string
	// Machine is the machine type, such as "e2-standard-4"; it may be empty.
	Machine string
	// Memory of a task in MiB; 0 means 2048.
	Memory int
	// Parallel is the number of simultaneous tasks; 0 means all, at most 5000.
	Parallel int
}

// Files is the job, in JSON.
func (g GCPBatch) Files(j Job) ([]File, error) {
	if err := needs(j, 10_000, "Google Cloud Batch", "NFS server", g.Server, "NFS path", g.Path, "region", g.Region); err != nil {
		return nil, err
	}
	memory := g.Memory
	if memory < 1 {
		memory = 2048
	}
	parallel := g.Parallel
	if parallel < 1 {
		parallel = min(j.Shards, 5000)
	}
	task := object{
		"runnables":         []any{object{"script": object{"text": "exec " + quoted(j.command("auto", 0)...) + "\n"}}},
		"computeResource":   object{"cpuMilli": 1000 * j.workers(), "memoryMib": memory},
		"maxRetryCount":     tries,
		"lifecyclePolicies": []any{object{"action": "FAIL_TASK", "actionCondition": object{"exitCodes": []int{2}}}},
		"volumes":           []any{object{"nfs": object{"server": g.Server, "remotePath": g.Path}, "mountPath": j.Dir}},
	}
	if j.Time > 0 {
		task["maxRunDuration"] = seconds(j.Time)
	}
	job := object{
		"taskGroups": []any{object{"taskCount": j.Shards, "parallelism": parallel, "taskSpec": task}},
		"logsPolicy": object{"destination": "CLOUD_LOGGING"},
	}
	if g.Machine != "" {
		job["allocationPolicy"] = object{"instances": []any{object{"policy": object{"machineType": g.Machine}}}}
	}
	return []File{jsonFile("gcp-batch.json", job)}, nil
}

// Command submits the job.
func (g GCPBatch) Command(j Job, folder string) string {
	return quoted("gcloud", "batch", "jobs", "submit", fmt.Sprintf("%s-%d", j.title(), j.Number), "--location", g.Region, "--config", path.Join(folder, "gcp-batch.json"))
}

// needs checks a job for a scheduler that takes so many tasks and has no defaults for
// some names.
func needs(j Job, most int, scheduler string, names ...string) error {
	if err := j.validate(); err != nil {
		return err
	}
	if j.Shards > most {
		return fmt.Errorf("cluster: %w: %s takes at most %d tasks, found %d shards", ErrJob, scheduler, most, j.Shards)
	}
	for i := 0; i < len(names); i += 2 {
		if strings.TrimSpace(names[i+1]) == "" {
			return fmt.Errorf("cluster: %w: %s needs the name of the %s", ErrJob, scheduler, names[i])
		}
	}
	if path.Clean(j.Dir) == "/" {
		return fmt.Errorf("cluster: %w: the root cannot be the plan's folder", ErrJob)
	}
	return nil
}
