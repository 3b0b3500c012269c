// The table of an explorer's puzzles: grouped, searched, sorted, and drawn as far as
// it is in sight. Half a million runs are some ten thousand rows, which plain arrays
// sort and filter in milliseconds.
(function () {
  "use strict";
  var formicary = window.formicary;
  if (formicary.Table) return;
  var el = formicary.words.el, count = formicary.words.count, number = formicary.words.number, time = formicary.words.time;
  var HIGH = 27; // pixels of a row, as in page.css
  var MORE = 8; // rows drawn beyond what is in sight

  var collator = new Intl.Collator("en", { numeric: true });
  var GROUPS = [
    ["", "nothing", null],
    ["size", "board size", function (r) { return r.puzzle.rows + "×" + r.puzzle.cols; }],
    ["kind", "kind", function (r) { return r.puzzle.kind; }],
    ["solved", "how many engines solve it", function (r) { return r.by === r.tried ? (r.tried === 1 ? "solved" : "solved by all " + r.tried) : r.by ? "solved by " + r.by + " of " + r.tried : "solved by none"; }],
    ["board", "whether the page has the board", function (r) { return r.puzzle.board ? "with its board" : "no board in this page"; }],
    ["rate", "success rate", function (r) { return r.solved === 0 ? "never" : r.solved === r.runs ? "always" : 2 * r.solved < r.runs ? "in less than half of the runs" : "in half of the runs or more"; }],
  ];

  function Table(explorer, body) {
    var self = this;
    this.explorer = explorer;
    this.sort = { by: "puzzle", down: false };
    this.closed = {};
    this.active = 0;
    this.rows = [];
    this.lines = [];
    this.marked = new Set();
    this.partly = false; // whether the page has the boards of some puzzles, and not of all
    var search = el("input", { type: "search", placeholder: "part of a name", "aria-label": "Search puzzles", oninput: () => { self.text = search.value.toLowerCase(); self.arrange(); } });
    var by = el("select", { onchange: () => { self.group = GROUPS[by.selectedIndex][2]; self.closed = {}; self.arrange(); } }, GROUPS.map(g => el("option", { value: g[0] }, g[1])));
    this.told = el("span", { class: "formicary-found", role: "status" });
    body.append(el("div", { class: "formicary-choices" }, el("label", {}, el("span", {}, "Puzzles"), search), el("label", {}, el("span", {}, "Group by"), by), this.told));
    this.head = el("tr", {});
    // A line under the mouse, or with the focus, is marked in the charts.
    var mark = event => {
      var tr = event.target.closest("tr[data-content]");
      if (tr) formicary.link.mark([tr.getAttribute("data-content")]);
    };
    var unmark = () => formicary.link.unmark();
    this.body = el("tbody", { onmouseover: mark, onfocusin: mark, onmouseleave: unmark, onfocusout: unmark, onclick: event => {
      var tr = event.target.closest("tr[data-line]");
      if (tr) self.choose(+tr.getAttribute("data-line"));
    } });
    this.table = el("table", { class: "formicary-puzzles" }, el("caption", { class: "formicary-unseen" }, "Puzzles and what was made of them"), el("thead", {}, this.head), this.body);
    this.view = el("div", { class: "formicary-view", tabindex: "0", role: "region", "aria-label": "Table of puzzles: arrow keys move, Enter shows the board", onscroll: () => self.draw(), onkeydown: event => self.key(event) }, this.table);
    body.append(this.view);
    new ResizeObserver(function () { self.draw(); }).observe(this.view);
    formicary.prints.add(this.view, function (paper) { self.whole = paper; self.draw(); });
  }

  // columns are those of the question: an engine has its own where there are few.
  Table.prototype.columns = function () {
    var q = this.question, timed = /time/.test(q.measure), labels = this.explorer.labels.all, out = [
      { key: "puzzle", name: "Puzzle", of: function (r) { return r.puzzle.id; }, text: true },
      { key: "size", name: "Size", of: function (r) { return r.puzzle.rows * r.puzzle.cols; }, show: function (r) { return r.puzzle.rows + "×" + r.puzzle.cols; } },
      { key: "runs", name: "Runs", of: function (r) { return r.runs; } },
      { key: "solved", name: "Solved", of: function (r) { return r.solved / r.runs; }, show: function (r) { return (100 * r.solved / r.runs).toFixed(0) + " %"; } },
      { key: "cost", name: q.measure.charAt(0).toUpperCase() + q.measure.slice(1) + " of a solution", of: function (r) { return r.spent / r.solved; }, show: function (r) { return (timed && r.solved ? time : number)(r.spent / r.solved); } },
    ];
    if (this.explorer.kinds.length > 1) out.splice(1, 0, { key: "kind", name: "Kind", of: function (r) { return r.puzzle.kind; }, text: true });
    var chosen = labels.filter(function (l) { return !q.labels.length || q.labels.indexOf(l) >= 0; });
    if (chosen.length > 1 && chosen.length <= 6) {
      chosen.forEach(function (l) {
        var at = labels.indexOf(l);
        var cell = r => r.labels[at];
        out.push({ key: "label " + at, name: l, of: r => cell(r) ? cell(r).solved / cell(r).runs : -1, show: r => cell(r) ? cell(r).solved + " of " + cell(r).runs : "–" });
      });
    }
    return out;
  };

  Table.prototype.fill = function (rows, question) {
    this.rows = rows;
    this.question = question;
    this.shown = this.columns();
    this.titles();
    this.arrange();
  };

  Table.prototype.titles = function () {
    var self = this, key = this.shown.map(function (c) { return c.key + c.name; }).join("\n") + this.sort.by + this.sort.down;
    if (key === this.titled) return;
    this.titled = key;
    var had = this.head.contains(document.activeElement) ? document.activeElement.getAttribute("data-key") : null;
    this.head.replaceChildren.apply(this.head, this.shown.map(function (c) {
      var on = self.sort.by === c.key;
      var button = el("button", { type: "button", "data-key": c.key, onclick: () => self.order(c.key, on ? !self.sort.down : !c.text) }, c.name + (on ? (self.sort.down ? " ▼" : " ▲") : ""));
      if (had === c.key) setTimeout(function () { button.focus(); }, 0);
      return el("th", { scope: "col", "aria-sort": on ? (self.sort.down ? "descending" : "ascending") : "none" }, button);
    }));
  };

  // order sorts by a column.
  Table.prototype.order = function (by, down) {
    this.sort = { by: by, down: down };
    this.titles();
    this.arrange();
  };

  // mark marks the lines of puzzles, in sight and as they come into sight.
  Table.prototype.mark = function (contents) {
    var all = this.marked = new Set(contents);
    this.body.querySelectorAll("tr[data-content]").forEach(function (tr) { tr.classList.toggle("formicary-marked", all.has(tr.getAttribute("data-content"))); });
  };

  // arrange makes the lines of the table: puzzles, and the heads of their groups.
  Table.prototype.arrange = function () {
    if (!this.shown) return; // the runs are being read
    var self = this, text = this.text, by = this.shown.find(function (c) { return c.key === self.sort.by; }) || this.shown[0], sign = this.sort.down ? -1 : 1;
    var rows = text ? this.rows.filter(function (r) { return r.puzzle.id.toLowerCase().indexOf(text) >= 0; }) : this.rows.slice();
    var keyed = rows.map(function (r) { return { row: r, of: by.of(r) }; });
    keyed.sort(function (a, b) {
      var d = by.text ? collator.compare(a.of, b.of) : a.of === b.of ? 0 : a.of < b.of ? -1 : 1;
      return sign * d || a.row.at - b.row.at;
    });
    this.lines = [];
    if (this.group) {
      var groups = new Map();
      keyed.forEach(function (k) {
        var name = self.group(k.row);
        if (!groups.has(name)) groups.set(name, []);
        groups.get(name).push(k.row);
      });
      Array.from(groups.keys()).sort(collator.compare).forEach(function (name) {
        var members = groups.get(name), runs = 0, solved = 0;
        members.forEach(function (r) { runs += r.runs; solved += r.solved; });
        self.lines.push({ name: name, text: name + ": " + count(members.length) + (members.length === 1 ? " puzzle, " : " puzzles, ") + (100 * solved / runs).toFixed(0) + " % of " + count(runs) + " runs solved" });
        if (!self.closed[name]) members.forEach(function (r) { self.lines.push({ row: r }); });
      });
    } else {
      this.lines = keyed.map(function (k) { return { row: k.row }; });
    }
    this.told.textContent = count(rows.length) + (rows.length === 1 ? " puzzle" : " puzzles");
    this.active = Math.min(this.active, Math.max(0, this.lines.length - 1));
    this.table.setAttribute("aria-rowcount", this.lines.length + 1);
    this.drawn = null;
    this.draw();
  };

  // draw draws the lines in sight.
  Table.prototype.draw = function () {
    if (!this.shown) return;
    var n = this.lines.length, from = this.whole ? 0 : Math.max(0, Math.floor(this.view.scrollTop / HIGH) - MORE);
    var to = this.whole ? n : Math.min(n, from + Math.ceil((this.view.clientHeight || 360) / HIGH) + 2 * MORE);
    var key = from + " " + to;
    if (this.drawn === key) return;
    this.drawn = key;
    var had = this.body.contains(document.activeElement), parts = [], width = this.shown.length;
    if (from > 0) parts.push(space(from, width));
    for (var i = from; i < to; i++) parts.push(this.line(i));
    if (to < n) parts.push(space(n - to, width));
    this.body.replaceChildren.apply(this.body, parts);
    if (had) this.focus(true);
  };

  function space(lines, width) {
    return el("tr", { "aria-hidden": "true" }, el("td", { colspan: width, style: "height:" + lines * HIGH + "px;padding:0" }));
  }

  Table.prototype.line = function (i) {
    var line = this.lines[i], at = { "data-line": i, "aria-rowindex": i + 2 }, tab = i === this.active ? "0" : "-1";
    if (!line.row) {
      var open = !this.closed[line.name];
      return el("tr", Object.assign({ class: "formicary-group" }, at), el("th", { colspan: this.shown.length, scope: "rowgroup" },
        el("button", { type: "button", tabindex: tab, "aria-expanded": String(open) }, (open ? "▾ " : "▸ ") + line.text)));
    }
    var p = line.row.puzzle;
    at["data-content"] = p.content;
    if (this.marked.has(p.content)) at.class = "formicary-marked";
    var without = this.partly && !p.board && el("small", {}, " no board");
    return el("tr", at, this.shown.map(function (c, column) {
      var text = String(c.show ? c.show(line.row) : c.text ? c.of(line.row) : count(c.of(line.row)));
      if (column === 0) return el("th", { scope: "row" }, el("button", { type: "button", tabindex: tab, title: text }, text), without);
      return el("td", { class: c.text ? "formicary-word" : "" }, text);
    }));
  };

  Table.prototype.key = function (event) {
    var page = Math.max(1, Math.floor(this.view.clientHeight / HIGH) - 2), last = this.lines.length - 1;
    var to = { ArrowDown: this.active + 1, ArrowUp: this.active - 1, PageDown: this.active + page, PageUp: this.active - page, Home: 0, End: last }[event.key];
    if (to === undefined || this.head.contains(event.target)) return;
    event.preventDefault();
    this.active = Math.max(0, Math.min(last, to));
    this.focus();
  };

  // focus brings the active line into sight, and the keyboard to it.
  Table.prototype.focus = function (stay) {
    var top = this.active * HIGH, view = this.view;
    if (!stay) {
      if (top < view.scrollTop) view.scrollTop = top;
      else if (top + 3 * HIGH > view.scrollTop + view.clientHeight) view.scrollTop = top + 3 * HIGH - view.clientHeight;
      this.drawn = null;
      this.draw();
    }
    var button = this.body.querySelector('tr[data-line="' + this.active + '"] button');
    if (button) button.focus({ preventScroll: true });
  };

  // choose opens a puzzle, or opens or closes a group.
  Table.prototype.choose = function (i) {
    var line = this.lines[i];
    this.active = i;
    if (!line.row) {
      this.closed[line.name] = !this.closed[line.name];
      this.arrange();
      this.focus();
      return;
    }
    this.explorer.box.setAttribute("data-chosen", line.row.puzzle.content);
    formicary.inspect([[line.row.puzzle.content]], { from: this.body.querySelector('tr[data-line="' + i + '"] button') });
  };

  // csv is the table as it is arranged.
  Table.prototype.csv = function () {
    var labels = this.explorer.labels.all, head = ["puzzle", "kind", "content", "rows", "columns", "runs", "solved", this.question.measure];
    labels.forEach(function (l) { head.push(l + ": runs", l + ": solved"); });
    var lines = [head];
    this.lines.forEach(function (line) {
      var r = line.row;
      if (!r) return;
      var out = [r.puzzle.id, r.puzzle.kind, r.puzzle.content, r.puzzle.rows, r.puzzle.cols, r.runs, r.solved, r.spent];
      labels.forEach(function (_, at) { var c = r.labels[at]; out.push(c ? c.runs : "", c ? c.solved : ""); });
      lines.push(out);
    });
    return formicary.words.csv(lines);
  };

  formicary.Table = Table;
})();
