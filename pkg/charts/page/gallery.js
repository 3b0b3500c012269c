// The index of a gallery: its cards stand by puzzle or by question, and a search
// leaves those that have all words. A page of boards: sorted by what the reader
// chooses. Both keep what was chosen in the page's address.
(function () {
  "use strict";
  var ours = window.formicary;

  function each(root, selector, f) { Array.prototype.forEach.call(root.querySelectorAll(selector), f); }

  // remember keeps a choice in the address; chosen is what stands there.
  function chosen(name) { return new URLSearchParams(location.hash.slice(1)).get(name) || ""; }
  function remember(name, value) {
    var state = new URLSearchParams(location.hash.indexOf("=") < 0 ? "" : location.hash.slice(1));
    if (value) state.set(name, value);
    else state.delete(name);
    history.replaceState(null, "", state.toString() ? "#" + state : location.pathname + location.search);
  }

  // --- the index ---------------------------------------------------------

  var FEW = 4; // cards of a group at first, as in site.css

  function index() {
    var find = document.getElementById("gallery-find");
    if (!find) return;
    var said = document.getElementById("gallery-said");
    each(document, ".gallery-controls", function (e) { e.hidden = false; });

    function group(by) {
      each(document, "[data-group-by]", function (section) {
        section.hidden = section.getAttribute("data-group-by") !== by;
        if (section.hidden) return;
        var key = section.getAttribute("data-group");
        each(document, "article[data-" + by + "]", function (card) {
          if (card.getAttribute("data-" + by) === key) section.querySelector(".gallery-cards").appendChild(card);
        });
        var rest = section.querySelectorAll("article").length - FEW, more = section.querySelector(".gallery-more") || section.appendChild(ours.words.el("button", { type: "button", class: "gallery-more" }));
        section.classList.toggle("gallery-few", rest > 0);
        more.textContent = "Show " + rest + " more";
        more.onclick = function () { section.classList.remove("gallery-few"); };
      });
      each(document, "input[name=gallery-by]", function (input) { input.checked = input.value === by; });
    }

    function search() {
      var words = find.value.toLowerCase().split(/\s+/).filter(Boolean), shown = 0;
      each(document, "[data-text]", function (card) {
        var text = card.getAttribute("data-text");
        card.hidden = !words.every(function (word) { return text.indexOf(word) >= 0; });
        if (!card.hidden) shown++;
      });
      document.body.classList.toggle("gallery-searched", words.length > 0);
      each(document, "[data-group-by], .gallery-list", function (section) {
        section.classList.toggle("gallery-empty", words.length > 0 && !section.querySelector("[data-text]:not([hidden])"));
        each(section, "details", function (list) { list.open = list.open || words.length > 0; });
      });
      said.textContent = words.length ? shown + (shown === 1 ? " page has" : " pages have") + " all these words." : "";
    }

    each(document, "input[name=gallery-by]", function (input) {
      input.addEventListener("change", function () {
        group(input.value);
        search();
        remember("by", input.value === "puzzle" ? "" : input.value);
      });
    });
    find.addEventListener("input", function () { search(); remember("find", find.value); });
    find.value = chosen("find");
    group(chosen("by") === "question" ? "question" : "puzzle");
    search();
  }

  // --- a page of boards --------------------------------------------------

  function boards() {
    var sort = document.getElementById("gallery-sort"), list = document.querySelector(".gallery-boards");
    if (!sort || !list) return;
    var down = document.getElementById("gallery-down"), said = document.getElementById("gallery-said");
    each(document, ".gallery-controls", function (e) { e.hidden = false; });
    var items = Array.prototype.map.call(list.children, function (item, i) {
      return { item: item, place: i, value: item.getAttribute("data-values").split(",").map(function (v) { return v === "" ? NaN : Number(v); }) };
    });

    function order() {
      var by = Number(sort.value), sign = down.checked ? -1 : 1, none = 0;
      items.sort(function (a, b) {
        var x = by < 0 ? a.place : a.value[by], y = by < 0 ? b.place : b.value[by];
        if (x !== x || y !== y) return (x !== x) - (y !== y) || a.place - b.place; // without a value: last
        return sign * (x - y) || a.place - b.place;
      });
      items.forEach(function (i) {
        if (by >= 0 && i.value[by] !== i.value[by]) none++;
        list.appendChild(i.item);
      });
      var name = sort.options[sort.selectedIndex].textContent;
      said.textContent = "Sorted by " + name + (down.checked ? ", largest first" : "") + (none ? "; " + none + " boards without it stand last." : ".");
    }

    function changed() {
      order();
      remember("sort", sort.value === "-1" ? "" : sort.options[sort.selectedIndex].textContent);
      remember("down", down.checked ? "1" : "");
    }
    sort.addEventListener("change", changed);
    down.addEventListener("change", changed);
    each(sort, "option", function (option) {
      if (option.textContent === chosen("sort")) sort.value = option.value;
    });
    down.checked = chosen("down") === "1";
    if (sort.value !== "-1" || down.checked) order();
  }

  // drawn draws the boards, some at a time, so that the first are seen at once.
  function drawn(box) {
    var all = JSON.parse(box.querySelector(".formicary-drawings").textContent), places = Array.prototype.slice.call(document.querySelectorAll("figure[data-board]"));
    (function some() {
      places.splice(0, 60).forEach(function (place) {
        var picture = ours.drawing(all[Number(place.getAttribute("data-board"))].replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" '));
        if (picture) place.prepend(picture);
      });
      if (places.length) setTimeout(some);
    })();
  }

  ours.part(function () {
    ours.boxes("boards").forEach(function (box) {
      if (box.hasAttribute("data-seen")) return;
      box.setAttribute("data-seen", "");
      drawn(box);
    });
  });

  function ready() { index(); boards(); }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", ready);
  else ready();
})();
