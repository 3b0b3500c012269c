// The puzzle of play.js: one of the sets, pasted, or drawn by the reader.
(function () {
  "use strict";
  var ours = window.formicary;
  if (ours.playPuzzle) return;
  var el = ours.words.el;

  // read asks the program what a text is; the answer has the kind and the puzzles.
  function read(program, kind, text) { return program.call("read", { kind: kind, text: text }); }

  // chooser is the line in which a puzzle is chosen; take(puzzle) is told which:
  // {kind, id, text}. known() are the names of all kinds.
  ours.playPuzzle = function (data, program, known, take, fail) {
    var sets = data.sets || [], here = data.puzzle;
    var list = el("select", { "aria-label": "puzzle", onchange: function () { take(items()[list.selectedIndex]); } });
    var set = el("select", { "aria-label": "set of puzzles", onchange: function () { take(items()[0]); } });
    var below = el("div", { class: "formicary-own-puzzle" });

    function items() { return (sets[set.selectedIndex] || { puzzles: [] }).puzzles; }

    function fill() {
      list.replaceChildren.apply(list, items().map(function (p) { return option(p.id + (p.size ? ", " + p.size : "")); }));
    }

    function option(name) { return el("option", {}, name); }

    // stand makes the lists say which puzzle is played: where no set has it, it comes
    // first, as a set of its own.
    function stand(p) {
      here = p;
      var at = sets.findIndex(function (s) { return s.puzzles.some(function (q) { return q.kind === p.kind && q.text === p.text; }); });
      if (at < 0) {
        sets = [{ name: "this puzzle", puzzles: [p] }].concat(sets.filter(function (s) { return s.name !== "this puzzle"; }));
        at = 0;
      }
      set.replaceChildren.apply(set, sets.map(function (s) { return option(s.name); }));
      set.selectedIndex = at;
      fill();
      list.selectedIndex = items().findIndex(function (q) { return q.text === p.text; });
    }

    function kinds(names, changed) {
      return el("select", { "aria-label": "kind of puzzle", onchange: changed || function () {} }, names.map(function (k) { return el("option", { selected: k === here.kind }, k); }));
    }

    // --- paste ---------------------------------------------------------------

    function paste() {
      var text = el("textarea", { rows: 6, "aria-label": "the puzzle as text, or its address at puzz.link", placeholder: "https://puzz.link/p?nurikabe/… or rows of a grid", spellcheck: "false" });
      var kind = kinds(known());
      var read_ = el("button", {
        type: "button",
        onclick: function () {
          program().then(function (p) { return read(p, kind.value, text.value); }).then(function (found) {
            var name = "pasted";
            sets = sets.filter(function (s) { return s.name !== name; }).concat({
              name: name, puzzles: found.items.map(function (i) { return { kind: found.kind, id: i.id, size: i.size, text: i.text }; }),
            });
            below.replaceChildren();
            fail("");
            take(sets[sets.length - 1].puzzles[0]);
          }).catch(function (error) {
            var named = /[/]p(?:[.]html)?[?]([\w-]+)[/]/.exec(text.value);
            fail(named && !known().includes(named[1]) ? "No engine of this page plays " + named[1] + "." : error);
          });
        },
      }, "Read it");
      below.replaceChildren(el("div", { class: "formicary-row" }, [kind, text, read_, close()]));
      text.focus();
    }

    function close() {
      return el("button", { type: "button", onclick: function () { below.replaceChildren(); } }, "Close");
    }

    // --- draw ----------------------------------------------------------------

    function draw() {
      var kind = kinds(["nurikabe", "sudoku", "nonogram"], fresh);
      var rows = size("rows", 8), cols = size("columns", 8), hint = el("p", { class: "formicary-hint" }), grid = el("div", { class: "formicary-editor", role: "grid", "aria-label": "board to draw on" });
      var cells = [];

      function size(name, value) { return el("input", { type: "number", min: 1, max: 30, value: value, "aria-label": name, onchange: fresh }); }

      function fresh() {
        var sudoku = kind.value === "sudoku", picture = kind.value === "nonogram";
        rows.disabled = cols.disabled = sudoku;
        var r = sudoku ? 9 : Math.min(Math.max(+rows.value || 1, 1), 30), c = sudoku ? 9 : Math.min(Math.max(+cols.value || 1, 1), 30);
        hint.textContent = picture ? "Click cells to paint a picture; its clues are the puzzle." : "Click a cell and type its number; arrow keys move, Delete clears.";
        cells = [];
        grid.style.gridTemplateColumns = "repeat(" + c + ", minmax(0, 1fr))";
        grid.style.maxWidth = Math.min(c * 34, 560) + "px";
        grid.replaceChildren.apply(grid, Array.from({ length: r }, function (_, row) {
          return el("div", { role: "row", style: "display:contents" }, Array.from({ length: c }, function (_, col) { return cell(row, col, c, picture); }));
        }));
        grid.dataset.kind = kind.value;
      }

      function cell(row, col, c, picture) {
        var name = "r" + (row + 1) + "c" + (col + 1), box;
        if (picture) {
          box = el("button", { type: "button", "aria-label": name, "aria-pressed": "false", onclick: function () { box.setAttribute("aria-pressed", String(box.getAttribute("aria-pressed") !== "true")); } });
        } else {
          box = el("input", { type: "text", inputmode: "numeric", maxlength: 3, "aria-label": name, autocomplete: "off", oninput: function () { box.value = box.value.replace(/[^0-9?]/g, ""); } });
        }
        box.addEventListener("keydown", function (event) {
          var to = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -c, ArrowDown: c }[event.key], next = cells[row * c + col + to];
          if (to && next) {
            next.focus();
            event.preventDefault();
          }
        });
        cells.push(box);
        return el("div", { role: "gridcell" }, box);
      }

      function text() {
        var c = Math.round(cells.length / grid.children.length), lines = [];
        for (var i = 0; i < cells.length; i += c) {
          lines.push(cells.slice(i, i + c).map(function (b) {
            if (kind.value === "nonogram") return b.getAttribute("aria-pressed") === "true" ? "1" : "0";
            return b.value || ".";
          }).join(" "));
        }
        if (kind.value === "nonogram") return "P1\n" + c + " " + lines.length + "\n" + lines.join("\n") + "\n";
        return (kind.value === "nurikabe" ? "size: " + lines.length + "x" + c + "\n" : "") + lines.join("\n") + "\n";
      }

      var use = el("button", {
        type: "button",
        onclick: function () {
          program().then(function (p) { return read(p, kind.value, text()); }).then(function (found) {
            fail("");
            take({ kind: found.kind, id: "drawn", size: found.items[0].size, text: found.items[0].text });
          }).catch(fail);
        },
      }, "Play it");
      fresh();
      below.replaceChildren(el("div", { class: "formicary-row" }, [kind, rows, "×", cols, use, close()]), hint, grid);
    }

    var line = el("div", { class: "formicary-row formicary-choose" }, [
      el("span", { class: "formicary-name" }, "Puzzle"), set, list,
      el("button", { type: "button", onclick: draw }, "Draw one"), el("button", { type: "button", onclick: paste }, "Paste one"),
    ]);
    return { box: el("div", {}, [line, below]), took: stand };
  };
})();
