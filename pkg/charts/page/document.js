// What the page of a notebook does besides its charts: it unfolds all code at once,
// and folds its list of headings where that stands above the text.
(function () {
  "use strict";
  var ours = window.formicary;

  function ready() {
    var nav = ours.boxes("contents")[0], contents = nav && nav.querySelector("details");
    if (contents && window.matchMedia("(max-width: 1099px)").matches) contents.open = false;

    var line = ours.boxes("fold")[0];
    if (!line || line.hasAttribute("data-seen")) return;
    line.setAttribute("data-seen", "");
    line.hidden = false;
    var button = line.querySelector("button");
    var cells = Array.prototype.slice.call(document.querySelectorAll("details.formicary-code"));

    function tell() {
      var all = cells.every(function (cell) { return cell.open; });
      button.setAttribute("aria-pressed", String(all));
      button.textContent = all ? "Hide all code" : "Show all code";
    }
    button.addEventListener("click", function () {
      var open = button.getAttribute("aria-pressed") !== "true";
      cells.forEach(function (cell) { cell.open = open; });
      tell();
    });
    cells.forEach(function (cell) { cell.addEventListener("toggle", tell); });
    tell();
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", ready);
  else ready();
})();
