// Zooms and pans charts on rectangular axes: by the wheel where the chart has the
// focus or the control key is down (or else the page scrolls), by dragging, and by the
// keyboard.
(function () {
  "use strict";
  const ours = window.formicary;
  if (ours.zoom) return;

  const LEAST = 1e-3; // of the whole axis
  const windows = new Map(); // by the id of a chart: by axis, [low, high]

  // axes are the axes that can be zoomed, each with its direction, grid and key. Axes
  // with the same ends share a key: small multiples zoom together.
  function axes(base) {
    const out = [];
    ["xAxis", "yAxis"].forEach(name => [].concat(base[name] || []).forEach(a => {
      if (a.show === false || !["value", "log"].includes(a.type) || !Number.isFinite(a.min) || !Number.isFinite(a.max)) return;
      out.push({ option: a, x: name === "xAxis", grid: a.gridIndex || 0, key: name[0] + " " + a.type + " " + a.min + " " + a.max });
    }));
    return out;
  }

  // whole is the option as the chart has it without zoom.
  function whole(c) {
    if (!c.whole || c.whole.text !== c.option) {
      const option = JSON.parse(c.option), base = option.baseOption || option;
      c.whole = { text: c.option, axes: base.timeline ? [] : axes(base) };
    }
    return c.whole.axes;
  }

  const scale = { log: { to: Math.log, from: Math.exp }, value: { to: v => v, from: v => v } };

  // even are the multiples of 1, 2 or 5 times a power of ten between two numbers, the
  // finest that are no more than fit.
  function even(lo, hi, fit) {
    for (let e = Math.floor(Math.log10(hi - lo)) - 1; ; e++) {
      for (const s of [1, 2, 5]) {
        const step = s * Math.pow(10, e), first = Math.ceil(lo / step * (1 - 1e-9)), last = Math.floor(hi / step * (1 + 1e-9));
        if (last - first + 1 > fit) continue;
        const out = [];
        for (let i = first; i <= last; i++) out.push(Number((i * step).toPrecision(6)));
        return out;
      }
    }
  }

  // ticks are the round numbers of an axis between two ends, as package charts chooses
  // them.
  function ticks(lo, hi, log, fit) {
    if (!log) return even(lo, hi, fit);
    for (const steps of [[1, 2, 3, 4, 5, 6, 8], [1, 2, 5], [1, 5], [1]]) {
      const out = [];
      for (let e = Math.floor(Math.log10(lo)); e <= Math.ceil(Math.log10(hi)); e++) {
        steps.forEach(s => {
          const t = Number((s * Math.pow(10, e)).toPrecision(6));
          if (t >= lo && t <= hi) out.push(t);
        });
      }
      if (out.length <= fit) return out.length < 2 ? even(lo, hi, fit) : out;
    }
    return even(lo, hi, fit);
  }

  ours.change((c, base) => {
    const now = windows.get(c.box.id);
    if (!now && !c.zoomed || base.timeline) return;
    c.zoomed = true;
    axes(base).forEach(a => {
      const o = a.option, at = now && now[a.key];
      if (!at) { // what an earlier zoom has left is taken away
        if (!o.axisLabel.customValues) o.axisLabel.customValues = o.axisTick.customValues = null;
        return;
      }
      const old = o.axisLabel.customValues;
      o.axisLabel.customValues = ticks(at[0], at[1], o.type === "log", old && old.length < 5 ? 4 : 8);
      if (o.axisTick) o.axisTick.customValues = o.axisLabel.customValues;
      o.interval = null;
      o.min = at[0];
      o.max = at[1];
    });
    // Names at the ends of lines stand where the lines end, which may be out of sight.
    if (now) [].concat(base.series || []).forEach(s => { if (/^ending /.test(s.id)) s.data = []; });
  });

  // set takes the windows of a chart, null for none.
  function set(c, now) {
    if (now && Object.keys(now).length) windows.set(c.box.id, now);
    else windows.delete(c.box.id);
    ours.show(c);
    const b = ours.link.button(c, "whole", "Whole chart", "Show the whole chart again (0)");
    if (b) {
      b.hidden = !windows.has(c.box.id);
      b.onclick = () => { set(c, null); c.plot.focus({ preventScroll: true }); };
    }
    ours.link.redraw();
    if (ours.view) ours.view.changed();
  }

  // move changes the windows of a panel's axes: of each a func makes the new ends out of
  // the old ones, where 0 and 1 are the ends of the window.
  function move(c, grid, change) {
    const now = Object.assign({}, windows.get(c.box.id)), done = new Set();
    whole(c).forEach(a => {
      if (a.grid !== grid || done.has(a.key)) return;
      done.add(a.key);
      const s = scale[a.option.type], all = [s.to(a.option.min), s.to(a.option.max)], full = all[1] - all[0];
      const at = (now[a.key] || [a.option.min, a.option.max]).map(s.to), wide = at[1] - at[0];
      let next = change(a.x).map(f => at[0] + f * wide);
      const width = Math.min(full, Math.max(next[1] - next[0], full * LEAST));
      const low = Math.min(Math.max(next[0], all[0]), all[1] - width);
      next = [low, low + width];
      if (width >= full * 0.999) delete now[a.key];
      else now[a.key] = next.map(v => Number(s.from(v).toPrecision(8)));
    });
    set(c, now);
  }

  // around is a window that is larger by a factor, around a place in the old one.
  function around(factor, at) { return [at - at * factor, at + (1 - at) * factor]; }

  // rect is where a panel is in the picture.
  function rect(c, grid) { return c.chart.getModel().getComponent("grid", grid).coordinateSystem.getRect(); }

  function wheel(c, event) {
    if (!event.ctrlKey && !event.metaKey && document.activeElement !== c.plot) return;
    const p = ours.link.inPlot(c, event);
    if (p.grid < 0 || !whole(c).length) return;
    event.preventDefault();
    event.stopPropagation();
    const r = rect(c, p.grid), x = (p.at[0] - r.x) / r.width, y = 1 - (p.at[1] - r.y) / r.height;
    const factor = Math.pow(2, Math.max(-1, Math.min(1, event.deltaY / 200)));
    move(c, p.grid, isX => around(factor, isX ? x : y));
  }

  function pan(c, event) {
    if (event.button || event.shiftKey || c.brushing || !is(c)) return;
    const p = ours.link.inPlot(c, event);
    if (p.grid < 0) return;
    const r = rect(c, p.grid);
    let last = p.at;
    ours.link.drag(c, event, to => {
      const x = (last[0] - to[0]) / r.width, y = (to[1] - last[1]) / r.height;
      last = to;
      move(c, p.grid, isX => isX ? [x, 1 + x] : [y, 1 + y]);
    }, () => {});
  }

  // press is a key: + and - zoom around the middle, the arrows pan, 0 shows all.
  function press(c, key) {
    const grids = Array.from(new Set(whole(c).map(a => a.grid)));
    const every = change => { // panels that share axes are moved once
      const done = new Set();
      grids.forEach(grid => {
        const keys = whole(c).filter(a => a.grid === grid).map(a => a.key);
        if (keys.some(k => done.has(k))) return;
        keys.forEach(k => done.add(k));
        move(c, grid, change);
      });
    };
    const arrow = { ArrowLeft: [-0.2, 0], ArrowRight: [0.2, 0], ArrowUp: [0, 0.2], ArrowDown: [0, -0.2] }[key];
    if (key === "+" || key === "=") every(() => around(1 / 1.5, 0.5));
    else if (key === "-") every(() => around(1.5, 0.5));
    else if (key === "0" && is(c)) set(c, null);
    else if (arrow && is(c)) every(isX => { const by = arrow[isX ? 0 : 1]; return [by, 1 + by]; });
    else return false;
    return true;
  }

  function is(c) { return windows.has(c.box.id); }

  function attach(c) {
    if (c.zooms || !c.chart || !whole(c).length) return;
    c.zooms = true;
    c.plot.addEventListener("wheel", event => wheel(c, event), { passive: false, capture: true });
    c.plot.addEventListener("pointerdown", event => pan(c, event), true);
    c.plot.addEventListener("keydown", event => {
      if (event.altKey || event.ctrlKey || event.metaKey || !press(c, event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    ours.link.help(c, " Plus and minus zoom, 0 shows all.");
  }

  ours.zoom = { is: is, set: set, windows: windows };
  ours.part(() => { ours.charts().forEach(attach); });
})();
