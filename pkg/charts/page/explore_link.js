// What ties an explorer to its page: the selection and the marks of all charts, the
// inspector, and the page's address.
(function () {
  "use strict";
  const ours = window.formicary;
  if (!ours.Explorer || ours.Explorer.prototype.join) return;
  const explorer = ours.Explorer.prototype, el = ours.words.el, count = ours.words.count;

  // join takes part in the page.
  explorer.join = function () {
    const contents = new Set(this.set.puzzles.map(p => p.content));
    this.boards();
    ours.facts.also(this.box, this.known());
    ours.link.also(this.box, { contents: () => contents, selected: all => this.only(all), marked: all => this.table.mark(all) });
    this.remember();
    ours.gone(this.box, () => this.unload());
  };

  // boards says for how many puzzles the page has no board.
  explorer.boards = function () {
    const puzzles = this.set.puzzles, texts = this.set.texts;
    puzzles.forEach(p => { p.board = Boolean(texts[p.content]); });
    const without = puzzles.filter(p => !p.board).length, all = puzzles.length;
    if (!without) return;
    const why = without === 1 ? "its set was not found when the explorer was made" : "their sets were not found when the explorer was made";
    const text = without === all ? "The page has no boards of these puzzles: " + why + "." :
      "The page does not have the board of " + count(without) + " of " + count(all) + " puzzles (“no board” in the table): " + why + ".";
    this.table.partly = without < all;
    this.table.view.before(el("p", { class: "formicary-note formicary-boards" }, text));
    this.table.arrange();
  };

  // known tells the inspector of the page what the explorer knows of a puzzle, of its
  // runs and of their engines.
  explorer.known = function () {
    const set = this.set, labels = this.labels, engines = this.engines, most = 400;
    const label = hash => labels.name(set.configurations.find(c => c.parameters === hash));
    return {
      puzzle: content => {
        const p = set.puzzles.find(one => one.content === content);
        return p && {
          id: p.id, kind: p.kind, size: p.rows + "×" + p.cols, text: set.texts[content] || "",
          missing: "The board is not in this page: the set of the puzzle was not found when the explorer was made. The records tell its facts only."
        };
      },
      runs: content => {
        const of = set.column("puzzle"), configuration = set.column("configuration"), out = [];
        const here = set.puzzles.map(p => p.content === content);
        for (let i = 0; i < set.length && out.length < most; i++) {
          if (here[of[i]]) out.push({ set: set, at: i, label: labels.name(set.configurations[configuration[i]]) });
        }
        return out;
      },
      engine: hash => engines[hash] && Object.assign({ label: label(hash) }, engines[hash])
    };
  };

  // only counts and lists the selected puzzles alone, or all where none of the
  // explorer's is selected. The chart stays as it is where it has marks of them, which
  // stand out, so that the selection can be changed in it; another chart is of them alone.
  explorer.only = function (all) {
    const own = new Set(this.set.puzzles.map(p => p.content).filter(content => all && all.has(content)));
    const chart = ours.charts().find(c => this.host.contains(c.box));
    const marked = chart && ours.link.marks(chart).some(mark => mark.of.some(one => own.has(one[0])));
    this.selected = Array.from(own);
    this.changed(own.size ? marked : !this.question.puzzles.length);
  };

  // --- the address ---------------------------------------------------------------

  // remember keeps what is chosen in the page's address: the values of the controls
  // that are not as they were at first, how the table is sorted, and the puzzles that
  // the chart is of.
  explorer.remember = function () {
    const body = this.box.querySelector(".formicary-explorer-body"), table = this.table;
    const controls = Array.from(body.querySelectorAll(".formicary-choices label")).map(label => {
      const e = label.querySelector("select, input"), tick = e.type === "checkbox";
      const name = tick ? "Engine: " + label.textContent.trim() : e.getAttribute("aria-label") || label.firstChild.textContent;
      const value = () => tick ? String(e.checked) : e.value;
      return { e: e, name: name, tick: tick, value: value, first: value() };
    });
    const sort = () => table.sort.by + (table.sort.down ? " down" : " up"), first = sort();

    const part = {
      get: () => {
        const out = {};
        controls.forEach(c => { if (c.value() !== c.first) out[c.name] = c.value(); });
        if (sort() !== first) out.sort = sort();
        if (this.question.puzzles.length) out.puzzles = this.question.puzzles.join(".");
        return Object.keys(out).length ? out : null;
      },
      set: given => {
        const text = name => given && typeof given[name] === "string" ? given[name] : undefined;
        controls.forEach(c => {
          const want = text(c.name) === undefined ? c.first : text(c.name);
          if (want === c.value() || c.e.options && !Array.from(c.e.options).some(o => o.value === want)) return;
          if (c.tick) c.e.checked = want === "true";
          else c.e.value = want;
          c.e.dispatchEvent(new Event(c.e.type === "search" ? "input" : "change", { bubbles: true }));
        });
        const by = (text("sort") || first).split(" ");
        if (by.join(" ") !== sort()) table.order(by.slice(0, -1).join(" "), by[by.length - 1] === "down");
        const puzzles = (text("puzzles") || "").split(".").filter(content => this.selected.includes(content));
        if (puzzles.join(".") !== this.question.puzzles.join(".")) {
          this.question.puzzles = puzzles;
          this.ask();
        }
      }
    };
    ["change", "input", "click"].forEach(type => body.addEventListener(type, () => ours.view.changed()));
    const at = ours.boxes("explorer").indexOf(this.box);
    ours.view.add("explore" + (at > 0 ? at + 1 : ""), part, this.box);
  };
})();
