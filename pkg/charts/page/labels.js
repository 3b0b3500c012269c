// Options of charts, read out of their text. An option has no functions: it names how the numbers of an axis are
// written. It has no HTML, no addresses of pages and none of pictures either: what tooltips say is text.
(function () {
  "use strict";
  const ours = window.formicary;
  if (ours.option) return;

  // time is that of words, but whole seconds stay seconds, so that labels of an axis
  // can be compared.
  function time(s) { return s === 0 ? "0" : s >= 1 ? ours.words.number(s) + " s" : ours.words.time(s); }

  // labels writes the labels of an axis; those of categories are words.
  function labels(write) { return value => typeof value === "number" ? write(value) : value; }

  const formatters = { "@number": labels(ours.words.number), "@time": labels(time) };

  // apart is how ECharts lays out labels that it is to shift: it moves none that is tied to a mark.
  const apart = layout => ({ labelRect: { x, y, height } }) => ({ ...layout, x, y: y + height / 2, align: "left", verticalAlign: "middle" });

  // escaped is a text in which nothing is markup.
  const escaped = text => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

  // safe is a member of an option as it is taken up; undefined leaves it out.
  function safe(key, value) {
    if (key === "formatter" && Object.hasOwn(formatters, value)) return formatters[value];
    if (key === "labelLayout" && value.moveOverlap) return apart(value);
    if (key === "link" || key === "sublink" || key === "optionToContent" || typeof value === "string" && /^image:/.test(value)) return undefined;
    // ECharts escapes the names in a formatter, and nothing else of it.
    if (key === "tooltip" && value && typeof value.formatter === "string") value.formatter = escaped(value.formatter);
    if (key === "dataView") return undefined; // its texts are HTML
    return value;
  }

  // option reads the option of a chart.
  ours.option = text => JSON.parse(text, safe);
})();
