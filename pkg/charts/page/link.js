// Links the charts of a page: a puzzle under the mouse is marked in all of them, a
// selection in one fades what is not selected in the others, and the keyboard goes
// from mark to mark.
(function () {
  "use strict";
  const ours = window.formicary;
  if (ours.link) return;
  const el = ours.words.el;

  let selected = null; // the contents that are, or null
  const others = ours.kin(); // what is linked besides charts, such as an explorer: {contents, selected, marked}
  const FADED = 0.07;
  const MOST = 400; // rings in a chart

  // index is what the marks of a chart stand for.
  function index(c) {
    if (c.index && c.index.text === c.option) return c.index;
    const option = JSON.parse(c.option), base = option.baseOption || option;
    const marks = [], by = new Map();
    (base.timeline ? [] : [].concat(base.series || [])).forEach((s, series) => [].concat(s.data || []).forEach(item => {
      if (!item || !item.of && !item.film) return;
      const mark = { film: item.film, moment: item.at, series: series, name: s.name, grid: s.xAxisIndex || 0, at: item.value, text: item.name || "", of: subjects(item), more: item.ofMore || 0, size: item.symbolSize || 8 };
      marks.push(mark);
      mark.of.forEach(one => {
        if (!by.has(one[0])) by.set(one[0], []);
        by.get(one[0]).push(mark);
      });
    }));
    return c.index = { text: c.option, marks: marks, by: by };
  }

  // subjects are those of an item, as a list.
  function subjects(item) { return !item.of ? [] : Array.isArray(item.of[0]) ? item.of : [item.of]; }

  // open shows what a mark stands for: in the inspector, or a moment of a run in the
  // film of it, if the page has one.
  function open(c, mark) {
    if (mark.of.length) ours.inspect(mark.of, { more: mark.more, from: c.plot });
    const film = mark.film && ours.film.of(mark.film);
    if (!film) return;
    ours.film.seek(mark.moment, film);
    film.scrollIntoView({ block: "nearest" });
  }

  function contents(all) { return new Set(all.map(one => one[0])); }

  // place is where a mark is in the picture, null where it is not seen.
  function place(c, mark) {
    const legend = (c.chart.getOption().legend || [])[0];
    if (legend && legend.selected && legend.selected[mark.name] === false) return null;
    const at = c.chart.convertToPixel({ xAxisIndex: mark.grid, yAxisIndex: mark.grid }, mark.at);
    return at && c.chart.containPixel({ gridIndex: mark.grid }, at) ? at : null;
  }

  // --- rings -------------------------------------------------------------

  function layer(c) {
    if (!c.plot.querySelector(":scope > .formicary-rings")) c.plot.append(el("div", { class: "formicary-rings" }));
    return c.plot.querySelector(":scope > .formicary-rings");
  }

  function rings(c, marks) {
    const over = layer(c);
    over.textContent = "";
    marks.slice(0, MOST).forEach(mark => {
      const at = place(c, mark);
      if (!at) return;
      const size = Math.max(mark.size, 8) + 8;
      over.append(el("i", { style: "left:" + (at[0] - size / 2) + "px;top:" + (at[1] - size / 2) + "px;width:" + size + "px;height:" + size + "px" }));
    });
  }

  // mark marks puzzles in all charts of the page.
  function mark(all) {
    drawn().forEach(c => {
      const by = index(c).by, marks = new Set();
      all.forEach(content => (by.get(content) || []).forEach(one => marks.add(one)));
      if (marks.size || c.plot.querySelector(".formicary-rings")) rings(c, Array.from(marks));
    });
    others.all().forEach(other => other.marked(all));
  }

  // unmark leaves what the inspector shows marked.
  function unmark() { mark(ours.inspected ? ours.inspected() : []); }

  function drawn() { return ours.charts().filter(c => c.chart && c.box.isConnected); }

  // --- the selection -------------------------------------------------------

  // total is all puzzles that the page shows.
  function total() {
    const all = new Set();
    ours.charts().forEach(c => index(c).by.forEach((_, content) => all.add(content)));
    others.all().forEach(other => other.contents().forEach(content => all.add(content)));
    return all;
  }

  // select keeps only some puzzles in sight; none, or null, means all.
  function select(all) {
    selected = all && all.size ? new Set(all) : null;
    drawn().forEach(ours.show);
    others.all().forEach(other => other.selected(selected));
    tell();
    unmark();
    if (ours.view) ours.view.changed();
  }

  function toggle(content) {
    const all = new Set(selected || []);
    if (!all.delete(content)) all.add(content);
    select(all);
  }

  // tell says how many are selected.
  function tell() {
    let line = document.getElementById("formicary-selection");
    if (!selected) {
      if (line) line.remove();
      return;
    }
    if (!line) {
      line = el("div", { id: "formicary-selection", onkeydown: event => event.stopPropagation() }, el("span", { role: "status" }),
        el("button", { type: "button", "aria-label": "Clear the selection", onclick: () => select(null) }, "Clear"));
      document.body.append(line);
    }
    const all = total(), seen = Array.from(selected).filter(content => all.has(content)).length;
    line.firstChild.textContent = seen + " of " + all.size + (all.size === 1 ? " puzzle" : " puzzles") + " selected";
  }

  ours.change((c, base) => {
    if (!selected || base.timeline) return;
    [].concat(base.series || []).forEach(s => [].concat(s.data || []).forEach(item => {
      if (!item || !item.of) return;
      const on = subjects(item).some(one => selected.has(one[0]));
      if (s.type === "line") item.itemStyle = Object.assign({}, item.itemStyle, { opacity: on ? 1 : 0 }); // unseen before
      else if (!on) item.itemStyle = Object.assign({}, item.itemStyle, { opacity: s.type === "heatmap" ? 0.15 : FADED });
    }));
  });

  // within selects what marks in a rectangle of a panel stand for.
  function within(c, grid, from, to) {
    const lo = [Math.min(from[0], to[0]), Math.min(from[1], to[1])], hi = [Math.max(from[0], to[0]), Math.max(from[1], to[1])];
    const all = new Set();
    index(c).marks.forEach(mark => {
      const at = mark.grid === grid && place(c, mark);
      if (at && at[0] >= lo[0] && at[0] <= hi[0] && at[1] >= lo[1] && at[1] <= hi[1]) contents(mark.of).forEach(one => all.add(one));
    });
    select(all);
  }

  // --- a chart ---------------------------------------------------------------

  const HELP = " Arrow keys go from mark to mark, Enter opens the puzzle of a mark, space selects it.";
  const HELP_FILM = " Arrow keys go from point to point, Enter shows the moment of a point in the film of its run.";

  // help says, to those who hear a chart, what keys do.
  function help(c, text) {
    const id = c.box.id + "-help";
    let line = document.getElementById(id);
    if (!line) {
      line = el("span", { id: id, class: "formicary-help" });
      c.plot.after(line);
      c.plot.setAttribute("aria-describedby", id);
    }
    line.textContent += text;
  }

  function button(c, name, text, title) {
    const line = c.box.querySelector(".formicary-data");
    if (!line) return null;
    let tools = line.querySelector(".formicary-tools");
    if (!tools) line.append(" ", tools = el("span", { class: "formicary-tools" }));
    let found = line.querySelector("[data-do=" + name + "]");
    if (!found) {
      found = el("button", { type: "button", "data-do": name, title: title, "aria-label": text + ": " + c.box.getAttribute("aria-label"), onkeydown: event => event.stopPropagation() }, text);
      tools.append(found, " ");
      line.hidden = false;
    }
    return found;
  }

  // offer has the button to select with below a chart with marks: another chart may
  // have taken its place.
  function offer(c) {
    if (c.offered === c.option) return;
    c.offered = c.option;
    const marks = index(c).marks, any = marks.some(mark => mark.of.length), had = c.box.querySelector("[data-do=select]");
    if (had) had.hidden = !any;
    if (!any && marks.length) help(c, HELP_FILM);
    if (had || !any) return;
    help(c, HELP);
    const b = button(c, "select", "Select", "Select puzzles by dragging over their marks (or drag with the shift key)");
    if (!b) return;
    b.setAttribute("aria-pressed", "false");
    b.onclick = () => {
      c.brushing = !c.brushing;
      b.setAttribute("aria-pressed", String(c.brushing));
    };
  }

  function attach(c) {
    if (c.plot.getAttribute("role") === "slider") return;
    offer(c);
    if (c.linked === c.chart) return;
    const first = !c.linked;
    c.linked = c.chart;
    c.chart.on("mouseover", event => { if (event.data && event.data.of) mark(contents(subjects(event.data))); });
    c.chart.on("mouseout", unmark);
    c.chart.on("globalout", unmark);
    c.chart.on("click", event => {
      const item = event.data;
      if (item && (item.of || item.film) && !c.dragged) open(c, { of: subjects(item), more: item.ofMore || 0, film: item.film, moment: item.at });
    });
    if (!first) return;
    c.plot.tabIndex = 0;
    c.plot.setAttribute("role", "application");
    c.plot.setAttribute("data-lm-suppress-shortcuts", "true"); // JupyterLab's keys, such as d d, stay out
    c.plot.setAttribute("aria-roledescription", "chart");
    c.plot.addEventListener("pointerdown", event => brush(c, event), true);
    c.plot.addEventListener("keydown", event => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      event.stopPropagation();
      if (walk(c, event.key)) event.preventDefault();
    });
    c.plot.addEventListener("pointerleave", unmark);
    c.plot.addEventListener("blur", () => { c.mark = null; unmark(); });
  }

  // inPlot is where a pointer is within the picture, and the panel that it is in, -1
  // for none.
  function inPlot(c, event) {
    const box = c.plot.getBoundingClientRect(), at = [event.clientX - box.left, event.clientY - box.top];
    let grid = (c.chart.getOption().grid || []).length - 1;
    while (grid >= 0 && !c.chart.containPixel({ gridIndex: grid }, at)) grid--;
    return { at: at, grid: grid };
  }

  function brush(c, event) {
    c.dragged = false;
    if (event.button || !(c.brushing || event.shiftKey)) return;
    const from = inPlot(c, event);
    if (from.grid < 0) return;
    event.preventDefault();
    event.stopPropagation();
    c.plot.focus({ preventScroll: true });
    const area = el("b");
    layer(c).append(area);
    drag(c, event, to => {
      const x = Math.min(from.at[0], to[0]), y = Math.min(from.at[1], to[1]);
      area.style.cssText = "left:" + x + "px;top:" + y + "px;width:" + Math.abs(to[0] - from.at[0]) + "px;height:" + Math.abs(to[1] - from.at[1]) + "px";
    }, to => {
      area.remove();
      if (c.dragged) within(c, from.grid, from.at, to);
    });
  }

  // drag follows a pointer until it is released; a chart is dragged once that has moved
  // by a few pixels.
  function drag(c, event, move, end) {
    const box = c.plot.getBoundingClientRect(), start = [event.clientX, event.clientY];
    const at = e => [e.clientX - box.left, e.clientY - box.top];
    c.dragged = false;
    function moved(e) {
      c.dragged = c.dragged || Math.hypot(e.clientX - start[0], e.clientY - start[1]) > 4;
      if (c.dragged) move(at(e));
    }
    function up(e) {
      window.removeEventListener("pointermove", moved, true);
      window.removeEventListener("pointerup", up, true);
      window.removeEventListener("pointercancel", up, true);
      end(at(e));
      setTimeout(() => { c.dragged = false; }); // after the click that follows
    }
    window.addEventListener("pointermove", moved, true);
    window.addEventListener("pointerup", up, true);
    window.addEventListener("pointercancel", up, true);
  }

  // --- the keyboard --------------------------------------------------------

  // walk goes to another mark, opens it or selects it.
  function walk(c, key) {
    const marks = index(c).marks, now = marks.indexOf(c.mark);
    if (!marks.length) return false;
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, PageDown: 1, PageUp: -1 }[key];
    if (step && (key.startsWith("Page") || !(ours.zoom && ours.zoom.is(c)))) go(c, marks, now < 0 && step < 0 ? marks.length - 1 : now + step, step);
    else if (key === "Home") go(c, marks, 0, 1);
    else if (key === "End") go(c, marks, marks.length - 1, -1);
    else if (key === "Enter" && c.mark) open(c, c.mark);
    else if (key === " " && c.mark) contents(c.mark.of).forEach(toggle);
    else if (key === "Escape" && (c.mark || selected)) { c.mark = null; select(null); }
    else return false;
    return true;
  }

  // go takes the next mark from one on that can be seen.
  function go(c, marks, at, step) {
    while (marks[at] && !place(c, marks[at])) at += step;
    if (!marks[at]) return;
    c.mark = marks[at];
    mark(contents(c.mark.of));
    c.chart.dispatchAction({ type: "hideTip" });
    say(c, c.mark.text);
  }

  // say writes what the present mark is below the chart, where it is also read out.
  function say(c, text) {
    let line = c.box.querySelector(".formicary-said");
    if (!line) {
      line = el("p", { class: "formicary-said", "aria-live": "polite" });
      c.plot.after(line);
    }
    line.textContent = text;
  }

  // also links what is no chart, as long as its element is on the page.
  function also(element, other) {
    others.add(element, other);
    if (selected) other.selected(selected);
  }

  ours.link = {
    also: also, select: select, toggle: toggle, mark: mark, unmark: unmark, total: total, button: button, help: help, inPlot: inPlot, drag: drag,
    selected: () => selected && new Set(selected), marks: c => index(c).marks, place: place, redraw: () => { tell(); unmark(); }
  };
  ours.part(() => { drawn().forEach(attach); });
})();
