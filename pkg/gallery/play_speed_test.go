package gallery_test

import (
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
)

// drawnFor counts, for so many milliseconds, in how many of the browser's frames the
// board, the pheromone on it and the curves of cost and entropy have changed.
const drawnFor = `(ms => new Promise(done => {
	const counts = {frames: 0, board: 0, cost: 0, entropy: 0}, changed = new Set();
	const watch = (name, root) => { const o = new MutationObserver(() => changed.add(name)); o.observe(root, {subtree: true, childList: true, attributes: true}); return o; };
	const curves = document.querySelectorAll(".formicary-curves .formicary-curve");
	const all = [watch("board", document.querySelector(".formicary-side-a .formicary-play-board")), watch("cost", curves[0]), watch("entropy", curves[1])];
	const start = performance.now();
	requestAnimationFrame(function each(now) {
		counts.frames++;
		changed.forEach(name => counts[name]++);
		changed.clear();
		if (now - start < ms) return requestAnimationFrame(each);
		all.forEach(o => o.disconnect());
		counts.seconds = (now - start) / 1000;
		done(counts);
	});
}))`

// TestPlaySpeed prints how many pictures a second a reader sees, and how long a page
// of play takes to load. It asserts no time, and does nothing without -v.
func TestPlaySpeed(t *testing.T) {
	alltest.Only(t, "it measures play in a browser")
	if !testing.Verbose() {
		t.Skip("it prints figures: run it with -v")
	}
	set := nurikabes.Kind.MustOpen("open-908")
	for _, item := range []puzzle.Puzzle{set.MustGet("9x9-103-1"), set.MustGet("20x20-105-3")} {
		start := time.Now()
		b, size := playPage(t, "nurikabe", item)
		loaded := labtest.Eval[float64](t, b, `performance.now()`)
		t.Logf("%s, %v: a page of %.1f MB is ready after %.2f s at most (%.2f s with the browser's start)", item.ID(), item.Size(), float64(size)/1e6, loaded/1000, time.Since(start).Seconds())
		labtest.Eval[any](t, b, `(e => { e.value = e.max; e.dispatchEvent(new Event("input")); })(document.querySelector(".formicary-pace input")), null`)
		press(t, b, "Play")
		b.Await(t, limit, `document.querySelector(".formicary-side-a").dataset.iterations > 5`)
		type drawn struct{ Seconds, Frames, Board, Cost, Entropy float64 }
		iterations := func() float64 {
			return labtest.Eval[float64](t, b, `+document.querySelector(".formicary-side-a").dataset.iterations`)
		}
		from, busy := iterations(), b.Busy(t)
		d := labtest.Eval[drawn](t, b, drawnFor+`(3000)`)
		busy, from = b.Busy(t)-busy, iterations()-from
		t.Logf("a second has %.1f frames of the browser, in which the board with its pheromone changes in %.1f, cost in %.1f, entropy in %.1f; %.0f iterations",
			d.Frames/d.Seconds, d.Board/d.Seconds, d.Cost/d.Seconds, d.Entropy/d.Seconds, from/d.Seconds)
		t.Logf("a picture takes %.1f ms of processor time in the page: there is time for %.0f a second", 1000*busy/d.Board, d.Board/busy)
	}
	b, _ := playPage(t, "nurikabe", set.MustGet("10x13-103-4"))
	press(t, b, "Add a second variant")
	b.Await(t, limit, `document.querySelectorAll(".formicary-side-b .formicary-parameter").length > 5`)
	press(t, b, "Run many seeds")
	first := labtest.Eval[float64](t, b, `(start => new Promise(done => requestAnimationFrame(function look() {
		if (document.querySelector(".formicary-tally li")) done(performance.now() - start);
		else requestAnimationFrame(look);
	})))(performance.now())`)
	t.Logf("100 seeds of two variants show their first results after %.0f ms", first)
}
