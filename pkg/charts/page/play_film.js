// Films of play: what the runs of a panel went through, in the player that all films
// have, under the boards.
(function () {
  "use strict";
  var ours = window.formicary;
  if (ours.playFilm) return;
  var el = ours.words.el;

  // playFilm is the button, and the place of the film. sides() are those whose runs
  // are shown, puzzle() is what they run on, program() the one that draws.
  ours.playFilm = function (sides, puzzle, program, fail) {
    var ticket = 0, place = el("div");

    function make() {
      var mine = ++ticket, of = puzzle(), all = sides();
      fail("");
      button.disabled = true;
      return Promise.all(all.map(function (s) {
        return s.worker.then(function (p) { return p.call("recorded", { name: s.name }); });
      })).then(function (moments) {
        return program().then(function (p) {
          return p.call("film", { kind: of.kind, text: of.text, tracks: all.map(function (s, i) { return { engine: s.engine, parameters: s.began, moments: moments[i] }; }) });
        });
      }).then(function (reel) {
        if (mine !== ticket) return;
        var box = el("div", { class: "formicary-film", "data-seen": "", role: "group", "aria-label": "Film: " + reel.tracks.map(function (t) { return t.title; }).join(", "), "data-lm-suppress-shortcuts": "true" });
        place.replaceChildren(box);
        ours.film.open(box, reel);
      }).catch(fail).then(function () { button.disabled = !sides().length; });
    }

    var button = el("button", { type: "button", disabled: true, title: "Show the runs so far as a film, to step back in and to save", onclick: make }, "Film");
    return {
      button: button, box: place,
      // settle follows what the panel has run.
      settle: function () { button.disabled = !sides().length; },
      clear: function () {
        ticket++;
        place.replaceChildren();
      },
    };
  };
})();
