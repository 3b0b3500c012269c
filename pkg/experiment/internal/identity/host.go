package identity

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// Machine is what is told of a machine, and of the tool chain of the program on it.
type Machine struct {
	Host       string `json:"host"`
	OS         string `json:"os"`
	Arch       string `json:"arch"`
	Processor  string `json:"processor,omitempty"` // its model
	Processors int    `json:"processors"`
	Go         string `json:"go"` // the version of the tool chain
}

// Process is one process that worked on a plan.
type Process struct {
	// ID is in the records of the process: host, process and time, or the name of an
	// attempt. Older programs gave none.
	ID string `json:"id,omitempty"`
	Machine
	Workers int       `json:"workers"`
	Command []string  `json:"command"`
	Started time.Time `json:"started"`
	// Codes are the versions of the code of the engines, in their order.
	Codes []string `json:"codes,omitempty"`
	// Packages are what the codes are made of, by package (PlanFile.Code); none where
	// it is what the next process's are made of, and in manifests of older programs.
	Packages map[string]string `json:"packages,omitempty"`
	// Repeated are the funcs of engines of which a run was made twice in this
	// process, with what differed: "" where nothing did.
	Repeated map[string]string `json:"repeated,omitempty"`
	// Finished is missing where the process was killed, or is still running.
	Finished time.Time `json:"finished,omitzero"`
}

// ThisProcess is this process, which begins to work on a plan now.
func ThisProcess(b *Bound, workers int) Process {
	host, _ := os.Hostname()
	now := time.Now()
	p := Process{
		ID:      fmt.Sprintf("%s_%d-%x", host, os.Getpid(), now.UnixMilli()),
		Machine: Machine{host, runtime.GOOS, runtime.GOARCH, processor(), runtime.NumCPU(), runtime.Version()},
		Workers: workers, Command: os.Args, Started: now.Round(time.Millisecond), Packages: b.Packages,
	}
	for _, e := range b.Engines {
		p.Codes = append(p.Codes, e.Code)
	}
	return p
}

// processor is the model of the first processor where the system has it in
// /proc/cpuinfo (Linux on x86), else empty.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
