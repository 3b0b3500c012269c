package external

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"
)

// The system is asked directly: plans of a cell then hang on no other module, and cells link sooner.

// attributes put the program into a process group, into a control group if there may be one, and end it with the thread that
// starts it. Started is to be called with what came of the start.
func attributes(mark string) (attr *syscall.SysProcAttr, started func(error)) {
	adopting()
	path := groupNamed(mark)
	if path == "" {
		return into(nil), func(error) {}
	}
	folder, err := makeGroup(path)
	if err != nil {
		return into(nil), func(error) {}
	}
	return into(folder), func(failed error) {
		_ = folder.Close()
		if failed != nil {
			_ = os.Remove(path)
		}
	}
}

// adopting makes processes whose parents have ended children of this program, so that they can be found.
var adopting = sync.OnceFunc(func() {
	const setChildSubreaper = 36 // <linux/prctl.h>
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, setChildSubreaper, 1, 0)
})

// marks counts the programs that were started.
var marks atomic.Int64

// newMark is a variable of the environment that all processes of a program inherit.
func newMark() string { return fmt.Sprintf("FORMICARY_COMMAND=%d-%d", os.Getpid(), marks.Add(1)) }

// limitMemory limits the address space of a program that has just started.
func limitMemory(pid int, bytes uint64) {
	if bytes > 0 {
		limit := syscall.Rlimit{Cur: bytes, Max: bytes}
		_, _, _ = syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(pid), syscall.RLIMIT_AS, uintptr(unsafe.Pointer(&limit)), 0, 0, 0) // or it has ended
	}
}

// family is a program with all processes that it has started.
type family struct {
	pid       int
	mark      []byte
	group     string        // the folder of its control group; "" for none
	peak      uint64        // of the run's memory
	held      uint64        // memory as it was seen last
	before    time.Duration // what a worker has used up for earlier runs
	last      time.Duration // the processor time as it was seen last
	inherited time.Duration // what its children have used up, as it was seen last
}

func newFamily(pid int, mark string) *family {
	return &family{pid: pid, mark: []byte(mark), group: groupNamed(mark)}
}

func (f *family) memory() uint64 { return f.peak }

// tick is the unit of processor time in /proc.
const tick = 10 * time.Millisecond

// watch looks at the program until it has used its time up or the context has ended, and says so, or until it has stopped.
func (f *family) watch(wall, cpu time.Duration, start time.Time, done, stopped <-chan struct{}) (spent bool) {
	for pause := time.Millisecond; ; pause = min(2*pause, 50*time.Millisecond) {
		left := wall - time.Since(start)
		if left <= 0 {
			return true
		}
		select {
		case <-done:
			return true
		case <-stopped:
			return false
		case <-time.After(min(pause, left)):
		}
		if used := f.look(); used-f.before >= cpu {
			return true
		}
	}
}

// begin is the processor time that a worker has used up when a run begins.
func (f *family) begin() time.Duration {
	f.before, f.peak = f.used(), f.held
	return f.before
}

// used is the processor time of the program by its own clock, with that of its children as far as it was seen.
func (f *family) used() time.Duration {
	var t syscall.Timespec
	if _, _, failed := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, uintptr(^f.pid<<3|2), uintptr(unsafe.Pointer(&t)), 0); failed != 0 { // the clock of a process: <linux/posix-timers.h>
		return f.last // it has ended
	}
	f.last = time.Duration(t.Nano()) + f.inherited
	return f.last
}

// look is the processor time of the processes that run, with what those that have ended left to them. It notes their memory.
func (f *family) look() (used time.Duration) {
	var held uint64
	inherited := time.Duration(0)
	for _, pid := range append([]int{f.pid}, descendants(f.pid)...) {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			continue
		}
		_, rest, _ := bytes.Cut(stat, []byte(") "))
		words := strings.Fields(string(rest))
		if len(words) < 22 {
			continue
		}
		for i, word := range words[11:15] { // utime, stime, cutime, cstime
			n, _ := strconv.ParseInt(word, 10, 64)
			used += time.Duration(n) * tick
			if pid != f.pid || i > 1 {
				inherited += time.Duration(n) * tick
			}
		}
		pages, _ := strconv.ParseUint(words[21], 10, 64)
		held += pages * uint64(os.Getpagesize())
	}
	f.inherited, f.held, f.peak = max(f.inherited, inherited), held, max(f.peak, held)
	f.last = max(f.last, used)
	return used
}

// children are those of a process, of all of its threads.
func children(pid int) (out []int) {
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, file := range files {
		text, _ := os.ReadFile(file)
		for word := range strings.FieldsSeq(string(text)) {
			if n, err := strconv.Atoi(word); err == nil {
				out = append(out, n)
			}
		}
	}
	return out
}

// descendants are the children of a process, their children, and so on.
func descendants(pid int) (out []int) {
	for queue := children(pid); len(queue) > 0; queue = queue[1:] {
		if slices.Contains(out, queue[0]) {
			continue
		}
		out = append(out, queue[0])
		queue = append(queue, children(queue[0])...)
	}
	return out
}

// end sends a signal to the program's process group, and to what has left it.
func (f *family) end(signal syscall.Signal) {
	left := descendants(f.pid)
	_ = syscall.Kill(-f.pid, signal)
	for _, pid := range left {
		_ = syscall.Kill(pid, signal)
	}
	if signal == syscall.SIGKILL {
		f.killGroup()
	}
}

// bury ends the processes that the program has left behind, and returns their processor time. They are children of this
// program by now, and each that ends leaves its own to it.
func (f *family) bury() (used time.Duration) {
	f.killGroup()
	defer f.dissolve()
	for range 100 {
		found := false
		for _, pid := range children(os.Getpid()) {
			if !f.has(pid) {
				continue
			}
			found = true
			for _, each := range append(descendants(pid), pid) {
				_ = syscall.Kill(each, syscall.SIGKILL)
			}
			var usage syscall.Rusage
			if n, err := syscall.Wait4(pid, nil, 0, &usage); err == nil && n == pid {
				used += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
			}
		}
		if !found {
			break
		}
	}
	return used
}

// has says whether a process is of the family: by its control group, by its environment, or by its group if it has ended.
func (f *family) has(pid int) bool {
	if f.within(pid) {
		return true
	}
	environ, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	if err != nil || len(environ) == 0 {
		group, err := syscall.Getpgid(pid)
		return err == nil && group == f.pid && pid != f.pid
	}
	return slices.ContainsFunc(bytes.Split(environ, []byte{0}), func(v []byte) bool { return bytes.Equal(v, f.mark) })
}
