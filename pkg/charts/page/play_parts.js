// Parts of play.js: drawings, curves that grow, controls of parameters.
(function () {
  "use strict";
  var ours = window.formicary;
  if (ours.playParts) return;
  var el = ours.words.el, svg = ours.words.svg, value = ours.words.value;

  // show puts a drawing, which the program has made, into an element.
  function show(box, text) {
    var drawn = ours.drawing(text);
    if (!drawn) throw new Error("This is no drawing.");
    patch(box, drawn);
  }

  // patch replaces what has changed of a drawing: the parts that stay are the
  // most of it. (Changing attributes in place of whole parts takes longer.)
  function patch(box, next) {
    var old = box.firstElementChild;
    if (!old || old.childNodes.length !== next.childNodes.length || old.getAttribute("viewBox") !== next.getAttribute("viewBox")) {
      box.replaceChildren(next);
      return;
    }
    var from = Array.from(old.childNodes), to = Array.from(next.childNodes);
    from.forEach(function (node, i) {
      if (!node.isEqualNode(to[i])) node.replaceWith(to[i]);
    });
  }

  // --- curves ----------------------------------------------------------------

  var MOST = 1000; // points of a line

  // Curve is a small chart of lines that grow: over x, with names of the axes. Each line is {class, step: steps instead of
  // slopes, band: with a low and a high end}. Where limits are given y lies between them; with far() x goes from 1 to there,
  // on a logarithmic axis.
  function curve(name, across, lines, limits, far) {
    var width = 460, height = 150, left = 46, bottom = 24, top = 8, right = 10;
    var frame = svg("rect", { class: "formicary-curve-frame", x: left, y: top, width: width - left - right, height: height - top - bottom });
    var low = svg("text", { x: left - 5, y: height - bottom, "text-anchor": "end" }), high = svg("text", { x: left - 5, y: top + 9, "text-anchor": "end" });
    var end = svg("text", { x: width - right, y: height - 8, "text-anchor": "end" }), none = svg("text", { x: (left + width - right) / 2, y: (top + height - bottom) / 2, "text-anchor": "middle" }, "no run yet");
    var drawn = lines.map(l => ({ line: svg("path", { class: "formicary-line " + l.class }), band: svg("path", { class: "formicary-band " + l.class }), points: [], of: l }));
    var box = svg("svg", { class: "formicary-curve", viewBox: "0 0 " + width + " " + height, role: "img", "aria-label": name }, [
      frame, svg("text", { x: left, y: height - 8 }, across + (far ? " from 1 on, logarithmic" : "")), low, high, end, none,
    ].concat(drawn.map(d => d.band), drawn.map(d => d.line)));
    function draw() {
      var all = drawn.flatMap(d => d.points), most = far ? far() : Math.max(1, ...all.map(p => p.x));
      var y0 = limits ? limits[0] : 0, y1 = limits ? limits[1] : Math.max(1, ...all.map(p => p.y));
      function at(v, height_) {
        var share = far ? Math.log(v) / Math.log(Math.max(most, 2)) : v / most;
        return (left + share * (width - left - right)).toFixed(1) + " " + (height - bottom - (height_ - y0) / (y1 - y0) * (height - top - bottom)).toFixed(1);
      }
      drawn.forEach(d => {
        var points = d.of.step ? d.points.flatMap((p, i) => i ? [Object.assign({}, d.points[i - 1], { x: p.x }), p] : [p]) : d.points;
        d.line.setAttribute("d", points.map((p, i) => (i ? "L" : "M") + at(p.x, p.y)).join(""));
        d.band.setAttribute("d", d.of.band && points.length ? "M" + points.map(p => at(p.x, p.high)).concat(points.slice().reverse().map(p => at(p.x, p.low))).join("L") + "Z" : "");
      });
      none.style.display = all.length ? "none" : "";
      low.textContent = all.length ? value(y0) : "";
      high.textContent = all.length ? value(y1) : "";
      end.textContent = all.length ? value(most) : "";
    }
    draw();
    return {
      box: el("figure", { class: "formicary-curve-box" }, [el("figcaption", {}, name), box]),
      // add takes a point for a line; where there are too many, every other one goes.
      add: function (line, p) {
        var points = drawn[line].points;
        if (p.y == null) return;
        points.push(p);
        if (points.length > MOST) drawn[line].points = points.filter((_, i) => i % 2 === 1);
      },
      // set gives a line its points, and points are those of a line.
      set: function (line, points) { drawn[line].points = points; },
      points: line => drawn[line].points,
      draw: draw,
      clear: function () {
        drawn.forEach(d => { d.points = []; });
        draw();
      },
    };
  }

  // --- parameters --------------------------------------------------------------

  var numbers = 0;

  // control is the row of a parameter; changed(name, value) is told what is chosen.
  function control(p, changed) {
    var id = "formicary-parameter-" + (++numbers), means = id + "-meaning";
    var slider = null, input, when = el("span", { class: "formicary-when" }, p.live ? "at once" : "next run");
    var tell = function (value) {
      back.disabled = value === p.default;
      changed(p.name, value);
    };
    var back = el("button", { type: "button", class: "formicary-back", title: "default: " + p.default, "aria-label": "default of " + p.name, onclick: function () { set(p.default); tell(p.default); } }, "↺");
    if (p.kind === "switch") {
      input = el("input", { id: id, type: "checkbox", "aria-describedby": means, onchange: function () { tell(String(input.checked)); } });
    } else if (p.kind === "choice") {
      input = el("select", { id: id, "aria-describedby": means, onchange: function () { tell(input.value); } }, p.options.map(function (o) { return el("option", { value: o }, o); }));
    } else if (p.kind === "text") {
      input = el("input", { id: id, type: "text", "aria-describedby": means, onchange: function () { tell(input.value); } });
    } else {
      slider = el("input", {
        type: "range", min: p.from, max: p.to, step: p.kind === "whole" ? 1 : p.step, "aria-label": p.name,
        oninput: function () { input.value = slider.value; tell(slider.value); },
      });
      input = el("input", {
        id: id, type: "number", step: p.kind === "whole" ? 1 : "any", min: p.low || null, max: p.high || null, "aria-describedby": means,
        onchange: function () {
          if (input.value === "") input.value = slider.value;
          if (+input.value > +slider.max) slider.max = input.value;
          slider.value = input.value;
          tell(input.value);
        },
      });
    }
    function set(value) {
      if (p.kind === "switch") input.checked = value === "true";
      else input.value = value;
      if (slider) {
        if (+value > +slider.max) slider.max = value;
        slider.value = value;
      }
      back.disabled = value === p.default;
    }
    set(p.value);
    return el("div", { class: "formicary-parameter", "data-name": p.name }, [
      el("label", { for: id }, p.name), slider || el("span"), input, when, back,
      el("div", { id: means, class: "formicary-meaning" }, p.meaning),
    ]);
  }

  function label(text, input) { return el("label", {}, [text + " ", input]); }

  ours.playParts = { label: label, show: show, curve: curve, control: control };
})();
