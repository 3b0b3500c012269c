// The inspector: from a mark to its board. A panel on the page shows a puzzle that a
// mark stands for, what each engine last had on it, its runs, and how to make one of
// them again.
(function () {
  "use strict";
  const ours = window.formicary;
  if (ours.inspect) return;
  const { el, count, value, time } = ours.words;

  const ROWS = 100; // of the table, until all are asked for
  const DRAWN = 6; // engines whose boards are drawn
  let panel = null, now = null, from = null, ticket = 0, kept = null; // kept: a run to compare with

  function copier(text, what) {
    const button = el("button", { type: "button", "aria-label": "Copy " + what, onclick: () => {
      const done = () => { button.textContent = "Copied"; setTimeout(() => { button.textContent = "Copy"; }, 1500); };
      copy(text()).then(done, () => { button.textContent = "Select and copy by hand"; });
    } }, "Copy");
    return button;
  }

  // copy needs no permission: where the clipboard is not given to a page from a file, a
  // selected text is copied.
  function copy(text) {
    const by = () => {
      const area = el("textarea", { "aria-hidden": "true", style: "position:fixed;opacity:0" });
      area.value = text;
      panel.append(area);
      area.select();
      const ok = document.execCommand("copy");
      area.remove();
      if (!ok) throw new Error("not copied");
    };
    if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text).catch(by);
    return Promise.resolve().then(by);
  }

  // --- opening and closing -----------------------------------------------------

  // inspect opens the inspector for what a mark stands for: [content, label, run].
  ours.inspect = function (subjects, options) {
    const o = options || {};
    if (!panel) {
      panel = el("div", { class: "formicary-inspector", role: "dialog", "aria-labelledby": "formicary-inspected", tabindex: "-1", "data-lm-suppress-shortcuts": "true" });
      panel.addEventListener("keydown", event => {
        event.stopPropagation();
        if (event.key === "Escape") close();
      });
      document.body.append(panel);
      resized();
    }
    if (!now) from = o.from || document.activeElement;
    now = { all: subjects, more: o.more || 0, at: 0 };
    render(o.keep ? null : panel);
  };

  // resized tells JupyterLab, which computes its places itself, that it has more or less
  // room: a wide page stands beside the panel.
  function resized() { window.dispatchEvent(new Event("resize")); }

  function close() {
    if (!panel) return;
    panel.remove();
    panel = now = kept = null;
    resized();
    ticket++;
    if (from && from.isConnected) from.focus({ preventScroll: true });
    ours.link.unmark();
    ours.view.changed();
  }

  // inspected is what is shown: a list of one content, or none; with view, all that is
  // needed to show it again.
  ours.inspected = view => !now ? (view ? null : []) : view ? now.all[now.at] : [now.all[now.at][0]];
  ours.inspect.close = close;

  // --- the panel -----------------------------------------------------------------

  function render(focus) {
    const mine = ++ticket, subject = now.all[now.at];
    ours.facts.gather().then(() => {
      if (mine !== ticket) return;
      fill(subject);
      if (focus) focus.focus({ preventScroll: true });
      ours.link.unmark();
      ours.view.changed();
    });
  }

  function fill(subject) {
    const content = subject[0], p = ours.facts.puzzle(content) || {}, runs = ours.facts.runs(content), scroll = panel.scrollTop;
    const title = p.id ? p.kind + " " + p.id : "Puzzle " + content;
    const chosen = runs.find(r => r.label === subject[1] && r.run === subject[2]) || best(runs.filter(r => !subject[1] || r.label === subject[1])) || runs[0];
    panel.textContent = "";
    panel.append(
      el("header", {},
        el("h2", { id: "formicary-inspected" }, title),
        el("button", { type: "button", "aria-label": "Close the inspector", onclick: close }, "✕")),
      several() || "",
      kept ? compared(chosen, ticket) : "",
      el("p", { class: "formicary-facts-line" }, [p.size && p.size.replace("x", "×"), p.set && "set " + p.set, "content " + content].filter(Boolean).join(" · ")),
      el("div", { class: "formicary-inspected-boards", "aria-live": "polite" }),
      el("dl", { class: "formicary-features" }),
      actions(content, p, chosen),
      table(runs, chosen, subject),
      chosen ? again(chosen, p) : "");
    if (ours.facts.wrong()) panel.append(el("p", { role: "alert" }, "Some of what this page brings along cannot be read: " + ours.facts.wrong()));
    panel.scrollTop = kept ? 0 : scroll;
    boards(content, p, runs, subject, chosen, ticket);
  }

  // several goes through the puzzles of a mark that stands for more than one.
  function several() {
    const puzzles = now.all.map((one, at) => ({ one: one, at: at })), n = now.all.length;
    if (n < 2) return null;
    const go = at => { now.at = (at + n) % n; render(null); };
    const name = one => { const p = ours.facts.puzzle(one[0]); return (p && p.id || one[0]) + (one.length > 2 ? ", run " + (one[2] + 1) : ""); };
    const list = el("select", { "aria-label": "What the mark stands for", onchange: () => go(list.selectedIndex) }, ...puzzles.map(p => el("option", {}, name(p.one))));
    list.selectedIndex = now.at;
    return el("p", { class: "formicary-several" },
      el("button", { type: "button", "aria-label": "The one before", onclick: () => go(now.at - 1) }, "‹"), list,
      el("button", { type: "button", "aria-label": "The next one", onclick: () => go(now.at + 1) }, "›"),
      " " + (now.at + 1) + " of " + count(n) + (now.more ? " (and " + count(now.more) + " more)" : ""));
  }

  // best is the run that came farthest: of the lowest cost, and the first of those.
  function best(runs) {
    const key = r => r.cost < 0 ? Infinity : r.cost;
    return runs.reduce((a, b) => !a || key(b) < key(a) ? b : a, null);
  }

  // --- the boards ------------------------------------------------------------------

  function boards(content, p, runs, subject, chosen, mine) {
    const box = panel.querySelector("[aria-live].formicary-inspected-boards"), note = text => box.append(el("p", { class: "formicary-note" }, text));
    if (!p.text) {
      note(!p.id ? "This page does not have the puzzle of this mark: the cell that draws the chart did not open its set, and made no runs on it." :
        p.missing || "The board is not in this page: " + (ours.facts.left("texts") ? "it has too many puzzles to bring all of them along." : "its set was not opened in the cell that draws the chart. The records tell its facts only."));
      return;
    }
    note("Drawing the board…");
    // Where the clues cannot be drawn, no board can.
    ours.program().then(program => program.call("draw", clues(p)).then(drawn => {
      if (mine !== ticket) return;
      box.textContent = "";
      board(program, box, p, null, mine, drawn);
      const labels = Array.from(new Set(runs.map(r => r.label)));
      const first = chosen ? [chosen.label].concat(labels.filter(l => l !== chosen.label)) : labels;
      first.slice(0, DRAWN).forEach(label => board(program, box, p, label === (chosen && chosen.label) ? chosen : best(runs.filter(r => r.label === label)), mine));
      if (first.length > DRAWN) note("Choose a run in the table to see its board; " + (first.length - DRAWN) + " more engines ran.");
    })).catch(error => {
      if (mine !== ticket) return;
      const play = panel.querySelector(".formicary-to-play");
      if (play) play.remove();
      box.textContent = "";
      note("The board cannot be drawn here: " + error.message);
      box.append(el("pre", {}, p.text));
    });
  }

  // clues is what the drawing of a puzzle without a board is asked with.
  function clues(p) { return { kind: p.kind, text: p.text, title: p.kind + " " + p.id, coordinates: true }; }

  // board draws the puzzle, if it is not drawn yet, or what a run last had on it; cells that differ from another board
  // are outlined.
  function board(program, box, p, run, mine, bare, against) {
    const figure = el("figure", {}), caption = el("figcaption", {}, run ? outcome(run) : "Clues");
    figure.append(caption);
    box.append(figure);
    if (run && !run.board) {
      rerun(program, box, figure, p, run, mine);
      return;
    }
    const args = run && Object.assign(clues(p), { title: outcome(run), board: run.board, against: against, violations: true });
    (bare ? Promise.resolve(bare) : program.call("draw", args)).then(drawn => {
      if (mine !== ticket) return;
      figure.prepend(ours.drawing(drawn.svg) || el("p", {}, "This drawing cannot be read."));
      if (drawn.violations.length) caption.append(el("br"), drawn.violations.length === 1 ? "1 rule broken: " + drawn.violations[0] : drawn.violations.length + " rules broken, such as: " + drawn.violations[0]);
      if (!run) known(drawn, p);
    }, error => { caption.append(": " + error.message); });
  }

  function outcome(r) {
    return r.label + " · run " + (r.run + 1) + ": " + r.status + (r.cost > 0 ? ", cost " + value(r.cost) : "");
  }

  // rerun offers to make a run whose board was not kept again, in the page.
  function rerun(program, box, figure, p, run, mine) {
    const e = ours.facts.engine(run.parameters), most = ours.facts.limits(run), caption = figure.firstChild;
    if (!e || e.custom || !most || !most.iterations && !most.evaluations) {
      caption.append(": its last board was not kept");
      return;
    }
    let call = null;
    const button = el("button", { type: "button", onclick: () => {
      if (call) return call.cancel();
      button.textContent = "Stop";
      const parameters = Object.fromEntries((e.parameters || []).map(p => [p.name, p.value]));
      call = program.call("play", Object.assign({ kind: p.kind, text: p.text, engine: e.engine, parameters: parameters, seed: run.seed, own: true, quiet: true }, most));
      call.then(out => {
        run.board = out.board;
        if (mine !== ticket) return;
        const same = out.status === run.status && out.cost === run.cost && out.iterations === run.iterations;
        if (out.board) figure.remove();
        else caption.append(". The engine keeps no board.");
        if (!same) caption.append(". In the page it came to " + out.status + ", cost " + out.cost + ".");
        if (out.board) board(program, box, p, run, mine);
      }, error => { call = null; button.textContent = "Run it again here"; caption.append(": " + error.message); });
    } }, "Run it again here");
    figure.prepend(el("p", {}, "The record has no board. ", button));
  }

  // known is what the drawing tells of the puzzle.
  function known(drawn, p) {
    const list = panel.querySelector(".formicary-features"), links = panel.querySelector(".formicary-actions");
    drawn.features.forEach(f => list.append(el("div", {}, el("dt", {}, f.name), el("dd", {}, value(f.value)))));
    if (drawn.address && genuine(drawn.address)) {
      links.append(el("a", { href: drawn.address, target: "_blank", rel: "noopener noreferrer" }, "Open at puzz.link"), copier(() => drawn.address, "the address at puzz.link"));
    }
  }

  // genuine says whether an address is one of puzz.link, and none with code.
  const genuine = address => { const url = new URL(address); return url.origin !== "null" && url.host === "puzz.link"; };

  // --- two runs side by side ---------------------------------------------------------

  // compared has the run that the reader kept beside the chosen one.
  function compared(chosen, mine) {
    const runs = [kept, chosen], same = chosen && kept.content === chosen.content;
    if (!chosen || same && kept.label === chosen.label && kept.run === chosen.run) {
      return el("p", { role: "status" }, "Choose a second mark, or a run in the table: it will stand beside run " + (kept.run + 1) + " of " + kept.label + ".");
    }
    const puzzles = runs.map(r => ours.facts.puzzle(r.content) || {}), box = el("div", { class: "formicary-inspected-boards" });
    const parameters = runs.map(r => new Map(((ours.facts.engine(r.parameters) || {}).parameters || []).map(p => [p.name, p.value])));
    const row = (name, said) => el("tr", {}, el("th", { scope: "row" }, name), ...said.map(text => el("td", {}, said[0] === said[1] ? text : el("b", {}, text))));
    const rows = [["puzzle", (r, i) => puzzles[i].id || r.content], ["run", r => String(r.run + 1)], ["seed", r => String(r.seed)], ["ended", r => r.status], ["cost", r => r.cost < 0 ? "–" : value(r.cost)],
      ["iterations", r => count(r.iterations)], ["evaluations", r => count(r.evaluations)], ["time", r => time(r.seconds)]].map(([name, of]) => row(name, runs.map(of)));
    parameters[0].forEach((said, name) => { // another engine has others
      if (parameters[1].has(name) && parameters[1].get(name) !== said) rows.push(row(name, [said, parameters[1].get(name)]));
    });
    ours.program().then(program => runs.forEach((r, i) => { if (puzzles[i].text) board(program, box, puzzles[i], r, mine, null, same ? runs[1 - i].board : ""); })).catch(() => {}); // the boards below say why
    return el("section", { class: "formicary-compared", "aria-label": "two runs side by side" }, box,
      el("table", {}, el("thead", {}, el("tr", {}, el("td", {}), ...runs.map(r => el("th", { scope: "col" }, r.label)))), el("tbody", {}, ...rows)),
      same ? el("p", { class: "formicary-note" }, "Cells that differ are outlined.") : "",
      same && puzzles[0].text && ours.play ? toPlay("Play both", puzzles[0], runs) : "");
  }

  // --- the rest ----------------------------------------------------------------------

  // toPlay opens a puzzle in play, with the engines of one run or two and their seeds.
  function toPlay(name, p, runs) {
    return el("button", { type: "button", class: "formicary-to-play", onclick: () => {
      const variants = runs.flatMap(r => {
        const e = r && ours.facts.engine(r.parameters);
        return e && !e.custom ? [{ engine: e.engine, parameters: Object.fromEntries(e.parameters.map(each => [each.name, each.value])), seed: r.seed }] : [];
      });
      close();
      ours.play.open(Object.assign({ kind: p.kind, id: p.id, text: p.text, other: variants[1] }, variants[0]));
    } }, name);
  }

  function actions(content, p, chosen) {
    const line = el("p", { class: "formicary-actions" }), selected = () => (ours.link.selected() || new Set()).has(content);
    const toggle = el("button", { type: "button", "aria-pressed": String(selected()), onclick: () => {
      ours.link.toggle(content);
      toggle.setAttribute("aria-pressed", String(selected()));
    } }, "Select in charts");
    line.append(toggle);
    if (chosen) line.append(el("button", { type: "button", class: "formicary-compare", "aria-pressed": String(!!kept), onclick: () => { kept = kept ? null : chosen; render(null); } }, "Compare"));
    if (p.text && ours.play && ours.play.open) {
      line.append(toPlay("Open in play", p, [chosen]));
    }
    if (ours.view.lasts) line.append(el("button", { type: "button", onclick: event => copy(location.href).then(() => { event.target.textContent = "Copied"; }) }, "Copy link to this view"));
    return line;
  }

  function table(runs, chosen, subject) {
    if (!runs.length) return el("p", {}, "This page has no runs on this puzzle.");
    const body = el("tbody", {});
    const row = r => el("tr", r === chosen ? { "aria-current": "true" } : {},
      el("td", {}, el("button", { type: "button", "aria-label": "Show " + r.label + ", run " + (r.run + 1), onclick: () => {
        now.all = now.all.slice();
        now.all[now.at] = [subject[0], r.label, r.run];
        render(null);
      } }, r.label)),
      ...[r.run + 1, r.seed, r.status, r.cost < 0 ? "–" : value(r.cost), count(r.iterations), count(r.evaluations), time(r.seconds)].map(v => el("td", {}, String(v))));
    const fit = n => body.replaceChildren(...runs.slice(0, n).map(row));
    fit(Math.max(ROWS, runs.indexOf(chosen) + 1));
    const out = el("div", { class: "formicary-runs-table", tabindex: "0", role: "region", "aria-label": "Runs on this puzzle" },
      el("table", {}, el("thead", {}, el("tr", {}, ...["engine", "run", "seed", "ended", "cost", "iterations", "evaluations", "time"].map(h => el("th", { scope: "col" }, h)))), body));
    if (runs.length > body.children.length) {
      const all = el("button", { type: "button", onclick: () => { fit(runs.length); all.remove(); } }, "Show all " + count(runs.length) + " runs");
      out.append(all);
    }
    if (ours.facts.left("runs")) out.append(el("p", { class: "formicary-note" }, count(ours.facts.left("runs")) + " runs of this page's charts were left out, because there are so many."));
    return out;
  }

  // again is the command that reruns the chosen run.
  function again(run, p) {
    const made = ours.facts.repeat(run, ours.facts.engine(run.parameters), p);
    return el("section", { class: "formicary-again" },
      el("h3", {}, "Rerun run " + (run.run + 1) + " of " + run.label),
      made.line ? el("pre", {}, made.line) : el("p", {}, made.why),
      made.line ? copier(() => made.line, "the command") : "");
  }
})();
