// Saves films: the present picture as SVG or PNG, or all of it as one SVG that moves
// by itself, for pages without scripts, such as a README.
(function () {
  "use strict";
  const formicary = window.formicary, film = formicary.film;
  if (film.save) return;
  const { svg, value } = formicary.words;

  const GAP = 24, TITLE = 22, LINE = 16, MOST = 60; // pixels, pixels, pixels, stops
  const STYLE = ".fp{color:#1f2328;font:13px system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif}.fp-ground{fill:#fff}";
  // dark is the style of a dark picture; curves have the colours of dark pages.
  function dark(reel, where) {
    const all = { ...formicary.themes.dark, a: "#56b4e9", b: "#f0a060" }; // those of play, as in page.css
    const curves = reel.tracks.map(track => /^var\(--formicary-(\w+)/.exec(track.colour)).filter(m => m && all[m[1]]).map(m => `--formicary-${m[1]}:${all[m[1]]};`);
    return `.fp${where}{color:#e6e8eb;${curves.join("")}}.fp${where} .fp-ground{fill:#111}`;
  }

  // texts breaks a text into lines of a width, by a generous width of letters.
  function texts(text, width) {
    const most = Math.max(8, Math.floor(width / 7.4)), lines = [""];
    for (let word of text.split(/\s+/)) {
      for (; word.length > most; word = word.slice(most)) lines.push(word.slice(0, most), "");
      const line = lines[lines.length - 1];
      if (line && line.length + word.length + 1 > most) lines.push(word);
      else lines[lines.length - 1] = line ? line + " " + word : word;
    }
    return lines.filter(line => line);
  }

  function lines(all, x, y, attributes) {
    return svg("g", {}, ...all.map((line, i) => svg("text", { x, y: y + i * LINE, fill: "currentColor", ...attributes }, line)));
  }

  // runs are the stretches of stops in which a track shows the same.
  function runs(shown, stops) {
    const out = [];
    stops.forEach((stop, i) => {
      const end = out[out.length - 1];
      if (end && end.frame === shown[stop]) end.to = i + 1;
      else out.push({ frame: shown[stop], from: i, to: i + 1 });
    });
    return out;
  }

  // sized is a drawing at a place of the picture.
  function sized(svg, x, y, scale) {
    const mark = /--mark:[^;]*/.exec(svg.getAttribute("style") || "");
    svg.setAttribute("width", svg.getAttribute("width") * scale);
    svg.setAttribute("height", svg.getAttribute("height") * scale);
    svg.setAttribute("x", x);
    svg.setAttribute("y", y);
    if (mark) svg.setAttribute("style", mark[0]);
    else svg.removeAttribute("style");
    return svg;
  }

  // compose is the picture of some stops. timed shows an element from one of them to
  // another.
  function compose(reel, stops, timed, theme) {
    const root = svg("svg", { xmlns: "http://www.w3.org/2000/svg" }), g = svg("g", { class: "fp" });
    if (theme) g.setAttribute("data-jp-theme-light", theme === "light"); // by which drawings know
    const styles = new Set();
    let x = GAP, foot = 0;
    reel.tracks.forEach((track, i) => {
      const all = runs(track.shown, stops).map(run => ({ ...run, svg: film.drawing(track, run.frame) })).filter(run => run.svg.localName === "svg");
      all.forEach(run => run.svg.querySelectorAll("style,title,desc").forEach(e => {
        if (e.localName === "style") styles.add(e.textContent);
        e.remove();
      }));
      const natural = Math.max(...all.map(run => +run.svg.getAttribute("width"))), scale = Math.min(1, 440 / natural), width = Math.max(natural * scale, 220);
      let y = GAP;
      if (track.title) {
        if (reel.tracks.length > 1 && track.numbers.length) {
          const swatch = film.swatch(reel, i);
          swatch.setAttribute("x", x);
          swatch.setAttribute("y", y);
          g.append(swatch);
        }
        const name = texts(track.title, width - 40);
        if (name.length > 1) name[0] += "…";
        g.append(lines(name.slice(0, 1), x + (reel.tracks.length > 1 && track.numbers.length ? 28 : 0), y + 10, { "font-weight": 600 }));
        y += TITLE;
      }
      share(all.map(run => run.svg), g, x, y, scale, (svg, k) => timed(svg, all[k].from, all[k].to));
      y += Math.max(...all.map(run => run.svg.getAttribute("height"))) + LINE;
      let most = 0;
      all.forEach(run => {
        const said = texts(track.captions[run.frame], width);
        most = Math.max(most, said.length);
        g.append(timed(lines(said, x, y, {}), run.from, run.to));
      });
      foot = Math.max(foot, y + most * LINE);
      x += width + GAP;
    });
    const width = Math.max(x, 360), drawn = film.draw(reel, width - 2 * GAP);
    if (drawn.height) {
      const curves = svg("g", { transform: `translate(${GAP} ${foot})` }, drawn.node);
      stops.forEach((stop, k) => curves.append(timed(svg("path", { d: drawn.cursor(reel.stops[stop]), fill: "none", stroke: "currentColor", "stroke-width": 1.5 }), k, k + 1)));
      g.append(curves);
      foot += drawn.height;
    }
    stops.forEach((stop, k) => g.append(timed(lines([`${reel.clock} ${value(reel.stops[stop])}`], width - GAP, foot + LINE, { "text-anchor": "end" }), k, k + 1)));
    const height = foot + LINE + GAP;
    for (const [key, value] of Object.entries({ width: Math.ceil(width), height: Math.ceil(height), viewBox: `0 0 ${Math.ceil(width)} ${Math.ceil(height)}` })) root.setAttribute(key, value);
    g.prepend(svg("rect", { class: "fp-ground", width: "100%", height: "100%" }));
    const style = svg("style", {}, STYLE + `@media (prefers-color-scheme:dark){${dark(reel, ":not([data-jp-theme-light])")}}` + dark(reel, "[data-jp-theme-light=false]") + [...styles].join(""));
    root.append(style, g);
    return root;
  }

  // share puts drawings of one board above each other: what all have at their
  // beginning and end is there once.
  function share(svgs, g, x, y, scale, timed) {
    const key = svg => ["viewBox", "class", "style"].map(a => svg.getAttribute(a)).join();
    if (svgs.some(svg => key(svg) !== key(svgs[0]))) {
      g.append(...svgs.map((svg, k) => timed(sized(svg, x, y, scale), k)));
      return;
    }
    const kids = svgs.map(svg => [...svg.children]), text = kids.map(list => list.map(e => e.outerHTML));
    const least = Math.min(...kids.map(list => list.length));
    const same = at => text.every(list => list.at(at) === text[0].at(at));
    let head = 0, tail = 0;
    while (head < least && same(head)) head++;
    while (tail < least - head && same(-1 - tail)) tail++;
    const board = svgs[0].cloneNode(false);
    board.append(...kids[0].slice(0, head));
    kids.forEach((list, k) => {
      const own = list.slice(head, list.length - tail);
      if (own.length) board.append(timed(svg("g", {}, ...own), k));
    });
    board.append(...kids[0].slice(kids[0].length - tail));
    svgs.forEach(svg => sized(svg, x, y, scale)); // their sizes are asked for
    g.append(sized(board, x, y, scale));
  }

  const still = reel => stop => compose(reel, [stop], node => node);

  // moving is the whole film. Each part is shown for its time by keyframes of its
  // length, begun so that it is its turn; who wants no motion sees the end.
  function moving(reel, pace) {
    const count = Math.min(MOST, reel.stops.length), last = reel.stops.length - 1;
    const stops = [...new Set(Array.from({ length: count }, (_, i) => Math.round(i * last / Math.max(count - 1, 1))))];
    const hold = Math.max(3, Math.round(1500 / pace)), all = stops.length - 1 + hold; // the end stays a while
    const seconds = n => +(n * pace / 1000).toFixed(3), lengths = new Set();
    const root = compose(reel, stops, (node, from, to) => {
      const end = to === stops.length, long = end ? all - from : to - from;
      if (long === all) return node;
      lengths.add(long);
      node.setAttribute("class", ((node.getAttribute("class") || "") + ` fp-on fp-${long}` + (end ? " fp-end" : "")).trim());
      node.setAttribute("style", `${node.getAttribute("style") || ""};animation-delay:${seconds(from - all)}s`.replace(/^;/, ""));
      return node;
    });
    let style = `.fp-on{visibility:hidden;animation-duration:${seconds(all)}s;animation-timing-function:step-end;animation-iteration-count:infinite}`;
    lengths.forEach(n => { style += `.fp-${n}{animation-name:fp-${n}}@keyframes fp-${n}{0%{visibility:visible}${+(100 * n / all).toFixed(4)}%,100%{visibility:hidden}}`; });
    style += "@media (prefers-reduced-motion:reduce){.fp-on{animation:none}.fp-end{visibility:visible}}";
    root.querySelector("style").append(style);
    return root;
  }

  // written is a drawing as text, without the characters that XML lacks.
  function written(root) {
    return new XMLSerializer().serializeToString(root).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd");
  }

  // rendered is a picture as a PNG of twice its size.
  async function rendered(root) {
    const image = new Image(), canvas = document.createElement("canvas");
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(written(root));
    await image.decode();
    canvas.width = 2 * root.getAttribute("width");
    canvas.height = 2 * root.getAttribute("height");
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise(done => canvas.toBlob(done, "image/png"));
  }

  // table has a row for each moment.
  function table(reel) {
    const names = [...new Set(reel.tracks.flatMap(t => t.numbers.map(n => n.name)))];
    const rows = [["track", reel.clock, "caption", ...names]];
    reel.tracks.forEach(t => t.at.forEach((at, i) => rows.push([t.title, at, t.captions[i], ...names.map(name => {
      const n = t.numbers.find(n => n.name === name);
      return n && n.values[i] !== null ? n.values[i] : "";
    })])));
    return formicary.words.csv(rows);
  }

  // save gives the reader a file of a film at a stop.
  film.save = async function ({ film: reel, stop, pace, title }, what) {
    const file = root => new Blob([written(root)], { type: "image/svg+xml" });
    const label = root => { root.prepend(svg("title", {}, title)); return root; };
    switch (what) {
    case "svg": return formicary.save(file(label(still(reel)(stop))), title, "film.svg");
    case "animation": return formicary.save(file(label(moving(reel, pace))), title + " animated", "film.svg");
    case "csv": return formicary.save(new Blob(["\ufeff", table(reel)], { type: "text/csv;charset=utf-8" }), title, "film.csv");
    case "png": return formicary.save(await rendered(compose(reel, [stop], node => node, formicary.theme())), title, "film.png");
    }
  };
})();
