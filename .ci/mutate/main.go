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
//	 4. What lives is listed, with the rate killed and its 95 % interval.
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
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"formicary/pkg/analysis"
)

func main() {
	sample := flag.Int("n", 0, "mutants to run, drawn at random; 0 for all")
	seed := flag.Uint64("seed", 1, "seed of the sample")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: go run ./.ci/mutate [flags] ./pkg/NAME")
		flag.PrintDefaults()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Stdout, flag.Arg(0), filepath.Join(".ci", "mutate", "equivalent.txt"), *sample, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// run mutates one package and prints what became of it. equivalent is the list of equivalent mutants, sample how many are drawn.
func run(ctx context.Context, w io.Writer, pattern, equivalent string, sample int, seed uint64) error {
	allowed, err := readAllowed(equivalent)
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
	bin, err := pkg.compile(work)
	if err != nil {
		return err
	}
	suite, err := newSuite(ctx, bin, pkg.path, work)
	if err != nil {
		return err
	}
	reached := 0
	for _, m := range mutants {
		if len(suite.reaching(m)) > 0 {
			reached++
		}
	}
	fmt.Fprintf(w, "%s: %d mutants, %d of them reached by %d tests in %.1f s\n",
		pattern, len(mutants), reached, len(suite.tests), suite.total().Seconds())
	start, results := time.Now(), map[*mutant]outcome{}
	drawn := draw(mutants, sample, seed)
	for _, m := range drawn {
		if m.why == "" {
			results[m] = suite.judge(ctx, m)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	report(w, pattern, drawn, results, time.Since(start))
	return nil
}

// draw is a sample in the order of the source; 0 for all.
func draw(mutants []*mutant, sample int, seed uint64) []*mutant {
	out := slices.Clone(mutants)
	if sample > 0 && sample < len(out) {
		r := rand.New(rand.NewPCG(seed, 0))
		r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
		out = out[:sample]
		slices.SortFunc(out, func(a, b *mutant) int { return a.id - b.id })
	}
	return out
}

// report prints the mutants that live and the sums.
func report(w io.Writer, pattern string, sample []*mutant, results map[*mutant]outcome, took time.Duration) {
	var killed, late, equivalent, unreached, alive int
	for _, m := range sample {
		switch r := results[m]; {
		case m.why != "":
			equivalent++
		case r.killed:
			killed++
			if r.late {
				late++
			}
		case r.unreached:
			alive, unreached = alive+1, unreached+1
			fmt.Fprintf(w, "not reached: %s\n", m)
		default:
			alive++
			fmt.Fprintf(w, "alive: %s\n", m)
		}
	}
	rate := analysis.Default.Proportion(killed, killed+alive)
	fmt.Fprintf(w, "%s: sampled %d, killed %d (%d by time), equivalent %d, alive %d (%d not reached), rate %.1f %% (%.1f to %.1f), %.0f s\n",
		pattern, len(sample), killed, late, equivalent, alive, unreached, 100*rate.Rate, 100*rate.Low, 100*rate.High, took.Seconds())
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
