// Plays films: boards side by side on one clock, with curves beneath. See Film of
// package page for what the markup is; curves.js draws the curves, picture.js saves.
(function () {
  "use strict";
  const formicary = window.formicary;
  if (formicary.film) return;
  const { el, svg, value } = formicary.words;

  const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];
  const films = formicary.kin(); // {box, runs, seek(time)}

  // --- the reel ----------------------------------------------------------

  const unpack = async text => completed(await formicary.unpacked(formicary.bytes(text)).json());

  // completed has the stops of a film's clock, and what each track shows at each.
  function completed(film) {
    const stops = new Set();
    film.tracks.forEach(t => t.frames.forEach((f, i) => f && stops.add(t.at[i])));
    film.stops = [...stops].sort((a, b) => a - b);
    film.tracks.forEach(t => {
      let at = -1;
      t.shown = film.stops.map(stop => {
        for (let i = at + 1; i < t.at.length && t.at[i] <= stop; i++) if (t.frames[i]) at = i;
        return at < 0 ? t.frames.findIndex(f => f) : at; // a track that begins later waits with its first
      });
    });
    return film;
  }

  // drawing is a frame as an element.
  function drawing(track, frame) {
    return formicary.drawing(track.frames[frame].map(i => track.pieces[i]).join("")) || el("p", {}, "This drawing cannot be read.");
  }

  // lastBy is the place of a track's last moment by a time that has a value.
  function lastBy(track, values, time) {
    let found = -1;
    for (let i = 0; i < track.at.length && track.at[i] <= time; i++) if (values[i] !== null) found = i;
    return found;
  }

  // --- the player --------------------------------------------------------

  function attach(box) {
    box.setAttribute("data-seen", "");
    unpack(box.querySelector(".formicary-reel").textContent).then(film => play(box, film)).catch(error => {
      const note = box.querySelector(".formicary-film-alt em");
      if (note) note.textContent = String(error && error.message || error);
      box.setAttribute("data-error", String(error && error.message || error));
    });
  }

  function button(what, sign, name, title) {
    return el("button", { type: "button", "data-do": what, "aria-label": name, title: title || name }, sign);
  }

  // icon is a picture of a path on 14×14 pixels: letters for it are in few fonts.
  function icon(path) {
    return svg("svg", { width: 12, height: 12, viewBox: "0 0 14 14", "aria-hidden": "true" }, svg("path", { d: path, fill: "none", stroke: "currentColor", "stroke-width": 2 }));
  }

  // controls are what a reader plays with.
  function controls(film) {
    const last = film.stops.length - 1;
    const saves = el("span", { role: "group", "aria-label": "save", class: "formicary-film-saves" },
      button("svg", "SVG", "save this picture as SVG"), button("png", "PNG", "save this picture as PNG"),
      button("animation", "Animation", "save all as Animation (SVG)"), button("csv", "CSV", "save the numbers of all moments as CSV"));
    const speed = el("select", { "data-do": "speed", "aria-label": "speed", title: "speed (+ and − keys)" },
      ...SPEEDS.map(s => el("option", { value: s }, s + "×")));
    speed.value = 1;
    return el("div", { class: "formicary-film-controls", role: "toolbar", "aria-label": "film" },
      button("play", "▶\uFE0E", "play", "play or pause (space)"), button("back", "‹", "one step back", "one step back (←)"),
      el("input", { type: "range", min: 0, max: last, step: 1, value: last, "aria-label": film.clock }),
      button("next", "›", "one step on", "one step on (→)"), el("output", {}),
      el("span", { class: "formicary-film-more" }, speed, button("loop", icon("M11.5 4.5A5 5 0 1 0 12 7M12 1v4H8"), "repeat"), button("full", icon("M1 5V1h4M9 1h4v4M13 9v4H9M5 13H1V9"), "full screen"), saves));
  }

  function play(box, film) {
    const last = film.stops.length - 1;
    const bar = controls(film), find = what => bar.querySelector(`[data-do=${what}]`);
    const range = bar.querySelector("input"), told = bar.querySelector("output"), speed = find("speed");
    const live = el("div", { class: "formicary-film-live", "aria-live": "polite" });
    const stage = el("div", { class: "formicary-film-stage" });
    const sides = film.tracks.map((track, i) => {
      const side = { track, board: el("div"), caption: el("figcaption"), shown: -1 };
      const head = el("div", { class: "formicary-film-title" }, track.title);
      if (film.tracks.length > 1 && track.numbers.length) head.prepend(formicary.film.swatch(film, i));
      stage.append(el("figure", {}, head, side.board, side.caption));
      return side;
    });
    const curves = formicary.film.curves(film, time => { pause(); show(nearest(time)); });
    const player = el("div", { class: "formicary-film-player" + (sides.length > 1 ? "" : " formicary-film-beside") }, stage, curves.element, bar, live);
    if (film.note) player.append(el("p", { class: "formicary-film-note" }, film.note));
    let at = last, seen = last, timer = null, loop = false; // seen: before it was printed

    function nearest(time) {
      let best = 0;
      film.stops.forEach((stop, i) => { if (Math.abs(stop - time) < Math.abs(film.stops[best] - time)) best = i; });
      return best;
    }
    // show goes to a stop of the clock, and returns what is said of it.
    function show(to) {
      at = Math.max(0, Math.min(last, to));
      const said = sides.map(side => {
        const frame = side.track.shown[at];
        if (frame !== side.shown) {
          const svg = drawing(side.track, frame);
          if (svg.localName === "svg") side.board.parentNode.style.flexBasis = svg.getAttribute("width") + "px";
          side.board.replaceChildren(svg);
          side.caption.textContent = side.track.captions[frame];
          side.shown = frame;
        }
        return (film.tracks.length > 1 && side.track.title ? side.track.title + ": " : "") + side.track.captions[frame];
      });
      const place = film.clock + " " + value(film.stops[at]);
      range.value = at;
      range.setAttribute("aria-valuetext", place + ". " + said.join(". "));
      told.textContent = `${place} · ${at + 1} of ${last + 1}`;
      curves.show(film.stops[at]);
      box.setAttribute("data-stop", at + 1);
      if (!timer) live.textContent = said.join(". ");
    }
    function pace() { return Math.max(120, Math.min(600, 12000 / (last + 1))) / speed.value; }
    function sign(playing) {
      const b = find("play");
      b.textContent = playing ? "❚❚" : "▶\uFE0E";
      b.setAttribute("aria-label", playing ? "pause" : "play");
      box.toggleAttribute("data-playing", playing);
    }
    function pause() {
      clearTimeout(timer);
      timer = null;
      sign(false);
    }
    function tick() {
      if (!box.isConnected || at === last && !loop) {
        pause();
        if (box.isConnected) show(at);
        return;
      }
      timer = setTimeout(tick, pace());
      show(at === last ? 0 : at + 1);
    }
    function start() {
      sign(true);
      timer = setTimeout(tick, pace());
      if (at === last) show(0);
    }
    function toggle() { if (timer) pause(); else start(); }
    function step(by) { pause(); show(at + by); }
    function faster(by) { speed.selectedIndex = Math.max(0, Math.min(SPEEDS.length - 1, speed.selectedIndex + by)); }
    const now = () => ({ film, stop: at, pace: pace(), title: box.getAttribute("aria-label") });
    const acts = {
      play: toggle, back: () => step(-1), next: () => step(1),
      loop: () => { loop = !loop; find("loop").setAttribute("aria-pressed", loop); },
      full: () => document.fullscreenElement ? document.exitFullscreen() : box.requestFullscreen(),
      svg: () => formicary.film.save(now(), "svg"), png: () => formicary.film.save(now(), "png"),
      animation: () => formicary.film.save(now(), "animation"), csv: () => formicary.film.save(now(), "csv")
    };
    const keys = {
      ArrowLeft: () => step(-1), ArrowRight: () => step(1), ArrowDown: () => step(-1), ArrowUp: () => step(1),
      PageDown: () => step(-10), PageUp: () => step(10), Home: () => step(-last), End: () => step(last),
      "+": () => faster(1), "=": () => faster(1), "-": () => faster(-1), "−": () => faster(-1), " ": toggle
    };
    bar.addEventListener("click", event => {
      const b = event.target.closest("button");
      if (b) Promise.resolve(acts[b.dataset.do]()).catch(error => { live.textContent = String(error && error.message || error); });
    });
    range.addEventListener("input", () => { const to = +range.value; pause(); show(to); });
    // The notebook's own keys stay out of the film.
    box.addEventListener("keydown", event => {
      event.stopPropagation();
      const on = event.target.closest("button, select");
      const own = on && (on.localName === "select" ? event.key !== "+" && event.key !== "-" : event.key === " ");
      if (own || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    });
    find("loop").setAttribute("aria-pressed", "false");
    find("full").hidden = !document.fullscreenEnabled;
    bar.querySelectorAll("button, select, input").forEach(e => { if (last === 0 && !e.closest(".formicary-film-saves")) e.disabled = true; });
    stage.tabIndex = 0;
    stage.setAttribute("role", "group");
    stage.setAttribute("aria-label", "pictures: space plays, arrow keys step");
    box.insertBefore(player, box.firstChild);
    box.classList.add("formicary-film-ready");
    box.setAttribute("data-stops", last + 1);
    show(last);
    formicary.prints.add(box, paper => {
      pause();
      if (paper) seen = at;
      show(paper ? last : seen);
    });
    films.add(box, { box, runs: film.tracks.map(t => t.run).filter(Boolean), seek: time => { pause(); show(nearest(time)); } });
  }

  formicary.film = {
    drawing, lastBy,
    // open plays a film in a box that is on the page.
    open: (box, film) => play(box, completed(film)),
    // of is the box of a film of a run that is on the page.
    of: run => (films.all().find(f => f.runs.includes(run)) || {}).box,
    // seek moves the films of the page, or the one that is given, to a time of its clock.
    seek: (time, box) => films.all().forEach(f => { if (!box || f.box === box) f.seek(time); })
  };
  // The files that follow complete the player before it looks for films.
  queueMicrotask(() => formicary.part(() => {
    formicary.boxes("film").forEach(box => { if (!box.hasAttribute("data-seen")) attach(box); });
  }));
})();
