// Reads the records that a page carries. See package columns for what the bytes are.
(function () {
  "use strict";
  var formicary = window.formicary;
  if (formicary.columns) return;

  // unpack is the stream of an element's base64, or of bytes.
  function unpack(source) {
    var packed = source instanceof Uint8Array ? source : formicary.bytes(source.textContent);
    return formicary.unpacked(packed).arrayBuffer().then(function (stream) {
      return open(new Uint8Array(stream));
    });
  }

  function open(stream) {
    var view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
    var magic = String.fromCharCode.apply(null, stream.subarray(0, 8));
    if (magic !== "fcolumn1") throw new Error("The records of this page are damaged.");
    var size = view.getUint32(8, true);
    var header = JSON.parse(new TextDecoder().decode(stream.subarray(16, 16 + size)));
    var columns = {}, start = 16 + size;
    header.columns.forEach(function (c) {
      c.start = start;
      start += c.count * c.width + 12 * (c.others || 0);
      columns[c.name] = c;
    });
    if (start !== stream.length) throw new Error("The records of this page are damaged.");
    return new Set(header, columns, stream, view);
  }

  // Set has the lists of the header (puzzles, configurations, statuses, errors,
  // boards, texts by content, statistics as lists of places in names) and the
  // columns, which are decoded when they are first asked for.
  function Set(header, columns, stream, view) {
    var list = function (v) { return v || []; };
    this.length = header.records;
    this.puzzles = list(header.puzzles);
    this.configurations = list(header.configurations);
    this.statuses = list(header.statuses);
    this.errors = list(header.errors);
    this.boards = list(header.boards);
    this.texts = header.texts || {};
    this.lists = list(header.statistics);
    this.names = list(header.names);
    this.columns = columns;
    this.stream = stream;
    this.view = view;
    this.decoded = {};
  }

  // column is a typed array of the numbers of a column, null where there is none.
  Set.prototype.column = function (name) {
    var c = this.columns[name];
    if (!c) return null;
    if (!this.decoded[name]) this.decoded[name] = decode(c, this.stream, this.view);
    return this.decoded[name];
  };

  function decode(c, stream, view) {
    var n = c.count, at = c.start, b, i;
    if (c.decimals === -1) return doubles(n, at, stream);
    var plain = c.width < 4 && !c.decimals && !c.others && !c.differences;
    var out = plain ? new Int32Array(n) : new Float64Array(n);
    // The lower and the upper four bytes apart: a shift has 32 bits.
    var low = new Uint32Array(n), high = c.width > 4 ? new Uint32Array(n) : null;
    for (b = 0; b < c.width; b++) {
      var to = b < 4 ? low : high, shift = 8 * (b % 4), from = at + b * n;
      for (i = 0; i < n; i++) to[i] |= stream[from + i] << shift;
    }
    var before = 0, factor = Math.pow(10, c.decimals || 0);
    for (i = 0; i < n; i++) {
      var half = high ? high[i] * 2147483648 + (low[i] >>> 1) : low[i] >>> 1;
      var v = low[i] & 1 ? -half - 1 : half;
      if (c.differences) before = v += before;
      out[i] = plain ? v : v / factor;
    }
    var places = at + n * c.width, values = places + 4 * (c.others || 0);
    for (i = 0; i < (c.others || 0); i++) out[view.getUint32(places + 4 * i, true)] = view.getFloat64(values + 8 * i, true);
    return out;
  }

  function doubles(n, at, stream) {
    var bytes = new Uint8Array(8 * n);
    for (var b = 0; b < 8; b++) {
      for (var i = 0; i < n; i++) bytes[8 * i + b] = stream[at + b * n + i];
    }
    return new Float64Array(bytes.buffer); // every browser's machine has the least byte first
  }

  // seed is the seed of a record in decimal digits: doubles do not hold it.
  Set.prototype.seed = function (at) {
    var c = this.columns.seeds, place = this.column("seed")[at];
    if (!this.decoded.seedList) {
      var one = BigInt(1), before = BigInt(0), all = [];
      for (var i = 0; i < c.count; i++) {
        var u = BigInt(0);
        for (var b = c.width - 1; b >= 0; b--) u = u * BigInt(256) + BigInt(this.stream[c.start + b * c.count + i]);
        var v = u & one ? -(u >> one) - one : u >> one;
        if (c.differences) before = v += before;
        all.push(v);
      }
      this.decoded.seedList = all;
    }
    return BigInt.asUintN(64, this.decoded.seedList[place]).toString();
  };

  // statistic is a column of a value for each record, NaN where it has none.
  Set.prototype.statistic = function (name) {
    var key = "= " + name;
    if (this.decoded[key]) return this.decoded[key];
    var at = this.names.indexOf(name), lists = this.column("statistics");
    var values = this.column("statistic " + at), out = new Float64Array(this.length).fill(NaN);
    var has = this.lists.map(function (list) { return list.indexOf(at) >= 0; });
    for (var i = 0, next = 0; i < this.length; i++) {
      if (has[lists[i]]) out[i] = values[next++];
    }
    return this.decoded[key] = out;
  };

  // trace is the improvements of a record, oldest first.
  Set.prototype.trace = function (at) {
    var counts = this.column("trace"), self = this, out = [];
    if (!counts) return out;
    var starts = this.decoded["= trace"];
    if (!starts) {
      starts = this.decoded["= trace"] = new Uint32Array(this.length + 1);
      for (var i = 0; i < this.length; i++) starts[i + 1] = starts[i] + counts[i];
    }
    for (var p = starts[at]; p < starts[at + 1]; p++) {
      out.push({ i: self.column("trace iterations")[p], e: self.column("trace evaluations")[p], s: self.column("trace seconds")[p], c: self.column("trace cost")[p] });
    }
    return out;
  };

  // record is one record with the names that the journal has.
  Set.prototype.record = function (at) {
    var self = this, get = function (name) { return self.column(name)[at]; };
    var p = this.puzzles[get("puzzle")], c = this.configurations[get("configuration")];
    var names = this.lists[get("statistics")].map(function (i) { return self.names[i]; });
    return {
      puzzle: p.id, kind: p.kind, content: p.content, rows: p.rows, cols: p.cols,
      engine: c.engine, variant: c.variant, parameters: c.parameters, budget: c.budget, code: c.code, host: c.host,
      run: get("run"), seed: this.seed(at), status: this.statuses[get("status")], cost: get("cost"),
      iterations: get("iterations"), evaluations: get("evaluations"), seconds: get("seconds"), cpu: get("cpu"), error: this.errors[get("error")],
      statistics: names.map(function (name) { return { name: name, value: self.statistic(name)[at] }; }),
      trace: this.trace(at), board: this.columns.board ? this.boards[get("board")] : "",
    };
  };

  // columns reads the records of an element, or of bytes, once. The promise is of a set.
  var read = new Map();
  formicary.columns = function (source) {
    if (!source) return Promise.reject(new Error("The records are not in this page."));
    var key = source.id || source;
    if (!read.has(key)) {
      read.set(key, unpack(source));
      read.get(key).catch(function () { read.delete(key); });
    }
    return read.get(key);
  };
})();
