// Elements of a page, and numbers as people read them: the same words as Number, Time
// and Thousands of package puzzle write. Data goes into pages as text alone.
(function () {
  "use strict";
  var ours = window.formicary;
  if (ours.words) return;
  var SVG = "http://www.w3.org/2000/svg";

  // el makes an element. Attributes on… are listeners, true has no value, false and
  // null are left out. Children are nodes or text, alone or in lists; null and false are
  // left out, so that a child can depend on something.
  function el(name, attributes) {
    return fill(document.createElement(name), attributes, Array.prototype.slice.call(arguments, 2));
  }

  // svg is el for drawings.
  function svg(name, attributes) {
    return fill(document.createElementNS(SVG, name), attributes, Array.prototype.slice.call(arguments, 2));
  }

  function fill(e, attributes, children) {
    Object.keys(attributes || {}).forEach(function (name) {
      var value = attributes[name];
      if (name.slice(0, 2) === "on") e.addEventListener(name.slice(2), value);
      else if (value !== false && value != null) e.setAttribute(name, value === true ? "" : value);
    });
    children.flat().forEach(function (c) { if (c != null && c !== false) e.append(c); });
    return e;
  }

  // count writes a whole number with all its digits.
  function count(n) {
    return (n < 0 ? "−" : "") + String(Math.abs(n)).replace(/\B(?=(\d{3})+$)/g, ",");
  }

  // rounded is a number above zero with three significant digits; what lies half way
  // between two goes to the even one, as in Go.
  function rounded(x) {
    var exact = x.toExponential(60).split("e"); // "Infinity" has one part
    return Number(/^\d\.\d[02468]50*$/.test(exact[0]) ? exact[0].slice(0, 4) + "e" + exact[1] : x.toExponential(2));
  }

  // number writes at most three significant digits.
  function number(x) {
    if (x == null || isNaN(x)) return "–";
    if (x < 0) return "−" + number(-x);
    if (x === 0) return "0";
    x = rounded(x);
    if (x === Infinity) return "∞";
    if (x >= 1e6 || x < 1e-4) {
      var parts = x.toExponential().split("e");
      return (parts[0] === "1" ? "" : parts[0] + "×") + "10" + parts[1].replace(/[-+\d]/g, function (c) { return c === "+" ? "" : c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[c]; });
    }
    return x >= 1000 ? count(x) : String(x);
  }

  // value is what may count something: a whole number has all its digits.
  function value(x) { return Number.isSafeInteger(x) ? count(x) : number(x); }

  // Units of time, the largest first: from how many seconds on, its seconds, its name.
  var YEAR = 365.25 * 24 * 3600;
  var UNITS = [[2 * YEAR, YEAR, "years"], [7200, 3600, "h"], [120, 60, "min"], [1, 1, "s"], [1e-3, 1e-3, "ms"], [0, 1e-6, "µs"]];

  // time writes seconds.
  function time(seconds) {
    if (seconds < 0) return "−" + time(-seconds);
    if (!seconds || seconds === Infinity) return number(seconds) + " s";
    seconds = rounded(seconds);
    var unit = UNITS.find(function (u) { return seconds >= u[0]; });
    return number(seconds / unit[1]) + " " + unit[2];
  }

  // cell is a value as a spreadsheet reads it: a text is markup.Cell of the lab's Go code, in quotes if it needs them.
  function cell(v) {
    var text = String(v);
    if (typeof v !== "number" && /^[=+\-@\t\r]/.test(text)) text = "'" + text;
    return /[",\r\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
  }

  // csv is a table, a list of rows, as comma-separated values.
  function csv(rows) { return rows.map(function (row) { return row.map(cell).join(",") + "\n"; }).join(""); }

  ours.words = { csv: csv, el: el, svg: svg, count: count, number: number, value: value, time: time };
})();
