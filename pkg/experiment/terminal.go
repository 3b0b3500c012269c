package experiment

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// terminalWidth is kept on one line of the usual 80 columns.
const terminalWidth = 79

// sparse is how far apart lines are where they cannot be written over.
const sparse = 10 * time.Second

// Terminal reports on w in one line with a bar, the runs done, the rate, the
// time left and the failures. On a terminal the line is written over and
// collapses into a summary at the end; elsewhere (a file, a pipe) there is a
// line every ten seconds and the summary.
func Terminal(w io.Writer) Reporter {
	t := &terminal{w: w}
	if f, ok := w.(*os.File); ok {
		if info, err := f.Stat(); err == nil {
			t.live = info.Mode()&os.ModeCharDevice != 0
		}
	}
	return t
}

type terminal struct {
	w     io.Writer
	live  bool
	shown time.Duration
}

// Report writes the progress. A writer that fails is not asked again about it:
// progress is not worth an experiment.
func (t *terminal) Report(p Progress) {
	switch {
	case p.Finished:
		text := p.Summary()
		if t.live {
			text = "\r" + text + strings.Repeat(" ", max(0, terminalWidth-len([]rune(text))))
		}
		fmt.Fprintln(t.w, text)
	case t.live:
		fmt.Fprintf(t.w, "\r%-*s", terminalWidth, p.line(true))
	case p.Elapsed-t.shown >= sparse:
		t.shown = p.Elapsed
		fmt.Fprintln(t.w, p.line(false))
	}
}

// line is the progress in at most terminalWidth runes where it has a bar.
func (p Progress) line(bar bool) string {
	var b strings.Builder
	if bar {
		const width = 20
		full := int(p.Share() * width)
		b.WriteString(strings.Repeat("█", full) + strings.Repeat("░", width-full) + " ")
	} else if p.Name != "" {
		b.WriteString(p.Name + ": ")
	}
	fmt.Fprintf(&b, "%d/%d runs", p.Done, p.Total)
	if p.Rate > 0 {
		fmt.Fprintf(&b, " · %s/s", digits(p.Rate))
	}
	if p.Remaining > 0 {
		fmt.Fprintf(&b, " · %s left", Clock(p.Remaining))
	}
	if p.Failed > 0 {
		fmt.Fprintf(&b, " · %d failed", p.Failed)
	}
	if text := []rune(b.String()); bar && len(text) > terminalWidth {
		return string(text[:terminalWidth])
	}
	return b.String()
}

// Summary is one line about an experiment that has ended, such as
// "table 1: 2,400 runs in 3m20s · 1,811 solved · 2 failed · 600 reused".
func (p Progress) Summary() string {
	var b strings.Builder
	if p.Name != "" {
		b.WriteString(p.Name + ": ")
	}
	if p.Interrupted {
		fmt.Fprintf(&b, "interrupted after %s of %s runs", thousands(p.Done), thousands(p.Total))
	} else {
		fmt.Fprintf(&b, "%s runs", thousands(p.Done))
	}
	fmt.Fprintf(&b, " in %s · %s solved", Clock(p.Elapsed), thousands(p.Solved))
	if p.Failed > 0 {
		fmt.Fprintf(&b, " · %s failed", thousands(p.Failed))
	}
	if p.Reused > 0 {
		fmt.Fprintf(&b, " · %s reused", thousands(p.Reused))
	}
	return b.String()
}

// Clock writes a duration as people read one: "0.4s", "12s", "3m05s", "2h07m",
// "3d04h".
func Clock(d time.Duration) string {
	const day = 24 * time.Hour
	switch d = max(d, 0); {
	case d < 9950*time.Millisecond:
		return fmt.Sprintf("%.1fs", d.Seconds())
	case d < time.Minute-time.Second/2:
		return fmt.Sprintf("%.0fs", d.Seconds())
	case d < time.Hour-time.Second/2:
		d = d.Round(time.Second)
		return fmt.Sprintf("%dm%02ds", d/time.Minute, d%time.Minute/time.Second)
	case d < day-time.Minute/2:
		d = d.Round(time.Minute)
		return fmt.Sprintf("%dh%02dm", d/time.Hour, d%time.Hour/time.Minute)
	default:
		d = d.Round(time.Hour)
		return fmt.Sprintf("%dd%02dh", d/day, d%day/time.Hour)
	}
}

// digits writes a positive number with two digits, or all before the point.
func digits(x float64) string {
	switch {
	case x >= 9.95:
		return fmt.Sprintf("%.0f", x)
	case x >= 0.95:
		return fmt.Sprintf("%.1f", x)
	default:
		return fmt.Sprintf("%.2g", x)
	}
}

// thousands writes a count as "12,345".
func thousands(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
