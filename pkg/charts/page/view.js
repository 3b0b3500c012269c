// What a reader has chosen on a page (the open inspector, the selection, zooms, and
// what other parts add) as the end of the page's address, so that a view can be sent.
// In JupyterLab, which has addresses of its own, it stays in the open page and is gone
// when that is loaded again.
(function () {
  "use strict";
  const ours = window.formicary;
  if (ours.view) return;

  const START = "view=";
  const lasts = !document.getElementById("jupyter-config-data");
  const parts = {}; // by name: {get, set}; get returns nothing where all is as it was
  let restored = !lasts, timer = 0, written = "";

  // read is the view of an address, {} where it has none.
  function read() {
    const part = location.hash.slice(1).split("&").find(each => each.startsWith(START));
    if (!part) return {};
    try {
      const view = JSON.parse(decodeURIComponent(part.slice(START.length)));
      return view && typeof view === "object" ? view : {};
    } catch (error) {
      return {}; // half an address
    }
  }

  function write() {
    timer = 0;
    const view = Object.fromEntries(Object.entries(read()).filter(([name]) => !parts[name])); // a part may come late
    Object.keys(parts).sort().forEach(name => {
      const part = parts[name].get();
      if (part !== null && part !== undefined) view[name] = part;
    });
    const others = location.hash.slice(1).split("&").filter(each => each && !each.startsWith(START));
    if (Object.keys(view).length) others.push(START + encodeURIComponent(JSON.stringify(view)));
    written = others.length ? "#" + others.join("&") : "";
    if (written !== location.hash) history.replaceState(history.state, "", written || location.pathname + location.search);
  }

  // changed writes the view into the address, soon.
  function changed() {
    if (lasts && restored && !timer) timer = setTimeout(write, 50);
  }

  function restore(view) {
    Object.keys(parts).forEach(name => {
      try {
        parts[name].set(view[name]);
      } catch (error) {
        console.warn("formicary: the address has no view of " + name, error); // written by somebody else
      }
    });
  }

  // add takes up a part of the view, and holds no box that left the page. Parts that come late are restored at once.
  function add(name, part, box) {
    const own = ours.kin();
    own.add(box || document.documentElement, part);
    parts[name] = { get: () => own.all().map(each => each.get())[0], set: to => own.all().forEach(each => each.set(to)) };
    if (lasts && restored) part.set(read()[name]);
  }

  const text = v => typeof v === "string" ? v : "";

  add("open", {
    get: () => ours.inspected(true),
    set: of => {
      if (!Array.isArray(of) || !/^[0-9a-f]{1,16}$/.test(text(of[0]))) return ours.inspected().length ? ours.inspect.close() : null;
      const subject = [of[0]];
      if (text(of[1])) subject.push(of[1]);
      if (subject.length === 2 && Number.isInteger(of[2])) subject.push(of[2]);
      if (JSON.stringify(subject) !== JSON.stringify(ours.inspected(true))) ours.inspect([subject]);
    }
  });
  add("selected", {
    get: () => { const all = ours.link.selected(); return all && Array.from(all).sort().join("."); },
    set: all => ours.link.select(text(all) ? new Set(all.split(".").filter(one => /^[0-9a-f]{1,16}$/.test(one))) : null)
  });
  add("zoom", {
    get: () => ours.zoom.windows.size ? Object.fromEntries(Array.from(ours.zoom.windows, entry => [entry[0].replace("formicary-", ""), entry[1]])) : null,
    set: all => ours.charts().forEach(c => {
      const now = {}, given = (all || {})[c.box.id.replace("formicary-", "")] || {};
      Object.keys(given).forEach(key => {
        const at = given[key];
        if (Array.isArray(at) && at.length === 2 && at.every(Number.isFinite) && at[0] < at[1]) now[key] = at;
      });
      if (Object.keys(now).length || ours.zoom.is(c)) ours.zoom.set(c, now);
    })
  });

  // The code of a document, by the numbers of the cells that are open. JupyterLab's notebooks have none.
  const cells = () => lasts ? Array.from(document.querySelectorAll("details.formicary-code")) : [];
  add("code", {
    get: () => cells().flatMap((cell, i) => cell.open ? [i] : []).join(".") || null,
    set: open => {
      const all = text(open).split(".");
      cells().forEach((cell, i) => { cell.open = all.includes(String(i)); });
    }
  });
  document.addEventListener("toggle", event => { if (event.target.matches("details.formicary-code")) changed(); }, true);

  ours.view = { add: add, changed: changed, lasts: lasts };

  // Restored when the page is read and unpacked and its charts are drawn, which zooms need.
  ours.part(() => {
    if (restored || document.readyState === "loading" || !ours.opened()) return;
    const charts = ours.charts();
    if (charts.some(c => !c.chart && c.plot.clientWidth)) return;
    restored = true;
    if (location.hash.includes(START)) restore(read());
  });
  window.addEventListener("hashchange", () => {
    if (lasts && location.hash !== written && (location.hash.includes(START) || !location.hash)) restore(read());
  });
  document.addEventListener("DOMContentLoaded", () => ours.scan());
})();
