// Attack does to the lab what goes wrong in practice, and counts what breaks:
// processes that are killed, journals that are cut, flipped, doubled or taken
// away, full disks, two processes with one journal, runs that end the whole process, inputs
// with mistakes, and puzzles that nobody made.
//
//	go run ./.ci/attack -minutes 20
//
// For each attack it prints a line:
//
//   - tried: kills, damaged journals, inputs, or puzzles;
//   - lost: runs that are missing from the experiment's result or its journal
//     once the experiment is complete;
//   - doubled: runs that the journal has more than once;
//   - wrong: runs that differ from those of an experiment that was left in peace,
//     engines that contradict each other or a search through all boards, and
//     readers that break their promises;
//   - crashed: programs that ended or hung where they should have gone on.
//
// Every line but the first column should be 0; the status is 1 where one is not.
// What is found is described below the table, with what it takes to see it
// again. The numbers of one seed differ with the machine, since kills come at
// times and not at steps.
//
// An attack that can end a process works on processes of its own: this program
// again, in a role that an environment variable names (victim.go). It needs a
// Unix. It looks at results from outside, through the exported names, and reads
// journals as text.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"
)

// options are the command's flags.
type options struct {
	minutes float64
	seed    uint64
	only    string
}

// attack is one way to break things. Its func tries it once more, however many
// things that are, and counts.
type attack struct {
	name   string
	weight float64 // its share of the time
	once   func(f *field) error
}

var attacks = []attack{
	{"kills of experiments", 3, killPlans},
	{"kills of races", 2, killRaces},
	{"damaged journals", 2, damageJournals},
	{"journals that vanish", 1, vanishJournals},
	{"full disks", 1, fillDisks},
	{"doubled processes", 1, doubleProcesses},
	{"runs that end the process", 1, poisonPlans},
	{"programs that misbehave", 1, breakPrograms},
	{"mutated inputs", 1.5, mutateInputs},
	{"random puzzles, all engines", 1.5, randomPuzzles},
}

func main() {
	if role := os.Getenv(roleEnv); role != "" {
		os.Exit(victim(role))
	}
	var o options
	flag.Float64Var(&o.minutes, "minutes", 5, "how long it takes, in minutes; each attack is tried at least once")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of what is done and when")
	flag.StringVar(&o.only, "only", "", "only attacks whose name contains this")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	sound, err := run(ctx, os.Stdout, o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "attack:", err)
		os.Exit(2)
	}
	if !sound {
		os.Exit(1)
	}
}

// run makes the attacks one after the other and says whether nothing broke.
func run(ctx context.Context, w io.Writer, o options) (sound bool, err error) {
	chosen := slices.DeleteFunc(slices.Clone(attacks), func(a attack) bool { return !strings.Contains(a.name, o.only) })
	total := 0.0
	for _, a := range chosen {
		total += a.weight
	}
	var faults []string
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "attack\ttried\tlost\tdoubled\twrong\tcrashed\t")
	for i, a := range chosen {
		f := &field{ctx: ctx, rand: rand.New(rand.NewPCG(o.seed, uint64(i)))}
		until := time.Now().Add(time.Duration(o.minutes * a.weight / total * float64(time.Minute)))
		for again := true; again && ctx.Err() == nil; again = time.Now().Before(until) {
			if err := f.once(a); err != nil {
				return false, fmt.Errorf("%s: %w", a.name, err)
			}
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%d\t  %s\n", a.name, f.tried, f.lost, f.doubled, f.wrong, f.crashed, f.remark())
		for _, text := range f.faults {
			faults = append(faults, a.name+": "+text)
		}
		sound = i == 0 || sound
		sound = sound && f.lost+f.doubled+f.wrong+f.crashed == 0
	}
	if err := table.Flush(); err != nil {
		return false, err
	}
	for _, text := range faults {
		fmt.Fprintln(w, text)
	}
	return sound && len(chosen) > 0, ctx.Err()
}

// field is where an attack takes place: a folder for each try, and the counts.
type field struct {
	ctx  context.Context
	rand *rand.Rand
	dir  string // empty at each try

	tried, lost, doubled, wrong, crashed int
	// amidst are kills and losses of journals after the first run and before the last.
	amidst int
	// stopped are runs that were in flight at two kills, the second time alone,
	// and that the lab has recorded as failed: it cannot know better.
	stopped int
	faults  []string
}

func (f *field) once(a attack) (err error) {
	if f.dir, err = os.MkdirTemp("", "formicary-attack-*"); err != nil {
		return err
	}
	defer os.RemoveAll(f.dir)
	return a.once(f)
}

// mostFaults is how many faults of an attack are described.
const mostFaults = 10

// fault counts a fault and describes it.
func (f *field) fault(count *int, format string, args ...any) {
	*count++
	if text := fmt.Sprintf(format, args...); len(f.faults) < mostFaults && !slices.Contains(f.faults, text) {
		f.faults = append(f.faults, text)
	}
}

func (f *field) remark() string {
	var out []string
	if f.amidst > 0 {
		out = append(out, fmt.Sprintf("%d amidst the runs", f.amidst))
	}
	if f.stopped > 0 {
		out = append(out, fmt.Sprintf("%d runs recorded as failed after two kills", f.stopped))
	}
	return strings.Join(out, ", ")
}
