// Makes the steps of the page move. The controls are hidden until this runs.
document.querySelectorAll(".formicary-steps:not([data-ready])").forEach(function (box) {
  "use strict";
  box.setAttribute("data-ready", "");
  var steps = box.querySelectorAll(".formicary-step");
  var controls = box.querySelector(".formicary-controls");
  var range = box.querySelector("input"), told = box.querySelector("output");
  var play = box.querySelector("[data-do=play]");
  var last = steps.length - 1, timer = null;

  function show(at) {
    at = Math.max(0, Math.min(last, at));
    steps.forEach(function (step, i) { step.hidden = i !== at; });
    range.value = at;
    told.textContent = (at + 1) + " of " + (last + 1);
    box.setAttribute("data-step", at + 1);
  }
  function stop() {
    clearInterval(timer);
    timer = null;
    play.textContent = "▶";
    play.setAttribute("aria-label", "play");
  }
  function start() {
    if (+range.value === last) show(0);
    timer = setInterval(function () {
      if (!box.isConnected || +range.value === last) stop();
      else show(+range.value + 1);
    }, Math.max(120, Math.min(600, 12000 / steps.length)));
    play.textContent = "❚❚";
    play.setAttribute("aria-label", "pause");
  }
  controls.style.display = "flex";
  range.addEventListener("input", function () { stop(); show(+range.value); });
  // The notebook's own keys stay out of the slider.
  controls.addEventListener("keydown", function (event) { event.stopPropagation(); });
  controls.addEventListener("click", function (event) {
    switch (event.target.getAttribute("data-do")) {
    case "play": if (timer) stop(); else start(); break;
    case "back": stop(); show(+range.value - 1); break;
    case "next": stop(); show(+range.value + 1); break;
    }
  });
  show(last);
});
