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
      var mine = ++ticket, of = puzzle();
      fail("");
      button.disabled = true;
      var tracks = sides().map(s => s.worker.then(p => p.call("recorded", { name: s.name })).then(moments => ({ engine: s.engine, parameters: s.began, moments: moments })));
      return Promise.all([program()].concat(tracks)).then(([p, ...made]) => p.call("film", { kind: of.kind, text: of.text, tracks: made })).then(reel => {
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
