// The explorer: its controls, its counts and its chart. The counts and the table
// (table.js) are made here, of columns; statistics with their charts come from the
// page's program, so that they are those of the notebooks. See package explore.
(function () {
  "use strict";
  var formicary = window.formicary;
  if (formicary.explorers) return;
  var explorers = formicary.kin();
  formicary.explorers = explorers.all;
  var el = formicary.words.el, count = formicary.words.count;
  formicary.Explorer = Explorer; // its links to the page are in explore_link.js

  var STATISTICS = [
    ["success", "success rate by board size"], ["times", "run-time distribution"], ["cost", "expected cost of a solution"],
    ["par", "penalised run time (PAR)"], ["versus", "two engines against each other"],
  ];
  var MEASURES = [["processor time", "processor time"], ["time", "time on the clock"], ["iterations", "iterations"], ["evaluations", "evaluations"]];
  var CLASSES = [[0, 99], [100, 199], [200, 299], [300, 399], [400, 0]];

  function classText(c) { return c[1] ? c[0] + "–" + c[1] : "≥ " + c[0]; }

  // --- the data ------------------------------------------------------------

  // cellsOf sums the runs of each label on each puzzle of a source, in their order.
  function cellsOf(set, sources, labels) {
    var puzzle = set.column("puzzle"), configuration = set.column("configuration"), n = set.length;
    var label = new Int32Array(set.configurations.map(function (c) { return labels.of(c); }));
    var cells = { source: [], label: [], puzzle: [], of: new Int32Array(n) }, seen = new Map(), last = -1, lastKey = -1;
    for (var i = 0, s = 0, end = sources[0].count; i < n; i++) {
      while (i >= end) end += sources[++s].count;
      var key = (s * labels.all.length + label[configuration[i]]) * set.puzzles.length + puzzle[i];
      if (key !== lastKey) {
        var at = seen.get(key);
        if (at === undefined) {
          at = cells.source.length;
          seen.set(key, at);
          cells.source.push(s);
          cells.label.push(label[configuration[i]]);
          cells.puzzle.push(puzzle[i]);
        }
        last = at;
        lastKey = key;
      }
      cells.of[i] = last;
    }
    cells.length = cells.source.length;
    return cells;
  }

  // sums adds up runs, solutions and what was spent, by cell; with a cut as
  // analysis.Within has it.
  function sums(set, cells, measure, cut) {
    var out = { runs: new Int32Array(cells.length), solved: new Int32Array(cells.length), spent: new Float64Array(cells.length) };
    var has = set.statuses.map(function (s) { return s === "solved" || s === "unique" || s === "multiple"; });
    var status = set.column("status"), name = { time: "seconds", "processor time": "cpu" }[measure] || measure;
    var took = set.column(name), by = cut && set.column(cut.by), whole = name === "iterations" || name === "evaluations";
    for (var i = 0; i < set.length; i++) {
      var c = cells.of[i], solved = has[status[i]], spent = took[i];
      if (by && by[i] > cut.at) {
        solved = false;
        spent = cut.at / by[i] * spent;
        if (whole) spent = Math.trunc(spent + 0.5);
      }
      out.runs[c]++;
      if (solved) out.solved[c]++;
      out.spent[c] += spent;
    }
    return out;
  }

  // --- an explorer ---------------------------------------------------------

  // An explorer stands before its records are read, with its controls and the chart
  // of the first question, whose answer the page brings along.
  function Explorer(box, facts) {
    this.box = box;
    this.set = null; // the records, as soon as they are read
    this.sources = facts.sources;
    this.engines = facts.engines || {};
    this.selected = []; // contents
    this.id = box.getAttribute("data-records");
    this.records = box.querySelector(".formicary-records");
    var names = new Map(facts.labels.map(function (l) { return [l[0] + "\n" + l[1], l[2]]; })), all = [];
    this.labels = { all: all, name: function (c) { return names.get(c.engine + "\n" + c.variant) || c.variant || c.engine; }, of: function (c) {
      var text = this.name(c);
      if (all.indexOf(text) < 0) all.push(text);
      return all.indexOf(text);
    } };
    facts.labels.forEach(function (l) { this.of({ engine: l[0], variant: l[1] }); }, this.labels);
    this.kinds = facts.kinds;
    this.sizes = CLASSES.filter(function (c) {
      return facts.cells.some(function (n) { return n >= c[0] && (!c[1] || n <= c[1]); });
    });
    this.first = facts.first;
    this.question = JSON.parse(JSON.stringify(this.first.question));
    this.build();
    this.told.textContent = "The runs are being read.";
    this.draw(this.first.answer);
  }

  // open takes the records.
  Explorer.prototype.open = function (set) {
    this.set = set;
    this.cells = cellsOf(set, this.sources, this.labels);
    this.recount();
  };

  Explorer.prototype.build = function () {
    var self = this, q = this.question;
    var bar = el("form", { class: "formicary-choices", "aria-label": "What to look at", onsubmit: event => event.preventDefault() });
    function choice(name, options, set, value) {
      var select = el("select", { onchange: () => set(select.value) }, options.map(o => el("option", { value: o[0], selected: o[0] === value }, o[1])));
      bar.append(el("label", {}, el("span", {}, name), select));
      return select;
    }
    if (this.sources.length > 1) {
      choice("Runs of", [["", "all"]].concat(this.sources.map(function (s) { return [s.name, s.name]; })), function (v) { q.source = v; self.changed(); });
    }
    if (this.kinds.length > 1) {
      choice("Puzzle", [["", "all kinds"]].concat(this.kinds.map(function (k) { return [k, k]; })), function (v) { q.kind = v; self.changed(); });
    }
    choice("Board size", [["", "all"]].concat(this.sizes.map(function (c, i) { return [String(i), classText(c) + " cells"]; })), function (v) {
      var c = v === "" ? [0, 0] : self.sizes[+v];
      q.class = { least: c[0], most: c[1] };
      self.changed();
    });
    choice("Statistic", STATISTICS.slice(0, this.labels.all.length > 1 ? 5 : 4), function (v) { q.statistic = v; factor.hidden = v !== "par"; self.changed(); });
    choice("Told in", MEASURES, function (v) { q.measure = v; self.recount(); }, q.measure);
    var factor = choice("Penalty", [["10", "10 × the limit"], ["2", "2 × the limit"], ["1", "the limit"]], function (v) { q.factor = +v; self.changed(); }).parentNode;
    factor.hidden = true;
    var at = el("input", { type: "number", min: "1", step: "1", placeholder: "none", size: "8", onchange: cut });
    var by = el("select", { "aria-label": "What the cut counts", onchange: cut }, el("option", {}, "iterations"), el("option", {}, "evaluations"));
    function cut() {
      q.iterations = q.evaluations = 0;
      q[by.value] = Math.max(0, Math.floor(+at.value || 0));
      self.recount();
    }
    bar.append(el("label", {}, el("span", {}, "Cut runs off after"), at), el("label", {}, el("span", {}, "\u00a0"), by));
    var engines = el("fieldset", { class: "formicary-engines" }, el("legend", {}, "Engines"));
    this.labels.all.forEach(function (label) {
      engines.append(el("label", {}, el("input", { type: "checkbox", checked: "", onchange: () => {
        var on = self.labels.all.filter((_, i) => engines.querySelectorAll("input")[i].checked);
        q.labels = on.length === self.labels.all.length ? [] : on;
        self.none = on.length === 0;
        self.changed();
      } }), " " + label));
    });
    bar.append(engines);
    this.told = el("p", { class: "formicary-told", role: "status" });
    this.host = el("div", { class: "formicary-explored" });
    this.code = el("pre", { class: "formicary-cell", tabindex: "0", "aria-label": "Go cell that makes the chart", hidden: "" });
    this.tools = el("p", { class: "formicary-tools", hidden: "" });
    var show = this.tool("Go cell", function () {
      self.code.hidden = !self.code.hidden;
      show.setAttribute("aria-expanded", String(!self.code.hidden));
    });
    show.setAttribute("aria-expanded", "false");
    this.tool("Copy Go cell", function () { self.copy(); });
    this.tool("Save table", function () { if (self.set) formicary.save(new Blob(["\ufeff", self.table.csv()], { type: "text/csv;charset=utf-8" }), "puzzles", "puzzles.csv"); });
    // The notebook's own keys stay out.
    var body = el("div", { class: "formicary-explorer-body", onkeydown: event => event.stopPropagation() }, bar, this.told, this.host, this.tools, this.code);
    this.box.append(body);
    this.table = new formicary.Table(this, body);
  };

  Explorer.prototype.tool = function (name, act) {
    var button = el("button", { type: "button", onclick: act }, name);
    this.tools.append(button, " ");
    return button;
  };

  // recount sums the runs anew, for another measure or cut.
  Explorer.prototype.recount = function () {
    if (!this.set) return; // open does it
    var q = this.question, cut = q.iterations ? { by: "iterations", at: q.iterations } : q.evaluations ? { by: "evaluations", at: q.evaluations } : null;
    this.sums = sums(this.set, this.cells, q.measure, cut);
    this.changed();
  };

  // changed counts what is chosen, fills the table at once, and asks for the chart,
  // unless that is to stay.
  Explorer.prototype.changed = function (stays) {
    if (!this.set) return; // open does it
    var began = performance.now();
    var q = this.question, set = this.set, cells = this.cells, s = this.sums, labels = this.labels.all, self = this;
    var taken = new Uint8Array(set.puzzles.length), on = labels.map(function (l) { return !self.none && (!q.labels.length || q.labels.indexOf(l) >= 0); });
    var contents = new Set(this.selected), source = this.sources.findIndex(function (x) { return x.name === q.source; });
    set.puzzles.forEach(function (p, i) {
      var n = p.rows * p.cols;
      taken[i] = (!q.kind || p.kind === q.kind) && n >= q.class.least && (!q.class.most || n <= q.class.most) && (!contents.size || contents.has(p.content)) ? 1 : 0;
    });
    var rows = new Map(), runs = 0, solved = 0;
    for (var c = 0; c < cells.length; c++) {
      if (!taken[cells.puzzle[c]] || !on[cells.label[c]] || source >= 0 && cells.source[c] !== source) continue;
      var row = rows.get(cells.puzzle[c]);
      if (!row) {
        row = { puzzle: set.puzzles[cells.puzzle[c]], at: cells.puzzle[c], runs: 0, solved: 0, spent: 0, by: 0, tried: 0, labels: {} };
        rows.set(cells.puzzle[c], row);
      }
      row.runs += s.runs[c];
      row.solved += s.solved[c];
      row.spent += s.spent[c];
      var of = row.labels[cells.label[c]];
      if (!of) {
        of = row.labels[cells.label[c]] = { runs: 0, solved: 0, spent: 0 };
        row.tried++;
      }
      if (!of.solved && s.solved[c]) row.by++;
      of.runs += s.runs[c];
      of.solved += s.solved[c];
      of.spent += s.spent[c];
      runs += s.runs[c];
      solved += s.solved[c];
    }
    this.told.textContent = runs ? count(runs) + " runs on " + count(rows.size) + (rows.size === 1 ? " puzzle, " : " puzzles, ") + count(solved) + " solved (" + (100 * solved / runs).toFixed(1) + " %)" : "No runs are chosen.";
    this.table.fill(Array.from(rows.values()), q);
    this.box.setAttribute("data-filtered", (performance.now() - began).toFixed(1));
    this.box.setAttribute("data-runs", runs);
    if (stays) return;
    q.puzzles = this.selected;
    this.ask();
  };

  // --- the chart -----------------------------------------------------------

  // program has the records in the page's program, once.
  Explorer.prototype.program = function () {
    if (!this.loaded) {
      this.loaded = Promise.all([formicary.program(), formicary.columns(this.records)]).then(([p, columns]) =>
        p.call("explore.load", { id: this.id, sources: this.sources }, { bytes: columns.stream }).then(() => p));
      this.loaded.catch(() => { this.loaded = null; });
    }
    return this.loaded;
  };

  // unload lets the program forget the records.
  Explorer.prototype.unload = function () {
    var id = this.id;
    if (!this.loaded || explorers.all().some(function (e) { return e.id === id; })) return;
    this.loaded.then(function (p) { return p.call("explore.unload", { id: id }); }).catch(function () {}); // it has ended
    this.loaded = null;
  };

  // ask asks for the chart of the question; while one is computed, the last of the
  // questions that came meanwhile waits.
  Explorer.prototype.ask = function () {
    var self = this;
    this.waiting = JSON.stringify(this.question);
    this.host.setAttribute("aria-busy", "true");
    if (this.asking) return;
    if (this.waiting === JSON.stringify(this.first.question)) { // its answer is here
      if (this.answer !== this.first.answer) this.draw(this.first.answer);
      this.host.removeAttribute("aria-busy");
      this.program().catch(function () {}); // for the next one
      return;
    }
    var asked = this.asking = this.waiting, began = performance.now();
    function done() {
      self.asking = null;
      if (self.waiting !== asked) return self.ask();
      self.host.removeAttribute("aria-busy");
    }
    this.program().then(function (p) { return p.call("explore.ask", { id: self.id, question: JSON.parse(asked) }); }).then(function (answer) {
      self.box.setAttribute("data-asked", (performance.now() - began).toFixed(1));
      if (self.waiting === asked) self.draw(answer);
      done();
    }, function (error) {
      self.failed(String(error && error.message || error));
      done();
    });
  };

  Explorer.prototype.failed = function (why) {
    this.host.replaceChildren(el("p", { class: "formicary-why", role: "alert" }, why.replace(/^explore\.\w+: (explore: )?/, "")));
    this.tools.hidden = false;
    this.box.setAttribute("data-answered", "");
  };

  Explorer.prototype.draw = function (a) {
    var chart = el("div", { class: "formicary-chart", id: this.id + "-chart", role: "figure", "aria-label": a.title, "data-points": a.points, "data-updates": "0", "data-height": a.height, "data-narrow": a.narrow || a.height });
    var option = el("script", { type: "application/json", class: "formicary-option" }), self = this, question = JSON.parse(JSON.stringify(this.question));
    option.textContent = a.option;
    chart.numbers = function () {
      return self.program().then(function (p) { return p.call("explore.numbers", { id: self.id, question: question }); });
    };
    chart.append(
      el("div", { class: "formicary-title", style: "font-weight:600" }, a.title), el("div", { class: "formicary-subtitle" }, a.subtitle), el("div", { class: "formicary-plot" }),
      el("p", { class: "formicary-alt" }, a.alt + " ", el("em")), option,
      el("p", { class: "formicary-data", hidden: "" }, el("button", { type: "button", title: "Save the numbers of this chart as a file of comma-separated values" }, "Save CSV"), " ",
        el("button", { type: "button", title: "Save this chart as a picture" }, "Save SVG")));
    if (a.notes.length === 1) chart.append(el("p", { class: "formicary-note" }, "Note: " + a.notes[0]));
    else if (a.notes.length) chart.append(el("details", { class: "formicary-note" }, el("summary", {}, a.notes.length + " notes"), el("ul", {}, ...a.notes.map(note => el("li", {}, note)))));
    this.host.replaceChildren(chart);
    this.code.textContent = a.cell;
    this.tools.hidden = false;
    this.answer = a;
    formicary.hand(chart);
    formicary.scan();
    this.box.setAttribute("data-answered", this.question.statistic);
  };

  Explorer.prototype.copy = function () {
    var code = this.code;
    code.hidden = false;
    window.getSelection().selectAllChildren(code);
    if (navigator.clipboard) navigator.clipboard.writeText(code.textContent).catch(function () {});
    else document.execCommand("copy");
  };

  // --- the page ------------------------------------------------------------

  formicary.part(function () {
    formicary.boxes("explorer").forEach(function (box) {
      var facts = box.querySelector(".formicary-explored-facts"), records = box.querySelector(".formicary-records");
      if (box.hasAttribute("data-seen") || !facts || !records) return;
      box.setAttribute("data-seen", "");
      Promise.resolve().then(function () { // the scripts behind this one are there then
        var explorer = new Explorer(box, JSON.parse(facts.textContent));
        box.classList.add("formicary-open");
        return formicary.columns(records).then(function (set) {
          explorer.open(set);
          explorers.add(box, explorer);
          explorer.join();
        });
      }).catch(function (error) {
        box.append(el("p", { role: "alert" }, String(error && error.message || error)));
        throw error;
      });
    });
  });
})();
