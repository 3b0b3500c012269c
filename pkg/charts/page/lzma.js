// A decoder of LZMA (Igor Pavlov's LZMA specification, 2015), for the Go program of a page: browsers unpack gzip alone,
// which takes half as much again. It reads what package play writes: 3 bits of the last byte are the context of a literal.
(function () {
  "use strict";
  var ours = window.formicary;
  if (ours.lzma) return;

  // lzma is the text of a file. It stands alone, for a worker.
  ours.lzma = function (input) {
    var size = 0, at = 18, range = 0xffffffff, code = 0, pos = 0;
    for (var i = 12; i > 4; i--) size = size * 256 + input[i];
    if (input[0] !== 3) throw new Error("The program of this page is packed in an unknown way.");
    for (i = 14; i < 18; i++) code = (code << 8 | input[i]) >>> 0;
    var out = new Uint8Array(size), state = 0, reps = [0, 0, 0, 0];

    function probs(n) { return new Uint16Array(n).fill(1024); }
    var match = probs(12), rep = probs(12), repG0 = probs(12), repG1 = probs(12), repG2 = probs(12), rep0Long = probs(12);
    var literals = probs(8 * 0x300), slots = probs(4 * 64), special = probs(115), align = probs(16);
    function lengths() { return { choice: probs(2), low: probs(8), mid: probs(8), high: probs(256) }; }
    var ofMatch = lengths(), ofRep = lengths();

    function bit(p, i) {
      var was = p[i], bound = (range >>> 11) * was, b;
      if (code < bound) {
        range = bound;
        p[i] = was + (2048 - was >> 5);
        b = 0;
      } else {
        range -= bound;
        code -= bound;
        p[i] = was - (was >> 5);
        b = 1;
      }
      if (range < 0x1000000) {
        range = range << 8 >>> 0;
        code = (code << 8 | input[at++]) >>> 0;
      }
      return b;
    }
    function tree(p, from, count) {
      var m = 1;
      for (var i = 0; i < count; i++) m = m << 1 | bit(p, from + m);
      return m - (1 << count);
    }
    function reverse(p, from, count) {
      var m = 1, v = 0;
      for (var i = 0; i < count; i++) {
        var b = bit(p, from + m);
        m = m << 1 | b;
        v |= b << i;
      }
      return v;
    }
    function direct(count) {
      var v = 0;
      while (count--) {
        range >>>= 1;
        v <<= 1;
        if (code >= range) {
          code -= range;
          v |= 1;
        }
        if (range < 0x1000000) {
          range = range << 8 >>> 0;
          code = (code << 8 | input[at++]) >>> 0;
        }
      }
      return v;
    }
    function length(l) {
      if (!bit(l.choice, 0)) return 2 + tree(l.low, 0, 3);
      if (!bit(l.choice, 1)) return 10 + tree(l.mid, 0, 3);
      return 18 + tree(l.high, 0, 8);
    }

    while (pos < size) {
      if (!bit(match, state)) {
        var from = (pos ? out[pos - 1] >> 5 : 0) * 0x300, m = 1;
        if (state > 6) {
          for (var like = out[pos - reps[0] - 1]; m < 256;) {
            var other = like >> 7 & 1, b = bit(literals, from + (1 + other << 8) + m);
            like <<= 1;
            m = m << 1 | b;
            if (other !== b) break;
          }
        }
        while (m < 256) m = m << 1 | bit(literals, from + m);
        out[pos++] = m;
        state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
        continue;
      }
      var n;
      if (bit(rep, state)) {
        if (!bit(repG0, state)) {
          if (!bit(rep0Long, state)) {
            state = state < 7 ? 9 : 11;
            out[pos] = out[pos - reps[0] - 1];
            pos++;
            continue;
          }
        } else {
          var which = !bit(repG1, state) ? 1 : 2 + bit(repG2, state);
          reps.unshift(reps.splice(which, 1)[0]);
        }
        n = length(ofRep);
        state = state < 7 ? 8 : 11;
      } else {
        n = length(ofMatch);
        state = state < 7 ? 7 : 10;
        var distance = tree(slots, Math.min(n - 2, 3) * 64, 6);
        if (distance > 3) {
          var slot = distance, extra = (slot >> 1) - 1;
          distance = (2 | slot & 1) << extra;
          distance += slot < 14 ? reverse(special, distance - slot, extra) : (direct(extra - 4) << 4) + reverse(align, 0, 4);
        }
        reps.unshift(distance);
        reps.pop();
      }
      if (reps[0] >= pos || pos + n > size) throw new Error("The program of this page is damaged.");
      for (var end = pos + n, back = pos - reps[0] - 1; pos < end;) out[pos++] = out[back++];
    }
    return out;
  };
})();
