// Labels of axes: an option names how their numbers are written, as an option has no
// functions.
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

  // option reads the option of a chart.
  ours.option = text => JSON.parse(text, (key, value) => key === "formatter" && Object.hasOwn(formatters, value) ? formatters[value] : value);
})();
