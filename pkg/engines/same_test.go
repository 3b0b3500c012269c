package engines_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	_ "formicary/pkg/study" // its rules decide in runs, too
)

// processor is a processor on which runs have to come to the same bits.
type processor struct {
	name string
	env  []string // of go build
	run  []string // what runs its programs here
	// without is what running them says where this machine cannot.
	without string
}

var processors = []processor{
	{name: "arm64", env: []string{"GOARCH=arm64"}, run: []string{"qemu-aarch64-static"}},
	{name: "amd64-v3", env: []string{"GOARCH=amd64", "GOAMD64=v3"}, without: "microarchitecture support"},
}

// compile builds this package's tests for the processor, and reads what the
// compiler lists of each package that an engine's run or a generator reaches.
func (p processor) compile(program string) (faults []string, err error) {
	args := []string{"test", "-c", "-o", program}
	packages, err := deciding()
	if err != nil {
		return nil, err
	}
	for _, path := range packages {
		args = append(args, "-gcflags="+path+"=-S")
	}
	build := exec.Command("go", append(args, ".")...)
	build.Env = append(os.Environ(), append(p.env, "CGO_ENABLED=0", "GOFLAGS=")...)
	listing, err := build.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := build.Start(); err != nil {
		return nil, err
	}
	faults, rest, lines := read(listing)
	if err := build.Wait(); err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", strings.Join(args[:4], " "), err, rest)
	}
	if lines < 100_000 {
		return nil, fmt.Errorf("the compiler listed %d instructions: expected the code of all engines", lines)
	}
	return faults, nil
}

// deciding are the packages whose code decides what engines and generators do.
func deciding() ([]string, error) {
	out, err := exec.Command("go", "list", "-deps", ".", "formicary/pkg/model/generate", "formicary/pkg/nonogram/generate", "formicary/pkg/nurikabe/generate", "formicary/pkg/sudoku/generate").Output()
	if err != nil {
		return nil, err
	}
	packages := []string{"formicary/pkg/study"}
	for path := range strings.FieldsSeq(string(out)) {
		if strings.HasPrefix(path, "formicary/") {
			packages = append(packages, path)
		}
	}
	return packages, nil
}

var (
	// An instruction of the compiler's listing: source line, name, operands.
	instruction = regexp.MustCompile(`^\t0x[0-9a-f]+ \d+ \((.*):(\d+)\)\t([A-Z][A-Z0-9]*)(?:\t(.*))?$`)
	function    = regexp.MustCompile(`^(\S+) STEXT `)
	// A product and a sum in one rounding.
	fused = regexp.MustCompile(`^V?FN?M(ADD|SUB|LA|LS)`)
	// Funcs of the standard library whose last bit depends on the processor. What
	// is not here and not exact is refused, too.
	inexact = regexp.MustCompile(`^(math\.\w+|math/cmplx\.\w+|math/rand(/v2)?\.\(\*(Rand|Zipf)\)\.(ExpFloat64|NormFloat64|Uint64))\(SB\)`)
	exact   = regexp.MustCompile(`^math\.(arch)?(Abs|Ceil|Copysign|Float64bits|Floor|Frexp|Inf|IsInf|IsNaN|Ldexp|Max|Min|Mod|Modf|NaN|Nextafter|Round|RoundToEven|Signbit|Sqrt|Trunc|frexp|ldexp|max|min|mod|modf|floor|ceil|trunc)\(SB\)`)
	// Drawings decide nothing.
	drawing = regexp.MustCompile(`/pkg/(puzzle/(canvas|heat)|\w+/draw\w*)\.go$`)
)

// read reads a listing of the compiler and returns what it finds in it that
// rounds otherwise on another processor, the lines that are no listing, and the
// number of instructions.
func read(listing io.Reader) (faults []string, rest string, instructions int) {
	lines := bufio.NewScanner(listing)
	lines.Buffer(nil, 1<<24)
	var other bytes.Buffer
	in, file := "", "" // the func and where it is declared
	for lines.Scan() {
		line := lines.Text()
		if m := function.FindStringSubmatch(line); m != nil {
			in = m[1]
			continue
		}
		if !strings.HasPrefix(line, "\t0x") {
			if !strings.HasPrefix(line, "\t") && !strings.Contains(line, " SRODATA") {
				other.WriteString(line + "\n")
			}
			continue
		}
		m := instruction.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		instructions++
		if m[3] == "TEXT" {
			file = m[1]
		}
		if !fused.MatchString(m[3]) && (!inexact.MatchString(m[4]) || exact.MatchString(m[4])) || drawing.MatchString(file) {
			continue
		}
		where := m[1]
		if _, inside, ok := strings.Cut(where, "/pkg/"); ok {
			where = "pkg/" + inside
		}
		faults = append(faults, fmt.Sprintf("%s:%s: %s: %s %s", where, m[2], in, m[3], m[4]))
	}
	return faults, other.String(), instructions
}

// TestFaultsAreFound gives [read] what the compiler lists of code that rounds
// otherwise elsewhere.
func TestFaultsAreFound(t *testing.T) {
	listing := `# formicary/pkg/colony
formicary/pkg/colony.(*Trail).Took STEXT size=208 args=0x10 locals=0x28 funcid=0x0 align=0x0
	0x0000 00000 (/src/pkg/colony/trail.go:148)	TEXT	formicary/pkg/colony.(*Trail).Took(SB), ABIInternal, $48-16
	0x0054 00084 (/src/pkg/colony/trail.go:155)	FMADDD	F0, F1, F2, F0
	0x0058 00088 (/src/pkg/colony/trail.go:156)	FADDD	F0, F1
	0x005c 00092 (/src/pkg/colony/trail.go:157)	FNMSUBD	F0, F1, F2, F0
	0x0066 00102 (/src/pkg/colony/trail.go:158)	VFMADD231SD	X2, X0, X1
	0x0070 00112 (/usr/local/go/src/math/exp.go:18)	CALL	math.archExp(SB)
	0x0074 00116 (/src/pkg/colony/trail.go:159)	CALL	math.Frexp(SB)
	0x0078 00120 (/src/pkg/colony/trail.go:160)	CALL	math/rand/v2.(*Rand).NormFloat64(SB)
	0x007c 00124 (/src/pkg/colony/trail.go:161)	JMP	math.log1p(SB)
	0x0080 00128 (/src/pkg/colony/trail.go:162)	RET
formicary/pkg/puzzle.HeatColour STEXT size=208 args=0x10 locals=0x28 funcid=0x0 align=0x0
	0x0000 00000 (/src/pkg/puzzle/heat.go:27)	TEXT	formicary/pkg/puzzle.HeatColour(SB), ABIInternal, $48-16
	0x0010 00016 (/usr/local/go/src/math/sin.go:189)	CALL	math.sin(SB)
`
	faults, rest, instructions := read(strings.NewReader(listing))
	var lines []string
	for _, fault := range faults {
		where, _, _ := strings.Cut(fault, ": ")
		lines = append(lines, where)
	}
	want := "pkg/colony/trail.go:155 pkg/colony/trail.go:157 pkg/colony/trail.go:158 /usr/local/go/src/math/exp.go:18 pkg/colony/trail.go:160 pkg/colony/trail.go:161"
	alltest.Check(t, strings.Join(lines, " ") == want && rest == "# formicary/pkg/colony\n" && instructions == 12,
		"%d instructions, faults %q, rest %q", instructions, faults, rest)
}

// TestSameBits reads the machine code of all engines, generators and studies for processors
// where Go fuses x*y+z, and finds no such instruction, nor a func of package math whose
// result depends on the processor. Then it makes the runs of [TestGolden] there: by
// emulation, or on this processor's own newer instructions.
func TestSameBits(t *testing.T) {
	alltest.Only(t, "it compiles everything for other processors")
	for _, p := range processors {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			program := filepath.Join(t.TempDir(), p.name)
			faults := alltest.Must(p.compile(program))(t)
			for _, fault := range faults {
				t.Errorf("%s: write float64(x*y)+z for x*y+z, and solver.Exp and solver.Log for those of math", fault)
			}
			if p.run == nil && runtime.GOARCH != "amd64" {
				t.Skip("not on " + runtime.GOARCH)
			}
			command := append(append([]string{}, p.run...), program, "-test.run=^TestGolden$")
			if _, err := exec.LookPath(command[0]); err != nil && p.run != nil {
				t.Skipf("%s is not installed (Debian: qemu-user-static)", p.run[0])
			}
			run := exec.Command(command[0], command[1:]...)
			run.Env = append(os.Environ(), "UPDATE=")
			out, err := run.CombinedOutput()
			if p.without != "" && bytes.Contains(out, []byte(p.without)) {
				t.Skipf("%s", bytes.TrimSpace(out))
			}
			alltest.Check(t, err == nil, "%v\n%s", err, out)
		})
	}
}
