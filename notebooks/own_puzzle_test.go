package notebooks_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/lab"
)

const ownPuzzle = "44-a-puzzle-of-your-own.ipynb"

// TestOwnPuzzleIsShort counts the notebook's lines of code, without comments and empty
// lines: a puzzle with its judge and its drawing takes a hundred at most, and so does what
// makes an engine of it.
func TestOwnPuzzleIsShort(t *testing.T) {
	nb := alltest.Must(lab.ReadNotebook(ownPuzzle))(t)
	lines := map[string]int{}
	for _, cell := range nb.Cells {
		part, _, _ := strings.Cut(cell.ID, "-")
		for line := range strings.Lines(string(cell.Source)) {
			if line = strings.TrimSpace(line); cell.Type == "code" && line != "" && !strings.HasPrefix(line, "//") {
				lines[part]++
			}
		}
	}
	for _, part := range []string{"puzzle", "ants"} {
		t.Logf("%s: %d lines", part, lines[part])
		alltest.Check(t, lines[part] != 0 && lines[part] <= 100, "the cells %q have %d lines of code, want 1 to 100", part+"-…", lines[part])
	}
}

// judged stands in place of the notebook's main. All boards of small puzzles are judged,
// of which as many are solutions as a person counts; ants' solutions of larger ones are
// accepted, and no board that differs from one in one cell.
const judged = `
func read(text string) (d *dominosa, board puzzle.Grid) {
	rows := strings.Fields(text)
	d = &dominosa{"test", puzzle.Size{Rows: len(rows), Cols: len(rows[0])}, nil}
	for _, sign := range strings.Join(rows, "") {
		d.numbers = append(d.numbers, uint8(sign-'0'))
	}
	return d, puzzle.NewGrid(d.size, 0)
}

func count(d *dominosa, board puzzle.Grid, from int) (n int) {
	if from == len(board.Values) {
		if len(d.Check(board)) == 0 {
			return 1
		}
		return 0
	}
	for v := range uint8(5) {
		board.Values[from] = v
		n += count(d, board, from+1)
	}
	board.Values[from] = 0
	return n
}

// changed says which boards are accepted that differ from a solution in one cell.
func changed(d *dominosa, solved puzzle.Grid) {
	solved = solved.Clone()
	for i, was := range solved.Values {
		for v := range uint8(5) {
			solved.Values[i] = v
			if v != was && len(d.Check(solved)) == 0 {
				fmt.Println("accepted with", v, "in", d.size.At(i))
			}
		}
		solved.Values[i] = was
	}
}

func main() {
	for text, want := range map[string]int{
		"00": 1, "0 0": 1, "0011": 1, "0110": 0, // of a row there is one way; 0-1 twice is no solution
		"001 101": 2, "000 111": 2, "010 101": 0, "001 011": 3, "012": 0,
	} {
		d, board := read(text)
		if got := count(d, board, 0); got != want {
			fmt.Printf("%q has %d solutions, want %d\n", text, got, want)
		}
	}
	for seed := range uint64(20) {
		board := generate(4, seed)
		out, err := ants("", tight).Solve(context.Background(), board, solver.Run{Seed: seed, Budget: solver.Iterations(100)})
		if err != nil || out.Status != solver.Solved {
			fmt.Println(board.ID(), out.Status, err)
			continue
		}
		changed(board, out.Best)
	}
	fmt.Println("done")
}
`

// TestOwnPuzzleIsJudged holds the notebook's judge against solutions that are known.
func TestOwnPuzzleIsJudged(t *testing.T) {
	source, _, _ := strings.Cut(string(program(t, ownPuzzle)), "\nfunc main() {")
	root := alltest.Must(filepath.Abs(".."))(t)
	dir := t.TempDir()
	file, overlay := filepath.Join(dir, "main.go"), filepath.Join(dir, "overlay.json")
	text := alltest.Must(json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(root, programs, "judged", "main.go"): file}}))(t)
	source = strings.Replace(source, "import (", "import (\n\t\"context\"", 1) + judged
	alltest.OK(t, errors.Join(os.WriteFile(file, []byte(source), 0o644), os.WriteFile(overlay, text, 0o644)))
	run := exec.CommandContext(t.Context(), "go", "run", "-overlay", overlay, "./"+programs+"/judged")
	run.Dir = root
	out, err := run.CombinedOutput()
	alltest.Check(t, err == nil && string(out) == "done\n", "%v\n%s", err, out)
}
