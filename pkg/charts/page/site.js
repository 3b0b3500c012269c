// What the pages of a site share, in files beside them: this loads them by names and hashes that the page's policy
// knows, since it knows this script. From disk a browser cannot compare a hash: what is beside a page there is as old,
// and from the same hand, as the page itself.
(function (w, d) {
  "use strict";
  var files = /*FILES*/{}, loads = {};

  // load runs a file of the site, once, and promises its end.
  function load(name, put) {
    loads[name] = loads[name] || new Promise(function (resolve, reject) {
      var script = d.createElement("script"), file = files[name];
      script.onload = resolve;
      script.onerror = function () {
        delete loads[name];
        reject(new Error("This page needs the file " + file.name + " beside it, as its site has it."));
      };
      if (w.location.protocol !== "file:") script.integrity = file.integrity;
      script.src = "./" + file.name;
      put(script);
    });
    return loads[name];
  }

  var here = d.currentScript;
  w.formicarySite = { load: function (name) { return load(name, function (script) { d.head.append(script); }); } };
  // It stands behind what it takes up, as in a page of its own.
  load("page", function (script) { here.replaceWith(script); }).catch(function (error) {
    var note = d.createElement("p");
    note.className = "formicary-missing";
    note.setAttribute("role", "alert");
    note.textContent = error.message;
    d.body.prepend(note);
  });
})(window, document);
