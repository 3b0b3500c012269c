package show

import (
	"cmp"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"formicary/pkg/charts"
	"formicary/pkg/charts/page"
	"formicary/pkg/experiment"
)

// The cadence of a live chart: at most twice a second, and no more than a
// tenth of the time goes into computing it, so that it takes little from runs
// that are limited by time.
const (
	liveEvery = 500 * time.Millisecond
	liveShare = 10
)

// Live shows a chart that grows while an experiment runs: draw is called with
// the records so far, ordered by label (numbers in labels by value), and the
// chart changes in place. What stays in the notebook is the chart of the last records. draw
// runs beside the experiment, never twice at the same time.
//
//	show.Run(plan, show.Live(charts.SuccessBySize))
func Live[D charts.Drawable](draw func(records []experiment.Record) D) experiment.Option {
	picture := func(records []experiment.Record) charts.Chart { return draw(records).Chart() }
	l := &live{draw: picture, id: displayID(), every: liveEvery, stop: make(chan struct{}), done: make(chan struct{})}
	return together(experiment.OnRecord(l.add), experiment.Report(experiment.ReporterFunc(l.report)))
}

// together makes one option of several.
func together[S any](options ...func(*S)) func(*S) {
	return func(s *S) {
		for _, option := range options {
			option(s)
		}
	}
}

// live is a chart that changes.
type live struct {
	draw  func([]experiment.Record) charts.Chart
	id    string // of the output
	every time.Duration
	stop  chan struct{}
	done  chan struct{}
	once  sync.Once

	mu      sync.Mutex
	records []experiment.Record

	// Of the goroutine that draws.
	drawn   int    // how many records the chart on the page shows
	element string // the chart's id on the page
	updates int
	failed  bool
}

func (l *live) add(r experiment.Record) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.records = append(l.records, r)
}

// report starts the drawing with the experiment and waits for the last chart
// at its end.
func (l *live) report(p experiment.Progress) {
	l.once.Do(func() { go l.run() })
	if p.Finished {
		close(l.stop)
		<-l.done
		reader().flush()
	}
}

func (l *live) run() {
	defer close(l.done)
	l.drawn = -1
	wait := time.Duration(0)
	for {
		select {
		case <-l.stop:
			l.update(true)
			return
		case <-time.After(wait):
			start := time.Now()
			l.update(false)
			wait = max(l.every, liveShare*time.Since(start))
		}
	}
}

// update draws what has come since the last time; the last one always, for it
// brings the library along.
func (l *live) update(last bool) {
	l.mu.Lock()
	records := slices.Clone(l.records)
	l.mu.Unlock()
	// Runs end in any order; the labels of a chart are to stand still.
	slices.SortStableFunc(records, func(a, b experiment.Record) int {
		return cmp.Or(natural(a.Label(), b.Label()), cmp.Compare(a.Puzzle, b.Puzzle), cmp.Compare(a.Run, b.Run))
	})
	if l.failed || !last && (len(records) == l.drawn || len(records) == 0) {
		return
	}
	c, err := l.chart(records)
	if err != nil {
		l.failed = true
		put(output{html: warning(html.EscapeString(err.Error())), plain: "Warning: " + err.Error()})
		return
	}
	if l.element == "" {
		l.element = c.ID()
	} else {
		l.updates++
	}
	l.drawn = len(records)
	o := output{html: page.Live(c, l.element, l.updates), id: l.id}
	switch {
	case last:
		o.html += libraryOnce()
		o.plain = c.String()
	case l.updates == 0:
		o.html += library()
	}
	reader().put(o)
}

// natural compares texts as people do: numbers in them by their value.
func natural(a, b string) int {
	for a != "" && b != "" {
		x, restA := number(a)
		y, restB := number(b)
		switch {
		case x >= 0 && y >= 0 && x != y:
			return cmp.Compare(x, y)
		case x >= 0 && y >= 0:
			a, b = restA, restB
		case a[0] != b[0]:
			return cmp.Compare(a[0], b[0])
		default:
			a, b = a[1:], b[1:]
		}
	}
	return cmp.Compare(len(a), len(b))
}

// number takes the decimal number off the start of a text; −1 where there is
// none.
func number(text string) (x float64, rest string) {
	end := len(text) - len(strings.TrimLeft(text, "0123456789"))
	if end == 0 {
		return -1, text
	}
	if end < len(text) && text[end] == '.' {
		end = len(text) - len(strings.TrimLeft(text[end+1:], "0123456789"))
	}
	x, err := strconv.ParseFloat(strings.TrimSuffix(text[:end], "."), 64)
	if err != nil {
		return -1, text
	}
	return x, text[end:]
}

// chart calls draw, which is the notebook's code and may panic.
func (l *live) chart(records []experiment.Record) (c charts.Chart, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the live chart stopped: %v", v)
		}
	}()
	return l.draw(records), nil
}
