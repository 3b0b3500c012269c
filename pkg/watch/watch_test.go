package watch

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/pencil"
	"formicary/pkg/pencil/pencils"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// small is a puzzle of 2×3 with a clue of two digits' width nowhere.
func small(t testing.TB) *nurikabe.Puzzle {
	t.Helper()
	return alltest.Must(nurikabe.New("small", puzzle.Size{Rows: 2, Cols: 3}, []int{2, 0, 0, 0, 0, 1}))(t)
}

// event is an event with a board of wall and island, the rest unset.
func event(improved bool, pheromone ...float64) solver.Event {
	board := puzzle.Grid{Size: puzzle.Size{Rows: 2, Cols: 3}, Values: []uint8{nurikabe.Island, nurikabe.Island, nurikabe.Wall, nurikabe.Wall, puzzle.Unset, nurikabe.Island}}
	return solver.Event{Improved: improved, Iterations: 6, Cost: 2, Best: 1, Board: board, Pheromone: pheromone}
}

// The sequences of the colours that appear below, worked out by hand from the
// colours of the drawings.
const (
	paperSGR, inkSGR, solidSGR, chalkSGR, openSGR = "\x1b[48;2;255;255;255m", "\x1b[38;2;23;33;43m", "\x1b[48;2;58;74;90m", "\x1b[38;2;244;247;250m", "\x1b[48;2;198;206;214m"
	reset, clear                                  = "\x1b[0m", "\x1b[K"
)

func TestFrames(t *testing.T) {
	for _, c := range []struct {
		name     string
		terminal terminal
		event    solver.Event
		want     []string
	}{
		{"pipe", terminal{}, event(true), []string{" 2 . #", " # ? 1", "iteration 7 · cost 2, lowest 1"}},
		{"no iterations into a pipe", terminal{}, event(false), nil},
		{"no colours", terminal{cols: 80, rows: 25}, event(false), []string{
			" 2 . #" + clear, " # ? 1" + clear, "iteration 6 · cost 2, lowest 1" + clear,
		}},
		{"letters", terminal{cols: 6, rows: 4, colours: direct}, event(false), []string{
			paperSGR + inkSGR + " 2" + paperSGR + inkSGR + "  " + solidSGR + chalkSGR + "  " + reset + clear,
			solidSGR + chalkSGR + "  " + openSGR + inkSGR + "  " + paperSGR + inkSGR + " 1" + reset + clear,
			"iteration 6 · cost 2, lowest 1" + clear,
		}},
		{"halves", terminal{cols: 5, rows: 4, colours: xterm}, event(false), []string{
			"\x1b[38;5;231m\x1b[48;5;239m▀\x1b[38;5;231m\x1b[48;5;252m▀\x1b[38;5;239m\x1b[48;5;231m▀" + reset + clear,
			"iteration 6 · cost 2, lowest 1" + clear,
		}},
		{"too small", terminal{cols: 2, rows: 4, colours: xterm}, event(false), []string{"iteration 6 · cost 2, lowest 1" + clear}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			newScreen(&out, c.terminal, small(t), 0).Observe(c.event)
			want := strings.Join(c.want, "\n")
			if want != "" {
				want += "\n"
			}
			alltest.Equal(t, out.String(), want, "wrote")
		})
	}
}

// TestSigns: a puzzle may have any sign in a cell, and its walls look as shaded cells do.
func TestSigns(t *testing.T) {
	set := alltest.Must(pencils.Of(pencil.SimpleLoop).Read("ring", strings.NewReader(`{"data":{"ring":{"problem":"3 3\n- - -\n- x -\n- - -","solution":"3 3\nse ew sw\nns - ns\nne ew nw"}}}`)))(t)
	for _, c := range []struct {
		terminal terminal
		want     string
	}{
		{terminal{}, " ┌ ─ ┐\n │ ■ │\n └ ─ ┘\niteration 1 · cost 0, lowest 0\n"},
		{terminal{cols: 80, rows: 25, colours: direct}, strings.ReplaceAll("P ┌P ─P ┐R\nP │S  P │R\nP └P ─P ┘R\niteration 1 · cost 0, lowest 0"+clear+"\n", "R", reset+clear)},
	} {
		var out bytes.Buffer
		newScreen(&out, c.terminal, set.Items[0], 0).Observe(solver.Event{Improved: true, Board: set.Items[0].Solution})
		want := strings.NewReplacer("P", paperSGR+inkSGR, "S", solidSGR+chalkSGR).Replace(c.want)
		alltest.Check(t, out.String() == want, "wrote\n%q, want\n%q", out.String(), want)
	}
}

// TestPheromone draws more pheromone darker, of several numbers a cell the share of the
// largest, and of pairs of cells the most that a cell is part of.
func TestPheromone(t *testing.T) {
	draw := func(pheromone ...float64) string {
		var out bytes.Buffer
		newScreen(&out, terminal{cols: 80, rows: 25, colours: direct}, small(t), 0).Observe(event(false, pheromone...))
		return out.String()
	}
	one, two := draw(.5, .6, .7, .8, .9, 1), draw(1, 1, 6, 4, 3, 7, 8, 2, 1, 9, 5, 0)
	alltest.Equal(t, one, two, "one number a cell, two with the same shares")
	var out bytes.Buffer
	pairs := event(false, .5, .6, .7, .8, .9, 1)
	pairs.Layout.Pairs = [][2]int32{{0, 0}, {0, 1}, {1, 2}, {0, 3}, {3, 4}, {4, 5}}
	newScreen(&out, terminal{cols: 80, rows: 25, colours: direct}, small(t), 0).Observe(pairs)
	want := draw(.8, .7, .7, .9, 1, 1)
	alltest.Check(t, out.String() == want, "pairs of cells\n%q, want\n%q", out.String(), want)
	ground := func(level int) string {
		var r, g, b uint8
		alltest.Must(fmt.Sscanf(puzzle.HeatColour(float64(level)/(puzzle.HeatLevels-1), false), "#%02x%02x%02x", &r, &g, &b))(t)
		return fmt.Sprintf("\x1b[48;2;%d;%d;%dm", r, g, b)
	}
	for _, level := range []int{0, puzzle.HeatLevels - 1} {
		alltest.Has(t, one, ground(level), "no cell has the colour of level %d", level)
	}
	alltest.Has(t, draw(1, 1, 1, 1, 1, 1), paperSGR, "pheromone that is everywhere alike hides the board")
}

// TestOverwrites goes up by as many lines as it wrote, and ends with the
// outcome's board.
func TestOverwrites(t *testing.T) {
	var out bytes.Buffer
	s := newScreen(&out, terminal{cols: 80, rows: 25}, puzzle.Item{Puzzle: small(t)}, 0)
	s.Observe(event(true))
	s.Observe(event(false)) // within the same moment: left out
	alltest.OK(t, s.End(solver.Outcome{Status: solver.Solved, Iterations: 9, Best: event(false).Board}))
	text := out.String()
	if strings.Count(text, "\x1b[3A") != 1 || strings.Count(text, "iteration 7") != 1 || !strings.HasSuffix(text, "solved · 9 iterations"+clear+"\n") || strings.Count(text, " 2 . #") != 2 {
		t.Errorf("wrote %q", text)
	}
}

type full struct{}

var errFull = errors.New("full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriterFails(t *testing.T) {
	s := newScreen(full{}, terminal{}, small(t), 0)
	s.Observe(event(true))
	s.Observe(event(true))
	alltest.Fails(t, s.End(solver.Outcome{}), errFull, "error, want the writer's")
}

// TestTerminalOf takes a file for no terminal.
func TestTerminalOf(t *testing.T) {
	f := alltest.Must(os.CreateTemp(t.TempDir(), "out"))(t)
	defer f.Close()
	alltest.Equal(t, terminalOf(f), (terminal{}), "a file")
	alltest.Equal(t, terminalOf(&bytes.Buffer{}), (terminal{}), "a buffer")
}
