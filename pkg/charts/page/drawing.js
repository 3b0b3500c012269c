// Drawings: SVG as text, of which an element is built that has nothing but shapes, text and their looks. What is not in
// the lists here is left out, whoever made the drawing: scripts, links, pictures, HTML, addresses, and styles that reach
// beyond boards.
(function () {
  "use strict";
  const ours = window.formicary;
  if (ours.drawing) return;
  const SVG = "http://www.w3.org/2000/svg";

  const set = text => new Set(text.split(" "));
  const ELEMENTS = set("svg g path rect circle ellipse line polyline polygon text tspan title desc style");
  const LOOKS = set("fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit " +
    "opacity color font-family font-size font-style font-weight font-variant-numeric text-anchor dominant-baseline letter-spacing paint-order shape-rendering vector-effect visibility display filter transform");
  const ATTRIBUTES = set("class d x y x1 y1 x2 y2 cx cy dx dy r rx ry points width height viewBox preserveAspectRatio pathLength role aria-label aria-hidden");
  const SIZES = set("width max-width height"); // of the drawing itself
  const ROLES = set("img presentation none");

  // A rule is about boards and their parts (see canvasClass and theme in package puzzle), in one theme or both.
  const SELECTOR = /^(\[data-jp-theme-light="false"\] |:root:not\(:has\(\[data-jp-theme-light\]\)\) |:root)?\.formicary-board(\.[a-z0-9-]+)?( (\.fb-[a-z0-9-]+)+)?$/;

  // plain says whether a value names nothing outside of the drawing.
  const plain = value => !/url\s*\(|image|src\s*\(|expression|[\\@<>{};]/i.test(value);

  // looks are the declarations of a style that drawings may have; custom properties among them, and what is allowed too.
  function looks(style, allowed) {
    const out = Array.from(style).map(name => [name, style.getPropertyValue(name)]);
    return out.filter(([name, value]) => (name.startsWith("--") || LOOKS.has(name) || allowed.has(name)) && plain(value)).map(each => each.join(":")).join(";");
  }

  const NOTHING = new Set();

  // rules is a style sheet without what drawings may not have.
  function rules(list) {
    let out = "";
    for (const rule of Array.from(list)) {
      if (rule instanceof CSSStyleRule) {
        const selectors = rule.selectorText.split(/\s*,\s*/), style = looks(rule.style, NOTHING);
        if (style && selectors.every(one => SELECTOR.test(one))) out += selectors.join(",") + "{" + style + "}";
      } else if (rule instanceof CSSMediaRule && plain(rule.conditionText)) {
        const inner = rules(rule.cssRules);
        if (inner) out += "@media " + rule.conditionText + "{" + inner + "}";
      }
    }
    return out;
  }

  // Drawings of a kind have the same few styles.
  const styles = new Map();

  function sheet(text) {
    if (!styles.has(text)) {
      const parsed = new CSSStyleSheet();
      parsed.replaceSync(text); // imports are left out
      if (styles.size > 1000) styles.clear();
      styles.set(text, rules(parsed.cssRules));
    }
    return styles.get(text);
  }

  // built is an element of the page for one that was read, null where drawings have none such.
  function built(from, root) {
    if (from.namespaceURI !== SVG || !ELEMENTS.has(from.localName) || root !== (from.localName === "svg")) return null;
    const to = document.createElementNS(SVG, from.localName);
    for (const a of Array.from(from.attributes)) {
      if (a.namespaceURI || a.name === "role" && !ROLES.has(a.value)) continue;
      if (a.name === "style") {
        const style = looks(from.style, root ? SIZES : NOTHING);
        if (style) to.setAttribute("style", style);
      } else if ((ATTRIBUTES.has(a.name) || LOOKS.has(a.name)) && (a.name.startsWith("aria-") || plain(a.value))) to.setAttribute(a.name, a.value);
    }
    if (from.localName === "style") {
      to.textContent = sheet(from.textContent);
      return to;
    }
    for (const child of Array.from(from.childNodes)) {
      if (child.nodeType === Node.TEXT_NODE || child.nodeType === Node.CDATA_SECTION_NODE) to.append(child.data);
      else if (child.nodeType === Node.ELEMENT_NODE) {
        const inner = built(child, false);
        if (inner) to.append(inner);
      }
    }
    return to;
  }

  // drawing is the element of a drawing; null where the text is none.
  ours.drawing = text => {
    const read = new DOMParser().parseFromString(text, "image/svg+xml");
    return read.querySelector("parsererror") ? null : built(read.documentElement, true);
  };
})();
