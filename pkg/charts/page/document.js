// What the page of a notebook does besides its charts: it unfolds all code at once,
// and folds its list of headings where that stands above the text.
(function () {
  "use strict";
  var ours = window.formicary;

  // fresh says whether there is an element that was not seen before.
  function fresh(e) {
    return e && !e.hasAttribute("data-seen") && !e.setAttribute("data-seen", "");
  }

  function ready() {
    if (document.readyState === "loading") return;
    var nav = ours.boxes("contents")[0], line = ours.boxes("fold")[0];
    if (fresh(nav) && window.matchMedia("(max-width: 1099px)").matches) nav.querySelector("details").open = false;
    if (!fresh(line)) return;
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

  document.addEventListener("DOMContentLoaded", ready);
  ours.part(ready); // a packed page hands its parts over later
})();
