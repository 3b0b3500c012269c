// Draws the curves of a film on its clock, with a cursor that can be dragged.
(function () {
  "use strict";
  const film = window.formicary.film;
  if (film.curves) return;
  const { el, svg, number, value } = window.formicary.words;

  const DASHES = ["", "7 3", "2 3", "9 3 2 3"];
  const HEAD = 20, FOOT = 34, LEFT = 46, RIGHT = 12;

  // swatch is a piece of a track's line.
  function swatch(reel, i) {
    return svg("svg", { width: 22, height: 10, class: "formicary-film-swatch", "aria-hidden": "true" }, line(reel, i, "M0 5H22", 2.5));
  }

  function line(reel, i, path, width) {
    return svg("path", { d: path, fill: "none", stroke: reel.tracks[i].colour, "stroke-width": width, "stroke-dasharray": DASHES[i % DASHES.length], "stroke-linejoin": "round" });
  }

  // panels are the frames: the numbers of one, over all tracks, and their range.
  function panels(reel) {
    const found = new Map();
    reel.tracks.forEach((track, i) => track.numbers.forEach(n => {
      const name = n.with || n.name;
      if (!found.has(name)) found.set(name, { name, curves: [], low: Infinity, high: -Infinity });
      const p = found.get(name);
      p.curves.push({ track: i, name: n.name, bold: Boolean(n.with), values: n.values });
      n.values.forEach(v => {
        if (v === null) return;
        p.low = Math.min(p.low, v);
        p.high = Math.max(p.high, v);
      });
    }));
    const all = [...found.values()].filter(p => p.low <= p.high);
    all.forEach(p => {
      const bold = [...new Set(p.curves.filter(c => c.bold).map(c => c.name))];
      p.title = p.name + (bold.length ? ` (bold: ${bold.join(", ")})` : "");
      if (p.low > 0 && p.low < p.high / 2) p.low = 0;
      if (p.low === p.high) p.high = p.low + (Math.abs(p.low) || 1);
    });
    return all;
  }

  // scale is the clock's axis: logarithmic where the moments are, or where the shortest track would not be seen.
  function scale(reel, width) {
    const ends = reel.tracks.map(t => t.at[t.at.length - 1]);
    const first = Math.min(...reel.tracks.map(t => t.at[0])), end = Math.max(...ends, first + 1);
    const log = first >= 0 && (end > 20 * Math.max(Math.min(...ends), 1) || reel.tracks.some(t => t.at.length > 9 && t.at[t.at.length >> 1] * 5 < t.at[t.at.length - 1]));
    const f = log ? t => Math.log1p(t - first) : t => t - first;
    const back = log ? u => Math.expm1(u) + first : u => u + first;
    const span = width - LEFT - RIGHT;
    return {
      first, end, log,
      x: t => LEFT + f(t) / f(end) * span,
      time: x => back(Math.max(0, Math.min(1, (x - LEFT) / span)) * f(end))
    };
  }

  // ticks are round places of the clock.
  function ticks(axis, width) {
    const most = Math.max(2, Math.floor(width / 110)), out = [];
    if (axis.log) {
      for (let t = 1; t <= axis.end; t *= 10) if (t >= axis.first) out.push(t);
      return out.filter((t, i) => (out.length - 1 - i) % Math.ceil(out.length / most) === 0);
    }
    const raw = (axis.end - axis.first) / most, ten = Math.pow(10, Math.floor(Math.log10(raw)));
    const by = Math.max(1, [1, 2, 5, 10].map(k => k * ten).find(step => step >= raw));
    for (let t = Math.ceil(axis.first / by) * by; t <= axis.end; t += by) out.push(t);
    return out;
  }

  // draw draws all panels, so high. The result has the drawing, its height and the axis.
  function draw(reel, width, PANEL = 64) {
    const all = panels(reel), axis = scale(reel, width), g = svg("g", { "font-size": 11, fill: "currentColor" });
    const height = all.length * (HEAD + PANEL) + FOOT;
    const places = ticks(axis, width);
    all.forEach((p, k) => {
      const top = k * (HEAD + PANEL) + HEAD, y = v => top + PANEL - 2 - (v - p.low) / (p.high - p.low) * (PANEL - 4);
      places.forEach(t => g.append(svg("path", { d: `M${axis.x(t).toFixed(1)} ${top}v${PANEL}`, stroke: "currentColor", opacity: 0.12 })));
      g.append(svg("path", { d: `M${LEFT} ${top + PANEL}H${width - RIGHT}`, stroke: "currentColor", opacity: 0.5 }));
      g.append(svg("text", { x: 0, y: top - 7, class: "formicary-film-paper", "font-weight": 600, "font-size": 13 }, p.title));
      g.append(svg("text", { x: LEFT - 6, y: y(p.low) + 1, "text-anchor": "end" }, value(p.low)));
      g.append(svg("text", { x: LEFT - 6, y: y(p.high) + 7, "text-anchor": "end" }, value(p.high)));
      p.curves.forEach(c => {
        const at = reel.tracks[c.track].at, samples = !c.bold && p.curves.some(other => other.bold);
        let path = "";
        c.values.forEach((v, i) => {
          if (v === null) return;
          const x = axis.x(at[i]).toFixed(1), to = y(v).toFixed(1);
          path += path && c.bold ? `H${x}V${to}` : path && at[i] <= 2 * Math.max(at[i - 1], 1) && !samples ? `L${x} ${to}` : `M${x} ${to}h0`;
        });
        const drawn = line(reel, c.track, path, c.bold ? 2.5 : samples ? 3.5 : 1.3);
        if (samples) for (const [key, to] of [["stroke-linecap", "round"], ["stroke-dasharray", ""], ["opacity", 0.6]]) drawn.setAttribute(key, to);
        g.append(drawn);
      });
    });
    const foot = all.length * (HEAD + PANEL);
    places.forEach(t => g.append(svg("text", { x: axis.x(t).toFixed(1), y: foot + 14, "text-anchor": "middle" }, number(t))));
    g.append(svg("text", { x: (LEFT + width - RIGHT) / 2, y: foot + 29, "text-anchor": "middle" }, reel.clock + (axis.log ? " (logarithmic)" : "")));
    return { node: g, height: all.length ? height : 0, axis, panels: all, cursor: time => `M${axis.x(time).toFixed(1)} ${HEAD - 2}V${foot}`, head: k => k * (HEAD + PANEL) + 13 };
  }

  // said are the values of a panel's tracks at a time.
  function said(reel, panel, time) {
    return reel.tracks.map((track, i) => panel.curves.filter(c => c.track === i).map(c => {
      const at = film.lastBy(track, c.values, time);
      return value(at < 0 ? null : c.values[at]);
    }).join(" · "));
  }

  // curves is the element of a film's curves. seek is called with the time that the
  // reader points at.
  film.curves = function (reel, seek) {
    const element = el("div", { class: "formicary-film-curves" });
    const none = { element, show() {} };
    if (panels(reel).length === 0) return none;
    const picture = svg("svg", { role: "img", "aria-label": "curves of " + panels(reel).map(p => p.name).join(", ") + " on the film's clock" });
    const cursor = svg("path", { class: "formicary-film-cursor", fill: "none", stroke: "currentColor", "stroke-width": 1.5 });
    const heads = el("div", { class: "formicary-film-heads", "aria-hidden": "true" });
    element.append(picture, heads);
    let drawn = null, width = 0, time = reel.stops[reel.stops.length - 1];

    function fit() {
      const now = element.clientWidth;
      if (!now || now === width) return;
      width = now;
      drawn = draw(reel, width, getComputedStyle(element.parentNode).display === "grid" ? Math.max(64, Math.min(200, element.previousSibling.clientHeight / panels(reel).length - 60)) : 64);
      for (const [key, size] of Object.entries({ width, height: drawn.height, viewBox: `0 0 ${width} ${drawn.height}` })) picture.setAttribute(key, size);
      picture.replaceChildren(drawn.node, cursor);
      show(time);
    }
    function show(to) {
      time = to;
      if (!drawn) return;
      cursor.setAttribute("d", drawn.cursor(time));
      heads.replaceChildren(...drawn.panels.map((p, k) => {
        const head = el("div", { style: `top:${drawn.head(k) - 13}px` }, el("b", {}, p.title));
        said(reel, p, time).forEach((values, i) => {
          if (!values) return;
          const one = el("span", {}, values);
          if (reel.tracks.length > 1) one.prepend(swatch(reel, i));
          head.append(one);
        });
        return head;
      }));
    }
    function point(event) {
      seek(drawn.axis.time(event.clientX - picture.getBoundingClientRect().left));
    }
    picture.addEventListener("pointerdown", event => {
      if (event.button !== 0) return;
      event.preventDefault();
      picture.setPointerCapture(event.pointerId);
      point(event);
    });
    picture.addEventListener("pointermove", event => { if (picture.hasPointerCapture(event.pointerId)) point(event); });
    new ResizeObserver(fit).observe(element);
    return { element, show };
  };
  film.swatch = swatch;
  film.draw = draw;
})();
