package journal

import (
	"testing"

	"formicary/pkg/alltest"
)

// Plans that run at the same time share the process's crash output: it goes to
// the first, and the others know where it is.
func TestSharedCrashOutput(t *testing.T) {
	var all []*InFlight
	crash := func(f *InFlight) string {
		head, _, _ := ReadMarker(f.running())
		return head.Crash
	}
	for range 3 {
		f, _ := openFlights(t.TempDir(), nil)
		f.Start(2)
		all = append(all, f)
	}
	for _, f := range all {
		alltest.Equal(t, crash(f), all[0].path(crashFile), "crash output to")
	}
	all[0].close(true)
	for _, f := range all[1:] {
		alltest.Equal(t, crash(f), all[1].path(crashFile), "after the first: crash output to")
	}
	all[2].close(true)
	all[1].close(true)
	alltest.Equal(t, len(crashes.open), 0, "a plan is left")
}

// What a crash output says is told from where it was.
func TestHeadline(t *testing.T) {
	for crash, want := range map[string][2]string{
		"": {noCrash, ""},
		"runtime stack:\nruntime.throw({0x1?, 0x2})\n\tpanic.go:1\nruntime.newstack()\n\tx\n": {"fatal error: stack overflow", "runtime stack:\nruntime.throw({0x1?, 0x2})\n\tpanic.go:1\nruntime.newstack()\n\tx"},
		"goroutine 1:\nruntime.throw({0x1})\n\tpanic.go:1\nruntime.(*mcache).allocLarge(0x1)": {"fatal error: out of memory", "goroutine 1:\nruntime.throw({0x1})\n\tpanic.go:1\nruntime.(*mcache).allocLarge(0x1)"},
		"goroutine 1:\nruntime.throw({0x1})\n\tpanic.go:1\nruntime.unlock2(0x1)":              {"fatal error in runtime.unlock2", "goroutine 1:\nruntime.throw({0x1})\n\tpanic.go:1\nruntime.unlock2(0x1)"},
		"g\nruntime.throw(": {"fatal error in runtime.", "g\nruntime.throw("},
		"panic: boom\n\ngoroutine 5 [running]:\nmain.f()\n":                 {"panic: boom", "goroutine 5 [running]:\nmain.f()"},
		"runtime: sp=1\nfatal error: stack overflow\n\nruntime stack:\nx\n": {"fatal error: stack overflow", "runtime stack:\nx"},
		"fatal error: out of memory\n":                                      {"fatal error: out of memory", ""},
		"panic: a\n\tpanic: b\n[signal SIGSEGV]\n\ngoroutine 1":             {"panic: a\n\tpanic: b\n[signal SIGSEGV]", "goroutine 1"},
		"SIGABRT: abort\nPC=0x1\n\ngoroutine 1":                             {"SIGABRT: abort\nPC=0x1", "goroutine 1"},
		"panic: 1\n2\n3\n4\n5\n6\n7":                                        {"panic: 1\n2\n3\n4\n5", "6\n7"},
	} {
		says, where := Headline(crash)
		alltest.Check(t, says == want[0] && where == want[1], "%q: %q and %q", crash, says, where)
	}
}
