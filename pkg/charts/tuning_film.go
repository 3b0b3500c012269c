package charts

import (
	"fmt"
	"slices"
	"strings"

	"formicary/pkg/markup"
	"formicary/pkg/puzzle"
	"formicary/pkg/tune"
)

// TuningLog keeps moments of a tuner at work, evenly spaced over its blocks however
// many they become: when it is full it drops every other one. The zero value is empty.
type TuningLog struct {
	moments []tuningMoment
	seen    int
	stride  int
}

// tuningMoment is what a tuner knew after some runs.
type tuningMoment struct {
	used, blocks int
	lanes        []racer
	racing       int
	dearer       float64 // the default's relative cost
}

// racer is a configuration at a moment.
type racer struct {
	blocks  int
	state   int // place in lanes
	dropped string
}

// The states of a configuration while the race goes on.
const (
	laneOut = iota
	laneRacing
	laneElite
)

// laneColours have a contrast of 3:1 on light and on dark pages. They are of no role,
// since all configurations are of one engine.
var laneColours = [...]string{laneOut: "#808a94", laneRacing: "#808a94", laneElite: "currentColor"}

var laneNames = [...]string{laneOut: "out", laneRacing: "in the race", laneElite: "elite"}

// tuningMoments is the most moments that a log keeps.
const tuningMoments = 60

// Watch takes a moment down: give it to [tune.Tuner.Run].
func (l *TuningLog) Watch(r *tune.Result) {
	l.stride = max(l.stride, 1)
	if l.seen++; (l.seen-1)%l.stride == 0 {
		l.take(r)
	}
}

// End takes the last moment down.
func (l *TuningLog) End(r *tune.Result) {
	if n := len(l.moments); n > 0 && l.moments[n-1].used == r.Used {
		l.moments = l.moments[:n-1]
	}
	l.take(r)
}

func (l *TuningLog) take(r *tune.Result) {
	if len(l.moments) >= tuningMoments {
		kept := l.moments[:0]
		for i := 0; i < len(l.moments); i += 2 {
			kept = append(kept, l.moments[i])
		}
		l.moments = kept
		l.stride *= 2
	}
	m := tuningMoment{used: r.Used, blocks: r.Blocks}
	latest := 0
	for _, c := range r.Candidates {
		latest = max(latest, c.Born)
	}
	for i, c := range r.Candidates {
		one := racer{blocks: c.Blocks, dropped: c.Dropped}
		switch {
		case slices.Contains(r.Elites, c):
			one.state = laneElite
		case c.Dropped == "" && (c.Born == latest || len(r.Elites) == 0):
			one.state = laneRacing
		}
		if one.state != laneOut {
			m.racing++
		}
		if i == 0 && c.Common >= fewest {
			m.dearer = c.Relative
		}
		m.lanes = append(m.lanes, one)
	}
	l.moments = append(l.moments, m)
}

// TuningMoment is a moment of a log as a film shows it.
type TuningMoment struct {
	// Runs is how many there were so far.
	Runs    int
	Caption string
	// Picture has a bar for each configuration, as long as the blocks that it has seen.
	Picture puzzle.SVG
	// Racing is the number of configurations that are not out, Default the default's
	// mean cost divided by that of the reference, 0 as long as they have less than five
	// blocks in common.
	Racing  int
	Default float64
}

// Moments are the moments of the log, all drawn on one scale.
func (l *TuningLog) Moments() []TuningMoment {
	lanes, longest := 0, 1
	for _, m := range l.moments {
		lanes = max(lanes, len(m.lanes))
		for _, one := range m.lanes {
			longest = max(longest, one.blocks)
		}
	}
	out := make([]TuningMoment, len(l.moments))
	for i, m := range l.moments {
		capped, tested := 0, 0
		for _, one := range m.lanes {
			switch one.dropped {
			case "capped":
				capped++
			case "test":
				tested++
			}
		}
		said := fmt.Sprintf("After %s: %d of %s in the race, %d dropped by the test, %d too costly", plural(m.used, "run"), m.racing, plural(len(m.lanes), "configuration"), tested, capped)
		out[i] = TuningMoment{Runs: m.used, Caption: said, Picture: m.draw(said, lanes, longest), Racing: m.racing, Default: m.dearer}
	}
	return out
}

// draw draws a moment with room for so many lanes and blocks. Who is out has a thin
// bar, so that it is told apart without colour; elites have the thickest.
func (m tuningMoment) draw(title string, lanes, longest int) puzzle.SVG {
	const width, left, top, foot = 480, 8, 22, 34
	step := min(max(420/max(lanes, 1), 3), 16)
	height := top + lanes*step + foot
	at := func(blocks int) float64 { return left + float64(blocks)/float64(longest)*(width-2*left) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="formicary-lanes" role="img" viewBox="0 0 %d %d" width="%d" height="%d" style="width:100%%;max-width:%dpx;height:auto;font:12px system-ui,sans-serif"><title>%s</title>`,
		width, height, width, height, width, markup.HTML(title))
	x := float64(left)
	for state := len(laneNames) - 1; state >= 0; state-- {
		fmt.Fprintf(&b, `<path stroke="%s" stroke-width="%d" d="M%g 10h18"/><text fill="currentColor" x="%g" y="14">%s</text>`, laneColours[state], 2+3*state, x, x+24, laneNames[state])
		x += 40 + 7*float64(len(laneNames[state]))
	}
	for state, colour := range laneColours {
		var d strings.Builder
		for i, one := range m.lanes {
			if one.state == state && one.blocks > 0 {
				fmt.Fprintf(&d, "M%d %gH%.1f", left, top+(float64(i)+0.5)*float64(step), at(one.blocks))
			}
		}
		if d.Len() > 0 {
			thick := float64(step) * [...]float64{0.25, 0.6, 0.85}[state]
			fmt.Fprintf(&b, `<path fill="none" stroke="%s" stroke-width="%.1f" d="%s"/>`, colour, thick, d.String())
		}
	}
	y := top + lanes*step + 4
	fmt.Fprintf(&b, `<path fill="none" stroke="currentColor" d="M%d %dH%d"/>`, left, y, width-left)
	fmt.Fprintf(&b, `<text fill="currentColor" x="%d" y="%d">0</text><text fill="currentColor" text-anchor="end" x="%d" y="%d">%d</text>`, left, y+15, width-left, y+15, longest)
	fmt.Fprintf(&b, `<text fill="currentColor" text-anchor="middle" x="%d" y="%d">blocks that a configuration has seen; the default is the first</text></svg>`, width/2, y+27)
	return puzzle.SVG(b.String())
}
