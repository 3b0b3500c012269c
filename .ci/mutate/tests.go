package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// suite is a test binary, what its tests reach and how long they take.
type suite struct {
	bin, dir string
	flags    []string
	tests    []test // quick ones first
}

type test struct {
	name string
	took time.Duration
	seen []byte // by the first number of a place
}

// outcome is what became of a mutant: whether it was killed, and that by not ending.
type outcome struct{ killed, late, unreached bool }

// newSuite runs every test by itself.
func newSuite(ctx context.Context, bin, dir, work string) (*suite, error) {
	s := &suite{bin: bin, dir: dir, flags: []string{"-test.failfast"}}
	// Tests of properties draw the same every time, leave no files and do not
	// look for the smallest example.
	if help, _ := exec.Command(bin, "-h").CombinedOutput(); bytes.Contains(help, []byte("rapid.nofailfile")) {
		s.flags = append(s.flags, "-rapid.nofailfile", "-rapid.seed=1", "-rapid.shrinktime=0s")
	}
	list := exec.Command(bin, "-test.list", ".")
	list.Dir = dir
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("the tests cannot be listed: %w", err)
	}
	seen := filepath.Join(work, "seen")
	for name := range strings.FieldsSeq(string(out)) {
		if strings.HasPrefix(name, "Benchmark") {
			continue
		}
		if err := os.WriteFile(seen, make([]byte, 1<<20), 0o644); err != nil {
			return nil, err
		}
		start := time.Now()
		text, err := s.run(ctx, "MUTANT_SEEN="+seen, name)
		if err != nil {
			return nil, fmt.Errorf("%s fails without a mutant: %w\n%s", name, err, text)
		}
		t := test{name: name, took: time.Since(start)}
		if t.seen, err = os.ReadFile(seen); err != nil {
			return nil, err
		}
		s.tests = append(s.tests, t)
	}
	slices.SortStableFunc(s.tests, func(a, b test) int { return int(a.took - b.took) })
	return s, nil
}

func (s *suite) total() (sum time.Duration) {
	for _, t := range s.tests {
		sum += t.took
	}
	return sum
}

// reaching are the tests that come to where a mutant is.
func (s *suite) reaching(m *mutant) (tests []test) {
	for _, t := range s.tests {
		if t.seen[m.place.ids] != 0 || t.seen[m.id] != 0 {
			tests = append(tests, t)
		}
	}
	return tests
}

// judge runs the tests that reach a mutant, a second's worth of them at a time,
// until one fails.
func (s *suite) judge(ctx context.Context, m *mutant) outcome {
	tests := s.reaching(m)
	if len(tests) == 0 {
		return outcome{unreached: true}
	}
	for len(tests) > 0 {
		var names []string
		var took time.Duration
		for len(tests) > 0 && (took < time.Second || len(names) == 0) {
			names = append(names, tests[0].name)
			took += tests[0].took
			tests = tests[1:]
		}
		limited, cancel := context.WithTimeout(ctx, 10*took+5*time.Second)
		_, err := s.run(limited, "MUTANT="+strconv.Itoa(m.id), names...)
		late := limited.Err() != nil
		cancel()
		if err != nil {
			return outcome{killed: true, late: late}
		}
	}
	return outcome{}
}

// run runs tests by their names and kills, with all that they started, what does
// not end in time.
func (s *suite) run(ctx context.Context, env string, names ...string) ([]byte, error) {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = regexp.QuoteMeta(name)
	}
	c := exec.CommandContext(ctx, s.bin, append([]string{"-test.run", "^(" + strings.Join(quoted, "|") + ")$"}, s.flags...)...)
	c.Dir = s.dir
	c.Env = append(os.Environ(), env)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = time.Second
	return c.CombinedOutput()
}
