// Mutate asks of a package's tests whether they would notice a mistake: it makes
// small changes (mutants) in the package's code and runs the tests on each. A
// mutant is killed where a test fails or does not end; one that lives shows what
// no test looks at.
//
//		go run ./.ci/mutate -n 150 ./pkg/cdcl
//
//	 1. All mutants are compiled into one test binary, each behind a number that
//	    an environment variable chooses (places.go, rewrite.go, runtime.go): to
//	    compile a binary for each would take hours.
//	 2. Every top-level test, example and fuzz target runs once by itself on the
//	    unchanged code and notes which mutants it reaches.
//	 3. A sample is drawn, and each of its mutants runs the tests that reach it,
//	    quick ones first, for at most ten times as long as they took.
//	 4. What lives is listed, with the rate killed and its 95 % interval (Wilson).
//
// Mutants that change nothing anybody can see (they are only slower, or a limit
// that is never met) stand in equivalent.txt with the reason. They are matched
// by their text, so that lines may move, and are not counted.
//
// Only the package's own tests count, with FORMICARY_TEST=all those that take long, too.
// The tests run in their folder, as under go test. It needs a Unix.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// options are the command's flags.
type options struct {
	sample   int
	seed     uint64
	files    string
	exclude  string
	parallel int
	slowest  time.Duration
	listed   bool
	list     bool
	allow    string
}

func main() {
	var o options
	flag.IntVar(&o.sample, "n", 0, "mutants to run, drawn at random; 0 for all")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the sample")
	flag.StringVar(&o.files, "files", "", "only files whose name matches this expression")
	flag.StringVar(&o.exclude, "exclude", "", "no mutants whose line \"file func: before → after\" matches this expression")
	flag.IntVar(&o.parallel, "parallel", 1, "mutants at the same time")
	flag.DurationVar(&o.slowest, "slowest", 0, "leave out tests that take longer than this; 0 for none")
	flag.BoolVar(&o.listed, "listed", false, "run the mutants of equivalent.txt instead: none should die")
	flag.BoolVar(&o.list, "list", false, "list the mutants and run nothing")
	flag.StringVar(&o.allow, "equivalent", filepath.Join(".ci", "mutate", "equivalent.txt"), "the list of equivalent mutants")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: go run ./.ci/mutate [flags] ./pkg/NAME")
		flag.PrintDefaults()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Stdout, flag.Arg(0), o); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// run mutates one package and prints what became of it.
func run(ctx context.Context, w io.Writer, pattern string, o options) error {
	allowed, err := readAllowed(o.allow)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	pkg, err := load(pattern)
	if err != nil {
		return err
	}
	mutants, err := pkg.rewrite(work)
	if err != nil {
		return err
	}
	for _, stale := range allowed.match(pkg.dir, mutants) {
		fmt.Fprintln(w, "stale:", stale)
	}
	if mutants, err = o.choose(mutants); err != nil {
		return err
	}
	if o.list {
		for _, m := range mutants {
			fmt.Fprintln(w, m)
		}
		return nil
	}
	bin, err := pkg.compile(work)
	if err != nil {
		return err
	}
	suite, err := newSuite(ctx, bin, pkg.path, work)
	if err != nil {
		return err
	}
	if o.slowest > 0 {
		suite.tests = slices.DeleteFunc(suite.tests, func(t test) bool { return t.took > o.slowest })
	}
	reached := 0
	for _, m := range mutants {
		if len(suite.reaching(m)) > 0 {
			reached++
		}
	}
	fmt.Fprintf(w, "%s: %d mutants, %d of them reached by %d tests in %.1f s\n",
		pattern, len(mutants), reached, len(suite.tests), suite.total().Seconds())
	sample := draw(mutants, o)
	results := make([]outcome, len(sample))
	next := make(chan int)
	var wait sync.WaitGroup
	for range max(1, o.parallel) {
		wait.Go(func() {
			for i := range next {
				if m := sample[i]; m.why == "" || o.listed {
					results[i] = suite.judge(ctx, m)
				}
			}
		})
	}
	start := time.Now()
	for i := range sample {
		next <- i
	}
	close(next)
	wait.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	o.report(w, pattern, sample, results, time.Since(start))
	return nil
}

// choose is what the flags leave of the mutants.
func (o options) choose(mutants []*mutant) ([]*mutant, error) {
	files, err := regexp.Compile(o.files)
	if err != nil {
		return nil, err
	}
	exclude, err := regexp.Compile(o.exclude)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(mutants, func(m *mutant) bool {
		return !files.MatchString(m.file) || o.exclude != "" && exclude.MatchString(m.key()) || o.listed && m.why == ""
	}), nil
}

// draw is the sample in the order of the source.
func draw(mutants []*mutant, o options) []*mutant {
	sample := slices.Clone(mutants)
	if o.sample > 0 && o.sample < len(sample) {
		r := rand.New(rand.NewPCG(o.seed, 0))
		r.Shuffle(len(sample), func(i, j int) { sample[i], sample[j] = sample[j], sample[i] })
		sample = sample[:o.sample]
		slices.SortFunc(sample, func(a, b *mutant) int { return a.id - b.id })
	}
	return sample
}

// report prints the mutants that live and the sums.
func (o options) report(w io.Writer, pattern string, sample []*mutant, results []outcome, took time.Duration) {
	var killed, late, equivalent, unreached, alive int
	for i, m := range sample {
		switch {
		case o.listed:
			if results[i].killed {
				fmt.Fprintf(w, "not equivalent: %s\n\tkilled by %s\n", m, results[i].by)
			}
		case m.why != "":
			equivalent++
		case results[i].killed:
			killed++
			if results[i].late {
				late++
			}
		case results[i].unreached:
			alive, unreached = alive+1, unreached+1
			fmt.Fprintf(w, "not reached: %s\n", m)
		default:
			alive++
			fmt.Fprintf(w, "alive: %s\n", m)
		}
	}
	if o.listed {
		return
	}
	low, high := wilson(killed, killed+alive)
	fmt.Fprintf(w, "%s: sampled %d, killed %d (%d by time), equivalent %d, alive %d (%d not reached), rate %.1f %% (%.1f to %.1f), %.0f s\n",
		pattern, len(sample), killed, late, equivalent, alive, unreached,
		100*float64(killed)/float64(max(1, killed+alive)), 100*low, 100*high, took.Seconds())
}

// wilson is the 95 % interval of a rate of k in n (Wilson 1927).
func wilson(k, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.959963984540054
	p, m := float64(k)/float64(n), float64(n)
	centre, half := p+z*z/(2*m), z*math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return (centre - half) / (1 + z*z/m), (centre + half) / (1 + z*z/m)
}

// allowance is one entry of the list of equivalent mutants.
type allowance struct {
	key, line, why string
	at             string // where in the list it stands
	used           bool
}

type allowances []*allowance

// readAllowed reads the list: entries of three lines, "file func: before →
// after" without the position, the line of the source, and "why: …", the last two
// with an indent. Lines that start with # are comments. A list that is not there
// is empty.
func readAllowed(path string) (allowances, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list allowances
	for i, line := range strings.Split(string(text), "\n") {
		at := fmt.Sprintf("%s:%d", path, i+1)
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "" || strings.HasPrefix(line, "#"):
		case trimmed == line:
			list = append(list, &allowance{key: line, at: at})
		case len(list) == 0:
			return nil, fmt.Errorf("%s: a line with indent before any mutant", at)
		case strings.HasPrefix(trimmed, "why: "):
			list[len(list)-1].why = trimmed[len("why: "):]
		default:
			list[len(list)-1].line = trimmed
		}
	}
	for _, a := range list {
		if a.line == "" || a.why == "" {
			return nil, fmt.Errorf("%s: %q lacks its line or its reason", a.at, a.key)
		}
	}
	return list, nil
}

// match marks the mutants that are listed and tells which entries for the files
// in dir match none.
func (list allowances) match(dir string, mutants []*mutant) (stale []string) {
	for _, m := range mutants {
		for _, a := range list {
			if a.key == m.key() && a.line == m.line {
				m.why, a.used = a.why, true
			}
		}
	}
	for _, a := range list {
		if file, _, _ := strings.Cut(a.key, " "); !a.used && filepath.Dir(file) == dir {
			stale = append(stale, fmt.Sprintf("%s: no mutant is %q in %q", a.at, a.key, a.line))
		}
	}
	return stale
}
