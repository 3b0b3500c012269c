package irace_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/external"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/solver"
	"formicary/pkg/tune"
	"formicary/pkg/tune/irace"
)

// TestMain is the target runner, too: irace calls this program as formicary.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "irace" {
		cost, seconds, err := irace.Target(context.Background(), os.Args[2], os.Args[3:], engines.WithPrograms, engines.FindKind)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		fmt.Println(cost, seconds)
		return
	}
	os.Exit(m.Run())
}

func ants() solver.Configurable { return acs.New() }

// tuner has a parameter of every sort.
func tuner() tune.Tuner {
	return tune.Tuner{
		Name: "of ants", New: ants, Puzzles: nurikabes.Kind.MustOpen("open-908").Between(9, 25).Take(6).Puzzles(),
		Space: tune.Space{
			tune.OneOf("scheme", "shuffled", "nearest"), tune.Whole("ants", 2, 50).OnLog(), tune.Real("q0", 0.3, 1),
			{Name: "bve", Low: 0.00001, High: 0.1, Log: true, When: `scheme == "shuffled" & ants > 4`},
		},
		Forbidden: []tune.Condition{"q0 < 0.4 & ants > 40"}, Start: []tune.Config{{"scheme": "nearest", "ants": "5", "q0": "0.5"}},
		Budget: solver.Evaluations(300), Measure: analysis.Evaluations, Runs: 180, Seed: 7, Capping: -1,
	}
}

// TestWriteRead: what was written as a scenario is read as the same tuner.
func TestWriteRead(t *testing.T) {
	dir := t.TempDir()
	alltest.OK(t, irace.Write(dir, tuner(), nurikabes.Kind))
	want := alltest.Must(tuner().Complete())(t)
	got := alltest.Must(alltest.Must(irace.Read(filepath.Join(dir, "scenario.txt"), nurikabes.Kind, ants))(t).Complete())(t)
	got.Start = got.Start[1:] // the default once more
	got.Name, got.Seed = want.Name, got.Seed-1
	alltest.Equal(t, texts(got), texts(want), "puzzles")
	alltest.Equal(t, cmp.Diff(want, got, cmpopts.IgnoreFields(tune.Tuner{}, "New", "Puzzles"), cmpopts.EquateApprox(0, 1e-12)), "", "written and read (-want +got)")
	own := tuner()
	own.New = func() solver.Configurable {
		s := acs.New()
		s.Eta = func(*acs.View, int32) float64 { return 1 }
		return s
	}
	alltest.Fails(t, irace.Write(dir, own, nurikabes.Kind), "has a func")
	own = tuner()
	own.Runs = 1
	alltest.Fails(t, irace.Write(dir, own, nurikabes.Kind), tune.ErrTuner)
}

func texts(t tune.Tuner) (all string) {
	for _, p := range t.Puzzles {
		all += p.Text() + "\n"
	}
	return all
}

// rscript is what R with irace prints, or the test is skipped.
func rscript(t *testing.T, code string, args ...string) string {
	t.Helper()
	cmd := exec.Command("Rscript", append([]string{"-e", `if (!requireNamespace("irace", quietly=TRUE)) quit(status=9); library(irace); ` + strings.NewReplacer("\n", " ", "\t", "").Replace(code)}, args...)...)
	cmd.Env = append(os.Environ(), "FORMICARY="+alltest.Must(os.Executable())(t))
	out, err := cmd.CombinedOutput()
	switch exit := (*exec.ExitError)(nil); {
	case errors.Is(err, exec.ErrNotFound), errors.As(err, &exit) && exit.ExitCode() == 9:
		t.Skip("no irace on this machine (Debian: r-cran-irace)")
	case err != nil:
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// TestIrace: irace itself takes a scenario that was written, calls its target runner, and finds better than the default.
func TestIrace(t *testing.T) {
	dir := t.TempDir()
	alltest.OK(t, irace.Write(dir, tuner(), nurikabes.Kind))
	out := rscript(t, `run <- if (exists("irace_cmdline")) irace_cmdline else irace.cmdline; run(c("--scenario", commandArgs(TRUE)))`, filepath.Join(dir, "scenario.txt"))
	alltest.Has(t, out, "# Best configurations as commandlines", "irace ends")
	line := regexp.MustCompile(`(?m)^\d+ +(--scheme=.*)$`).FindStringSubmatch(out)
	alltest.Require(t, line != nil, "no best configuration in\n%s", out)
	// The best configuration is one that the lab's target runner takes.
	puzzles := alltest.Must(filepath.Glob(filepath.Join(dir, "puzzles", "*")))(t)
	args := append([]string{"1", "1", "1", puzzles[0]}, strings.Fields(line[1])...)
	cost, _, err := irace.Target(t.Context(), dir, args, engines.WithPrograms, engines.FindKind)
	if err != nil || cost <= 0 {
		t.Errorf("%v costs %v: %v", line[1], cost, err)
	}
}

// TestTarget: the target runner prints what the plan's run of the same seed counts as, and takes irace's arguments.
func TestTarget(t *testing.T) {
	dir, of := t.TempDir(), tuner()
	of.Budget, of.Measure = solver.Budget{Evaluations: 300, CPU: time.Minute}, analysis.Evaluations
	alltest.OK(t, irace.Write(dir, of, nurikabes.Kind))
	self := alltest.Must(os.Executable())(t)
	puzzle := alltest.Must(filepath.Glob(filepath.Join(dir, "puzzles", "0003-*")))(t)[0]
	call := func(args ...string) string {
		cmd := exec.Command(filepath.Join(dir, "target-runner"), append([]string{"4", "3", "99", puzzle}, args...)...)
		cmd.Env = append(os.Environ(), "FORMICARY="+self)
		out, err := cmd.CombinedOutput()
		return fmt.Sprintln(strings.TrimSpace(string(out)), err)
	}
	engine := acs.New()
	alltest.OK(t, tune.Config{"ants": "7"}.Apply(engine))
	records := alltest.Must(experiment.Plan{Name: "x", Puzzles: of.Puzzles[2:3], Engines: []solver.Solver{engine}, Runs: 1, Seed: 99, Budget: of.Budget}.Run(t.Context()))(t).Records()
	want := fmt.Sprint(of.Cost(records[0]))
	alltest.Equal(t, strings.Fields(call("--ants=7"))[0], want, "cost")
	alltest.Equal(t, strings.Fields(call("30", "--ants=7"))[0], want, "cost within a bound")
	alltest.Equal(t, strings.Fields(call("--ants=7", "--bve=0.00012"))[1] != "", true)
	for _, bad := range [][2]string{{"--ant=7", "ant"}, {"soon", "expected a bound"}, {"--ants=many", "many"}, {"--ants", "expected --NAME=VALUE"}} {
		out := call(bad[0])
		alltest.Has(t, out, bad[1])
		alltest.Has(t, out, "exit status 2")
	}
}

// TestProgram: a scenario of a program in any language is asked here. What irace passes as switches, the program gets.
func TestProgram(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3 on the PATH")
	}
	dir := t.TempDir()
	files := map[string]string{
		"scenario.txt": "trainInstancesDir = \"./tests\" # as in the guide\nmaxExperiments <- 30\nconfigurationsFile = 'start.txt'\nboundMax = 9\n",
		"parameters.txt": "near \"--near \" r (0, 1) | mode %in% c(\"a\",\"b\") # needs a mode\nmode \"--\" c (a, b, worst)\nsteps \"\" i,log (1, 100)\n" +
			"size \"--size=\" o (small, \"big\")\n[forbidden]\nmode == \"worst\" && size == \"big\"\n",
		"start.txt": "mode near size steps\nworst NA small 10\n", "tests/one.txt": "nurikabe/2/2/1i\n",
		"mine.py": "import sys\nprint('{\"status\": \"solved\", \"board\": \".###\", \"statistics\": {\"%s\": 1}}' % ' '.join(sys.argv[2:]))\n",
	}
	alltest.OK(t, os.Mkdir(filepath.Join(dir, "tests"), 0o777))
	for name, text := range files {
		alltest.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	of := alltest.Must(irace.Read(filepath.Join(dir, "scenario.txt"), nurikabes.Kind, func() solver.Configurable {
		return &external.Command{Name: "mine", Kind: nurikabes.Kind, Args: []string{"python3", filepath.Join(dir, "mine.py"), "{puzzle}"}}
	}))(t)
	alltest.Equal(t, fmt.Sprint(of.Space), "[{mode 0 0 false false [a b worst] false } {near 0 1 false false [] false mode %in% c(\"a\",\"b\")} "+
		"{steps 1 100 true true [] false } {size 0 0 false false [small big] true }]")
	alltest.Equal(t, fmt.Sprint(of.Runs, of.Budget.CPU, of.Measure, of.Forbidden), `30 9s processor time [mode == "worst" && size == "big"]`)
	mine := of.New()
	alltest.OK(t, tune.Config{"steps": "25", "size": "big"}.Apply(mine))
	records := alltest.Must(experiment.Plan{Name: "x", Puzzles: of.Puzzles, Engines: []solver.Solver{mine}, Runs: 1, Budget: of.Budget}.Run(t.Context()))(t).Records()
	alltest.Equal(t, records[0].Statistics[0].Name, "--near 0 --worst 25 --size=big", records[0].Error)
	of.Budget, of.Measure, of.Forbidden = solver.Evaluations(100), analysis.Evaluations, append(of.Forbidden, `mode != "a"`)
	found := alltest.Must(of.Run(t.Context(), nil))(t)
	for _, c := range found.Candidates {
		alltest.Check(t, c.Config["mode"] == "a", "a forbidden configuration ran: %v", c.Config)
	}
}

// TestBad: what a file has that is not read is named with its place.
func TestBad(t *testing.T) {
	for _, bad := range []struct{ parameters, scenario, want string }{
		{"ants \"--ants \" i (1, \"n\")", "", "parameters.txt:1:22: irace: expected a number"},
		{"ants --ants i (1, 9)", "", "parameters.txt:1:12: irace: expected a switch in quotes"},
		{"ants \"\" x (1, 9)", "", "parameters.txt:1:10: irace: expected a type"},
		{"ants \"\" r (1)", "", "parameters.txt:1:14: irace: expected a domain"},
		{"\nants \"\" r (1, 2) | q0 >", "", "parameters.txt:2:19: irace: expected a condition: column 5"},
		{"ants \"\" r (1, 2) | q0 > 1", "", "which is no parameter before it"},
		{"ants \"\" r (1, 2)\nants \"\" r (1, 2)", "", "parameters.txt:2:1: irace: expected another name"},
		{"ants \"\" r (1, 2", "", "parameters.txt:1:16: irace: expected a domain"},
		{"ants \"x r (1, 2)", "", "expected another \""},
		{"ants \"\" r (1, 2)", "targetRunner = function(e, s) 1", "scenario.txt:1:16: irace: expected a text in quotes"},
		{"ants \"\" r (1, 2)", "seed", "scenario.txt:1:5: irace: expected NAME = VALUE"},
		{"ants \"\" r (1, 2)", "maxExperiments = \"many\"", "scenario.txt:1:18: irace: expected a number for maxExperiments"},
		{"ants \"\" r (1, 2)", "trainInstancesFile = \"none.txt\"", "none.txt"},
		{"ants \"\" r (1, 2)", "", "expected instances in"},
		{"ants \"\" r (1, 2)", "configurationsFile = \"parameters.txt\"", "parameters.txt:1:17: irace: expected names of parameters in the first line, found \"\""},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "scenario.txt")
		alltest.OK(t, os.WriteFile(path, []byte(bad.scenario), 0o666), os.WriteFile(filepath.Join(dir, "parameters.txt"), []byte(bad.parameters), 0o666))
		alltest.Refused(irace.Read(path, nurikabes.Kind, ants))(t, bad.want)
	}
	alltest.Refused(irace.Read("nowhere/scenario.txt", nurikabes.Kind, ants))(t, "nowhere")
}

// conditions are of the parameters that TestConditions has; R says which hold.
var conditions = map[string]bool{
	`mode == "a"`: true, `mode != 'a' | n > 3`: true, `!mode == "a" & n >= 3`: false, `mode %in% c("x", "a")`: true, `n %in% c(1, 2, 4)`: true, `c0 %in% c(1,2,3)`: false,
	`c0 > 10`: true, `as.numeric(c0) > 10`: false, `n * 2 + 1 > x / 0.5`: true, `n - 1 - 1 == 2`: true, `missing == 1`: false, `missing == 1 | TRUE`: true, `missing == 1 & FALSE`: false,
	`!(missing == 1)`: false, `is.na(missing)`: true, `missing %in% c(1)`: false, `(n > 1 && x < 1) || mode == "b"`: true, `a.b == 1`: true, `-n < 0`: true, `x == 0.25 & n == 4.0`: true,
	`n == "4"`: true, `mode < "b"`: true, `TRUE`: true, `!FALSE & n`: true, `1e1 > n`: true, `.5 > x`: true, `n > 1 & mode == "b" | x < 1`: true,
}

// TestConditions: what a condition comes to is what R says, where R is there too; one that is NA does not hold.
func TestConditions(t *testing.T) {
	space := tune.Space{tune.OneOf("mode", "a", "b"), tune.Real("n", 0, 9), tune.Real("x", 0, 1), tune.OneOf("c0", "5", "10"), tune.Real("a-b", 0, 1), tune.Real("missing", 0, 1)}
	all := slices.Sorted(maps.Keys(conditions))
	for _, c := range all {
		alltest.OK(t, tune.Condition(c).Check(space))
		alltest.Equal(t, space.Holds(tune.Condition(c), tune.Config{"mode": "a", "n": "4", "x": "0.25", "c0": "5", "a-b": "1"}), conditions[c], c)
	}
	code := `mode <- "a"; n <- 4; x <- 0.25; c0 <- "5"; a.b <- 1; missing <- NA; for (e in commandArgs(TRUE)) cat(isTRUE(as.logical(eval(parse(text = e)))), "")`
	for i, r := range strings.Fields(rscript(t, code, all...)) {
		alltest.Equal(t, r == "TRUE", conditions[all[i]], "R: "+all[i])
	}
}

// TestDocumented: irace's own examples are read as irace reads them: names, types, ends and values.
func TestDocumented(t *testing.T) {
	out := rscript(t, `for (f in list.files(system.file("examples", package="irace"), pattern="^parameters.*txt$", recursive=TRUE, full.names=TRUE)) {
		p <- readParameters(f); cat("FILE", f, "\n");
		for (n in sort(p$names)) cat(gsub(".", "-", n, fixed=TRUE), p$types[[n]], if (p$types[[n]] %in% c("i", "r")) as.numeric(p$domain[[n]]) else p$domain[[n]], "\n") }`)
	all := strings.Split(out, "FILE ")[1:]
	alltest.Require(t, len(all) >= 5, "examples: %v", out)
	for _, file := range all {
		path, want, _ := strings.Cut(file, " \n")
		dir := t.TempDir()
		alltest.OK(t, os.WriteFile(filepath.Join(dir, "scenario.txt"), []byte("parameterFile = \""+path+"\"\ntrainInstancesFile=\"i\""), 0o666),
			os.WriteFile(filepath.Join(dir, "i"), nil, 0o666))
		of := alltest.Must(irace.Read(filepath.Join(dir, "scenario.txt"), nurikabes.Kind, ants))(t)
		var got []string
		for _, p := range of.Space {
			line := fmt.Sprint(p.Name, " ", map[bool]string{true: "i", false: "r"}[p.Integer], " ", p.Low, " ", p.High)
			if p.Values != nil {
				line = fmt.Sprint(p.Name, " ", map[bool]string{true: "o", false: "c"}[p.Ordered], " ", strings.Join(p.Values, " "))
			}
			got = append(got, line+" ")
		}
		lines := strings.Split(strings.TrimRight(want, "\n"), "\n")
		slices.Sort(got)
		slices.Sort(lines)
		alltest.Equal(t, strings.Join(got, "\n"), strings.Join(lines, "\n"), path)
	}
}

// FuzzRead: no text makes the readers crash, and what they read is a tuner whose conditions hold or not.
func FuzzRead(f *testing.F) {
	f.Add("ants \"--ants \" i,log (1, 9) | q0 > 0.5\nq0 \"\" r (0, 1)\n[forbidden]\nants > 3 & q0 == 1\n", "seed = 3\nboundMax = 2 # s\n")
	f.Add("m \"--\" o (a, \"b c\")\nk \"\" c (1) | !(m %in% c('a', \"b\")) || is.na(m)\n", "confidence <- 0.9\nmaxExperiments = NA")
	f.Fuzz(func(t *testing.T, parameters, scenario string) {
		dir := t.TempDir()
		path := filepath.Join(dir, "scenario.txt")
		alltest.OK(t, os.WriteFile(path, []byte(scenario), 0o666), os.WriteFile(filepath.Join(dir, "parameters.txt"), []byte(parameters), 0o666),
			os.Mkdir(filepath.Join(dir, "Instances"), 0o777), os.WriteFile(filepath.Join(dir, "Instances", "p"), []byte("nurikabe/2/2/1i"), 0o666))
		of, err := irace.Read(path, nurikabes.Kind, ants)
		if err != nil {
			return
		}
		for _, p := range of.Space {
			alltest.OK(t, p.When.Check(of.Space))
			alltest.Equal(t, p.When.Spelled(func(name string) string { return "`" + name + "`" }) == "", p.When == "")
		}
	})
}
