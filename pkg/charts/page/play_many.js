// Many seeds of play: the share of them that is decided by an iteration, with its interval. All seeds run at once, an
// iteration of each by turns, so that the curve grows from the left; it follows the controls of its panel.
(function () {
  "use strict";
  var ours = window.formicary;
  if (ours.playMany) return;
  var parts = ours.playParts, el = ours.words.el, value = ours.words.value;

  function percent(x) { return (Math.round(100 * x) + " %").replace("-", "−"); }

  // playMany is the row of controls and what the runs come to. what() says what is run, of {runs, iterations} at first.
  ours.playMany = function (what, first, newProgram, fail) {
    var program = null, call = null, on = false, before = [];
    var runs = el("input", { type: "number", min: 1, max: 1000, value: first.runs, onchange: again }), each = el("input", { type: "number", min: 1, value: first.iterations, onchange: again });
    var count = el("button", { type: "button", onclick: function () { return call ? stop() : start(); } }, "Run many seeds");
    var lines = ["a", "b"].map(side => ({ class: "formicary-" + side, band: true, step: true })).concat([0, 1].map(() => ({ class: "formicary-before", step: true })));
    var rates = parts.curve("share of seeds decided by an iteration, with its 95 % interval", "iterations", lines, [0, 1], () => +each.value || 1);
    var tally = el("ul", { class: "formicary-tally", "aria-live": "polite" });
    var hint = el("p", { class: "formicary-hint" }, "Move a control: the curve follows. The last curve stays in grey.");
    var tallies = el("div", { class: "formicary-tallies", hidden: true }, [rates.box, el("div", {}, [tally, hint])]);

    function stop() {
      on = false;
      if (program) program.then(p => p.end());
      over();
      program = null;
    }

    function over() {
      call = null;
      count.textContent = "Run many seeds";
    }

    // again runs what is chosen now, where the reader has asked for many seeds before.
    function again() {
      if (on) start();
    }

    function start() {
      on = true;
      fail("");
      before.forEach((points, i) => rates.set(2 + i, points));
      [0, 1].forEach(i => rates.set(i, []));
      tallies.hidden = false;
      count.textContent = "Stop";
      program = program || newProgram();
      if (call && call.answer) call.answer.cancel();
      var mine = call = {}, args = Object.assign({ runs: +runs.value || 1, iterations: +each.value || 1 }, what());
      program.then(p => {
        if (call !== mine) return;
        mine.answer = p.call("many", args, { onEvent: t => { if (call === mine) tallied(t); } });
        return mine.answer;
      }).then(() => {
        if (call !== mine) return;
        before = args.variants.map((_, i) => rates.points(i));
        over();
      }, error => {
        if (call !== mine) return;
        over();
        fail(error);
      });
    }

    function tallied(t) {
      tally.replaceChildren(...t.sides.map((s, i) => {
        var now = s.curve[s.curve.length - 1];
        rates.set(i, s.curve.map(c => ({ x: c.iterations, y: c.rate, low: c.low, high: c.high })));
        return el("li", { class: "formicary-" + "ab"[i] }, (t.sides.length > 1 ? "AB"[i] + ": " : "") + now.successes + " of " + s.runs + " seeds decided by iteration " + value(t.iterations) + ": " + percent(now.rate) + " (" + percent(now.low) + " to " + percent(now.high) + ")");
      }), ...t.sides.length > 1 ? [el("li", {}, "on the same seeds: both " + t.both + ", only A " + t.first + ", only B " + t.second + ", neither " + t.neither +
        "; A − B " + percent(t.difference) + " (" + percent(t.low) + " to " + percent(t.high) + ")")] : []);
      rates.draw();
      tallies.setAttribute("data-iterations", t.iterations);
    }

    return {
      row: el("div", { class: "formicary-row", role: "group", "aria-label": "many seeds" }, [count, parts.label("seeds", runs), parts.label("iterations each", each)]),
      tallies: tallies, stop: stop, start: start, again: again,
      // forget has no curve of another puzzle beside the next.
      forget: function () {
        before = [];
        [2, 3].forEach(i => rates.set(i, []));
        again();
      },
    };
  };
})();
