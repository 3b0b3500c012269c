// Draws the charts of a page. See package page for what the markup is.
(function () {
  "use strict";
  var REVISION = /*REVISION*/""; // a hash of all that follows
  var script = document.currentScript;
  // Programs of several revisions may meet on a page, such as that of a saved output and that of the lab today. Each
  // takes up what its own outputs hand over. Those of releases before there were revisions yield to any.
  if (!Object.hasOwn(window, "formicaries")) window.formicaries = {};
  var same = Object.hasOwn(window.formicaries, REVISION) ? window.formicaries[REVISION] : null;
  if (same) {
    same.bring(script);
    same.scan();
    return;
  }

  // What a chart needs of the page's theme: THEMES is filled in by the program
  // that writes this page.
  var THEMES = /*THEMES*/{};
  var charts = []; // {box, plot, option, chart, narrow, time}
  var parts = []; // what other subjects do when the page changes
  var handed = new Set(), known = new WeakSet(); // what outputs have handed over: WeakRefs, and the elements themselves
  var sheet = "", library = null; // what the script stood beside: the style sheet, and the element with the library
  var texts = [], open = true; // the texts that the page has packed, and whether nothing is packed any more
  var changes = []; // what other subjects change of an option before it is drawn
  var loading = null;
  var printing = false;

  // --- what outputs hand over ----------------------------------------------

  // All notebooks of a lab share one page, and anybody's Markdown may have any class in it. So nothing is looked for in
  // the page: what is taken up has been handed over by the script that stands behind it, which only a trusted output
  // has. Elements are kept by weak references: those that have left the page for good can go.

  // hand takes an element over, with its packed texts.
  function hand(element) {
    if (known.has(element)) return;
    known.add(element);
    element.querySelectorAll("script[data-packed]").forEach(function (script) {
      script.textContent = texts[Number(script.getAttribute("data-packed"))] || "";
      script.removeAttribute("data-packed");
    });
    handed.add(new WeakRef(element));
  }

  // before is the element that a script stands behind. VS Code runs scripts at the end of their output: there it is the
  // frame of the output, within which all is of that output.
  function before(script, selector) {
    var e = script && script.previousElementSibling;
    if (!e) return [];
    if (e.matches(selector)) return [e];
    return e.matches("div.mathjax_ignore") ? Array.from(e.querySelectorAll(selector)) : [];
  }

  // take takes what scripts of this revision have handed over, and what older ones have if this program is the page's
  // newest. A running script of an older release calls scan alone.
  function take() {
    if (!open) return;
    var all = Object.hasOwn(window, "formicaryGiven") ? window.formicaryGiven : [], newest = window.formicary === ours;
    var mine = function (script) { return script.formicary === REVISION || !script.formicary && newest; };
    var scripts = all.filter(mine), running = document.currentScript;
    if (scripts.length) window.formicaryGiven = all.filter(function (script) { return !mine(script); });
    scripts.concat(running && mine(running) ? running : []).forEach(function (script) { before(script, BOXES).forEach(hand); });
  }

  var BOXES = ["chart", "film", "play", "explorer", "marks", "program", "contents", "fold", "boards"].map(function (name) { return ".formicary-" + name; }).join();

  // boxes are the elements of a class that were handed over and are on the page, in their order there.
  function boxes(name) {
    var all = [];
    handed.forEach(function (ref) {
      var e = ref.deref();
      if (!e) handed.delete(ref);
      else if (e.isConnected && e.classList.contains("formicary-" + name)) all.push(e);
    });
    return all.sort(function (a, b) { return a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1; });
  }

  // bring takes the style sheet and the library that stand before a program's script.
  function bring(script) {
    var dress = before(script, ".formicary-dress")[0];
    if (!dress) return;
    var style = dress.querySelector("style"), packed = dress.querySelector("script.formicary-packed");
    if (style) sheet = sheet || style.textContent;
    library = library || dress.querySelector("script.formicary-echarts");
    if (!packed) return;
    open = false;
    Promise.resolve().then(function () { return unpacked(bytes(packed.textContent)).text(); }).then(function (text) {
      texts = JSON.parse(text);
      packed.remove();
    }).finally(function () {
      open = true;
      scan();
    });
  }

  // --- what a page carries -------------------------------------------------

  // bytes are those of a text in base64.
  function bytes(text) {
    var letters = atob(text.trim()), out = new Uint8Array(letters.length);
    for (var i = 0; i < letters.length; i++) out[i] = letters.charCodeAt(i);
    return out;
  }

  // unpacked is a response with what was compressed by gzip. It throws where the
  // browser cannot unpack it.
  function unpacked(packed, headers) {
    if (!window.DecompressionStream) throw new Error("This browser is too old for this page.");
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")), { headers: headers || {} });
  }

  // site is what loads the files that the pages of a site share; null where a page is no such page.
  function site() { return Object.hasOwn(window, "formicarySite") ? window.formicarySite : null; }

  // --- the library -------------------------------------------------------

  function load() {
    if (window.echarts && window.echarts.init) return Promise.resolve(window.echarts);
    if (loading) return loading;
    if (!library && !site()) return Promise.reject(new Error("The chart library is not in this page: run a cell that shows a chart again."));
    loading = Promise.resolve().then(function () {
      if (!library) return site().load("echarts");
      return unpacked(bytes(library.textContent)).text().then(function (source) {
        var script = document.createElement("script");
        script.textContent = /*HEAD*/"" + source + /*TAIL*/"";
        document.head.appendChild(script);
        script.remove();
      });
    }).then(function () {
      if (!window.echarts) throw new Error("The chart library does not load.");
      window.echarts.setPlatformAPI({ measureText: measured });
      return window.echarts;
    });
    loading.catch(function () { loading = null; });
    return loading;
  }

  // measured is the width of a text. The library takes that of one Chinese
  // character for the height of a line, and fonts that have no such characters draw
  // something narrower in its place: then it is the size of the font.
  var pen = null;
  function measured(text, font) {
    pen = pen || document.createElement("canvas").getContext("2d");
    pen.font = font || "12px sans-serif";
    var width = pen.measureText(text).width;
    return { width: text === "\u56fd" ? Math.max(width, parseFloat(/([\d.]+)px/.exec(pen.font)[1])) : width };
  }

  // dress puts the style sheet into the page's head: the output that brought it
  // may be replaced or cleared while charts of others stay.
  function dress() {
    var style = document.getElementById("formicary-style");
    if (style && style.getAttribute("data-version") === REVISION || !sheet || window.formicary !== ours) return;
    if (style) style.remove(); // of another program
    style = document.createElement("style");
    style.id = "formicary-style";
    style.setAttribute("data-version", REVISION);
    style.textContent = sheet;
    document.head.appendChild(style);
  }

  // --- the theme ---------------------------------------------------------

  var darkMedia = window.matchMedia("(prefers-color-scheme: dark)");
  var printMedia = window.matchMedia("print");

  function theme() {
    if (onPaper()) return "light";
    var lab = document.querySelector("[data-jp-theme-light]");
    if (lab) return lab.getAttribute("data-jp-theme-light") === "false" ? "dark" : "light";
    return darkMedia.matches ? "dark" : "light";
  }

  // themed fills the theme's colours into an option.
  function themed(text, name) {
    var colours = THEMES[name || theme()] || {};
    return ours.option(text.replace(/"@theme:(\w+)"/g, function (name, key) {
      return JSON.stringify(colours[key] || "#888888");
    }));
  }

  function retheme() { charts.forEach(show); }

  // shown is the option of a chart as it is drawn now.
  function shown(c) {
    var option = themed(c.option);
    changes.forEach(function (change) { change(c, option.baseOption || option); });
    return option;
  }

  // show draws a chart that is drawn already anew.
  function show(c) {
    if (c.chart) c.chart.setOption(shown(c));
  }

  // --- drawing -----------------------------------------------------------

  // Sizes come and go with windows, folded cells and views of outputs: a chart
  // is drawn when it first has a width, and fitted whenever that changes.
  var watcher = new ResizeObserver(function (entries) {
    entries.forEach(function (entry) {
      charts.forEach(function (c) {
        if (c.plot === entry.target) fit(c);
      });
    });
    if (entries.some(function (entry) { return entry.target.isConnected; })) scan();
  });

  function fit(c) {
    var width = c.plot.clientWidth;
    if (!width) return;
    var height = c.box.getAttribute(width < /*NARROW*/700 ? "data-narrow" : "data-height") + "px";
    if (c.plot.style.height !== height) c.plot.style.height = height;
    if (!c.chart) draw(c);
    else if (c.width !== width || c.height !== height) c.chart.resize();
    c.width = width;
    c.height = height;
  }

  function draw(c) {
    if (c.waiting) return;
    c.waiting = true;
    load().then(function (echarts) {
      c.waiting = false;
      if (c.chart) return;
      c.box.classList.add("formicary-drawn");
      describe(c);
      c.chart = echarts.init(c.plot, null, { renderer: "svg" });
      c.chart.setOption(shown(c));
      look();
    }).catch(function (error) {
      c.waiting = false;
      var note = c.box.querySelector(".formicary-alt em");
      if (note) note.textContent = String(error && error.message || error);
      c.box.setAttribute("data-error", String(error && error.message || error));
    });
  }

  // describe says in words what the picture is, as the text alternative is not
  // seen any more.
  function describe(c) {
    var alt = c.box.querySelector(".formicary-alt");
    c.plot.setAttribute("role", "img");
    c.plot.setAttribute("aria-label", alt ? alt.firstChild.textContent.trim() : "");
  }

  // --- the numbers -------------------------------------------------------

  // numbers is the table of a chart as CSV.
  function numbers(box) {
    var data = box.querySelector(".formicary-csv");
    return data ? JSON.parse(data.textContent) : "";
  }

  // offer lets the reader save the table, where there is one, and the picture. The file is named after the title;
  // the mark at the head of a table tells spreadsheets that it is UTF-8.
  function offer(c) {
    var box = c.box, line = box.querySelector(".formicary-data"), buttons = line ? line.querySelectorAll("button") : [];
    if (buttons.length < 2) return;
    line.hidden = false;
    buttons[0].hidden = !box.numbers && !numbers(box); // numbers: a promise of them, where they are many
    buttons.forEach(function (button, i) { if (i < 2) button.setAttribute("aria-label", button.textContent + ": " + title(box)); });
    buttons[0].onclick = function () {
      Promise.resolve(box.numbers ? box.numbers() : numbers(box)).then(function (text) {
        save(new Blob(["\ufeff", text], { type: "text/csv;charset=utf-8" }), title(box), "chart.csv");
      });
    };
    buttons[1].onclick = function () {
      load().then(function (echarts) { save(new Blob([picture(echarts, c)], { type: "image/svg+xml" }), title(box), "chart.svg"); });
    };
  }

  // picture is a chart as a file: on white, and of the size that the lab's Go code draws.
  function picture(echarts, c) {
    function text(name) { var e = c.box.querySelector(".formicary-" + name); return e ? (e.firstChild || e).textContent : ""; }
    return ours.picture(echarts, {
      title: text("title"), subtitle: text("subtitle"), alt: text("alt").trim(),
      option: themed(c.option, "light"), width: 860, height: Number(c.box.getAttribute("data-height")), colours: THEMES.light
    });
  }

  // save gives the reader a file that is named after a title, or like name where no
  // letter of the title can be in a name; its ending is that of name.
  function save(blob, title, name) {
    var dot = name.indexOf(".");
    var link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = (title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 80) || name.slice(0, dot)) + name.slice(dot);
    document.body.appendChild(link);
    link.click();
    link.remove();
    setTimeout(function () { URL.revokeObjectURL(link.href); }, 60000);
  }

  function title(box) {
    var t = box.querySelector(".formicary-title");
    return t ? t.textContent : "";
  }

  // --- finding -----------------------------------------------------------

  // scan takes over what the outputs have handed since the last time.
  function scan() {
    take();
    dress();
    boxes("chart").forEach(function (box) { if (!box.hasAttribute("data-seen")) attach(box); });
    forget();
    look();
  }

  function look() { parts.forEach(function (each) { each(); }); }

  // part takes up a subject other than charts: each is called now and whenever the
  // page may have something new.
  function part(each) {
    parts.push(each);
    each();
  }

  // change takes up what changes the option of a chart before it is drawn.
  function change(f) { changes.push(f); }

  function attach(box) {
    box.setAttribute("data-seen", "");
    var data = box.querySelector(".formicary-option");
    var plot = box.querySelector(".formicary-plot");
    if (!data || !plot) return;
    for (var i = 0; i < charts.length; i++) {
      if (charts[i].box.id === box.id && !charts[i].box.isConnected) {
        adopt(charts[i], box, data.textContent);
        return;
      }
    }
    var c = { box: box, plot: plot, option: data.textContent, chart: null, left: 0 };
    charts.push(c);
    offer(c);
    watcher.observe(plot);
    fit(c);
  }

  // adopt puts a chart whose output was replaced in the place of its
  // successor, so that the picture changes but does not start anew.
  function adopt(c, box, option) {
    ["aria-label", "data-points", "data-updates", "data-height", "data-narrow"].forEach(function (name) {
      c.box.setAttribute(name, box.getAttribute(name));
    });
    ["formicary-title", "formicary-subtitle", "formicary-alt", "formicary-option", "formicary-csv"].forEach(function (name) {
      var from = box.querySelector("." + name), to = c.box.querySelector("." + name);
      if (!from || !to) return;
      if (name === "formicary-alt") to.firstChild.textContent = from.firstChild.textContent; // the note behind it stays
      else to.textContent = from.textContent;
    });
    var grown = series(c.option) !== series(option);
    c.option = option;
    c.left = 0;
    offer(c);
    box.replaceWith(c.box);
    if (c.chart) {
      describe(c);
      c.chart.setOption(shown(c), { notMerge: grown });
    }
    fit(c);
  }

  // series names the series of an option: while they stay the same, a new
  // option is merged into the old one, and what the reader chose stays.
  function series(text) {
    var option = JSON.parse(text);
    option = option.baseOption || option;
    return JSON.stringify((option.series || []).map(function (s) { return s.id; }));
  }

  // --- what leaves the page ------------------------------------------------

  // kin are values that belong to elements, such as the films of a page. all has those of elements that are on the page;
  // nothing holds an element that has left it.
  function kin() {
    var elements = new Set(), values = new WeakMap();
    return {
      add: function (element, value) {
        values.set(element, value);
        elements.add(new WeakRef(element));
      },
      all: function () {
        var out = [];
        elements.forEach(function (ref) {
          var e = ref.deref();
          if (!e) elements.delete(ref);
          else if (e.isConnected) out.push(values.get(e));
        });
        return out;
      }
    };
  }

  // gone calls leave once an element has left the page. Whoever starts something for it again calls gone again.
  var staying = new Map(), soon = 0, later = 0;
  function gone(element, leave) { staying.set(element, leave); }

  function check() {
    soon = 0;
    staying.forEach(function (leave, e) {
      if (e.isConnected) return;
      staying.delete(e);
      leave();
    });
    forget();
  }

  new MutationObserver(function () {
    soon = soon || setTimeout(check, 500);
  }).observe(document, { childList: true, subtree: true });

  // forget lets go of charts that have been off the page for a minute. Should
  // one come back (notebooks take cells out of the page that are out of sight),
  // the watcher sees it, and it is drawn again.
  function forget() {
    var now = Date.now();
    charts = charts.filter(function (c) {
      if (c.box.isConnected) {
        c.left = 0;
        return true;
      }
      c.left = c.left || now;
      if (now - c.left < 60000) {
        later = later || setTimeout(function () { later = 0; forget(); }, 61000);
        return true;
      }
      if (c.chart) c.chart.dispose();
      c.box.removeAttribute("data-seen");
      c.box.classList.remove("formicary-drawn");
      return false;
    });
  }

  // --- the page ----------------------------------------------------------

  new MutationObserver(retheme).observe(document.documentElement, { attributes: true, subtree: true, attributeFilter: ["data-jp-theme-light"] });
  darkMedia.addEventListener("change", retheme);
  printMedia.addEventListener("change", repaint);
  window.addEventListener("beforeprint", function () { printing = true; repaint(); });
  window.addEventListener("afterprint", function () { printing = false; repaint(); });

  // repaint is for paper, and afterwards for the screen again; prints has parts that look otherwise on paper.
  var prints = kin(), paper = false;
  function onPaper() { return printing || printMedia.matches; }
  function repaint() {
    if (paper === onPaper()) return;
    paper = !paper;
    retheme();
    prints.all().forEach(function (each) { each(paper); });
  }
  document.addEventListener("DOMContentLoaded", scan);

  // Releases before there were revisions compare version, a number, and take the highest one.
  var ours = window.formicary = window.formicaries[REVISION] = {
    version: Infinity, revision: REVISION, kin: kin, gone: gone, prints: prints, scan: scan, opened: function () { return open; }, part: part, change: change, show: show, theme: theme, themes: THEMES, hand: hand, boxes: boxes, bring: bring, save: save, bytes: bytes, unpacked: unpacked, site: site,
    charts: function () { return charts.slice(); }
  };
  bring(script);
  scan();
})();
