package external

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
)

// ownGroup is the folder of this program's control group (cgroup v2, see cgroups(7)), if this user may make others in it and
// start programs there; else "".
var ownGroup = sync.OnceValue(func() string {
	mounts, _ := os.ReadFile("/proc/self/mountinfo")
	for line := range strings.Lines(string(mounts)) {
		before, after, _ := strings.Cut(line, " - ")
		if words := strings.Fields(before); strings.HasPrefix(after, "cgroup2 ") && len(words) > 4 {
			own := filepath.Join(words[4], strings.TrimPrefix(groupOf("self"), words[3]))
			old, _ := filepath.Glob(filepath.Join(own, "formicary_command-*"))
			for _, group := range old { // of programs that ended before their workers
				if _, err := os.Stat("/proc/" + strings.Split(filepath.Base(group), "-")[1]); err != nil {
					_ = os.Remove(group)
				}
			}
			probe := exec.Command("true")
			folder, err := makeGroup(filepath.Join(own, fmt.Sprint("formicary_probe-", os.Getpid())))
			if err != nil {
				return ""
			}
			defer os.Remove(folder.Name())
			defer folder.Close()
			if probe.SysProcAttr = into(folder); probe.Run() != nil {
				return ""
			}
			return own
		}
	}
	return ""
})

// makeGroup makes a control group whose processes can be ended at once.
func makeGroup(path string) (folder *os.File, err error) {
	if err := os.Mkdir(path, 0o755); err != nil {
		return nil, err
	}
	if _, err = os.Stat(filepath.Join(path, "cgroup.kill")); err == nil { // since Linux 5.14
		folder, err = os.Open(path)
	}
	if err != nil {
		_ = os.Remove(path)
	}
	return folder, err
}

// into starts a program in a control group: no process that it starts leaves that.
func into(folder *os.File) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if folder != nil {
		attr.UseCgroupFD, attr.CgroupFD = true, int(folder.Fd())
	}
	return attr
}

// groupNamed is the folder of the control group of a mark; "" where none can be made.
func groupNamed(mark string) string {
	if ownGroup() == "" {
		return ""
	}
	return filepath.Join(ownGroup(), strings.ToLower(strings.ReplaceAll(mark, "=", "-")))
}

// groupOf is the control group of a process, as the system names it.
func groupOf(pid string) string {
	text, _ := os.ReadFile(filepath.Join("/proc", pid, "cgroup"))
	_, path, ok := strings.Cut("\n"+string(text), "\n0::")
	if path, _, _ = strings.Cut(path, "\n"); !ok {
		return ""
	}
	return path
}

// within says whether a process is in the program's control group.
func (f *family) within(pid int) bool {
	return f.group != "" && filepath.Base(groupOf(fmt.Sprint(pid))) == filepath.Base(f.group)
}

// killGroup ends all that is in the program's control group.
func (f *family) killGroup() {
	if f.group != "" {
		_ = os.WriteFile(filepath.Join(f.group, "cgroup.kill"), []byte("1"), 0)
	}
}

// dissolve removes the control group once all that was in it has ended.
func (f *family) dissolve() {
	if text, err := os.ReadFile(filepath.Join(f.group, "cgroup.procs")); f.group != "" && err == nil && len(bytes.TrimSpace(text)) == 0 {
		_ = os.Remove(f.group)
	}
}
