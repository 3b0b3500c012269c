// Many seeds of play: the rate of the runs that are decided, with its interval, which
// grows while they are made.
(function () {
  "use strict";
  var ours = window.formicary;
  if (ours.playMany) return;
  var parts = ours.playParts, el = ours.words.el, value = ours.words.value;

  function percent(x) { return Math.round(100 * x) + " %"; }

  // playMany is the row of controls and what the runs come to. what() says what is run.
  ours.playMany = function (what, newProgram, fail) {
    var counting = null;
    var runs = el("input", { type: "number", min: 1, max: 100000, value: 100 }), each = el("input", { type: "number", min: 1, value: 1000 });
    var count = el("button", { type: "button", onclick: many }, "Run many seeds");
    var rates = parts.curve("rate of runs that are decided, with its 95 % interval", "runs", [{ class: "formicary-a", band: true }, { class: "formicary-b", band: true }], [0, 1]);
    var tally = el("ul", { class: "formicary-tally", "aria-live": "polite" });
    var tallies = el("div", { class: "formicary-tallies", hidden: true }, [tally, rates.box]);

    function stop() {
      if (counting) counting.then(function (p) { p.end(); });
      counting = null;
      count.textContent = "Run many seeds";
    }

    function many() {
      if (counting) return stop();
      fail("");
      rates.clear();
      tallies.hidden = false;
      count.textContent = "Stop";
      var mine = counting = newProgram(), budget = Math.max(+each.value || 1, 1);
      mine.then(function (p) {
        return p.call("many", Object.assign({ first: 0, runs: Math.max(+runs.value || 1, 1), iterations: budget }, what()), {
          onEvent: function (t) { if (counting === mine) tallied(t, budget); },
        });
      }).then(function () { if (counting === mine) stop(); }, function (error) {
        if (counting !== mine) return;
        stop();
        fail(error);
      });
    }

    function tallied(t, budget) {
      tally.replaceChildren.apply(tally, t.sides.map(function (s, i) {
        rates.add(i, { x: s.runs, y: s.rate, low: s.low, high: s.high });
        return el("li", { class: "formicary-" + "ab"[i] }, (t.sides.length > 1 ? "AB"[i] + ": " : "") + s.successes + " of " + s.runs + " runs decided within " + value(budget) + " iterations: " + percent(s.rate) + " (" + percent(s.low) + " to " + percent(s.high) + ")");
      }).concat(t.sides.length > 1 ? [el("li", {}, "on the same seeds: both " + t.both + ", only A " + t.first + ", only B " + t.second + ", neither " + t.neither +
        "; A less B " + percent(t.difference) + " (" + percent(t.low) + " to " + percent(t.high) + ")")] : []));
      rates.draw();
      tallies.setAttribute("data-runs", t.sides[0].runs);
    }

    return {
      row: el("div", { class: "formicary-row", role: "group", "aria-label": "many seeds" }, [count, parts.label("runs", runs), parts.label("iterations each", each)]),
      tallies: tallies, stop: stop,
    };
  };
})();
