// Play: an engine runs in the page, in a worker, and the reader steers it. The
// markup is that of page.Play; formicary.play.open({kind, text, engine, parameters,
// seed, run}) opens a panel over the page; without a run the seed is the run's own.
(function () {
  "use strict";
  var ours = window.formicary;
  if (ours.play) return;
  var parts = ours.playParts, el = ours.words.el, number = ours.words.number, value = ours.words.value, time = ours.words.time;

  var ENDS = {
    solved: "solved", unique: "solved, and no other board does", multiple: "two boards solve it", unsolvable: "proved: no board solves it",
    exhausted: "not solved", cancelled: "stopped",
  };
  var FASTEST = 40, sessions = 0, panels = 0;

  // panel builds everything into a box. box is the markup of a program of its own, or
  // null.
  function panel(root, data, box) {
    var shared = null, puzzle = data.puzzle, engines = [], sides = [], running = false;

    // worker starts a program that ends when the panel has left the page.
    function worker() {
      ours.gone(root, leave);
      return ours.newProgram(box);
    }

    function program() { return shared = shared || (box ? worker() : ours.program()); }

    var note = el("p", { class: "formicary-fault", role: "alert" });
    // fail says to the reader what is wrong, without the words that are for programs.
    function fail(error) {
      note.textContent = error ? String(error.message || error).replace(/^(many|parameters|play|read): /, "").replace("parameter out of range: ", "").replace(/^the puzzle:(\d+):(\d+): /, "Line $1, character $2 of the puzzle: ") : "";
    }

    // --- what is run -----------------------------------------------------------

    // side is one variant: an engine with its parameters, its worker and its board. With a seed of its own it begins with that.
    function side(index, engine, parameters, seed) {
      var s = { engine: engine, seed: seed, parameters: Object.assign({}, parameters), worker: null, name: "", over: true };
      s.board = el("div", { class: "formicary-play-board" });
      s.says = el("p", { class: "formicary-play-says", role: "status" });
      s.select = el("select", { "aria-label": "engine of variant " + "AB"[index], onchange: () => {
        s.engine = s.select.value;
        s.parameters = {};
        fail("");
        reset();
        controls(s);
      } });
      s.doc = el("p", { class: "formicary-hint" });
      s.list = el("div", { class: "formicary-parameters" });
      s.box = el("section", { class: "formicary-side formicary-side-" + "ab"[index], "aria-label": "variant " + "AB"[index] }, [
        el("div", { class: "formicary-row" }, [el("span", { class: "formicary-name" }, "Variant " + "AB"[index] + (seed ? ", seed " + seed : "")), s.select]), s.doc, s.board, s.says,
      ]);
      s.settings = el("details", { class: "formicary-side formicary-side-" + "ab"[index], open: true }, [el("summary", {}, "Parameters of variant " + "AB"[index]), s.list]);
      return s;
    }

    // fits are the engines for the puzzle's kind; those of the cell come first.
    function fits() {
      return (data.own || []).filter(function (e) { return e.kind === puzzle.kind; }).concat(engines.filter(function (e) { return e.kind === puzzle.kind; }));
    }

    function offer(s) {
      var all = fits();
      if (!all.length) throw new Error("no engine of this page plays " + puzzle.kind);
      if (!all.some(function (e) { return e.name === s.engine; })) {
        s.engine = all[0].name;
        s.parameters = {};
      }
      s.select.replaceChildren.apply(s.select, all.map(function (e) { return el("option", { value: e.name, selected: e.name === s.engine }, e.label && e.label !== e.name ? e.label + " (" + e.name + ")" : e.name); }));
      s.select.value = s.engine;
    }

    // controls shows the parameters of a side's engine.
    function controls(s) {
      var engine = s.engine;
      s.doc.textContent = (fits().find(function (e) { return e.name === engine; }) || {}).doc || "";
      return program().then(function (p) { return p.call("parameters", { engine: engine, parameters: s.parameters }); }).then(function (all) {
        if (engine !== s.engine) return;
        s.list.replaceChildren.apply(s.list, all.map(function (p) {
          return parts.control(p, function (name, value) { change(s, name, value); });
        }));
        if (!all.length) s.list.textContent = "It has no parameters.";
      }).catch(fail);
    }

    // change gives a side's parameter another value, in mid-run where it can.
    function change(s, name, value) {
      var row = s.list.querySelector('[data-name="' + CSS.escape(name) + '"]');
      program().then(p => p.call("parameters", { engine: s.engine, parameters: Object.assign({}, s.parameters, { [name]: value }) })).then(() => {
        s.parameters[name] = value;
        row.classList.remove("formicary-refused");
        row.setAttribute("data-taken", value);
        fail("");
        ours.view.changed();
        many.again();
        return s.over ? {} : steer(s, { do: "set", set: name, value: value });
      }).then(answer => row.classList.toggle("formicary-waits", !s.over && answer && answer.live === false), error => {
        row.classList.add("formicary-refused");
        fail(error);
      });
    }

    // --- running -----------------------------------------------------------------

    function steer(s, what) {
      if (s.over || !s.worker) return Promise.resolve({});
      var name = s.name;
      return s.worker.then(function (p) { return p.call("steer", Object.assign({ name: name }, what)); }).catch(function (error) {
        if (s.name === name && !s.over) throw error;
        return {}; // the reader has left the run
      });
    }

    function speed() { return +pace.value >= FASTEST ? 0 : Math.pow(10, pace.value / 10); }

    // begin starts a run of a side.
    function begin(s, paused) {
      s.over = false;
      s.began = Object.assign({}, s.parameters);
      s.name = "run " + (++sessions);
      s.worker = s.worker || worker();
      var name = s.name, index = sides.indexOf(s);
      s.list.querySelectorAll(".formicary-waits").forEach(function (row) { row.classList.remove("formicary-waits"); });
      s.worker.then(function (p) {
        if (s.name !== name) return;
        return p.call("play", {
          kind: puzzle.kind, text: puzzle.text, engine: s.engine, parameters: s.parameters, name: name, seed: s.seed || seed.value, run: +run.value || 0, own: run.value === "",
          iterations: +limit.value || 0, paused: paused, speed: speed(),
        }, { onEvent: function (frame) { if (s.name === name) picture(s, index, frame); } }).then(function (end) {
          if (s.name !== name) return;
          draw(s);
          s.over = true;
          s.says.textContent = ENDS[end.status] + " after " + value(end.iterations) + (end.iterations === 1 ? " iteration" : " iterations") + (end.cost ? ", lowest cost " + value(end.cost) : "") + " · " + time(end.seconds);
          Object.assign(s.box.dataset, { status: end.status, digest: end.digest });
          settle();
        });
      }).catch(function (error) {
        if (s.name !== name) return;
        s.over = true;
        fail(error);
        settle();
      });
    }

    // picture takes a frame; it is seen when the browser draws next, unless another one
    // has come by then.
    function picture(s, index, frame) {
      costs.add(index, { x: frame.iterations, y: frame.best });
      spread.add(index, { x: frame.iterations, y: frame.entropy });
      if (!s.frame) requestAnimationFrame(function () { draw(s); });
      s.frame = frame;
    }

    function draw(s) {
      var frame = s.frame;
      s.frame = null;
      if (!frame || !s.name) return;
      parts.show(s.board, frame.svg);
      s.box.setAttribute("data-iterations", frame.iterations);
      s.says.textContent = "iteration " + value(frame.iterations) + " · lowest cost " + value(frame.best) + (frame.entropy == null ? "" : " · entropy " + number(frame.entropy)) + (frame.paused ? " · paused" : "");
      spread.box.hidden = spread.box.hidden && frame.entropy == null;
      costs.draw();
      spread.draw();
    }

    // settle sets the buttons to what goes on.
    function settle() {
      running = running && sides.some(function (s) { return !s.over; });
      play.textContent = running ? "Pause" : "Play";
      film.settle();
    }

    function fresh() { return sides.every(function (s) { return s.over; }); }

    // blank clears what was shown of runs.
    function blank() {
      film.clear();
      costs.clear();
      spread.clear();
      spread.box.hidden = true;
    }

    function start(paused) {
      blank();
      sides.forEach(function (s) { s.box.removeAttribute("data-status"); begin(s, paused); });
    }

    function toggle() {
      running = !running;
      if (running && fresh()) start(false);
      else sides.forEach(function (s) { steer(s, running ? { do: "play", speed: speed() } : { do: "pause" }); });
      settle();
    }

    function step() {
      running = false;
      if (fresh()) start(true);
      else sides.forEach(function (s) { steer(s, { do: "step", steps: 1 }); });
      settle();
    }

    // end ends a side's worker, and with it its run.
    function end(s) {
      if (s.worker) s.worker.then(p => p.end());
      s.worker = null;
      s.name = "";
      s.over = true;
    }

    // reset ends what runs and shows the bare puzzle.
    function reset() {
      running = false;
      sides.forEach(s => {
        if (!s.over) end(s); // a worker in the middle of a long iteration hears nothing
        s.name = s.says.textContent = "";
        s.box.removeAttribute("data-status");
        s.box.removeAttribute("data-iterations");
      });
      blank();
      settle();
      many.forget();
      ours.view.changed();
      return bare();
    }

    function bare() {
      var text = puzzle.text;
      return program().then(function (p) { return p.call("draw", { kind: puzzle.kind, text: text }); }).then(function (a) {
        if (text !== puzzle.text) return;
        sides.forEach(function (s) { if (s.over && !s.name) parts.show(s.board, a.svg); });
        root.setAttribute("data-puzzle", a.hash);
      }).catch(fail);
    }

    // leave ends all workers of a panel that is no longer on the page. Should it come back, Play starts them anew.
    function leave() {
      sides.forEach(s => {
        if (!s.over) s.says.textContent = "stopped: it was not on the page";
        end(s);
      });
      if (box && shared) shared.then(function (p) { p.end(); });
      if (box) shared = null;
      many.stop();
      running = false;
      settle();
    }

    // --- the controls ------------------------------------------------------------

    var play = el("button", { type: "button", class: "formicary-main", onclick: toggle }, "Play");
    var pace = el("input", { type: "range", min: 0, max: FASTEST, value: 15, "aria-label": "speed", oninput: () => {
      tempo();
      if (running) sides.forEach(s => steer(s, { do: "play", speed: speed() }));
    } });
    var paceSays = el("output", {});
    function tempo() {
      paceSays.textContent = speed() ? number(+speed().toPrecision(2)) + " iterations a second" : "as fast as it goes";
      pace.setAttribute("aria-valuetext", paceSays.textContent);
    }
    var seed = el("input", { type: "text", inputmode: "numeric", size: Math.max(8, (data.seed || "").length), value: data.seed || "1", onchange: reset });
    var run = el("input", { type: "number", min: 0, value: data.run == null ? 0 : data.run, placeholder: "none", onchange: reset, title: "Its number in an experiment, of which the seed is. Without a number the seed is the run's own." });
    var limit = el("input", { type: "number", min: 0, value: data.iterations || 0, onchange: reset });
    var second = el("button", { type: "button", onclick: () => {
      if (sides.length > 1) {
        var gone = sides.pop();
        gone.box.remove();
        gone.settings.remove();
      } else {
        var like = data.other || sides[0];
        sides.push(side(1, like.engine, like.parameters, like.seed));
        data.other = null;
        curves.before(sides[1].box);
        settings.append(sides[1].settings);
        offer(sides[1]);
        controls(sides[1]);
      }
      second.textContent = sides.length > 1 ? "Remove variant B" : "Add a second variant";
      reset();
    } }, "Add a second variant");
    var lines = [{ class: "formicary-a", step: true }, { class: "formicary-b", step: true }];
    var costs = parts.curve("lowest cost so far", "iterations", lines);
    var spread = parts.curve("entropy of the pheromone (1: all equal)", "iterations", lines, [0, 1]);
    var curves = el("div", { class: "formicary-curves" }, [costs.box, spread.box]);
    var stage = el("div", { class: "formicary-sides" }, curves), settings = el("div", { class: "formicary-sides" });
    spread.box.hidden = true;
    var label = parts.label;

    var film = ours.playFilm(function () { return sides.filter(function (s) { return s.name; }); }, function () { return puzzle; }, program, fail);
    var many = ours.playMany(function () {
      return { kind: puzzle.kind, text: puzzle.text, seed: seed.value, variants: sides.map(function (s) { return { engine: s.engine, parameters: Object.assign({}, s.parameters) }; }) };
    }, { runs: 100, iterations: data.within || 1000 }, worker, fail);
    function known() { return Array.from(new Set(engines.map(function (e) { return e.kind; }))); }

    var chooser = ours.playPuzzle(data, program, known, function (p) {
      var other = p.kind !== puzzle.kind;
      puzzle = p;
      chooser.took(p);
      fail("");
      sides.forEach(function (s) { offer(s); if (other) controls(s); });
      reset();
    }, fail);

    // state is what the reader chose: the address has it.
    function state() {
      return { puzzle: { kind: puzzle.kind, id: puzzle.id, text: puzzle.text }, sides: sides.map(s => [s.engine, s.parameters]), seed: seed.value, run: run.value, iterations: limit.value };
    }
    function restore(to) {
      puzzle = { kind: String(to.puzzle.kind), id: String(to.puzzle.id), text: String(to.puzzle.text) };
      [seed.value, run.value, limit.value] = [to.seed, to.run, to.iterations].map(String);
      if (to.sides.length > 1 !== sides.length > 1) second.click();
      sides.forEach((s, i) => {
        Object.assign(s, { engine: String(to.sides[i][0]), parameters: { ...to.sides[i][1] } });
        offer(s);
        controls(s);
      });
      chooser.took(puzzle);
      return reset();
    }
    // lasting ties the panel to the address.
    function lasting() {
      var first = JSON.stringify(state());
      ours.view.add("play" + panels++, {
        get: () => JSON.stringify(state()) === first ? null : state(),
        set: to => {
          var next = to && to.puzzle && Array.isArray(to.sides) && to.sides.length ? to : JSON.parse(first);
          if (JSON.stringify(next) !== JSON.stringify(state())) program().then(() => restore(next)).catch(fail);
        },
      }, root);
    }

    root.setAttribute("data-lm-suppress-shortcuts", "true");
    root.tabIndex = -1; // a click into the panel takes the space bar there
    (root.parentElement.localName === "main" ? document : root).addEventListener("keydown", function (event) { // a page of its own has no other use for it
      event.stopPropagation();
      if (event.key !== " " || event.target.closest("input:not([type=range],[type=number]),select,textarea,button,summary,a")) return;
      event.preventDefault();
      toggle();
    });
    root.append(
      chooser.box,
      el("div", { class: "formicary-row formicary-transport", role: "group", "aria-label": "run" }, [
        play, el("button", { type: "button", onclick: step }, "Step"), el("button", { type: "button", onclick: reset }, "Reset"), film.button,
        el("label", { class: "formicary-pace" }, ["speed ", pace, paceSays]), label("seed", seed), label("run", run), label("iterations, 0: no limit", limit), second,
      ]),
      note, stage, film.box, many.row, many.tallies, settings);
    tempo();
    sides.push(side(0, data.engine || "", data.parameters));
    curves.before(sides[0].box);
    settings.append(sides[0].settings);
    chooser.took(puzzle);
    return program().then(function (p) { return p.call("engines"); }).then(function (all) {
      engines = all;
      offer(sides[0]);
      return Promise.all([controls(sides[0]), bare()]);
    }).then(function () {
      if (!root.closest("dialog")) lasting();
      if (data.other) second.click();
      root.setAttribute("data-ready", "");
      if (data.within) many.start();
    }, fail);
  }

  // --- where it stands -----------------------------------------------------------

  // What is seen is built; a page of many panels starts one program.
  var seen = new IntersectionObserver(function (entries) {
    entries.forEach(function (entry) {
      if (!entry.isIntersecting) return;
      seen.unobserve(entry.target);
      var own = entry.target.querySelector(".formicary-program"), data = JSON.parse(entry.target.querySelector(".formicary-play-data").textContent);
      var still = entry.target.querySelector(".formicary-alt");
      if (still) still.remove();
      panel(entry.target, data, own);
    });
  });

  function open(what) {
    var root = el("div", { class: "formicary-play formicary-play-open" });
    var dialog = el("dialog", { class: "formicary-dialog", "aria-label": "play", "data-lm-suppress-shortcuts": "true", onkeydown: function (e) { e.stopPropagation(); } }, [
      el("form", { method: "dialog", class: "formicary-close" }, el("button", { "aria-label": "close" }, "×")), root,
    ]);
    root.setAttribute("data-seen", "");
    dialog.addEventListener("close", function () { dialog.remove(); });
    document.body.append(dialog);
    dialog.showModal();
    return panel(root, {
      puzzle: { kind: what.kind, id: what.id || "", text: what.text }, engine: what.engine, parameters: what.parameters,
      other: what.other, seed: what.seed == null ? "" : String(what.seed), run: what.run != null ? what.run : what.seed == null ? 0 : "",
    }, null);
  }

  ours.play = { open: open };
  ours.part(function () {
    ours.boxes("play").forEach(function (root) {
      if (root.hasAttribute("data-seen")) return;
      root.setAttribute("data-seen", "");
      seen.observe(root);
    });
  });
})();
