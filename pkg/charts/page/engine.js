// The Go program of a page, in a worker: formicary.program() is the one that all
// parts of the page share, formicary.newProgram() one of its own. A program has
// call(service, args, {bytes, onEvent}), which returns a promise with cancel(),
// and end(). See package play/service for the other side.
(function () {
  "use strict";
  var ours = window.formicary;
  if (ours.newProgram) return;

  // The worker: the glue of the Go toolchain, and this around it.
  function shim(self) {
    var channel = new MessageChannel(), waiting = [];
    channel.port1.onmessage = function () { waiting.shift()(); };
    self.formicary = {
      send: function (id, kind, text) { self.postMessage({ id: id, kind: kind, text: text }); },
      later: function (f) { waiting.push(f); channel.port2.postMessage(0); },
    };
    self.onmessage = function (event) {
      var m = event.data;
      if (m.module) {
        var go = new self.Go();
        WebAssembly.instantiate(m.module, go.importObject).then(function (instance) {
          return go.run(instance);
        }).then(function () {
          self.formicary.send(0, "ended", "the program has ended");
        }, function (error) {
          self.formicary.send(0, "ended", String(error && error.message || error));
        });
      } else if (m.cancel) {
        self.formicary.cancel(m.cancel);
      } else {
        self.formicary.call(m.id, m.name, m.args, m.bytes);
      }
    };
  }

  // --- its parts -----------------------------------------------------------

  // loaded waits for the end of the page, of which the program is the largest part:
  // half of one does not start.
  function loaded() {
    if (document.readyState !== "loading") return Promise.resolve();
    return new Promise(function (resolve) { document.addEventListener("DOMContentLoaded", function () { resolve(); }, { once: true }); });
  }

  // found is the markup of the program: what the page was handed, what its site has, or what the lab's JupyterLab serves. That of a cell
  // is for its own panel alone.
  function found() {
    var here = ours.boxes("program").find(function (e) { return !e.closest(".formicary-play"); });
    if (here) return Promise.resolve(here);
    if (ours.site()) return ours.site().load("program").then(function () { return carried; });
    var lab = document.getElementById("jupyter-config-data");
    if (!lab) return Promise.reject(new Error("This page does not carry the lab's program."));
    var base = JSON.parse(lab.textContent).baseUrl || "/";
    fetched = fetched || fetch(base + "static/formicary-program.html").then(function (answer) {
      if (!answer.ok) throw new Error("This JupyterLab does not serve the lab's program: start it by formicary lab.");
      return answer.text();
    }).then(parsed);
    fetched.catch(function () { fetched = null; });
    return fetched;
  }

  function parsed(text) { return new DOMParser().parseFromString(text, "text/html").querySelector(".formicary-program"); }

  // carry takes the markup of the program from the file of a site.
  var carried = null, fetched = null;
  ours.carry = function (text) { carried = carried || parsed(text); };

  function text(box, name) { return box.querySelector(".formicary-" + name).textContent; }

  // Compiled once for all workers of a program; a page may have several programs,
  // such as that of a cell with a rule of its own.
  var compiled = new WeakMap();

  // compile compiles a program, which was compressed by gzip or LZMA. The latter takes a second, in a worker.
  function compile(packed) {
    if (packed[0] === 0x1f) return WebAssembly.compileStreaming(ours.unpacked(packed, { "Content-Type": "application/wasm" }));
    var source = "onmessage = function (e) { var out = (" + ours.lzma + ")(e.data); postMessage(out, [out.buffer]); };";
    var address = URL.createObjectURL(new Blob([source], { type: "text/javascript" })), worker = new Worker(address);
    return new Promise(function (resolve, reject) {
      worker.onmessage = function (event) { resolve(event.data); };
      worker.onerror = function (event) { reject(new Error(event.message || "The program cannot be unpacked.")); };
      worker.postMessage(packed, [packed.buffer]);
    }).finally(function () {
      worker.terminate();
      URL.revokeObjectURL(address);
    }).then(function (wasm) { return WebAssembly.compile(wasm); });
  }

  function parts(box) {
    if (!compiled.has(box)) {
      compiled.set(box, Promise.resolve().then(function () { return compile(ours.bytes(text(box, "wasm"))); }).then(function (module) {
        return { module: module, glue: text(box, "glue") };
      }));
      compiled.get(box).catch(function () { compiled.delete(box); });
    }
    return compiled.get(box);
  }

  // --- a program -------------------------------------------------------------

  function start(made) {
    var source = made.glue + "\n(" + shim + ")(self);";
    var address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    var worker = new Worker(address), calls = new Map(), next = 1, over = null;

    function finish(why) {
      over = over || new Error(why);
      worker.terminate();
      URL.revokeObjectURL(address);
      calls.forEach(function (c) { c.reject(over); });
      calls.clear();
    }
    var program = {
      call: function (name, args, options) {
        var id = next++, o = options || {};
        var promise = new Promise(function (resolve, reject) {
          if (over) return reject(over);
          calls.set(id, { resolve: resolve, reject: reject, onEvent: o.onEvent });
          worker.postMessage({ id: id, name: name, args: JSON.stringify(args === undefined ? null : args), bytes: o.bytes || null });
        });
        promise.cancel = function () { if (!over && calls.has(id)) worker.postMessage({ cancel: id }); };
        return promise;
      },
      end: function () { finish("The program was ended."); },
    };
    return new Promise(function (resolve, reject) {
      calls.set(0, { reject: reject });
      worker.onerror = function (event) { finish(event.message || "The worker does not start."); };
      worker.onmessage = function (event) {
        var m = event.data, c = calls.get(m.id);
        if (m.kind === "ready") {
          calls.delete(0);
          resolve(program);
        } else if (m.kind === "ended") {
          finish("The lab's program has ended: " + m.text);
        } else if (c && m.kind === "event") {
          if (c.onEvent) c.onEvent(JSON.parse(m.text));
        } else if (c) {
          calls.delete(m.id);
          if (m.kind === "answer") c.resolve(JSON.parse(m.text));
          else c.reject(new Error(m.text));
        }
      };
      worker.postMessage({ module: made.module });
    });
  }

  // newProgram starts a program of its own; box is the markup that has it, if not
  // that of the page.
  ours.newProgram = function (box) {
    return loaded().then(function () { return box || found(); }).then(parts).then(start);
  };

  var shared = null;
  ours.program = function () {
    if (!shared) {
      shared = ours.newProgram();
      shared.catch(function () { shared = null; });
    }
    return shared;
  };
})();
